"""A live event whose room ends within a hand, with real cards entered: the next start plays on, nothing is lost."""

from __future__ import annotations

import random
import shutil
from copy import deepcopy

import pytest

from openfelt.journal.connections import connect_for_reading, copy_database
from tests.conftest import count
from tests.contracts.test_live_event import Event, desk, first_part, opened
from tests.contracts.test_tournament_kill import require_players
from tests.contracts.test_tournament_room import audited
from tests.journals.write import Room, connection
from tests.live_kit import RealDeck
from tests.service_kit import run


class Cut(Event):
    """An evening whose data are kept as they are at some acts of the dealers, as a kill would leave them."""

    def cut(self, data, kept, chance):
        self.data, self.kept, self.chance, self.decks, self.cuts = data, kept, chance, {}, []
        return self

    async def enter(self, dealer, table, real):
        await super().enter(dealer, table, real)
        if table.table.in_hand and self.chance.random() < 0.1 and len(self.cuts) < count(6, 60):
            to = self.kept / str(len(self.cuts))
            copy_data(self.data, to)
            real.follow(table.hand)
            self.cuts.append((to, self.sim.clock.now, table.name, table.hand.turns, deepcopy(real)))


def copy_data(data, to):
    """Everything on disk at this moment. The rooms' own library copies: another one would undo its locks."""
    shutil.copytree(data, to, ignore=shutil.ignore_patterns("*.sqlite*"))
    for file in data.glob("*.sqlite"):
        source = connect_for_reading(file)
        (to / file.name).touch()
        copy_database(source, to / file.name)
        source.close()


def whole(event):
    """Everyone who entered plays on or has a place, sits once, and no chip is gone."""
    require_players(event.host.state)
    tables = event.sim.hall.event_tables("friday").values()
    seated = [place.player for one in tables for place in one.table.places.values()]
    assert len(seated) == len(set(seated))
    held = sum(cents for name, cents in event.sim.store.balances().items() if name.startswith("chips/friday/"))
    assert held == event.host.state.play.issued


@pytest.mark.slow
def test_a_live_event_that_ends_within_a_hand_is_played_on_from_there(tmp_path):
    async def evening():
        async with Room("cut", tmp_path / "room") as sim:
            event = await opened(sim)
            event = Cut(sim, event.boss, event.sue, event.dealers)
            event.cut(tmp_path / "room", tmp_path, random.Random("cuts"))
            await first_part(event)
            for _ in range(4):
                await event.deal()
                await sim.run(60)
                await desk(event)
            return event.cuts, (event.boss.id, event.sue.id, [one.account.id for one in event.dealers])

    async def again(data, now, name, turns, real, people):
        boss, sue, dealers = people
        sim = Room("again", data)
        sim.clock.now = now
        async with sim:
            find = sim.hall.accounts.find
            event = Event(sim, find(boss), find(sue), [connection(sim, find(one)) for one in dealers])
            event.number = 1_000
            table = next(one for one in sim.hall.event_tables("friday").values() if one.name == name)
            assert (table.table.in_hand, table.hand.turns) == (True, turns), "the hand stands where it stood"
            whole(event)
            dealer = event.dealers[0]
            assert await dealer.ask("watch", table=name) is None
            while table.table.in_hand:
                await event.enter(dealer, table, real)
            await sim.run(60)
            await desk(event)
            await event.deal()
            whole(event)
            audited(sim.store)

    (tmp_path / "room").mkdir()
    cuts, people = run(evening())
    assert len(cuts) >= 4
    assert all(isinstance(real, RealDeck) for *_, real in cuts)
    for cut in cuts:
        run(again(*cut, people))
