"""Tokens that a browser keeps: of each only a hash is stored. The devices on which an account was opened before."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from openfelt.service.people.seals import Rows

DEVICES_KEPT: Final = 10


def hash_token(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(b"openfelt session" + token.encode()).digest()


class Devices:
    """The latest few devices on which each account was opened."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def remember(self, account: str, now_ms: int) -> str:
        """The token of another device on which an account was opened."""
        token = secrets.token_urlsafe(32)
        oldest = "SELECT token FROM devices WHERE account = ? ORDER BY created_ms DESC, rowid DESC LIMIT -1 OFFSET ?"
        self._rows.write("INSERT INTO devices VALUES (?, ?, ?)", (hash_token(token), account, now_ms))
        self._rows.write(f"DELETE FROM devices WHERE token IN ({oldest})", (account, DEVICES_KEPT))
        return token

    def knows(self, token: str, account: str) -> bool:
        """Whether that account was opened on this device before."""
        found = self._rows.ask("SELECT 1 FROM devices WHERE token = ? AND account = ?", (hash_token(token), account))
        return bool(found)
