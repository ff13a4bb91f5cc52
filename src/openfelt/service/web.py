"""What every route of the page shares: who asks, what was sent, how an error is told."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from openfelt.errors import OpenfeltError
from openfelt.service import protocol as p
from openfelt.service.accounts import Account, NotAllowed
from openfelt.service.hall import Hall

COOKIE: Final = "openfelt"
CSRF_HEADER: Final = "x-openfelt"


def error_answer(error: OpenfeltError, status: int = 400) -> Response:
    """An error as HTTP tells it, in the same shape as on the socket."""
    return Response(msgspec.json.encode({"error": p.fault_of(error)}), status, media_type="application/json")


def hall_of(request: Request | WebSocket) -> Hall:
    """The room this application serves."""
    found = request.app.state.hall
    assert isinstance(found, Hall)
    return found


def account_of(request: Request | WebSocket) -> Account | None:
    """Who asks, by the session cookie."""
    name = cookie_name(request)
    token = request.cookies.get(name, "")
    return hall_of(request).accounts.session(token, Hall.now_ms()) if token else None


def cookie_name(request: Request | WebSocket) -> str:
    """`__Host-` under TLS; loopback is plain HTTP."""
    return f"__Host-{COOKIE}" if request.url.scheme in {"https", "wss"} else COOKIE


def set_cookie(request: Request, response: Response, token: str) -> None:
    """The session cookie: not readable by scripts, not sent from other sites."""
    secure = request.url.scheme == "https"
    response.set_cookie(cookie_name(request), token, httponly=True, samesite="strict", secure=secure, path="/")


def require_own_page(request: Request) -> None:
    """State changes need a header that other sites cannot send."""
    if request.headers.get(CSRF_HEADER) != "1":
        raise NotAllowed(f"the header {CSRF_HEADER} is missing", code="csrf")


async def body_of(request: Request, shape: Any) -> Any:  # noqa: ANN401 - the shape says what comes back
    """The body of a request, read strictly."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > p.MOST_BYTES:
            raise NotAllowed(f"a request has at most {p.MOST_BYTES} bytes", code="too-large")
    try:
        return msgspec.json.decode(data, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as bad:
        raise NotAllowed(f"the body cannot be read: {bad}", code="bad-body") from None
