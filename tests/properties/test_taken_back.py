"""What is taken back at a table with real cards leaves no trace in the hand: the same entry gives the same again."""

from __future__ import annotations

import random

import pytest

from openfelt.games import GAMES
from openfelt.room.house_events import EntryTakenBack
from openfelt.service.record.audit import check_hands
from openfelt.service.record.loading import load
from tests import live_kit
from tests.service_kit import Sim, run

GAME_KEYS = [key for at, key in enumerate(sorted(GAMES)) if at % 8 == 0]  # the others: some entries, in test_feed_live


@pytest.mark.parametrize("key", GAME_KEYS, ids=" ".join)
def test_every_entry_taken_back_and_made_again_gives_the_same_events_and_the_record_stands(key, monkeypatch):
    monkeypatch.setattr(live_kit, "TAKEN_BACK", 1.0)  # `take_back` compares the events and counts the chips

    async def evening():
        rng = random.Random(f"taken back {key}")
        async with Sim(f"taken back {key}") as sim:
            evening = await live_kit.seated(key, 3)(sim)
            await live_kit.play_live(evening, rng)
            host, store = evening.host, sim.store
            assert sum(isinstance(event, EntryTakenBack) for _, event in host.log) > 3
            assert load(store, host.stream).state.digest() == host.state.digest()
            verdict = check_hands(store)
            assert verdict.fault is None, verdict

    run(evening())
