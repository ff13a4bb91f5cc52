"""How a comparison is measured and said: both sides in turn, the best of each, as a ratio.

A benchmark module is `benchmarks/bench_<what>.py` with `run() -> list[Row]`; `python -m benchmarks` finds it by name.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Row:
    """One comparison: how much each side does in a second, on one core."""

    name: str
    ours: float
    peer: float | None = None
    peer_name: str = ""
    unit: str = "hands/s"
    aim: float | None = None  # the least ratio we want
    agrees: bool | None = None  # whether both said the same of the same hands; None if they cannot be compared

    @property
    def ratio(self) -> float | None:
        """How many times faster ours is."""
        return None if not self.peer else self.ours / self.peer

    @property
    def reached(self) -> bool | None:
        """Whether the aim is reached, where there is one."""
        return None if self.aim is None or self.ratio is None else self.ratio >= self.aim


def rates(*sides: tuple[Callable[[], object], int], seconds: float = 1.0, least: int = 3) -> list[float]:
    """Work per second of each side, given as (what to run, how much work one run is): the best of many short turns.

    The sides take turns, so that a busy machine slows them alike; the best turn is the one least disturbed.
    """
    best = [float("inf")] * len(sides)
    start, turns = time.perf_counter(), 0
    while turns < least or time.perf_counter() - start < seconds:
        for place, (run, _) in enumerate(sides):
            began = time.perf_counter()
            run()
            best[place] = min(best[place], time.perf_counter() - began)
        turns += 1
    return [work / taken for (_, work), taken in zip(sides, best, strict=True)]


def same_order(ours: list[int], theirs: list[int], *, lower_is_better: bool = False) -> bool:
    """Whether two evaluators put the same hands in the same order, ties included."""
    sign = -1 if lower_is_better else 1
    pairs = sorted(zip(ours, (sign * one for one in theirs), strict=True))
    return all((a[0] == b[0]) == (a[1] == b[1]) and a[1] <= b[1] for a, b in pairwise(pairs))
