"""A table of an event in the running room: held, with absent players and bots, kept over a restart, and audited."""

from __future__ import annotations

import pytest

from openfelt.games.signline import read_sign
from openfelt.journal.verify import check_chain, check_ledger
from openfelt.room import ComeBack, SitOut
from openfelt.room import event_orders as v
from openfelt.room.entrant_events import EventTerms
from openfelt.room.events import HandClosed, HandOpened
from openfelt.service.record.audit import check_hands
from openfelt.service.record.loading import Loading, read_event
from openfelt.service.record.refold import Refold, read_stream
from openfelt.service.record.stream import event_of
from openfelt.service.writers.table_work import RESULT_PAUSE_S
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
            assert not host.work.is_running, "nothing is planned"
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


def test_that_the_house_folds_for_somebody_is_no_ruling_after_which_checks_are_looser():
    async def evening():
        async with Sim("no ruling") as sim:
            host = await opened(sim, "nsw-poker")
            await host.submit("on", "house", v.HoldPlay(1, "pause"))
            await sim.run(600)
            records = read_stream(sim.store, "table/T")
            first = next(records)
            loading = Loading(sim.store, first, read_event(first))
            for one in records:
                loading.take(one)
            again = Refold(loading.base.copy(), sim.store)
            assert loading.fold_again(again).hand.is_over
            assert folded(sim.store) == [3]
            assert not again.ruled

    run(evening())


def test_a_table_of_bots_waits_for_nobody():
    """A table for money rests a minute between hands while only bots sit there; an event's others wait for this one."""

    async def evening():
        async with Sim("bots of an event") as sim:
            host = await opened(sim, "nsw-poker")
            await host.submit("person", "house", v.RemoveEntrant("p3", "disqualified", "a"))
            await host.submit("on", "house", v.LetPlay())
            await sim.run(300)
            times = {type(event_of(one.record)): [] for one in sim.store.read("table/T")}
            for one in sim.store.read("table/T"):
                times[type(event_of(one.record))].append(one.record.time_ms)
            pauses = [later - ended for ended, later in zip(times[HandClosed], times[HandOpened][1:], strict=False)]
            assert len(pauses) > 2
            assert max(pauses) <= 1000 * RESULT_PAUSE_S

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
