"""A table of an event in the running room: held, with absent players and bots, kept over a restart, and audited."""

from __future__ import annotations

import pytest

from openfelt.games.signline import read_sign
from openfelt.journal.verify import check_chain, check_ledger
from openfelt.room import ComeBack, SitOut
from openfelt.room import event_orders as v
from openfelt.room.events import EventTerms
from openfelt.service.record.audit import check_hands
from openfelt.service.record.stream import event_of
from openfelt.table.ruling_events import HandDead
from tests.service_kit import Sim, run

SIGNS = {
    "nsw-poker": "nsw-poker texas-holdem no-limit  tournament  blinds 100/200  ante 25  places 6",
    "act-stud": "act-stud seven-card-stud structured 200/400  tournament  ante 25  places 6",
    "house": "house texas-holdem no-limit  tournament  blinds 100/200  places 6",
}


async def opened(sim, book):
    """Five bots of an event, one of whom is away."""
    host = await sim.hall.open_table("T", read_sign(SIGNS[book]), event=EventTerms("spring", 1))
    await host.submit("hold", "house", v.HoldPlay(0, "pause"))
    for seat in range(1, 6):
        bot = "pot-odds" if seat != 3 else ""  # whoever is away is a person
        await host.submit(f"seat {seat}", "house", v.SeatEntrant(seat, f"p{seat}", 30_000, "a", bot=bot))
    await host.submit("away", "house", SitOut("p3"))
    return host


def folded(store):
    """For whom the house folded, as it is on record."""
    events = (event_of(one.record) for one in store.read("table/T"))
    return [event.seat for event in events if isinstance(event, HandDead)]


def audited(store):
    for verdict in (check_chain(store), check_ledger(store), check_hands(store)):
        assert verdict.fault is None, verdict


@pytest.mark.parametrize("book", SIGNS)
def test_a_held_table_deals_nothing_and_an_absent_player_is_folded_for(book):
    async def evening():
        async with Sim(f"event table {book}") as sim:
            host = await opened(sim, book)
            await sim.run(600)
            assert host.table.number == 0, "the table is held"
            await host.submit("three", "house", v.HoldPlay(3, "hand-for-hand"))
            await sim.run(900)
            assert (host.table.number, host.table.in_hand) == (3, False)
            assert set(folded(sim.store)) == {3}
            assert sim.store.balance("issued/spring") == -150_000
            await host.submit("on", "house", v.LetPlay())
            await sim.run(300)
            assert host.table.number > 3
            audited(sim.store)

    run(evening())


def test_whoever_is_gone_when_the_clock_runs_out_is_absent_from_then_on():
    """At a table for money a player sits out after three turns that were missed."""

    async def evening():
        async with Sim("gone") as sim:
            host = await opened(sim, "nsw-poker")
            await host.submit("back", "house", ComeBack("p3"))
            await host.submit("on", "house", v.HoldPlay(1, "pause"))
            assert host.table.places[3].status == "playing"
            await sim.run(600)
            assert host.table.places[3].status == "out"
            assert folded(sim.store) == []

    run(evening())


@pytest.mark.parametrize("book", SIGNS)
def test_a_table_of_an_event_is_as_it_was_after_a_restart(book, tmp_path):
    """In the middle of a round of play in which the house has folded for somebody, and held after it."""

    async def evening():
        async with Sim(f"event restart {book}", data=tmp_path) as sim:
            host = await opened(sim, book)
            await host.submit("penalty", "house", v.Penalise("p5", 2))
            await host.submit("level", "house", v.SetLevel(host.table.sign.replace(unit=25), 2))
            await host.submit("on", "house", v.HoldPlay(2, "break"))
            for _ in range(400):
                if host.table.number == 2 and host.state.is_dealt and folded(sim.store):
                    break
                await sim.run(0.5)
            assert host.table.number == 2
            digest, store = host.state.digest(), sim.store
        async with Sim(f"event restart {book}", data=tmp_path, store=store) as sim:
            again = sim.hall.hosts["T"]
            assert again.fault == ""
            assert again.state.digest() == digest
            assert (again.table.level, again.table.held.why) == (2, "break")
            await sim.run(900)
            assert (again.table.number, again.table.in_hand, again.stopped) == (2, False, "")
            audited(sim.store)

    run(evening())
