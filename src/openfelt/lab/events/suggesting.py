"""A structure for so many players and hours: proposed, played by the fast model, and changed until its length is right.

The length of an event is the median of many. What is changed is how fast the bets rise, and how long a level is
where they would rise too fast or too slowly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from openfelt.errors import NotationError, RuleViolation
from openfelt.lab.events.many import Series, play_series
from openfelt.lab.events.outcomes import Figures, Outcome, figures_of, median
from openfelt.lab.events.played import Pace
from openfelt.lab.events.structure import (
    BETWEEN_BREAKS,
    BREAK_MINUTES,
    DEEP,
    SPARE_LEVELS,
    Bank,
    bank_of_chips,
    bank_of_set,
    bets,
    coloured_up,
    levels_of,
    multiple_of,
)
from openfelt.lab.workers import Team
from openfelt.phrases import Name, phrase
from openfelt.tournaments import TEMPLATES, Answers, Conditions, check, fill
from openfelt.tournaments.checking import rules_of
from openfelt.tournaments.conditions import Band, ChipValue, LevelSchedule, Prize, TournamentCommission
from openfelt.tournaments.findings import written_path

WITHIN: Final = 0.1
NEAR: Final = 0.04  # of the wished length, in a first try
TRIES: Final = 10
TRY_EVENTS: Final = 30
USUAL_CHIPS: Final = 10_000
USUAL_GROWTH: Final = 1.45
LEAST_GROWTH: Final = 1.2
MOST_GROWTH: Final = 2.0
ENDS_AT: Final = 45  # big bets that all chips are, about, when one player has them
MINUTES: Final = (3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60)  # of a level
LONG_LEVEL: Final = 30  # minutes; longer ones only where bets rise as slowly as they may
DEPTHS: Final = (DEEP, 2 * DEEP, 4 * DEEP)
TEMPLATE: Final = "freeze-out"
CONFIDENCE: Final = 0.95


@dataclass(frozen=True)
class Wish:
    """What somebody wants."""

    players: int
    minutes: int
    seats: int | None = None
    book: str = "house"
    game: str | None = None
    chips: tuple[ChipValue, ...] = ()  # the set; none: chips as needed
    starting_chips: int | None = None
    pace: Pace = "live"
    name: str | None = None
    seed: int = 1


class Shape(NamedTuple):
    """What is changed to find the length: minutes of a level, and how fast the bets rise."""

    minutes: int
    growth: float


@dataclass(frozen=True)
class Suggestion:
    """A structure, and what came of playing it."""

    conditions: Conditions  # with the operator's items open, where the book has some
    bank: Bank
    figures: Figures
    tried: int  # events in all

    @property
    def minutes(self) -> float:
        """The median length."""
        return self.figures.minutes.mean


def suggest(
    wish: Wish, events: int = 200, by: Team | None = None, progress: Callable[[int], None] = lambda _: None
) -> Suggestion:
    """A structure whose median length is within a tenth of the wished one, over so many events.

    Stacks are deeper where nothing else makes an event long enough, and no set of chips limits them.
    """
    for deep in DEPTHS:
        found = _search(Builder(wish, deep), events, by, progress)
        if isinstance(found, Suggestion):
            return found
        if found > wish.minutes or wish.chips:
            break
    text = f"no structure of {wish.minutes} minutes for {wish.players} players was found; the nearest has a median"
    raise NotationError(f"{text} of {found:.0f} minutes", legal="other hours, or other chips")


def _search(builder: Builder, events: int, by: Team | None, progress: Callable[[int], None]) -> Suggestion | float:
    """What is found with one depth of stacks; else the nearest length."""
    wish, shape, tried = builder.wish, builder.first(), 0
    best: tuple[float, Shape] | None = None
    seen: dict[Shape, float] = {}
    for _ in range(TRIES):
        if shape not in seen:
            outcomes = play_series(builder.series(shape), min(events, TRY_EVENTS), by, progress)
            tried += len(outcomes)
            seen[shape] = _length(outcomes) / wish.minutes
        off = seen[shape]
        if best is None or abs(math.log(off)) < abs(math.log(best[0])):
            best = off, shape
        if abs(off - 1) <= NEAR:
            found = play_series(builder.series(shape), events, by, progress)
            tried += events
            whole = _length(found) / wish.minutes
            if abs(whole - 1) <= WITHIN:
                return _suggestion(builder, shape, found, tried)
            seen[shape] = off = whole
        shape = builder.changed(shape, off, seen)
    assert best is not None
    found = play_series(builder.series(best[1]), events, by, progress)
    if abs(_length(found) / wish.minutes - 1) > WITHIN:
        return _length(found)
    return _suggestion(builder, best[1], found, tried + events)


def _length(outcomes: list[Outcome]) -> float:
    return median([one.minutes for one in outcomes], CONFIDENCE).mean


def _suggestion(builder: Builder, shape: Shape, outcomes: list[Outcome], tried: int) -> Suggestion:
    kinds = dict(builder.series(shape).kinds)
    return Suggestion(builder.conditions(shape), builder.bank, figures_of(outcomes, kinds, CONFIDENCE), tried)


class Builder:
    """Makes conditions of a wish and a shape."""

    def __init__(self, wish: Wish, deep: int = DEEP) -> None:
        self.wish = wish
        made = fill(TEMPLATE, wish.book, Answers(name=wish.name, players=wish.players, seats=wish.seats))
        if wish.game is not None:
            made = replace(made, play=replace(made.play, game=wish.game))
        self.base = made
        self.pattern = made.schedules[0].levels[0]
        multiple = multiple_of(self.pattern)
        if wish.chips:
            self.bank = bank_of_set(wish.chips, wish.players, multiple)
        else:
            self.bank = bank_of_chips(wish.starting_chips or USUAL_CHIPS, multiple, deep)
        self.step = self.bank.unit * multiple

    # -- shapes --------------------------------------------------------------------------------------------------------

    @property
    def play_minutes(self) -> float:
        """What is left of the wished length without its breaks."""
        breaks = int(self.wish.minutes / (BETWEEN_BREAKS + BREAK_MINUTES))
        return self.wish.minutes - breaks * BREAK_MINUTES

    @property
    def rise(self) -> float:
        """How many times the first big bet the last one is, about."""
        return max(2.0, self.wish.players * self.bank.chips / (ENDS_AT * self.bank.first))

    def first(self) -> Shape:
        """Where to begin: bets that rise by about half, in levels of whole minutes."""
        count = 1 + math.log(self.rise) / math.log(USUAL_GROWTH)
        minutes = nearest(min(LONG_LEVEL, self.play_minutes / count))
        return self.of_count(minutes, self.play_minutes / minutes)

    def of_count(self, minutes: int, count: float) -> Shape:
        """Levels of so many minutes, of which about so many are played."""
        growth = self.rise ** (1 / max(0.5, count - 1))
        return Shape(minutes, round(min(MOST_GROWTH, max(LEAST_GROWTH, growth)), 3))

    def changed(self, shape: Shape, off: float, seen: dict[Shape, float]) -> Shape:
        """A shape that is so many times shorter: bets rise faster; other minutes where they rise too fast or slowly."""
        count = self.play_minutes * off / shape.minutes  # of the levels that were played, about
        growth = shape.growth ** (max(0.5, count - 1) / max(0.5, count / off - 1))
        minutes = shape.minutes
        if not LEAST_GROWTH <= growth <= MOST_GROWTH:
            other = nearest(minutes * (0.75 if growth > MOST_GROWTH else 1.33))
            if other != minutes:
                return self.of_count(other, self.play_minutes / other)
            growth = min(MOST_GROWTH, max(LEAST_GROWTH, growth))
        for bend in (1.0, 1.02, 0.98, 1.04, 0.96):
            bent = Shape(minutes, round(growth * bend, 3))
            if bent not in seen:
                return bent
        return self.of_count(nearest(minutes * 0.8), self.play_minutes / minutes)

    # -- conditions ----------------------------------------------------------------------------------------------------

    def conditions(self, shape: Shape) -> Conditions:
        """The conditions with a structure of this shape; what is the operator's alone stays open."""
        bank, wish = self.bank, self.wish
        count = 1 + math.ceil(math.log(self.rise) / math.log(shape.growth)) + SPARE_LEVELS
        levels = levels_of(self.pattern, bets(bank.first, shape.growth, count, self.step), shape.minutes)
        is_coloured = bool(wish.chips) and not rules_of(wish.book).chips_stay
        if is_coloured:
            levels = coloured_up(levels, wish.chips)
        colour_up = "race" if any(level.remove_chip for level in levels) else "none"
        made = self.base
        chips = replace(made.chips, unit=bank.unit, set=wish.chips or "none", colour_up=colour_up)
        sessions = tuple(replace(one, starting_chips=bank.chips) for one in made.sessions)
        return replace(
            made,
            play=replace(made.play, dealt=wish.pace),
            chips=chips,
            schedules=tuple(LevelSchedule(name=one.name, levels=levels) for one in made.schedules),
            sessions=sessions,
            prizes=replace(made.prizes, bands=tuple(_bands(wish.players))),
        )

    def series(self, shape: Shape) -> Series:
        """Events by these conditions, with answers of our own where the operator's are open."""
        made = answered(self.conditions(shape))
        for one in check(made).faults:
            text = phrase("{place}: {said}", place=Name(written_path(one.path)), said=one.said)
            raise RuleViolation(one.code, one.cites, text, legal=one.offered)
        kinds = tuple((f"player {at}", "any player") for at in range(1, self.wish.players + 1))
        return Series(made, kinds, self.wish.seed, self.wish.pace)


def nearest(minutes: float) -> int:
    """The usual length of a level that is nearest.

    >>> nearest(13.4), nearest(200)
    (12, 60)
    """
    return min(MINUTES, key=lambda one: abs(math.log(one / minutes)))


def _bands(players: int) -> Iterator[Band]:
    """One place in eight is paid, the first most: each place so much less as the harmonic numbers say."""
    yield Band(from_entries=1, prizes=(Prize(place=1, per_mille=1_000),))
    paid = min(100, max(1, round(players / 8)) if players > 12 else (players >= 5) + (players >= 8) + 1)
    if paid < 2:
        return
    weights = [1 / place**0.8 for place in range(1, paid + 1)]
    shares = [int(1_000 * one / sum(weights)) for one in weights]
    shares[0] += 1_000 - sum(shares)
    prizes = tuple(Prize(place=place, per_mille=one) for place, one in enumerate(shares, start=1))
    yield Band(from_entries=paid + 2, prizes=prizes)


def answered(conditions: Conditions) -> Conditions:
    """The same conditions with the house's own answers where only an operator can answer; for the laboratory alone."""
    made, house = conditions, TEMPLATES[TEMPLATE].conditions
    if made.approval is UNSET:
        made = replace(made, approval="laboratory")
    for item in sorted(rules_of(made.book).operator):
        part, _, name = item.partition(".")
        if not name and getattr(made, part) is UNSET:
            own = TournamentCommission(of_fee_per_mille=100) if part == "commission" else getattr(house, part)
            made = replace(made, **{part: own})
        elif name and getattr(getattr(made, part), name) is UNSET:
            own = getattr(getattr(house, part), name)
            made = replace(made, **{part: replace(getattr(made, part), **{name: own})})
    return made
