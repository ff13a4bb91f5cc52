"""Live tables, with real cards: nobody is told a card but those that the dealer entered as open, and by whom seen."""

from __future__ import annotations

import random

import pytest

from openfelt.games import GAMES
from tests.conftest import count
from tests.feed_oracle import EVERYONE, Oracle, cards_in
from tests.live_kit import play_live, seated
from tests.service_kit import Sim, run, whole

every_game = pytest.mark.parametrize("key", sorted(GAMES), ids=" ".join)


@every_game
def test_no_frame_of_a_live_table_names_a_card_that_was_not_shown(key):
    async def evening(number):
        rng = random.Random(f"live {key} {number}")
        async with Sim(f"live {key} {number}") as sim:
            evening = await seated(key, 3)(sim)
            await play_live(evening, rng)
            return judged(evening)

    assert sum(run(evening(number)) for number in range(count(2, 25))) > 50  # no cards at all would prove nothing


def judged(evening):
    """Every frame and every page of everyone, by what the record says was open by then, and to whom."""
    oracle = Oracle(evening.sim.store, evening.host.stream)
    found = 0
    for name, one in evening.people.items():
        named = {card for step in evening.script if step.who == name for card in cards_in(step.fields)}
        states = whole(data for data in one.frames if data.startswith(b"{"))
        for data in one.frames:
            if data.startswith(b"{"):
                frame = next(states)
                if frame["type"] in {"snapshot", "update"}:
                    bad = oracle.leaks(one.account.id, frame)
                else:
                    bad = set(cards_in(frame)) - named  # a refusal may name what its reader entered
                assert not bad, (name, bad, frame)
            else:
                text = data.decode()
                bad = [card for card in cards_in(text) if card not in named | known_of(oracle, one.account.id)]
                assert not bad, (name, bad, text)
            found += len(cards_in(data.decode()))
    return found


def known_of(oracle, person):
    return {card for _, who, card in oracle.tells if who in {person, EVERYONE}}
