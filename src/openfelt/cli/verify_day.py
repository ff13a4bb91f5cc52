"""`openfelt verify-day`: do the books of a day add up, and is the file as it was signed?"""

from __future__ import annotations

import json
from pathlib import Path

import click

from openfelt.cli.audit import as_key
from openfelt.journal.day import read_day, verify_day


@click.command("verify-day")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", callback=as_key, help="The public key (64 hexadecimal digits) that must have signed FILE.")
@click.option(
    "--after",
    type=click.Path(path_type=Path),
    multiple=True,
    help="The file of the day before, which FILE must continue; several from the newest to the oldest.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per check.")
@click.pass_context
def command(ctx: click.Context, file: Path, *, key: str | None, after: tuple[Path, ...], as_json: bool) -> None:
    """Check the signed FILE of a day: signature, heads, chain, ledger, records, sums, floats. Needs nothing else.

    With --after also each day before it, and that every one goes on where the one before it ended.

    Exit code 0: all is well. 1: a fault, with its place. 2: a file cannot be read.
    """
    days = [read_day(one) for one in (file, *after)]
    day, bad = days[0], False
    verdicts = (
        (one.day, verdict)
        for one, before in zip(days, [*days[1:], None], strict=True)
        for verdict in verify_day(one, key or "", before)
    )
    for name, verdict in verdicts:
        bad |= verdict.fault is not None
        if as_json:
            fault = None if verdict.fault is None else {"place": verdict.fault.place, "what": verdict.fault.what}
            click.echo(
                json.dumps(
                    {
                        "day": name,
                        "check": verdict.check,
                        "ok": fault is None,
                        "summary": verdict.summary,
                        "fault": fault,
                    }
                )
            )
        else:
            whose = f"{name} " if after else ""
            click.echo(f"{whose}{verdict.check}: {verdict.fault or verdict.summary}")
    if not key and not as_json:
        click.echo(f"note: signed by {day.key}; --key says whose key it must be")
    ctx.exit(1 if bad else 0)
