"""Who is who: accounts, roles and sessions, in a database of their own beside the journal.

Passwords are Argon2id hashes; session tokens have 256 random bits and only their hashes are stored.
"""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import hmac
import os
import secrets
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import apsw
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from msgspec.structs import replace

from openfelt.errors import OpenfeltError, StaleView
from openfelt.journal import StoreUnfit
from openfelt.phrases import Name, either, phrase, quoted
from openfelt.room.citing import MACHINES
from openfelt.room.house import require_held
from openfelt.room.offices import Officer
from openfelt.room.roll import (
    DEVICES,
    KEEPING,
    ROLES,
    SEALED,
    Member,
    Roll,
    is_sealed,
    offices_of_roles,
)
from openfelt.service.people.roll import AccountRow, read_rows
from openfelt.service.people.seals import FORMER, Seals
from openfelt.service.people.shape import BUSY_MS, columns_of, prepare
from openfelt.service.people.tokens import Devices, hash_token

IDLE_MS: Final = 12 * 3600 * 1000
ABSOLUTE_MS: Final = 7 * 24 * 3600 * 1000
GUESTS_LISTED: Final = 500
SEEN_EVERY_MS: Final = 60_000
PROVED_MS: Final = 10 * 60 * 1000  # how long a password that was given counts for money and hidden cards
SHORTEST_PASSWORD: Final = 10
LONGEST_PASSWORD: Final = 200
LONGEST_NAME: Final = 24
LONGEST_GUEST: Final = 32  # with the number that marks a guest


class NotAllowed(OpenfeltError):
    """A request that this account may not make."""

    code = "not-allowed"


class NameTaken(NotAllowed):
    """A name that somebody has."""

    code = "name-taken"


class BadLogin(OpenfeltError):
    """A wrong name or a wrong password; the answer does not say which."""

    code = "bad-login"


@dataclass(frozen=True, slots=True)
class Account:
    """Someone known to the room."""

    id: str
    name: str
    roles: tuple[str, ...]
    guest: bool
    # How often all its sessions had been ended when its password was checked: no session begins after another ending.
    era: int = field(default=0, compare=False, repr=False)

    @property
    def is_device(self) -> bool:
        """Whether this is the account of a kiosk or a wall, and nobody's."""
        return not set(DEVICES).isdisjoint(self.roles)

    def require_person(self) -> None:
        """Refuse a kiosk or a wall: with such an account nothing else is done (house 22.13)."""
        if self.is_device:
            text = phrase("{name} is a machine and does nothing else", name=Name(self.name))
            raise NotAllowed(text, cites=MACHINES, legal=("log in as yourself",))

    def require(self, *roles: str) -> None:
        """Refuse an account that has none of these roles."""
        if not set(roles) & set(self.roles):
            raise NotAllowed(phrase("this needs the role {roles}", roles=either(map(Name, roles))), legal=roles)


UNNAMED: Final = Account("", "", (), guest=True)  # somebody who watches without an account (house 35.6)


def clean_name(name: str, longest: int = LONGEST_NAME) -> str:
    """A name as shown: trimmed, printable, not too long, and not one that an address cannot end in."""
    shown = " ".join(name.split())
    if not 1 <= len(shown) <= longest or not shown.isprintable() or "/" in shown:
        raise NotAllowed(
            phrase("a name has 1 to {longest} printable characters and no slash", longest=longest), code="bad-name"
        )
    if is_sealed(shown):
        raise NotAllowed(phrase("no name begins with {seal}", seal=quoted(SEALED)), code="bad-name")
    if shown in {".", ".."}:
        raise NotAllowed(
            phrase("{shown} is no name: in an address it stands for a folder", shown=quoted(shown)), code="bad-name"
        )
    return shown


def folded_name(name: str) -> str:
    """A name as it is compared: capitals and spaces do not tell names apart."""
    return " ".join(name.split()).casefold()


@dataclass(frozen=True, slots=True)
class Session:
    """A live session: whose, its key, when it ends at the latest, and whether the password was given lately."""

    account: Account
    key: bytes
    ends_ms: int
    is_proved: bool = True


class Accounts:
    """The register of accounts and sessions. Any thread may ask; passwords are hashed outside the lock."""

    def __init__(self, path: Path | str) -> None:
        self._lock = threading.RLock()
        # Password hashes are the owner's alone, also where the umask would let others read.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        self._db = apsw.Connection(str(path))
        self._path = path
        try:
            with self.fit():
                prepare(self._db)
            self.seals = Seals(self)
            self.devices = Devices(self)
        except StoreUnfit:
            self._db.close()
            raise
        # The room's record, once it has been read; from then on no row grants anything by itself.
        self.roll: Roll | None = None
        self.unrecorded: dict[str, Member] = {}  # accounts whose opening is not on record yet
        self.changing: frozenset[str] = frozenset()  # whose place on the roll an entry on its way changes
        self._shut: set[str] = set()  # accounts closed since the start, perhaps not on record yet
        self.has_traces = False  # whether erased data is still in the file's log, because somebody else reads the file
        self.empty_log()  # a room that ended right after an erasure has left it there
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._decoy = ""
        self._eras: dict[str, int] = {}  # how often all sessions of an account were ended since the start
        self._key = secrets.token_bytes(32)  # of the links that are made while the room runs

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    @contextlib.contextmanager
    def fit(self) -> Iterator[None]:
        """Turn a write that the file does not take into a refusal in words: it is damaged, or the disk is full."""
        try:
            yield
        except apsw.Error as bad:
            first = bad.__context__ if isinstance(bad.__context__, apsw.Error) else bad  # not that of rolling back
            raise StoreUnfit(f"{self._path}: {first}") from None

    def _row(self, sql: str, bindings: tuple[object, ...]) -> tuple[Any, ...] | None:
        with self._lock:
            found: tuple[Any, ...] | None = self._db.execute(sql, bindings).fetchone()
            return found

    def write(self, sql: str, bindings: tuple[object, ...]) -> int:
        """Change rows; returns how many."""
        with self._lock:
            self._db.execute(sql, bindings)
            return self._db.changes()

    def prepare(self, tables: str) -> None:
        """Make another module's tables in the same file if they are missing: a backup then includes them."""
        with self._lock, self.fit():
            self._db.execute(tables)

    def ask(self, sql: str, bindings: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """Rows of such a table."""
        with self._lock:
            found: list[tuple[Any, ...]] = self._db.execute(sql, bindings).fetchall()
            return found

    # -- accounts ----------------------------------------------------------------------------------------------------

    def open_account(self, name: str, roles: Iterable[str], now_ms: int, password: str = "") -> Account:
        """A new account; without a password it is a guest's and lasts as long as its session."""
        shown = clean_name(name, LONGEST_NAME if password else LONGEST_GUEST)
        if password:
            require_password(password)
        known = tuple(role for role in ROLES if role in set(roles))
        hashed = self._hasher.hash(password) if password else ""
        account = f"a{secrets.token_hex(8)}"
        try:
            self.write(
                "INSERT INTO accounts (id, name, folded, password, roles, created_ms) VALUES (?, ?, ?, ?, ?, ?)",
                (account, shown, shown.casefold(), hashed, " ".join(known), now_ms),
            )
        except apsw.ConstraintError:
            raise NameTaken(f"the name {shown!r} is taken") from None
        made = Account(account, shown, known, not password)
        if self.roll is not None:
            offices = offices_of_roles(made.roles)
            name = self.name_on_record(made.id, made.name, made.roles)
            self.unrecorded[made.id] = Member(made.id, name, made.roles, made.guest, offices=offices)
        return made

    def log_in(self, name: str, password: str) -> Account:
        """The account of that name, if the password is right. Takes as long for an unknown name."""
        with self._lock:
            row = self._row(
                "SELECT id, name, roles, password FROM accounts WHERE folded = ? AND disabled = 0",
                (folded_name(name),),
            )
            era = self._eras.get(str(row[0]), 0) if row else 0
        # A decoy is checked when a name is unknown, so that the answer takes as long.
        self._decoy = self._decoy or self._hasher.hash(secrets.token_hex(16))
        hashed = str(row[3]) if row and row[3] else self._decoy
        try:
            self._hasher.verify(hashed, password)
        except (Argon2Error, InvalidHashError):
            raise BadLogin("name and password do not fit") from None
        account = self._on_record(row) if row and row[3] else None
        if account is None:
            raise BadLogin("name and password do not fit")
        return dataclasses.replace(account, era=era)

    def set_password(self, account: Account, new: str) -> None:
        """A new password; every session of the account ends."""
        hashed = self._hasher.hash(new)
        with self._lock:
            self.write("UPDATE accounts SET password = ? WHERE id = ?", (hashed, account.id))
            self.write("DELETE FROM devices WHERE account = ?", (account.id,))
            self.end_all(account.id)

    # -- guests who stay ---------------------------------------------------------------------------------------------

    def choose(self, account: Account, name: str, password: str) -> None:
        """Keep the name and password that a guest has chosen until they are on record; the name is reserved at once."""
        shown = clean_name(name)
        require_password(password)
        hashed = self._hasher.hash(password)
        sql = "UPDATE accounts SET folded = ?, chosen = ?, chosen_password = ? WHERE id = ?"
        try:
            changed = self.write(
                f"{sql} AND password = '' AND chosen = ''", (shown.casefold(), shown, hashed, account.id)
            )
        except apsw.ConstraintError:
            raise NameTaken(f"the name {shown!r} is taken", cites=KEEPING) from None
        if not changed:
            raise NotAllowed("only a guest chooses a name, once", code="not-a-guest", cites=KEEPING)

    def settle_choice(self, account: str, *, is_recorded: bool) -> None:
        """Apply a guest's choice once it is on record, or drop it."""
        with self._lock:
            row = self._row("SELECT name FROM accounts WHERE id = ? AND chosen != ''", (account,))
            if row is None:
                return
            sql = "UPDATE accounts SET name = chosen, password = chosen_password, chosen = '', chosen_password = ''"
            given: tuple[object, ...] = (account,)
            if not is_recorded:
                sql, given = (
                    "UPDATE accounts SET folded = ?, chosen = '', chosen_password = ''",
                    (folded_name(str(row[0])), account),
                )
            self.write(f"{sql} WHERE id = ?", given)

    def find(self, account: str) -> Account | None:
        """An account by its id."""
        row = self._row("SELECT id, name, roles, password FROM accounts WHERE id = ?", (account,))
        return self._on_record(row, closed=True) if row else None

    def id_of(self, name: str) -> str:
        """The id of the account of that name, or nothing."""
        row = self._row("SELECT id FROM accounts WHERE folded = ?", (folded_name(name),))
        return str(row[0]) if row else ""

    def known(self) -> list[tuple[Account, bool]]:
        """Everyone with a password, and whether the account is closed."""
        return self._listed("WHERE password != '' ORDER BY folded")

    def guests(self) -> list[tuple[Account, bool]]:
        """The newest guests, and whether the account is closed."""
        return self._listed("WHERE password = '' ORDER BY created_ms DESC, rowid DESC LIMIT ?", GUESTS_LISTED)

    def _listed(self, which: str, *bindings: object) -> list[tuple[Account, bool]]:
        with self._lock:
            rows = self._db.execute(
                f"SELECT id, name, roles, password, disabled FROM accounts {which}", bindings
            ).fetchall()
        found = [(self._on_record(row[:4], closed=True), bool(row[4])) for row in rows]
        return [(one, closed or self._is_closed(one.id)) for one, closed in found if one is not None]

    def disable(self, account: str) -> None:
        """Close an account: no log-in, no session."""
        with self._lock:
            self.write("UPDATE accounts SET disabled = 1 WHERE id = ?", (account,))
            self.end_all(account)
            self._shut.add(account)

    def closed(self) -> set[str]:
        """The ids of the accounts that have been closed."""
        with self._lock:
            return {str(row[0]) for row in self._db.execute("SELECT id FROM accounts WHERE disabled = 1")}

    def has_operator(self) -> bool:
        """Whether anyone can run the room: an operator, by the record if there is one, whose account still exists."""
        if self.roll is None:
            rows = [(row.roles, row.closed) for row in self.rows()]
        else:
            found = [self._member(row.account) for row in self.rows() if not row.closed]
            rows = [(one.roles, one.closed) for one in found if one is not None]
        return any("operator" in roles and not closed for roles, closed in rows)

    # -- what is on record -------------------------------------------------------------------------------------------

    def _member(self, account: str) -> Member | None:
        """A member of the roll, with an opening or closing that is not on record yet taken into account."""
        if self.roll is None:
            return None
        found = self.roll.members.get(account) or self.unrecorded.get(account)
        return replace(found, closed=True) if found is not None and account in self._shut else found

    def _on_record(self, row: Sequence[Any], *, closed: bool = False) -> Account | None:
        """The account of a row, as the record describes it; None if it is not on record or is closed."""
        account = account_from(row, self._eras.get(str(row[0]), 0))
        if self.roll is None:
            return account
        member = self._member(account.id)
        if member is None or (member.closed and not closed):
            return None
        return Account(member.account, self.name_of(member), member.roles_now, member.guest, account.era)

    def name_on_record(self, account: str, name: str, roles: tuple[str, ...]) -> str:
        """A name as it goes on record: encrypted with the account's key, except for staff (house 35.7)."""
        return self.seals.seal(account, name) if set(roles) <= {"player"} else name

    def name_of(self, member: Member) -> str:
        """The name of a member as people are shown it."""
        return self.seals.open(member.account, member.name) or FORMER

    def offices_of(self, account: Account, stream: str = "") -> tuple[str, ...]:
        """The offices that an account may use now on a stream: those on record, once the room keeps a record."""
        member = self._member(account.id)
        if member is not None:
            return member.offices_at(stream)
        return tuple(one.office for one in offices_of_roles(account.roles))

    def is_officer(self, account: Account) -> bool:
        """Whether an account holds an office, absent or not."""
        member = self._member(account.id)
        return bool(member.offices) if member is not None else bool(self.offices_of(account))

    def officer(self, account: Account, stream: str = "") -> Officer:
        """An account as an officer, with the offices that it may use now on a stream."""
        member = self._member(account.id)
        name = account.name if member is None else member.name  # as on record
        return Officer(account.id, name, self.offices_of(account, stream))

    def require_held(self, officer: Officer, stream: str) -> None:
        """Refuse an officer whose offices on the stream differ from those in the order, or are just being changed."""
        if officer.account in self.changing:
            raise StaleView(phrase("the offices of {name} are being changed", name=Name(officer.name)))
        if self.roll is not None and officer.account not in self.unrecorded:
            require_held(self.roll, officer, stream)

    def _is_closed(self, account: str) -> bool:
        member = self._member(account)
        return member is not None and member.closed

    def rows(self) -> list[AccountRow]:
        """Every account as the file has it."""
        with self._lock:
            return read_rows(self._db)

    def mark_recorded(self, accounts: Iterable[str]) -> None:
        """Note that the openings of these accounts are on record."""
        with self._lock, self._db:
            for account in accounts:
                self._db.execute("UPDATE accounts SET recorded = 1 WHERE id = ?", (account,))
                self.unrecorded.pop(account, None)

    def forget(self, accounts: Iterable[str]) -> None:
        """Remove accounts whose opening was cut off by the end of the room: nobody was told that they exist."""
        with self._lock, self._db:
            for account in accounts:
                for table in ("sessions", "devices"):
                    self._db.execute(f"DELETE FROM {table} WHERE account = ?", (account,))
                self._db.execute("DELETE FROM accounts WHERE id = ? AND recorded = 0", (account,))

    def erase(self, account: str) -> None:
        """Remove everything about an account from the file, down to its bytes (house 35.8)."""
        with self._lock:
            tables = [str(name) for (name,) in self._db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            with self._db:
                for table in tables:
                    columns = columns_of(self._db, table) & {"account", "about"}
                    for column in columns:
                        self._db.execute(f"DELETE FROM {table} WHERE {column} = ?", (account,))
                self.seals.forget(account)
                self._db.execute("DELETE FROM accounts WHERE id = ?", (account,))
            self._db.execute("VACUUM")
            self.empty_log()

    def empty_log(self) -> None:
        """Empty the file's write-ahead log. This has to wait while a backup or an audit reads the file."""
        with self._lock:
            self._db.set_busy_timeout(0)  # every request looks up its session here, so none may wait for a reader
            is_busy = True
            try:
                ((is_busy, _, _),) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except apsw.Error:  # the disk is full: that is reported where it matters, and tried again
                pass
            finally:
                self._db.set_busy_timeout(BUSY_MS)
            self.has_traces = bool(is_busy)

    # -- sessions ----------------------------------------------------------------------------------------------------

    def start_session(self, account: Account, now_ms: int) -> str:
        """A new session's token; sessions that have ended are removed.

        Refused if all sessions of the account were ended since its password was checked: by a new password, perhaps.
        """
        token = secrets.token_urlsafe(32)
        with self._lock:
            if self._eras.get(account.id, 0) != account.era:
                raise BadLogin("the password was changed meanwhile, or the account was closed")
            self.forget_ended(now_ms)
            self.write(
                "INSERT INTO sessions (token, account, created_ms, seen_ms, proved_ms) VALUES (?, ?, ?, ?, ?)",
                (hash_token(token), account.id, now_ms, now_ms, now_ms),
            )
        return token

    def session_of(self, token: str, now_ms: int) -> Session | None:
        """A live session; it ends after twelve idle hours or a week, and stays ended if the clock is set back."""
        key = hash_token(token)
        row = self._row(
            "SELECT a.id, a.name, a.roles, a.password, s.created_ms, s.seen_ms, s.proved_ms FROM sessions s "
            "JOIN accounts a ON a.id = s.account WHERE s.token = ? AND a.disabled = 0",
            (key,),
        )
        if row is None:
            return None
        if now_ms - int(row[4]) > ABSOLUTE_MS or now_ms - int(row[5]) > IDLE_MS:
            self.forget_ended(now_ms)
            return None
        account = self._on_record(row[:4])
        if account is None:
            return None
        if now_ms - int(row[5]) > SEEN_EVERY_MS:
            self.touch(key, now_ms)
        return Session(account, key, int(row[4]) + ABSOLUTE_MS, is_proved=0 <= now_ms - int(row[6]) <= PROVED_MS)

    def prove(self, session: Session, now_ms: int) -> None:
        """Note that the password was given again: for a while the session may move money and see hidden cards."""
        self.write("UPDATE sessions SET proved_ms = ? WHERE token = ?", (now_ms, session.key))

    def session(self, token: str, now_ms: int) -> Account | None:
        """The account of a live session."""
        found = self.session_of(token, now_ms)
        return found.account if found is not None else None

    def forget_ended(self, now_ms: int) -> None:
        """Remove every session that has ended, so that it stays ended if the clock is set back."""
        self.write("DELETE FROM sessions WHERE created_ms < ? OR seen_ms < ?", (now_ms - ABSOLUTE_MS, now_ms - IDLE_MS))

    def touch(self, key: bytes, now_ms: int) -> None:
        """Note that the session is being used."""
        self.write("UPDATE sessions SET seen_ms = ? WHERE token = ?", (now_ms, key))

    def is_alive(self, key: bytes, now_ms: int) -> bool:
        """Whether a session still counts; an open connection keeps it from idling out."""
        row = self._row(
            "SELECT s.created_ms, s.seen_ms FROM sessions s JOIN accounts a ON a.id = s.account "
            "WHERE s.token = ? AND a.disabled = 0",
            (key,),
        )
        if row is None:
            return False
        if now_ms - int(row[0]) > ABSOLUTE_MS:
            self.forget_ended(now_ms)
            return False
        if now_ms - int(row[1]) > IDLE_MS // 2:
            self.touch(key, now_ms)
        return True

    def end_session(self, token: str) -> bytes:
        """Log one session out; returns the key it was stored under."""
        key = hash_token(token)
        self.write("DELETE FROM sessions WHERE token = ?", (key,))
        return key

    def end_all(self, account: str) -> None:
        """Log an account out everywhere, and whoever is just logging in to it."""
        with self._lock:
            self._eras[account] = self._eras.get(account, 0) + 1
            self.write("DELETE FROM sessions WHERE account = ?", (account,))

    # -- links ---------------------------------------------------------------------------------------------------------

    def token_for(self, request: str) -> str:
        """The token of the link that this request asks for: the same one each time, while the room runs."""
        return base64.urlsafe_b64encode(hmac.digest(self._key, request.encode(), "sha256")[:24]).decode()


def account_from(row: Sequence[Any], era: int = 0) -> Account:
    """An account from its row: id, name, roles, password."""
    return Account(str(row[0]), str(row[1]), tuple(str(row[2]).split()), not row[3], era)


def require_password(password: str) -> None:
    """Refuse a password that is too short or too long."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise NotAllowed(
            phrase(
                "a password has {least} to {most} characters",
                least=SHORTEST_PASSWORD,
                most=LONGEST_PASSWORD,
            ),
            code="bad-password",
        )
