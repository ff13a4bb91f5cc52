"""Backup of a running journal and restore to a stopped one. Neither is called done before it is verified.

A backup holds everything, the sealed seeds included (a restored room must be able to finish the round it was in): keep
it as safe as the room itself.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import apsw

from openfelt.errors import NotationError
from openfelt.journal.records import Head
from openfelt.journal.schema import APPLICATION_ID, SCHEMA_VERSION
from openfelt.journal.sqlite import SqliteReader, hold
from openfelt.journal.store import StoreUnfit
from openfelt.journal.verify import check_chain, check_ledger

FILE_NAME: Final = "journal.sqlite"
ACCOUNTS_FILE: Final = "accounts.sqlite"  # beside it in a data directory: passwords and sessions
COMPANIONS: Final = ("", "-wal", "-shm")
DAMAGED: Final = "damaged"
# Where the header of a SQLite file says what it is: the format, its user's version and its user's mark.
FORMAT: Final = b"SQLite format 3\0"
VERSION_AT: Final = slice(60, 64)
MARK_AT: Final = slice(68, 72)


def journal_file(path: Path) -> Path:
    """The journal in a data directory, or the file itself."""
    return path / FILE_NAME if path.is_dir() else path


def restored_file(text: str) -> Path:
    """Where a restored journal goes: into a file that is there or is named as one, else into a data directory.

    >>> [str(restored_file(text)) for text in ("no-such.sqlite", "no-such", "no-such.sqlite/")]
    ['no-such.sqlite', 'no-such/journal.sqlite', 'no-such.sqlite/journal.sqlite']
    """
    path = Path(text)
    if not text:
        raise NotationError("no name to restore to", legal=("a file", "a data directory"))
    if text.endswith(os.sep) and path.is_file():
        raise NotationError(f"{text} is a file, not a data directory", legal=(str(path),))
    if path.is_dir() or text.endswith(os.sep) or (path.suffix != Path(FILE_NAME).suffix and not path.exists()):
        return path / FILE_NAME
    return path


def open_journal(path: Path) -> SqliteReader:
    """A journal opened for reading; one that is a journal but not as it was written is refused as `damaged`."""
    try:
        return SqliteReader(path)
    except UnicodeDecodeError as bad:
        raise StoreUnfit(f"{path}: {bad}", code=DAMAGED) from None
    except StoreUnfit as bad:
        if bad.code != "schema-altered" and not is_damaged(path):
            raise
        raise StoreUnfit(bad.message, code=DAMAGED) from None


def is_damaged(path: Path) -> bool:
    """Whether a file that cannot be opened is a journal all the same: its header says so, and the rest is broken."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
        marks = (header[: len(FORMAT)], *(int.from_bytes(header[at]) for at in (VERSION_AT, MARK_AT)))
        if marks != (FORMAT, SCHEMA_VERSION, APPLICATION_ID):
            return False
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    except (OSError, apsw.Error):
        return False
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError):
        return True
    except apsw.Error:
        return False  # in use, or in a place where it cannot be read
    finally:
        db.close()
    return True


def backup(source: Path, target: Path) -> Head:
    """Copy a journal, running or not, as it is at one moment; returns the copy's head."""
    if target.exists():
        raise StoreUnfit(f"{target} exists; a backup overwrites nothing")
    reader = open_journal(source)
    try:
        return place(reader, target)
    finally:
        reader.close()


def restore(source: Path, target: Path, *, replace: bool = False) -> Head:
    """Bring a verified backup to a stopped room. With `replace`, what was there is kept beside it.

    A data directory that is not there yet is made, its owner's alone.
    """
    reader = open_journal(source)
    try:
        require_whole(reader)
        if target.name == FILE_NAME:
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = hold(target)
        try:
            if target.exists():
                if not replace:
                    raise StoreUnfit(f"{target} exists; --replace keeps it aside and restores")
                set_aside(target)
            return place(reader, target)
        finally:
            os.close(held)
    finally:
        reader.close()


def place(reader: SqliteReader, target: Path) -> Head:
    """Write a verified copy under a temporary name, then put it in place in one step."""
    partial = target.with_name(target.name + ".partial")
    for suffix in COMPANIONS:
        partial.with_name(partial.name + suffix).unlink(missing_ok=True)
    try:
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        reader.copy_to(partial)
        copy = open_journal(partial)
        try:
            require_whole(copy)
            head = copy.head()
        finally:
            copy.close()
        flush(partial)
        partial.rename(target)
        flush(target.parent)
    except OSError as bad:
        raise StoreUnfit(f"{target}: {bad.strerror}") from None
    except apsw.Error as bad:
        raise StoreUnfit(f"{target}: {bad}") from None
    finally:
        for suffix in COMPANIONS:
            partial.with_name(partial.name + suffix).unlink(missing_ok=True)
    return head


def require_whole(reader: SqliteReader) -> None:
    """Refuse a journal whose file, chain or ledger is damaged."""
    if faults := reader.faults():
        raise StoreUnfit(f"{reader.path}: {faults[0]}")
    try:
        verdicts = (check_chain(reader), check_ledger(reader, reader.overdraft()))
    except StoreUnfit:
        raise
    except Exception as bad:
        # A row that is not as it was written may fail in any way.
        raise StoreUnfit(f"{reader.path}: a row cannot be read: {bad}", code=DAMAGED) from bad
    for verdict in verdicts:
        if verdict.fault:
            raise StoreUnfit(f"{reader.path}: {verdict.fault}")


def set_aside(target: Path) -> None:
    """Rename a journal and its companions; a log left behind would be replayed into the restored file."""
    number = 1
    while target.with_name(f"{target.name}.replaced-{number}").exists():
        number += 1
    for suffix in COMPANIONS:
        old = target.with_name(target.name + suffix)
        if old.exists():
            old.rename(target.with_name(f"{target.name}.replaced-{number}{suffix}"))


def flush(path: Path) -> None:
    """Make a file's bytes, or a directory's names, durable."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
