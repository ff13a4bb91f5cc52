"""`openfelt verify-shuffle`: check the commitments of the cards one saw."""

from __future__ import annotations

import json
import sys
from typing import IO, Any

import click

from openfelt.errors import NotationError
from openfelt.service.deck.commitments import Seen, all_seen_from, faults
from openfelt.service.deck.draws import DRAW_FORMAT, SeenDraw, draw_faults, seen_draw_from


class Document(click.File):
    """A text to read, from a file or from standard input if there is one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> IO[str]:  # noqa: ANN401 - click's
        """The opened text."""
        if value == "-" and sys.stdin is None:  # it was closed before we began
            self.fail("'-': standard input is closed; give a file, or the document on standard input.", param, ctx)
        opened: IO[str] = super().convert(value, param, ctx)
        return opened


@click.command("verify-shuffle")
@click.argument("file", type=Document("r", encoding="utf-8"))
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_context
def command(ctx: click.Context, file: IO[str], as_json: bool) -> None:  # noqa: FBT001
    """Check that every card, or number of a draw, in FILE (or - for standard input) lay where the published root says.

    Exit code 0: every proof holds. 1: a proof fails, and is named. 2: FILE cannot be read.
    """
    document = read(file)
    if isinstance(document, SeenDraw):
        told_of_draw(ctx, document, as_json=as_json)
        return
    found = [(seen, faults(seen)) for seen in document]
    if as_json:
        told = [
            {"shuffle": seen.shuffle, "cards": len(seen.revealed), "ok": not wrong, "faults": wrong}
            for seen, wrong in found
        ]
        click.echo(json.dumps(told[0] if len(told) == 1 else told))
    else:
        for seen, wrong in found:
            good = f"{len(seen.revealed)} of {seen.size} cards shown, each was where the root says"
            for one in wrong or [good]:
                click.echo(f"{seen.shuffle}: {one}")
    ctx.exit(1 if any(wrong for _, wrong in found) else 0)


def told_of_draw(ctx: click.Context, seen: SeenDraw, *, as_json: bool) -> None:
    """Whether the proofs of a draw hold."""
    wrong = draw_faults(seen)
    if as_json:
        click.echo(json.dumps({"draw": seen.name, "numbers": len(seen.shown), "ok": not wrong, "faults": wrong}))
    else:
        good = f"{len(seen.shown)} of {seen.size} numbers shown, each was where the root says"
        for one in wrong or [good]:
            click.echo(f"{seen.name}: {one}")
    ctx.exit(1 if wrong else 0)


def read(file: IO[str]) -> tuple[Seen, ...] | SeenDraw:
    """The proofs in a file; a mistake names the file."""
    try:
        document = json.load(file)
        if isinstance(document, dict) and document.get("format") == DRAW_FORMAT:
            return seen_draw_from(document)
        return all_seen_from(document)
    except OSError as bad:
        raise NotationError(f"{file.name}: {bad.strerror or bad}") from None
    except (ValueError, RecursionError) as bad:
        raise NotationError(f"{file.name}: not JSON: {bad}") from None
    except NotationError as bad:
        raise NotationError(f"{file.name}: {bad.message}") from None
