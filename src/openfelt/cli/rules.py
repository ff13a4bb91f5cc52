"""`openfelt rules`: read, list and search the clauses."""

from __future__ import annotations

import json
from collections.abc import Iterable

import click

from openfelt.rulebooks import RULEBOOK_KEYS, Clause, clause, rulebook


@click.command("rules")
@click.argument("query", nargs=-1)
@click.option("--rulebook", "key", type=click.Choice(RULEBOOK_KEYS), help="Only this rulebook.")
@click.option("--kind", help="Only clauses of this kind: engine, evaluator, settlement, ...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
def command(query: tuple[str, ...], key: str | None, kind: str | None, as_json: bool) -> None:  # noqa: FBT001
    """Read a clause ("nsw-poker 12.4"), or search for words."""
    for found in select(" ".join(query), key, kind):
        click.echo(as_object(found) if as_json else as_text(found))


def select(query: str, key: str | None, kind: str | None) -> Iterable[Clause]:
    """The clauses a query names, or those that contain all its words."""
    head, _, number = query.partition(" ")
    if head in RULEBOOK_KEYS and number:
        return (clause(query),)
    if key and query in rulebook(key):
        return (rulebook(key)[query],)
    words = query.lower().split()
    found = [
        one
        for book in ([key] if key else RULEBOOK_KEYS)
        for one in rulebook(book).values()
        if kind in (None, one.kind)
        and all(word in f"{one.cite} {one.requirement} {one.behaviour} {one.note}".lower() for word in words)
    ]
    if not found:
        raise click.UsageError(f"no clause matches {query!r}")
    return found


def as_text(one: Clause) -> str:
    """A clause for reading."""
    lines = [f"{one.cite}  ({one.kind})", f"  {one.requirement}", f"  > {one.behaviour}"]
    return "\n".join([*lines, f"  note: {one.note}"] if one.note else lines)


def as_object(one: Clause) -> str:
    """A clause as one line of JSON."""
    return json.dumps({"rulebook": one.rulebook, "clause": one.number, "kind": one.kind, "requirement": one.requirement,
                       "behaviour": one.behaviour, "note": one.note}, ensure_ascii=False)
