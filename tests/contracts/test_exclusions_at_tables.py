"""An exclusion from the game at one table: one entry with the floor's act, one record, every door asks there."""

from __future__ import annotations

import pytest

from openfelt.errors import RuleViolation
from openfelt.floor import Use
from openfelt.floor.grants import Exclude
from openfelt.floor.ruling import Author
from openfelt.room import events as r
from openfelt.room.composition import Decided
from openfelt.room.draft import Draft
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer, OnFloor
from openfelt.service.record.audit import check_hands
from openfelt.service.record.room_audit import check_room
from openfelt.service.writers import exclusions
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.writer import Part, store_and_tell
from tests.service_kit import Sim, run

CITES = ("nsw-poker 27.13",)
KIM = Officer("p_kim", "Kim", ("Assistant Gaming Manager",))
DEE = Officer("p_dee", "Dee", ("dealer",))
SIT = {"table": "T", "seat": 3, "stake": 20_000, "entry": "post"}


def order(host, by, *, seat=1, role="manager"):
    use = Use(Exclude(seat, "breach", 1800), Author(by.name, role), "a fight")
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
