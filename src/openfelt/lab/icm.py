"""The prize equity of every player of a tournament: what a stack is worth in prizes, by the independent chip model.

The model (Malmuth-Harville): a player finishes first with a chance equal to the share of the chips; of the others the
next is found in the same way. `equities` computes it for whole fields by an integral (`kernel/icm/icm.hpp`),
`by_enumeration` for a few players with exact fractions; the second is the oracle of the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import log, sqrt
from typing import Final

import numpy as np

from openfelt.errors import OpenfeltError
from openfelt.lab import _icm

MOST_PLAYERS: Final = 100_000
MOST_ENUMERATED: Final = 15
# The integral is taken by the trapezium rule in u, with t = exp(u - exp(-u)): outside of these bounds nothing is left.
FIRST_U: Final = -3.8
LAST_RATE_TIMES_T: Final = 45.0
# The times at which the last prize is decided spread by 1 / sqrt(places) in u; a step of that width sees them.
ROUGH, FINEST = 1.0, 2.0**-6
ENOUGH: Final = 1e-11  # of all prizes


class BadField(OpenfeltError):
    """Stacks or prizes that no tournament can have."""


@dataclass(frozen=True, slots=True)
class Equities:
    """What every stack is worth in prizes, in the order given, and by how much a figure can be wrong."""

    values: tuple[float, ...]
    error: float
    nodes: int


def equities(stacks: Sequence[int], prizes: Sequence[int]) -> Equities:
    """What each stack is worth. The error is how much the figures moved when the step was halved for the last time.

    >>> [round(value, 2) for value in equities([50, 30, 20], [50, 30, 20]).values]
    [38.39, 32.75, 28.86]
    """
    require_field(stacks, prizes)
    whole = float(sum(prizes))
    shares = np.asarray(stacks, dtype=np.float64) / sum(stacks)
    paid = np.asarray(prizes, dtype=np.float64)
    last_u = log(LAST_RATE_TIMES_T / float(shares.min()))
    step = ROUGH / sqrt(len(prizes))
    found = at_nodes(shares, paid, np.arange(FIRST_U, last_u, step), step)
    nodes, finest = len(np.arange(FIRST_U, last_u, step)), step * FINEST
    while True:
        # The nodes of a step half as wide are those of this one and those between them.
        between = np.arange(FIRST_U + step / 2, last_u, step)
        better = (found + at_nodes(shares, paid, between, step)) / 2
        nodes, step = nodes + len(between), step / 2
        error = max(float(np.abs(better - found).max()), abs(float(better.sum()) - whole))
        found = better
        if error <= ENOUGH * whole or step <= finest:
            return Equities(tuple(float(value) for value in found), error, nodes)


def at_nodes(shares: np.ndarray, prizes: np.ndarray, u: np.ndarray, step: float) -> np.ndarray:
    """The trapezium rule over these nodes."""
    times = np.exp(u - np.exp(-u))
    return _icm.equities_at(shares, prizes, times, step * times * (1 + np.exp(-u)))


def by_enumeration(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """The same for a few players, exactly: who is next among those who remain, for every set of them.

    >>> by_enumeration([50, 30, 20], [50, 30, 20])[2]
    Fraction(202, 7)
    """
    require_field(stacks, prizes)
    if len(stacks) > MOST_ENUMERATED:
        raise BadField(f"{len(stacks)} stacks cannot be enumerated; at most {MOST_ENUMERATED}")

    @cache
    def left(players: frozenset[int]) -> dict[int, Fraction]:
        """What each of those who remain still wins."""
        place = len(stacks) - len(players)
        if place == len(prizes):
            return dict.fromkeys(players, Fraction(0))
        chips = sum(stacks[one] for one in players)
        worth = dict.fromkeys(players, Fraction(0))
        for first in players:
            chance = Fraction(stacks[first], chips)
            worth[first] += chance * prizes[place]
            for other, value in left(players - {first}).items():
                worth[other] += chance * value
        return worth

    whole = left(frozenset(range(len(stacks))))
    return tuple(whole[one] for one in range(len(stacks)))


def require_field(stacks: Sequence[int], prizes: Sequence[int]) -> None:
    """Refuse what is no field: nobody, an empty stack, more prizes than players."""
    if not 1 <= len(stacks) <= MOST_PLAYERS:
        raise BadField(f"{len(stacks)} stacks; allowed: 1 to {MOST_PLAYERS:,}")
    for place, stack in enumerate(stacks, 1):
        if stack < 1:
            raise BadField(f"stack {place} is {stack}; whoever has no chips has a place already: at least 1")
    if not 1 <= len(prizes) <= len(stacks):
        raise BadField(f"{len(prizes)} prizes for {len(stacks)} players; allowed: 1 to {len(stacks)}")
    for place, prize in enumerate(prizes, 1):
        if prize < 0:
            raise BadField(f"prize {place} is {prize}; at least 0")
    if not sum(prizes):
        raise BadField("all prizes are 0; at least one above it")
