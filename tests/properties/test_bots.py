"""Bots choose only what is offered, in every game, and the one that counts its chances beats the one that does not."""

from __future__ import annotations

import random
from functools import partial

import pytest

from openfelt.bots import BOTS, find_bot
from openfelt.bots.strength import estimate
from openfelt.errors import NotationError
from openfelt.games import GAMES, Limit, Sign
from openfelt.table import Bet, Call, Check, Fold, Turn, Viewer, legal, open_hand, play, start, view
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


@pytest.mark.parametrize("name", sorted(BOTS))
@pytest.mark.parametrize("free", [{"check": True}, {"free_call": True}], ids=["check", "call of nothing"])
def test_no_bot_folds_where_staying_in_is_free(name, free):
    sign = Sign(rulebook="nsw-poker", game="texas-holdem", limit=Limit("no-limit", 200), seats=9, blinds=(100, 200))
    rng = random.Random(f"free {name}")
    for _ in range(20):
        shoe = random_shoe(rng, sign)
        hand, _ = open_hand(start(sign, [(1, 10_000), (2, 10_000), (3, 10_000)], button=1), shoe)
        for caller in (Call(1), Call(2)):
            play(hand, caller, shoe)
        turn = Turn(3, "betting", fold=True, least=400, most=10_000, **free)
        chosen = find_bot(name)(turn, partial(view, hand, Viewer("seat", 3)), rng)
        assert not isinstance(chosen, Fold)
        assert not isinstance(chosen, Check if "free_call" in free else Call)


def test_the_random_bot_folds_where_staying_in_costs():
    turn = Turn(3, "betting", fold=True, call=100)
    chosen = {type(find_bot("random")(turn, None, random.Random(seed))) for seed in range(20)}
    assert chosen == {Fold, Call}


def test_unknown_bot_is_refused_with_the_known_names():
    with pytest.raises(NotationError, match="no bot 'genius'") as refusal:
        find_bot("genius")
    assert refusal.value.legal == tuple(BOTS)


@pytest.mark.parametrize("key", [("us-stud", "seven-card-stud"), ("nsw-poker", "seven-card-stud")], ids=" ".join)
def test_a_shared_card_counts_for_everyone(key):
    """Eight players who stay to the end leave the deck short of a seventh card for each."""
    rng = random.Random("shared")
    forced = {"bring_in": 100} if key[0] == "us-stud" else {"ante": 50}
    sign = Sign(rulebook=key[0], game=key[1], limit=Limit("structured", 200, 400), seats=8, **forced)
    shoe = random_shoe(rng, sign)
    hand, _ = open_hand(start(sign, [(seat, 10_000) for seat in range(1, 9)], button=8), shoe)
    caller, bettor, seen = find_bot("caller"), 0, 0
    while not hand.is_over:
        turn = legal(hand)
        shown = partial(view, hand, Viewer("seat", turn.seat))
        if not hand.board or turn.kind != "betting":
            play(hand, caller(turn, shown, rng), shoe)
            continue
        assert 0 <= estimate(shown(), turn.seat, rng) <= 1  # of ever fewer: all but one fold to a bet
        seen += 1
        play(hand, Fold(turn.seat) if bettor else Bet(turn.seat, turn.least), shoe)
        bettor = bettor or turn.seat
    assert seen == 8
