"""The accounts file and the roll: what the file says otherwise than the room's own record.

The file keeps passwords and sessions. What an account may do follows from recorded events alone: a row that says
otherwise, or that no event opened, grants nothing, and `openfelt audit` names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import Final

import apsw
import msgspec
from msgspec.structs import replace

from openfelt.journal import Reader, SqliteReader, StoreUnfit
from openfelt.journal.copies import ACCOUNTS_FILE, DAMAGED, accounts_beside
from openfelt.journal.moment import one_moment
from openfelt.journal.verify import Fault, Verdict
from openfelt.room.house import ROOM
from openfelt.room.roll import Roll, is_sealed
from openfelt.service.people.factor_rows import fingerprints
from openfelt.service.people.seals import keys_in, unseal
from openfelt.service.people.shape import columns_of
from openfelt.service.record.room_record import fold_roll, read_roll


class AccountRow(msgspec.Struct, frozen=True):
    """An account as its file has it. `recorded`: the room knows that its opening is on record."""

    account: str
    name: str
    roles: tuple[str, ...]
    guest: bool
    closed: bool
    recorded: bool
    chosen: str = ""  # by a guest, and waiting for its record
    factors: tuple[str, str] = ("", "")  # hashes of the second factor, and of one that is being set
    key: bytes = b""  # of what is on record under its seal

    def is_called(self, name: str) -> bool:
        """Whether the record has this account by the name that the file has."""
        return self.name == (unseal(self.key, self.account, name) if is_sealed(name) and self.key else name)


# -- comparing ---------------------------------------------------------------------------------------------------------


def lost(rows: Iterable[AccountRow], roll: Roll) -> list[str]:
    """Accounts on record that the file does not have, and that nobody had erased."""
    there = {row.account for row in rows} | roll.erased
    return [account for account in roll.members if account not in there]


def differences(rows: Iterable[AccountRow], roll: Roll) -> Iterator[tuple[str, str]]:
    """Where an accounts file contradicts the record: which account, and in what.

    A row that is not marked as recorded was being opened when the room ended: it grants nothing and is no fault.
    """
    for written in rows:
        member = roll.members.get(written.account) or roll.gone.get(written.account)
        row = written
        if row.chosen and member is not None and not member.guest:  # the room ended before the file said so
            row = replace(written, name=written.chosen, guest=False)
        if member is None:
            if row.recorded:
                yield row.account, f"has the roles {words(row.roles)}, and no record opened it"
            continue
        if row.roles != member.roles:
            yield row.account, f"has the roles {words(row.roles)}; the record gave {words(member.roles)}"
        if not row.is_called(member.name):
            yield row.account, "has another name than the record says"
        if row.guest != member.guest:
            yield row.account, f"has {'no' if row.guest else 'a'} password; the record says otherwise"
        if (factor := roll.accounts.factors.get(row.account)) and factor not in row.factors:
            yield row.account, "has not the second factor that is on record"
        if member.closed and not row.closed:  # an account is closed first and that is put on record afterwards
            yield row.account, "is open; the record closed it"


def words(roles: Sequence[str]) -> str:
    """Roles as a person reads them."""
    return ", ".join(roles) or "none"


COLUMNS: Final = ("id", "name", "roles", "password = ''", "disabled")
LATER: Final = {"recorded": "0", "chosen": "''"}  # columns that a file of an earlier release lacks, and what holds then


def read_rows(db: apsw.Connection) -> list[AccountRow]:
    """Every account of a file, also of one that an earlier release wrote."""
    known, factors, keys = columns_of(db, "accounts"), fingerprints(db), keys_in(db)
    columns = (*COLUMNS, *(one if one in known else otherwise for one, otherwise in LATER.items()))
    return [
        AccountRow(
            str(account), str(name), tuple(str(roles).split()), bool(guest), bool(closed), bool(recorded), str(chosen),
            factors.get(str(account), ("", "")), keys.get(str(account), b""),
        )
        for account, name, roles, guest, closed, recorded, chosen in db.execute(
            f"SELECT {', '.join(columns)} FROM accounts ORDER BY id"
        )
    ]  # fmt: skip


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


def readable_rows(accounts: apsw.Connection) -> list[AccountRow]:
    """Every account of a file that may be damaged."""
    try:
        return read_rows(accounts)
    except (apsw.Error, UnicodeDecodeError) as bad:
        raise StoreUnfit(f"{ACCOUNTS_FILE}: {bad}", code=DAMAGED) from None


def compared(journal: Reader, rows: Sequence[AccountRow]) -> Verdict:
    """The verdict on record and accounts together; the first difference is a fault."""
    roll = Roll()
    for one, event in fold_roll(journal, roll):
        if isinstance(event, Exception):
            place = f"stream {ROOM!r} record {one.version} ({one.record.name})"
            return Verdict("accounts", "", Fault(place, f"cannot be read: {event}"))
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
        return  # an older room: its accounts go on record at the next start
    tables = [str(name) for (name,) in accounts.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    with accounts:
        for row in read_rows(accounts):
            if row.recorded or row.account in roll.members:
                continue
            for table in {"sessions", "devices", "seals"} & set(tables):
                accounts.execute(f"DELETE FROM {table} WHERE account = ?", (row.account,))
            accounts.execute("DELETE FROM accounts WHERE id = ?", (row.account,))
