"""After an all-in the room waits longer before the next hand: everyone sees the rest of the board street by street."""

from __future__ import annotations

import pytest

from openfelt.games.signline import read_sign
from openfelt.room import event_orders as v
from openfelt.room.entrant_events import EventTerms
from openfelt.room.events import HandClosed, HandOpened
from openfelt.service.record.stream import event_of
from openfelt.service.writers.table_work import RESULT_PAUSE_S, STREET_PAUSE_S
from openfelt.table.events import StreetDealt
from tests.service_kit import Sim, run

SIGN = "house texas-holdem no-limit  tournament  blinds 100/200  places 6"
SHORT = 900  # a few blinds: all-in before the flop is common


def pauses(store):
    """After each hand but the last: how many streets its last entry dealt, and the milliseconds until the next one."""
    found, streets, ended, entry = [], 0, None, 0
    for one in store.read("table/T"):
        event = event_of(one.record)
        if one.entry != entry:
            entry, streets = one.entry, 0
        if type(event) is StreetDealt:
            streets += bool(event.board)
        elif type(event) is HandClosed:
            ended = (streets, one.record.time_ms)
        elif type(event) is HandOpened and ended is not None:
            found.append((ended[0], one.record.time_ms - ended[1]))
    return found


@pytest.mark.parametrize("watched", [True, False])
def test_a_run_out_is_given_the_time_to_be_seen_where_somebody_looks_on(watched):
    async def evening():
        async with Sim("run-outs") as sim:
            sim.hall.subscribers.is_watched = lambda _table: watched
            host = await sim.hall.open_table("T", read_sign(SIGN), event=EventTerms("spring", 1))
            await host.submit("hold", "house", v.HoldPlay(0, "pause"))
            for seat in range(1, 7):
                await host.submit(f"seat {seat}", "house", v.SeatEntrant(seat, f"p{seat}", SHORT, "a", bot="random"))
            await host.submit("on", "house", v.LetPlay())
            await sim.run(400)
            found = pauses(sim.store)
            assert {streets for streets, _ in found} >= {0, 3}, "hands with and without a run-out were played"
            for streets, waited in found:
                assert waited == round(1000 * (RESULT_PAUSE_S + STREET_PAUSE_S * streets * watched)), streets

    run(evening())
