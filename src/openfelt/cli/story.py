"""`openfelt story`: tell stories, line by line, and say what held, what did not, and by which clause."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from openfelt.cli.replay import readable_name
from openfelt.errors import NotationError
from openfelt.stories import Line, Report, read_stories, report, starter
from openfelt.stories.files import NotAStory

DOES_NOT_HOLD: Final = 1
NOT_A_STORY: Final = 2
MARKS: Final = {True: "held", False: "DOES NOT HOLD", None: "not reached"}
_JSON: Final = msgspec.json.Encoder()


@click.command("story")
@click.argument("names", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per story, then one with totals.")
@click.option("--init", is_flag=True, help="Print a small story to start from: --init RULEBOOK GAME.")
def command(*, names: tuple[str, ...], as_json: bool, init: bool) -> int:
    """Tell stories (.hand, .room, .round, .tournament, .jackpot, .promotion): text that names the clauses it proves.

    Each line is given to the engine. Printed are, line by line, whether it held and the clauses it gave; a story stops
    at the first line that does not hold.

    \b
    exit code 0   every line holds
              1   a line does not hold, or a clause was never given
              2   not a story: the file, the line and what was expected there
    """  # noqa: D301 - click wants the character itself
    if init:
        print_starter(names)
        return 0
    totals = {"files": len(names), "stories": 0, "true": 0, "false": 0, "unreadable": 0}
    for file, told in reports(names):
        kind = "unreadable" if not told.readable else "true" if told.came_true else "false"
        totals["stories"] += bool(told.name)
        totals[kind] += 1
        if as_json:
            click.echo(_JSON.encode(as_object(file, told)))
        else:
            print_story(file, told)
    click.echo(_JSON.encode({"totals": totals}) if as_json else totals_line(totals))
    if totals["unreadable"]:
        return NOT_A_STORY
    return DOES_NOT_HOLD if totals["false"] else 0


def print_starter(names: tuple[str, ...]) -> None:
    """A story to start from, or what a rulebook and a game are called."""
    if len(names) > 2:
        raise NotationError(f"--init {' '.join(names)}: too many names", legal=("RULEBOOK GAME",))
    _, text = starter(*names)
    click.echo(text, nl=False)


def reports(names: tuple[str, ...]) -> Iterator[tuple[str, Report]]:
    """Every story of every file, told; a file that holds none has one report without a name."""
    for name in names:
        file = readable_name(name)
        try:
            if not name:  # Path("") would be the current directory
                raise NotAStory(0, "the name is empty", expected=("a file",))
            found = read_stories(Path(name))
        except NotAStory as fault:
            yield file, Report("", error=str(fault), error_line=fault.line)
            continue
        yield from ((file, report(story)) for story in found)


def place(file: str, line: int) -> str:
    """Where something stands, as editors and compilers write it."""
    return f"{file or repr('')}:{line}" if line else file or repr("")


def print_story(file: str, told: Report) -> None:
    """One story in words; what is no story goes to stderr."""
    if told.lines or told.readable:
        click.echo(f"{file}: {told.title or told.name}")
    for line in told.lines:
        click.echo(line_words(line))
    if not told.readable:
        click.echo(f"{place(file, told.error_line)}: {told.error}", err=True)


def line_words(line: Line) -> str:
    """One line of a story: its number, whether it held, its words, and the clauses or why not.

    >>> line_words(Line(8, "4 may fold, call 150", held=True, cites=("nsw-poker 12.4",)))
    '    8  held           4 may fold, call 150  [nsw-poker 12.4]'
    """
    more = f": {line.error}" if line.error else f"  [{', '.join(line.cites)}]" if line.cites else ""
    return f"{line.number:>5}  {MARKS[line.held]:<13}  {line.text}{more}"


def as_object(file: str, told: Report) -> dict[str, Any]:
    """One story as the JSON contract has it."""
    return {
        "file": file,
        "story": told.name,
        "title": told.title,
        "came_true": told.came_true,
        "readable": told.readable,
        "proves": told.proves,
        "lines": [
            {"line": one.number, "text": one.text, "held": one.held, "cites": one.cites, "error": one.error or None}
            for one in told.lines
        ],
        "error": told.error or None,
        "error_line": told.error_line or None,
    }


def totals_line(totals: dict[str, int]) -> str:
    """The totals in words."""
    stories = "1 story" if totals["stories"] == 1 else f"{totals['stories']:,} stories"
    files = "1 file" if totals["files"] == 1 else f"{totals['files']:,} files"
    said = f"{stories} in {files}: {totals['true']:,} came true, {totals['false']:,} did not"
    return said + (f"; {totals['unreadable']:,} cannot be read" if totals["unreadable"] else "")
