"""The house's own work at a stream: what it does without being asked, after how long, and again if it was refused.

The writer knows nothing of it but that it is planned anew after every entry. Clocks and retries are memory, not state:
after a start, time runs anew.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final

from openfelt.errors import OpenfeltError
from openfelt.service.machine.clock import Timer
from openfelt.service.writers.tables import TableWriter

FIRST_WAIT_S: Final = 1.0
LONGEST_WAIT_S: Final = 30.0

Task = Callable[[], Coroutine[Any, Any, None]]


class Retry:
    """How long the house waits before it plans refused work again: longer each time, until something is stored."""

    __slots__ = ("wait_s",)

    def __init__(self) -> None:
        self.wait_s = FIRST_WAIT_S

    def next_s(self) -> float:
        """The wait before the next try.

        >>> retry = Retry()
        >>> [retry.next_s() for _ in range(7)]
        [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
        """
        now, self.wait_s = self.wait_s, min(LONGEST_WAIT_S, 2 * self.wait_s)
        return now

    def stored(self) -> None:
        """Something was stored: the next wait is short again."""
        self.wait_s = FIRST_WAIT_S


@dataclass(slots=True)
class TurnClock:
    """The time that runs for one turn. It begins once for each, however often it is looked at."""

    turn: tuple[Any, ...] = ()
    since: float = 0.0
    wait: float = 0.0
    extra: float = 0.0  # given for a lost connection
    whole_s: float = 0.0
    deadline: float = 0.0

    def begin(self, turn: tuple[Any, ...], wait: float, now: float) -> bool:
        """Begin with a new turn; False if it runs already."""
        if turn == self.turn:
            return False
        self.turn, self.since, self.wait, self.extra = turn, now, wait, 0.0
        return True

    def run(self, bought: float = 0.0) -> None:
        """Say how long it runs in all, with what was bought, and when it ends."""
        self.whole_s = self.wait + self.extra + bought
        self.deadline = self.since + self.whole_s

    def stand(self) -> None:
        """Time stands still, and begins anew when the table goes on."""
        self.turn = ()


class Timed:
    """Work that waits for the clock: at most one timer runs, and refused work is tried again later and later."""

    def __init__(self) -> None:
        self._timer: Timer | None = None
        self._retry = Retry()

    def stored(self) -> None:
        """Something was stored: the next wait is short again."""
        self._retry.stored()

    def cancel(self) -> None:
        """No timer runs."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Work(Timed, ABC):
    """The house's own work at one table."""

    def __init__(self, writer: TableWriter) -> None:
        super().__init__()
        self.writer = writer
        self.hall = writer.hall
        self.time = TurnClock()

    @abstractmethod
    def plan(self) -> None:
        """After every change: plan what the house does next by itself."""

    @abstractmethod
    async def carry_on(self) -> None:
        """Go on from what is durable, and plan what is due."""

    def start(self) -> None:
        """Go on after a start of the room."""
        self.spawn(self.resume)

    async def resume(self) -> None:
        """What is to be done first after a start."""
        await self.carry_on()

    @property
    def is_running(self) -> bool:
        """Whether something is planned."""
        return self._timer is not None

    def left_ms(self) -> int:
        """How much of the running clock is left."""
        return max(0, int((self.time.deadline - self.hall.clock.monotonic()) * 1000))

    def do_at(self, at: float, task: Task) -> None:
        """Plan a piece of work for a moment of the monotonic clock."""
        self.do_after(at - self.hall.clock.monotonic(), task)

    def do_after(self, seconds: float, task: Task) -> None:
        """Plan a piece of work for after so many seconds."""
        self._timer = self.hall.clock.call_later(max(0.0, seconds), lambda: self.spawn(task))

    def spawn(self, task: Task) -> None:
        """Run a piece of the house's own work beside everything else."""
        self._timer = None
        self.hall.keep(self.guard(task))

    async def guard(self, task: Task) -> None:
        """The house's own work: refused work is planned again with fresh facts; our own faults stop the table."""
        try:
            await task()
        except OpenfeltError as refused:
            self.try_again(refused)
        except Exception as fault:
            self.writer.stop(fault)

    def try_again(self, refused: OpenfeltError) -> None:
        """Something else came first, or the journal took no more: unless that has planned what follows, look again."""
        if self._timer is not None or self.writer.stopped or self.hall.closing:
            return
        self.hall.report_refusal(self.writer.name, refused)
        self.do_after(self._retry.next_s(), self.carry_on)
