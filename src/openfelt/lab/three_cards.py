"""Three own cards: what they make, and what a strategy may ask about them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.cards import Rank
from openfelt.cards.card import RANK_LETTERS
from openfelt.hands import Scale, batch, unpack
from openfelt.lab.deals import FULL, DeckShape, threes, word
from openfelt.lab.strategies import Numbers

RANKS: Final = {letter: number for number, letter in enumerate(RANK_LETTERS)}


def categories(order: Scale) -> tuple[str, ...]:
    """The categories of a scale as pay tables write them, lowest first."""
    return tuple(word(one) for one in reversed(order.categories))


@cache
def classes(order: Scale, deck: DeckShape = FULL) -> NDArray[np.uint8]:
    """The category (an index of `categories`) of each three."""
    names = categories(order)
    table = np.zeros(order.kernel.top + 1, np.uint8)
    for strength in range(1, len(table)):
        table[strength] = names.index(word(unpack(order, strength)[0]))
    return table[batch(order, threes(deck))]


def askable(order: Scale, counted: Mapping[str, Rank]) -> Mapping[str, Mapping[str, int]]:
    """The features by name, with the words for their values; `counted` are those that a game adds.

    "pair" is the rank of a pair or of three of a kind; "suited" how many cards are of one suit; "span" how many ranks
    there are from the lowest to the highest card.
    """
    return {
        "hand": {name: number for number, name in enumerate(categories(order))},
        "pair": RANKS,
        "high": RANKS,
        "middle": RANKS,
        "low": RANKS,
        "suited": {str(number): number for number in range(1, 4)},
        "span": {str(number): number for number in range(1, 14)},
        **{name: {str(number): number for number in range(4)} for name in counted},
    }


def features(order: Scale, counted: Mapping[str, Rank], deck: DeckShape = FULL) -> Mapping[str, Numbers]:
    """The features of every three of a deck. A hand without a pair has `pair` below every rank."""
    cards = threes(deck)
    ranks = np.sort((cards >> 2).astype(np.int16), axis=-1)
    low, middle, high = np.moveaxis(ranks, -1, 0)
    suits = cards & 3
    same = (suits[..., :, None] == suits[..., None, :]).sum(axis=-1).max(axis=-1)
    # The ace also stands below the deuce, so A-3-2 spans three ranks.
    span = np.where(high == 12, np.minimum(high - low + 1, middle + 2), high - low + 1)
    paired = (low == middle) | (middle == high)
    return {
        name: np.asarray(values, np.int16)
        for name, values in {
            "hand": classes(order, deck),
            "pair": np.where(paired, middle, -1),
            "high": high,
            "middle": middle,
            "low": low,
            "suited": same,
            "span": np.where((low == middle) & (middle == high), 1, span),
            **{name: (ranks >= rank - Rank.TWO).sum(axis=-1) for name, rank in counted.items()},
        }.items()
    }
