"""The own hand is named while it is played, to its player alone, and only once its cards make one.

That it tells nothing of another's cards, not even by the time it takes, is in `properties/test_feed_twins.py`.
"""

from __future__ import annotations

import random

import pytest

from openfelt.cards import cards
from openfelt.hands import Selection, value
from tests.service_kit import Sim, run, said, whole

MOST_ACTS = 80
GAMES = {  # how many hands at a time are named
    ("nsw-poker", "texas-holdem"): {0, 1},
    ("nsw-poker", "crazy-pineapple"): {0, 1},
    ("nsw-poker", "draw-ante"): {0, 1},
    ("nsw-poker", "five-card-stud"): {0, 1},
    ("house", "omaha-8"): {0, 1, 2},
    ("house", "badugi"): {0, 1},
}
KEPT = {"crazy-pineapple": 2}  # cards of their own: a third is discarded before a hand is named


async def evening(key):
    """Three players and a watcher through some hands: every state that each was told, and what the game compares."""
    async with Sim("own hands") as sim:
        host = await sim.table(*key, seats=3)
        rail = await sim.player("rail")
        await rail.ask("watch", table="T")
        people = [await sim.player(name, "T", at, 20_000) for at, name in enumerate(("ann", "bob", "cat"), start=1)]
        await sim.run(2)
        rng, halves = random.Random(7), host.hand.rules.halves
        for _ in range(MOST_ACTS):
            if actor := next((one for one in people if one.turn("T")), None):
                hand = actor.turn("T")
                free = next((one for one in hand["offers"] if one["action"] in {"check", "call"}), None)
                if free is None:
                    await actor.act("T", rng)
                else:
                    await actor.ask("act", table="T", turn=hand["turn"], action=free["action"])
            await sim.run(1)
        told = {}
        for one in (rail, *people):
            one.pump()
            told[one.account.name] = [frame["state"] for frame in whole(one.frames) if "state" in frame]
        return told, halves


def expected(game, halves, hand, seat):
    """What the cards that a player sees make, found the slow way."""
    hole = cards("".join((*seat["down"], *seat["up"])))
    board = cards("".join(hand["board"]))
    if seat["status"] == "folded" or len(hole) > KEPT.get(game, len(hole)):
        return []
    found = []
    for half in halves:
        apart = half.selection is Selection.TWO_AND_THREE
        if len(board) >= 3 if apart else len(hole) + len(board) >= half.scale.hand_size:
            found.append(value(half.scale, hole, board, selection=half.selection))
    return [str(one) for one in found if one.strength]


@pytest.mark.parametrize("key", GAMES, ids=" ".join)
def test_the_own_hand_is_named_to_its_player_alone(key):
    told, halves = run(evening(key))
    seen = set()
    for name, states in told.items():
        for state in states:
            hand = state["hand"]
            for seat in hand["seats"] if hand else ():
                named = [said(one) for one in seat.get("made", ())]
                if name == "rail" or seat["seat"] != state["your_seat"] or seat["shown"]:
                    assert named == [], (name, seat)
                else:
                    assert named == expected(key[1], halves, hand, seat)
                    seen.add(len(named))
    assert seen == GAMES[key]
