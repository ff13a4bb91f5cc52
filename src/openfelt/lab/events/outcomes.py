"""What came of an event that was played, and of many: length, levels, rounds, the weight of the blinds, places, prizes.

An outcome is made of the event's own record, not of what the simulation knows besides. Medians have intervals by order
statistics, which ask nothing of the distribution; means have normal ones, shares Wilson's.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openfelt.lab.confidence import deviations
from openfelt.lab.events.law import Stakes, stakes_of
from openfelt.lab.matches import Interval, share
from openfelt.tournaments import events as e
from openfelt.tournaments import play_events as p
from openfelt.tournaments.conditions import Conditions

MINUTE_MS: Final = 60_000
EXACT: Final = 1_000  # from so many on the normal approximation is good enough
LEAST_ROUNDS: Final = 10  # of a player whose share of the blinds is told


@dataclass(frozen=True, slots=True)
class LevelStart:
    """How an event stood when a level began; the levels of all sessions count on."""

    level: int
    at_minutes: float  # of play since the start
    players: int
    depth: float  # the average stack in big bets
    burden: float  # which part of an average stack the forced bets of one orbit are


@dataclass(frozen=True, slots=True)
class Outcome:
    """One event."""

    minutes: float  # of all sessions, with their breaks
    rounds: int
    levels: tuple[LevelStart, ...]
    moves: int
    final_chips: float  # all chips in play at the end, in big bets of the last level
    places: tuple[tuple[str, ...], ...]
    prizes: tuple[int, ...]  # in cents, by place
    shares: tuple[float, ...]  # of the blinds: what each player paid beside an even share, 1 is even


def outcome_of(conditions: Conditions, events: Sequence[e.TournamentEvent]) -> Outcome:
    """What an event's record says."""
    reader = _Reader(conditions)
    for one in events:
        reader.read(one)
    return Outcome(
        reader.minutes, reader.rounds, tuple(reader.levels), reader.moves, reader.final_chips, reader.places,
        reader.prizes, tuple(reader.shares()),
    )  # fmt: skip


class _Reader:
    """Goes through the record once."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self.minutes, self.rounds, self.moves, self.final_chips = 0.0, 0, 0, 0.0
        self.levels: list[LevelStart] = []
        self.places: tuple[tuple[str, ...], ...] = ()
        self.prizes: tuple[int, ...] = ()
        self._session, self._level = "", 0
        self._began_ms, self._last_ms = 0, 0
        self._chips, self._left = 0, 0
        self._paid: dict[str, Counter[int]] = defaultdict(Counter)  # by player and number of players dealt in
        self._at: dict[str, Counter[int]] = defaultdict(Counter)  # rounds by player and level
        self._sizes: dict[int, Counter[int]] = defaultdict(Counter)

    def read(self, one: e.TournamentEvent) -> None:
        """One event more."""
        match one:
            case p.SeatsDrawn():
                self._session, self._began_ms, self._last_ms = one.session, 0, 0
                self._chips, self._left = sum(seat.chips for seat in one.seats), len(one.seats)
                self._level = 1
                self._note_level()
            case p.MatchesBegun():
                self._session = one.session
                self._chips, self._left = sum(seat.chips for seat in one.seats), len(one.seats)
                self._level = 1
                self._note_level()
            case p.ClockSet() if not self._began_ms:
                self._began_ms = self._last_ms = one.at_ms
            case p.StageReached() if not one.is_break:
                self._level, self._last_ms = one.level, max(self._last_ms, one.at_ms)
                self._note_level()
            case p.HandNoted():
                self._note_round(one)
            case p.PlayerEliminated():
                self._left -= 1
            case p.ChipsBought():
                self._chips += one.chips
            case p.LateSeated():
                self._chips, self._left = self._chips + one.seat.chips, self._left + 1
            case p.MoveDone():
                self.moves += 1
            case p.SessionOver():
                self.final_chips = self._chips / self._stakes().big
                self.minutes += (self._last_ms - self._began_ms) / MINUTE_MS
                self._began_ms = self._last_ms = 0
            case e.PrizesAwarded():
                self.places = one.places
                self.prizes = tuple(prize.cents for prize in sorted(one.prizes, key=lambda each: each.place))
            case _:
                pass

    def _stakes(self) -> Stakes:
        session = self.conditions.session(self._session)
        assert session is not None
        return stakes_of(self.conditions, self.conditions.levels_of(session)[self._level - 1])

    def _note_level(self) -> None:
        """A level begins: how deep the stacks are, and what an orbit costs."""
        stakes, average = self._stakes(), self._chips / max(1, self._left)
        minutes = self.minutes + (self._last_ms - self._began_ms) / MINUTE_MS
        seats = self.conditions.play.seats
        dealt = min(self._left, seats) if isinstance(seats, int) else self._left
        level = LevelStart(
            len(self.levels) + 1, minutes, self._left, average / stakes.big, stakes.burden(dealt) / average
        )
        self.levels.append(level)

    def _note_round(self, one: p.HandNoted) -> None:
        self.rounds += 1
        self._last_ms = max(self._last_ms, one.ended_ms)
        size, level = len(one.results), len(self.levels)
        self._sizes[level][size] += 1
        for result in one.results:
            self._paid[result.player][size] += 1
            self._at[result.player][level] += 1

    def shares(self) -> Iterable[float]:
        """What each player paid of the blinds beside an even share: who plays at a fuller table pays less a round.

        In a round with n players each pays 1/n of the blinds on average. Even is the average of everyone's rounds at
        the same level.
        """
        even = {
            level: sum(sizes.values()) / sum(size * times for size, times in sizes.items())
            for level, sizes in self._sizes.items()
        }
        for player, sizes in self._paid.items():
            if sum(sizes.values()) >= LEAST_ROUNDS:
                paid = sum(times / size for size, times in sizes.items())
                yield paid / sum(even[level] * times for level, times in self._at[player].items())


# --- many events ------------------------------------------------------------------------------------------------------


def median(values: Sequence[float], confidence: float) -> Interval:
    """The median, and the order statistics between which the true one lies with that confidence or more.

    >>> median([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0.95)
    Interval(mean=6, low=2, high=10)
    """
    ordered = sorted(values)
    count = len(ordered)
    middle = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2 if count % 2 == 0 else ordered[count // 2]
    below = max(0, _rank(count, (1 - confidence) / 2) - 1)
    return Interval(middle, ordered[below], ordered[count - 1 - below])


def _rank(count: int, tail: float) -> int:
    """The rank that bounds the median: with a chance up to `tail` fewer than so many of all lie below it."""
    if count >= EXACT:
        return int((count - deviations(1 - 2 * tail) * math.sqrt(count)) / 2)
    below, chance = 0.0, 2.0**-count
    for rank in range(count // 2 + 1):
        below += chance
        if below > tail:
            return rank
        chance *= (count - rank) / (rank + 1)
    return count // 2


def mean(values: Sequence[float], confidence: float) -> Interval:
    """A mean with the interval that the observed spread gives."""
    count = len(values)
    middle = sum(values) / count
    spread = sum((one - middle) ** 2 for one in values) / max(1, count - 1)
    half = deviations(confidence) * math.sqrt(spread / count)
    return Interval(middle, middle - half, middle + half)


def part(values: Sequence[float], fraction: float) -> float:
    """The value below which that part of all lies.

    >>> part([1, 2, 3, 4, 5], 0.9)
    5
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(fraction * len(ordered)))]


@dataclass(frozen=True, slots=True)
class LevelFigures:
    """A level over many events: of those that reached it."""

    level: int
    reached: Interval
    at_minutes: float
    players: float
    depth: float
    burden: float


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """How the entries of one kind of player fared."""

    name: str
    entries: int
    wins: Interval
    place: Interval  # on average, in per cent of the field: 0 is the first, 100 the last
    prize: Interval  # in cents


@dataclass(frozen=True, slots=True)
class Figures:
    """Many events."""

    events: int
    is_enough: bool  # whether the intervals of medians have the confidence that was asked for
    minutes: Interval  # the median
    shortest: float  # of nine in ten, by cutting off as many at both ends
    longest: float
    rounds: Interval
    level: Interval
    moves: Interval
    final_chips: Interval
    share_low: float  # of the blinds, nine players in ten are between these
    share_high: float
    levels: tuple[LevelFigures, ...]
    prizes: tuple[Interval, ...]
    players: tuple[PlayedBy, ...]


def figures_of(outcomes: Sequence[Outcome], kinds: Mapping[str, str], confidence: float) -> Figures:
    """All figures of some events; `kinds`: what kind of player each entrant is."""
    minutes = [one.minutes for one in outcomes]
    shares = [share for one in outcomes for share in one.shares] or [1.0]
    return Figures(
        events=len(outcomes),
        is_enough=2.0 ** (1 - len(outcomes)) <= 1 - confidence,
        minutes=median(minutes, confidence),
        shortest=part(minutes, 0.05),
        longest=part(minutes, 0.95),
        rounds=median([one.rounds for one in outcomes], confidence),
        level=median([len(one.levels) for one in outcomes], confidence),
        moves=median([one.moves for one in outcomes], confidence),
        final_chips=median([one.final_chips for one in outcomes], confidence),
        share_low=part(shares, 0.05),
        share_high=part(shares, 0.95),
        levels=tuple(_levels(outcomes, confidence)),
        prizes=tuple(_prizes(outcomes, confidence)),
        players=tuple(_players(outcomes, kinds, confidence)),
    )


def _levels(outcomes: Sequence[Outcome], confidence: float) -> Iterable[LevelFigures]:
    for at in range(max(len(one.levels) for one in outcomes)):
        found = [one.levels[at] for one in outcomes if len(one.levels) > at]
        middle = {
            name: median([getattr(one, name) for one in found], confidence).mean
            for name in ("at_minutes", "players", "depth", "burden")
        }
        yield LevelFigures(at + 1, share(len(found), len(outcomes), confidence), **middle)


def _prizes(outcomes: Sequence[Outcome], confidence: float) -> Iterable[Interval]:
    for at in range(max(len(one.prizes) for one in outcomes)):
        yield mean([one.prizes[at] if at < len(one.prizes) else 0 for one in outcomes], confidence)


def _players(outcomes: Sequence[Outcome], kinds: Mapping[str, str], confidence: float) -> Iterable[PlayedBy]:
    """Events are independent of each other, entries of one event are not: the intervals are of events."""
    for kind in sorted(set(kinds.values())):
        wins, places, prizes = 0, [], []
        own = {name for name, one in kinds.items() if one == kind}
        for one in outcomes:
            ranked = [name for group in one.places for name in group]
            wins += ranked[0] in own
            at = [100 * place / max(1, len(ranked) - 1) for place, name in enumerate(ranked) if name in own]
            places.append(sum(at) / max(1, len(at)))
            won = sum(one.prizes[place] for place, name in enumerate(ranked[: len(one.prizes)]) if name in own)
            prizes.append(won / len(own))
        yield PlayedBy(
            kind, len(own), share(wins, len(outcomes), confidence), mean(places, confidence), mean(prizes, confidence)
        )
