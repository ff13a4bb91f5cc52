"""An exclusion from the game at one table: one entry with the floor's act, one record, every door asks there."""

from __future__ import annotations

import asyncio

import pytest

from openfelt.errors import RuleViolation
from openfelt.floor import Use
from openfelt.floor.grants import Exclude
from openfelt.floor.ruling import Author
from openfelt.pit import commands as c
from openfelt.room import events as r
from openfelt.room.banked_orders import ByStaff
from openfelt.room.composition import Decided
from openfelt.room.draft import Draft
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer, OnFloor
from openfelt.room.people_orders import EndExclusion
from openfelt.service.record.audit import check_hands
from openfelt.service.record.room_audit import check_room
from openfelt.service.writers import exclusions
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.writer import Part, store_and_tell
from tests.contracts.test_back_office import office
from tests.contracts.test_pit_desk import SIGNS, Desk
from tests.service_kit import Sim, run

__all__ = ["office"]  # the fixture

CITES = ("nsw-poker 27.13",)
KIM = Officer("p_kim", "Kim", ("Assistant Gaming Manager",))
DEE = Officer("p_dee", "Dee", ("dealer",))
SIT = {"table": "T", "seat": 3, "stake": 20_000, "entry": "post"}


def order(host, by, *, power=None, role="manager"):
    use = Use(power or Exclude(1, "breach", 1800), Author(by.name, role), "a fight")
    return ByOfficer(by, OnFloor(host.hand.turns, use))


async def a_table(sim):
    host = await sim.table("nsw-poker", "texas-holdem", seats=4)
    ann = await sim.player("ann", "T", 1)
    await sim.player("bob", "T", 2)
    await sim.run(1)
    return host, ann


def test_the_floors_act_and_the_exclusion_are_one_entry_that_is_decided_again():
    async def evening():
        async with Sim("one entry") as sim:
            host, ann = await a_table(sim)
            await exclusions.exclude(sim.hall.room, host, order(host, KIM), "a fight", request="out")
            at_table, in_house = sim.store.read("table/T")[-1], sim.store.read("room")[-1]
            assert at_table.entry == in_house.entry
            assert (in_house.record.name, in_house.record.cites) == ("PersonExcluded", CITES)
            await sim.run(600)
            assert host.table.place_of("p_ann") is None
            assert (await ann.ask("sit", **SIT))["code"] == "excluded"
            await sim.table("nsw-poker", "texas-holdem", name="Next", seats=4)
            assert await ann.ask("sit", **SIT | {"table": "Next"}) is None, "only that table"
            for check in (check_hands, check_room):
                assert check(sim.store).fault is None

    run(evening())


def test_whoever_may_not_exclude_changes_neither_record():
    async def evening():
        async with Sim("refused") as sim:
            host, _ = await a_table(sim)
            before = sim.store.head()
            with pytest.raises(RuleViolation, match=r"27\.13"):
                await exclusions.exclude(sim.hall.room, host, order(host, DEE), "a fight", request="out")
            assert sim.store.head() == before
            assert sim.hall.room.state.people.persons == {}
            assert sim.hall.accounts.changing == frozenset()

    run(evening())


@pytest.mark.parametrize(("until_min", "is_kept"), [(0, True), (60, True), (-1, False)])
def test_an_exclusion_that_an_earlier_release_kept_at_the_table_is_taken_over(until_min, is_kept):
    async def evening():
        async with Sim("old") as sim:
            host, _ = await a_table(sim)
            cat = await sim.player("cat")
            facts, draft = Facts(sim.hall), Draft(host.state, Facts(sim.hall))
            until_ms = sim.hall.now_ms() + until_min * 60_000 if until_min else 0
            draft.note(r.PlayerBarred("p_cat", until_ms, CITES))
            part = Part(host, None, Decided(draft.state, tuple(draft.events), ()), facts)
            await store_and_tell((part,), "old", "house")
            for _ in range(2):
                await exclusions.take_over(sim.hall.room, [host])
            bars = sim.hall.room.state.people.of("p_cat").exclusions
            assert [(one.table, one.until_ms, one.cites) for one in bars] == [("T", until_ms, CITES)] * is_kept
            assert bool(host.table.barred) is not is_kept
            await cat.ask("watch", table="T")
            refused = await cat.ask("sit", **SIT)
            assert (refused is not None) is is_kept
            for check in (check_hands, check_room):
                assert check(sim.store).fault is None

    run(evening())


# -- how far it goes: the clause says so -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "cites", "everywhere"),
    [
        (Exclude(1, "breach"), ("nsw-poker 27.13",), False),
        (Exclude(1, "device"), ("nsw-poker 27.4", "nsw-poker 27.4.2"), False),
        (Exclude(1, "device", from_casino=True), ("nsw-poker 27.4.3",), True),
    ],
)
def test_the_clause_of_the_floors_act_says_which_doors_are_closed(power, cites, everywhere):
    """From the game: only that table. From the casino: every other door, a pit and a list as well."""

    async def evening():
        async with Sim("how far") as sim:
            host, ann = await a_table(sim)
            await sim.table("nsw-poker", "texas-holdem", name="Next", seats=4)
            await sim.hall.open_pit("P", SIGNS["act-holdem"])
            await exclusions.exclude(sim.hall.room, host, order(host, KIM, power=power), "a fight", request="out")
            (bar,) = sim.hall.room.state.people.of("p_ann").exclusions
            assert (bar.cites, bar.table) == (cites, "" if everywhere else "T")
            await sim.run(600)
            assert host.table.place_of("p_ann") is None
            assert (await ann.ask("sit", **SIT))["code"] == "excluded"
            box = {"table": "P", "box": 1, "stake": 100_000}
            for door, given in (("sit", SIT | {"table": "Next"}), ("pit-join", box)):
                told = await ann.ask(door, **given)
                assert (told is not None) is everywhere, (door, told)
                assert not everywhere or "nsw-poker 27.4.3" in told["rule"]
            for check in (check_hands, check_room):
                assert check(sim.store).fault is None

    run(evening())


def test_no_other_ground_excludes_from_the_casino():
    async def evening():
        async with Sim("no ground") as sim:
            host, _ = await a_table(sim)
            before = sim.store.head()
            asked = order(host, KIM, power=Exclude(1, "breach", from_casino=True))
            with pytest.raises(RuleViolation) as no:
                await exclusions.exclude(sim.hall.room, host, asked, "a fight", request="out")
            assert (no.value.code, sim.store.head()) == ("no-such-power", before)

    run(evening())


async def of_one_table(hall, ids):
    """Dee, who holds the floor's office at table T alone, excludes bob; and tries to do so from the casino."""
    host, dee = hall.hosts["T"], hall.accounts.find(ids["dee"])
    officer = hall.accounts.officer(dee, host.stream)
    seat = next(no for no, player in host.state.players.items() if player == ids["bob"])
    device = order(host, officer, power=Exclude(seat, "device", from_casino=True), role="supervisor")
    with pytest.raises(RuleViolation) as no:
        await exclusions.exclude(hall.room, host, device, "a phone", request="casino")
    breach = order(host, officer, power=Exclude(seat, "breach"), role="supervisor")
    await exclusions.exclude(hall.room, host, breach, "a fight", request="table")
    return no.value.code


def test_whoever_holds_the_office_at_one_table_excludes_from_its_game_and_lets_back_and_does_no_more(office):
    at_table = {"account": office.ids["dee"], "office": "gaming supervisor", "reason": "her table", "at": "table/T"}
    assert office.post("olga", "/api/offices", **at_table) == "done"
    for who, seat in (("ann", 1), ("bob", 2)):
        assert office.sit(who, seat=seat) == "done"
    for _ in range(500):
        if office.hall.hosts["T"].hand is not None:
            break
        office.client.portal.call(asyncio.sleep, 0.01)
    assert office.client.portal.call(of_one_table, office.hall, office.ids) == "not-your-office"
    assert office.post("kim", "/api/floor/T/freeze", frozen=True, reason="the cards are counted") == "done"
    bob = office.ids["bob"]
    (bar,) = office.hall.room.state.people.of(bob).exclusions
    assert bar.table == "T"
    back = {"player": bob, "number": 1, "reason": "calm again"}
    assert office.post("dee", "/api/floor/T/let-back", **back) == "done"
    assert office.hall.room.state.people.of(bob).exclusions == ()
    assert office.audit() == []


# -- house-banked tables -----------------------------------------------------------------------------------------------


def out_of(player):
    return {"type": "ExcludePlayer", "player": player, "breach": "other"}


async def a_pit(sim, name="P"):
    await sim.hall.open_pit(name, SIGNS["act-holdem"])
    ann = await sim.player("ann")
    assert await ann.ask("pit-join", table=name, box=1, stake=100_000) is None
    return ann, Desk(sim, name)


def bars(sim, player="p_ann"):
    return [(one.table, one.cites) for one in sim.hall.room.state.people.of(player).exclusions]


def require_sound(sim):
    for check in (check_hands, check_room):
        assert check(sim.store).fault is None, check(sim.store).fault


def test_a_pits_act_and_the_exclusion_are_one_entry_and_only_that_pit_is_closed():
    async def evening():
        async with Sim("at a pit") as sim:
            ann, desk = await a_pit(sim)
            assert (await desk.give(out_of("p_ann")))[0] == 200
            in_house = [one for one in sim.store.read("room") if one.record.name == "PersonExcluded"]
            at_pit = [one for one in sim.store.read("pit/P") if one.record.name.endswith("PlayerExcluded")]
            assert [one.entry for one in in_house] == [one.entry for one in at_pit]
            assert bars(sim) == [("P", ("act-holdem 15.2", "act-holdem 15.2(b)"))]
            assert "p_ann" not in desk.host.round.seats, "leaves with the chips"
            assert "act-holdem 15.2(b)" in (await ann.ask("pit-join", table="P", box=1, stake=100_000))["rule"]
            await sim.hall.open_pit("Q", SIGNS["act-holdem"])
            assert await ann.ask("pit-join", table="Q", box=1, stake=100_000) is None
            require_sound(sim)

    run(evening())


@pytest.mark.parametrize("at_house", [False, True])
def test_whoever_lets_back_does_so_on_both_records(at_house):
    """At the pit, or at the desk of the house: in either case the box can be taken again."""

    async def evening():
        async with Sim("back") as sim:
            ann, desk = await a_pit(sim)
            assert (await desk.give(out_of("p_ann")))[0] == 200
            if at_house:
                officer = sim.hall.accounts.officer(desk.account)
                end = EndExclusion("p_ann", 1, "calm again", officer)
                await exclusions.let_back(sim.hall.room, desk.host, end, officer, request="back")
            else:
                assert (await desk.give({"type": "LetBack", "player": "p_ann"}))[0] == 200
            assert (bars(sim), desk.host.round.excluded) == ([], set())
            assert await ann.ask("pit-join", table="P", box=1, stake=100_000) is None
            require_sound(sim)

    run(evening())


def test_an_exclusion_that_an_earlier_release_kept_at_the_pit_is_taken_over_once():
    async def evening():
        async with Sim("old pit") as sim:
            _, desk = await a_pit(sim)
            author = Author("Kim", "manager")
            old = ByStaff(c.ExcludePlayer("p_ann", "other"), author, "a fight")
            await desk.host.submit("old", "house", old)
            assert bars(sim) == []
            for _ in range(2):
                await exclusions.take_over_pits(sim.hall.room, [desk.host])
            assert bars(sim) == [("P", ("act-holdem 15.2(b)",))]
            require_sound(sim)

    run(evening())
