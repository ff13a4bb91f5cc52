"""`openfelt tournament suggest`: a structure for so many players and hours, played many times before it is proposed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from math import isnan
from pathlib import Path
from typing import Any, Final

import click

from openfelt.cli.progress import bar
from openfelt.cli.simulate_event import clock
from openfelt.errors import NotationError
from openfelt.lab.events.structure import COLOURS
from openfelt.lab.events.suggesting import Suggestion, Wish, suggest
from openfelt.lab.workers import team
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.tournaments import check, write_conditions
from openfelt.tournaments.clock import MINUTE_MS, stages
from openfelt.tournaments.conditions import ChipValue, Level

CHIPS: Final = re.compile(
    r"(?P<value>[1-9][0-9]{0,11})(?:\s+(?P<colour>[a-z][a-z -]{0,30}?))?\s*x\s*(?P<count>[1-9][0-9]{0,6})"
)
MOST_VALUES: Final = 20


@click.command("suggest")
@click.option("--players", type=click.IntRange(2, 2_000), required=True, help="How many play.")
@click.option("--hours", type=click.FloatRange(0.5, 48), required=True, help="How long it is to last, with its breaks.")
@click.option(
    "--chips", "chip_set", metavar="SET", help="The set of real chips: 25x100,100x100,500x50 (value x number)."
)
@click.option("--starting-chips", type=click.IntRange(1, 10**9), help="What everyone begins with; 10,000 if not given.")
@click.option("--seats", type=click.IntRange(2, 100), help="How many sit at a table; as the template has it.")
@click.option("--book", default=HOUSE_RULEBOOK, show_default=True, help="The rulebook that it is played by.")
@click.option("--game", help="Another game than the template's.")
@click.option("--name", help="What the event is called.")
@click.option("--pace", type=click.Choice(("live", "online")), default="live", show_default=True, help="Who deals.")
@click.option("--events", type=click.IntRange(10, 100_000), default=200, show_default=True, help="To measure it by.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The same seed, the same result."
)
@click.option("--jobs", default=1, show_default=True, help="Processes on this machine.")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the conditions to this new file."
)
def command(*, hours: float, chip_set: str | None, events: int, jobs: int, output: Path | None, **given: Any) -> None:  # noqa: ANN401
    """Propose levels, breaks, starting chips and colouring up for so many PLAYERS and HOURS.

    The structure is played by the fast model of `openfelt simulate --tournament`; the median of its events is within a
    tenth of the wished length. The conditions are TOML that `openfelt tournament check` reads, with the table of the
    levels as a comment; with --output they go to the file, and the table is printed.
    """
    if chip_set is not None and given["starting_chips"] is not None:
        raise NotationError("--starting-chips follow from the set of --chips", legal="one of the two")
    if isnan(hours):
        raise NotationError("--hours nan is no number")
    if output is not None and output.exists():
        raise NotationError(f"{output}: there is such a file already", legal="another --output")
    wish = Wish(minutes=round(60 * hours), chips=read_set(chip_set), **given)
    with team(jobs=jobs) as by, bar(None, "events") as progress:
        found = suggest(wish, events, by, progress)
    table = list(lines(wish, found))
    text = write_conditions(found.conditions)
    if output is None:
        click.echo("".join(f"# {line}".rstrip() + "\n" for line in table) + text, nl=False)
        return
    with output.open("x", encoding="utf-8") as file:
        file.write(text)
        os.fsync(file)
    click.echo("\n".join(table))
    click.echo(f"written to {output}")


def read_set(text: str | None) -> tuple[ChipValue, ...]:
    """A set of chips: values and numbers, a colour between them if it is not the usual one.

    >>> [(one.value, one.colour, one.count) for one in read_set("25x100,500 gold x 20")]
    [(25, 'green', 100), (500, 'gold', 20)]
    """
    if text is None:
        return ()
    found = []
    for part in text.split(","):
        one = CHIPS.fullmatch(part.strip())
        if one is None:
            raise NotationError(f"--chips {part.strip()[:40]!r}: no value and number", legal="25x100, or 25 red x 100")
        value = int(one["value"])
        colour = one["colour"] or COLOURS.get(value, f"of {value}")
        found.append(ChipValue(value=value, colour=colour, count=int(one["count"])))
    values = [one.value for one in found]
    if len(set(values)) < len(values) or len(values) > MOST_VALUES:
        raise NotationError(f"--chips {text[:60]!r}: a value twice, or more than {MOST_VALUES} values")
    for low, high in zip(sorted(values), sorted(values)[1:], strict=False):
        if high % low:
            raise NotationError(f"--chips: {high} is no multiple of {low}", legal="values that change into each other")
    return tuple(sorted(found, key=lambda one: one.value))


# --- the table --------------------------------------------------------------------------------------------------------


def lines(wish: Wish, found: Suggestion) -> Iterator[str]:
    """What is proposed, level by level, with times."""
    figures, bank = found.figures, found.bank
    yield (
        f"{found.conditions.name}: {wish.players} players, {clock(wish.minutes)} wished, "
        f"{clock(found.minutes)} by the fast model ({wish.pace} pace)"
    )
    yield (
        f"median of {figures.events} events, 95 % interval {clock(figures.minutes.low)} to "
        f"{clock(figures.minutes.high)}; nine in ten last {clock(figures.shortest)} to {clock(figures.longest)}"
    )
    set_ = f": {', '.join(f'{count} of {value:,}' for value, count in bank.each)}" if bank.each else ""
    yield f"everyone begins with {bank.chips:,} chips{set_}"
    if any(one.kind == "gap" for one in check(found.conditions).faults):
        yield "lines that begin with # and have a clause are the operator's to answer"
    yield ""
    yield f"{'level':>5}{'begins':>8}{'minutes':>9}   {'bets':<24}{'players':>8}   then"
    left = {one.level: one.players for one in figures.levels}
    for number, (begins, level) in enumerate(timed(found.conditions.schedules[0].levels), start=1):
        players = f"{left[number]:,.0f}" if number in left else ""
        minutes = level.minutes if isinstance(level.minutes, int) else ""
        yield f"{number:>5}{clock(begins):>8}{minutes:>9}   {written(level):<24}{players:>8}   {then(level)}".rstrip()


def timed(levels: tuple[Level, ...]) -> Iterator[tuple[float, Level]]:
    """Each level with the minutes after which it begins."""
    at = 0.0
    for stage in stages(levels):
        if not stage.is_break:
            yield at, levels[stage.level - 1]
        at += (stage.length_ms or 0) / MINUTE_MS


def written(level: Level) -> str:
    """The bets of a level."""
    blinds = " / ".join(f"{one:,}" for one in level.blinds)
    limits = (
        "" if level.blinds else f"{level.least:,} to {level.most:,}" if isinstance(level.most, int) else level.least
    )
    ante = f", ante {level.ante:,}" if level.ante else ""
    return f"{blinds}{limits}{ante}"


def then(level: Level) -> str:
    """What follows a level."""
    rest = f"break of {level.break_minutes} minutes" if level.break_minutes else ""
    gone = f"chips of {level.remove_chip:,} go" if level.remove_chip else ""
    return ", ".join(one for one in (rest, gone) if one)
