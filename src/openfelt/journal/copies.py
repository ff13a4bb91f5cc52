"""Backup of a running journal and restore to a stopped one. Neither is called done before it is verified.

A backup holds everything, the sealed seeds included (a restored room must be able to finish the round it was in): keep
it as safe as the room itself.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import apsw

from openfelt.journal.records import Head
from openfelt.journal.sqlite import SqliteReader, hold
from openfelt.journal.store import StoreUnfit
from openfelt.journal.verify import check_chain, check_ledger

FILE_NAME: Final = "journal.sqlite"
COMPANIONS: Final = ("", "-wal", "-shm")


def journal_file(path: Path) -> Path:
    """The journal in a data directory, or the file itself."""
    return path / FILE_NAME if path.is_dir() else path


def backup(source: Path, target: Path) -> Head:
    """Copy a journal, running or not, as it is at one moment; returns the copy's head."""
    if target.exists():
        raise StoreUnfit(f"{target} exists; a backup overwrites nothing")
    reader = SqliteReader(source)
    try:
        return place(reader, target)
    finally:
        reader.close()


def restore(source: Path, target: Path, *, replace: bool = False) -> Head:
    """Bring a verified backup to a stopped room. With `replace`, what was there is kept beside it."""
    reader = SqliteReader(source)
    try:
        require_whole(reader)
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
        copy = SqliteReader(partial)
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
    for verdict in (check_chain(reader), check_ledger(reader, reader.overdraft())):
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
