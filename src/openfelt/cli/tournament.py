"""`openfelt tournament`: check conditions, write new ones from a template, print them as a page.

`suggest` and `report` need the laboratory or a journal: their modules are imported when they run.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from openfelt.cli.clock import command as clock
from openfelt.cli.replay import readable_name
from openfelt.cli.story import place
from openfelt.cli.whole_help import WholeHelp
from openfelt.errors import NotationError, RuleViolation
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.tournaments import (
    TEMPLATES,
    Answers,
    Conditions,
    Finding,
    Replaced,
    UnreadableConditions,
    check,
    digest,
    fill,
    read_conditions,
    write_conditions,
)
from openfelt.tournaments.calendar import calendar_of
from openfelt.tournaments.findings import written_path
from openfelt.tournaments.page import as_html, as_text, page_of
from openfelt.tournaments.reading import Lines
from openfelt.tournaments.rules import TOURNAMENTS
from openfelt.tournaments.structure_check import moment

NOT_PUBLISHED: Final = 1
NOT_CONDITIONS: Final = 2
_JSON: Final = msgspec.json.Encoder()


# Commands of this command in modules of their own.
OTHERS: Final = {"report": "tournament_report", "suggest": "tournament_suggest"}


class WithOthers(WholeHelp):
    """A group some of whose commands are imported only when they run or their help is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in alphabetical order."""
        return sorted({*super().list_commands(ctx), *OTHERS})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in OTHERS:
            return super().get_command(ctx, cmd_name)
        found = import_module(f"openfelt.cli.{OTHERS[cmd_name]}").command
        assert isinstance(found, click.Command)
        return found


@click.group("tournament", cls=WithOthers, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Tournament conditions: check a file, write one from a template, propose a structure, print a page."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


command.add_command(clock)


@command.command("check")
@click.argument("name", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per finding, then one with totals.")
def check_file(*, name: str, as_json: bool) -> int:
    """Say whether conditions may be published: every gap and every contradiction, with its clause.

    \b
    exit code 0   they may be published
              1   gaps or contradictions; each with line, item, clause, and what is allowed instead
              2   not conditions: the file cannot be read, or the line says why
    """  # noqa: D301 - click wants the character itself
    file = readable_name(name)
    try:
        text = read_text(name)
        conditions = read_conditions(text)
    except UnreadableConditions as fault:
        click.echo(f"{place(file, fault.line)}: {fault}", err=True)
        return NOT_CONDITIONS
    lines = Lines(text)
    faults, replaced = check(conditions)
    for one in faults:
        line = lines.of(one.path)
        click.echo(_JSON.encode(as_object(file, line, one)) if as_json else f"{place(file, line)}: {one.kind}: {one}")
    for rule in replaced:
        line = lines.of(rule.path)
        click.echo(_JSON.encode(as_object(file, line, rule)) if as_json else replaced_line(place(file, line), rule))
    totals = totals_of(conditions, faults, replaced)
    click.echo(_JSON.encode({"totals": totals}) if as_json else totals_line(file, totals))
    return NOT_PUBLISHED if faults else 0


def read_text(name: str) -> str:
    """A file's text, or that of standard input."""
    try:
        if name == "-":
            if sys.stdin is None or sys.stdin.closed:
                raise NotationError("standard input is closed", legal="FILE")
            return sys.stdin.read()
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError(f"{readable_name(name)}: not UTF-8 text") from None


def read_conditions_file(name: str) -> Conditions:
    """The conditions of a file; a refusal names the file and the line."""
    try:
        return read_conditions(read_text(name))
    except UnreadableConditions as fault:
        raise NotationError(f"{place(readable_name(name), fault.line)}: {fault}") from None


def replaced_line(where: str, rule: Replaced) -> str:
    """A rule that the conditions replace, in words."""
    more = "; a narrower reading would forbid it" if rule.by_reading else ""
    return f"{where}: replaces a rule: {written_path(rule.path)}: {rule.message} [{', '.join(rule.cites)}]{more}"


def as_object(file: str, line: int, found: Finding | Replaced) -> dict[str, Any]:
    """A finding as the JSON contract has it."""
    is_fault = isinstance(found, Finding)
    return {
        "file": file,
        "line": line or None,
        "kind": found.kind if isinstance(found, Finding) else "replaced",
        "code": found.code if isinstance(found, Finding) else None,
        "item": written_path(found.path),
        "message": found.message,
        "cites": found.cites,
        "allowed": found.allowed if isinstance(found, Finding) else (),
        "by_reading": None if is_fault else getattr(found, "by_reading", False),
    }


def totals_of(conditions: Conditions, faults: tuple[Finding, ...], replaced: tuple[Replaced, ...]) -> dict[str, Any]:
    """The numbers, and the hash of what may be published."""
    return {
        "gaps": sum(one.kind == "gap" for one in faults),
        "contradictions": sum(one.kind == "contradiction" for one in faults),
        "replaced": len(replaced),
        "version": conditions.version,
        "digest": None if faults else digest(conditions),
    }


def totals_line(file: str, totals: dict[str, Any]) -> str:
    """The numbers in words."""
    if totals["digest"]:
        return f"{file}: version {totals['version']} may be published, hash {totals['digest']}"
    gaps, others = totals["gaps"], totals["contradictions"]
    said = f"{gaps} gap{'s' * (gaps != 1)}, {others} contradiction{'s' * (others != 1)}"
    return f"{file}: not to be published: {said}"


@command.command("new")
@click.argument("template", metavar="TEMPLATE")
@click.option("--book", default=HOUSE_RULEBOOK, show_default=True, help="The rulebook that it is played by.")
@click.option("--name", help="What the event is called.")
@click.option("--starts", help='When it starts: "2026-12-04 19:30".')
@click.option("--players", type=click.IntRange(2, 1_000_000), help="How many may enter.")
@click.option("--seats", type=click.IntRange(2, 100), help="How many sit at a table.")
@click.option("--buy-in", "buy_in_cents", type=click.IntRange(0, 10**12), help="The buy-in, in cents.")
@click.option("--chips", "starting_chips", type=click.IntRange(1, 10**12), help="The chips that everyone begins with.")
@click.option("--minutes", "level_minutes", type=click.IntRange(1, 10**6), help="The length of a level.")
@click.option("--prizes", help="Shares of the pool per mille, from the first place on: 500,300,200.")
def new_file(*, template: str, book: str, prizes: str | None, **given: Any) -> None:  # noqa: ANN401 - the host's answers
    """Write conditions from a template (`openfelt tournament templates` lists them).

    Under the house's rules the file may be published as it is. Under a casino's, what only the operator can answer
    stays open, as a comment with its clause.
    """
    made = fill(template, book, Answers(prizes=shares(prizes), **given))
    open_items = check(made).faults
    for one in open_items:
        if one.kind == "contradiction":
            raise RuleViolation(one.code, one.cites, f"{written_path(one.path)}: {one.message}", legal=one.allowed)
    click.echo(f"# {TEMPLATES[template].says}")
    if open_items:
        click.echo(
            "# Lines that begin with # and have a clause are yours to answer; then: openfelt tournament check FILE"
        )
    click.echo(write_conditions(made), nl=False)


def shares(text: str | None) -> tuple[int, ...] | None:
    """Shares per mille, separated by commas.

    >>> shares("500,300,200")
    (500, 300, 200)
    """
    if text is None:
        return None
    parts = text.split(",")
    if not all(part.strip().isdecimal() and len(part) < 6 for part in parts) or len(parts) > 100:
        raise NotationError(f"--prizes {text!r}: not shares per mille", legal="500,300,200")
    return tuple(int(part) for part in parts)


@command.command("print")
@click.argument("name", metavar="FILE")
@click.option("--html", is_flag=True, help="One HTML document instead of plain text.")
@click.option("--ics", is_flag=True, help="A calendar file of the sessions that have a start.")
def print_file(*, name: str, html: bool, ics: bool) -> int:
    """Print conditions as a page, each item with its clause. A draft is marked as one."""
    if html and ics:
        raise NotationError("--html and --ics are two kinds of file", legal="one of the two")
    try:
        conditions = read_conditions(read_text(name))
    except UnreadableConditions as fault:
        click.echo(f"{place(readable_name(name), fault.line)}: {fault}", err=True)
        return NOT_CONDITIONS
    if ics:
        click.echo(calendar(conditions), nl=False)
        return 0
    page = page_of(conditions)
    click.echo(as_html(page) if html else as_text(page), nl=False)
    return 0


def calendar(conditions: Conditions) -> str:
    """The calendar file of conditions; refused where nothing has a start."""
    if not any(moment(str(one.starts)) for one in conditions.sessions):
        raise NotationError(
            "no session has a start to put into a calendar", legal='sessions.1.starts "2026-12-04 19:30"'
        )
    return calendar_of(str(conditions.name), conditions, digest(conditions))


@command.command("templates")
def list_templates() -> None:
    """The templates, and by which rulebooks each can be played."""
    for one in TEMPLATES.values():
        books = [book for book in TOURNAMENTS.books() if one.key in TOURNAMENTS.of(book).templates]
        click.echo(f"{one.key:<14} {one.says}  [{', '.join(books)}]")
