"""Routes about one's own account: a guest who stays, codes for a new password, refills of play chips."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.responses import Response

from openfelt.errors import OpenfeltError
from openfelt.room.account_desk import refill_due_ms
from openfelt.room.account_events import REFILLING, RESETTING
from openfelt.room.account_orders import AskRefill, GiveResetCode, ResetPassword
from openfelt.room.calls import one_line
from openfelt.room.house_orders import KeepAccount
from openfelt.room.roll import KEEPING
from openfelt.service.doors.routing import Asked, told
from openfelt.service.doors.web import set_device
from openfelt.service.hall import Hall
from openfelt.service.pages.people import is_taken, me
from openfelt.service.people.accounts import NameTaken, NotAllowed, clean_name, require_password
from openfelt.service.people.names import require_own_name
from openfelt.service.people.tokens import hash_token
from openfelt.service.tell.own_places import is_in
from openfelt.service.wire.requests import RequestReused
from openfelt.service.wire.values import Id


class KeepBody(msgspec.Struct, forbid_unknown_fields=True):
    """The name and the password that a guest chooses. The password leaves no mark on record."""

    id: Id
    name: str
    password: str

    def marked(self) -> KeepBody:
        """The body without its password, and without the name, of which the record has no plain mark."""
        return replace(self, name="", password="")


class PlainBody(msgspec.Struct, forbid_unknown_fields=True):
    """An order that says all by its address."""

    id: Id


class CodeForBody(msgspec.Struct, forbid_unknown_fields=True):
    """Who is given a code for a new password, and why."""

    id: Id
    account: str
    reason: str


class ResetBody(msgspec.Struct, forbid_unknown_fields=True):
    """The code that somebody was given, and the new password."""

    reset: str
    password: str


def own(asked: Asked[None, None]) -> dict[str, Any]:
    """What the account page shows besides the account itself."""
    hall, me_ = asked.hall, asked.account.id
    rules = hall.room.state.people.rules
    return {
        "refill": {
            "cents": rules.refill_cents,
            "every_h": rules.refill_h,
            "due_ms": refill_due_ms(hall.room.state, me_),
            "now_ms": hall.now_ms(),
            "cites": REFILLING,
        },
        "factor": {
            "set": hall.factors.has(me_),
            "codes_left": hall.factors.codes_left(me_),
            "required": bool(rules.second_factor),
        },
    }


async def refill(asked: Asked[None, PlainBody]) -> Response:
    """Fill up one's own purse with play chips."""
    me_ = asked.account
    await asked.hall.room.submit(asked.id, me_.id, AskRefill(me_.id))
    asked.hall.tell_lobby()
    return told(me(me_, asked.hall))


def refilled(asked: Asked[None, PlainBody]) -> Response:
    """The same refill asked for again: the purse as it is."""
    return told(me(asked.account, asked.hall))


# -- a forgotten password ----------------------------------------------------------------------------------------------


async def give_code(asked: Asked[None, CodeForBody]) -> dict[str, Any]:
    """Whoever runs the room gives somebody a one-time link for a new password. Only its hash is kept."""
    hall, body = asked.hall, asked.body
    token = hall.accounts.token_for(asked.id)
    order = GiveResetCode(body.account, hash_token(token).hex(), one_line(body.reason), asked.officer)
    await hall.room.submit(asked.id, asked.account.id, order)
    return same_code(asked)


def same_code(asked: Asked[None, CodeForBody]) -> dict[str, Any]:
    """The link of a code, while it is the one on record. No token is kept: after a restart it cannot be told again."""
    token = asked.hall.accounts.token_for(asked.id)
    known = asked.hall.room.state.accounts.resets.get(asked.body.account)
    if known is None or known.code != hash_token(token).hex():
        text = "this link was used, replaced, or told before the room was started again; give another"
        raise NotAllowed(text, code="link-told", cites=RESETTING)
    return {"link": f"/?reset={token}", "until_ms": known.until_ms}


async def use_code(asked: Asked[None, ResetBody]) -> None:
    """Somebody with a code chooses a new password; every session of the account ends."""
    hall, body = asked.hall, asked.body
    require_password(body.password)
    code = hash_token(body.reset).hex()
    async with hall.in_order(f"reset {code}"):  # of two at the same moment one uses it
        owner = hall.accounts.find(hall.room.state.accounts.owner_of(code))
        if owner is None:
            text = "this code does not exist, or it was used or replaced"
            raise NotAllowed(text, code="bad-code", cites=RESETTING, legal=("ask whoever runs the room for another",))
        await hall.room.submit(f"reset {code}", owner.id, ResetPassword(owner.id, code))
        await hall.tries.in_turn(hall.accounts.set_password, owner, body.password)
    hall.end_sessions(owner.id, "session-ended", "the password was changed")


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
        sealed = hall.accounts.name_on_record(account.id, name, account.roles)
        await hall.room.submit(asked.id, account.id, KeepAccount(account.id, sealed))
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
    if found.name != clean_name(asked.body.name):  # the record keeps no mark of the name
        raise RequestReused(asked.id)
    response = told(me(found, hall))
    set_device(
        asked.request, response, await asyncio.to_thread(hall.accounts.devices.remember, found.id, hall.now_ms())
    )
    return response


def tell_name(hall: Hall, player: str) -> None:
    """Tell those who watch somebody's table or event that the player has a new name."""
    hall.names.pop(player, None)
    for seat in hall.seats_of(player):
        hall.seatings.pop(seat.table, None)
        hall.refresh(seat.table)
    for event in hall.events.values():
        if is_in(event, player):
            hall.tell_event(event.name)
    hall.tell_lobby()
