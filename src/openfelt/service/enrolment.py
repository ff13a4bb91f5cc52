"""Accounts and the record: at a start the room calls the roll, and every new account is put on it.

What the accounts file says otherwise than the record is told to whoever keeps the machine and put on record; the room
goes by the record.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

import msgspec

from openfelt.cage import accounts as ledger_accounts
from openfelt.errors import OpenfeltError
from openfelt.journal import Record, StorageFailed
from openfelt.service import roll
from openfelt.service.refold import read_stream
from openfelt.service.roll import Roll, Row
from openfelt.service.shapes import written

if TYPE_CHECKING:
    from openfelt.service.accounts import Account
    from openfelt.service.hall import Hall

PLAYER: Final = ("player",)
log = logging.getLogger("openfelt")


async def call_roll(hall: Hall) -> None:
    """Read who may do what from the record, before anyone is let in."""
    called, rows = roll.read_roll(hall.journal.store), hall.accounts.rows()
    if not called.is_kept:
        await adopt(hall, called, rows)
    else:
        await compare(hall, called, rows)
    hall.accounts.roll = called
    hall.closed |= {one.account for one in called.members.values() if one.closed}


async def adopt(hall: Hall, called: Roll, rows: list[Row]) -> None:
    """Accounts of a room that kept no record of them yet are put on record as they stand, once."""
    if not rows:
        return
    await put(hall, called, roll.adoption(rows, hall.accounts.open_invitations(), hall.now_ms()), "adopt accounts")
    hall.accounts.mark_recorded(row.account for row in rows)
    log.warning("%d accounts were not on record; they are now, with the roles they have", len(rows))
    given = invited(hall)
    for row in rows:
        if row.roles != PLAYER and given.get(row.account) != row.roles:
            log.warning("account %s has the roles %s, and no invitation on record", row.account, roll.words(row.roles))


def invited(hall: Hall) -> dict[str, tuple[str, ...]]:
    """The roles that invitations gave, as far as they are on record."""
    found = {}
    for one in read_stream(hall.journal.store, roll.ROOM):
        if one.record.name == "AccountInvited":
            with contextlib.suppress(msgspec.DecodeError, KeyError):
                said = msgspec.json.decode(one.record.payload)
                found[str(said["account"])] = tuple(said["roles"])
    return found


async def compare(hall: Hall, called: Roll, rows: list[Row]) -> None:
    """Finish what an ended room had begun, and tell what the file says otherwise than the record."""
    if again := roll.found_again(rows, called, hall.now_ms()):
        log.warning("%d accounts that were lost are in the accounts file again; they are back on record", len(again))
        await put(hall, called, again, "accounts found")
    hall.accounts.mark_recorded(row.account for row in rows if not row.recorded and row.account in called.members)
    if begun := [row.account for row in rows if not row.recorded and row.account not in called.members]:
        log.warning("%d accounts were being opened when the room ended; they are forgotten", len(begun))
        hall.accounts.forget(begun)
    if gone := roll.lost(rows, called):
        log.critical("%d accounts are on record, and the accounts file lacks them", len(gone))
        await put(hall, called, roll.losses(gone, hall.now_ms()), "lost accounts")
    for row in rows:
        if row.closed and row.account in called.members and not called.is_closed(row.account):
            payload = msgspec.json.encode({"account": row.account, "reason": "found closed at the start"})
            closing = written(roll.CLOSED, payload, actor="house", time_ms=hall.now_ms())
            await put(hall, called, (closing,), f"closed {row.account}")
    for account, what in roll.differences(rows, called):
        log.critical("account %s: %s; the room goes by the record", account, what)
        hall.significant.note("AccountRefused", {"account": account, "what": what})


async def put(hall: Hall, called: Roll, records: tuple[Record, ...], what: str) -> None:
    """Put account events on record, then on the roll."""
    await hall.append_to_room(records, f"{what} {hall.journal.store.head().entry}")
    for record in records:
        called.note(record)


async def enrol(hall: Hall, account: Account, chips: int) -> None:
    """A new account and its play chips are on record in one entry; an account that has both gets nothing more."""
    member = hall.accounts.unrecorded.get(account.id)
    records = (roll.opening(member, hall.now_ms()),) if member is not None else ()
    request = f"issue {account.id}"
    if records and hall.journal.store.receipt(request) is not None:
        await hall.append_to_room(records, f"open account {account.id}")
    else:
        await hall.issue_to(ledger_accounts.purse(account.id), chips, request, after=records)
    if member is not None:
        await asyncio.to_thread(hall.accounts.mark_recorded, (account.id,))


async def enrol_rest(hall: Hall) -> None:
    """Put accounts on record that nobody has welcomed yet; the room is closing."""
    members = list(hall.accounts.unrecorded.values())
    with contextlib.suppress(OpenfeltError, StorageFailed):
        for member in members:
            await hall.append_to_room((roll.opening(member, hall.now_ms()),), f"open account {member.account}")
        hall.accounts.mark_recorded(member.account for member in members)
