"""Time for the room: UTC for records, a monotonic clock and timers for deadlines; a step of one moves no other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> None:
        """It will not happen."""


class Clock(Protocol):
    """The room's time; a test brings its own."""

    def now_ms(self) -> int:
        """UTC in milliseconds, for records."""

    def monotonic(self) -> float:
        """Seconds that only run forward, for deadlines."""

    def call_later(self, delay_s: float, work: Callable[[], None]) -> Timer:
        """Do something after a while."""


class WallClock:
    """The machine's own time."""

    @staticmethod
    def now_ms() -> int:
        """UTC in milliseconds, for records."""
        return time.time_ns() // 1_000_000

    @staticmethod
    def monotonic() -> float:
        """Seconds that only run forward, for deadlines."""
        return time.monotonic()

    @staticmethod
    def call_later(delay_s: float, work: Callable[[], None]) -> Timer:
        """Do something after a while."""
        return asyncio.get_running_loop().call_later(max(0.0, delay_s), work)
