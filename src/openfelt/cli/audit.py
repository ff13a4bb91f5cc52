"""`openfelt audit`: does a journal still say what was written, and does it add up?"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import click

from openfelt.journal import SqliteReader, StoreUnfit
from openfelt.journal.copies import journal_file
from openfelt.journal.heads import read_head, sign, signing_key, write_head
from openfelt.journal.verify import Fault, Verdict, check_head

Check = Callable[[SqliteReader], Verdict]

# Each check is `module:function`, takes the opened journal and returns a verdict. A layer that stores records adds its
# own line here: what it folds, it can also judge.
CHECKS: Final = {
    "file": "openfelt.cli.audit:check_file",
    "chain": "openfelt.journal.verify:check_chain",
    "ledger": "openfelt.journal.verify:check_ledger",
    "shuffles": "openfelt.service.sealing:check_shuffles",
    "hands": "openfelt.service.audit:check_hands",
}


@click.command("audit")
@click.argument("journal", type=click.Path(exists=True, path_type=Path))
@click.option("--head", type=click.Path(path_type=Path), help="A signed head kept elsewhere: finds a cut or a rewrite.")
@click.option("--key", default="", help="The public key (64 hexadecimal digits) that must have signed --head.")
@click.option(
    "--write-head",
    "head_file",
    type=click.Path(path_type=Path),
    help="Sign the present head into this file, if all is well.",
)
@click.option(
    "--signing-key",
    "key_file",
    type=click.Path(path_type=Path),
    help="The private key for --write-head; made if missing.",
)
@click.option("--only", multiple=True, type=click.Choice(list(CHECKS)), help="Only this check; may be given again.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per check.")
@click.pass_context
def command(
    ctx: click.Context,
    journal: Path,
    *,
    head: Path | None,
    key: str,
    head_file: Path | None,
    key_file: Path | None,
    only: tuple[str, ...],
    as_json: bool,
) -> None:
    """Verify the JOURNAL (a file or a data directory): its hash chain, its ledger, its shuffles, every hand.

    Works beside a running room. Exit code 0: all is well. 1: a fault, with the first bad row named. 2: no journal.
    """
    if bool(head_file) != bool(key_file):
        raise click.UsageError("--write-head and --signing-key go together")
    reader = SqliteReader(journal_file(journal))
    bad = False
    try:
        with reader.steady():
            for verdict in verdicts(reader, only or tuple(CHECKS), head, key):
                bad |= verdict.fault is not None
                click.echo(as_object(verdict) if as_json else as_text(verdict))
            if head_file and key_file and not bad:
                keep_head(reader, head_file, key_file)
    finally:
        reader.close()
    ctx.exit(1 if bad else 0)


def verdicts(reader: SqliteReader, names: tuple[str, ...], head: Path | None, key: str) -> Iterator[Verdict]:
    """Each check's verdict, in order; a file too damaged to read is a fault of that check."""
    signed = read_head(head) if head else None
    for name in names:
        try:
            yield load(name)(reader)
        except StoreUnfit as damaged:
            yield Verdict(name, "cannot be read", Fault("file", damaged.message))
    if signed:
        yield check_head(reader, signed, key)


def load(name: str) -> Check:
    """The check of that name."""
    module, _, function = CHECKS[name].partition(":")
    found: Check = getattr(import_module(module), function)
    return found


def check_file(reader: SqliteReader) -> Verdict:
    """SQLite's own check of the file."""
    faults = reader.faults()
    return Verdict(
        "file", f"{reader.path.name}, journal {reader.journal}", Fault("file", faults[0]) if faults else None
    )


def keep_head(reader: SqliteReader, path: Path, key: Path) -> None:
    """Sign the present head into a file."""
    signed = sign(reader.head(), signing_key(key), time_ms=time.time_ns() // 1_000_000)
    write_head(path, signed)
    click.echo(f"head: entry {signed.entry} signed into {path} by {signed.key}", err=True)


def as_text(verdict: Verdict) -> str:
    """A verdict for reading."""
    return f"{verdict.check}: {'FAULT' if verdict.fault else 'ok'}: {verdict.fault or verdict.summary}"


def as_object(verdict: Verdict) -> str:
    """A verdict as one line of JSON."""
    fault = {"place": verdict.fault.place, "what": verdict.fault.what} if verdict.fault else None
    return json.dumps({"check": verdict.check, "ok": fault is None, "summary": verdict.summary, "fault": fault})
