"""A second opinion on the house-banked games, written apart from the kernel: slow, plain, and for tests only.

It evaluates hands by counting ranks and suits in numpy, visits every board, player's holding and dealer's holding of a
small deck, and has its own settlement, taken from the matrices of the two rulebooks.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

HIGHER, EQUAL, LOWER = 0, 1, 2
ANTE_ODDS = [1, 1, 1, 1, 1, 2, 3, 10, 20, 100]  # act-holdem 8.1, by category from high card to royal flush


def strengths(cards: np.ndarray) -> np.ndarray:
    """A comparable number for rows of five to seven cards: category in the highest digit, then ranks base 16."""
    cards = np.asarray(cards, np.int64)
    ranks = cards // 4 + 2
    suits = cards % 4
    rows = np.arange(len(cards))
    held = np.zeros((len(cards), 15), np.int64)
    for at in range(cards.shape[1]):
        np.add.at(held, (rows, ranks[:, at]), 1)
    best = by_ranks(held)
    for suit in range(4):
        of_suit = np.zeros((len(cards), 15), np.int64)
        for at in range(cards.shape[1]):
            chosen = suits[:, at] == suit
            of_suit[rows[chosen], ranks[chosen, at]] = 1
        enough = of_suit.sum(axis=1) >= 5
        if enough.any():
            flush = 5 * 16**5 + highest(of_suit[enough], 5)
            run = sequence(of_suit[enough])
            flush = np.where(run > 0, np.where(run == 14, 9, 8) * 16**5 + run, flush)
            best[enough] = np.maximum(best[enough], flush)
    return best


def highest(held: np.ndarray, how_many: int) -> np.ndarray:
    """The so many highest ranks held, as digits base 16; a rank counts once."""
    digits = np.zeros(len(held), np.int64)
    taken = np.zeros(len(held), np.int64)
    for rank in range(14, 1, -1):
        take = (held[:, rank] > 0) & (taken < how_many)
        digits = np.where(take, digits * 16 + rank, digits)
        taken += take
    return digits


def sequence(held: np.ndarray) -> np.ndarray:
    """The top of the highest five ranks in a row, the ace also as one; 0 if there are none."""
    present = (held > 0).astype(np.int64)
    present[:, 1] = present[:, 14]
    top = np.zeros(len(held), np.int64)
    for high in range(5, 15):
        top = np.where(present[:, high - 4 : high + 1].sum(axis=1) == 5, high, top)
    return top


def one_rank(held: np.ndarray, least: int) -> np.ndarray:
    """The highest rank held at least so often, 0 if none."""
    top = np.zeros(len(held), np.int64)
    for rank in range(2, 15):
        top = np.where(held[:, rank] >= least, rank, top)
    return top


def without(held: np.ndarray, rank: np.ndarray) -> np.ndarray:
    """The same holdings less all cards of a rank."""
    rest = held.copy()
    rest[np.arange(len(held)), rank] = 0
    return rest


def by_ranks(held: np.ndarray) -> np.ndarray:
    """What ranks alone make."""
    four, three, pair = one_rank(held, 4), one_rank(held, 3), one_rank(held, 2)
    run = sequence(held)
    best = highest(held, 5)
    two = one_rank(without(held, pair), 2)
    full = one_rank(without(held, three), 2)
    base = 16**5
    best = np.where(pair > 0, 1 * base + pair * 16**3 + highest(without(held, pair), 3), best)
    both = (pair > 0) & (two > 0)
    best = np.where(both, 2 * base + (pair * 16 + two) * 16 + highest(without(without(held, pair), two), 1), best)
    best = np.where(three > 0, 3 * base + three * 256 + highest(without(held, three), 2), best)
    best = np.where(run > 0, 4 * base + run, best)
    best = np.where((three > 0) & (full > 0), 6 * base + three * 16 + full, best)
    return np.where(four > 0, 7 * base + four * 16 + highest(without(held, four), 1), best)


PAIR_OF_FOURS = 1 * 16**5 + 4 * 16**3  # act-holdem def/Qualify, with the lowest side cards there can be


def call_net(
    category: int,
    qualified: bool,
    against: int,
    *,
    unqualified_call: str,
    unqualified_tie: str,
    unqualified_lower: str = "ante-wins",
) -> int:
    """What ante 1 and call 2 net, from the settlement matrix of act-holdem."""
    if not qualified and against not in (EQUAL, HIGHER) and unqualified_lower == "void":
        return 0
    if not qualified and not (against == EQUAL and unqualified_tie == "void"):
        return ANTE_ODDS[category] + (2 if unqualified_call == "paid" else 0)
    if against == EQUAL:
        return 0
    return ANTE_ODDS[category] + 2 if against == HIGHER else -3


def raise_net(category: int, pair: int, times: int, *, ante_pays: str, sevens: str, standoff_ante: str) -> int:
    """What ante 1 and a raise net, from the settlement matrix of nz-big-raise."""
    odds = {2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 40, 8: 100, 9: 500}.get(category)
    if category == 1 and pair >= 10:
        odds = 1
    if odds:
        return (odds if ante_pays == "raise-table" else 1) + times * odds
    if category == 1 and 6 <= pair <= 9 and not (pair == 7 and sevens == "lose"):
        return {"returned": 0, "lost": -1, "paid": 1}[standoff_ante]
    return -1 - times


class SmallCanberra:
    """Every deal of Canberra Hold-em with a small deck, visited: [flop, hole, category, 3 * qualified + against]."""

    def __init__(self, ranks: list[int], suits: int) -> None:
        self.deck = [4 * (rank - 2) + suit for rank in ranks for suit in range(suits)]
        self.flops = {flop: at for at, flop in enumerate(combinations(self.deck, 3))}
        self.holes = {hole: at for at, hole in enumerate(combinations(self.deck, 2))}
        self.cells = np.zeros((len(self.flops), len(self.holes), 10, 6), np.int64)
        sevens = np.array(list(combinations(self.deck, 7)))
        masks = (1 << sevens).sum(axis=1)
        order = np.argsort(masks)
        self.masks, self.strengths = masks[order], strengths(sevens)[order]
        seats = list(combinations(range(len(self.deck) - 5), 2))
        self.apart = np.array([[not set(one) & set(two) for two in seats] for one in seats])
        for board in combinations(self.deck, 5):
            self.visit(board)

    def visit(self, board: tuple[int, ...]) -> None:
        rest = [card for card in self.deck if card not in board]
        holes = list(combinations(rest, 2))
        masks = sum(1 << card for card in board) + (1 << np.array(holes)).sum(axis=1)
        own = self.strengths[np.searchsorted(self.masks, masks)]
        against = np.where(own[:, None] > own[None, :], HIGHER, np.where(own[:, None] == own[None, :], EQUAL, LOWER))
        result = against + 3 * (own >= PAIR_OF_FOURS)[None, :]
        counts = np.stack([((result == which) & self.apart).sum(axis=1) for which in range(6)], axis=1)
        places = np.array([self.holes[hole] for hole in holes])
        for flop in combinations(board, 3):
            self.cells[self.flops[flop], places, own // 16**5] += counts

    def at(self, flop: tuple[int, ...], hole: tuple[int, ...]) -> np.ndarray:
        return self.cells[self.flops[tuple(sorted(flop))], self.holes[tuple(sorted(hole))]]
