"""What a table remembers beside its state: the latest lines, its finished hands, who opened which, pots on average."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, Final

from openfelt.room import events as r
from openfelt.room.house_events import HandInspected
from openfelt.room.state import TableState
from openfelt.table import HandStarted
from openfelt.table import events as e

LINES_KEPT: Final = 200

# An event with its number, and who played which seat of the hand it belongs to.
Logged = tuple[int, Any, dict[int, str]]


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """Where a finished hand stands in its table's stream, who played which seat, its shuffle, its level of an event."""

    first: int
    last: int
    players: dict[int, str]
    shuffle: str
    level: int = 0


class History:
    """Kept by noting every event once, live or while loading."""

    def __init__(self) -> None:
        self.log: deque[Logged] = deque(maxlen=LINES_KEPT)
        self.finished: dict[int, FinishedHand] = {}
        self.inspected: set[tuple[int, str]] = set()
        self.pots = 0
        self.hands_seen = 0
        self._began = 0
        self._ended = 0

    @property
    def pot_average(self) -> int:
        """What a hand was worth on average."""
        return self.pots // self.hands_seen if self.hands_seen else 0

    def latest(self, count: int) -> list[Logged]:
        """The latest lines, up to `count` or as many as are remembered."""
        return [self.log[at] for at in range(-min(count, len(self.log)), 0)]

    def note(self, seq: int, event: Any, state: TableState) -> None:  # noqa: ANN401 - any event of the stream
        """Remember one event; `state` is where the table stands after it, or after the entry it came in."""
        self.log.append((seq, event, state.players))
        kind = type(event)
        if kind is HandStarted:
            self._began = seq
        elif kind is HandInspected:
            self.inspected.add((event.number, event.inspector))
        elif kind is e.PotAwarded:
            self.pots += sum(event.amounts)
        elif kind is e.HandEnded:
            self._ended = seq
        elif kind is r.HandClosed and self._ended > self._began:
            self.hands_seen += 1
            shuffle = state.shuffle.shuffle if state.shuffle is not None and not state.table.live else ""
            level = state.table.level  # it changes between rounds of play alone
            self.finished[event.number] = FinishedHand(self._began, self._ended, dict(state.players), shuffle, level)
