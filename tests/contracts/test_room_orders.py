"""What the room decides about itself is an order on record, decided again by the audit; nothing of it is only noted."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from click.testing import CliRunner

from openfelt.cage import accounts
from openfelt.cli import audit
from openfelt.errors import NotationError, OpenfeltError, RuleViolation, StaleView
from openfelt.journal import SqliteReader
from openfelt.room import account_orders as k
from openfelt.room import house
from openfelt.room import house_orders as o
from openfelt.room import people_orders as w
from openfelt.room import roll as r
from openfelt.room import till as t
from openfelt.room import till_orders as m
from openfelt.room.evening import Evening
from openfelt.room.offices import Officer
from openfelt.room.version import rules_of
from openfelt.service.record.asked import read_asked, write_asked
from openfelt.service.record.room_record import room_event, room_record
from tests.contracts.test_appointments import crew, sent
from tests.contracts.test_orders_on_record import tamper
from tests.journals.write import Room, person
from tests.service_kit import run

BOSS = r.Member("boss", "Boss", ("operator",), offices=(r.Held("casino operator"),))
KIM = r.Member("kim", "Kim", ("floor",), offices=(r.Held("Assistant Gaming Manager"),))
ANN = r.Member("ann", "Ann", ("player",))
GUS = r.Member("gus", "Gus", ("player",), guest=True)
PEOPLE = (BOSS, KIM, ANN, GUS)


def by(member):
    return Officer(member.account, member.name, member.offices_at())


def a_roll(*members):
    roll = r.Roll()
    for one in members or PEOPLE:
        r.evolve(roll, r.AccountOpened.of(one))
    return roll


def decided(order, roll=None, given=None):
    return house.decide(roll or a_roll(), order, given or Evening())


PURSE = accounts.purse("ann")
LOST = a_roll()
r.evolve(LOST, r.AccountsLost(("ann",)))
EXCLUDED = decided(w.ExcludePerson("ann", "a fight", by(KIM))).after
PROPOSED = decided(m.ProposeAct(t.FloatCount("T", 0), by(KIM))).after
CODED = decided(k.GiveResetCode("ann", "ab", "forgotten", by(BOSS))).after
FACTORED = decided(k.SetSecondFactor("ann", "ab")).after
DEALT = a_roll()
DEALT.till.dealers["T"] = "ann"
NEW = r.Member("new", "New", ("dealer",), offices=(r.Held("dealer"),))
# Each order once, with the roll it is given to, and the names of its events.
ORDERS = {
    "issue": (o.IssueChips(PURSE, 500, "a gift", by(BOSS)), None, ["ChipsIssued"]),
    "issue by the house": (o.IssueChips(accounts.HOUSE, 500), None, ["ChipsIssued"]),
    "open": (o.OpenAccount(NEW, 700), None, ["AccountOpened", "ChipsIssued"]),
    "open without chips": (o.OpenAccount(NEW), None, ["AccountOpened"]),
    "keep": (o.KeepAccount("gus", "Gus"), None, ["AccountKept"]),
    "give a code": (k.GiveResetCode("ann", "ab", "forgotten", by(BOSS)), None, ["ResetCodeGiven"]),
    "use a code": (k.ResetPassword("ann", "ab"), CODED.copy(), ["PasswordReset"]),
    "refill": (k.AskRefill("ann"), None, ["RefillGiven", "ChipsIssued"]),
    "erase": (k.EraseAccount("gus", give_up=True), None, ["AccountErased"]),
    "second factor": (k.SetSecondFactor("ann", "ab"), None, ["SecondFactorSet"]),
    "drop it": (k.DropSecondFactor("ann"), FACTORED.copy(), ["SecondFactorEnded"]),
    "end it": (k.EndSecondFactor("ann", "lost phone", by(BOSS)), FACTORED.copy(), ["SecondFactorEnded"]),
    "adopt": (o.AdoptAccounts(PEOPLE, (r.Invitation(("floor",), "ab"),)), r.Roll(), ["AccountsAdopted"] * 2),
    "lose": (o.LoseAccounts(("ann", "gus")), None, ["AccountsLost"]),
    "restore": (o.RestoreAccounts(("ann", "gus")), LOST, ["AccountOpened"]),
    "close": (o.CloseAccount("ann", "asked for it", by(BOSS)), None, ["AccountDisabled"]),
    "close by the house": (o.CloseAccount("ann", "found closed at the start"), None, ["AccountDisabled"]),
    "invite": (o.MakeInvitation(("dealer",), "cd", by(BOSS)), None, ["InvitationMade"]),
    "prescribe": (o.PrescribeItems(("fireworks",), "regulation 5", by(BOSS)), None, ["ItemsPrescribed"]),
    "appoint": (o.Appoint("ann", "dealer", "new", by(BOSS), "table/T"), None, ["OfficeGiven"]),
    "end": (o.EndAppointment("kim", "Assistant Gaming Manager", "left", by(BOSS)), None, ["OfficeEnded"]),
    "hand over": (o.HandOver("kim", "boss", "Assistant Gaming Manager", "late", by(KIM)), None, ["OfficeHandedOver"]),
    "absent": (o.BeAbsent("kim", "a break", by(KIM)), None, ["OfficerAbsent"]),
    "back": (o.BeBack("kim", "here again", by(BOSS)), None, ["OfficerBack"]),
    "check": (w.CheckIdentity("ann", "passport", by(KIM)), None, ["IdentityChecked"]),
    "exclude": (w.ExcludePerson("ann", "a device", by(KIM), under="nsw-poker"), None, ["PersonExcluded"]),
    "exclude at a table": (
        w.ExcludeFromTable("ann", "T", "a fight", 0, "nsw-poker", ("nsw-poker 27.13",), by(KIM)),
        None,
        ["PersonExcluded"],
    ),
    "let back": (w.EndExclusion("ann", 1, "served", by(KIM)), EXCLUDED.copy(), ["ExclusionEnded"]),
    "exclude oneself": (w.ExcludeMyself("ann"), None, ["PersonExcluded"]),
    "ask back": (w.AskBack("ann", 1, "please"), EXCLUDED.copy(), ["WayBackAsked"]),
    "limit": (w.SetLimit("ann", "loss", "day", 5_000), None, ["LimitSet"]),
    "choose": (w.ChooseReality("ann", 30), None, ["RealityChosen"]),
    "tell": (w.TellReality("ann", 30, -500), None, ["RealityTold"]),
    "setting": (w.SetPlayRule("identity_check", 1, "the licence", by(BOSS)), None, ["PlayRuleSet"]),
    "propose": (m.ProposeAct(t.FloatCount("T", 0), by(KIM)), None, ["ActProposed"]),
    "confirm": (m.ConfirmAct(1, by(BOSS)), PROPOSED.copy(), ["ActConfirmed"]),
    "withdraw": (m.WithdrawAct(1, "wrong table", by(KIM)), PROPOSED.copy(), ["ActWithdrawn"]),
    "rota": (m.SeatDealer("T", "", by(KIM)), DEALT, ["DealerSeated"]),
    "note": (o.Note("LogInFailed", {"account": "", "address": "10.0.0.1"}), None, ["LogInFailed"]),
}  # fmt: skip


@pytest.mark.parametrize("name", ORDERS)
def test_an_order_changes_nothing_until_its_events_do_and_all_of_it_can_be_stored(name):
    order, roll, names = ORDERS[name]
    roll = roll or a_roll()
    before = roll.copy()
    made = decided(order, roll)
    after = made.after
    assert roll == before
    records = [room_record(event, "boss", 5) for event in made.events]
    assert [one.name for one in records] == names
    assert tuple(map(room_event, records)) == made.events
    for event in map(room_event, records):
        r.evolve(roll, event)
    assert roll == after
    assert sum(line.amount for line in made.postings) == 0
    assert read_asked("room", write_asked("room", order, 5, {})).order == order


def test_every_order_of_the_room_is_tried_here():
    tried = {type(order) for order, _, _ in ORDERS.values()} | {o.RedeemChips, m.ChangeCash}
    assert tried == set(get_args(o.HouseOrder)) == set(house._ANSWERS)


def test_chips_are_redeemed_as_far_as_the_purse_goes():
    evening = Evening()
    evening.issue("ann", 500)
    made = decided(o.RedeemChips(PURSE, 500, "cash", by(BOSS)), given=evening)
    assert [(line.account, line.amount) for line in made.postings] == [(PURSE, -500), (accounts.ISSUED, 500)]
    with pytest.raises(RuleViolation, match="cannot be redeemed"):
        decided(o.RedeemChips(PURSE, 501, "cash", by(BOSS)), given=evening)


REFUSED = {
    "chips by no cashier": (o.IssueChips(PURSE, 5, "gift", by(KIM)), "not-your-office"),
    "chips for nobody": (o.IssueChips(accounts.purse("eve"), 5, "gift", by(BOSS)), "no-account"),
    "chips without a reason": (o.IssueChips(PURSE, 5, "", by(BOSS)), "notation"),
    "no chips": (o.IssueChips(PURSE, 0), "bad-amount"),
    "twice on the roll": (o.OpenAccount(ANN, 5), "notation"),
    "adopted twice": (o.AdoptAccounts(PEOPLE), "notation"),
    "closed by no operator": (o.CloseAccount("ann", "why not", by(KIM)), "not-your-office"),
    "invited by no operator": (o.MakeInvitation(("floor",), "ef", by(KIM)), "not-your-office"),
    "prescribed by no operator": (o.PrescribeItems((), "regulation 5", by(KIM)), "not-your-office"),
    "prescribed twice": (o.PrescribeItems(("x", "x"), "regulation 5", by(BOSS)), "notation"),
    "prescribed by nothing": (o.PrescribeItems(("x",), "", by(BOSS)), "notation"),
    "appointed by no operator": (o.Appoint("kim", "Gaming Manager", "me", by(KIM)), "not-your-office"),
    "a guest": (o.Appoint("gus", "dealer", "new", by(BOSS)), "not-staff"),
    "nobody": (o.Appoint("eve", "dealer", "new", by(BOSS)), "notation"),
    "no such office": (o.Appoint("ann", "king", "new", by(BOSS)), "notation"),
    "not held": (o.EndAppointment("ann", "dealer", "left", by(BOSS)), "notation"),
    "somebody else's": (o.HandOver("boss", "kim", "casino operator", "mine now", by(KIM)), "not-your-office"),
    "to no colleague": (o.HandOver("kim", "ann", "Assistant Gaming Manager", "late", by(KIM)), "not-staff"),
    "for somebody else": (o.BeAbsent("boss", "away", by(KIM)), "not-your-office"),
    "who holds none": (o.BeAbsent("ann", "tired", by(ANN)), "not-staff"),
    "an unknown officer": (o.BeBack("kim", "x", Officer("eve", "Eve", ("Gaming Manager",))), "not-your-office"),
    "another one's name": (o.BeBack("kim", "x", Officer("kim", "Boss", by(KIM).offices)), "not-your-office"),
    "an office of one's own making": (o.BeBack("kim", "x", Officer("kim", "Kim", ("Gaming Manager",))), "stale"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name):
    order, code = REFUSED[name]
    roll = a_roll()
    with pytest.raises(OpenfeltError) as refused:
        decided(order, roll)
    assert refused.value.code == code, refused.value
    assert roll == a_roll()


def test_an_absent_officer_comes_back_and_does_nothing_else():
    roll = a_roll()
    r.evolve(roll, r.OfficerAbsent("kim", "Kim", "a break"))
    away = Officer("kim", "Kim", ())
    with pytest.raises(StaleView):
        decided(o.BeBack("kim", "back", by(KIM)), roll)
    assert decided(o.BeBack("kim", "back", away), roll).after.members["kim"].absent is False


@pytest.mark.parametrize("name", sorted(house.DECIDED))
def test_nothing_that_is_decided_is_only_noted(name):
    with pytest.raises(NotationError):
        decided(o.Note(name, {}))


# --- in the running room ----------------------------------------------------------------------------------------------


async def an_evening(data):
    async with Room("orders", data) as sim:
        people = await crew(sim)
        boss, kim, ann = (people[name] for name in ("Boss", "Kim", "Ann"))
        give = {"id": "1", "account": ann.id, "office": "gaming supervisor", "reason": "a new colleague"}
        assert await sent(sim, boss, "/api/offices", give) == (200, {})
        over = {"id": "1", "to": ann.id, "office": "Assistant Gaming Manager", "reason": "end of the shift"}
        assert await sent(sim, kim, "/api/offices/hand-over", over) == (200, {})
        cage = {"account": ann.id, "what": "issue", "amount": 500, "reason": "cash"}
        assert await sent(sim, boss, "/api/cage", {"id": "2", **cage}) == (200, {})
        assert await sent(sim, boss, "/api/cage", {"id": "3", **cage, "what": "redeem"}) == (200, {})
        gone = (await person(sim, "Mallory")).account
        await sim.hall.disable(gone, boss, "asked for it")
        sim.hall.significant.log_in_failed("", "10.0.0.1")
        await sim.settle()


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    data = tmp_path_factory.mktemp("orders")
    run(an_evening(data))
    return (data / "journal.sqlite").read_bytes()


@pytest.fixture
def path(kept, tmp_path):
    file = tmp_path / "journal.sqlite"
    file.write_bytes(kept)
    return file


def audited(path):
    said = CliRunner().invoke(audit.command, [str(path), "--only", "room", "--json"])
    assert said.exception is None or isinstance(said.exception, SystemExit), said.exception
    return json.loads(said.output.splitlines()[0])


def room_orders(path):
    reader = SqliteReader(path)
    try:
        return [(one.entry, one.rules, one.payload) for one in reader.orders(1, 10**9, "room")]
    finally:
        reader.close()


def test_every_entry_of_the_room_has_its_order_and_is_decided_again(path):
    said = audited(path)
    found = room_orders(path)
    assert (said["ok"], said["notes"]) == (True, [])
    assert said["summary"] == f"{len(found)} entries of the room itself, 0 not decided again"
    assert {rules for _, rules, _ in found} == {rules_of("house")}
    kinds = {type(read_asked("room", payload).order) for _, _, payload in found}
    assert kinds == {
        o.OpenAccount, o.Appoint, o.HandOver, o.IssueChips, o.RedeemChips, o.CloseAccount, o.Note,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "old", "new", "why"),
    [
        (b'"Appoint"', b"gaming supervisor", b"casino operator", "event 2, OfficeGiven, is not the one that is stored"),
        (b'"Appoint"', b'"casino operator"]', b'"dealer"]', "it is refused (stale)"),
        (b'"HandOver"', b'"name":"Kim"', b'"name":"Bim"', "it is refused (not-your-office)"),
        (b'"RedeemChips"', b'"amount":500', b'"amount":400', "event 1, ChipsRedeemed, is not the one that is stored"),
        (b'"RedeemChips"', b'"amount":500', b'"amount":9000000', "it is refused (purse)"),
        (b'"IssueChips"', b'"reason":"cash"', b'"reason":""', "it is refused (notation)"),
        (b'"OpenAccount"', b'"chips":1000000', b'"chips":1', "event 2, ChipsIssued, is not the one that is stored"),
        (b'"Note"', b"10.0.0.1", b"10.0.0.2", "event 1, Noted, is not the one that is stored"),
        (b'"CloseAccount"', b'"CloseAccount"', b'"LoseAccount"', "an order decided again: it cannot be read"),
    ],
)
def test_an_edited_order_is_found(path, kind, old, new, why):
    entry, _, payload = next(one for one in room_orders(path) if kind in one[2] and old in one[2])
    tamper(path, "UPDATE orders SET payload = ? WHERE entry = ?", payload.replace(old, new), entry)
    fault = audited(path)["fault"]
    assert fault["place"].startswith("stream 'room' record ")
    assert fault["what"].startswith(f"entry {entry}: ")
    assert why in fault["what"]


def test_an_edited_record_is_found_where_its_order_says_otherwise(path):
    other = "CAST(replace(CAST(payload AS TEXT), 'gaming supervisor', 'Gaming Manager') AS BLOB)"
    tamper(path, f"UPDATE records SET payload = {other} WHERE name = 'OfficeGiven'")
    assert "Appoint decided again: event 2, OfficeGiven" in audited(path)["fault"]["what"]


def test_chips_that_no_ledger_line_has_are_found_without_an_order_too(path):
    entry, _, _ = next(one for one in room_orders(path) if b'"IssueChips"' in one[2])
    tamper(path, "DELETE FROM orders WHERE entry = ?", entry)
    assert audited(path)["summary"].endswith(" 1 not decided again")
    tamper(path, "UPDATE postings SET amount = 600 WHERE entry = ? AND amount = 500", entry)
    assert "lacks ledger lines of its events: purse/" in audited(path)["fault"]["what"]
