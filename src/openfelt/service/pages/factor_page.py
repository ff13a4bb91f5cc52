"""Routes about second factors: setting one, ending it, and ending that of somebody who has lost it (house 35.4)."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import msgspec
from msgspec.structs import replace

from openfelt.room.account_events import SECOND
from openfelt.room.account_orders import DropSecondFactor, EndSecondFactor, SetSecondFactor
from openfelt.room.calls import one_line
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.pages.own_account import CodeForBody
from openfelt.service.pages.people import require_second
from openfelt.service.pages.phone_code import drawn
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.wire.values import Id


class BeginBody(msgspec.Struct, forbid_unknown_fields=True):
    """Nothing: a secret is made here."""


class FactorBody(msgspec.Struct, forbid_unknown_fields=True):
    """A code from one's own device. It leaves no mark on record."""

    id: Id
    code: str

    def marked(self) -> FactorBody:
        """The body without its code."""
        return replace(self, code="")


async def begin(asked: Asked[None, BeginBody]) -> dict[str, Any]:
    """A new secret for the account's device, as text and as a picture; it is asked for only once a code was entered."""
    hall, account = asked.hall, asked.account
    if account.guest:
        raise NotAllowed("a guest has no password, and no second factor", code="no-password", cites=SECOND)
    async with changing(hall, account.id):
        if hall.factors.has(account.id):
            raise NotAllowed("this account has a second factor", code="has-second-factor", cites=SECOND)
        secret = await asyncio.to_thread(hall.factors.begin, account)
    address = hall.factors.address(account, secret)
    picture = base64.b64encode(drawn(address).encode()).decode()
    return {"secret": secret, "address": address, "picture": f"data:image/svg+xml;base64,{picture}"}


async def confirm(asked: Asked[None, FactorBody]) -> dict[str, Any]:
    """The device shows a code: from now on the account has a second factor. The recovery codes are told once."""
    hall, account = asked.hall, asked.account
    now, monotonic = hall.now_ms(), hall.clock.monotonic()
    async with changing(hall, account.id):
        factor, codes = await asyncio.to_thread(hall.factors.confirm, account, asked.body.code, now, monotonic)
        await hall.room.submit(asked.id, account.id, SetSecondFactor(account.id, factor))
        await asyncio.to_thread(hall.factors.settle, account.id)
    return {"recovery": codes}


def changing(hall: Hall, account: str) -> asyncio.Lock:
    """Held while a second factor is set or ended, so that the record and the file keep what one request said."""
    return hall.in_order(f"second factor of {account}")


def confirmed(_asked: Asked[None, FactorBody]) -> None:
    """The same once more: recovery codes are told once."""
    text = "the second factor is set; recovery codes are told once"
    raise NotAllowed(text, code="told-once", cites=SECOND, legal=("end it and set another",))


async def drop(asked: Asked[None, FactorBody]) -> None:
    """End one's own second factor, given a code of it."""
    hall, account = asked.hall, asked.account
    order = DropSecondFactor(account.id)
    async with changing(hall, account.id):
        hall.room.try_order(order)  # refused before a code is used up
        await require_second(hall, account, asked.body.code)
        await hall.room.submit(asked.id, account.id, order)
        await asyncio.to_thread(hall.factors.forget, account.id)


async def end(asked: Asked[None, CodeForBody]) -> None:
    """Whoever runs the room ends the second factor of somebody who has lost it."""
    hall, body = asked.hall, asked.body
    async with changing(hall, body.account):
        order = EndSecondFactor(body.account, one_line(body.reason), asked.officer)
        await hall.room.submit(asked.id, asked.account.id, order)
        await asyncio.to_thread(hall.factors.forget, body.account)
