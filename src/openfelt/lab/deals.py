"""All deals of the house-banked games as arrays, one of each suit pattern with its weight.

Games part five cards into three and two: where a call follows the flop, the three are the flop and the two a player's
hole cards; where a raise follows three own cards, the two are the community cards. So one listing serves them all:
1,755 threes, no two alike under a renaming of suits, each with all 1,176 pairs of other cards.

A deck here is a set of ranks (bit 0 the deuce) and a number of suits; tests price stripped decks, games the full one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.cards import Rank
from openfelt.hands import Category, Scale, batch, unpack
from openfelt.lab import _solver

DeckShape = tuple[int, int]
FULL: Final[DeckShape] = ((1 << 13) - 1, 4)

CATEGORIES: Final = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
)
"""Lowest first, as a full deck ranks five cards in every book."""


def word(category: Category) -> str:
    """The category as pay tables write it: "full-house"."""
    return category.words.replace(" ", "-")


WORDS: Final = tuple(word(category) for category in CATEGORIES)
PAY_CLASSES: Final = (
    ("high-card", 0),
    *(("pair", int(rank)) for rank in Rank),
    *((name, 0) for name in WORDS[2:]),
)
"""What pay tables tell apart in five cards: the category, and the rank of a single pair; lowest first."""


def deck_size(deck: DeckShape = FULL) -> int:
    """How many cards the deck has."""
    return deck[0].bit_count() * deck[1]


@cache
def decisions(deck: DeckShape = FULL) -> _solver.Decisions:
    """Every three of the deck that differs by more than the names of suits, with every pair beside it."""
    return _solver.Decisions(*deck)


@cache
def threes(deck: DeckShape = FULL) -> NDArray[np.uint8]:
    """The threes, an array (threes, 3)."""
    return decisions(deck).flops


@cache
def weights(deck: DeckShape = FULL) -> NDArray[np.int64]:
    """How many threes of the deck each one stands for."""
    return decisions(deck).weights


@cache
def pairs(deck: DeckShape = FULL) -> NDArray[np.uint8]:
    """The pairs beside each three, an array (threes, pairs, 2)."""
    return decisions(deck).holes


@cache
def five_classes(order: Scale, deck: DeckShape = FULL) -> NDArray[np.uint8]:
    """The pay class of each three with each pair, an array (threes, pairs)."""
    two = pairs(deck)
    cards = np.empty((*two.shape[:2], 5), np.uint8)
    cards[:, :, :2] = two
    cards[:, :, 2:] = threes(deck)[:, None, :]
    return pay_classes(order, cards)


def pay_classes(order: Scale, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The pay class (an index of `PAY_CLASSES`) of five cards each."""
    found = batch(order, np.ascontiguousarray(cards.reshape(-1, 5)), trusted=True)
    return class_table(order)[found].reshape(cards.shape[:-1])


@cache
def class_table(order: Scale) -> NDArray[np.uint8]:
    """The pay class of every strength of a scale."""
    table = np.zeros(order.kernel.top + 1, np.uint8)
    for strength in range(1, len(table)):
        category, ranks = unpack(order, strength)
        table[strength] = PAY_CLASSES.index((word(category), ranks[0] if category is Category.PAIR else 0))
    return table


def pair_count(deck: DeckShape = FULL) -> int:
    """How many pairs there are beside a three: C(49, 2) = 1,176 with the full deck."""
    return math.comb(deck_size(deck) - 3, 2)


# --- where given cards stand in the arrays ----------------------------------------------------------------------------


@cache
def renamings() -> dict[tuple[int, ...], tuple[int, tuple[int, ...]]]:
    """For every three of the full deck, in ascending order: its row, and how its suits are renamed to get there."""
    found: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
    for row, three in enumerate(threes().tolist()):
        for names in permutations(range(4)):
            image = tuple(sorted(card & ~3 | names[card & 3] for card in three))
            back = tuple(names.index(suit) for suit in range(4))
            found.setdefault(image, (row, back))
    return found


def locate(three: Sequence[int], pair: Sequence[int]) -> tuple[int, int]:
    """The row of a three and the column of a pair beside it, whatever suits they have.

    >>> row, column = locate([49, 45, 2], [3, 51])
    >>> threes()[row].tolist(), pairs()[row, column].tolist()
    ([0, 45, 49], [3, 51])
    """
    row, names = renamings()[tuple(sorted(three))]
    taken = sorted(card & ~3 | names[card & 3] for card in three)
    low, high = sorted(card & ~3 | names[card & 3] for card in pair)
    # Places among the 49 other cards; pairs are listed by their lower card, then by their higher one.
    low -= sum(card < low for card in taken)
    high -= sum(card < high for card in taken)
    return row, low * (2 * 49 - low - 1) // 2 + high - low - 1
