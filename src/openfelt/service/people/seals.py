"""Sealed words: what the record has of a person's name and of what the person said (house 35.7).

The record is never edited. So a name and a line of chat stand in it encrypted, each with the key of its own person,
which lies in the accounts file alone. Without the key nobody reads them, and erasing a person is erasing the key.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Mapping
from typing import Any, Final, Protocol

import apsw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from openfelt.errors import StaleView
from openfelt.room.roll import ERASING, SEALED, is_sealed

FORMER: Final = "a former player"  # whose account was erased (house 35.8)
KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
TABLE: Final = "CREATE TABLE IF NOT EXISTS seals (account TEXT PRIMARY KEY, key BLOB NOT NULL) STRICT, WITHOUT ROWID;"


class Rows(Protocol):
    """The accounts file, as far as keys need it."""

    def prepare(self, tables: str) -> None:
        """Make tables where they are missing."""

    def write(self, sql: str, bindings: tuple[object, ...]) -> int:
        """Change rows; returns how many."""

    def ask(self, sql: str, bindings: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """Rows of a table."""


def seal(key: bytes, account: str, text: str) -> str:
    """A text that only this key opens, and only as this account's.

    >>> key = bytes(32)
    >>> made = seal(key, "a1", "Ann")
    >>> is_sealed(made), unseal(key, "a1", made), unseal(key, "a2", made), unseal(bytes(31) + b"1", "a1", made)
    (True, 'Ann', None, None)
    """
    nonce = secrets.token_bytes(NONCE_BYTES)
    closed = nonce + AESGCM(key).encrypt(nonce, text.encode(), account.encode())
    return SEALED + base64.urlsafe_b64encode(closed).decode()


def unseal(key: bytes, account: str, text: str) -> str | None:
    """The text under a seal, or nothing if this key does not open it."""
    try:
        closed = base64.urlsafe_b64decode(text.removeprefix(SEALED))
        return AESGCM(key).decrypt(closed[:NONCE_BYTES], closed[NONCE_BYTES:], account.encode()).decode()
    except (InvalidTag, ValueError):
        return None


class Seals:
    """The keys of everybody who has an account, in the accounts file. Any thread may ask."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._keys: dict[str, bytes] = {}
        self._opened: dict[tuple[str, str], str | None] = {}
        self._gone: set[str] = set()  # erased since the start; a request of theirs may still be on its way
        rows.prepare(TABLE)

    def key(self, account: str) -> bytes | None:
        """The key of an account; none of one that was erased, or that an earlier release opened."""
        if account not in self._keys:
            for (found,) in self._rows.ask("SELECT key FROM seals WHERE account = ?", (account,)):
                self._keys[account] = bytes(found)
        return self._keys.get(account)

    def seal(self, account: str, text: str) -> str:
        """A text under the seal of an account, which gets a key if it has none and was not erased."""
        if account in self._gone:
            raise StaleView("this account was erased", cites=ERASING)
        if (known := self.key(account)) is None:
            made = secrets.token_bytes(KEY_BYTES)
            self._rows.write("INSERT OR IGNORE INTO seals VALUES (?, ?)", (account, made))
            known = self.key(account)
            assert known is not None
        return seal(known, account, text)

    def open(self, account: str, text: str) -> str | None:
        """What the record says of an account, in the open; nothing where its key is gone."""
        if not is_sealed(text):
            return text
        known = self.key(account)
        if known is None:
            return None
        if (account, text) not in self._opened:
            if len(self._opened) >= MOST_OPENED:
                self._opened.clear()
            self._opened[account, text] = unseal(known, account, text)
        return self._opened[account, text]

    def mark(self, account: str, said: bytes) -> str:
        """A mark of a request that tells nothing once the key is gone, in place of a plain hash of it."""
        self.seal(account, "")
        known = self.key(account)
        assert known is not None
        return hmac.digest(known, said, "sha256").hex()[:32]

    def forget(self, account: str) -> None:
        """Erase the key of an account: what was sealed with it stays closed for good, and there is no other."""
        self._gone.add(account)
        self._rows.write("DELETE FROM seals WHERE account = ?", (account,))
        self._keys.pop(account, None)
        self._opened = {one: text for one, text in self._opened.items() if one[0] != account}


MOST_OPENED: Final = 20_000


def keys_in(db: apsw.Connection) -> Mapping[str, bytes]:
    """The keys of an accounts file; none in one of an earlier release."""
    if not list(db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'seals'")):
        return {}
    return {str(account): bytes(key) for account, key in db.execute("SELECT account, key FROM seals")}
