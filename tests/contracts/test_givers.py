"""Who gives an order: an officer whom the roll knows, a player for oneself, or the house. The audit asks again."""

from __future__ import annotations

import asyncio
import json

import pytest
from click.testing import CliRunner

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.cli import audit
from openfelt.errors import RuleViolation, StaleView
from openfelt.games.standard import standard_sign
from openfelt.journal import SqliteReader
from openfelt.pit import commands as c
from openfelt.room import GiveNotice, SitDown, StandUp
from openfelt.room.banked_orders import ByStaff, TakeBox
from openfelt.room.giving import giver_fault
from openfelt.room.house_orders import CloseAccount, IssueChips
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer, DealLive, Freeze, InHand, NameCards
from openfelt.service.record.room_record import RollHistory
from openfelt.table.commands import Fold
from tests.contracts.test_appointments import crew, sent
from tests.contracts.test_orders_on_record import order_of, tamper
from tests.journals.write import Room, person
from tests.service_kit import run

STOP = Freeze(True, "look")
KEY = ("nsw-poker", "texas-holdem")


def refused(host, actor, order):
    """The code with which an order is refused."""

    async def given():
        with pytest.raises((RuleViolation, StaleView)) as refusal:
            await host.submit(f"{actor} {order}"[:100], actor, order)
        return refusal.value.code

    return given()


STAFFS = (STOP, GiveNotice(1), DealLive(), NameCards(()), InHand("T/1", 1, Fold(1)))


@pytest.mark.parametrize("order", STAFFS, ids=lambda one: type(one).__name__)
def test_an_order_of_staff_without_an_officer_is_the_houses_alone(order):
    assert giver_fault(order, "kim")
    for actor in ("house", "clock", "bot caller"):
        assert not giver_fault(order, actor)
    kim = Officer("kim", "Kim", ("Gaming Manager",))
    assert not giver_fault(ByOfficer(kim, order), "kim")
    assert "did not give it" in giver_fault(ByOfficer(kim, order), "lee")


def test_a_player_acts_for_oneself():
    for order in (SitDown("ann", 1, 500), StandUp("ann"), InHand("T/1", 1, Fold(1), "ann"), TakeBox("ann", 1, 500)):
        assert not giver_fault(order, "ann")
        assert giver_fault(order, "bob")
    assert giver_fault(StandUp("ann", excused_by="Kim"), "ann"), "nobody excuses oneself"
    assert giver_fault(ByStaff(c.NextRound()), "ann")
    assert giver_fault(IssueChips("purse/ann", 500), "ann")
    assert giver_fault(CloseAccount("bob", "why not"), "ann")


def test_in_the_running_room_the_roll_says_who_is_an_officer(tmp_path):
    async def evening():
        async with Room("givers", tmp_path) as sim:
            people = await crew(sim)
            kim = people["Kim"]
            host = await sim.hall.open_table("T", standard_sign(*KEY))
            pit = await sim.hall.open_pit("P", HoldemSign())
            officer = sim.hall.accounts.officer(kim, host.stream)
            before = sim.store.head()
            for one in (host, pit):
                assert await refused(one, kim.id, STOP) == "not-your-office"
                assert await refused(one, "floor", STOP) == "not-your-office"
                nobody = Officer("p_eve", "Eve", ("Gaming Manager",))
                assert await refused(one, "p_eve", ByOfficer(nobody, STOP)) == "not-your-office"
                more = Officer(kim.id, "Kim", ("Gaming Manager",))
                assert await refused(one, kim.id, ByOfficer(more, STOP)) == "stale"
                other = Officer(kim.id, "Boss", officer.offices)
                assert await refused(one, kim.id, ByOfficer(other, STOP)) == "not-your-office"
                assert await refused(one, people["Ann"].id, ByOfficer(officer, STOP)) == "not-your-office"
            assert await refused(pit, kim.id, ByStaff(c.NextRound(), reason="late")) == "not-your-office"
            assert await refused(sim.hall.room, kim.id, IssueChips("purse/x", 5)) == "not-your-office"
            assert sim.store.head() == before
            for one in (host, pit):
                await one.submit(f"stop {one.stream}", kim.id, ByOfficer(officer, STOP))
                await one.submit(f"go on {one.stream}", "house", Freeze(False, "seen"))
            assert not host.frozen

    run(evening())


def test_an_officer_waits_while_the_own_office_is_being_stored(tmp_path):
    async def evening():
        async with Room("changing", tmp_path) as sim:
            people = await crew(sim)
            kim, lee = people["Kim"], people["Lee"]
            host = await sim.hall.open_table("T", standard_sign(*KEY))
            append, going = sim.hall.journal.append, asyncio.Event()

            async def slowly(entry):
                if entry.batches[0].stream == "room":
                    await going.wait()
                return await append(entry)

            sim.hall.journal.append = slowly
            ends = {"account": kim.id, "office": "Assistant Gaming Manager", "reason": "left", "ends": True}
            ending = asyncio.ensure_future(sent(sim, people["Boss"], "/api/offices", {"id": "1", **ends}))
            while not sim.hall.accounts.changing:
                await asyncio.sleep(0)
            for one, code in ((kim, "stale"), (lee, "")):
                order = ByOfficer(sim.hall.accounts.officer(one, host.stream), STOP)
                if code:
                    assert await refused(host, one.id, order) == code
                else:
                    await host.submit("lee", one.id, order)
            going.set()
            assert await ending == (200, {})
            assert not sim.hall.accounts.changing
            order = ByOfficer(sim.hall.accounts.officer(kim, host.stream), STOP)
            assert await refused(host, kim.id, order) == "not-your-office", "by the table's book: no office is left"

    run(evening())


# --- the audit --------------------------------------------------------------------------------------------------------


async def an_evening(data):
    """Kim stops the table; then the office ends."""
    async with Room("audited", data) as sim:
        people = await crew(sim)
        kim, boss = people["Kim"], people["Boss"]
        body = {"id": "open", "name": "T", "rulebook": KEY[0], "game": KEY[1]}
        assert (await sent(sim, boss, "/api/tables", body))[0] == 200
        host = sim.hall.hosts["T"]
        ann = (await person(sim, "Una")).account
        await host.submit("sit", ann.id, SitDown(ann.id, 1, 20_000, "post"))
        await host.submit("stop", kim.id, ByOfficer(sim.hall.accounts.officer(kim, host.stream), STOP))
        ends = {"id": "1", "account": kim.id, "office": "Assistant Gaming Manager", "reason": "left", "ends": True}
        assert await sent(sim, boss, "/api/offices", ends) == (200, {})
        await host.submit("go on", "house", Freeze(False, "seen"))
        history = RollHistory(sim.store)
        head = sim.store.head().entry
        assert history.before(kim.id, head).offices == ()
        assert [one.office for one in history.before(kim.id, head - 1).offices] == ["Assistant Gaming Manager"]
        assert history.before(kim.id, 1) is None


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    data = tmp_path_factory.mktemp("givers")
    run(an_evening(data))
    return (data / "journal.sqlite").read_bytes()


@pytest.fixture
def path(kept, tmp_path):
    file = tmp_path / "journal.sqlite"
    file.write_bytes(kept)
    return file


def fault_of(path):
    said = CliRunner().invoke(audit.command, [str(path), "--only", "hands", "--json"])
    fault = json.loads(said.output.splitlines()[0])["fault"]
    return fault["what"] if fault else ""


def test_the_roll_is_asked_as_it_stood_then(path):
    """Kim holds no office any more; the order was given while Kim did."""
    assert fault_of(path) == ""


@pytest.mark.parametrize(
    ("kind", "old", "new", "why"),
    [
        (b"ByOfficer", b'"Assistant Gaming Manager"', b'"Gaming Manager"', "Kim held Assistant Gaming Manager then"),
        (b"ByOfficer", b'"name":"Kim"', b'"name":"Eve"', "the roll did not know Eve then"),
        (b"ByOfficer", b'"account":"a', b'"account":"b', "bears the name of Kim, who did not give it"),
        (b"OpenTable", b'"casino operator"', b'"Gaming Manager"', "Boss held casino operator then"),
        (b"SitDown", b'"player":"a', b'"player":"b', "SitDown is for its player, or for an officer"),
    ],
)
def test_an_order_of_somebody_whom_the_roll_did_not_know_so_is_found(path, kind, old, new, why):
    entry, payload = order_of(path, kind)
    assert old in payload
    tamper(path, "UPDATE orders SET payload = ? WHERE entry = ?", payload.replace(old, new), entry)
    assert fault_of(path).startswith(f"entry {entry}: ")
    assert why in fault_of(path)


def test_an_order_of_staff_that_no_officer_gave_is_found(path):
    entry, payload = order_of(path, b"ByOfficer")
    bare = {**json.loads(payload), "order": json.loads(payload)["order"]["order"]}
    tamper(path, "UPDATE orders SET payload = ? WHERE entry = ?", json.dumps(bare).encode(), entry)
    assert fault_of(path) == f"entry {entry}: Freeze: Freeze is for an officer"


def test_the_houses_own_orders_need_none(path):
    reader = SqliteReader(path)
    orders = [one.payload for one in reader.orders(1, 10**9, "table/T")]
    reader.close()
    assert b'"type":"Freeze"' in orders[-1]
    assert b"ByOfficer" not in orders[-1]
