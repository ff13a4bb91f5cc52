"""Opening a journal: one writing process, a sound SQLite, asserted settings, tables that nobody altered."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import apsw

from openfelt.journal.connections import connect
from openfelt.journal.schema import (
    ADDED,
    APPLICATION_ID,
    CARRIED,
    SCHEMA_VERSION,
    STATEMENTS,
    VERSIONS,
    statements_of,
    upgrade_fact,
)
from openfelt.journal.store import (
    StoreUnfit,
)

# 3.7.0 to 3.51.2 can lose a WAL reset when two connections checkpoint at once.
OLDEST_LIBRARY: Final = (3, 51, 3)
CACHE_KIB: Final = 65_536  # whoever files looks things up and waits for no disk while these pages are in memory
# What is asked of the writing connection, and what it must then report.
SETTINGS: Final[dict[str, tuple[str | int, str | int]]] = {
    "journal_mode": ("wal", "wal"),
    "synchronous": ("full", 2),
    "foreign_keys": (1, 1),
    "recursive_triggers": (1, 1),
    "trusted_schema": (0, 0),
    "cell_size_check": (1, 1),
    "cache_size": (-CACHE_KIB, -CACHE_KIB),
}


def require_library() -> None:
    """Refuse a SQLite with the WAL-reset fault."""
    version = tuple(map(int, apsw.sqlite_lib_version().split(".")[:3]))
    if version < OLDEST_LIBRARY:
        raise StoreUnfit(f"SQLite {apsw.sqlite_lib_version()} is too old; 3.51.3 or newer is needed")


def hold(path: Path) -> int:
    """Take the writer's lock beside the file, or refuse. The system releases it with the process, however that ends."""
    lock = path.with_name(path.name + ".lock")
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as bad:
        raise StoreUnfit(f"{lock}: {bad.strerror}") from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise StoreUnfit(f"{path} is in use: another process writes this journal") from None
    return descriptor


def open_for_writing(path: Path, vfs: str | None, journal: str, overdraft: Sequence[str]) -> apsw.Connection:
    """The writing connection: settings made and asserted, the schema there and unaltered."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    db = connect(path, apsw.SQLITE_OPEN_READWRITE, vfs)
    try:
        db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        for name, (wanted, _) in SETTINGS.items():
            db.pragma(name, wanted)
        require_settings(path, db)
        if not db.execute("SELECT 1 FROM sqlite_schema").fetchall():
            create(db, journal, overdraft)
        require_journal(path, db)
        if CARRIED.keys() & {str(name) for (name,) in db.execute("SELECT name FROM sqlite_schema")}:
            raise StoreUnfit(f"{path} is a backup; nothing is written to it", legal=("openfelt restore",))
        if db.pragma("user_version") != SCHEMA_VERSION:
            upgrade(db)
            require_journal(path, db)
    except apsw.Error as bad:
        db.close()
        raise StoreUnfit(f"{path}: {bad}") from None
    except BaseException:
        db.close()
        raise
    return db


def require_settings(path: Path, db: apsw.Connection) -> None:
    """Refuse a connection that does not report what a durable journal needs."""
    for name, (_, expected) in SETTINGS.items():
        found = db.pragma(name)
        if found != expected:
            raise StoreUnfit(f"{path}: {name} is {found}, must be {expected}")


def create(db: apsw.Connection, journal: str, overdraft: Sequence[str]) -> None:
    """Make the tables of a new journal, in one transaction."""
    with db:
        for statement in STATEMENTS.values():
            db.execute(statement)
        db.executemany("INSERT INTO overdraft VALUES (?)", [(kind,) for kind in overdraft])
        db.execute("INSERT INTO facts VALUES ('journal', ?), ('created', 'yes')", (journal,))
        db.pragma("application_id", APPLICATION_ID)
        db.pragma("user_version", SCHEMA_VERSION)


def upgrade(db: apsw.Connection) -> None:
    """Bring the tables of an earlier release to today's, in one transaction, and keep on record when that was.

    Nothing that was stored is touched.
    """
    with db:
        version = int(db.pragma("user_version"))
        rows = db.execute("SELECT max(number) FROM entries").fetchall()
        last = rows[0][0] or 0
        for later in range(version + 1, SCHEMA_VERSION + 1):
            for name in ADDED[later]:
                db.execute(STATEMENTS[name])
            db.execute("INSERT INTO facts VALUES (?, ?)", (upgrade_fact(later), str(last)))
        db.pragma("user_version", SCHEMA_VERSION)


def require_journal(path: Path, db: apsw.Connection) -> None:
    """Refuse a file that is no journal, or whose tables or guards were altered."""
    if db.pragma("application_id") != APPLICATION_ID:
        raise StoreUnfit(f"{path} is not an openfelt journal")
    version = db.pragma("user_version")
    if version not in VERSIONS:
        raise StoreUnfit(f"{path} has schema version {version}; this program reads {' and '.join(map(str, VERSIONS))}")
    wanted = statements_of(int(version))
    found = {str(name): sql for name, sql in db.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")}
    carried = CARRIED if CARRIED.keys() & found.keys() else {}
    for name, statement in (wanted | carried).items():
        if found.get(name) != statement:
            raise StoreUnfit(f"{path}: {name} is {'altered' if name in found else 'missing'}", code="schema-altered")
    if extra := sorted(found.keys() - wanted.keys() - carried.keys()):
        raise StoreUnfit(f"{path}: {extra[0]} does not belong in a journal", code="schema-altered")
