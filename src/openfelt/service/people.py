"""Routes about people: who asks, guests, log-in, log-out, invitations, closing an account."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from openfelt import __version__
from openfelt.errors import OpenfeltError
from openfelt.service.accounts import Account, BadLogin, NotAllowed, require_password
from openfelt.service.hall import Hall
from openfelt.service.web import (
    account_of,
    address_of,
    body_of,
    cookie_name,
    error_answer,
    hall_of,
    require_account,
    require_own_page,
    require_rate,
    set_cookie,
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
        require_rate(hall.log_ins, request, f"name {body.name.strip().casefold()[:64]}")
        account = await admitted(hall, body, address_of(request))
        token = await hall.welcome(account)
    except OpenfeltError as error:
        return error_answer(error)
    response = JSONResponse(me(account, hall))
    set_cookie(request, response, token)
    return response


async def admitted(hall: Hall, body: LoginBody, address: str) -> Account:
    """The account that a name and a password open; hashing happens beside the tables, not between them."""
    now = hall.now_ms()
    if body.invitation:
        account = await asyncio.to_thread(hall.accounts.accept, body.invitation, body.name, body.password, now)
        what = {"account": account.id, "roles": list(account.roles)}
        await hall.note("AccountInvited", what, account.id, f"invited {account.id}")
        return account
    if body.register:
        require_password(body.password)
        return await asyncio.to_thread(hall.accounts.open_account, body.name, ("player",), now, body.password)
    try:
        return await asyncio.to_thread(hall.accounts.log_in, body.name, body.password)
    except BadLogin:
        hall.significant.log_in_failed(hall.accounts.id_of(body.name), address)
        raise


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
        require_rate(hall.log_ins, request, f"name {account.name.casefold()}")
        body = await body_of(request, PasswordBody)
        await asyncio.to_thread(hall.accounts.change_password, account, body.old, body.new)
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
        now = hall.now_ms()
        token = await asyncio.to_thread(hall.accounts.invite, body.roles, now)
        await hall.note("InvitationMade", {"roles": list(body.roles)}, account.id, f"invite {account.id} {now}")
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"link": f"/?invitation={token}"})


async def everyone(request: Request) -> Response:
    """The accounts with a password, for an operator."""
    try:
        require_account(request).require("operator")
    except OpenfeltError as error:
        return error_answer(error)
    rows = [
        {"id": one.id, "name": one.name, "roles": one.roles, "closed": closed}
        for one, closed in hall_of(request).accounts.known()
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
