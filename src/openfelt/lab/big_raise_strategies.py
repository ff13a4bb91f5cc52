"""How people play Big Raise: what a strategy may ask about three cards, and the strategies by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.cards.card import RANK_LETTERS
from openfelt.lab.big_raise import CHOICES, RAISES, THREE_CARD, three_card_classes
from openfelt.lab.deals import FULL, DeckShape, threes, word
from openfelt.lab.strategies import Numbers, Strategy, Vocabulary, parse
from openfelt.rulebooks import rulebook

NZ = rulebook("nz-big-raise")

RANKS: Final = {letter: number for number, letter in enumerate(RANK_LETTERS)}

VOCABULARY: Final = Vocabulary(
    game="nz-big-raise",
    decisions={name: number for number, name in enumerate(CHOICES)},
    features={
        "hand": {word(category): number for number, category in enumerate(THREE_CARD)},
        "pair": RANKS,
        "high": RANKS,
        "middle": RANKS,
        "low": RANKS,
        "suited": {str(number): number for number in range(1, 4)},
        "span": {str(number): number for number in range(1, 14)},
        "tens": {str(number): number for number in range(4)},
        "sixes": {str(number): number for number in range(4)},
    },
    cites=NZ.cite("9.1", "5.2"),
)

TEXTS: Final[Mapping[str, str]] = {
    "rule-of-thumb": """
        raise 4  pair >= 6                                    # also three of a kind of those
        raise 4  hand = three-of-a-kind
        raise 4  suited = 3 and span <= 5 and tens >= 1 and low >= 7
        raise 1  hand = pair
        raise 1  tens >= 2                                    # two cards that pay when paired
        raise 1  sixes = 3                                    # three cards that at least stand off when paired
        raise 1  suited = 3 and high >= T
        fold
    """,
    "naive": """
        raise 4  pair >= T
        raise 1  hand >= pair
        raise 1  tens >= 1
        fold
    """,
    "always-fold": "fold",
    **{f"always-{times}": f"raise {times}" for times in RAISES},
}

BLIND: Final = {f"blind-{times}": times for times in RAISES}
"""A raise made before the deal can only be kept or taken back by folding (nz-big-raise 5.1(c), 5.9(b))."""


@cache
def named() -> Mapping[str, Strategy]:
    """The strategies known by name; `optimal` and `blind-N` are not among them, they are computed from the sign."""
    return {name: parse(text, VOCABULARY, name=name) for name, text in TEXTS.items()}


@cache
def features(deck: DeckShape = FULL) -> Mapping[str, Numbers]:
    """The features of every three-card hand of a deck."""
    return features_of(threes(deck), three_card_classes(deck))


def features_of(cards: NDArray[np.uint8], classes: NDArray[np.uint8]) -> Mapping[str, Numbers]:
    """The features of given hands of three cards. A hand without a pair has `pair` below every rank."""
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
            "hand": classes,
            "pair": np.where(paired, middle, -1),
            "high": high,
            "middle": middle,
            "low": low,
            "suited": same,
            "span": np.where((low == middle) & (middle == high), 1, span),
            "tens": (ranks >= RANKS["T"]).sum(axis=-1),
            "sixes": (ranks >= RANKS["6"]).sum(axis=-1),
        }.items()
    }
