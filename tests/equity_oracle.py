"""Odds the slow way: every deal by `itertools`, every hand by `hands.reference`, every pot divided as fractions.

Shares nothing with the kernel or with `lab.equity`: no multisets, no symmetry, no tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from openfelt.cards import Card
from openfelt.hands import Scale, Selection, reference


@dataclass
class Slow:
    """What the oracle counts for one player."""

    wins: int = 0
    ties: Counter = field(default_factory=Counter)
    high: Counter = field(default_factory=Counter)
    low: Counter = field(default_factory=Counter)
    share: Fraction = Fraction(0)


Holdings = Sequence[tuple[Card, ...]]


@lru_cache(maxsize=1_000_000)
def standing(scale: Scale, hole: frozenset, board: frozenset, selection: Selection):
    found = reference.best(scale, tuple(hole), tuple(board), selection=selection)
    return () if found is None else found


def deals(stock: frozenset, needs: list[tuple[tuple[Card, ...], int] | Holdings]) -> Iterator[list[tuple[Card, ...]]]:
    """All ways to serve, one after the other, (known cards, number missing) or one holding of a list."""
    if not needs:
        yield []
        return
    first, rest = needs[0], needs[1:]
    if isinstance(first, tuple) and len(first) == 2 and isinstance(first[1], int) and not isinstance(first[1], Card):
        known, missing = first
        choices = [((*known, *more), frozenset(more)) for more in combinations(sorted(stock), missing)]
    else:
        choices = [(one, frozenset(one)) for one in first if stock.issuperset(one)]
    for holding, used in choices:
        for others in deals(stock - used, rest):
            yield [holding, *others]


def slow_equity(
    halves: Sequence[tuple[Scale, Selection]], hands: list, board: tuple[tuple[Card, ...], int],
    stock: Sequence[Card], *, community: bool,
) -> tuple[int, list[Slow]]:  # fmt: skip
    """The number of deals and each player's counts. `stock` holds the cards that may still come."""
    players = [Slow() for _ in hands]
    total = 0
    for *holdings, common in deals(frozenset(stock), [*hands, board]):
        total += 1
        shared = frozenset(common) if community else frozenset()
        own = [frozenset(holding) | (frozenset() if community else frozenset(common)) for holding in holdings]
        record(players, *([standing(scale, one, shared, selection) for one in own] for scale, selection in halves))
    for player in players:
        player.share /= total
    return total, players


def record(players: list[Slow], highs: list, lows: list | None = None) -> None:
    split = lows is not None
    pots = []  # (part of the pot, who shares it, which counter)
    if split and max(lows) != ():
        pots = [(Fraction(1, 2), best(highs), "high"), (Fraction(1, 2), best(lows), "low")]
    else:
        pots = [(Fraction(1), best(highs), "high")]
    taken = [Fraction(0)] * len(players)
    for part, winners, which in pots:
        for one in winners:
            taken[one] += part / len(winners)
            getattr(players[one], which)[len(winners)] += 1
    for player, part in zip(players, taken, strict=True):
        player.share += part
        player.wins += part == 1
        if not split and 0 < part < 1:
            player.ties[part.denominator] += 1


def best(values: list) -> list[int]:
    top = max(values)
    return [place for place, value in enumerate(values) if value == top]
