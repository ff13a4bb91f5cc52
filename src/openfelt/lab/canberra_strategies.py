"""How people play Canberra Hold-em: what a strategy may ask about hole cards and flop, and the strategies by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openfelt.cards.card import RANK_LETTERS
from openfelt.lab.deals import FULL, WORDS, DeckShape, five_classes, pairs, pay_classes, threes
from openfelt.lab.strategies import Numbers, Strategy, Vocabulary, parse
from openfelt.rulebooks import rulebook

ACT = rulebook("act-holdem")

RANKS: Final = {letter: number for number, letter in enumerate(RANK_LETTERS)}
YES: Final = {"no": 0, "yes": 1}

VOCABULARY: Final = Vocabulary(
    game="act-holdem",
    decisions={"fold": 0, "call": 1},
    features={
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
    },
    cites=ACT.cite("7.1"),
)

TEXTS: Final[Mapping[str, str]] = {
    "rule-of-thumb": """
        call  own-pair = yes                                             # a pair or better that uses a hole card
        call  hand >= straight
        call  straight-ranks >= 1                                        # even one rank that makes a straight
        call  flush-cards >= 4
        call  high >= K
        fold  board-suits = 1                                            # one suit on the flop, and none of it held
        call  high >= Q
        call  high >= T and low >= 4
        call  high >= T and board-pair = yes
        call  high >= T and flush-cards >= 3
        call  high >= 8 and low >= 5 and flush-cards >= 3
        fold
    """,
    "naive": """
        call  hand >= pair                                               # only with something made
        fold
    """,
    "always-call": "call",
    "always-fold": "fold",
}


@cache
def named() -> Mapping[str, Strategy]:
    """The strategies known by name; `optimal` is not among them, it is computed from the sign."""
    return {name: parse(text, VOCABULARY, name=name) for name, text in TEXTS.items()}


@cache
def features(deck: DeckShape = FULL) -> Mapping[str, Numbers]:
    """The features of every decision of a deck, as arrays (flops, holdings)."""
    return features_of(pairs(deck), np.broadcast_to(threes(deck)[:, None, :], (*pairs(deck).shape[:2], 3)),
                       five_classes(deck))  # fmt: skip


def features_of(
    hole: NDArray[np.uint8], flop: NDArray[np.uint8], classes: NDArray[np.uint8] | None = None
) -> Mapping[str, Numbers]:
    """The features of given hole cards and flops, cards along the last axis."""
    if classes is None:
        classes = pay_classes(np.concatenate([hole, flop], axis=-1))
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
