"""HTTP and WebSocket. Receives views and frames; never sees a hand."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from openfelt import __version__
from openfelt.errors import OpenfeltError
from openfelt.games import Sign, sign_lines
from openfelt.games.standard import standard_sign
from openfelt.journal import Store
from openfelt.rulebooks import RULEBOOK_KEYS, clause, rulebook
from openfelt.service import archive, floor_desk, lab
from openfelt.service import protocol as p
from openfelt.service.accounts import Account, NotAllowed, clean_name
from openfelt.service.demo import BOTS, NAMES, open_demo
from openfelt.service.feed import Subscriber
from openfelt.service.hall import Hall
from openfelt.service.web import account_of, body_of, cookie_name, error_answer, hall_of, require_own_page, set_cookie

FRAMES_PER_SECOND: Final = 20
BURST: Final = 60
SLOW_READER_S: Final = 20.0
MOST_CONNECTIONS: Final = 5_000
STATIC: Final = Path(str(files("openfelt.service") / "static"))

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


class Guard:
    """Security headers on every answer; HSTS under TLS."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers as the answer starts."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = list(HEADERS)
                if scope.get("scheme") == "https":
                    added.append((b"strict-transport-security", b"max-age=31536000"))
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        await self.app(scope, receive, guarded)


class GuestBody(msgspec.Struct, forbid_unknown_fields=True):
    """A guest's name."""

    name: str


class LoginBody(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password; `invitation` for a one-time link."""

    name: str
    password: str
    invitation: str = ""
    register: bool = False


def me(account: Account | None, hall: Hall) -> dict[str, Any]:
    """Who you are, for the page."""
    if account is None:
        return {"account": None, "version": __version__}
    purse = hall.purse(account.id)
    return {
        "account": {
            "id": account.id,
            "name": account.name,
            "roles": account.roles,
            "guest": account.guest,
            "purse": purse,
        },
        "version": __version__,
    }


async def who_am_i(request: Request) -> Response:
    """The present session."""
    return JSONResponse(me(account_of(request), hall_of(request)))


async def guest(request: Request) -> Response:
    """A guest sits down by name, for play money."""
    try:
        require_own_page(request)
        body = await body_of(request, GuestBody)
        account, token = await hall_of(request).welcome_guest(body.name)
    except OpenfeltError as error:
        return error_answer(error)
    response = JSONResponse(me(account, hall_of(request)))
    set_cookie(request, response, token)
    return response


async def log_in(request: Request) -> Response:
    """Log in, register, or use an invitation."""
    hall = hall_of(request)
    try:
        require_own_page(request)
        body = await body_of(request, LoginBody)
        now = hall.now_ms()
        if body.invitation:
            account = await asyncio.to_thread(hall.accounts.accept, body.invitation, body.name, body.password, now)
        elif body.register:
            account = await asyncio.to_thread(hall.accounts.open_account, body.name, ("player",), now, body.password)
        else:
            account = await asyncio.to_thread(hall.accounts.log_in, body.name, body.password)
        await hall.issue(account.id, 1_000_000, f"issue {account.id}")
        token = hall.accounts.start_session(account, now)
    except OpenfeltError as error:
        return error_answer(error)
    response = JSONResponse(me(account, hall))
    set_cookie(request, response, token)
    return response


async def log_out(request: Request) -> Response:
    """End the session and close its sockets."""
    try:
        require_own_page(request)
    except OpenfeltError as error:
        return error_answer(error)
    hall = hall_of(request)
    account = account_of(request)
    token = request.cookies.get(cookie_name(request), "")
    hall.accounts.end_session(token)
    if account is not None:
        for one in [one for one in hall.subscribers if one.player == account.id]:
            one.put(p.write_frame(p.Goodbye(error=p.Fault("logged-out", (), "you have logged out"))))
            one.end()
    response = JSONResponse({"account": None})
    response.delete_cookie(cookie_name(request), path="/")
    return response


async def rules_index(request: Request) -> Response:  # noqa: ARG001 - one signature for every route
    """The rulebooks."""
    books = [{"key": key, "title": rulebook(key).title, "clauses": len(rulebook(key))} for key in RULEBOOK_KEYS]
    return JSONResponse({"rulebooks": books})


async def rules_of(request: Request) -> Response:
    """Every clause of one rulebook, in its order."""
    try:
        book = rulebook(request.path_params["key"])
    except OpenfeltError as error:
        return error_answer(error, 404)
    rows = [
        {"number": one.number, "kind": one.kind, "text": one.requirement, "behaviour": one.behaviour, "note": one.note}
        for one in book.values()
    ]
    return JSONResponse({"key": book.key, "title": book.title, "clauses": rows})


async def rule(request: Request) -> Response:
    """One clause by its citation."""
    try:
        one = clause(request.query_params.get("cite", ""))
    except OpenfeltError as error:
        return error_answer(error, 404)
    return JSONResponse(
        {"cite": one.cite, "kind": one.kind, "text": one.requirement, "behaviour": one.behaviour, "note": one.note}
    )


async def health(request: Request) -> Response:
    """Whether the room is running."""
    hall = hall_of(request)
    return JSONResponse({"tables": len(hall.hosts), "connections": len(hall.subscribers), "refused": hall.refusals})


async def schema(request: Request) -> Response:  # noqa: ARG001 - one signature for every route
    """JSON Schema of the socket protocol."""
    return JSONResponse(p.schema())


class Throttle:
    """So many frames a second with a burst; more closes the connection."""

    def __init__(self) -> None:
        self.times: deque[float] = deque()

    def allows(self) -> bool:
        """Whether one more frame is within the limit."""
        now = time.monotonic()
        while self.times and now - self.times[0] > BURST / FRAMES_PER_SECOND:
            self.times.popleft()
        self.times.append(now)
        return len(self.times) <= BURST


def origin_allowed(socket: WebSocket) -> bool:
    """The page must come from this very server: scheme, host and port equal, nothing like it."""
    origin = socket.headers.get("origin")
    host = socket.headers.get("host", "")
    scheme = "https" if socket.url.scheme == "wss" else "http"
    return origin == f"{scheme}://{host}"


async def socket(websocket: WebSocket) -> None:
    """One connection: authenticated before it is accepted, then frames both ways."""
    hall = hall_of(websocket)
    account = account_of(websocket)
    if account is None or not origin_allowed(websocket) or len(hall.subscribers) >= MOST_CONNECTIONS:
        await websocket.close(1008)
        return
    await websocket.accept()
    one = Subscriber(account.id)
    hall.subscribers.add(one)
    hello = p.Welcome(
        protocol=p.PROTOCOL_VERSION,
        player=account.id,
        name=account.name,
        roles=account.roles,
        purse=hall.purse(account.id),
    )
    one.put(p.write_frame(hello))
    sender = asyncio.create_task(send_frames(websocket, one))
    try:
        await receive_frames(websocket, hall, account, one)
    except WebSocketDisconnect:
        pass
    finally:
        hall.subscribers.discard(one)
        one.end()
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sender


async def send_frames(websocket: WebSocket, one: Subscriber) -> None:
    """Frames out, in order; a reader that does not read is let go."""
    while True:
        data = await one.queue.get()
        if data is None:
            with contextlib.suppress(RuntimeError):
                await websocket.close(1001)
            return
        try:
            await asyncio.wait_for(websocket.send_text(data.decode()), SLOW_READER_S)
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            with contextlib.suppress(RuntimeError):
                await websocket.close(1013)
            return


async def receive_frames(websocket: WebSocket, hall: Hall, account: Account, one: Subscriber) -> None:
    """Frames in: each is answered; too many, or too large, end the connection."""
    throttle = Throttle()
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        data = message.get("text") if message.get("text") is not None else message.get("bytes")
        if not throttle.allows():
            one.put(
                p.write_frame(p.Goodbye(error=p.Fault("too-many", (), f"at most {FRAMES_PER_SECOND} frames a second")))
            )
            one.end()
            return
        if data is None or len(data) > p.MOST_BYTES:
            await websocket.close(1009)
            return
        await answer(hall, account, one, data)


async def answer(hall: Hall, account: Account, one: Subscriber, data: bytes | str) -> None:
    """Carry out one frame and answer it: done, or refused with the reason."""
    frame_id = ""
    try:
        frame = p.read_frame(data)
        frame_id = frame.id
        await hall.handle(account, one, frame)
    except OpenfeltError as error:
        hall.refusals += 1
        one.put(p.write_frame(p.Refused(id=frame_id, error=p.fault_of(error))))
        return
    except Exception as fault:
        hall.refusals += 1
        one.put(
            p.write_frame(
                p.Refused(id=frame_id, error=p.Fault("server-fault", (), "a fault of ours; nothing was lost"))
            )
        )
        hall.report_fault(fault)
        return
    one.put(p.write_frame(p.Done(id=frame_id)))


def hand_route(make: Callable[[Hall, str, int, Account | None], Any], media: str) -> Callable[[Request], Any]:
    """A route that tells about one finished hand in the reader's own view."""

    async def answer_hand(request: Request) -> Response:
        number = request.path_params["number"]
        try:
            made = make(hall_of(request), request.path_params["table"], number, account_of(request))
        except OpenfeltError as error:
            return error_answer(error, 404)
        if isinstance(made, str):
            return Response(
                made, media_type=media, headers={"content-disposition": f'attachment; filename="hand-{number}"'}
            )
        return Response(p.write_frame(made), media_type=media)

    return answer_hand


class InspectBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which hand to open, and why."""

    table: str
    number: int
    reason: str


async def inspect_hand(request: Request) -> Response:
    """An inspector's recorded request to see a finished hand whole."""
    try:
        require_own_page(request)
        account = require_account(request)
        body = await body_of(request, InspectBody)
        await archive.inspect(hall_of(request), body.table, body.number, account, body.reason)
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"done": True})


def require_account(request: Request) -> Account:
    """Who asks, or a refusal."""
    account = account_of(request)
    if account is None:
        raise NotAllowed("log in first", code="not-logged-in")
    return account


async def sign_of(request: Request) -> Response:
    """The sign beside a table, line by line, with the clauses that ask for it."""
    try:
        host = hall_of(request).host(request.path_params["table"])
    except OpenfeltError as error:
        return error_answer(error, 404)
    lines = [{"text": line.text, "cites": line.cites} for line in sign_lines(host.table.sign)]
    return JSONResponse({"table": host.table.name, "lines": lines})


async def hands_of(request: Request) -> Response:
    """The finished hands of a table."""
    try:
        host = hall_of(request).host(request.path_params["table"])
    except OpenfeltError as error:
        return error_answer(error, 404)
    return JSONResponse({"table": host.table.name, "hands": sorted(host.finished)[-500:]})


class TableBody(msgspec.Struct, forbid_unknown_fields=True):
    """A table to open: its name, its game and what differs from the usual sign."""

    name: str
    rulebook: str
    game: str
    bots: int = 0
    live: bool = False
    changes: dict[str, Any] = {}


async def open_table(request: Request) -> Response:
    """An operator puts up a sign and opens a table."""
    hall = hall_of(request)
    try:
        require_own_page(request)
        account = require_account(request)
        account.require("operator")
        body = await body_of(request, TableBody)
        sign = msgspec.convert({**msgspec.to_builtins(standard_sign(body.rulebook, body.game)), **body.changes}, Sign)
        host = await hall.open_table(clean_name(body.name), sign, actor=account.id, live=body.live)
        for seat in range(2, min(body.bots + 2, sign.seats + 1)):
            await hall.seat_bot(host, seat, BOTS[seat % len(BOTS)], f"{NAMES[seat % len(NAMES)]} of {host.table.name}")
    except msgspec.ValidationError as bad:
        return error_answer(NotAllowed(f"the sign cannot be read: {bad}", code="bad-sign"))
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"table": host.table.name})


async def page(request: Request) -> Response:  # noqa: ARG001 - one signature for every route
    """The client; every path of the page is the same document."""
    index = STATIC / "index.html"
    if not index.exists():
        return Response("The client has not been built: run `make web`.", 503, media_type="text/plain")
    return Response(index.read_bytes(), media_type="text/html")


def build(data: Path, *, demo: bool = True, pace: float = 1.0, store: Store | None = None) -> Starlette:
    """The application over a data directory."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hall = Hall(data, pace=pace, store=store)
        app.state.hall = hall
        await hall.start()
        if demo:
            await open_demo(hall)
        yield
        await hall.close()

    routes = [
        Route("/api/me", who_am_i),
        Route("/api/guest", guest, methods=["POST"]),
        Route("/api/login", log_in, methods=["POST"]),
        Route("/api/logout", log_out, methods=["POST"]),
        Route("/api/rules", rules_index),
        Route("/api/rules/{key}", rules_of),
        Route("/api/rule", rule),
        Route("/api/sign/{table}", sign_of),
        Route("/api/tables", open_table, methods=["POST"]),
        Route("/api/hands/{table}", hands_of),
        Route("/api/hands/{table}/{number:int}", hand_route(archive.replay_document, "application/json")),
        Route("/api/hands/{table}/{number:int}.phh", hand_route(archive.phh_document, "text/plain")),
        Route("/api/hands/{table}/{number:int}.txt", hand_route(archive.text_document, "text/plain")),
        Route("/api/proofs/{table}/{number:int}", hand_route(archive.proof_document, "application/json")),
        Route("/api/inspect", inspect_hand, methods=["POST"]),
        Route("/api/floor/{table}", floor_desk.desk),
        Route("/api/floor/{table}/rule", floor_desk.rule, methods=["POST"]),
        Route("/api/floor/{table}/apply", floor_desk.apply, methods=["POST"]),
        Route("/api/floor/{table}/freeze", floor_desk.freeze, methods=["POST"]),
        Route("/api/equity", lab.equity_route),
        Route("/api/edge/{game}", lab.edge_route),
        Route("/api/health", health),
        Route("/api/schema", schema),
        WebSocketRoute("/api/socket", socket),
    ]
    if (STATIC / "assets").exists():
        routes.append(Mount("/assets", StaticFiles(directory=STATIC / "assets")))
    routes.append(Route("/{path:path}", page))
    return Starlette(routes=routes, middleware=[Middleware(Guard)], lifespan=lifespan)
