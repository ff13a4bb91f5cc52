"""How often a jackpot's event is hit in deals at random: for events that are too common to be counted deal by deal.

Each deal is judged as a counted one is: everyone stays to the end and shows.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from openfelt.hands import Scale, batch
from openfelt.lab.matches import Interval, share

DEALS: Final = 2_000_000
AT_ONCE: Final = 10_000
CONFIDENCE: Final = 0.99
BOARD: Final = 5
HOLE: Final = 2
Cards = NDArray[np.uint8]


class Sampled(NamedTuple):
    """How often an event is hit, with its interval, and how many hit it in a deal."""

    often: Interval
    winners: float


def sampled(
    scale: Scale, allowed: NDArray[np.bool_], players: int, *, both_cards: bool, beaten: bool, deals: int = DEALS
) -> Sampled:
    """So many deals of so many players at random, always the same; `allowed` says which strengths an event names.

    `both_cards`: both hole cards have to play; `beaten`: by a hand that the event names as well.
    """
    rng = np.random.default_rng(1)
    cards = np.array(scale.deck.cards, dtype=np.uint8)
    hits, winners = 0, 0
    for first in range(0, deals, AT_ONCE):
        several = min(AT_ONCE, deals - first)
        order = rng.random((several, len(cards))).argsort(axis=1)[:, : BOARD + HOLE * players]
        dealt = cards[order]
        board, hole = dealt[:, :BOARD], dealt[:, BOARD:].reshape(several, players, HOLE)
        worth = strengths(scale, hole, board)
        fit = allowed[worth]
        if both_cards:
            fit &= with_both(scale, hole, board) == worth
        if beaten:
            best = worth.max(axis=1, keepdims=True)
            losing = np.where((fit & (worth == best)).any(axis=1, keepdims=True) & fit & (worth < best), worth, 0)
            fit = (losing > 0) & (losing == losing.max(axis=1, keepdims=True))
        hits += int(fit.any(axis=1).sum())
        winners += int(fit.sum())
    return Sampled(share(hits, deals, CONFIDENCE), winners / deals)


def strengths(scale: Scale, hole: Cards, board: Cards) -> NDArray[np.uint16]:
    """What each player of each deal holds with the cards of its board."""
    deals, players = hole.shape[:2]
    wide = np.broadcast_to(board[:, None, :], (deals, players, board.shape[1]))
    rows = np.concatenate((hole, wide), axis=2).reshape(deals * players, -1)
    return np.asarray(batch(scale, np.ascontiguousarray(rows), trusted=True)).reshape(deals, players)


def with_both(scale: Scale, hole: Cards, board: Cards) -> NDArray[np.uint16]:
    """The best that each player makes of both hole cards and three of the board."""
    several = (strengths(scale, hole, board[:, list(three)]) for three in combinations(range(BOARD), 3))
    best = next(several)
    for one in several:
        best = np.maximum(best, one)
    return best
