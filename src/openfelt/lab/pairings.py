"""In how many ways several players hold two cards each out of a set of pairs: the matchings of a graph of cards.

For up to three players there are formulas. For more, cards that go with the same others count as one class, since only
how many of a class are taken matters; graphs that are equal up to the names of their classes are counted once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, factorial, perm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

CARDS: Final = 64  # numbers that a card may have
BY_FORMULA: Final = 3
MOST_STATES: Final = 20_000  # of one graph, before it is given up
LOOK: Final = 60  # what looking at a graph costs, in states
Edges = NDArray[np.int64]


@dataclass(slots=True)
class Effort:
    """What counting has cost so far, in states of graphs; a graph that is known costs no more than a look."""

    spent: int = 0


class TooMany(Exception):
    """A graph whose matchings take too long to count: not a fault, it is bounded instead."""


class Counted(NamedTuple):
    """The matchings of a graph, or None if it was given up; and how many states were looked at."""

    totals: tuple[int, ...] | None
    states: int


class Classes(NamedTuple):
    """Cards that go with the same others: how many, whether two of them go together, and which classes they go with."""

    sizes: tuple[int, ...]
    within: tuple[bool, ...]
    beside: tuple[int, ...]  # a bit for each class


def matchings(edges: Edges, most: int, effort: Effort | None = None) -> tuple[int, ...]:
    """How many sets of 0, 1, ... `most` of these pairs share no card.

    >>> triangle_and_more = np.array([[0, 1], [1, 2], [0, 2], [3, 4], [5, 6]])
    >>> matchings(triangle_and_more, 4), matchings(triangle_and_more, 3)
    ((1, 5, 7, 3, 0), (1, 5, 7, 3))
    """
    if not len(edges):
        return (1, *(0,) * most)
    if most <= BY_FORMULA:
        return by_formula(edges, most)
    known = counted.cache_info().misses
    totals, states = counted(classes_of(edges), most)
    if effort is not None:
        effort.spent += LOOK + states * (counted.cache_info().misses > known)
    if totals is None:
        raise TooMany
    return totals


def by_formula(edges: Edges, most: int) -> tuple[int, ...]:
    """Of none to three pairs, from degrees, paths, claws and triangles."""
    m = len(edges)
    degree = np.bincount(edges.ravel(), minlength=CARDS)
    pairs = int((degree * (degree - 1) // 2).sum())
    if most < BY_FORMULA:
        return (1, m, comb(m, 2) - pairs)[: most + 1]
    near = adjacency(edges).astype(np.float32)
    triangles = int((near @ near * near).sum()) // 6
    paths = int(((degree[edges[:, 0]] - 1) * (degree[edges[:, 1]] - 1)).sum())
    claws = int((degree * (degree - 1) * (degree - 2) // 6).sum())
    return 1, m, comb(m, 2) - pairs, comb(m, 3) - (m - 2) * pairs + 2 * claws + paths - triangles


def adjacency(edges: Edges) -> NDArray[np.bool_]:
    """Which cards go with which."""
    near = np.zeros((CARDS, CARDS), dtype=np.bool_)
    near[edges[:, 0], edges[:, 1]] = near[edges[:, 1], edges[:, 0]] = True
    return near


def classes_of(edges: Edges) -> Classes:
    """The classes of a graph, in an order that is the same for most graphs which differ in names alone."""
    near = adjacency(edges)
    used = np.flatnonzero(near.any(axis=1))
    rows = [int.from_bytes(row.tobytes(), "little") for row in np.packbits(near[used], axis=1, bitorder="little")]
    closed: dict[int, list[int]] = {}
    for card, row in zip(used.tolist(), rows, strict=True):
        closed.setdefault(row | 1 << card, []).append(card)
    whole = [(True, row & ~sum(1 << card for card in cards), cards) for row, cards in closed.items() if len(cards) > 1]
    loose: dict[int, list[int]] = {}
    for row, cards in closed.items():
        if len(cards) == 1:
            loose.setdefault(row & ~(1 << cards[0]), []).append(cards[0])
    return in_order([*whole, *((False, row, cards) for row, cards in loose.items())])


def in_order(found: Sequence[tuple[bool, int, list[int]]]) -> Classes:
    """Classes with those first that have the fewest others beside them."""
    beside = [[at for at, (_, _, cards) in enumerate(found) if row >> cards[0] & 1] for _, row, _ in found]
    look = [(len(near), len(cards), int(inner)) for near, (inner, _, cards) in zip(beside, found, strict=True)]
    seen: list[tuple[int, ...]] = list(look)
    for _ in range(3):
        rank = {one: at for at, one in enumerate(sorted(set(seen)))}
        seen = [(*look[at], rank[seen[at]], *sorted(rank[seen[one]] for one in beside[at])) for at in range(len(found))]
    order = sorted(range(len(found)), key=lambda at: seen[at])
    place = {at: new for new, at in enumerate(order)}
    return Classes(
        tuple(len(found[at][2]) for at in order),
        tuple(found[at][0] for at in order),
        tuple(sum(1 << place[one] for one in beside[at]) for at in order),
    )


@cache
def counted(graph: Classes, most: int) -> Counted:
    """The matchings of a graph of classes: class after class, its cards go with one another and with later ones."""
    known: dict[tuple[int, ...], tuple[int, ...]] = {}

    def rest(left: tuple[int, ...]) -> tuple[int, ...]:
        """Matchings of the cards that are left of each class; the first class that has some goes first."""
        found = known.get(left)
        if found is None:
            if len(known) >= MOST_STATES:
                raise TooMany
            total = [0] * (most + 1)
            for after, pairs, ways in first_goes(graph, left, most):
                for more, count in enumerate(rest(after)[: most + 1 - pairs]):
                    total[pairs + more] += ways * count
            found = known[left] = tuple(total)
        return found

    known[(0,) * len(graph.sizes)] = (1, *(0,) * most)
    try:
        return Counted(rest(graph.sizes), len(known))
    except TooMany:
        return Counted(None, len(known))


def first_goes(graph: Classes, left: tuple[int, ...], most: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """How the cards of the first class that has some are paired: what is left, how many pairs, in how many ways."""
    at = next(one for one, many in enumerate(left) if many)
    mine, cleared = left[at], (*left[:at], 0, *left[at + 1 :])
    ways = [
        (cleared, inside, mine - 2 * inside, perm(mine, 2 * inside) // (2**inside * factorial(inside)))
        for inside in range(min(mine // 2, most) + 1 if graph.within[at] else 1)
    ]
    for near in (one for one in range(at + 1, len(left)) if graph.beside[at] >> one & 1):
        ways = [
            (
                (*now[:near], now[near] - more, *now[near + 1 :]),
                pairs + more,
                free - more,
                often * comb(free, more) * perm(now[near], more),
            )
            for now, pairs, free, often in ways
            for more in range(min(free, now[near], most - pairs) + 1)
        ]
    for now, pairs, _, often in ways:
        yield now, pairs, often


def deals(players: int, rest: int) -> int:
    """In how many ways so many players in order get two of the remaining cards each."""
    total = 1
    for at in range(players):
        total *= comb(rest - 2 * at, 2)
    return total


def deals_without(edges: Edges, players: int, rest: int, effort: Effort | None = None) -> int:
    """In how many deals of so many players in order nobody holds one of these pairs: by inclusion and exclusion.

    >>> deals_without(np.array([[0, 1], [2, 3]]), 2, 4)  # of six deals of four cards only two give both of these pairs
    4
    """
    return excluded(matchings(edges, players, effort), players, rest)


def excluded(found: Sequence[int], players: int, rest: int) -> int:
    """The sum of inclusion and exclusion; cut off after a term that is taken away it is too small, else too large."""
    total = 0
    for many, ways in enumerate(found):
        those = comb(players, many) * factorial(many) * ways * deals(players - many, rest - 2 * many)
        total += -those if many % 2 else those
    return total
