"""The end of an account: what binds somebody to the house, and the erasure of what lies beside the record (house 35.8).

First the closing is on record, then the rows and the key are erased: a room that ends in between erases them at its
next start.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from starlette.responses import Response

from openfelt.cage import accounts as ledger
from openfelt.room.account_desk import erasure_bound
from openfelt.room.account_orders import EraseAccount
from openfelt.room.roll import ERASING, is_sealed
from openfelt.service.doors.routing import Asked
from openfelt.service.doors.web import address_of
from openfelt.service.hall import Hall
from openfelt.service.pages.own_account import tell_name
from openfelt.service.pages.people import nobody
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.tell.own_places import is_in
from openfelt.service.wire.values import Id

OVER: Final = ("awarded", "cancelled")  # phases of a tournament in which an entry binds nobody
UNDECIDED: Final = ("open", "disputed")  # claims of a prize


class EraseBody(msgspec.Struct, forbid_unknown_fields=True):
    """The wish to be erased: with the password of whoever has one, and whether the chips in the purse are given up."""

    id: Id
    password: str = ""
    give_up: bool = False

    def marked(self) -> EraseBody:
        """The body without its password."""
        return replace(self, password="")


def holds(hall: Hall, player: str) -> tuple[str, ...]:
    """What binds somebody to the house outside the roll, in words: it ends before the account does."""
    purse = ledger.purse(player)
    found = [f"a {'box' if one.kind == 'pit' else 'seat'} at {one.table}" for one in hall.seats_of(player)]
    found += [
        f"an entry in {one.name}" for one in hall.events.values() if one.state.phase not in OVER and is_in(one, player)
    ]
    found += [f"a table of your own, {one.name}" for one in hall.hosts.values() if is_owner(one.table, player)]
    lists = hall.lists.state
    found += [f"a place on the list {one.name}" for one in lists.lists.values() if one.place_of(player)]
    if lists.offer_of(player) is not None or any(one.player == player for one in lists.requests.values()):
        found.append("a seat that is kept or asked for")
    for pool in hall.jackpots.values():
        if any(one.is_open and player in everyone_of(one) for one in pool.state.hits.values()):
            found.append(f"an open claim at the jackpot {pool.name}")
    for promotion in hall.promotions.values():
        if any(one.player == player and one.status in UNDECIDED for one in promotion.state.live_claims()):
            found.append(f"an open claim at the promotion {promotion.name}")
    balances = hall.journal.store.balances().items()
    found += [
        f"chips or a debt in {name}"
        for name, cents in balances
        if cents and name != purse and player in name.split("/")
    ]
    return tuple(found)


def is_owner(table: Any, player: str) -> bool:  # noqa: ANN401 - a poker table
    """Whether a table that is open is somebody's own, or has the person as its host."""
    return player in (table.owner, table.host) and not table.closed


def everyone_of(hit: Any) -> set[str]:  # noqa: ANN401 - a hit of a jackpot
    """Everyone whom a hit concerns that is still to be paid."""
    waiting = (player for several in hit.waiting for player in several)
    return {*hit.claimed_by, *(one.player for one in hit.shares), *waiting}


def erasure(asked: Asked[None, None]) -> dict[str, Any]:
    """What the account page says of erasing: what stands in its way, and whether the record has the name unsealed."""
    hall, player = asked.hall, asked.account.id
    member = hall.room.state.members.get(player)
    return {
        "bound": erasure_bound(hall.room.state, player, hall.now_ms(), holds(hall, player)) if member else (),
        "sealed": member is not None and is_sealed(member.name),
        "purse": hall.purse(player),
        "cites": ERASING,
    }


async def erase(asked: Asked[None, EraseBody]) -> Response:
    """Erase one's own account, on record first; every session of it ends."""
    hall, account, body = asked.hall, asked.account, asked.body
    if not account.guest:
        found = await hall.tries.try_password(account.name, body.password, address=address_of(asked.request))
        if found.id != account.id:
            raise NotAllowed("name and password do not fit", code="bad-login", cites=ERASING)
    order = EraseAccount(account.id, body.give_up, holds(hall, account.id))
    await hall.room.submit(asked.id, account.id, order)
    hall.closed.add(account.id)
    await asyncio.to_thread(hall.accounts.erase, account.id)
    hall.end_sessions(account.id, "account-erased", "your account is erased")
    tell_name(hall, account.id)
    return nobody(asked.request)
