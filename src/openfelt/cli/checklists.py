"""`openfelt rules --checklist`: what staff do and everyone keeps to at a table, as lists, each line with its clause."""

from __future__ import annotations

import json
from collections.abc import Mapping

import click

from openfelt.errors import NotationError
from openfelt.pit import checklist as pit
from openfelt.rulebooks import RULEBOOK_KEYS
from openfelt.table import checklist as table


def lists_of(key: str) -> Mapping[str, tuple[table.Step | pit.Step, ...]]:
    """The lists of a rulebook by the moment they belong to; announcing the winner has a clause in each game."""
    made: dict[str, tuple[table.Step | pit.Step, ...]] = dict(table.CHECKLISTS.get(key, {}).items())
    made.update(pit.CHECKLISTS.get(key, {}).items())
    if key == "nsw-poker":
        made["result"] = (*(table.announcement(game) for game in table.ANNOUNCE), *made["result"])
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
