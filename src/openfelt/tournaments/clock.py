"""The clock of a tournament: a value that says which level is played and how much of it is left, at any moment.

The value is where the clock stood at a moment and whether it runs. Nothing ticks: a screen, the director and a room
that was started again compute the same from it, so a restart neither loses nor gains a millisecond. Levels end by time,
by hands, or by eliminations; only the first kind is counted here, the others wait until `next_stage` is called. A break
is a stage of its own; one until another day has no length and waits too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import UNSET

from openfelt.tournaments.conditions import Level

MINUTE_MS: Final = 60_000


class Stage(msgspec.Struct, frozen=True):
    """A level or the break after it. Without a length it lasts until somebody ends it."""

    level: int  # from 1
    is_break: bool = False
    length_ms: int | None = None


class Clock(msgspec.Struct, frozen=True):
    """Where the clock stood: a stage (from 0), what was left of it, and since when it runs; None while it stands."""

    stage: int = 0
    left_ms: int | None = None  # None: the stage has no length
    since_ms: int | None = None

    @property
    def runs(self) -> bool:
        """Whether time passes."""
        return self.since_ms is not None


def stages(levels: Sequence[Level]) -> tuple[Stage, ...]:
    """The levels of a schedule and their breaks, in order. The last level stays, whatever its length."""
    found: list[Stage] = []
    for number, level in enumerate(levels, 1):
        last = number == len(levels)
        minutes = 0 if level.minutes is UNSET else level.minutes
        found.append(Stage(number, length_ms=minutes * MINUTE_MS if minutes and not last else None))
        if level.overnight and not last:
            found.append(Stage(number, is_break=True))
        elif level.break_minutes and not last:
            found.append(Stage(number, is_break=True, length_ms=level.break_minutes * MINUTE_MS))
    return tuple(found)


def new_clock(plan: Sequence[Stage]) -> Clock:
    """A clock that has not been started."""
    return Clock(0, plan[0].length_ms)


def read(clock: Clock, plan: Sequence[Stage], now_ms: int) -> Clock:
    """The same clock as it stands now: whatever ended in the meantime has ended."""
    if clock.since_ms is None:
        return clock
    stage, left, passed = clock.stage, clock.left_ms, max(0, now_ms - clock.since_ms)
    while left is not None and passed >= left:
        passed -= left
        stage += 1
        left = plan[stage].length_ms
    return Clock(stage, None if left is None else left - passed, max(now_ms, clock.since_ms))


def start(clock: Clock, now_ms: int) -> Clock:
    """Let time pass from now on; a clock that runs is left alone."""
    return clock if clock.runs else msgspec.structs.replace(clock, since_ms=now_ms)


def pause(clock: Clock, plan: Sequence[Stage], now_ms: int) -> Clock:
    """Stop it where it stands."""
    return msgspec.structs.replace(read(clock, plan, now_ms), since_ms=None)


def next_stage(clock: Clock, plan: Sequence[Stage], now_ms: int) -> Clock:
    """End the present stage: a level of hands or eliminations is over, or the supervisor ends a break."""
    stands = read(clock, plan, now_ms)
    return at_stage(stands, plan, min(stands.stage + 1, len(plan) - 1))


def at_stage(clock: Clock, plan: Sequence[Stage], stage: int) -> Clock:
    """The beginning of a stage."""
    return Clock(stage, plan[stage].length_ms, clock.since_ms)


def add_time(clock: Clock, plan: Sequence[Stage], now_ms: int, more_ms: int) -> Clock:
    """Lengthen or shorten what is left of the present stage, to nothing at the least: then the next one begins."""
    stands = read(clock, plan, now_ms)
    if stands.left_ms is None:
        return stands
    longer = msgspec.structs.replace(stands, left_ms=max(0, stands.left_ms + more_ms))
    return read(longer, plan, now_ms) if longer.runs or longer.left_ms else next_stage(longer, plan, now_ms)


def until_break_ms(clock: Clock, plan: Sequence[Stage], now_ms: int) -> int | None:
    """How long it is until the next break begins; None if no time says so."""
    stands = read(clock, plan, now_ms)
    if stands.left_ms is None:
        return None
    sum_ms = stands.left_ms
    for stage in plan[stands.stage + 1 :]:
        if stage.is_break:
            return sum_ms
        if stage.length_ms is None:
            return None
        sum_ms += stage.length_ms
    return None
