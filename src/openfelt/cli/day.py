"""`openfelt day`: the signed file of a closed day, for the regulator."""

from __future__ import annotations

import time
from pathlib import Path

import click
import msgspec

from openfelt.errors import NotationError
from openfelt.journal.copies import journal_file, open_journal
from openfelt.journal.heads import signing_key


@click.command("day")
@click.argument("journal", type=click.Path(exists=True, path_type=Path))
@click.argument("day", required=False)
@click.option("--signing-key", "key_file", type=click.Path(path_type=Path), help="The private key; made if missing.")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write; it must not be there yet.")
def command(journal: Path, day: str | None, key_file: Path | None, out: Path | None) -> None:
    """Write the signed file of a closed DAY (2026-11-18) of a JOURNAL (a file or a data directory).

    Without a DAY: list the closed days. Works beside a running room. `openfelt verify-day` checks the file.
    """
    from openfelt.service.record.day_book import closed_days, make_day  # noqa: PLC0415 - the other commands start without it

    reader = open_journal(journal_file(journal))
    try:
        with reader.steady():
            if day is None:
                for one in closed_days(reader) or ["no day is closed yet"]:
                    click.echo(one)
                return
            if key_file is None or out is None:
                raise click.UsageError("a DAY needs --signing-key and --out")
            if out.exists():
                raise NotationError(f"{out}: is there already")
            made = make_day(reader, day, signing_key(key_file), time_ms=time.time_ns() // 1_000_000)
    finally:
        reader.close()
    out.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")
    click.echo(f"{out}: {day}, entries {made.before.entry + 1} to {made.after.entry}, key {made.key}")
