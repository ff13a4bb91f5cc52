"""Routes about people: who asks, guests, log-in, log-out, invitations, closing an account."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from openfelt import __version__
from openfelt.errors import OpenfeltError
from openfelt.service.accounts import Account, NotAllowed, hash_token, require_password
from openfelt.service.hall import Hall
from openfelt.service.names import require_own_name, skeleton
from openfelt.service.web import (
    account_of,
    address_of,
    body_of,
    cookie_name,
    device_of,
    error_answer,
    hall_of,
    require_account,
    require_own_page,
    require_rate,
    set_cookie,
    set_device,
)


class GuestBody(msgspec.Struct, forbid_unknown_fields=True):
    """A guest's name."""

    name: str


class LoginBody(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password; `invitation` for a one-time link."""

    name: str
    password: str
    invitation: str = ""
    register: bool = False


class PasswordBody(msgspec.Struct, forbid_unknown_fields=True):
    """A change of password."""

    old: str
    new: str


class InvitationBody(msgspec.Struct, forbid_unknown_fields=True):
    """A one-time link's token."""

    invitation: str


class InviteBody(msgspec.Struct, forbid_unknown_fields=True):
    """What the invited may do."""

    roles: tuple[str, ...]


class DisableBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which account to close, and why."""

    account: str
    reason: str


def me(account: Account | None, hall: Hall) -> dict[str, Any]:
    """Who you are, for the page."""
    if account is None:
        return {"account": None, "version": __version__}
    return {
        "account": {
            "id": account.id,
            "name": account.name,
            "roles": account.roles,
            "guest": account.guest,
            "purse": hall.purse(account.id),
        },
        "version": __version__,
    }


async def who_am_i(request: Request) -> Response:
    """The present session."""
    return JSONResponse(me(account_of(request), hall_of(request)))


async def guest(request: Request) -> Response:
    """A guest sits down by name, for play money."""
    hall = hall_of(request)
    try:
        require_own_page(request)
        require_rate(hall.guests, request)
        body = await body_of(request, GuestBody)
        account, token = await hall.welcome_guest(body.name)
    except OpenfeltError as error:
        return error_answer(error)
    response = JSONResponse(me(account, hall))
    set_cookie(request, response, token)
    return response


async def log_in(request: Request) -> Response:
    """Log in, register, or use an invitation."""
    hall = hall_of(request)
    try:
        require_own_page(request)
        body = await body_of(request, LoginBody)
        require_rate(hall.log_ins, request)
        account = await admitted(hall, body, request)
        token = await hall.welcome(account)
        device = device_of(request)
        if not device or not hall.accounts.knows_device(device, account.id):
            device = await asyncio.to_thread(hall.accounts.remember_device, account, hall.now_ms())
    except OpenfeltError as error:
        return error_answer(error)
    response = JSONResponse(me(account, hall))
    set_cookie(request, response, token)
    set_device(request, response, device)
    return response


async def admitted(hall: Hall, body: LoginBody, request: Request) -> Account:
    """The account that a name and a password open; hashing happens beside the tables, not between them."""
    now = hall.now_ms()
    if body.invitation:
        account = await hall.tries.in_turn(hall.accounts.accept, body.invitation, body.name, body.password, now)
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


async def log_out(request: Request) -> Response:
    """End the session and close its sockets."""
    hall = hall_of(request)
    try:
        require_own_page(request)
    except OpenfeltError as error:
        return error_answer(error)
    account = account_of(request)
    key = await asyncio.to_thread(hall.accounts.end_session, request.cookies.get(cookie_name(request), ""))
    for one in hall.subscribers.of_player(account.id) if account is not None else ():
        if one.session == key:
            hall.end_connection(one, "logged-out", "you have logged out")
    response = JSONResponse({"account": None})
    response.delete_cookie(cookie_name(request), path="/")
    return response


async def change_password(request: Request) -> Response:
    """A new password; every session of the account ends, this one too."""
    hall = hall_of(request)
    try:
        require_own_page(request)
        account = require_account(request)
        require_rate(hall.log_ins, request)
        body = await body_of(request, PasswordBody)
        await hall.tries.in_turn(hall.accounts.change_password, account, body.old, body.new, is_known=True)
        hall.significant.note("PasswordChanged", {"account": account.id}, account.id)
        hall.end_sessions(account.id, "session-ended", "the password was changed")
    except OpenfeltError as error:
        return error_answer(error)
    response = JSONResponse({"account": None})
    response.delete_cookie(cookie_name(request), path="/")
    return response


async def invite(request: Request) -> Response:
    """An operator invites staff by a one-time link."""
    hall = hall_of(request)
    try:
        require_own_page(request)
        account = require_account(request)
        account.require("operator")
        body = await body_of(request, InviteBody)
        token = await asyncio.to_thread(hall.accounts.invite, body.roles, hall.now_ms())
        key = hash_token(token).hex()
        await hall.note("InvitationMade", {"roles": list(body.roles), "invitation": key}, account.id, f"invite {key}")
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"link": f"/?invitation={token}"})


async def invitation(request: Request) -> Response:
    """What a one-time link makes of whoever uses it; asking does not use it."""
    hall = hall_of(request)
    try:
        require_own_page(request)
        require_rate(hall.guests, request)
        body = await body_of(request, InvitationBody)
        roles = await asyncio.to_thread(hall.accounts.invited_roles, body.invitation, hall.now_ms())
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"roles": roles})


async def everyone(request: Request) -> Response:
    """The accounts with a password, and the newest guests, for an operator."""
    try:
        require_account(request).require("operator")
    except OpenfeltError as error:
        return error_answer(error)
    people = hall_of(request).accounts
    rows = [
        {"id": one.id, "name": one.name, "roles": one.roles, "guest": one.guest, "closed": closed}
        for one, closed in (*people.known(), *people.guests())
    ]
    return JSONResponse({"accounts": rows})


async def disable(request: Request) -> Response:
    """An operator closes an account: its sessions end and its sockets close at once."""
    hall = hall_of(request)
    try:
        require_own_page(request)
        account = require_account(request)
        account.require("operator")
        body = await body_of(request, DisableBody)
        found = hall.accounts.find(body.account)
        if found is None:
            raise NotAllowed(f"there is no account {body.account!r}", code="no-account")
        if found.id == account.id:
            raise NotAllowed("an operator cannot close the own account", code="own-account")
        if not body.reason.strip():
            raise NotAllowed("closing an account needs a reason", code="reason")
        await hall.disable(found, account, " ".join(body.reason.split())[:200])
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"done": True})
