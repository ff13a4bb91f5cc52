"""What every route of the page shares: who asks, what was sent, how an error is told."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from openfelt.errors import OpenfeltError
from openfelt.phrases import Name, phrase
from openfelt.service.doors.addresses import network_of
from openfelt.service.hall import Hall
from openfelt.service.machine.limits import Buckets
from openfelt.service.people.accounts import NotAllowed, Session
from openfelt.service.wire import protocol as p

COOKIE: Final = "openfelt"
DEVICE: Final = "openfelt-device"
DEVICE_S: Final = 400 * 24 * 3600  # as long as browsers keep a cookie
DIRECT: Final = "openfelt.direct"  # in the scope: whether nobody passed the request on
CSRF_HEADER: Final = "x-openfelt"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
STYLE: Final = re.compile("<style>(.*?)</style>", re.DOTALL)


def error_answer(error: OpenfeltError, status: int = 0) -> Response:
    """An error as HTTP tells it, in the same shape as on the socket."""
    body = msgspec.json.encode({"error": p.fault_of(error)})
    return Response(body, status or status_of(error), media_type="application/json")


def printed_page(html: str) -> Response:
    """A page for a printer that has its looks in itself: of all styles, its own are let in, by their hash."""
    own = (base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in STYLE.findall(html))
    policy = POLICY.replace("style-src 'self'", " ".join(("style-src", *(f"'sha256-{one}'" for one in own))))
    return Response(html, media_type="text/html", headers={"content-security-policy": policy})


def hall_of(request: Request | WebSocket) -> Hall:
    """The room this application serves."""
    found = request.app.state.hall
    assert isinstance(found, Hall)
    return found


def session_of(request: Request | WebSocket) -> Session | None:
    """The live session of the cookie."""
    token = request.cookies.get(cookie_name(request), "")
    hall = hall_of(request)
    return hall.accounts.session_of(token, hall.now_ms()) if token else None


def require_session(request: Request) -> Session:
    """The session of whoever asks, or a refusal."""
    session = session_of(request)
    if session is None:
        raise NotAllowed("log in first", code="not-logged-in")
    return session


def require_proved(session: Session) -> None:
    """Before money moves by order of staff, or a hidden card is shown: the password was given a short while ago."""
    if not session.is_proved:
        raise NotAllowed("give your password again", code="prove-yourself", legal=("your password",))


def status_of(error: OpenfeltError, otherwise: int = 400) -> int:
    """401 if not logged in, 403 if not allowed, 404 if not there, 429 if too often, 503 if too busy, else 400."""
    return {
        "not-logged-in": 401,
        "bad-login": 401,
        "not-allowed": 403,
        "not-your-office": 403,
        "prove-yourself": 403,
        "second-factor": 401,
        "second-factor-required": 403,
        "csrf": 403,
        "no-table": 404,
        "no-event": 404,
        "no-list": 404,
        "no-promotion": 404,
        "no-hand": 404,
        "no-share": 404,
        "too-many": 429,
        "lab-busy": 503,
        "pages-busy": 503,
    }.get(error.code, otherwise)


def address_of(request: Request) -> str:
    """Where a request comes from: the other end of the connection, or whom a trusted proxy names (see `Guard`)."""
    return request.client.host if request.client is not None else ""


def is_direct(request: Request) -> bool:
    """Whether the other end of the connection asks for itself: no header, from whomever, says it was passed on."""
    return bool(request.scope.get(DIRECT))


def require_rate(buckets: Buckets, request: Request, who: str = "") -> None:
    """Refuse an address that asks too often, or whoever is known there: many people may share an address."""
    hall = hall_of(request)
    if not buckets.takes(who or f"address {network_of(address_of(request))}", hall.clock.monotonic()):
        if buckets is hall.log_ins:
            hall.significant.locked_out(address_of(request))
        raise NotAllowed("too many tries; wait a minute", code="too-many")


def cookie_name(request: Request | WebSocket, name: str = COOKIE) -> str:
    """`__Host-` under TLS; loopback is plain HTTP."""
    return f"__Host-{name}" if request.url.scheme in {"https", "wss"} else name


def set_cookie(request: Request, response: Response, token: str) -> None:
    """The session cookie: not readable by scripts, not sent from other sites."""
    secure = request.url.scheme == "https"
    response.set_cookie(cookie_name(request), token, httponly=True, samesite="strict", secure=secure, path="/")


def drop_cookie(request: Request, response: Response) -> None:
    """Have the session cookie forgotten: said as it was set, or a browser under TLS would not heed it."""
    secure = request.url.scheme == "https"
    response.delete_cookie(cookie_name(request), httponly=True, samesite="strict", secure=secure, path="/")


def device_of(request: Request) -> str:
    """What the device was given when somebody logged in on it before. It opens nothing."""
    return request.cookies.get(cookie_name(request, DEVICE), "")


def set_device(request: Request, response: Response, token: str) -> None:
    """Let the device be known again when somebody logs in on it."""
    secure, name = request.url.scheme == "https", cookie_name(request, DEVICE)
    response.set_cookie(name, token, DEVICE_S, httponly=True, samesite="strict", secure=secure, path="/")


def require_own_page(request: Request) -> None:
    """State changes need a header that other sites cannot send."""
    if request.headers.get(CSRF_HEADER) != "1":
        raise NotAllowed(phrase("the header {header} is missing", header=Name(CSRF_HEADER)), code="csrf")


async def body_of(request: Request, shape: Any, most: int = p.MOST_BYTES) -> Any:  # noqa: ANN401 - as the shape says
    """The body of a request, read strictly."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise NotAllowed(phrase("a request has at most {most} bytes", most=most), code="too-large")
    try:
        return msgspec.json.decode(data, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
        raise NotAllowed(phrase("the body cannot be read: {bad}", bad=Name(str(bad))), code="bad-body") from None
