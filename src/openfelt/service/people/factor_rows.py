"""The rows of second factors in the accounts file, and the hash of them that is on record."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

import apsw

TABLES: Final = """
CREATE TABLE IF NOT EXISTS factors (
  account TEXT PRIMARY KEY REFERENCES accounts(id), secret TEXT NOT NULL DEFAULT '', pending TEXT NOT NULL DEFAULT '',
  last_step INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS recovery_codes (
  account TEXT NOT NULL REFERENCES accounts(id), code BLOB NOT NULL, used_ms INTEGER NOT NULL,
  PRIMARY KEY (account, code)) STRICT, WITHOUT ROWID;
"""


def recovery_hash(code: str) -> bytes:
    """What is stored of a recovery code; how it is spaced does not matter."""
    plain = "".join(letter for letter in code.casefold() if letter.isalnum())
    return hashlib.sha256(b"openfelt recovery" + plain.encode()).digest()


def fingerprint(secret: str, codes: Iterable[bytes]) -> str:
    """The hash over a secret and the hashes of its recovery codes."""
    made = hashlib.sha256(b"openfelt second factor" + secret.encode())
    for one in sorted(codes):
        made.update(one)
    return made.hexdigest()


def fingerprints(db: apsw.Connection) -> dict[str, tuple[str, str]]:
    """By account: the hash of the factor in force and of the one being set. Empty in a file of an earlier release."""
    if not list(db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'factors'")):
        return {}
    codes: dict[str, list[bytes]] = {}
    for account, code in db.execute("SELECT account, code FROM recovery_codes"):
        codes.setdefault(str(account), []).append(bytes(code))
    return {
        str(account): (
            fingerprint(str(secret), codes.get(str(account), ())) if secret else "",
            fingerprint(str(pending), codes.get(str(account), ())) if pending else "",
        )
        for account, secret, pending in db.execute("SELECT account, secret, pending FROM factors")
    }
