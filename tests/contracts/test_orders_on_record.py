"""Orders in the journal: what is found when one was changed or is gone, and what other rules would have decided."""

from __future__ import annotations

import json
from pathlib import Path

import apsw
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from openfelt.cage import accounts
from openfelt.cli import audit
from openfelt.errors import NotationError
from openfelt.journal import Shapes, SqliteReader, SqliteStore
from openfelt.journal.schema import STATEMENTS
from openfelt.pit.commands import ExcludePlayer, MarkBox
from openfelt.pit.events import Dealt
from openfelt.room import AddStake, SitDown
from openfelt.room.banked import PitState
from openfelt.room.banked_orders import ByStaff
from openfelt.room.house_events import HandVoided
from openfelt.room.offices import Officer
from openfelt.room.opening import OpenTable
from openfelt.room.orders import ByOfficer, Freeze
from openfelt.room.state import TableState
from openfelt.room.version import rules_of
from openfelt.service.record import asked, loading, shapes
from openfelt.service.record import audit as audits
from openfelt.service.record.asked import read_asked
from openfelt.service.record.audit import check_hands
from openfelt.service.record.pit_record import pit_event, pit_record
from openfelt.service.record.stream import event_of, record_of
from openfelt.service.writers import moves
from openfelt.table import events as e
from tests.contracts.test_moves import MOVE, two_tables
from tests.restart_kit import (
    NAMES,
    back,
    chain_again,
    go_on,
    mid_hand,
    pit_evening,
    replace_record,
)
from tests.service_kit import Sim, run, under_rules
from tests.twin_kit import page

KEY = ("nsw-poker", "texas-holdem")


async def an_evening(seed, **settings):
    """Two hands at a table, and a third is open; a round at a house-banked table."""
    async with Sim(seed, **settings) as sim:
        host = await sim.table(*KEY, seats=4)
        clients = [await sim.player(name, "T", at) for at, name in enumerate(NAMES[:3], start=1)]
        await sim.play(host, clients, 2)
        await sim.run(6)
        assert host.state.is_dealt
        return sim.store


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A journal on disk, as bytes."""
    path = tmp_path_factory.mktemp("orders") / "journal.sqlite"
    store = SqliteStore(path)
    run(an_evening("orders", store=store))
    store.close()
    return path.read_bytes()


@pytest.fixture
def path(kept, tmp_path):
    file = tmp_path / "journal.sqlite"
    file.write_bytes(kept)
    return file


def tamper(path, statement, *bindings):
    """Change the file as someone with all rights on it would."""
    db = apsw.Connection(str(path))
    guards = {name: sql for name, sql in STATEMENTS.items() if sql.startswith("CREATE TRIGGER")}
    for name in guards:
        db.execute(f"DROP TRIGGER {name}")
    db.execute(statement, bindings)
    for sql in guards.values():
        db.execute(sql)
    db.close()


def audited(path):
    """What `openfelt audit` says of each check."""
    said = CliRunner().invoke(audit.command, [str(path), "--json"])
    assert said.exception is None or isinstance(said.exception, SystemExit), said.exception
    return said.exit_code, {one["check"]: one for one in map(json.loads, said.output.splitlines())}


def order_of(path, kind):
    """The first order of a kind: its entry and its payload."""
    reader = SqliteReader(path)
    try:
        return next((one.entry, one.payload) for one in reader.orders(1, 10**9) if kind in one.payload)
    finally:
        reader.close()


def test_the_opening_of_a_table_is_an_order_with_its_sign_and_its_bots(path):
    entry, payload = order_of(path, b"OpenTable")
    reader = SqliteReader(path)
    opened = reader.read("table/T", 0, 1)[0]
    (order,) = reader.orders(entry, entry)
    reader.close()
    read = read_asked("table/T", payload)
    assert isinstance(read.order, OpenTable)
    assert (opened.entry, order.rules) == (entry, rules_of("nsw-poker"))
    assert read.at_ms == opened.record.time_ms


def test_what_was_asked_of_the_ledger_is_stored_with_the_order(path):
    _, payload = order_of(path, b"SitDown")
    read = read_asked("table/T", payload)
    assert isinstance(read.order, SitDown)
    assert read.balances == {accounts.purse(read.order.player): 10_000_000}


def test_a_journal_as_it_was_written_is_sound(path):
    code, said = audited(path)
    assert (code, said["hands"]["notes"]) == (0, [])
    assert said["hands"]["summary"] == "3 hands at 1 tables, 0 entries not decided again"


def test_an_order_that_is_gone_is_found_with_its_stream_and_entry(path):
    entry, _ = order_of(path, b"InHand")
    tamper(path, "DELETE FROM orders WHERE entry = ?", entry)
    code, said = audited(path)
    assert code == 1
    assert said["chain"]["fault"]["place"] == f"entry {entry} (stream 'table/T')"
    assert "orders" in said["chain"]["fault"]["what"]
    assert said["hands"]["summary"].endswith(" 1 entries not decided again")


@pytest.mark.parametrize(
    ("kind", "old", "new", "why"),
    [
        (b'"Call"', b'"Call"', b'"Fold"', "event 1, Folded, is not the one that is stored"),
        (b"SitDown", b'"stake":20000', b'"stake":20100', "event 1, SeatTaken, is not the one that is stored"),
        (b"SitDown", b'"balances":{"purse', b'"balances":{"purses', "which was not asked then"),
        (b"SitDown", b":10000000}", b":100}", "it is refused (purse)"),
        (b"SitDown", b'"SitDown"', b'"SitUp"', "it cannot be read"),
        (b"FixDeck", b'"shuffle":"T/1', b'"shuffle":"T/9', "has no sealed seed"),
        (b"DealHand", b'"shuffle":"T/1', b'"shuffle":"T/9', "it is refused (stale"),
        (b"InHand", b'"turn":', b'"turn":1', "it is refused (stale"),
        (b"OpenTable", b'"name":"T"', b'"name":"U"', "event 1, TableOpened, is not the one that is stored"),
    ],
)
def test_an_edited_order_is_found_with_its_stream_and_entry(path, kind, old, new, why):
    entry, payload = order_of(path, kind)
    assert old in payload
    tamper(path, "UPDATE orders SET payload = ? WHERE entry = ?", payload.replace(old, new), entry)
    code, said = audited(path)
    assert code == 1
    assert said["chain"]["fault"]["place"] == f"entry {entry} (stream 'table/T')"
    assert said["hands"]["fault"]["place"].startswith("stream 'table/T' record ")
    assert said["hands"]["fault"]["what"].startswith(f"entry {entry}: ")
    assert why in said["hands"]["fault"]["what"]


@pytest.mark.parametrize("damage", ["x'ff'", "x''", "CAST('[]' AS BLOB)", "CAST('{\"order\":7}' AS BLOB)"])
def test_bytes_that_are_no_order_are_found(path, damage):
    entry, _ = order_of(path, b"InHand")
    tamper(path, f"UPDATE orders SET payload = {damage} WHERE entry = {entry}")
    code, said = audited(path)
    assert code == 1
    assert said["hands"]["fault"]["what"] == f"entry {entry}: an order decided again: it cannot be read"


def test_an_order_row_whose_text_cannot_be_read_is_named(path):
    entry, _ = order_of(path, b"InHand")
    tamper(path, "UPDATE orders SET rules = CAST(x'ff' AS TEXT) WHERE entry = ?", entry)
    code, said = audited(path)
    assert code == 1
    assert said["chain"]["fault"]["place"] == f"order of entry {entry}"


def test_postings_that_the_order_does_not_give_are_found(path):
    entry, _ = order_of(path, b"SitDown")
    tamper(path, "UPDATE postings SET reason = 'gift' WHERE entry = ? AND line = 1", entry)
    code, said = audited(path)
    assert code == 1
    assert said["hands"]["fault"]["what"].startswith(f"entry {entry}: SitDown decided again: ledger line 1")


@pytest.mark.parametrize("lines", [[0, 1], [0, 3], [1, 3], [2, 4], [], [0], [2, 0], [0, 2, 1, 1]], ids=str)
def test_parts_of_an_act_that_claim_other_ledger_lines_are_found(lines):
    async def evening():
        async with Sim("parts") as sim:
            await two_tables(sim)
            await moves.move(sim.hall, MOVE, actor="p_flo", request="flo 1")
            return sim.store

    store = run(evening())
    number = store.head().entry
    sent, received = sorted(store.orders(number, number), key=lambda one: one.stream)
    assert (json.loads(sent.payload)["lines"], json.loads(received.payload)["lines"]) == ([0, 2], [2, 4])
    assert check_hands(store).fault is None
    said = {**json.loads(sent.payload), "lines": lines}
    store._orders[number - 1] = (replace(sent, payload=json.dumps(said).encode()), received)
    fault = check_hands(store).fault
    assert fault.place.startswith("stream 'table/T' ")
    assert fault.what.startswith(f"entry {number}")


def test_a_part_of_an_act_that_is_gone_is_found():
    async def evening():
        async with Sim("parts") as sim:
            await two_tables(sim)
            await moves.move(sim.hall, MOVE, actor="p_flo", request="flo 1")
            return sim.store

    store = run(evening())
    number = store.head().entry
    store._orders[number - 1] = store._orders[number - 1][:1]
    fault = check_hands(store).fault
    assert fault.what.startswith(f"entry {number}: ByOfficer SendPlayer decided again: its parts")


# -- shapes ------------------------------------------------------------------------------------------------------------


STORED = [
    json.loads(line) for line in (Path(__file__).parents[1] / "journals" / "orders.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("one", STORED, ids=lambda one: one["asked"]["order"]["type"])
def test_orders_that_were_stored_can_be_read(one):
    """A field that is renamed or removed needs a step: `openfelt.service.record.asked`."""
    read = read_asked(one["stream"], json.dumps(one["asked"]).encode())
    assert type(read.order).__name__ == one["asked"]["order"]["type"]


def test_an_old_shape_of_an_order_is_upgraded_on_reading(monkeypatch):
    steps = Shapes()
    monkeypatch.setattr(asked, "SHAPES", steps)
    monkeypatch.setattr(shapes, "SHAPES", steps)
    old = b'{"order":{"type":"AddStake","player":"ann","chips":500},"at_ms":7,"balances":{"purse/ann":900}}'
    with pytest.raises(NotationError, match="not an order"):
        read_asked("table/T", old)
    steps.upgrades("order.AddStake", 1)(
        lambda said: {"type": "AddStake", "player": said["player"], "amount": said["chips"]}
    )
    read = read_asked("table/T", old)
    assert (read.order, read.at_ms, read.balances) == (AddStake("ann", 500), 7, {"purse/ann": 900})
    new = asked.write_asked("table/T", AddStake("ann", 500), 7, {})
    assert json.loads(new)["shape"] == 2
    assert read_asked("table/T", new).order == AddStake("ann", 500)
    newer = new.replace(b'"shape":2', b'"shape":3')
    with pytest.raises(NotationError, match="has shape 3; this program knows up to 2"):
        read_asked("table/T", newer)


def test_an_old_shape_of_what_an_officer_ordered_is_upgraded_on_reading(monkeypatch):
    steps = Shapes()
    monkeypatch.setattr(asked, "SHAPES", steps)
    monkeypatch.setattr(shapes, "SHAPES", steps)
    kim = Officer("a1", "Kim", ("gaming supervisor",))
    given = ByOfficer(kim, Freeze(True, "look"))
    old = asked.write_asked("table/T", given, 7, {}).replace(b'"frozen":true', b'"stopped":true')
    steps.upgrades("order.Freeze", 1)(
        lambda said: {"type": "Freeze", "frozen": said["stopped"], "reason": said["reason"]}
    )
    assert read_asked("table/T", old).order == given
    new = asked.write_asked("table/T", given, 7, {})
    assert json.loads(new)["shape"] == 2
    assert read_asked("table/T", new).order == given


def test_citations_are_stored_once(path):
    """With the record that has them: not in its payload again, nor in the ledger lines that follow from it."""
    reader = SqliteReader(path)
    rows = [one for one in reader.records(0, 10**6) if one.stream == "table/T"]
    lines = reader.postings(1, 10**6)
    reader.close()
    db = apsw.Connection(str(path))
    raw = [cites for (cites,) in db.execute("SELECT cites FROM postings ORDER BY entry, line")]
    db.close()
    assert all(b'"cites":[' not in one.record.payload.split(b'"sign"')[0] for one in rows)
    assert {one.record.schema for one in rows} == {2}
    assert all(event_of(one.record).cites == one.record.cites for one in rows)
    assert sum(one.startswith("=") for one in raw) > len(raw) * 0.9
    cited = {one.entry: set() for one in rows}
    for one in rows:
        cited[one.entry].add(one.record.cites)
    assert all(line.cites in cited[line.entry] for line in lines if line.entry in cited)


def test_ledger_lines_that_point_to_another_record_are_found(path):
    entry, _ = order_of(path, b"DealHand")
    db = apsw.Connection(str(path))
    (line, cites), *_ = db.execute(
        "SELECT line, cites FROM postings WHERE entry = ? AND cites LIKE '=%'", (entry,)
    ).fetchall()
    db.close()
    for other in ("=1" if cites != "=1" else "=2", "=999", "=", "=x"):
        tamper(path, "UPDATE postings SET cites = ? WHERE entry = ? AND line = ?", other, entry, line)
        code, said = audited(path)
        assert code == 1
        assert said["chain"]["fault"]["place"] == f"entry {entry} (stream 'table/T')"
        assert said["ledger"]["ok"]


# -- other rules -------------------------------------------------------------------------------------------------------


def test_what_other_rules_decided_alike_is_no_news(monkeypatch):
    store = run(an_evening("alike"))
    under_rules(monkeypatch, "engine 2")
    verdict = check_hands(store)
    assert (verdict.fault, verdict.notes) == (None, ())


def recited(store, stream, *names, rules="engine 0, nsw-poker 1", **changes):
    """Events of these names as other rules would have told them. How many there are."""
    read, write = (pit_event, pit_record) if stream.startswith("pit/") else (event_of, record_of)
    found = [one for one in store.read(stream, 0, 10_000) if one.record.name in names]
    for one in found:
        made = write(replace(read(one.record), **changes), one.record.actor, one.record.time_ms)
        fields = {name: getattr(made, name) for name in ("payload", "schema", "cites")}
        replace_record(store, stream, one.version, **fields)
    chain_again(store, stream)
    store._orders = [tuple(replace(one, rules=rules) for one in several) for several in store._orders]
    return len(found)


def test_what_other_rules_decided_otherwise_is_a_note_and_no_fault():
    store = run(an_evening("otherwise"))
    assert recited(store, "table/T", "Called", all_in=True)
    verdict = check_hands(store)
    assert verdict.fault is None
    today = rules_of("nsw-poker")
    assert f"decided by engine 0, nsw-poker 1 (today {today})" in verdict.notes[0]
    assert "InHand would be decided otherwise: event 1, Called, is not the one that is stored" in verdict.notes[0]
    assert verdict.notes[0].startswith("table/T entry ")


def test_the_same_under_todays_rules_is_a_fault():
    store = run(an_evening("otherwise"))
    assert recited(store, "table/T", "Called", rules=rules_of("nsw-poker"), all_in=True)
    verdict = check_hands(store)
    assert verdict.fault is not None
    assert verdict.notes == ()


def test_an_order_of_other_rules_that_cannot_be_read_is_a_note():
    store = run(an_evening("unread"))
    at = next(at for at, several in enumerate(store._orders) if several and b"InHand" in several[0].payload)
    (order,) = store._orders[at]
    payload = order.payload.replace(b"InHand", b"InAHand")
    store._orders[at] = (replace(order, payload=payload, rules="engine 0, nsw-poker 1"),)
    verdict = check_hands(store)
    assert verdict.fault is None
    assert [one.partition("): ")[2] for one in verdict.notes] == [
        "an order would be decided otherwise: it cannot be read"
    ]


def test_another_citation_is_a_note_whichever_rules_decided():
    """The stories are compared without their citations: one that is put right raises no version."""
    store = run(an_evening("recited"))
    assert recited(store, "table/T", "Called", rules=rules_of("nsw-poker"), cites=("nsw-poker 1.1",))
    verdict = check_hands(store)
    assert verdict.fault is None
    assert "InHand: event 1, Called, cites nsw-poker 20." in verdict.notes[0]


def test_another_citation_does_not_void_the_hand_in_play():
    store, _ = run(a_hand_in_play("recited"))
    assert recited(store, "table/T", "Called", rules=rules_of("nsw-poker"), cites=("nsw-poker 1.1",))
    voided, told, _ = run(started_again(store))
    assert (voided, told) == ([], [])


def test_of_many_notes_the_first_are_told(monkeypatch):
    store = run(an_evening("many"))
    monkeypatch.setattr(audits, "MOST_NOTES", 2)
    assert recited(store, "table/T", "SeatTaken", "Called", cites=()) > 3
    verdict = check_hands(store)
    assert verdict.fault is None
    assert len(verdict.notes) == 3
    assert verdict.notes[-1].startswith("and ")


async def a_hand_in_play(seed):
    """A table in the middle of a hand with chips in the pot; what everyone had before it."""
    async with Sim(seed) as sim:
        host, *_ = await mid_hand(sim)
        return sim.store, {place.player: place.stack for place in host.table.places.values()}


async def started_again(store):
    """The room starts again: was the hand voided, what was told, and the stakes; then the next hand is played."""
    async with Sim("again", store=store) as sim:
        assert sim.hall.broken == {}
        await sim.settle()
        rows = store.read("table/T", 0, 10_000)
        voided = [event_of(one.record) for one in rows if one.record.name == HandVoided.__name__]
        told = [json.loads(one.record.payload) for one in store.read("room") if one.record.name == "OtherRules"]
        host, clients = await back(sim, 3)
        stakes = {place.player: place.stack for place in host.table.places.values()}
        await go_on(sim, clients, host)
        await go_on(sim, clients, host)
        assert not host.stopped
        return voided, told, stakes


def test_a_hand_in_play_under_other_rules_is_played_on_by_todays():
    store, _ = run(a_hand_in_play("older"))
    assert recited(store, "table/T", "Called", all_in=True)
    voided, told, _ = run(started_again(store))
    assert voided == []
    assert {"table": "T", "number": 1, "rules": "engine 0, nsw-poker 1"} in told
    verdict = check_hands(store)
    assert verdict.fault is None
    assert verdict.notes


def test_the_same_record_under_todays_rules_does_not_stand():
    store, stakes = run(a_hand_in_play("older"))
    assert recited(store, "table/T", "Called", rules=rules_of("nsw-poker"), all_in=True)
    voided, told, after = run(started_again(store))
    assert [one.reason for one in voided] == ["Called is not what the rules and the deck give here"]
    assert (told, after) == ([], stakes)


def test_a_hand_of_other_rules_that_does_not_fold_any_more_is_void_and_stakes_go_back(monkeypatch):
    store, stakes = run(a_hand_in_play("unfolded"))
    last = store.version("table/T")
    under_rules(monkeypatch, "engine 2")
    fold = TableState.fold

    def bent(self, event):
        if isinstance(event, e.Called) and self.version < last:
            raise KeyError("a field that nobody knows any more")
        fold(self, event)

    monkeypatch.setattr(TableState, "fold", bent)
    voided, _, after = run(started_again(store))
    assert [one.reason for one in voided] == ["Called does not fit (KeyError)"]
    assert after == stakes
    assert store.balance(accounts.pot("T")) == 0
    verdict = check_hands(store)
    assert verdict.fault is None, verdict.fault
    assert any("the hand is not followed to its end: Called does not fit (KeyError)" in one for one in verdict.notes)


def test_a_hand_of_other_rules_in_which_nobody_can_act_is_void(monkeypatch):
    store, stakes = run(a_hand_in_play("stuck"))
    assert recited(store, "table/T", "Called", all_in=True)

    def stuck(hand):
        raise KeyError("whose turn is it")

    with monkeypatch.context() as context:
        context.setattr(loading, "legal", stuck)
        voided, _, after = run(started_again(store))
    assert [one.reason for one in voided] == ["today's rules cannot go on with it (KeyError)"]
    assert after == stakes


async def a_round_in_play(seed):
    async with Sim(seed) as sim:
        pit, clients = await pit_evening(sim, 1)
        for one in clients:
            await one.ask(
                "pit-act",
                table="P",
                number=pit.round.number,
                order={
                    "type": "Wager",
                    "box": pit.round.seats[one.account.id],
                    "player": one.account.id,
                    "spot": "ante",
                    "amount": 1_000,
                },
            )
        for _ in range(30):
            if pit.round.in_play:
                return sim.store, dict(pit.round.opening)
            await sim.run(1)
        raise AssertionError("no round is dealt")


@pytest.mark.parametrize("folds", [True, False])
def test_a_round_in_play_under_other_rules_is_played_on_or_void(monkeypatch, folds):
    store, purses = run(a_round_in_play("round"))
    assert recited(store, "pit/P", "pit.Dealt", "pit.BoardDealt", rules="engine 0, act-holdem 1", cites=())
    if not folds:
        fold, last = PitState.fold, store.version("pit/P")

        def bent(self, event):
            if isinstance(event, Dealt) and self.version < last and self.round.number > 1:
                raise KeyError("a field that nobody knows any more")
            fold(self, event)

        monkeypatch.setattr(PitState, "fold", bent)

    async def again():
        async with Sim("again", store=store) as sim:
            assert sim.hall.broken == {}
            await sim.settle()
            pit = sim.hall.pits["P"]
            after, in_play = dict(pit.round.purses), pit.round.in_play
            await pit_evening(sim, 1)
            return after, in_play

    after, in_play = run(again())
    voided = [one for one in store.read("pit/P", 0, 10_000) if one.record.name == HandVoided.__name__]
    told = [one for one in store.read("room") if one.record.name == "OtherRules"]
    assert (in_play, len(voided), len(told)) == ((True, 0, 1) if folds else (False, 1, 0))
    if not folds:
        assert after == purses
    verdict = check_hands(store)
    assert verdict.fault is None, verdict.fault
    assert bool(verdict.notes)


@pytest.mark.parametrize("number", [1, 2])
def test_a_finished_round_of_other_rules_that_no_longer_folds_stops_nobody(monkeypatch, number):
    """What everyone has is what the ledger says; what the floor ordered in the second round holds."""

    async def evening():
        async with Sim("finished") as sim:
            pit, clients = await pit_evening(sim, 1)
            bob = clients[1].account.id
            for at, order in enumerate((MarkBox(3, 500_000), ExcludePlayer(bob, "other"))):
                await pit.submit(f"staff {at}", "house", ByStaff(order))
            await pit_evening(sim, 1)
            return sim.store, dict(pit.round.purses), pit.round.bank, bob, sim.hall.purse(bob)

    store, purses, bank, bob, held = run(evening())
    assert recited(store, "pit/P", "pit.Dealt", "pit.BoardDealt", rules="engine 0, act-holdem 1", cites=())
    fold, last = PitState.fold, store.version("pit/P")

    def bent(self, event):
        if isinstance(event, Dealt) and self.version < last and self.round.number == number:
            raise KeyError("a field that nobody knows any more")
        fold(self, event)

    monkeypatch.setattr(PitState, "fold", bent)

    async def again():
        async with Sim("again", store=store) as sim:
            assert sim.hall.broken == {}
            await sim.settle()
            pit = sim.hall.pits["P"]
            # What the pit alone knew of an exclusion is on the house's record now, and bob has left with the chips.
            staying = {player: chips for player, chips in purses.items() if player != bob}
            assert (pit.round.purses, pit.round.bank, pit.fault) == (staying, bank, "")
            assert sim.hall.purse(bob) == held + purses[bob]
            assert (pit.round.boxes[3].marker, pit.round.excluded) == (500_000, {bob})
            _, clients = await pit_evening(sim, 1, names=("ann",))
            for one in (1, 2, 3):
                assert (await page(sim, clients[0].account, "GET", f"/api/hands/P/{one}"))[0] == 200
            assert pit.round.number == 4

    run(again())
    told = [json.loads(one.record.payload) for one in store.read("room") if one.record.name == "RoundNotFollowed"]
    assert told == [{"table": "P", "number": number, "rules": "engine 0, act-holdem 1"}]
    verdict = check_hands(store)
    assert verdict.fault is None, verdict.fault
    assert any("the round is not followed to its end" in note for note in verdict.notes)


def test_a_finished_round_of_our_own_rules_that_does_not_fold_stops_the_table(monkeypatch):
    async def evening():
        async with Sim("ours") as sim:
            await pit_evening(sim, 2)
            return sim.store

    store, fold = run(evening()), PitState.fold

    def bent(self, event):
        if isinstance(event, Dealt) and self.round.number == 1:
            raise KeyError("a field that nobody knows any more")
        fold(self, event)

    monkeypatch.setattr(PitState, "fold", bent)

    async def again():
        async with Sim("again", store=store) as sim:
            return dict(sim.hall.broken)

    assert run(again()) == {"P": "its record cannot be folded"}
