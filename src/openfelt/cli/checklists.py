"""`openfelt rules --checklist`: what staff do and everyone keeps to at a table, as lists, each line with its clause."""

from __future__ import annotations

import json
from collections.abc import Mapping

import click

from openfelt.errors import NotationError
from openfelt.pit.checklist import Step as PitStep
from openfelt.pit.games import pit_games
from openfelt.rulebooks import RULEBOOK_KEYS
from openfelt.table import checklist as table


def lists_of(key: str) -> Mapping[str, tuple[table.Step | PitStep, ...]]:
    """The lists of a rulebook by the moment they belong to; announcing the winner has a clause in each game."""
    made: dict[str, tuple[table.Step | PitStep, ...]] = {}
    if key in table.CHECKLIST.books():
        book = table.CHECKLIST.of(key)
        made.update(book.lists.items())
        if announced := tuple(table.announcement(book, game) for game in book.announce):
            made["result"] = (*announced, *made.get("result", ()))
    for game in pit_games().values():
        if game.book.key == key:
            for moment, steps in game.checklists.items():
                made[moment] = (*made.get(moment, ()), *steps)
    return made


def print_checklists(key: str | None, *, as_json: bool) -> None:
    """The lists of a rulebook, or of all that have some."""
    keys = [one for one in ([key] if key else RULEBOOK_KEYS) if lists_of(one)]
    if not keys:
        raise NotationError(f"{key} has no checklists", legal=[one for one in RULEBOOK_KEYS if lists_of(one)])
    for one in keys:
        for moment, steps in lists_of(one).items():
            if as_json:
                for step in steps:
                    line = {"rulebook": one, "moment": moment, "by": step.by, "text": step.text, "cites": step.cites}
                    click.echo(json.dumps(line, ensure_ascii=False))
                continue
            click.echo(f"{one}, {moment}")
            for step in steps:
                click.echo(f"  [ ] {step.by}: {step.text}  [{', '.join(step.cites)}]")
