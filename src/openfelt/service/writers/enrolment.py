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

from openfelt.errors import OpenfeltError
from openfelt.journal import StorageFailed
from openfelt.room.house import ROOM
from openfelt.room.house_orders import (
    AdoptAccounts,
    CloseAccount,
    HouseOrder,
    LoseAccounts,
    OpenAccount,
    RestoreAccounts,
)
from openfelt.room.roll import Member, offices_of_roles
from openfelt.service.house import House
from openfelt.service.people import roll
from openfelt.service.people.roll import AccountRow
from openfelt.service.record.refold import read_stream
from openfelt.service.writers.room import RoomWriter

if TYPE_CHECKING:
    from openfelt.service.people.accounts import Account


PLAYER: Final = ("player",)
log = logging.getLogger("openfelt")


async def call_roll(room: RoomWriter) -> None:
    """Read who may do what from the record, before anyone is let in."""
    hall, called = room.hall, room.state
    rows = hall.accounts.rows()
    if not called.is_kept:
        await adopt(room, rows)
    else:
        await compare(room, rows)
    hall.accounts.roll = called
    hall.closed |= {one.account for one in called.members.values() if one.closed}


async def adopt(room: RoomWriter, rows: list[AccountRow]) -> None:
    """Put the accounts of an older room, which kept no record of them, on record once, as they are."""
    if not rows:
        return
    hall = room.hall
    members = tuple(
        Member(
            row.account,
            hall.accounts.name_on_record(row.account, row.name, row.roles),
            row.roles,
            row.guest,
            row.closed,
            offices_of_roles(row.roles),
        )
        for row in rows
    )
    await put(room, AdoptAccounts(members, tuple(hall.invitations.unused())), "adopt accounts")
    hall.accounts.mark_recorded(row.account for row in rows)
    log.warning("accounts put on record only now, with the roles they have: %d", len(rows))
    given = invited(hall)
    for row in rows:
        if row.roles != PLAYER and given.get(row.account) != row.roles:
            log.warning("account %s has the roles %s, and no invitation on record", row.account, roll.words(row.roles))


def invited(hall: House) -> dict[str, tuple[str, ...]]:
    """The roles that invitations gave, as far as they are on record."""
    found = {}
    for one in read_stream(hall.journal.store, ROOM):
        if one.record.name == "AccountInvited":
            with contextlib.suppress(msgspec.DecodeError, KeyError):
                said = msgspec.json.decode(one.record.payload)
                found[str(said["account"])] = tuple(said["roles"])
    return found


async def compare(room: RoomWriter, rows: list[AccountRow]) -> None:
    """Finish what the room had begun when it ended, and report where the file differs from the record."""
    hall, called = room.hall, room.state
    if left := [row.account for row in rows if row.account in called.erased]:
        for account in left:
            hall.accounts.erase(account)
        rows = hall.accounts.rows()
    if waiting := [row.account for row in rows if row.chosen]:
        for account in waiting:
            member = called.members.get(account)
            hall.accounts.settle_choice(account, is_recorded=member is not None and not member.guest)
        rows = hall.accounts.rows()
    if again := tuple(row.account for row in rows if row.account in called.gone):
        log.warning("accounts that were lost and are in the accounts file again, back on record: %d", len(again))
        await put(room, RestoreAccounts(again), "accounts found")
    hall.accounts.mark_recorded(row.account for row in rows if not row.recorded and row.account in called.members)
    if begun := [row.account for row in rows if not row.recorded and row.account not in called.members]:
        log.warning("accounts that were being opened when the room ended, forgotten: %d", len(begun))
        hall.accounts.forget(begun)
    if gone := roll.lost(rows, called):
        log.critical("accounts on record that the accounts file lacks: %d", len(gone))
        await put(room, LoseAccounts(tuple(gone)), "lost accounts")
    for row in rows:
        if row.closed and row.account in called.members and not called.is_closed(row.account):
            await put(room, CloseAccount(row.account, "found closed at the start"), f"closed {row.account}")
    for account, what in roll.differences(rows, called):
        log.critical("account %s: %s; the room goes by the record", account, what)
        hall.significant.note("AccountRefused", {"account": account, "what": what})


async def put(room: RoomWriter, order: HouseOrder, what: str) -> None:
    """Have the house put accounts on record."""
    await room.submit(f"{what} {room.hall.journal.store.head().entry}", "house", order)


async def enrol(room: RoomWriter, account: Account, chips: int) -> None:
    """A new account and its play chips are on record in one entry; an account that has both gets nothing more."""
    hall = room.hall
    member = hall.accounts.unrecorded.get(account.id)
    request = f"issue {account.id}"
    if member is None:
        if chips:
            await hall.issue(account.id, chips, request)
        return
    if hall.journal.store.receipt(request) is not None:
        await room.submit(f"open account {account.id}", account.id, OpenAccount(member))
    else:
        await room.submit(request, account.id, OpenAccount(member, chips))
    await asyncio.to_thread(hall.accounts.mark_recorded, (account.id,))


async def enrol_rest(room: RoomWriter) -> None:
    """Put accounts on record whose opening was still waiting, as the room is closing."""
    hall = room.hall
    members = list(hall.accounts.unrecorded.values())
    with contextlib.suppress(OpenfeltError, StorageFailed):
        for member in members:
            await room.submit(f"open account {member.account}", member.account, OpenAccount(member))
        hall.accounts.mark_recorded(member.account for member in members)
