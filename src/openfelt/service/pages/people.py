"""Routes about people: who asks, guests, log-in, log-out, invitations, closing an account."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from openfelt import __version__
from openfelt.phrases import phrase, quoted
from openfelt.room.house_orders import MakeInvitation
from openfelt.service.doors.routing import Asked, told
from openfelt.service.doors.web import (
    address_of,
    cookie_name,
    device_of,
    drop_cookie,
    require_rate,
    set_cookie,
    set_device,
)
from openfelt.service.hall import Hall
from openfelt.service.people.accounts import Account, BadLogin, NotAllowed, require_password
from openfelt.service.people.names import require_own_name, skeleton
from openfelt.service.people.tokens import hash_token
from openfelt.service.wire.requests import RequestReused
from openfelt.service.wire.values import Id


class GuestBody(msgspec.Struct, forbid_unknown_fields=True):
    """A guest's name."""

    name: str


class LoginBody(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password; `invitation` for a one-time link, `code` of whoever has a second factor."""

    name: str
    password: str
    invitation: str = ""
    register: bool = False
    code: str = ""


class PasswordBody(msgspec.Struct, forbid_unknown_fields=True):
    """A change of password. What was typed leaves no mark on record."""

    id: Id
    old: str
    new: str

    def marked(self) -> PasswordBody:
        """The body without its passwords."""
        return replace(self, old="", new="")


class ProveBody(msgspec.Struct, forbid_unknown_fields=True):
    """The password of whoever has the session, and the code of the second factor, if there is one."""

    password: str
    code: str = ""


class InvitationBody(msgspec.Struct, forbid_unknown_fields=True):
    """A one-time link's token."""

    invitation: str


class InviteBody(msgspec.Struct, forbid_unknown_fields=True):
    """What the invited may do."""

    id: Id
    roles: tuple[str, ...]


class DisableBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which account to close, and why."""

    id: Id
    account: str
    reason: str


def me(account: Account | None, hall: Hall) -> dict[str, Any]:
    """Who you are, for the page."""
    if account is None:
        return {"account": None, "version": __version__, "watch": hall.lets_watch}
    return {
        "account": {
            "id": account.id,
            "name": account.name,
            "roles": account.roles,
            "offices": hall.accounts.offices_of(account),
            "officer": hall.accounts.is_officer(account),
            "guest": account.guest,
            "factor": hall.factors.has(account.id),
            "purse": hall.purse(account.id),
        },
        "version": __version__,
    }


def who_am_i(asked: Asked[None, None]) -> dict[str, Any]:
    """The present session, and whether the room's certificate is of its own making."""
    return me(asked.reader, asked.hall) | {"own_authority": asked.request.app.state.authority is not None}


async def guest(asked: Asked[None, GuestBody]) -> Response:
    """A guest sits down by name, for play money."""
    account, token = await asked.hall.welcome_guest(asked.body.name)
    response = told(me(account, asked.hall))
    set_cookie(asked.request, response, token)
    return response


async def log_in(asked: Asked[None, LoginBody]) -> Response:
    """Log in, register, or use an invitation."""
    hall, request = asked.hall, asked.request
    require_try(hall, asked.body, request)
    account = await admitted(hall, asked.body, request)
    await require_second(hall, account, asked.body.code)
    token = await hall.welcome(account)
    device = device_of(request)
    if not device or not hall.accounts.devices.knows(device, account.id):
        device = await asyncio.to_thread(hall.accounts.devices.remember, account.id, hall.now_ms())
    response = told(me(account, hall))
    set_cookie(request, response, token)
    set_device(request, response, device)
    return response


def require_try(hall: Hall, body: LoginBody, request: Request) -> None:
    """Count a try: for the address, or for a device on which that account was opened before.

    Such a device opens none but that account, so that it gives nobody more tries at the accounts of others; and whoever
    tries passwords at the same address locks it out of nothing.
    """
    device = device_of(request)
    is_known = bool(device) and hall.accounts.devices.knows(device, hall.accounts.id_of(body.name))
    require_rate(hall.log_ins, request, f"device {hash_token(device).hex()}" if is_known else "")


async def require_second(hall: Hall, account: Account, code: str) -> None:
    """Require the second factor of somebody who has one; the use of a recovery code goes on record."""
    now = hall.now_ms()
    if await asyncio.to_thread(hall.factors.require, account, code, now, hall.clock.monotonic()):
        left = hall.factors.codes_left(account.id)
        what = {"account": account.id, "left": left}
        await hall.note("RecoveryCodeUsed", what, account.id, f"recovery {account.id} {left} {now}")


async def admitted(hall: Hall, body: LoginBody, request: Request) -> Account:
    """The account that a name and a password open; hashing runs in a thread, so that the tables go on."""
    now = hall.now_ms()
    if body.invitation:
        account = await hall.tries.in_turn(hall.invitations.accept, body.invitation, body.name, body.password, now)
        what = {"account": account.id, "roles": list(account.roles)}
        await hall.note("AccountInvited", what, account.id, f"invited {account.id}")
        return account
    if body.register:
        require_own_name(body.name)
        require_password(body.password)
        if not await asyncio.to_thread(is_taken, hall, body.name):
            return await hall.tries.in_turn(hall.accounts.open_account, body.name, ("player",), now, body.password)
        # Of a name that is taken nothing else is said than of a wrong password, and it takes as long.
    return await hall.tries.try_password(
        body.name, body.password, address=address_of(request), device=device_of(request)
    )


def is_taken(hall: Hall, name: str) -> bool:
    """Whether an account has that name, or one that would be taken for it."""
    shape = skeleton(name)
    return bool(hall.accounts.id_of(name)) or any(skeleton(one.name) == shape for one, _ in hall.accounts.known())


async def log_out(asked: Asked[None, None]) -> Response:
    """End the session and close its sockets."""
    hall, account, request = asked.hall, asked.reader, asked.request
    key = await asyncio.to_thread(hall.accounts.end_session, request.cookies.get(cookie_name(request), ""))
    for one in hall.subscribers.of_player(account.id) if account is not None else ():
        if one.session == key:
            hall.end_connection(one, "logged-out", "you have logged out")
    return nobody(request)


def nobody(request: Request) -> Response:
    """The answer after a session has ended."""
    response = told({"account": None})
    drop_cookie(request, response)
    return response


async def change_password(asked: Asked[None, PasswordBody]) -> Response:
    """A new password, on record before it counts; every session of the account ends, this one too."""
    hall, account, body = asked.hall, asked.account, asked.body
    require_password(body.new)
    await hall.tries.in_turn(hall.accounts.log_in, account.name, body.old, is_known=True)
    await hall.note("PasswordChanged", {"account": account.id}, account.id, asked.id)
    await hall.tries.in_turn(hall.accounts.set_password, account, body.new, is_known=True)
    hall.end_sessions(account.id, "session-ended", "the password was changed")
    return nobody(asked.request)


async def changed_already(asked: Asked[None, PasswordBody]) -> Response:
    """The same change again: the record keeps no password, so it is the same if the new one opens the account."""
    hall = asked.hall
    try:
        await hall.tries.in_turn(hall.accounts.log_in, asked.account.name, asked.body.new, is_known=True)
    except BadLogin:
        raise RequestReused(asked.id) from None
    return nobody(asked.request)


async def prove(asked: Asked[None, ProveBody]) -> None:
    """The password again, before money or hidden cards; wrong ones count as at a log-in."""
    hall, session = asked.hall, asked.session
    found = await hall.tries.try_password(session.account.name, asked.body.password, address=address_of(asked.request))
    await require_second(hall, found, asked.body.code)
    if found.id == session.account.id:
        await asyncio.to_thread(hall.accounts.prove, session, hall.now_ms())


async def invite(asked: Asked[None, InviteBody]) -> dict[str, Any]:
    """An operator invites staff by a one-time link."""
    hall, roles = asked.hall, asked.body.roles
    token = hall.accounts.token_for(asked.id)
    await asyncio.to_thread(hall.invitations.invite, roles, hall.now_ms(), token)
    order = MakeInvitation(roles, hash_token(token).hex(), asked.officer)
    await hall.room.submit(asked.id, asked.account.id, order)
    return {"link": f"/?invitation={token}"}


def same_link(asked: Asked[None, InviteBody]) -> dict[str, Any]:
    """The link of an invitation that is asked for again. No token is kept: after a restart it cannot be told again."""
    token = asked.hall.accounts.token_for(asked.id)
    if hash_token(token).hex() not in asked.hall.room.state.invitations:
        raise NotAllowed("this link was told before the room was started again; invite once more", code="link-told")
    return {"link": f"/?invitation={token}"}


async def invitation(asked: Asked[None, InvitationBody]) -> dict[str, Any]:
    """The roles that a one-time link gives; asking does not use it up."""
    hall = asked.hall
    return {"roles": await asyncio.to_thread(hall.invitations.roles_of, asked.body.invitation, hall.now_ms())}


def everyone(asked: Asked[None, None]) -> dict[str, Any]:
    """The accounts with a password, and the newest guests, for an operator."""
    people = asked.hall.accounts
    rows = [
        {
            "id": one.id,
            "name": one.name,
            "roles": one.roles,
            "offices": people.offices_of(one),
            "guest": one.guest,
            "factor": asked.hall.factors.has(one.id),
            "closed": closed,
        }
        for one, closed in (*people.known(), *people.guests())
    ]
    return {"accounts": rows}


async def disable(asked: Asked[None, DisableBody]) -> None:
    """An operator closes an account: its sessions end and its sockets close at once."""
    hall, account, body = asked.hall, asked.account, asked.body
    found = hall.accounts.find(body.account)
    if found is None:
        raise NotAllowed(phrase("there is no account {account}", account=quoted(body.account)), code="no-account")
    if found.id == account.id:
        raise NotAllowed("an operator cannot close their own account", code="own-account")
    if not body.reason.strip():
        raise NotAllowed("closing an account needs a reason", code="reason")
    await hall.disable(found, account, " ".join(body.reason.split())[:200], asked.id)
