"""`openfelt simulate --tournament`: whole events by one file of conditions, for the design of structures."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from typing import Any, Final

import click

from openfelt.bots import find_bot
from openfelt.cli.table_options import USUAL_BOTS
from openfelt.errors import NotationError
from openfelt.lab.events.many import Method, Series, field_size, play_series, require_playable
from openfelt.lab.events.outcomes import Figures, figures_of
from openfelt.lab.events.played import Pace, pace_of
from openfelt.lab.matches import Interval
from openfelt.lab.workers import team
from openfelt.money import money
from openfelt.tournaments import Conditions, digest

Bar = Callable[[int], AbstractContextManager[Callable[[int], None]]]
USUAL_EVENTS: Final[dict[Method, int]] = {"model": 200, "cards": 10}
MODEL: Final = "any player"
SAYS: Final[dict[Method, str]] = {
    "model": "fast model: rounds by a law of chance, no cards, everyone plays alike",
    "cards": "cards: real tables of the room, dealt from shuffled decks to bots",
}


@dataclass(frozen=True)
class EventOptions:
    """What was asked for."""

    conditions: Conditions
    players: int | None
    events: int | None
    cards: bool
    bots: str | None
    pace: Pace | None
    seed: int
    confidence: float
    jobs: int
    cluster: str
    as_json: bool


def simulate_events(options: EventOptions, bar: Bar) -> None:
    """Play the events and say what came of them."""
    series = series_of(options)
    events = USUAL_EVENTS[series.method] if options.events is None else options.events
    with team(jobs=options.jobs, cluster=options.cluster) as by, bar(events) as progress:
        outcomes = play_series(series, events, by, progress)
    found = figures_of(outcomes, dict(series.kinds), options.confidence)
    click.echo(json.dumps(as_object(series, found, options)) if options.as_json else as_text(series, found, options))


def series_of(options: EventOptions) -> Series:
    """The series that was asked for: in an event with cards the bots enter in turn."""
    require_playable(options.conditions)
    if options.bots is not None and not options.cards:
        raise NotationError("--bots play with cards; the fast model has no bots", legal="--cards")
    size = field_size(options.conditions, options.players)
    names = [name.strip() for name in (options.bots or ",".join(USUAL_BOTS)).split(",")] if options.cards else [MODEL]
    if options.cards:
        for name in names:
            find_bot(name)
    kinds = tuple((f"{names[at % len(names)]} {at + 1}", names[at % len(names)]) for at in range(size))
    pace = options.pace or pace_of(options.conditions)
    return Series(options.conditions, kinds, options.seed, pace, "cards" if options.cards else "model")


# --- the result -------------------------------------------------------------------------------------------------------


def as_text(series: Series, found: Figures, options: EventOptions) -> str:
    """The result for reading."""
    percent = f"{options.confidence * 100:.10g} %"
    if not found.is_enough:
        percent = f"too few events for a {percent}"
    entered = f"{found.events:,} events, {len(series.kinds):,} players, seed {series.seed}"
    lines = [
        f"{series.conditions.name}, {series.conditions.book}: {entered}",
        f"  by the {SAYS[series.method]}; {series.pace} pace",
        f"  {'':<26}{'median':>10}   {percent} interval",
        _line("length", found.minutes, clock),
        f"  {'nine in ten last':<26}{clock(found.shortest):>10} to {clock(found.longest)}",
        _line("level at the end", found.level, whole),
        _line("rounds of play", found.rounds, whole),
        _line("moves", found.moves, whole),
        _line("all chips, in big bets", found.final_chips, whole),
        f"  {'share of the blinds':<26}{found.share_low:>10.3f} to {found.share_high:.3f} for nine in ten; 1 is even",
        "",
        f"  {'level':>5}{'begins':>9}{'reached':>9}{'players':>9}{'average stack':>15}{'an orbit costs':>16}",
    ]
    lines += [
        f"  {one.level:>5}{clock(one.at_minutes):>9}{one.reached.mean:>9.0%}{one.players:>9,.0f}"
        f"{f'{one.depth:,.1f} big bets':>15}{one.burden:>16.1%}"
        for one in found.levels
    ]
    lines += ["", *prize_lines(found), *player_lines(found, series)]
    return "\n".join(line.rstrip() for line in lines).rstrip()


def _line(name: str, one: Interval, write: Callable[[float], str]) -> str:
    return f"  {name:<26}{write(one.mean):>10}   {write(one.low)} to {write(one.high)}"


def clock(minutes: float) -> str:
    """Minutes as hours and minutes.

    >>> clock(200.4), clock(59.7)
    ('3:20', '1:00')
    """
    return f"{round(minutes) // 60}:{round(minutes) % 60:02}"


def whole(value: float) -> str:
    """A number without its fraction, half of one where it has that.

    >>> whole(12.0), whole(1234.5)
    ('12', '1,234.5')
    """
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


def prize_lines(found: Figures) -> list[str]:
    """What the places win."""
    if not found.prizes:
        return ["  no place wins money"]
    told = [f"{place}. {money(round(one.mean))}" for place, one in enumerate(found.prizes[:9], start=1)]
    more = f", and {len(found.prizes) - 9} more" if len(found.prizes) > 9 else ""
    return [f"  prizes: {', '.join(told)}{more}"]


def player_lines(found: Figures, series: Series) -> list[str]:
    """How each bot fared; in the model nobody plays otherwise than the others."""
    if series.method == "model":
        return []
    lines = ["", f"  {'':<12}{'entries':>8}{'wins':>8}   {'interval':<18}{'place':>7}   {'prize an entry':<14}"]
    lines += [
        f"  {one.name:<12}{one.entries:>8}{one.wins.mean:>8.1%}   {f'{one.wins.low:.1%} to {one.wins.high:.1%}':<18}"
        f"{one.place.mean:>6.0f}%   {money(round(one.prize.mean))}"
        for one in sorted(found.players, key=lambda one: one.place.mean)
    ]
    return [*lines, "  place: on average, 0 % is the first and 100 % the last"]


def as_object(series: Series, found: Figures, options: EventOptions) -> dict[str, Any]:
    """The result as JSON; see docs/reference/simulate.md."""
    return {
        "tournament": series.conditions.name,
        "book": series.conditions.book,
        "digest": digest(series.conditions),
        "method": series.method,
        "law": SAYS[series.method],
        "pace": series.pace,
        "players_entered": len(series.kinds),
        "seed": series.seed,
        "confidence": options.confidence,
        **asdict(found),
    }
