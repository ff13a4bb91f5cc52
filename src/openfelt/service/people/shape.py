"""The shape of the accounts file, and how a file of an earlier release is brought to it when it is opened.

Rows are never rewritten by that: a table or a column that is missing is added, with a default that says "not known".
"""

from __future__ import annotations

from typing import Final

import apsw

from openfelt.journal import StoreUnfit

BUSY_MS: Final = 5_000
VERSION: Final = 2  # files of releases that wrote no number have 0

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS accounts (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, password TEXT NOT NULL, roles TEXT NOT NULL,
  created_ms INTEGER NOT NULL, disabled INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE IF NOT EXISTS sessions (
  token BLOB PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts(id), created_ms INTEGER NOT NULL,
  seen_ms INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS devices (
  token BLOB PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts(id), created_ms INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS invitations (
  token BLOB PRIMARY KEY, roles TEXT NOT NULL, created_ms INTEGER NOT NULL, used_ms INTEGER) STRICT;
"""
# Columns that came later: the table, the column, and what is said of rows that have none.
ADDED: Final = (
    # Whether the room knows that the opening of an account is on record. Until then it grants nothing after a restart.
    ("accounts", "recorded", "INTEGER NOT NULL DEFAULT 0"),
    # When whoever has a session last gave the password.
    ("sessions", "proved_ms", "INTEGER NOT NULL DEFAULT 0"),
    # The name and password that a guest has chosen, until that is on record.
    ("accounts", "chosen", "TEXT NOT NULL DEFAULT ''"),
    ("accounts", "chosen_password", "TEXT NOT NULL DEFAULT ''"),
)


def prepare(db: apsw.Connection) -> None:
    """Set a connection to the accounts, and make what is missing in their file. That of a newer program is refused."""
    db.set_busy_timeout(BUSY_MS)
    written = int(db.pragma("user_version"))
    if written > VERSION:
        raise StoreUnfit(f"the accounts have the shape {written}; this program knows those up to {VERSION}")
    db.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON")
    with db:
        db.execute(SCHEMA)
        for table, column, kind in ADDED:
            if column not in columns_of(db, table):
                db.execute(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")
        db.pragma("user_version", VERSION)


def columns_of(db: apsw.Connection, table: str) -> set[str]:
    """The columns that a table has in this file."""
    return {str(row[1]) for row in db.execute(f"PRAGMA table_info({table})")}
