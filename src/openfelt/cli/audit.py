"""`openfelt audit`: does a journal still say what was written, and does it add up?"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

import click

from openfelt.errors import NotationError
from openfelt.journal import SqliteReader, StoreUnfit, verify
from openfelt.journal.copies import DAMAGED, has_accounts, journal_file, open_journal
from openfelt.journal.heads import SignedHead, read_head, sign, signing_key, write_head
from openfelt.journal.store import RowUnreadable
from openfelt.journal.verify import Fault, Verdict, check_chain, check_head, overdraft_fault, public_key

Check = Callable[[SqliteReader], Verdict]

# Each check is `module:function`, takes the opened journal and returns a verdict. A layer that stores records adds its
# own line here: what it folds, it can also judge.
CHECKS: Final = {
    "file": "openfelt.cli.audit:check_file",
    "chain": "openfelt.journal.verify:check_chain",
    "ledger": "openfelt.cli.audit:check_ledger",
    "shuffles": "openfelt.service.deck.sealing:check_shuffles",
    "hands": "openfelt.service.record.audit:check_hands",
    "room": "openfelt.service.record.room_audit:check_room",
    "tournaments": "openfelt.service.record.tournament_audit:check_tournaments",
    "jackpots": "openfelt.service.record.jackpot_audit:check_jackpots",
    "lists": "openfelt.service.record.list_audit:check_lists",
    "promotions": "openfelt.service.record.promotion_audit:check_promotions",
    "accounts": "openfelt.service.people.roll:check_accounts",
}
ACCOUNTS: Final = "accounts"


def as_key(_ctx: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    """The key of --key."""
    try:
        return text if text is None else public_key(text)
    except NotationError as bad:
        raise click.BadParameter(str(bad)) from None


@click.command("audit")
@click.argument("journal", type=click.Path(exists=True, path_type=Path))
@click.option("--head", type=click.Path(path_type=Path), help="A signed head kept elsewhere: finds a cut or a rewrite.")
@click.option(
    "--key", callback=as_key, help="The public key (64 hexadecimal digits) that must have signed --head; needs it."
)
@click.option(
    "--write-head",
    "head_file",
    type=click.Path(path_type=Path),
    help="Sign the present head into this file, if every check finds all well.",
)
@click.option(
    "--signing-key",
    "key_file",
    type=click.Path(path_type=Path),
    help="The private key for --write-head; made if missing.",
)
@click.option(
    "--only", multiple=True, type=click.Choice(list(CHECKS)), metavar="CHECK",
    help=f"Only this check; may be given again: {', '.join(CHECKS)}.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object per check.")
@click.pass_context
def command(
    ctx: click.Context,
    journal: Path,
    *,
    head: Path | None,
    key: str | None,
    head_file: Path | None,
    key_file: Path | None,
    only: tuple[str, ...],
    as_json: bool,
) -> None:
    """Verify the JOURNAL (a file or a data directory): its chain, ledger, shuffles, hands, room and accounts.

    Works beside a running room. Exit code 0: all is well. 1: a fault, with the first bad row named. 2: no journal.
    """
    if key and not head:
        raise click.UsageError("--key needs --head, the signed head whose key it is")
    if only and head_file:
        raise click.UsageError("--only goes without --write-head: a head is signed after every check")
    if bool(head_file) != bool(key_file):
        raise click.UsageError("--write-head and --signing-key go together")
    signed = read_head(head) if head else None
    checks = checks_of(only or tuple(name for name in CHECKS if name != ACCOUNTS), signed, key or "")
    show = as_object if as_json else as_text
    try:
        reader = open_journal(journal_file(journal))
    except StoreUnfit as refused:
        if refused.code != DAMAGED:
            raise
        for name in checks:
            click.echo(show(unreadable(name, refused.message)))
        ctx.exit(1)
    if not only and (has_accounts(reader) or (journal.is_dir() and has_people(reader))):
        checks |= checks_of((ACCOUNTS,), None, "")
    bad = False
    try:
        with reader.steady():
            for verdict in verdicts(reader, checks):
                bad |= verdict.fault is not None
                click.echo(show(verdict))
                for note in () if as_json else verdict.notes:
                    click.echo(f"{verdict.check}: note: {note}")
            if head_file and key_file and not bad:
                keep_head(reader, head_file, key_file)
    finally:
        reader.close()
    ctx.exit(1 if bad else 0)


def has_people(reader: SqliteReader) -> bool:
    """Whether accounts are on record, or nobody can say."""
    from openfelt.service.record.room_record import read_roll  # noqa: PLC0415 - the other commands start without it

    try:
        return bool(read_roll(reader).members)
    except StoreUnfit:
        return True


def checks_of(names: Sequence[str], signed: SignedHead | None, key: str) -> dict[str, Check]:
    """The checks to make, in the order they are told."""
    checks = {name: load(name) for name in names}
    return checks | ({"head": lambda reader: check_head(reader, signed, key)} if signed else {})


def verdicts(reader: SqliteReader, checks: Mapping[str, Check]) -> Iterator[Verdict]:
    """Each check's verdict, in order; a journal too damaged to read is a fault of that check."""
    for name, check in checks.items():
        try:
            yield check(reader)
        except RowUnreadable as damaged:
            yield unreadable(name, damaged.message, damaged.place)
        except StoreUnfit as damaged:
            yield unreadable(name, damaged.message)
        except Exception as bad:
            # What is not as it was written may fail in any way; with a journal that is whole it is our own fault.
            if is_whole(reader):
                raise
            yield unreadable(name, f"{reader.path}: a row cannot be read: {bad}")


def unreadable(name: str, why: str, place: str = "file") -> Verdict:
    """The verdict of a check that could not be made."""
    return Verdict(name, "cannot be read", Fault(place, why))


def is_whole(reader: SqliteReader) -> bool:
    """Whether everything can be read and is as it was written."""
    try:
        return check_file(reader).fault is None and check_chain(reader).fault is None
    except Exception:
        return False


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


def check_ledger(reader: SqliteReader) -> Verdict:
    """Every balance recomputed, and which accounts may stand below zero."""
    verdict = verify.check_ledger(reader)
    return Verdict(verdict.check, verdict.summary, verdict.fault or overdraft_fault(reader.overdraft()))


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
    said = {"check": verdict.check, "ok": fault is None, "summary": verdict.summary, "fault": fault}
    return json.dumps({**said, "notes": list(verdict.notes)})
