"""The roll: who has an account, with which roles, and whose is closed, as the room's own record says.

The accounts file keeps passwords and sessions. What an account may do follows from recorded events alone: a row that
says otherwise, or that no event opened, grants nothing, and `openfelt audit` names it. Passwords are in no event.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import Final

import apsw
import msgspec

from openfelt.errors import OpenfeltError
from openfelt.journal import Reader, Record, SqliteReader, StoreUnfit
from openfelt.journal.copies import ACCOUNTS_FILE, DAMAGED, accounts_beside
from openfelt.journal.moment import one_moment
from openfelt.journal.verify import Fault, Verdict
from openfelt.service.refold import read_stream
from openfelt.service.shapes import payload_of, written

ROOM: Final = "room"
OPENED: Final = "AccountOpened"
ADOPTED: Final = "AccountsAdopted"
INVITED: Final = "InvitationMade"
CLOSED: Final = "AccountDisabled"
LOST: Final = "AccountsLost"
MOST_IN_ONE: Final = 500  # accounts in one record


class Member(msgspec.Struct, frozen=True):
    """An account as it is on record."""

    account: str
    name: str
    roles: tuple[str, ...]
    guest: bool = False
    closed: bool = False


class Invitation(msgspec.Struct, frozen=True):
    """A one-time link: the roles it gives, and the hash of its token. Earlier releases did not record the hash."""

    roles: tuple[str, ...]
    invitation: str = ""


class Members(msgspec.Struct, frozen=True):
    """Accounts and open invitations that were there before the room kept a record of them, as they stood."""

    accounts: tuple[Member, ...]
    invitations: tuple[Invitation, ...] = ()


class Named(msgspec.Struct, frozen=True):
    """An account that was closed."""

    account: str


class Several(msgspec.Struct, frozen=True):
    """Accounts that the record has and the accounts file had no more."""

    accounts: tuple[str, ...]


class Row(msgspec.Struct, frozen=True):
    """An account as its file has it. `recorded`: the room knows that its opening is on record."""

    account: str
    name: str
    roles: tuple[str, ...]
    guest: bool
    closed: bool
    recorded: bool


class Roll:
    """The fold of the account events. `is_kept`: the room has begun to keep it."""

    def __init__(self) -> None:
        self.members: dict[str, Member] = {}
        self.gone: dict[str, Member] = {}  # those that the accounts file had no more, as they were
        self.invitations: dict[str, tuple[str, ...]] = {}  # roles, by the hash of the token
        self.is_kept = False

    def note(self, record: Record) -> None:
        """Record one event of the room; most are of something else."""
        if record.name == OPENED:
            self.add(msgspec.json.decode(payload_of(record), type=Member))
        elif record.name == ADOPTED:
            adopted = msgspec.json.decode(payload_of(record), type=Members)
            for member in adopted.accounts:
                self.add(member)
            for one in adopted.invitations:
                self.invitations[one.invitation] = one.roles
        elif record.name == INVITED:
            made = msgspec.json.decode(payload_of(record), type=Invitation)
            self.invitations[made.invitation] = made.roles
        elif record.name == CLOSED:
            self.close(msgspec.json.decode(payload_of(record), type=Named).account)
        elif record.name == LOST:
            for account in msgspec.json.decode(payload_of(record), type=Several).accounts:
                if account in self.members:
                    self.gone[account] = self.members.pop(account)

    def add(self, member: Member) -> None:
        """An account is open."""
        self.is_kept = True
        self.gone.pop(member.account, None)
        self.members[member.account] = member

    def close(self, account: str) -> None:
        """An account is closed."""
        if account in self.members:
            self.members[account] = msgspec.structs.replace(self.members[account], closed=True)

    def is_closed(self, account: str) -> bool:
        """Whether the record closed an account."""
        return account in self.members and self.members[account].closed


def read_roll(journal: Reader) -> Roll:
    """The roll as a journal has it. A record that cannot be read grants nothing; the audit names it."""
    roll = Roll()
    for one in read_stream(journal, ROOM):
        try:
            roll.note(one.record)
        except (OpenfeltError, msgspec.DecodeError, UnicodeDecodeError):
            continue
    return roll


# -- records -----------------------------------------------------------------------------------------------------------


def opening(member: Member, time_ms: int) -> Record:
    """The record that opens an account."""
    return written(OPENED, msgspec.json.encode(member), actor=member.account, time_ms=time_ms)


def adoption(rows: Sequence[Row], invitations: Sequence[Invitation], time_ms: int) -> tuple[Record, ...]:
    """The records that take over accounts and open invitations as they stand."""
    members = [Member(row.account, row.name, row.roles, row.guest, row.closed) for row in rows]
    groups = [Members(tuple(members[at : at + MOST_IN_ONE])) for at in range(0, len(members), MOST_IN_ONE)]
    groups += [Members((), tuple(invitations[at : at + MOST_IN_ONE])) for at in range(0, len(invitations), MOST_IN_ONE)]
    return tuple(written(ADOPTED, msgspec.json.encode(one), actor="house", time_ms=time_ms) for one in groups)


def found_again(rows: Iterable[Row], roll: Roll, time_ms: int) -> tuple[Record, ...]:
    """The records that put accounts back on the roll whose file has been put back: as they were on record."""
    return tuple(opening(roll.gone[row.account], time_ms) for row in rows if row.account in roll.gone)


def losses(accounts: Sequence[str], time_ms: int) -> tuple[Record, ...]:
    """The records that take accounts off the roll because their file has them no more."""
    groups = [tuple(accounts[at : at + MOST_IN_ONE]) for at in range(0, len(accounts), MOST_IN_ONE)]
    return tuple(written(LOST, msgspec.json.encode(Several(one)), actor="house", time_ms=time_ms) for one in groups)


# -- comparing ---------------------------------------------------------------------------------------------------------


def lost(rows: Iterable[Row], roll: Roll) -> list[str]:
    """Accounts on record that the file does not have."""
    there = {row.account for row in rows}
    return [account for account in roll.members if account not in there]


def differences(rows: Iterable[Row], roll: Roll) -> Iterator[tuple[str, str]]:
    """What an accounts file says otherwise than the record: which account, and what.

    A row that is not marked as recorded was being opened when the room ended: it grants nothing and is no fault.
    """
    for row in rows:
        member = roll.members.get(row.account) or roll.gone.get(row.account)
        if member is None:
            if row.recorded:
                yield row.account, f"{row.name!r} has the roles {words(row.roles)}, and no record opened it"
            continue
        if row.roles != member.roles:
            yield row.account, f"{row.name!r} has the roles {words(row.roles)}; the record gave {words(member.roles)}"
        if row.name != member.name:
            yield row.account, f"is called {row.name!r}; the record says {member.name!r}"
        if row.guest != member.guest:
            yield row.account, f"{row.name!r} has {'no' if row.guest else 'a'} password; the record says otherwise"
        if member.closed and not row.closed:  # a closing is put on record after it has happened
            yield row.account, f"{row.name!r} is open; the record closed it"


def words(roles: Sequence[str]) -> str:
    """Roles as a person reads them."""
    return ", ".join(roles) or "none"


COLUMNS: Final = "id, name, roles, password = '', disabled, recorded"


def read_rows(db: apsw.Connection) -> list[Row]:
    """Every account of a file. One that an earlier release wrote has no column for what is recorded."""
    known = {str(row[1]) for row in db.execute("PRAGMA table_info(accounts)")}
    columns = COLUMNS if "recorded" in known else COLUMNS.replace("recorded", "0")
    return [
        Row(str(account), str(name), tuple(str(roles).split()), bool(guest), bool(closed), bool(recorded))
        for account, name, roles, guest, closed, recorded in db.execute(f"SELECT {columns} FROM accounts ORDER BY id")
    ]


def check_accounts(journal: SqliteReader) -> Verdict:
    """Compare the accounts beside a journal, or in a backup, with the room's record of them, both at one moment."""
    file = accounts_beside(journal.path)
    if file is not None:
        with closing(SqliteReader(journal.path)) as now, one_moment(now, file) as accounts:
            return compared(now, readable_rows(accounts))
    carried = journal.carried().get(ACCOUNTS_FILE)
    if carried is None:
        people = len(read_roll(journal).members)
        missing = Fault(ACCOUNTS_FILE, f"is missing; {people} accounts are on record") if people else None
        return Verdict("accounts", "none", missing)
    with closing(apsw.Connection(":memory:")) as accounts:
        accounts.deserialize("main", carried)
        return compared(journal, readable_rows(accounts))


def readable_rows(accounts: apsw.Connection) -> list[Row]:
    """Every account of a file that may be damaged."""
    try:
        return read_rows(accounts)
    except (apsw.Error, UnicodeDecodeError) as bad:
        raise StoreUnfit(f"{ACCOUNTS_FILE}: {bad}", code=DAMAGED) from None


def compared(journal: Reader, rows: Sequence[Row]) -> Verdict:
    """What the record and the accounts say of each other; the first difference is a fault."""
    roll = Roll()
    for one in read_stream(journal, ROOM):
        try:
            roll.note(one.record)
        except (OpenfeltError, msgspec.DecodeError, UnicodeDecodeError) as bad:
            place = f"stream {ROOM!r} record {one.version} ({one.record.name})"
            return Verdict("accounts", "", Fault(place, f"cannot be read: {bad}"))
    if not roll.is_kept:
        return Verdict("accounts", f"{len(rows)} accounts, to be put on record at the next start")
    for account in lost(rows, roll):
        return Verdict("accounts", "", Fault(f"account {account}", f"is on record, and {ACCOUNTS_FILE} lacks it"))
    for account, what in differences(rows, roll):
        return Verdict("accounts", "", Fault(f"account {account}", what))
    return Verdict("accounts", f"{len(roll.members)} accounts, as recorded")


# -- backups -----------------------------------------------------------------------------------------------------------

ACCOUNT_ID: Final = re.compile(r"a[0-9a-f]{16}")


def people_in(journal: Reader) -> set[str]:
    """The ids of people who are on record or have chips: without their accounts nobody can use them."""
    owners = {name.rpartition("/")[2] for name in journal.balances()}
    return {*read_roll(journal).members, *filter(ACCOUNT_ID.fullmatch, owners)}


def drop_unrecorded(accounts: apsw.Connection, journal: Reader) -> None:
    """Remove accounts from a copy that were being opened at its moment: account and record are in it, or neither."""
    roll = read_roll(journal)
    if not roll.is_kept:
        return  # of an older room, whose accounts are put on record at the next start
    tables = [str(name) for (name,) in accounts.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    with accounts:
        for row in read_rows(accounts):
            if row.recorded or row.account in roll.members:
                continue
            for table in {"sessions", "devices"} & set(tables):
                accounts.execute(f"DELETE FROM {table} WHERE account = ?", (row.account,))
            accounts.execute("DELETE FROM accounts WHERE id = ?", (row.account,))
