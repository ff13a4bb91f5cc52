"""Who is who: accounts, roles and sessions, in a database of their own beside the journal.

Passwords are Argon2id hashes; session tokens have 256 random bits and only their hashes are stored.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import apsw
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from openfelt.errors import OpenfeltError

ROLES: Final = ("player", "dealer", "floor", "operator", "inspector")
IDLE_MS: Final = 12 * 3600 * 1000
ABSOLUTE_MS: Final = 7 * 24 * 3600 * 1000
SHORTEST_PASSWORD: Final = 10
LONGEST_PASSWORD: Final = 200
LONGEST_NAME: Final = 24

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS accounts (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, password TEXT NOT NULL, roles TEXT NOT NULL,
  created_ms INTEGER NOT NULL, disabled INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE IF NOT EXISTS sessions (
  token BLOB PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts(id), created_ms INTEGER NOT NULL,
  seen_ms INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS invitations (
  token BLOB PRIMARY KEY, roles TEXT NOT NULL, created_ms INTEGER NOT NULL, used_ms INTEGER) STRICT;
"""


class NotAllowed(OpenfeltError):
    """A request that this account may not make."""

    code = "not-allowed"


class BadLogin(OpenfeltError):
    """A name and password that do not fit; which of them is not said."""

    code = "bad-login"


@dataclass(frozen=True, slots=True)
class Account:
    """Someone known to the room."""

    id: str
    name: str
    roles: tuple[str, ...]
    guest: bool

    def require(self, *roles: str) -> None:
        """Refuse an account that has none of these roles."""
        if not set(roles) & set(self.roles):
            raise NotAllowed(f"this needs the role {' or '.join(roles)}", legal=roles)


def hash_token(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(b"openfelt session" + token.encode()).digest()


def clean_name(name: str) -> str:
    """A name as shown: trimmed, printable, not too long."""
    shown = " ".join(name.split())
    if not 1 <= len(shown) <= LONGEST_NAME or not shown.isprintable() or "/" in shown:
        raise NotAllowed(f"a name has 1 to {LONGEST_NAME} printable characters and no slash", code="bad-name")
    return shown


class Accounts:
    """The register of accounts and sessions."""

    def __init__(self, path: Path | str) -> None:
        self._db = apsw.Connection(str(path))
        self._db.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
        self._db.execute(SCHEMA)
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        # Checked when a name is unknown, so that the answer takes as long.
        self._decoy = self._hasher.hash(secrets.token_hex(16))

    def close(self) -> None:
        """Stop."""
        self._db.close()

    def open_account(self, name: str, roles: Iterable[str], now_ms: int, password: str = "") -> Account:
        """A new account; without a password it is a guest's and lasts as long as its session."""
        shown = clean_name(name)
        if password and not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise NotAllowed(
                f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters", code="bad-password"
            )
        known = tuple(role for role in ROLES if role in set(roles))
        hashed = self._hasher.hash(password) if password else ""
        account = f"a{secrets.token_hex(8)}"
        try:
            self._db.execute(
                "INSERT INTO accounts (id, name, folded, password, roles, created_ms) VALUES (?, ?, ?, ?, ?, ?)",
                (account, shown, shown.casefold(), hashed, " ".join(known), now_ms),
            )
        except apsw.ConstraintError:
            raise NotAllowed(f"the name {shown!r} is taken", code="name-taken") from None
        return Account(account, shown, known, not password)

    def log_in(self, name: str, password: str) -> Account:
        """The account of that name, if the password is right. Takes as long for an unknown name."""
        row = self._db.execute(
            "SELECT id, name, password, roles FROM accounts WHERE folded = ? AND disabled = 0",
            (name.strip().casefold(),),
        ).fetchone()
        hashed = str(row[2]) if row and row[2] else self._decoy
        try:
            self._hasher.verify(hashed, password)
        except (Argon2Error, InvalidHashError):
            raise BadLogin("name and password do not fit") from None
        if not row or not row[2]:
            raise BadLogin("name and password do not fit")
        return Account(str(row[0]), str(row[1]), tuple(str(row[3]).split()), guest=False)

    def start_session(self, account: Account, now_ms: int) -> str:
        """A new token for an account."""
        token = secrets.token_urlsafe(32)
        self._db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", (hash_token(token), account.id, now_ms, now_ms))
        return token

    def session(self, token: str, now_ms: int) -> Account | None:
        """The account of a live session; a session ends after twelve idle hours or a week."""
        row = self._db.execute(
            "SELECT a.id, a.name, a.roles, a.password, s.created_ms, s.seen_ms FROM sessions s "
            "JOIN accounts a ON a.id = s.account WHERE s.token = ? AND a.disabled = 0",
            (hash_token(token),),
        ).fetchone()
        if row is None or now_ms - int(row[4]) > ABSOLUTE_MS or now_ms - int(row[5]) > IDLE_MS:
            return None
        if now_ms - int(row[5]) > 60_000:
            self._db.execute("UPDATE sessions SET seen_ms = ? WHERE token = ?", (now_ms, hash_token(token)))
        return Account(str(row[0]), str(row[1]), tuple(str(row[2]).split()), guest=not row[3])

    def end_session(self, token: str) -> None:
        """Log one session out."""
        self._db.execute("DELETE FROM sessions WHERE token = ?", (hash_token(token),))

    def end_all(self, account: str) -> None:
        """Log an account out everywhere."""
        self._db.execute("DELETE FROM sessions WHERE account = ?", (account,))

    def disable(self, account: str) -> None:
        """Close an account: no log-in, no session."""
        self._db.execute("UPDATE accounts SET disabled = 1 WHERE id = ?", (account,))
        self.end_all(account)

    def find(self, account: str) -> Account | None:
        """An account by its id."""
        row = self._db.execute("SELECT id, name, roles, password FROM accounts WHERE id = ?", (account,)).fetchone()
        return Account(str(row[0]), str(row[1]), tuple(str(row[2]).split()), guest=not row[3]) if row else None

    def has_operator(self) -> bool:
        """Whether anyone can run the room."""
        return (
            self._db.execute("SELECT 1 FROM accounts WHERE roles LIKE '%operator%' AND disabled = 0").fetchone()
            is not None
        )

    def invite(self, roles: Iterable[str], now_ms: int) -> str:
        """A one-time link's token: whoever uses it opens an account with these roles."""
        token = secrets.token_urlsafe(24)
        self._db.execute("INSERT INTO invitations VALUES (?, ?, ?, NULL)", (hash_token(token), " ".join(roles), now_ms))
        return token

    def accept(self, token: str, name: str, password: str, now_ms: int) -> Account:
        """Open the account an invitation allows; it works once."""
        row = self._db.execute(
            "SELECT roles FROM invitations WHERE token = ? AND used_ms IS NULL", (hash_token(token),)
        ).fetchone()
        if row is None:
            raise NotAllowed("this invitation does not exist or has been used", code="bad-invitation")
        if not password:
            raise NotAllowed("an account with a role needs a password", code="bad-password")
        account = self.open_account(name, str(row[0]).split(), now_ms, password)
        self._db.execute("UPDATE invitations SET used_ms = ? WHERE token = ?", (now_ms, hash_token(token)))
        return account
