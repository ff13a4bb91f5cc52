"""Levels of a structure from a few numbers: which bets follow each other, when there is a break, which chips go."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from openfelt.errors import NotationError
from openfelt.tournaments.chip_race import stack_of
from openfelt.tournaments.conditions import MOST_LEVELS, ChipValue, Level
from openfelt.tournaments.level_check import amounts

NICE: Final = (10, 12, 16, 20, 30, 40, 50, 60, 80)
BETWEEN: Final = 24  # as a bet; nobody begins with it
UNITS: Final = (1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000)
COLOURS: Final = {
    1: "white", 5: "red", 10: "blue", 20: "grey", 25: "green", 50: "orange", 100: "black", 500: "purple",
    1_000: "yellow", 5_000: "brown", 10_000: "pink", 25_000: "teal",
}  # fmt: skip
DEEP: Final = 100  # big bets that everyone begins with, if the chips are there
LEAST_DEEP: Final = 20
BREAK_MINUTES: Final = 10
BETWEEN_BREAKS: Final = 65  # minutes of play, about
SPARE_LEVELS: Final = 6  # after the one in which half of all events end


@dataclass(frozen=True, slots=True)
class Bank:
    """What everyone begins with: so many chips, the smallest, and the first big bet; of a set, how many of each."""

    chips: int
    unit: int
    first: int
    each: tuple[tuple[int, int], ...] = ()


def bank_of_chips(chips: int, multiple: int, deep: int = DEEP) -> Bank:
    """A bank of so many chips where no set limits it: so many big bets of the first level, about.

    >>> bank_of_chips(10_000, 2)
    Bank(chips=10000, unit=25, first=100, each=())
    """
    unit = max((one for one in UNITS if one * multiple * deep <= chips and chips % one == 0), default=0)
    if not unit:
        least = multiple * deep
        raise NotationError(f"{chips:,} chips are too few to begin with", legal=f"{least:,} or more, in round numbers")
    step = unit * multiple
    return Bank(chips, unit, max(nice_numbers(step, chips // deep)))


def bank_of_set(chips: Sequence[ChipValue], players: int, multiple: int) -> Bank:
    """The largest round bank up to a hundred big bets that a set gives everyone.

    >>> found = bank_of_set([ChipValue(value=25, colour="green", count=100), ChipValue(value=100, colour="black",
    ...     count=100), ChipValue(value=500, colour="purple", count=50)], 10, 2)
    >>> found.chips, found.first, found.each
    (3700, 50, ((25, 8), (100, 10), (500, 5)))
    """
    unit = min(one.value for one in chips)
    first = unit * multiple
    most = min(DEEP * first, sum(one.value * (one.count // players) for one in chips))
    for wanted in range(most - most % unit, LEAST_DEEP * first - 1, -unit):
        if wanted % _round(wanted, unit) == 0 and (each := stack_of(wanted, chips, players=players)):
            return Bank(wanted, unit, first, tuple(each.items()))
    whole = sum(one.value * one.count for one in chips)
    text = f"a set of {whole:,} gives each of {players} players less than {LEAST_DEEP} bets of {first:,}"
    raise NotationError(text, legal="fewer players or more chips")


def _round(chips: int, unit: int) -> int:
    """A round number is a multiple of a hundred, or of four of the smallest chip."""
    return max(100 if chips >= 1_000 and 100 % unit == 0 else 1, 4 * unit)


# --- bets -------------------------------------------------------------------------------------------------------------


def nice_numbers(step: int, most: int) -> Iterator[int]:
    """Round numbers that are multiples of a step, rising."""
    scale = 1
    while scale <= most:
        for one in NICE:
            number, rest = divmod(one * scale, 10)
            if not rest and 0 < number <= most and number % step == 0:
                yield number
        scale *= 10


def bets(first: int, growth: float, count: int, step: int) -> list[int]:
    """So many big bets, each about so many times the one before, in round numbers.

    >>> bets(50, 1.5, 10, 50)
    [50, 100, 150, 200, 300, 400, 600, 800, 1200, 2000]
    """
    top = 10 * int(first * max(growth, 1.5) ** count) + 10 * step
    scales = range(1, len(str(top)))
    between = (one for at in scales if (one := BETWEEN * 10**at) % step == 0)  # else 1,600 is followed by 3,000
    known = sorted({*nice_numbers(step, top), *between, *(first * one for one in (1, 2, 3, 4))})
    found = [first]
    for power in range(1, count):
        wanted = first * growth**power
        found.append(min((one for one in known if one > found[-1]), key=lambda one: abs(math.log(one / wanted))))
    return found


# --- levels -----------------------------------------------------------------------------------------------------------


def levels_of(pattern: Level, bigs: Sequence[int], minutes: int) -> tuple[Level, ...]:
    """Levels like the first one of a template, with these big bets, and breaks about every hour."""
    if len(bigs) > MOST_LEVELS:
        raise NotationError(f"{len(bigs)} levels", legal=f"at most {MOST_LEVELS}")
    every = max(1, round(BETWEEN_BREAKS / minutes))
    made = []
    for number, big in enumerate(bigs, start=1):
        blinds = (big // 2, big) if pattern.blinds else ()
        ante = pattern.ante * big // pattern.least if isinstance(pattern.least, int) and pattern.least else 0
        most = pattern.most if isinstance(pattern.most, str) else 2 * big
        rests = number % every == 0 and number < len(bigs)
        made.append(
            replace(
                pattern,
                minutes=minutes,
                least=big,
                most=most,
                blinds=blinds,
                ante=ante,
                break_minutes=BREAK_MINUTES if rests else 0,
            )
        )
    return tuple(made)


def multiple_of(pattern: Level) -> int:
    """How many of the smallest chip a big bet has at least: half of it is a blind, or a part of it an ante."""
    if isinstance(pattern.least, int) and pattern.ante:
        return -(-pattern.least // pattern.ante)
    return 2 if pattern.blinds else 1


def coloured_up(levels: Sequence[Level], chips: Sequence[ChipValue]) -> tuple[Level, ...]:
    """The same levels, each chip that no later one needs taken off: in a break if one comes, one kind at a time."""
    made = list(levels)
    values = sorted(one.value for one in chips)
    least = 0
    for value, above in pairwise(values):
        needed = [at for at, level in enumerate(made) if any(chips % above for chips in amounts(level))]
        first = max(least, needed[-1] if needed else 0)
        if first >= len(made) - 1:
            break
        rests = [at for at in range(first, len(made) - 1) if made[at].break_minutes]
        at = rests[0] if rests else first
        made[at] = replace(made[at], remove_chip=value)
        least = at + 1
    return tuple(made)
