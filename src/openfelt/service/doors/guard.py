"""Stands before every route: who asks and how often, whether the request was made to this server, and safe headers."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openfelt.errors import OpenfeltError
from openfelt.service.doors import health
from openfelt.service.doors.addresses import Headers, Proxies, is_loopback_address, is_passed_on, network_of
from openfelt.service.doors.socket import is_loopback
from openfelt.service.doors.web import DIRECT, POLICY, error_answer
from openfelt.service.hall import Hall
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.wire import protocol as p

HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
)

FAULT: Final = msgspec.json.encode(
    {"error": p.Fault("server-fault", (), "a fault of ours; what was acknowledged stands")}
)
SOCKET_SCHEMES: Final = {"https": "wss", "http": "ws"}


class Guard:
    """Security headers on every answer; HSTS under TLS. A request made to a name that is not ours is refused.

    `own_authority`: the certificate is of the room's own making, and no HSTS is sent: a browser that has it lets nobody
    past its warning any more, once it does not trust that authority.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str], proxies: Proxies, *, own_authority: bool = False) -> None:
        self.app = app
        self.hosts = hosts
        self.proxies = proxies
        self.own_authority = own_authority

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say where the request comes from, refuse it or pass it on, and add the headers as the answer starts."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        hall: Hall = scope["app"].state.hall
        try:
            self.locate(scope)
            require_often_enough(hall, scope)
        except OpenfeltError as error:
            await refuse(error, scope, receive, self.answering(scope, send, hall))
            return
        if scope["type"] == "websocket":
            await self.contained(scope, receive, send, b"")
            return
        guarded = self.answering(scope, send, hall)
        if self.is_ours(scope):
            await self.contained(scope, receive, guarded, FAULT)
        else:
            await Response("This server has another name.", 421)(scope, receive, guarded)

    def locate(self, scope: Scope) -> None:
        """Put the address and the scheme of who asks where every route looks for them."""
        peer, port = scope.get("client") or ("", 0)
        headers: Headers = scope["headers"]
        origin = self.proxies.origin(peer, headers)
        scope[DIRECT] = origin.address == peer and not is_passed_on(headers)
        if origin.address != peer:
            scope["client"] = (origin.address, 0)
        else:
            scope["client"] = (peer, port)
        if origin.scheme:
            scope["scheme"] = SOCKET_SCHEMES[origin.scheme] if scope["type"] == "websocket" else origin.scheme

    def is_ours(self, scope: Scope) -> bool:
        """Whether the Host header names this server: a configured one, or loopback. This machine may watch it."""
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        if not self.hosts:
            return is_loopback(host)
        watching = scope["path"] in health.PATHS and scope[DIRECT] and is_loopback_address(scope["client"][0])
        return host in self.hosts or (watching and is_loopback(host))

    def answering(self, scope: Scope, send: Send, hall: Hall) -> Any:  # noqa: ANN401 - a Send
        """Send with the security headers, and count the answer."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                hall.metrics.answers.labels(str(message["status"])).inc()
                added = list(HEADERS)
                if scope.get("scheme") == "https" and not self.own_authority:
                    added.append((b"strict-transport-security", b"max-age=31536000"))
                own = list(message.get("headers", ()))
                said = {name for name, _ in own}  # a page for a printer has a policy of its own
                message["headers"] = [*own, *(one for one in added if one[0] not in said)]
            await send(message)

        return guarded

    async def contained(self, scope: Scope, receive: Receive, send: Send, answer: bytes) -> None:
        """A fault of ours is told and logged by its kind and place alone: its text may name what was in hand there."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except ClientDisconnect:
            pass  # whoever asked hung up before the request was whole
        except Exception as fault:
            scope["app"].state.hall.report_fault(fault)
            if answer and not begun:
                await Response(answer, 500, media_type="application/json")(scope, receive, send)


def require_often_enough(hall: Hall, scope: Scope) -> None:
    """Refuse an address that asks for more than its share of requests of every kind."""
    if not hall.request_rate.takes(network_of(scope["client"][0]), hall.clock.monotonic()):
        raise NotAllowed("too many requests from your address; wait a moment", code="too-many")


async def refuse(error: OpenfeltError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request that goes no further, and let its connection end."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    response = error_answer(error)
    response.headers["connection"] = "close"
    await response(scope, receive, send)
