"""Chips of an event in the running room: coloured up at the tables, and over a night."""

from __future__ import annotations

import pytest

from openfelt.cage import accounts
from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.tournaments import Answers, fill
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_events as p
from tests.contracts.test_tournament_room import audited
from tests.service_kit import HOST, Sim, copy_store, publish, run
from tests.tournament_kit import changed

CHIPS = [{"value": value, "colour": "red", "count": 5_000} for value in (25, 100, 500)]
LEVELS = [
    {"minutes": 2, "least": 50, "most": "stake", "blinds": [25, 50], "break_minutes": 1, "remove_chip": 25},
    {"minutes": 20, "least": 200, "most": "stake", "blinds": [100, 200]},
    {"least": 1_000, "most": "stake", "blinds": [500, 1_000]},
]


def conditions(method):
    made = fill("freeze-out", "house", Answers(players=7, seats=4, starting_chips=20_000))
    return changed(made, {"chips.set": CHIPS, "chips.colour_up": method, "schedules.0.levels": LEVELS})


async def until(sim, host, done, *, minutes=30):
    for _ in range(minutes * 12):
        if done():
            return
        await sim.run(5)
    raise AssertionError((host.stopped, host.work.problems))


async def coloured_up(method, *, store=None, data=None):
    """An event that plays until every table is at the second level."""
    async with Sim(f"chips {method}", pace=0.2, store=store, data=data) as sim:
        if store is None:
            host = await publish(sim.hall, "friday", conditions(method))
            await host.submit("open", HOST.account, o.OpenRegistration(HOST))
            await fill_with_bots(sim.hall, host, 7, "fill")
        else:
            host = sim.hall.events["friday"]

        def tables():
            return [one.table for one in sim.hall.event_tables("friday").values() if not one.table.closed]

        await until(sim, host, lambda: bool(tables()) and all(one.level == 2 for one in tables()))
        assert {one.sign.unit for one in tables()} == {100}
        stacks = {place.player: place.stack for one in tables() for place in one.places.values() if not one.in_hand}
        assert all(chips % 100 == 0 for chips in stacks.values())
        await sim.run(60)
        held = sum(one.all_chips for one in host.state.play.players.values())
        assert held == host.state.play.issued == -sim.store.balance(accounts.chips_issued("friday"))
        assert host.state.play.exchanges == {}
        events = [event for _, _, event in host.log if isinstance(event, p.ChipsColouredUp)]
        assert events
        assert all((one.cites, one.value, one.into) == (("house 20.6",), 25, 100) for one in events)
        audited(sim.store)
        return sim.store


@pytest.mark.parametrize("method", ["race", "round-up"])
def test_chips_leave_every_table_before_the_next_level(method, tmp_path):
    run(coloured_up(method, data=tmp_path))


def test_a_room_that_ends_in_the_middle_of_it_goes_on_from_there(tmp_path):
    store = run(coloured_up("race", data=tmp_path / "first"))
    asked = [(one.number, one.request) for one in store.entries(0, 100_000)]
    steps = [number for number, request in asked if "/colour up" in request or "/exchange" in request]
    assert len(steps) >= 3, "the event, its tables, and each is noted"
    for last in (steps[0] - 1, steps[0], steps[1], steps[-1]):
        run(coloured_up("race", store=copy_store(store, last), data=tmp_path / f"{last}"))
