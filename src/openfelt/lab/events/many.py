"""Many tournaments by one set of conditions, each with a seed of its own: results depend on the seed alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from msgspec import UNSET

from openfelt.errors import NotationError, RuleViolation
from openfelt.lab.events.dealt import DealtTables
from openfelt.lab.events.model import ModelTables
from openfelt.lab.events.outcomes import Outcome, outcome_of
from openfelt.lab.events.played import Pace, PlayedEvent, in_the_laboratory
from openfelt.lab.events.tables import Tables
from openfelt.lab.workers import Team
from openfelt.phrases import phrase
from openfelt.tournaments.checking import check
from openfelt.tournaments.conditions import Conditions

Method: TypeAlias = Literal["model", "cards"]
CHUNK: Final = 5
MOST_EVENTS: Final = 1_000_000
MOST_PLAYERS: Final = 20_000


@dataclass(frozen=True)
class Series:
    """What is played: the conditions, who enters, how rounds are made, how fast, and a seed."""

    conditions: Conditions
    kinds: tuple[tuple[str, str], ...]  # every entrant, and what kind of player that is: a bot, or anyone
    seed: int
    pace: Pace
    method: Method = "model"

    @property
    def names(self) -> tuple[str, ...]:
        """All entrants."""
        return tuple(name for name, _ in self.kinds)


@dataclass(frozen=True)
class Chunk:
    """Some events of a series, by number."""

    series: Series
    first: int
    events: int


@dataclass
class Played:
    """What came of some events."""

    outcomes: list[Outcome] = field(default_factory=list)


def field_size(conditions: Conditions, players: int | None) -> int:
    """How many enter: as many as was asked for, or all that the conditions allow."""
    least, most = conditions.entry.least_players, conditions.entry.most_players
    bottom = max(2, least if isinstance(least, int) else 2)
    top = min(MOST_PLAYERS, most if isinstance(most, int) else MOST_PLAYERS)
    if players is None:
        if not isinstance(most, int):
            raise NotationError("the conditions do not limit the players: say how many", legal="--players N")
        players = top
    if not bottom <= players <= top:
        raise NotationError(f"{players:,} players cannot enter", legal=f"{bottom:,} to {top:,}")
    return players


def require_playable(conditions: Conditions) -> None:
    """Refuse conditions that may not be published: an event by them is never played."""
    faults = check(conditions).faults
    if faults:
        one = faults[0]
        text = phrase("not to be published: {said}", said=one.said)
        if more := len(faults) - 1:
            text = phrase("{first}, and {more} more (see openfelt tournament check)", first=text, more=more)
        raise RuleViolation(one.code, one.cites, text, legal=one.offered)
    if conditions.play.seats is UNSET or not conditions.sessions:
        raise NotationError("conditions without seats or sessions")


def play_one(series: Series, number: int) -> PlayedEvent:
    """One event of a series, to its end."""
    seed = f"openfelt event {series.seed} {number}"
    conditions = in_the_laboratory(series.conditions)
    tables: Tables
    if series.method == "cards":
        tables = DealtTables(conditions, seed, dict(series.kinds))
    else:
        tables = ModelTables(conditions, seed)
    made = PlayedEvent(series.conditions, series.names, seed, tables, pace=series.pace)
    made.play()
    return made


def play_chunk(chunk: Chunk) -> Played:
    """Some events of a series."""
    found = Played()
    for number in range(chunk.first, chunk.first + chunk.events):
        made = play_one(chunk.series, number)
        found.outcomes.append(outcome_of(made.conditions, made.events))
    return found


def play_series(
    series: Series, events: int, by: Team | None = None, progress: Callable[[int], None] = lambda _: None
) -> list[Outcome]:
    """All events; `progress` hears how many more are done."""
    if not 1 <= events <= MOST_EVENTS:
        raise NotationError(f"{events} events are not 1 to {MOST_EVENTS:,}")
    chunks = [Chunk(series, first, min(CHUNK, events - first)) for first in range(0, events, CHUNK)]
    total: list[Outcome] = []
    for found in (by or Team()).each(play_chunk, chunks):
        total += found.outcomes
        progress(len(found.outcomes))
    return total
