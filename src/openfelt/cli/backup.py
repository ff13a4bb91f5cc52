"""`openfelt backup` and `openfelt restore`: a verified copy of a running room's journal, and back to a stopped one."""

from __future__ import annotations

from pathlib import Path

import click

from openfelt.journal import copies


@click.command("backup")
@click.argument("journal", type=click.Path(exists=True, path_type=Path))
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
def command(journal: Path, target: Path) -> None:
    """Copy the JOURNAL (a file or a data directory), running or not, to the new file TARGET, and verify the copy.

    The copy holds the sealed seeds of every shuffle: keep it as safe as the room itself.
    """
    head = copies.backup(copies.journal_file(journal), target)
    click.echo(f"{target}: {head.entry} entries, {head.position} records, verified")


@click.command("restore")
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("journal", type=click.Path())
@click.option("--replace", is_flag=True, help="Keep an existing journal aside and restore.")
def restore_command(source: Path, journal: str, replace: bool) -> None:  # noqa: FBT001
    """Bring the backup SOURCE to the JOURNAL (a file or a data directory) of a room that is not running.

    What is not there yet is a data directory, and is made, unless its name ends with .sqlite.
    """
    target = copies.restored_file(journal)
    head = copies.restore(source, target, replace=replace)
    click.echo(f"{target}: {head.entry} entries, {head.position} records, verified")
