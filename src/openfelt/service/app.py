"""HTTP and WebSocket. Receives views, frames and whole documents of finished hands; imports nothing of the table."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
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

from openfelt.errors import OpenfeltError
from openfelt.journal import StorageFailed, Store
from openfelt.service import archive, downloads, floor_desk, health, lab, operating, pages, people
from openfelt.service.accounts import NotAllowed
from openfelt.service.addresses import Proxies
from openfelt.service.demo import open_demo
from openfelt.service.gate import Gate
from openfelt.service.guard import Guard
from openfelt.service.hall import Hall
from openfelt.service.limits import Limits
from openfelt.service.metrics import Metrics
from openfelt.service.socket import socket
from openfelt.service.web import body_of, error_answer, hall_of, require_account, require_own_page

STATIC: Final = Path(str(files("openfelt.service") / "static"))


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
    proxies: Proxies | None = None,
    limits: Limits | None = None,
    **settings: Any,  # noqa: ANN401 - the hall's own
) -> Starlette:
    """The application over a data directory. `origins` are the pages it serves; without any, loopback's own."""
    limits, proxies, metrics = limits or Limits(), proxies or Proxies(), Metrics()
    gate = Gate(limits, proxies=proxies, metrics=metrics)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            hall = Hall(data, pace=pace, store=store, limits=limits, metrics=metrics, **settings)
            app.state.hall = hall
            app.state.closing = hall.calculations.close
            metrics.watch(lambda: health.gauges(hall, gate))
            await hall.start()
            await hall.open_record()
            if demo:
                await open_demo(hall)
        except (StorageFailed, OpenfeltError) as fault:
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
        Route("/api/invitation", people.invitation, methods=["POST"]),
        Route("/api/accounts", people.everyone),
        Route("/api/disable", people.disable, methods=["POST"]),
        Route("/api/rules", pages.rules_index),
        Route("/api/rules/{key}", pages.rules_of),
        Route("/api/rule", pages.rule),
        Route("/api/conformance", pages.conformance_of_all),
        Route("/api/games", operating.games),
        Route("/api/signs", operating.try_sign, methods=["POST"]),
        Route("/api/sign/{table}", pages.sign_of),
        Route("/api/tables", operating.open_table, methods=["POST"]),
        Route("/api/notice/{table}", operating.give_notice, methods=["POST"]),
        Route("/api/report", operating.report),
        Route("/api/hands/{table}", pages.hands_of),
        Route("/api/hands/{table}/{number:int}", pages.hand_route(archive.replay_document, "application/json")),
        Route("/api/hands/{table}/{number:int}.phh", pages.hand_route(downloads.phh_document, "text/plain", "phh")),
        Route("/api/hands/{table}/{number:int}.txt", pages.hand_route(downloads.text_document, "text/plain", "txt")),
        Route("/api/proofs/{table}/{number:int}", pages.hand_route(archive.proof_document, "application/json")),
        Route("/api/inspect", inspect_hand, methods=["POST"]),
        Route("/api/floor", floor_desk.called),
        Route("/api/floor/{table}", floor_desk.desk),
        Route("/api/floor/{table}/rule", floor_desk.rule, methods=["POST"]),
        Route("/api/floor/{table}/apply", floor_desk.apply, methods=["POST"]),
        Route("/api/floor/{table}/power", floor_desk.power, methods=["POST"]),
        Route("/api/floor/{table}/use", floor_desk.use, methods=["POST"]),
        Route("/api/floor/{table}/let-back", floor_desk.let_back, methods=["POST"]),
        Route("/api/floor/{table}/lift", floor_desk.lift, methods=["POST"]),
        Route("/api/floor/{table}/mute", floor_desk.mute, methods=["POST"]),
        Route("/api/floor/{table}/freeze", floor_desk.freeze, methods=["POST"]),
        Route("/api/floor/{table}/answer", floor_desk.answer, methods=["POST"]),
        Route("/api/lab", lab.games_route),
        Route("/api/equity", lab.equity_route),
        Route("/api/edge/{game}", lab.edge_route),
        Route("/api/health", health.health),
        Route("/api/health/live", health.live),
        Route("/api/health/ready", health.ready),
        Route("/metrics", health.metrics),
        Route("/api/schema", pages.schema),
        WebSocketRoute("/api/socket", socket),
    ]
    if (STATIC / "assets").exists():
        routes.append(Mount("/assets", StaticFiles(directory=STATIC / "assets")))
    routes.append(Route("/{path:path}", page))
    hosts = frozenset(origin.partition("://")[2] for origin in origins)
    app = Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts, proxies=proxies)], lifespan=lifespan)
    app.state.origins = origins
    app.state.gate = gate
    app.state.closing = lambda: None  # what ends at once when the server stops
    app.state.unfit = ""  # why the room could not start
    return app
