"""Who may play: one answer at every door, by the house's record, in the running room and again in the audit."""

from __future__ import annotations

import json
from functools import partial

import pytest
from starlette.testclient import TestClient

from openfelt.errors import RuleViolation
from openfelt.games.standard import standard_sign
from openfelt.journal.verify import check_ledger
from openfelt.pit.games import sign_for
from openfelt.room.offices import Officer
from openfelt.room.people import DAY_MS, HOUR_MS, NOBODY, Limit, Person, PlayRules
from openfelt.room.playing import CLEAR, DOORS, Bar, Left, Standing, Used, may_claim, may_play, standing_of
from openfelt.service.app import build
from openfelt.service.record.audit import check_hands
from openfelt.service.record.room_audit import check_room
from openfelt.service.record.tournament_audit import check_tournaments
from openfelt.service.writers.enrolment import enrol
from openfelt.tournaments import fill
from tests.service_kit import Sim, run

HEADERS = {"x-openfelt": "1"}
NSW = "nsw-poker"


# -- the one function --------------------------------------------------------------------------------------------------


def refused(standing, door="seat", at_ms=0, **more):
    try:
        may_play(standing, door, at_ms, **more)
    except RuleViolation as no:
        return no.code, no.cites
    return None


@pytest.mark.parametrize("door", DOORS)
def test_every_door_refuses_whoever_is_excluded_with_the_clause_of_the_exclusion(door):
    out = Standing(barred=(Bar(("nsw-poker 27.4.3",)),))
    assert refused(CLEAR, door) is None
    assert refused(out, door) == ("excluded", ("nsw-poker 27.4.3",))
    assert refused(Standing(unchecked=True), door) == ("unchecked", ("house 30.1",))


@pytest.mark.parametrize(
    ("standing", "cites"),
    [
        (Standing(minutes=(Left("day", 60, 0),)), ()),
        (Standing(barred=(Bar(("house 30.4",), own=True),)), ()),
        (Standing(barred=(Bar(("nsw-poker 27.13",)),)), ("nsw-poker 27.13",)),
        (Standing(barred=(Bar(("house 30.4",), own=True), Bar(("nsw-poker 27.13",)))), ("nsw-poker 27.13",)),
        (Standing(barred=(Bar(("act-stud 19.2(b)",), book="act-stud"),)), ()),
        (Standing(barred=(Bar(("nsw-poker 27.13",), table="T"),)), ()),
    ],
)
def test_a_claim_of_what_was_won_is_told_which_exclusion_of_staff_there_is_and_of_nothing_else(standing, cites):
    assert may_claim(standing, 0, book=NSW) == cites


def test_nobody_whom_the_desk_has_not_checked_claims():
    with pytest.raises(RuleViolation) as no:
        may_claim(Standing(unchecked=True), 0, book=NSW)
    assert no.value.code == "unchecked"


def test_an_exclusion_from_the_games_of_a_book_is_from_no_other():
    out = Standing(barred=(Bar(("act-stud 19.2(b)",), book="act-stud"),))
    assert refused(out, book="act-stud") == ("excluded", ("act-stud 19.2(b)",))
    assert refused(out, book=NSW) is None


@pytest.mark.parametrize(("at_ms", "is_refused"), [(999, True), (1_000, False), (1_001, False)])
def test_an_exclusion_ends_with_its_term(at_ms, is_refused):
    assert bool(refused(Standing(barred=(Bar((), until_ms=1_000),)), at_ms=at_ms)) == is_refused


@pytest.mark.parametrize(("bringing", "is_refused"), [(299, False), (300, False), (301, True)])
def test_no_more_is_brought_than_the_limit_leaves(bringing, is_refused):
    mine = Person(limits=(Limit("loss", "day", 1_000),))
    stands = standing_of(mine, PlayRules(), 0, Used({"day": 700}))
    assert stands.money == (Left("day", 1_000, 300),)
    assert bool(refused(stands, bringing=bringing)) == is_refused


@pytest.mark.parametrize(("played", "is_refused"), [(59, False), (60, True), (61, True)])
def test_nobody_plays_longer_than_the_own_limit(played, is_refused):
    mine = Person(limits=(Limit("time", "day", 60),))
    assert bool(refused(standing_of(mine, PlayRules(), 0, Used({}, {"day": played})))) == is_refused


@pytest.mark.parametrize(("at_ms", "most"), [(99, 500), (100, 900), (101, 900)])
def test_a_looser_limit_holds_after_its_wait(at_ms, most):
    assert Limit("loss", "day", 500, 900, 100).at(at_ms) == most


# -- the room ----------------------------------------------------------------------------------------------------------


class Room:
    """A running room with an operator, an officer and players, each with a session."""

    def __init__(self, client):
        self.client, self.hall = client, client.app.state.hall
        self.tokens, self.ids, self.n = {}, {}, 0
        for name, roles in {
            "olga": ("operator", "player"), "kim": ("floor", "player"), "ann": ("player",), "bob": ("player",),
        }.items():  # fmt: skip
            account = self.hall.accounts.open_account(name, roles, 0, "a long password")
            client.portal.call(enrol, self.hall.room, account, 1_000_000)
            self.ids[name] = account.id
            self.tokens[name] = self.hall.accounts.start_session(account, self.hall.now_ms())

    def as_(self, who):
        self.client.cookies.clear()
        self.client.cookies.set("openfelt", self.tokens[who])

    def post(self, who, path, **body):
        self.n += 1
        self.as_(who)
        told = self.client.post(path, json={"id": f"r{self.n}", **body}).json()
        return "done" if told == {"done": True} else (told["error"]["code"], told["error"]["rule"])

    def get(self, who, path):
        self.as_(who)
        return self.client.get(path).json()

    def sit(self, who, table="T", seat=1, stake=20_000):
        from openfelt.room import SitDown  # noqa: PLC0415

        self.n += 1
        order = SitDown(self.ids[who], seat, stake, "post")
        try:
            self.client.portal.call(self.hall.hosts[table].submit, f"sit{self.n}", self.ids[who], order)
        except RuleViolation as no:
            return no.code, list(no.cites)
        return "done"

    def audit(self):
        store = self.hall.journal.store
        checks = (check_hands, check_room, check_tournaments, check_ledger)
        return [str(found) for check in checks if (found := check(store).fault)]


@pytest.fixture
def room(tmp_path):
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost", headers=HEADERS) as client:
        made = Room(client)
        client.portal.call(made.hall.open_table, "T", standard_sign(NSW, "texas-holdem", seats=4))
        client.portal.call(made.hall.open_table, "A", standard_sign("act-stud", "seven-card-stud", seats=4))
        client.portal.call(made.hall.open_pit, "P", sign_for("act-holdem"))
        yield made
        assert made.audit() == []


def exclude(room, who="ann", **more):
    return room.post("kim", "/api/people/exclude", account=room.ids[who], reason="a device", **more)


def test_an_excluded_person_is_refused_at_each_door_and_nothing_changes(room):
    olga = Officer(room.ids["olga"], "olga", ("casino operator",))
    made = fill("freeze-out", "house")
    room.client.portal.call(partial(room.hall.open_event, "E", made, by=olga, request="publish"))
    assert exclude(room, under=NSW) == "done"
    before = room.hall.journal.store.head()
    assert room.sit("ann") == ("excluded", ["nsw-poker 27.4.3"])
    assert room.sit("ann", "A") == ("excluded", ["nsw-poker 27.4.3"])
    from openfelt.room.banked_orders import TakeBox  # noqa: PLC0415

    with pytest.raises(RuleViolation) as no:
        room.client.portal.call(room.hall.pits["P"].submit, "box", room.ids["ann"], TakeBox(room.ids["ann"], 1, 10_000))
    assert (no.value.code, no.value.cites) == ("excluded", ("nsw-poker 27.4.3",))
    from openfelt.tournaments.orders import Apply, OpenRegistration  # noqa: PLC0415

    opened = partial(room.hall.events["E"].submit, "open", olga.account, OpenRegistration(olga))
    room.client.portal.call(opened)
    before = room.hall.journal.store.head()
    with pytest.raises(RuleViolation) as no:
        room.client.portal.call(
            room.hall.events["E"].submit, "apply", room.ids["ann"], Apply(room.ids["ann"], form=True)
        )
    assert (no.value.code, no.value.cites) == ("excluded", ("nsw-poker 27.4.3",))
    assert room.hall.journal.store.head() == before
    assert room.sit("bob") == "done", "who is not excluded sits"


def test_an_exclusion_is_by_a_clause_of_its_book_or_of_the_house(room):
    later = room.hall.now_ms() + DAY_MS
    assert exclude(room, under="act-stud") == ("no-such-rule", ["house 30.2"])
    assert exclude(room, book=NSW, under=NSW) == ("no-period", ["nsw-poker 27.13"])
    assert exclude(room, book=NSW, under=NSW, until_ms=later) == "done"
    assert room.sit("ann") == ("excluded", ["nsw-poker 27.13"])
    assert room.sit("ann", "A", stake=20_000) == "done", "of another book"


def test_who_is_seated_leaves_with_the_chips(room):
    assert room.sit("ann") == "done"
    assert exclude(room) == "done"
    assert room.hall.hosts["T"].table.places == {}
    assert room.hall.purse(room.ids["ann"]) == 1_000_000


def test_the_way_back(room):
    assert exclude(room) == "done"
    assert room.post("ann", "/api/playing/ask-back", number=1, words="it was my brother's phone") == "done"
    assert room.post("ann", "/api/playing/ask-back", number=1, words="please")[0] == "asked"
    told = next(one for one in room.get("kim", "/api/people")["people"] if one["name"] == "ann")
    assert told["exclusions"][0]["asked_back_ms"] > 0
    back = {"account": room.ids["ann"], "number": 1, "reason": "heard"}
    assert room.post("ann", "/api/people/let-back", **back)[0] == "not-allowed"
    assert room.post("kim", "/api/people/let-back", **back) == "done"
    assert room.sit("ann") == "done"
    assert room.post("kim", "/api/people/let-back", **back) == ("not-excluded", ["house 30.3"])


def test_nobody_checks_or_lets_back_oneself(room):
    assert room.post("kim", "/api/people/check", account=room.ids["kim"], document="passport") == (
        "own-act", ["house 30.1"],
    )  # fmt: skip
    assert room.post("olga", "/api/people/exclude", account=room.ids["kim"], reason="a fight") == "done"
    back = {"account": room.ids["kim"], "number": 1, "reason": "I say so"}
    assert room.post("kim", "/api/people/let-back", **back) == ("own-act", ["house 30.3"])


def test_an_own_exclusion_ends_with_its_term_and_not_before(room):
    now = room.hall.now_ms()
    path = "/api/playing/exclude"
    assert room.post("ann", path, until_ms=now + 23 * HOUR_MS) == ("own-term", ["house 30.4"])
    assert room.post("ann", path, until_ms=now + 25 * HOUR_MS) == "done"
    assert room.sit("ann") == ("self-excluded", ["house 30.4"])
    back = {"account": room.ids["ann"], "number": 1, "reason": "she asks"}
    assert room.post("kim", "/api/people/let-back", **back) == ("own-exclusion", ["house 30.4"])


def test_a_check_at_the_desk_comes_before_a_seat_where_the_house_wants_one(room):
    setting = {"setting": "identity_check", "value": 1, "reason": "the licence"}
    assert room.post("kim", "/api/people/settings", **setting)[0] == "not-allowed"
    assert room.post("olga", "/api/people/settings", **setting) == "done"
    assert room.sit("ann") == ("unchecked", ["house 30.1"])
    check = {"account": room.ids["ann"], "document": "passport"}
    assert room.post("kim", "/api/people/check", **check | {"document": "library card"})[0] == "bad-body"
    assert room.post("kim", "/api/people/check", **check) == "done"
    assert room.sit("ann") == "done"
    last = [one.record for one in room.hall.journal.store.read("room") if one.record.name == "IdentityChecked"][-1]
    kept = json.loads(last.payload)
    assert set(kept) == {"account", "checked"}
    assert set(kept["checked"]) == {"by", "at_ms", "document", "age"}


def test_a_limit_of_money_counts_what_is_brought_and_not_what_is_won(room):
    path = "/api/playing/limit"
    limit = {"kind": "loss", "period": "day", "amount": 30_000}
    assert room.post("ann", path, **limit) == "done"
    assert room.post("ann", path, **limit)[0] == "same-limit"
    assert room.sit("ann") == "done"
    assert room.sit("ann", "A", stake=20_000) == ("loss-limit", ["house 30.5"])
    assert room.get("ann", "/api/playing")["limits"][0]["left"] == 10_000
    from openfelt.room import StandUp  # noqa: PLC0415

    room.client.portal.call(room.hall.hosts["T"].submit, "up", room.ids["ann"], StandUp(room.ids["ann"]))
    assert room.get("ann", "/api/playing")["limits"][0]["left"] == 30_000
    assert room.post("ann", path, **limit | {"amount": 40_000}) == "done"
    told = room.get("ann", "/api/playing")["limits"][0]
    assert (told["now"], told["later"]) == (30_000, 40_000), "a looser one waits"
    assert room.post("ann", path, **limit | {"amount": 10_000}) == "done"
    assert room.get("ann", "/api/playing")["limits"][0]["now"] == 10_000, "a tighter one holds at once"


@pytest.mark.parametrize("amount", [-1, 10**13])
def test_an_amount_in_a_wrong_form_is_refused(room, amount):
    before = room.hall.journal.store.head()
    assert room.post("ann", "/api/playing/limit", kind="loss", period="day", amount=amount) == (
        "bad-amount", ["house 30.5"],
    )  # fmt: skip
    assert room.hall.journal.store.head() == before


def test_time_at_the_tables_is_counted_and_ends_with_the_own_limit():
    async def evening():
        async with Sim(1) as sim:
            host = await sim.table(NSW, "texas-holdem", seats=4)
            ann = await sim.player("ann", "T", 1)
            from openfelt.room.people_orders import SetLimit  # noqa: PLC0415

            await sim.hall.room.submit("limit", ann.account.id, SetLimit(ann.account.id, "time", "day", 60))
            await sim.run(59 * 60)
            assert ann.account.id in host.seats()
            await sim.run(2 * 60)
            assert host.seats() == {}
            refusal = await ann.ask("sit", table="T", seat=1, stake=20_000)
            assert refusal["code"] == "time-limit"
            await sim.run(24 * 3600)
            assert await ann.ask("sit", table="T", seat=1, stake=20_000) is None
            assert check_hands(sim.store).fault is None

    run(evening())


def test_whoever_chose_it_is_told_time_and_result():
    async def evening():
        async with Sim(1) as sim:
            await sim.table(NSW, "texas-holdem", seats=4)
            ann, bob = await sim.player("ann", "T", 1), await sim.player("bob")
            from openfelt.room.people_orders import ChooseReality  # noqa: PLC0415

            await sim.hall.room.submit("choose", ann.account.id, ChooseReality(ann.account.id, 30))
            await sim.run(29 * 60)
            assert not [one for one in ann.frames if b'"reality"' in one]
            await sim.run(33 * 60)
            ann.pump()
            bob.pump()
            told = [json.loads(one) for one in ann.frames if b'"reality"' in one]
            assert told == [{"type": "reality", "minutes": at, "result": 0} for at in (30, 60)]
            assert not [one for one in bob.frames if b'"reality"' in one], "nobody else hears of it"
            stored = [one.record.name for one in sim.store.read("room")]
            assert stored.count("RealityTold") == 2
            assert check_room(sim.store).fault is None

    run(evening())


def test_the_record_is_the_same_after_a_restart(room, tmp_path):
    assert exclude(room, under=NSW) == "done"
    from openfelt.service.record.room_record import read_roll  # noqa: PLC0415

    again = read_roll(room.hall.journal.store)
    assert again.people == room.hall.room.state.people
    assert again.people.of(room.ids["ann"]) != NOBODY


def test_the_audit_finds_somebody_who_was_let_in_against_the_record(tmp_path):
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost", headers=HEADERS) as client:
        room = Room(client)
        client.portal.call(room.hall.open_table, "T", standard_sign(NSW, "texas-holdem", seats=4))
        assert exclude(room) == "done"
        room.hall.room.standing = lambda *_: CLEAR
        assert room.sit("ann") == "done"
        assert "said otherwise then about whether this person may play" in room.audit()[0]
