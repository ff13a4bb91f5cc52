"""Routes about one's own account: a guest who stays."""

from __future__ import annotations

import asyncio

import msgspec
from msgspec.structs import replace
from starlette.responses import Response

from openfelt.errors import OpenfeltError
from openfelt.room.house_orders import KeepAccount
from openfelt.room.roll import KEEPING
from openfelt.service.doors.routing import Asked, told
from openfelt.service.doors.web import set_device
from openfelt.service.hall import Hall
from openfelt.service.pages.people import is_taken, me
from openfelt.service.people.accounts import NameTaken, NotAllowed, require_password
from openfelt.service.people.names import require_own_name
from openfelt.service.tell.own_places import is_in
from openfelt.service.wire.values import Id


class KeepBody(msgspec.Struct, forbid_unknown_fields=True):
    """The name and the password that a guest chooses. The password leaves no mark on record."""

    id: Id
    name: str
    password: str

    def marked(self) -> KeepBody:
        """The body without its password."""
        return replace(self, password="")


# -- a guest who stays -------------------------------------------------------------------------------------------------


async def keep_account(asked: Asked[None, KeepBody]) -> Response:
    """A guest chooses a name and a password: the same account, with all that it has, in the middle of a hand too."""
    hall, account, body = asked.hall, asked.account, asked.body
    if not account.guest:
        raise NotAllowed("only a guest chooses a name, once", code="not-a-guest", cites=KEEPING)
    name = require_own_name(body.name)
    require_password(body.password)
    if await asyncio.to_thread(is_taken, hall, name):
        raise NameTaken(f"the name {name!r} is taken, or looks like one that is", cites=KEEPING)
    await hall.tries.in_turn(hall.accounts.choose, account, name, body.password)
    try:
        await hall.room.submit(asked.id, account.id, KeepAccount(account.id, name))
    except OpenfeltError:
        await asyncio.to_thread(hall.accounts.settle_choice, account.id, is_recorded=False)
        raise
    await asyncio.to_thread(hall.accounts.settle_choice, account.id, is_recorded=True)
    tell_name(hall, account.id)
    return await kept(asked)


async def kept(asked: Asked[None, KeepBody]) -> Response:
    """Who a guest is from now on; the device is known like one that somebody has logged in on."""
    hall = asked.hall
    found = hall.accounts.find(asked.account.id)
    assert found is not None
    response = told(me(found, hall))
    set_device(asked.request, response, await asyncio.to_thread(hall.accounts.remember_device, found, hall.now_ms()))
    return response


def tell_name(hall: Hall, player: str) -> None:
    """Somebody is called otherwise from now on: whoever watches a table or an event of theirs is told."""
    hall.names.pop(player, None)
    for seat in hall.seats_of(player):
        hall.seatings.pop(seat.table, None)
        hall.refresh(seat.table)
    for event in hall.events.values():
        if is_in(event, player):
            hall.tell_event(event.name)
    hall.tell_lobby()
