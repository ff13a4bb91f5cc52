"""Connections to a SQLite file: to write, to read beside a writer, to read where nothing can be written."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from urllib.parse import quote

import apsw

from openfelt.journal.store import StoreUnfit


def connect(path: Path | str, flags: int, vfs: str | None) -> apsw.Connection:
    """A connection with nothing set yet."""
    try:
        return apsw.Connection(str(path), flags=flags, vfs=vfs)
    except apsw.Error as bad:
        raise StoreUnfit(f"{path}: {bad}") from None


def copy_database(source: apsw.Connection, target: Path) -> None:
    """Copy a database as it is at one moment into an empty file."""
    copy = connect(target, apsw.SQLITE_OPEN_READWRITE, None)
    try:
        try:
            with copy.backup("main", source, "main") as work:
                work.step(-1)
        except apsw.FullError:  # which says "not an error" here
            raise apsw.FullError("database or disk is full") from None
        # One file without companions: easier to carry, and readable from a read-only place.
        copy.pragma("journal_mode", "delete")
    finally:
        copy.close()


def connect_for_reading(path: Path, vfs: str | None = None) -> apsw.Connection:
    """A connection that cannot write. Where not even the log's index can be made, nobody writes: the file stands still.

    A log that was not copied into its file yet is read from a copy of both, which lasts as long as the connection.
    """
    db = connect(path, apsw.SQLITE_OPEN_READONLY, vfs)
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        db.close()
    except apsw.Error:
        return db  # damaged in some other way: whoever reads is told
    else:
        return db
    log = path.with_name(path.name + "-wal")
    if not log.exists() or not log.stat().st_size:
        return connect_still(path, vfs)
    with tempfile.TemporaryDirectory() as folder:
        for one in (path, log):
            shutil.copyfile(one, Path(folder) / one.name)
        copy = connect(Path(folder) / path.name, apsw.SQLITE_OPEN_READWRITE, vfs)
        copy.pragma("journal_mode", "delete")  # takes the log into the file
        copy.close()
        return connect_still(Path(folder) / path.name, vfs)  # its name goes with the folder, the open file stays


def connect_still(path: Path, vfs: str | None) -> apsw.Connection:
    """A connection to a file that nobody changes: without locks, logs or anything beside it."""
    name = f"file:{quote(str(path.resolve()))}?immutable=1"
    return connect(name, apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI, vfs)
