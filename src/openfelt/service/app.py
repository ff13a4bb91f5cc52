"""HTTP and WebSocket. Receives views, frames and whole documents of finished hands; imports nothing of the table."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles

from openfelt.books.book import read_books
from openfelt.errors import BrokenBook, OpenfeltError
from openfelt.journal import StorageFailed, Store
from openfelt.phrases import Name, phrase
from openfelt.service.demo import open_demo
from openfelt.service.doors import health
from openfelt.service.doors.addresses import Proxies
from openfelt.service.doors.gate import Gate
from openfelt.service.doors.guard import Guard
from openfelt.service.doors.routing import ANYONE, Asked, Row, unrouted
from openfelt.service.doors.socket import socket
from openfelt.service.hall import Hall
from openfelt.service.machine.limits import Limits
from openfelt.service.machine.metrics import Metrics
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.routes import ROUTES

if TYPE_CHECKING:
    from openfelt.service.doors.authority import Authority  # a room without its own certificate starts without it

STATIC: Final = Path(str(files("openfelt.service") / "static"))
# What a phone installs: the only files outside of the assets, each at the root, as browsers want it.
AT_ROOT: Final = {
    "sw.js": "text/javascript",
    "manifest.webmanifest": "application/manifest+json",
    "offline.html": "text/html",
    "offline.css": "text/css",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
}


def page(asked: Asked[None, None]) -> Response:
    """The client; every path of the page is the same document, but for what a phone installs."""
    if asked.path["path"].startswith("api/"):
        raise NotAllowed(phrase("there is nothing at {path}", path=Name(asked.request.url.path[:80])), code="not-found")
    index = STATIC / "index.html"
    kind = AT_ROOT.get(asked.path["path"], "")
    if kind and index.exists():
        return Response((STATIC / asked.path["path"]).read_bytes(), media_type=kind)
    if not index.exists():
        return Response("The client has not been built: run `make setup`.", 503, media_type="text/plain")
    return Response(index.read_bytes(), media_type="text/html")


CLIENT: Final = Row("GET", "/{path:path}", ANYONE, page, otherwise=404)


def build(
    data: Path,
    *,
    demo: bool = True,
    pace: float = 1.0,
    store: Store | None = None,
    origins: frozenset[str] = frozenset(),
    proxies: Proxies | None = None,
    limits: Limits | None = None,
    authority: Authority | None = None,
    prepare: Callable[[Hall], Awaitable[None]] | None = None,
    **settings: Any,  # noqa: ANN401 - the hall's own
) -> Starlette:
    """The application over a data directory. `origins` are the pages it serves; without any, loopback's own.

    `authority`: the room's own, that its certificate comes from, if it does. `prepare`: what is set up in it first.
    """
    limits, proxies, metrics = limits or Limits(), proxies or Proxies(), Metrics()
    gate = Gate(limits, proxies=proxies, metrics=metrics)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            read_books()  # the room does not start with half a book
            hall = Hall(data, pace=pace, store=store, limits=limits, metrics=metrics, **settings)
            app.state.hall = hall
            app.state.closing = hall.calculations.close
            metrics.watch(lambda: health.gauges(hall, gate))
            await hall.start()
            await hall.open_record()
            if demo:
                await open_demo(hall)
            if prepare is not None:
                await prepare(hall)
        except (StorageFailed, OpenfeltError, BrokenBook) as fault:
            app.state.unfit = str(fault)
            raise
        yield
        await hall.close()

    routes: list[BaseRoute] = [*(row.route() for row in ROUTES), WebSocketRoute("/api/socket", socket)]
    if (STATIC / "assets").exists():
        routes.append(Mount("/assets", StaticFiles(directory=STATIC / "assets")))
    routes.append(CLIENT.route())
    hosts = frozenset(origin.partition("://")[2] for origin in origins)
    guard = Middleware(Guard, hosts=hosts, proxies=proxies, own_authority=authority is not None)
    app = Starlette(routes=routes, middleware=[guard], lifespan=lifespan, exception_handlers={HTTPException: unrouted})
    app.state.origins = origins
    app.state.gate = gate
    app.state.authority = authority
    app.state.closing = lambda: None  # what ends at once when the server stops
    app.state.unfit = ""  # why the room could not start
    return app
