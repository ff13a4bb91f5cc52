"""What people who only watch a tournament table are told: the table as it stood some seconds ago, never anything newer.

Where the conditions of an event name a delay, every moment of its tables is kept as the rail may see it, and sent when
its time has come. After a restart the moments before it are gone: the rail is shown nothing until the first one after
it is old enough.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Protocol
from weakref import WeakSet

from openfelt.service.tell.feed import Audience, moment
from openfelt.service.wire.subscribers import Subscriber

if TYPE_CHECKING:
    from openfelt.service.machine.clock import Clock, Timer
    from openfelt.service.writers.table import TableHost


class Room(Audience, Protocol):
    """The room as far as its rails need it."""

    clock: Clock

    def now_ms(self) -> int:
        """The time, UTC in milliseconds."""

    def is_late(self, host: TableHost, player: str) -> bool:
        """Whether somebody sees a table only with the delay of its event."""


class Rail:
    """The moments of one table that the rail has not seen yet, and the last one that it has."""

    def __init__(self, host: TableHost, room: Room, delay_ms: int) -> None:
        self.host = host
        self.room = room
        self.delay_ms = delay_ms
        self.shown = b""  # the last moment that is old enough
        self.late: WeakSet[Subscriber] = WeakSet()  # who was told with the delay last
        self._waiting: deque[tuple[int, bytes]] = deque()  # when it may be shown, and what
        self._timer: Timer | None = None
        self.note()

    def note(self) -> None:
        """Keep the present state of the table, to be shown later."""
        self._waiting.append((self.room.now_ms() + self.delay_ms, moment(self.host, self.room)))
        if self._timer is None:
            self._plan()

    def _plan(self) -> None:
        self._timer = None
        if self._waiting:
            wait = max(0, self._waiting[0][0] - self.room.now_ms()) / 1000
            self._timer = self.room.clock.call_later(wait, self.show)

    def show(self) -> None:
        """Show the latest state that is old enough to everyone who watches with the delay."""
        fresh, now = b"", self.room.now_ms()
        while self._waiting and self._waiting[0][0] <= now:
            fresh = self._waiting.popleft()[1]
        if fresh:
            self.shown = fresh
            for one in self.room.subscribers.watching(self.host.name):
                if self.room.is_late(self.host, one.player):
                    self.late.add(one)
                    one.tell(self.host.name, fresh)
        self._plan()

    def caught_up(self, one: Subscriber) -> bool:
        """Whether a viewer saw the table with a delay until now, and sees it without from here on. True only once."""
        was = one in self.late
        self.late.discard(one)
        return was

    def close(self) -> None:
        """No timer runs."""
        if self._timer is not None:
            self._timer.cancel()
