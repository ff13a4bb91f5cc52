"""A live table: down cards unknown, face-up cards named by the dealer, shown hands decide."""

from __future__ import annotations

import random

import pytest

from openfelt.cards import UNKNOWN, cards, deck
from openfelt.errors import RuleViolation
from openfelt.games import GAMES
from openfelt.games.standard import standard_sign
from openfelt.table import Call, Check, Show, begin, decide, evolve, legal, start
from openfelt.table.live import due, live_steps, named
from tests.conftest import count
from tests.properties.random_tables import ALL_GAMES, random_command


def go_on(hand):
    for command in live_steps(hand):
        for event in decide(hand, command):
            evolve(hand, event)


def give(hand, command):
    for event in decide(hand, command):
        evolve(hand, event)
    go_on(hand)


def live_hand(sign, players):
    hand = begin(start(sign, players, button=players[-1][0]))
    go_on(hand)
    return hand


def test_a_live_holdem_hand_is_told_by_the_dealer():
    hand = live_hand(standard_sign("nsw-poker", "texas-holdem"), [(1, 20_000), (2, 20_000)])
    assert hand.down[0] == (UNKNOWN, UNKNOWN)
    give(hand, Call(2))
    give(hand, Check(1))
    wanted = due(hand)
    assert (wanted.name, wanted.board, wanted.cites) == ("flop", 3, ("nsw-poker 20.4.1",))
    for text in ("2c3c4c", "5d", "9h"):
        give(hand, named(hand, cards(text)))
        give(hand, Check(1))
        give(hand, Check(2))
    assert legal(hand).needs_cards
    give(hand, Show(1, cards("AhAd")))
    give(hand, Show(2, cards("6s7s")))
    assert hand.is_over
    assert hand.stacks[hand.position(2)] > 20_000


@pytest.mark.parametrize(
    ("text", "code"), [("2c3c", "wrong-count"), ("2c3c??", "unknown-card"), ("2c2c3c", "duplicate-card")]
)
def test_what_the_dealer_names_is_checked(text, code):
    hand = live_hand(standard_sign("nsw-poker", "texas-holdem"), [(1, 20_000), (2, 20_000)])
    give(hand, Call(2))
    give(hand, Check(1))
    with pytest.raises(RuleViolation) as refusal:
        decide(hand, named(hand, cards(text)))
    assert refusal.value.code == code
    assert refusal.value.cites


def test_a_shown_hand_must_be_whole_and_new():
    hand = live_hand(standard_sign("nsw-poker", "texas-holdem"), [(1, 20_000), (2, 20_000)])
    give(hand, Call(2))
    give(hand, Check(1))
    for text in ("2c3c4c", "5d", "9h"):
        give(hand, named(hand, cards(text)))
        give(hand, Check(1))
        give(hand, Check(2))
    for shown, code in (("Ah", "show-all"), ("Ah2c", "duplicate-card"), ("Ah??", "show-all")):
        with pytest.raises(RuleViolation) as refusal:
            decide(hand, Show(1, cards(shown)))
        assert refusal.value.code == code


@pytest.mark.parametrize(
    "key", [key for key in ALL_GAMES if "draw" not in key[1] and "badugi" not in key[1]], ids=" ".join
)
def test_every_dealt_game_can_be_told_live(key):
    """The same hand told by a dealer who knows the real cards ends with the chips conserved."""
    for number in range(count(3, 100)):
        rng = random.Random(f"live {key} {number}")
        if "pineapple" in key[1] or "triple" in key[1] or "single" in key[1]:
            return
        sign = standard_sign(*key)
        most = min(GAMES[key].decks[sign.deck].most, sign.seats)
        hand = live_hand(sign, [(seat, 20_000) for seat in range(1, rng.randint(2, most) + 1)])
        unseen = list(deck(sign.deck, joker=sign.joker).cards)
        rng.shuffle(unseen)
        while not hand.is_over:
            wanted = due(hand)
            if wanted is not None:
                give(hand, named(hand, tuple(unseen.pop() for _ in range(wanted.count))))
                continue
            turn = legal(hand)
            if turn.kind == "showing":
                hidden = hand.down[hand.position(turn.seat)].count(UNKNOWN)
                shown = tuple(unseen.pop() for _ in range(hidden)) + hand.up[hand.position(turn.seat)]
                give(hand, Show(turn.seat, shown))
            else:
                give(hand, random_command(rng, hand))
        assert sum(hand.stacks) + hand.taken == sum(hand.start)
