"""What a table remembers beside its state: the latest lines, its finished hands, who opened which, pots on average."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, Final

from openfelt.room import events as r
from openfelt.service.calls import Calls
from openfelt.service.standing import Standing
from openfelt.service.stream import FloorAnswered, FloorCalled, HandInspected
from openfelt.table import HandStarted
from openfelt.table import events as e
from openfelt.table import ruling_events as ru

LINES_KEPT: Final = 200
RULINGS_KEPT: Final = 1_000

# An event with its number, and who played which seat of the hand it belongs to.
Logged = tuple[int, Any, dict[int, str]]


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """Where a finished hand stands in its table's stream, who played which seat, and its shuffle."""

    first: int
    last: int
    players: dict[int, str]
    shuffle: str


class Chronicle:
    """Kept by noting every event once, live or while loading."""

    def __init__(self) -> None:
        self.log: deque[Logged] = deque(maxlen=LINES_KEPT)
        self.rulings: deque[tuple[int, Logged]] = deque(maxlen=RULINGS_KEPT)  # with the number of the hand
        self.finished: dict[int, FinishedHand] = {}
        self.inspected: set[tuple[int, str]] = set()
        self.calls = Calls()
        self.pots = 0
        self.hands_seen = 0
        self._began = 0
        self._ended = 0

    @property
    def pot_average(self) -> int:
        """What a hand was worth on average."""
        return self.pots // self.hands_seen if self.hands_seen else 0

    def latest(self, count: int) -> list[Logged]:
        """The last so many lines, or as many as are remembered."""
        return [self.log[at] for at in range(-min(count, len(self.log)), 0)]

    def note(self, seq: int, event: Any, standing: Standing) -> None:  # noqa: ANN401 - any event of the stream
        """Remember one event; `standing` is where the table stands after it, or after the entry it came in."""
        self.log.append((seq, event, standing.players))
        kind = type(event)
        if kind is HandStarted:
            self._began = seq
        elif kind is ru.RulingMade or kind is ru.PowerUsed:
            self.rulings.append((standing.table.number, self.log[-1]))
        elif kind is FloorCalled or kind is FloorAnswered:
            self.calls.note(seq, event)
        elif kind is HandInspected:
            self.inspected.add((event.number, event.inspector))
        elif kind is e.PotAwarded:
            self.pots += sum(event.amounts)
        elif kind is e.HandEnded:
            self._ended = seq
        elif kind is r.HandClosed and self._ended > self._began:
            self.hands_seen += 1
            shuffle = standing.shuffle.shuffle if standing.shuffle is not None and not standing.table.live else ""
            self.finished[event.number] = FinishedHand(self._began, self._ended, dict(standing.players), shuffle)
