"""Whole games on small decks, by an independent slow method: every decision, every outcome, every reading."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.books.act_holdem.pit_price import PRICED as CANBERRA
from openfelt.books.nz_big_raise.pit import BigRaiseSign
from openfelt.books.nz_big_raise.pit_price import PRICED as BIG_RAISE
from openfelt.cards import FULL_DECK
from openfelt.hands import Category, reference, scale
from openfelt.lab import after_flop, raise_on_three, three_cards
from openfelt.lab.deals import pair_count, pairs, threes, weights
from tests.conftest import count
from tests.edge_oracle import SmallCanberra, call_net, raise_net, strengths

# Ranks and suits: flushes and straight flushes of two suits; four suits with all four of a rank; three suits, low
# straights with the ace, and pairs on both sides of the qualifying fours.
DECKS = [([2, 3, 4, 5, 6, 8, 14], 2), ([3, 4, 5, 14], 4), ([2, 3, 4, 5, 6, 14], 3)]
DECKS += [([10, 11, 12, 13, 14], 4), ([2, 3, 4, 5, 7, 9, 14], 3)][: count(0, 2)]  # 20 and 21 cards
READINGS = [*product(("returned", "paid"), ("ante-wins", "void"), ("ante-wins",)), ("paid", "ante-wins", "void")]


def shape(ranks: list[int], suits: int) -> tuple[int, int]:
    return sum(1 << (rank - 2) for rank in ranks), suits


@cache
def visited(at: int) -> SmallCanberra:
    return SmallCanberra(*DECKS[at])


def test_the_oracle_ranks_hands_as_the_reference_does():
    generator = np.random.default_rng(20070801)
    order = scale("act-holdem")
    rows = [generator.choice(52, 7, replace=False) for _ in range(count(250, 3000))]
    ours = strengths(np.array(rows))
    theirs = [
        reference.best(order, [FULL_DECK.cards[card] for card in row[:2]], [FULL_DECK.cards[card] for card in row[2:]])
        for row in rows
    ]
    assert sorted(range(len(rows)), key=lambda at: (ours[at], at)) == sorted(
        range(len(rows)), key=lambda at: (theirs[at], at)
    )
    for one, two in combinations(range(len(rows)), 2):
        assert (ours[one] == ours[two]) == (theirs[one] == theirs[two])


@pytest.mark.parametrize("at", [0, 1, *(pytest.param(at, marks=pytest.mark.slow) for at in range(2, len(DECKS)))])
@pytest.mark.parametrize("reading", READINGS, ids="-".join)
def test_canberra_whole_on_a_small_deck(at, reading):
    chosen = dict(zip(("unqualified_call", "unqualified_tie", "unqualified_lower"), reading, strict=True))
    deck, slow = shape(*DECKS[at]), visited(at)
    sign = HoldemSign(**chosen)
    net = np.array([[call_net(hand, result >= 3, result % 3, **chosen) for result in range(6)] for hand in range(10)])
    values = after_flop.call_values(CANBERRA, [sign], 1, deck)[0]
    calls = after_flop.best_calls(CANBERRA, values, sign, 1, deck=deck)
    runouts = after_flop.runouts(deck)
    cells = np.zeros((10, 6), np.int64)
    folded = 0
    for three, flop in enumerate(threes(deck).tolist()):
        for two, hole in enumerate(pairs(deck)[three].tolist()):
            own = slow.at(flop, hole)
            assert own.sum() == runouts
            assert values[three, two] == (own * net).sum()
            if (own * net).sum() > -runouts:
                assert calls[three, two]
                cells += own * weights(deck)[three]
            else:
                folded += int(weights(deck)[three]) * runouts
    found = after_flop.outcome_counts(CANBERRA, [calls], deck)[0]
    assert found.tolist() == cells.tolist()
    price = after_flop.main_price(CANBERRA, sign, 1, calls, counts=found, deck=deck)
    assert price.deals == cells.sum() + folded == comb(len(slow.deck), 3) * pair_count(deck) * runouts
    assert price.expected == Fraction(int((cells * net).sum()) - folded, price.deals)
    assert price.average_wager == Fraction(3 * int(cells.sum()) + folded, price.deals)


@pytest.mark.parametrize("at", range(len(DECKS)))
@pytest.mark.parametrize(
    "reading",
    list(product(("even-money", "raise-table"), ("stand-off", "lose"), ("returned", "lost", "paid"))),
    ids="-".join,
)
def test_big_raise_whole_on_a_small_deck(at, reading):
    ante_pays, sevens, standoff = reading
    ranks, suits = DECKS[at]
    deck = [4 * (rank - 2) + suit for rank in ranks for suit in range(suits)]
    sign = BigRaiseSign(ante_pays=ante_pays, sevens=sevens, standoff_ante=standoff)
    fives = list(combinations(deck, 5))
    found = dict(zip(fives, strengths(np.array(fives)).tolist(), strict=True))
    best = Fraction(0)
    for own in combinations(deck, 3):
        rest = [card for card in deck if card not in own]
        community = [found[tuple(sorted((*own, *two)))] for two in combinations(rest, 2)]
        choices = [-len(community)] + [
            sum(
                raise_net(value // 16**5, value // 16**3 % 16, times, ante_pays=ante_pays, sevens=sevens,
                          standoff_ante=standoff)
                for value in community
            )
            for times in (1, 2, 3, 4)
        ]  # fmt: skip
        best += Fraction(max(choices), len(community))
    small = shape(ranks, suits)
    taken = raise_on_three.best_raises(BIG_RAISE, raise_on_three.choice_values(BIG_RAISE, sign, 1, small))
    price = raise_on_three.main_price(BIG_RAISE, sign, 1, taken, deck=small)
    assert price.expected == best / comb(len(deck), 3)
    assert price.deals == comb(len(deck), 3) * comb(len(deck) - 3, 2)


def test_three_cards_by_the_reference():
    generator = np.random.default_rng(43)
    order = {category: at for at, category in enumerate(reversed(BIG_RAISE.three_cards.categories))}
    chosen = generator.choice(len(threes()), 200, replace=False)
    for at in chosen:
        hand = [FULL_DECK.cards[card] for card in threes()[at]]
        assert order[Category(reference.three_card(hand)[0])] == three_cards.classes(BIG_RAISE.three_cards)[at]
