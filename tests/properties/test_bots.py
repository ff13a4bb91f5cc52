"""Bots choose only what is offered, in every game, and the one that counts its chances beats the one that does not."""

from __future__ import annotations

import random
from functools import partial

import pytest

from openfelt.bots import BOTS, find_bot
from openfelt.errors import NotationError
from openfelt.games import GAMES
from openfelt.table import Viewer, legal, open_hand, play, start, view
from tests.conftest import count
from tests.properties.random_tables import ALL_GAMES, random_shoe, random_start


def play_out(rng, game, bots):
    sign, players, button = random_start(rng, game)
    shoe = random_shoe(rng, sign)
    hand, _ = open_hand(start(sign, players, button=button), shoe)
    while not hand.is_over:
        turn = legal(hand)
        bot = find_bot(bots[turn.seat % len(bots)])
        play(hand, bot(turn, partial(view, hand, Viewer("seat", turn.seat)), rng), shoe)
    return hand


@pytest.mark.parametrize("key", ALL_GAMES, ids=" ".join)
def test_every_bot_finishes_every_game(key):
    for number in range(count(2, 100)):
        rng = random.Random(f"bots {key} {number}")
        hand = play_out(rng, GAMES[key], sorted(BOTS))
        assert sum(hand.stacks) + hand.taken == sum(hand.start)


def test_unknown_bot_is_refused_with_the_known_names():
    with pytest.raises(NotationError, match="no bot 'genius'") as refusal:
        find_bot("genius")
    assert refusal.value.legal == tuple(BOTS)
