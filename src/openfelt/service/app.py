"""HTTP and WebSocket. Receives views, frames and whole documents of finished hands; imports nothing of the table."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openfelt.errors import OpenfeltError
from openfelt.games import Sign, sign_lines
from openfelt.journal import StorageFailed, Store
from openfelt.rulebooks import RULEBOOK_KEYS, clause, rulebook
from openfelt.rulebooks.conformance import conformance
from openfelt.service import archive, downloads, floor_desk, lab, operating, people
from openfelt.service import protocol as p
from openfelt.service.accounts import Account, NotAllowed
from openfelt.service.demo import open_demo
from openfelt.service.hall import Hall
from openfelt.service.socket import is_loopback, socket
from openfelt.service.web import account_of, body_of, error_answer, hall_of, require_account, require_own_page

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

FAULT: Final = msgspec.json.encode(
    {"error": p.Fault("server-fault", (), "a fault of ours; what was acknowledged stands")}
)


class Guard:
    """Security headers on every answer; HSTS under TLS. A request made to a name that is not ours is refused."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self.app = app
        self.hosts = hosts

    def is_ours(self, scope: Scope) -> bool:
        """Whether the Host header names this server; without named hosts, loopback."""
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        return host in self.hosts if self.hosts else is_loopback(host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers as the answer starts."""
        if scope["type"] == "websocket":
            await self.contained(scope, receive, send, b"")
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if not self.is_ours(scope):
            await Response("This server has another name.", 421)(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = list(HEADERS)
                if scope.get("scheme") == "https":
                    added.append((b"strict-transport-security", b"max-age=31536000"))
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        await self.contained(scope, receive, guarded, FAULT)

    async def contained(self, scope: Scope, receive: Receive, send: Send, answer: bytes) -> None:
        """A fault of ours is told and logged by its kind and place alone: its text may name what was in hand there."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception as fault:
            scope["app"].state.hall.report_fault(fault)
            if answer and not begun:
                await Response(answer, 500, media_type="application/json")(scope, receive, send)


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


async def conformance_of_all(request: Request) -> Response:  # noqa: ARG001 - one signature for every route
    """How each clause is kept: enforced, recorded or open, as the stories show it."""
    return JSONResponse({"clauses": {cite: one.status for cite, one in conformance().items()}})


async def health(request: Request) -> Response:
    """Whether the room is running."""
    hall = hall_of(request)
    return JSONResponse({"tables": len(hall.hosts), "connections": len(hall.subscribers), "refused": hall.refusals})


async def schema(request: Request) -> Response:  # noqa: ARG001 - one signature for every route
    """JSON Schema of the socket protocol."""
    return JSONResponse(p.schema())


def attachment(name: str) -> str:
    r"""A header that names a download (RFC 6266): in plain letters, and again whole where the name has others.

    >>> attachment("Sydney-5.phh")
    'attachment; filename="Sydney-5.phh"'
    >>> attachment('"Zoë"-5.txt')
    'attachment; filename="_Zo__-5.txt"; filename*=UTF-8\'\'%22Zo%C3%AB%22-5.txt'
    """
    plain = re.sub(r"[^A-Za-z0-9 ._-]", "_", name)
    whole = "" if plain == name else f"; filename*=UTF-8''{quote(name, safe='')}"
    return f'attachment; filename="{plain}"{whole}'


def hand_route(
    make: Callable[[Hall, str, int, Account | None], Any], media: str, ending: str = ""
) -> Callable[[Request], Any]:
    """A route that tells about one finished hand in the reader's own view."""

    async def answer_hand(request: Request) -> Response:
        table, number = request.path_params["table"], request.path_params["number"]
        try:
            made = make(hall_of(request), table, number, account_of(request))
        except OpenfeltError as error:
            return error_answer(error, 404)
        if isinstance(made, str):
            named = {"content-disposition": attachment(f"{table}-{number}.{ending}")}
            return Response(made, media_type=media, headers=named)
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


async def sign_of(request: Request) -> Response:
    """The sign beside a table, line by line, with the clauses that ask for it."""
    hall, table = hall_of(request), request.path_params["table"]
    try:
        sign = hall.pits[table].round.sign if table in hall.pits else hall.host(table).table.sign
    except OpenfeltError as error:
        return error_answer(error, 404)
    values = msgspec.to_builtins(sign) if isinstance(sign, Sign) else None
    printed = sign_lines(sign) if isinstance(sign, Sign) else sign.lines()
    lines = [{"text": line.text, "cites": line.cites} for line in printed]
    return JSONResponse({"table": table, "lines": lines, "sign": values})


async def hands_of(request: Request) -> Response:
    """The finished hands of a table."""
    try:
        host = hall_of(request).host(request.path_params["table"])
    except OpenfeltError as error:
        return error_answer(error, 404)
    return JSONResponse({"table": host.table.name, "hands": sorted(host.finished)[-500:]})


async def page(request: Request) -> Response:
    """The client; every path of the page is the same document."""
    if request.path_params["path"].startswith("api/"):
        return error_answer(NotAllowed(f"there is nothing at {request.url.path[:80]}", code="not-found"), 404)
    index = STATIC / "index.html"
    if not index.exists():
        return Response("The client has not been built: run `make setup`.", 503, media_type="text/plain")
    return Response(index.read_bytes(), media_type="text/html")


def build(
    data: Path,
    *,
    demo: bool = True,
    pace: float = 1.0,
    store: Store | None = None,
    origins: frozenset[str] = frozenset(),
    **settings: Any,  # noqa: ANN401 - the hall's own
) -> Starlette:
    """The application over a data directory. `origins` are the pages it serves; without any, loopback's own."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hall = Hall(data, pace=pace, store=store, **settings)
        app.state.hall = hall
        try:
            await hall.start()
            await hall.open_record()
            if demo:
                await open_demo(hall)
        except StorageFailed as fault:
            app.state.unfit = str(fault)
            raise
        yield
        await hall.close()

    routes = [
        Route("/api/me", people.who_am_i),
        Route("/api/guest", people.guest, methods=["POST"]),
        Route("/api/login", people.log_in, methods=["POST"]),
        Route("/api/logout", people.log_out, methods=["POST"]),
        Route("/api/password", people.change_password, methods=["POST"]),
        Route("/api/invite", people.invite, methods=["POST"]),
        Route("/api/accounts", people.everyone),
        Route("/api/disable", people.disable, methods=["POST"]),
        Route("/api/rules", rules_index),
        Route("/api/rules/{key}", rules_of),
        Route("/api/rule", rule),
        Route("/api/conformance", conformance_of_all),
        Route("/api/games", operating.games),
        Route("/api/signs", operating.try_sign, methods=["POST"]),
        Route("/api/sign/{table}", sign_of),
        Route("/api/tables", operating.open_table, methods=["POST"]),
        Route("/api/notice/{table}", operating.give_notice, methods=["POST"]),
        Route("/api/report", operating.report),
        Route("/api/hands/{table}", hands_of),
        Route("/api/hands/{table}/{number:int}", hand_route(archive.replay_document, "application/json")),
        Route("/api/hands/{table}/{number:int}.phh", hand_route(downloads.phh_document, "text/plain", "phh")),
        Route("/api/hands/{table}/{number:int}.txt", hand_route(downloads.text_document, "text/plain", "txt")),
        Route("/api/proofs/{table}/{number:int}", hand_route(archive.proof_document, "application/json")),
        Route("/api/inspect", inspect_hand, methods=["POST"]),
        Route("/api/floor", floor_desk.called),
        Route("/api/floor/{table}", floor_desk.desk),
        Route("/api/floor/{table}/rule", floor_desk.rule, methods=["POST"]),
        Route("/api/floor/{table}/apply", floor_desk.apply, methods=["POST"]),
        Route("/api/floor/{table}/power", floor_desk.power, methods=["POST"]),
        Route("/api/floor/{table}/use", floor_desk.use, methods=["POST"]),
        Route("/api/floor/{table}/let-back", floor_desk.let_back, methods=["POST"]),
        Route("/api/floor/{table}/freeze", floor_desk.freeze, methods=["POST"]),
        Route("/api/floor/{table}/answer", floor_desk.answer, methods=["POST"]),
        Route("/api/lab", lab.games_route),
        Route("/api/equity", lab.equity_route),
        Route("/api/edge/{game}", lab.edge_route),
        Route("/api/health", health),
        Route("/api/schema", schema),
        WebSocketRoute("/api/socket", socket),
    ]
    if (STATIC / "assets").exists():
        routes.append(Mount("/assets", StaticFiles(directory=STATIC / "assets")))
    routes.append(Route("/{path:path}", page))
    hosts = frozenset(origin.partition("://")[2] for origin in origins)
    app = Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts)], lifespan=lifespan)
    app.state.origins = origins
    app.state.unfit = ""  # why the room could not start
    return app
