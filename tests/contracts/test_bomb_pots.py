"""Bomb pots at a running table (house 27.6): every so many rounds, with chips conserved and decided again by audit."""

from __future__ import annotations

from openfelt.room.events import HandOpened
from openfelt.service.record.audit import check_hands
from openfelt.service.record.stream import event_of
from openfelt.table import events as e
from tests.service_kit import Sim, run


def test_every_third_round_everyone_puts_in_two_last_blinds_and_the_flop_comes_at_once():
    async def evening():
        async with Sim("bombs") as sim:
            host = await sim.table("house", "texas-holdem", seats=4, bomb_every=3)
            players = [await sim.player(name, "T", at) for at, name in enumerate(("ann", "bob", "cat"), start=1)]
            await sim.play(host, players, 7)
            events = [event_of(row.record) for row in sim.store.read(host.stream, 0, 100_000)]
            opened = [one for one in events if isinstance(one, HandOpened)]
            assert [one.bomb for one in opened[:7]] == [number % 3 == 0 for number in range(1, 8)]
            last = host.table.sign.blinds[-1]
            starts = [at for at, one in enumerate(events) if isinstance(one, e.HandStarted)]
            for at, one in zip(starts, opened, strict=False):
                started, after = events[at], events[at + 1 :]
                assert started.sign.bomb == one.bomb
                assert bool(started.blinds) != one.bomb
                if one.bomb:
                    assert isinstance(after[0], e.AntesPosted)
                    assert all(chips <= 2 * last for chips in after[0].amounts)
                    first = next(two for two in after if isinstance(two, e.RoundSkipped | e.RoundOpened))
                    assert isinstance(first, e.RoundSkipped)
                    assert first.cites == ("house 27.6",)
            assert check_hands(sim.store).fault is None

    run(evening())
