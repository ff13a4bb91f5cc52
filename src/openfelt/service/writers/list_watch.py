"""How good the estimates of waiting times are: what people were told on joining, and how long they waited.

It is counted while the room runs and is no part of the record.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from statistics import median
from typing import Any, Final

from openfelt.lists import events as e
from openfelt.lists.estimate import wait_at
from openfelt.lists.facts import TableFacts
from openfelt.lists.state import Lists

RECENT: Final = 200


class EstimateWatch:
    """The estimates that were told, and by how much the latest were wrong."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], tuple[int, int | None]] = {}  # when somebody joined, and what was said
        self.off_ms: deque[int] = deque(maxlen=RECENT)

    @property
    def median_off_ms(self) -> int | None:
        """By how much half of the latest estimates were wrong at most."""
        return round(median(self.off_ms)) if self.off_ms else None

    def note(self, events: Iterable[Any], state: Lists, tables: Collection[TableFacts]) -> None:
        """Compare estimates with what came of them: an estimate is told on joining and checked on sitting down."""
        for one in events:
            if isinstance(one, e.Joined):
                mine = state.lists[one.list]
                told = wait_at(state, mine, mine.place_of(one.player) or len(mine.line), tables, one.at_ms)
                self._told[one.list, one.player] = (one.at_ms, told)
            elif isinstance(one, e.SeatFilled) and one.standing == "waiting":
                since_ms, told = self._told.pop((one.list, one.player), (0, None))
                if told is not None:
                    self.off_ms.append(abs(one.at_ms - since_ms - told))
            elif isinstance(one, e.WentOff):
                self._told.pop((one.list, one.player), None)
