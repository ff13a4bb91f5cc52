"""`openfelt promotion`: check the terms of a promotion, write new ones from a template, print them as a page."""

from __future__ import annotations

from typing import Any, Final

import click
import msgspec

from openfelt.cli.replay import readable_name
from openfelt.cli.story import place
from openfelt.cli.tournament import read_text
from openfelt.cli.whole_help import WholeHelp
from openfelt.documents.findings import Finding, written_path
from openfelt.documents.reading import Lines
from openfelt.promotions.checking import check
from openfelt.promotions.page import as_html, as_text, page_of
from openfelt.promotions.rules import PROMOTIONS
from openfelt.promotions.templates import TEMPLATES, fill
from openfelt.promotions.writing import UnreadableTerms, digest, read_terms, write_terms

NOT_COMPLETE: Final = 1
NOT_TERMS: Final = 2
_JSON: Final = msgspec.json.Encoder()


@click.group("promotion", cls=WholeHelp, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Terms of promotions: check a file, write one from a template, print a page."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("check")
@click.argument("name", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per finding, then one with totals.")
@click.option(
    "--prescribed", multiple=True, metavar="ITEM", help="What regulations forbid as a prize; may be repeated."
)
def check_file(*, name: str, as_json: bool, prescribed: tuple[str, ...]) -> int:
    """Say whether terms are complete: every gap and every contradiction, with its clause.

    \b
    exit code 0   they are complete
              1   gaps or contradictions; each with line, item, clause, and what is allowed instead
              2   not terms: the file cannot be read, or the line says why
    """  # noqa: D301 - click wants the character itself
    file = readable_name(name)
    try:
        text = read_text(name)
        terms = read_terms(text)
    except UnreadableTerms as fault:
        click.echo(f"{place(file, fault.line)}: {fault}", err=True)
        return NOT_TERMS
    lines = Lines(text)
    findings = check(terms, prescribed)
    for one in findings:
        line = lines.of(one.path)
        click.echo(_JSON.encode(as_object(file, line, one)) if as_json else f"{place(file, line)}: {one.kind}: {one}")
    gaps = sum(one.kind == "gap" for one in findings)
    others = len(findings) - gaps
    hash_of_terms = None if findings else digest(terms)
    totals = {"gaps": gaps, "contradictions": others, "version": terms.version, "digest": hash_of_terms}
    if as_json:
        click.echo(_JSON.encode({"totals": totals}))
    elif findings:
        click.echo(f"{file}: not complete: {gaps} gap{'s' * (gaps != 1)}, {others} contradiction{'s' * (others != 1)}")
    else:
        click.echo(f"{file}: version {terms.version} is complete, hash {hash_of_terms}")
    return NOT_COMPLETE if findings else 0


def as_object(file: str, line: int, found: Finding) -> dict[str, Any]:
    """A finding as the JSON contract has it."""
    return {
        "file": file,
        "line": line or None,
        "kind": found.kind,
        "code": found.code,
        "item": written_path(found.path),
        "message": found.message,
        "cites": found.cites,
        "allowed": found.allowed,
    }


@command.command("new")
@click.argument("template", metavar="TEMPLATE")
@click.option("--book", default="", help="The rulebook that it is held by; by default the first that has promotions.")
@click.option("--name", default="", help="What the promotion is called.")
def new_file(*, template: str, book: str, name: str) -> None:
    """Write terms with a prize of a kind (`openfelt promotion templates` lists them).

    Every item that the rulebook asks for stands there as a comment with its clause, to be answered.
    """
    made = fill(template, book or PROMOTIONS.books()[0], name)
    click.echo(f"# {TEMPLATES[template].says}")
    click.echo("# Lines that begin with # and have a clause are yours to answer; then: openfelt promotion check FILE")
    click.echo(write_terms(made), nl=False)


@command.command("print")
@click.argument("name", metavar="FILE")
@click.option("--html", is_flag=True, help="One HTML document instead of plain text.")
def print_file(*, name: str, html: bool) -> int:
    """Print terms as a page, each item with its clause. A draft is marked as one."""
    try:
        terms = read_terms(read_text(name))
    except UnreadableTerms as fault:
        click.echo(f"{place(readable_name(name), fault.line)}: {fault}", err=True)
        return NOT_TERMS
    page = page_of(terms)
    click.echo(as_html(page) if html else as_text(page), nl=False)
    return 0


@command.command("templates")
def list_templates() -> None:
    """The templates, and by which rulebooks a promotion can be held."""
    books = ", ".join(PROMOTIONS.books())
    for key, one in TEMPLATES.items():
        click.echo(f"{key:<12} {one.says}  [{books}]")
