"""`openfelt backup` and `openfelt restore`: a verified copy of a running room, and back to a stopped one."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from openfelt.journal import StoreUnfit, copies


@click.command("backup")
@click.argument("journal", type=click.Path(exists=True, path_type=Path))
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
def command(journal: Path, target: Path) -> None:
    """Copy a room (its data directory, or the JOURNAL in it), running or not, to the new file TARGET, and verify it.

    The copy is of one moment and holds the journal, the accounts and the sessions beside it, and the sealed seeds of
    every shuffle: keep it as safe as the room itself.
    """
    from openfelt.service.people.roll import drop_unrecorded  # noqa: PLC0415 - the other commands start without it

    head = copies.backup(copies.journal_file(journal), target, tidy=drop_unrecorded)
    click.echo(f"{target}: {head.entry} entries, {head.position} records, {what_of(target)}verified")


@click.command("restore")
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("journal", type=click.Path())
@click.option("--replace", is_flag=True, help="Keep an existing journal and existing accounts aside and restore.")
@click.option(
    "--without-accounts", is_flag=True, help="Restore a backup without accounts: its people cannot log in with it."
)
def restore_command(source: Path, journal: str, *, replace: bool, without_accounts: bool) -> None:
    """Bring the backup SOURCE to the JOURNAL (a file or a data directory) of a room that is not running.

    What is not there yet is a data directory, and is made, unless its name ends with .sqlite.
    """
    from openfelt.service.people.roll import drop_unrecorded  # noqa: PLC0415 - the other commands start without it

    target = copies.restored_file(journal)
    if not without_accounts:
        require_accounts(source)
    head = copies.restore(source, target, replace=replace, tidy=drop_unrecorded)
    click.echo(f"{target}: {head.entry} entries, {head.position} records, {what_of(target)}verified")


def require_accounts(source: Path) -> None:
    """Refuse a backup that has chips of people and not their accounts."""
    from openfelt.service.people.roll import people_in  # noqa: PLC0415 - the other commands start without it

    with closing(copies.open_journal(source)) as reader:
        if not copies.has_accounts(reader) and (people := people_in(reader)):
            raise StoreUnfit(
                f"{source} has no accounts: {len(people)} people in it could not log in, and their chips would be lost",
                legal=("a backup with accounts", "--without-accounts"),
                code="no-accounts",
            )


def what_of(journal: Path) -> str:
    """What a copy has besides the journal."""
    with closing(copies.open_journal(journal)) as reader:
        return "with accounts and sessions, " if copies.has_accounts(reader) else ""
