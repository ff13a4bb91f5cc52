"""What a strategy may ask about hole cards and a flop."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.cards.card import RANK_LETTERS
from openfelt.hands import Scale
from openfelt.lab.deals import FULL, WORDS, DeckShape, five_classes, pairs, threes
from openfelt.lab.strategies import Numbers

RANKS: Final = {letter: number for number, letter in enumerate(RANK_LETTERS)}
YES: Final = {"no": 0, "yes": 1}

FEATURES: Final[Mapping[str, Mapping[str, int]]] = {
    "hand": {name: number for number, name in enumerate(WORDS)},
    "own-pair": YES,
    "high": RANKS,
    "low": RANKS,
    "overcards": {str(number): number for number in range(3)},
    "flush-cards": {str(number): number for number in range(1, 6)},
    "straight-ranks": {str(number): number for number in range(3)},
    "board-pair": YES,
    "board-suits": {str(number): number for number in range(1, 4)},
    "board-high": RANKS,
    "board-low": RANKS,
}


@cache
def features(order: Scale, deck: DeckShape = FULL) -> Mapping[str, Numbers]:
    """The features of every decision of a deck, as arrays (flops, holdings)."""
    two = pairs(deck)
    return features_of(two, np.broadcast_to(threes(deck)[:, None, :], (*two.shape[:2], 3)), five_classes(order, deck))


def features_of(hole: NDArray[np.uint8], flop: NDArray[np.uint8], classes: NDArray[np.uint8]) -> Mapping[str, Numbers]:
    """The features of given hole cards and flops, cards along the last axis, with their pay classes."""
    first, second = np.moveaxis(hole >> 2, -1, 0)
    one, two, three = np.moveaxis(flop >> 2, -1, 0)
    suits = [np.moveaxis(cards & 3, -1, 0) for cards in (hole, flop)]
    count = sum(np.left_shift(1, 4 * suit.astype(np.int32)) for group in suits for suit in group)
    on_flop = sum(np.left_shift(1, 4 * suit.astype(np.int32)) for suit in suits[1])
    held = np.zeros(first.shape, np.int32)
    for rank in (first, second, one, two, three):
        held |= np.left_shift(1, rank.astype(np.int32))
    top = np.maximum(np.maximum(one, two), three)
    matched = (first == one) | (first == two) | (first == three) | (second == one) | (second == two) | (second == three)
    found = {
        "hand": np.maximum(classes.astype(np.int16) - 12, np.minimum(classes, 1)),
        "own-pair": (first == second) | matched,
        "high": np.maximum(first, second),
        "low": np.minimum(first, second),
        "overcards": (first > top).astype(np.int16) + (second > top),
        "flush-cards": np.maximum(*(count >> 4 * suit.astype(np.int32) & 7 for suit in suits[0])),
        "straight-ranks": straight_ranks()[held],
        "board-pair": (one == two) | (two == three) | (one == three),
        "board-suits": sum((on_flop >> 4 * suit & 7) > 0 for suit in range(4)),
        "board-high": top,
        "board-low": np.minimum(np.minimum(one, two), three),
    }
    return {name: np.asarray(values, np.int16) for name, values in found.items()}


@cache
def straight_ranks() -> Numbers:
    """For each set of ranks, how many more would make it a straight; 0 if it is one already (act-holdem 2.6(f))."""
    sets = np.arange(1 << 13)
    holds = np.zeros(1 << 13, np.bool_)
    for run in (0b1000000001111, *(0b11111 << low for low in range(9))):
        holds |= (sets & run) == run
    missing = sum((holds[sets | 1 << rank] & (sets >> rank & 1 == 0)).astype(np.int16) for rank in range(13))
    return np.where(holds, 0, np.minimum(missing, 2)).astype(np.int16)
