"""Before the room stops, hands in play end: an upgrade that changes rules finds none of them unfinished."""

from __future__ import annotations

import time

import pytest

from openfelt.journal import SqliteReader
from openfelt.pit.games import pit_games, sign_for
from tests.contracts.test_pit_dealing import act, at_box
from tests.service_kit import Sim, run
from tests.service_server import Server

SLOW_BOTS = [["T", "nsw-poker", "texas-holdem", {}, 3]]


async def in_play(sim):
    """A table of bots in the middle of a hand."""
    host = await sim.table("nsw-poker", "texas-holdem")
    for seat in (1, 2, 3):
        await sim.hall.seat_bot(host, seat, "caller", f"bot {seat}")
    while not host.state.is_dealt:
        await sim.run(1)
    return host


def test_a_hand_in_play_ends_and_no_other_begins():
    async def evening():
        async with Sim("finish") as sim:
            host = await in_play(sim)
            number = host.table.number
            sim.hall.finish_hands()
            assert not sim.hall.is_at_rest
            await sim.run(600)
            assert (host.table.number, host.table.in_hand) == (number, False)
            assert sim.hall.is_at_rest

    run(evening())


@pytest.mark.parametrize("key", pit_games())
def test_a_round_in_play_ends_and_no_other_begins(key):
    async def evening():
        async with Sim(f"finish {key}") as sim:
            pit = await sim.hall.open_pit("P", sign_for(key))
            ann = await at_box(sim, "ann")
            assert await act(ann, "Wager") is None
            while not pit.round.in_play:
                await sim.run(1)
            sim.hall.finish_hands()
            assert not sim.hall.is_at_rest
            assert await act(ann, "Fold") is None
            await sim.run(600)
            assert (pit.round.number, pit.round.phase) == (1, "done")
            assert sim.hall.is_at_rest

    run(evening())


def test_wagers_that_lie_there_before_the_deal_are_not_dealt_to():
    async def evening():
        async with Sim("finish wagers") as sim:
            pit = await sim.hall.open_pit("P", sign_for("act-holdem"))
            ann = await at_box(sim, "ann")
            assert await act(ann, "Wager") is None
            sim.hall.finish_hands()
            assert sim.hall.is_at_rest
            await sim.run(600)
            assert (pit.round.number, pit.round.phase) == (1, "betting")
            assert await act(ann, "Withdraw") is None

    run(evening())


def test_a_table_that_cannot_end_its_hand_is_not_waited_for():
    async def evening():
        async with Sim("finish stopped") as sim:
            host = await in_play(sim)
            host.stop(ValueError("of ours"))
            sim.hall.finish_hands()
            assert sim.hall.is_at_rest

    run(evening())


def told(data):
    """The names of a table's events so far."""
    reader = SqliteReader(data / "journal.sqlite")
    try:
        return [one.record.name for one in reader.read("table/T", limit=1_000)]
    finally:
        reader.close()


@pytest.mark.parametrize(("finish_s", "unfinished"), [(20.0, 0), (0.0, 1)])
def test_a_signal_lets_the_hand_end_first_where_it_was_asked_to(tmp_path, finish_s, unfinished):
    with Server(tmp_path / "room", tables=SLOW_BOTS, pace=0.3, finish_s=finish_s) as server:
        while "StreetDealt" not in told(server.data):
            time.sleep(0.05)
        assert server.stop() in {0, -15}
        assert not server.errors.read_text()
        events = told(server.data)
    assert events.count("HandStarted") - events.count("HandClosed") == unfinished
