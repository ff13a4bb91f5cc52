"""The back office: the money of tables as acts of two people, and a day that is closed, signed and verified."""

from __future__ import annotations

import csv
import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from starlette.testclient import TestClient

from openfelt.cage.reports import shift_report
from openfelt.cli import main
from openfelt.errors import NotationError
from openfelt.games.sign import Commission
from openfelt.games.standard import standard_sign
from openfelt.journal.day import read_day, report_of, sign_day, verify_day
from openfelt.pit.games import sign_for
from openfelt.room.offices import Officer
from openfelt.room.till_orders import SeatDealer
from openfelt.service.app import build
from openfelt.service.desks.operating import dated_postings
from openfelt.service.record.day_book import make_day
from openfelt.service.record.revenue import as_csv, revenue, shift_csv
from openfelt.service.record.room_record import read_roll
from tests.contracts.test_who_may_play import HEADERS, Room
from tests.service_kit import Sim, run

PASSWORD = "a long password"


def command(*args):
    """The exit code of a command and all that it says."""
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(said), pytest.raises(SystemExit) as ended:
        main([str(one) for one in args])
    return ended.value.code or 0, said.getvalue()


class Office(Room):
    """A room with two officers of each kind and a table with a commission box."""

    def post(self, who, path, **body):
        self.as_(who)
        self.client.post("/api/prove", json={"password": PASSWORD})
        return super().post(who, path, **body)

    def propose(self, who="kim", **act):
        return self.post(who, "/api/office/acts", **act)

    def confirm(self, number, who="olga"):
        return self.post(who, "/api/office/confirm", number=number)

    def both(self, **act):
        """Proposed by kim and confirmed by olga."""
        assert self.propose(**act) == "done", act
        return self.confirm(self.hall.room.state.till.last)

    def till(self, table="T"):
        told = self.get("kim", "/api/office/money")
        return next(one for one in told["tables"] if one["table"] == table)

    def held(self, account):
        return self.hall.journal.store.balance(account)


@pytest.fixture
def office(tmp_path):
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost", headers=HEADERS) as client:
        made = Office(client)
        for name, roles in {"dee": ("dealer", "player"), "ina": ("inspector",)}.items():
            from openfelt.service.writers.enrolment import enrol  # noqa: PLC0415

            account = made.hall.accounts.open_account(name, roles, 0, PASSWORD)
            client.portal.call(enrol, made.hall.room, account, 0)
            made.ids[name] = account.id
            made.tokens[name] = made.hall.accounts.start_session(account, made.hall.now_ms())
        fees = Commission(per_hand=200, box=True)
        sign = standard_sign("nsw-poker", "texas-holdem", seats=4, commission=fees)
        client.portal.call(made.hall.open_table, "T", sign)
        client.portal.call(made.hall.open_pit, "P", sign_for("nz-big-raise"))
        made.path = tmp_path
        yield made
        assert made.audit() == []


def test_a_fill_is_proposed_by_one_and_confirmed_by_another(office):
    assert office.propose(kind="fill", table="T", amount=500_000) == "done"
    assert (office.till()["float"], office.held("float/T")) == (0, 0), "nothing has moved"
    before = office.hall.journal.store.head()
    assert office.confirm(1, "kim") == ("own-act", ["house 31.1"])
    assert office.confirm(2) == ("no-such-act", ["house 31.1"])
    assert office.confirm(1, "dee")[0] == "not-allowed"
    assert office.hall.journal.store.head() == before
    assert office.confirm(1) == "done"
    assert (office.till()["float"], office.held("float/T")) == (500_000, 500_000)
    assert office.confirm(1) == ("no-such-act", ["house 31.1"]), "once"
    line = office.hall.journal.store.postings(office.hall.journal.store.head().entry, 10**9)[-1]
    assert (line.reason, line.cites) == ("fill", ("nsw-poker 2.3.3", "house 31.2"))


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ({"kind": "fill", "amount": 0}, "bad-amount"),
        ({"kind": "fill", "amount": -5}, "bad-amount"),
        ({"kind": "fill", "amount": 10**14}, "bad-amount"),
        ({"kind": "fill", "amount": 1.5}, "bad-body"),
        ({"kind": "fill", "amount": "5"}, "bad-body"),
        ({"kind": "gift", "amount": 5}, "bad-body"),
        ({"kind": "credit", "amount": 5}, "not-there"),
        ({"kind": "float-count", "amount": -1}, "bad-amount"),
        ({"kind": "fill", "amount": 5, "table": "Nowhere"}, "no-table"),
        ({"kind": "box-count", "amount": 5, "table": "P"}, "no-table"),
        ({"kind": "correction", "amount": 5, "source": "pot/T", "target": "house", "reason": "x"}, "bad-account"),
        ({"kind": "correction", "amount": 5, "source": "house", "target": "house", "reason": "x"}, "bad-account"),
        ({"kind": "correction", "amount": 5, "source": "house", "target": "purse/x", "reason": " "}, "notation"),
        ({"kind": "day", "day": "2026-02-30", "to_ms": 1}, "notation"),
        ({"kind": "day", "day": "2026-11-18", "to_ms": 10**15}, "not-over"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(office, act, code):
    assert office.both(kind="fill", table="T", amount=5) == "done"  # the bank is funded, and a float has something
    assert office.both(kind="credit", table="T", amount=5) == "done"
    before = office.hall.journal.store.head()
    body = {"table": "T", **act} if act["kind"] not in ("correction", "day") else act
    who = "olga" if act["kind"] == "correction" else "kim"
    told = office.propose(who, **body)
    assert told[0] == code
    assert office.hall.journal.store.head() == before
    assert office.hall.room.state.till.open == {}


def test_float_drop_and_differences_add_up(office):
    assert office.both(kind="fill", table="T", amount=500_000) == "done"
    change = {"account": office.ids["ann"], "amount": 120_000}
    assert office.post("ann", "/api/office/change/T", **change)[0] == "not-allowed"
    assert office.post("dee", "/api/office/change/T", **change | {"account": office.ids["dee"]})[0] == "own-act"
    assert office.post("dee", "/api/office/change/T", **change | {"amount": 500_001}) == (
        "not-there", ["nsw-poker 8.4", "house 31.3"],
    )  # fmt: skip
    assert office.post("dee", "/api/office/change/T", **change) == "done"
    assert office.held(f"purse/{office.ids['ann']}") == 1_120_000
    assert office.both(kind="credit", table="T", amount=80_000) == "done"
    till = office.till()
    assert (till["float"], till["drop_due"]) == (300_000, 120_000)
    assert office.both(kind="float-count", table="T", amount=299_500) == "done"
    assert office.both(kind="drop-count", table="T", amount=120_100) == "done"
    till = office.till()
    assert (till["difference"], till["drop_difference"], till["float"]) == (-500, 100, 299_500)
    assert (office.held("float/T"), office.held("difference/T")) == (299_500, 500)
    assert office.both(kind="float-count", table="T", amount=299_600) == "done", "more than the record says"
    assert office.held("float/T") == 299_600


def test_cash_changed_at_a_table_is_no_chips_brought_back_from_play(office):
    """Who has lost what the own limit allows does not play on with cash, and a reality check tells of no win."""
    assert office.both(kind="fill", table="T", amount=500_000) == "done"
    limit = {"kind": "loss", "period": "day", "amount": 20_000}
    assert office.post("ann", "/api/playing/limit", **limit) == "done"
    assert office.sit("ann", seat=1, stake=20_000) == "done"
    assert office.post("dee", "/api/office/change/T", account=office.ids["ann"], amount=50_000) == "done"
    own = office.get("ann", "/api/playing")
    assert [one["left"] for one in own["limits"]] == [0]
    assert (own["brought"], own["result"]) == (20_000, -20_000)


def test_what_moved_since_it_was_counted_is_counted_again(office):
    assert office.both(kind="fill", table="T", amount=5_000) == "done"
    assert office.propose(kind="float-count", table="T", amount=5_000) == "done"
    number = office.hall.room.state.till.last
    assert office.both(kind="fill", table="T", amount=1_000) == "done"
    assert office.confirm(number)[0] == "stale"
    assert office.post("kim", "/api/office/withdraw", number=number, reason="counted again") == "done"


def test_a_commission_box_is_counted_by_two_on_the_record_of_its_table(office):
    assert office.post("kim", "/api/floor/T/box", counted=0) == "done"
    assert office.hall.hosts["T"].state.counted == 0
    assert office.confirm(1, "kim")[0] == "own-act"
    assert office.confirm(1) == "done"
    store = office.hall.journal.store
    counted = [one for one in store.read("table/T") if one.record.name == "BoxCounted"][-1]
    confirmed = [one for one in store.read("room") if one.record.name == "ActConfirmed"][-1]
    assert counted.entry == confirmed.entry, "one act"
    told = json.loads(confirmed.record.payload)
    assert (told["by"], told["confirmed_by"], json.loads(counted.record.payload)["expected"]) == ("kim", "olga", 0)


def test_a_correction_needs_the_higher_office_and_a_second_person(office):
    act = {
        "kind": "correction",
        "source": f"purse/{office.ids['ann']}",
        "target": "house",
        "amount": 700,
        "reason": "twice",
    }
    assert office.propose("kim", **act)[0] == "not-your-office"
    assert office.propose("olga", **act) == "done"
    assert office.confirm(1, "olga") == ("own-act", ["house 31.1"])
    assert office.confirm(1, "kim")[0] == "not-your-office"
    before = office.held(f"purse/{office.ids['ann']}")
    from openfelt.room.house_orders import Appoint  # noqa: PLC0415
    from openfelt.room.offices import Officer  # noqa: PLC0415

    olga = Officer(office.ids["olga"], "olga", ("casino operator",))
    order = Appoint(office.ids["kim"], "Gaming Manager", "promoted", olga)
    office.client.portal.call(office.hall.room.submit, "up", olga.account, order)
    assert office.confirm(1, "kim") == "done"
    assert office.held(f"purse/{office.ids['ann']}") == before - 700


def test_the_rota_knows_who_deals_where(office):
    assert office.post("kim", "/api/office/down/T", account=office.ids["ann"]) == ("not-a-dealer", ["house 31.7"])
    assert office.post("kim", "/api/office/down/T", account=office.ids["dee"]) == "done"
    assert office.post("kim", "/api/office/down/P", account=office.ids["dee"]) == ("elsewhere", ["house 31.7"])
    assert office.till()["dealer"] == "dee"
    assert office.post("kim", "/api/office/down/T") == "done"
    assert office.till()["dealer"] == ""


# -- a day -------------------------------------------------------------------------------------------------------------


def a_day(office, day="2026-11-17"):
    """Some money moves, and the day is closed."""
    assert office.both(kind="fill", table="T", amount=500_000) == "done"
    change = {"account": office.ids["ann"], "amount": 120_000}
    assert office.post("dee", "/api/office/change/T", **change) == "done"
    assert office.post("kim", "/api/people/exclude", account=office.ids["bob"], reason="a fight") == "done"
    close = {"kind": "day", "day": day, "to_ms": office.hall.now_ms()}
    assert office.propose(**close)[0] == "uncounted"
    assert office.both(kind="float-count", table="T", amount=380_000) == "done"
    assert office.propose(**close)[0] == "uncounted", "the drop"
    assert office.both(kind="drop-count", table="T", amount=120_000) == "done"
    assert office.both(**close) == "done"
    assert office.propose(**close)[0] == "day-closed"


def test_a_day_is_closed_once_and_only_when_everything_is_counted(office):
    a_day(office)
    tills = office.hall.room.state.till
    assert tills.of("T").opening == tills.of("T").float == 380_000
    assert read_roll(office.hall.journal.store).till == tills


@pytest.fixture
def signed(office):
    a_day(office)
    key = Ed25519PrivateKey.generate()
    return make_day(office.hall.journal.store, "2026-11-17", key, time_ms=5), key


def faults(day, key=""):
    return [one.check for one in verify_day(day, key) if one.fault is not None]


def test_a_day_verifies_with_nothing_but_the_file_and_the_key(office, signed, tmp_path):
    day, key = signed
    public = key.public_key().public_bytes_raw().hex()
    assert faults(day, public) == []
    assert faults(day, "00" * 32) == ["signature"]
    assert {name for name, several in day.sections.items() if several} >= {"closing", "tills", "exclusions"}
    assert day.report["floats"]["T"] == {"change": -120_000, "fill": 500_000, "closing": 380_000}
    file = tmp_path / "day.json"
    file.write_bytes(msgspec.json.encode(day))
    code, said = command("verify-day", file, "--key", public, "--json")
    assert code == 0, said
    assert all(json.loads(line)["ok"] for line in said.splitlines())
    code, said = command("verify-day", file, "--key", "11" * 32)
    assert (code, "signature: signature: made with another key" in said) == (1, True), said


def moved(day, path):
    """The file with one cent moved by hand at a place of it."""
    whole = msgspec.to_builtins(day)
    *way, last = path
    place = whole
    for one in way:
        place = place[one]
    if isinstance(place[last], int):
        place[last] += 1
    else:
        old = place[last]
        place[last] = old.replace("500000", "500001", 1)
        assert place[last] != old
    return msgspec.convert(whole, type(day))


def places(day):
    """Every kind of place where a cent could be moved."""
    at, entry = next((at, one) for at, one in enumerate(day.entries) if any("float" in x.account for x in one.postings))
    line = next(n for n, one in enumerate(entry.postings) if one.account == "float/T")
    proof = next(n for n, one in enumerate(day.sections["tills"]) if "500000" in one.payload)
    return {
        "a ledger line": ("entries", at, "postings", line, 1),
        "an opening balance": ("opening", next(iter(day.opening))) if day.opening else ("closing", "float/T"),
        "a closing balance": ("closing", "float/T"),
        "a kind": ("report", "kinds", "float", "closing"),
        "the float": ("report", "floats", "T", "fill"),
        "the total": ("report", "commission_total"),
        "a record": ("sections", "tills", proof, "payload"),
        "the closing record": ("sections", "closing", 0, "payload"),
        "a head": ("after", "position"),
        "an order": ("entries", at, "orders", 0, 2) if "500000" in entry.orders[0].payload else ("after", "entry"),
    }


def test_a_cent_moved_by_hand_is_found_also_when_the_file_is_signed_again(office, signed):
    day, key = signed
    for name, path in places(day).items():
        bad = moved(day, path)
        assert "signature" in faults(bad), name
        again = sign_day(bad, key)
        found = faults(again)
        assert found, name
        assert "signature" not in found, name


def test_a_cent_that_lies_in_another_account_all_day_long_is_found(office, signed):
    """Opening and closing moved alike: no entry, no sum and no till says anything of these accounts."""
    office.both(kind="day", day="2026-11-18", to_ms=office.hall.now_ms())
    first, key = signed
    second = make_day(office.hall.journal.store, "2026-11-18", key, time_ms=5)
    assert faults(second) == []
    purses = [one for one in sorted(second.opening) if one.startswith("purse/")]
    for mine, others in ((purses[0], purses[1]), (purses[1], "purse/nobody")):
        bad = second
        for name in ("opening", "closing"):
            held = dict(getattr(bad, name))
            held[mine], held[others] = held[mine] - 1, held.get(others, 0) + 1
            bad = msgspec.structs.replace(bad, **{name: held})
        again = sign_day(msgspec.structs.replace(bad, report=report_of(bad.opening, bad.entries)), key)
        assert faults(again) == ["books"]
    given = {"purse/a": 1, "purse/b": -1}
    begins = msgspec.structs.replace(first, opening=given, closing={**first.closing, **given})
    assert "books" in faults(sign_day(begins, key))


def test_cash_that_was_changed_is_cash_that_was_counted(office, signed):
    """What a drop lacks is named and adds up; a cent more or less in the closing record does not."""
    day, key = signed
    change = {"account": office.ids["ann"], "amount": 20_000}
    assert office.post("dee", "/api/office/change/T", **change) == "done"
    assert office.both(kind="float-count", table="T", amount=360_000) == "done"
    assert office.both(kind="drop-count", table="T", amount=19_000) == "done"
    assert office.both(kind="day", day="2026-11-18", to_ms=office.hall.now_ms()) == "done"
    short = make_day(office.hall.journal.store, "2026-11-18", key, time_ms=5)
    assert faults(short) == []
    for made, old, new in (
        (day, '"dropped":120000', '"dropped":119999'),
        (short, '_difference":-1000', '_difference":-999'),
    ):
        (closing,) = made.sections["closing"]
        assert old in closing.payload
        bad = msgspec.structs.replace(closing, payload=closing.payload.replace(old, new))
        sections = {**made.sections, "closing": (bad,)}
        again = sign_day(msgspec.structs.replace(made, sections=sections), key)
        assert "drop of T" in [one.fault.place for one in verify_day(again) if one.fault and one.check == "tills"]


@pytest.mark.parametrize(
    "payload", ["", "5", "[]", "{}", '{"act":5}', '{"act":{},"books":"x"}', '{"books":"x","books_at":"y"}']
)
def test_a_closing_record_that_is_none_is_a_fault_and_ends_no_check(signed, payload):
    day, key = signed
    closing = msgspec.structs.replace(day.sections["closing"][0], payload=payload)
    bad = sign_day(msgspec.structs.replace(day, sections={**day.sections, "closing": (closing,)}), key)
    assert {"records", "tills"} <= set(faults(bad))
    assert len(list(verify_day(bad))) == 9


@pytest.mark.parametrize("floats", [0, None, "", [], {"T": 5}])
def test_a_report_that_is_none_is_a_fault_and_ends_no_check(signed, floats):
    day, key = signed
    bad = sign_day(msgspec.structs.replace(day, report=day.report | {"floats": floats}), key)
    assert "report" in faults(bad)
    assert len(list(verify_day(bad))) == 9


def test_a_day_begins_where_the_last_one_ended(office):
    a_day(office)
    assert office.both(kind="credit", table="T", amount=80_000) == "done"
    assert office.both(kind="float-count", table="T", amount=300_000) == "done"
    close = {"kind": "day", "day": "2026-11-18", "to_ms": office.hall.now_ms()}
    assert office.both(**close) == "done"
    key = Ed25519PrivateKey.generate()
    first, second = (make_day(office.hall.journal.store, day, key, time_ms=5) for day in ("2026-11-17", "2026-11-18"))
    assert (first.after.entry, first.after.hash) == (second.before.entry, second.before.hash)
    assert first.closing == second.opening
    assert faults(first) == faults(second) == []
    assert second.report["floats"]["T"]["opening"] == 380_000


def test_days_are_one_chain_and_a_gap_or_a_changed_balance_between_them_is_found(office, tmp_path):
    """Each day alone is sound; only beside the day before it shows that a day is missing, or a cent was moved."""
    a_day(office)
    days = ["2026-11-17", "2026-11-18", "2026-11-19"]
    for at, day in enumerate(days[1:], start=1):
        assert office.both(kind="credit", table="T", amount=10_000) == "done"
        assert office.both(kind="float-count", table="T", amount=380_000 - at * 10_000) == "done"
        assert office.both(kind="day", day=day, to_ms=office.hall.now_ms()) == "done"
    key = Ed25519PrivateKey.generate()
    made = [make_day(office.hall.journal.store, day, key, time_ms=5) for day in days]
    files = [tmp_path / f"{day}.json" for day in days]
    for file, day in zip(files, made, strict=True):
        file.write_bytes(msgspec.json.encode(day))
    first, second, third = files
    code, said = command("verify-day", third, "--after", second, "--after", first)
    assert (code, said.count("continues: 2026-11")) == (0, 2), said
    code, said = command("verify-day", third, "--after", first)
    assert (code, "does not follow 2026-11-17" in said) == (1, True), said
    code, said = command("verify-day", first, "--after", second, "--json")
    assert (code, "is not before 2026-11-17" in said) == (1, True), said
    assert command("verify-day", third, "--after", tmp_path / "none.json")[0] == 2
    other = [one for one in verify_day(made[1], after=sign_day(made[0], Ed25519PrivateKey.generate())) if one.fault]
    assert [one.check for one in other] == ["continues"]
    opening = dict(made[1].opening)
    a, b = sorted(opening)[:2]
    opening[a], opening[b] = opening[a] + 1, opening[b] - 1
    moved_cent = sign_day(msgspec.structs.replace(made[1], opening=opening), key)
    found = [one.fault for one in verify_day(moved_cent, after=made[0]) if one.check == "continues"]
    assert found[0] is not None
    assert "this day opens with" in str(found[0])


def test_a_shift_is_a_file_for_a_spreadsheet(office):
    a_day(office)
    office.as_("olga")
    told = office.client.get("/api/report.csv")
    assert told.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(StringIO(told.text)))
    report = office.client.get("/api/report").json()
    for kind, held in report["closing"].items():
        mine = {one["what"]: int(one["cents"]) for one in rows if (one["part"], one["name"]) == ("accounts", kind)}
        assert mine.pop("at the end") == held == sum(mine.values())
    assert office.client.get("/api/report.csv?from_ms=soon").json()["error"]["code"] == "notation"


def test_a_table_whose_name_a_spreadsheet_would_compute_is_shown():
    async def evening():
        async with Sim(5) as sim:
            name = "=SUM(A1:A9)"
            host = await sim.table("nsw-poker", "texas-holdem", seats=2, name=name, commission=Commission(per_hand=200))
            players = [await sim.player(one, name, seat) for seat, one in enumerate(("ann", "bob"), start=1)]
            await sim.play(host, players, 2)
            now = sim.hall.now_ms() + 1
            shift = shift_report(dated_postings(sim.store), from_ms=0, to_ms=now)
            for text in (as_csv(revenue(sim.store, now - 3_600_000, now)), shift_csv(shift)):
                cells = [cell for row in csv.reader(StringIO(text)) for cell in row]
                assert f"'{name}" in cells
                assert not [one for one in cells if one.startswith("=")]

    run(evening())


def test_the_file_of_a_day_is_for_an_inspector_and_only_of_a_closed_day(office):
    office.as_("olga")
    assert office.client.get("/api/office/day/2026-11-17").status_code == 403
    office.as_("ina")
    office.client.post("/api/prove", json={"password": PASSWORD})
    told = office.client.get("/api/office/day/2026-11-17")
    assert (told.status_code, told.json()["error"]["code"]) == (400, "not-closed")
    a_day(office)
    office.as_("ina")
    file = office.path / "got.json"
    file.write_bytes(office.client.get("/api/office/day/2026-11-17").content)
    assert faults(read_day(file)) == []


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda whole: whole[: len(whole) // 2], "cut short"),
        (lambda _: b"{}", "not the file of a day"),
        (lambda whole: whole.replace(b"openfelt day 2", b"openfelt day 9", 1), "of the format"),
        (lambda whole: whole.replace(b"openfelt day 2", b"openfelt day 1", 1), "makes the file of a closed day anew"),
        (lambda _: b"\xff\xfe", "not the file of a day"),
    ],
)
def test_a_file_that_cannot_be_read_exits_with_2(signed, tmp_path, make, words):
    day, _ = signed
    file = tmp_path / "day.json"
    file.write_bytes(make(msgspec.json.encode(day)))
    code, said = command("verify-day", file)
    assert (code, words in said) == (2, True), said


def test_the_command_writes_a_closed_day_and_names_those_there_are(office, tmp_path):
    a_day(office)
    out, keyed = tmp_path / "day.json", ("--signing-key", tmp_path / "k", "--out")
    assert command("day", office.path) == (0, "2026-11-17\n")
    assert command("day", office.path, "2026-11-18", *keyed, out)[0] == 2
    assert command("day", office.path, "2026-11-17")[0] == 2, "no key, no file"
    code, said = command("day", office.path, "2026-11-17", *keyed, out)
    assert code == 0, said
    assert command("day", office.path, "2026-11-17", *keyed, out)[0] == 2, "nothing is overwritten"
    assert command("verify-day", out)[0] == 0


# -- reports by the hour -----------------------------------------------------------------------------------------------


def test_revenue_hands_and_downs_are_counted_from_the_journal():
    async def evening():
        async with Sim(3) as sim:
            fees = Commission(per_hand=200)
            host = await sim.table("nsw-poker", "texas-holdem", seats=3, commission=fees)
            players = [await sim.player(name, "T", seat) for seat, name in enumerate(("ann", "bob", "cat"), start=1)]
            boss = Officer("boss", "Boss", ("casino operator",))
            start = sim.hall.now_ms()
            await sim.hall.room.submit("down", "boss", SeatDealer("T", "dee", boss))
            await sim.play(host, players, 5)
            await sim.hall.room.submit("off", "boss", SeatDealer("T", "", boss))
            await sim.play(host, players, 3)
            made = revenue(sim.store, start, sim.hall.now_ms() + 1)
            (table,) = made.tables
            taken = sum(amount for name, amount in sim.store.balances("commission").items())
            assert (sum(table.taken), made.total) == (taken, taken)
            assert taken > 0
            closed = [one for one in sim.store.read("table/T") if one.record.name == "HandClosed"]
            assert sum(table.hands) == len(closed) == 8
            (down,) = made.downs
            assert (down.dealer, down.table, down.hands) == ("dee", "T", 5)
            assert as_csv(made).splitlines()[0] == "hour_ms,table,cents,dollars,hands"
            later = revenue(sim.store, sim.hall.now_ms() + 3_600_000, sim.hall.now_ms() + 7_200_000)
            assert later.total == 0
            with pytest.raises(NotationError, match="hours"):
                revenue(sim.store, 5_000_000, 0)

    run(evening())
