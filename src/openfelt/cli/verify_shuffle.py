"""`openfelt verify-shuffle`: check the commitments of the cards one saw."""

from __future__ import annotations

import json
from typing import IO

import click

from openfelt.errors import NotationError
from openfelt.service.commitments import Seen, faults, seen_from


@click.command("verify-shuffle")
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_context
def command(ctx: click.Context, file: IO[str], as_json: bool) -> None:  # noqa: FBT001
    """Check that every card in FILE (or - for standard input) lay where the published root says.

    Exit code 0: every proof holds. 1: a proof fails, and is named. 2: FILE cannot be read.
    """
    seen = read(file)
    found = faults(seen)
    if as_json:
        click.echo(json.dumps({"shuffle": seen.shuffle, "cards": len(seen.revealed), "ok": not found, "faults": found}))
    elif found:
        for one in found:
            click.echo(f"{seen.shuffle}: {one}")
    else:
        click.echo(f"{seen.shuffle}: {len(seen.revealed)} of {seen.size} cards shown, each was where the root says")
    ctx.exit(1 if found else 0)


def read(file: IO[str]) -> Seen:
    """The proofs in a file; a mistake names the file."""
    try:
        return seen_from(json.load(file))
    except (ValueError, RecursionError) as bad:
        raise NotationError(f"{file.name}: not JSON: {bad}") from None
    except NotationError as bad:
        raise NotationError(f"{file.name}: {bad.message}") from None
