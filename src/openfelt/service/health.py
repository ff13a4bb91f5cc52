"""Whether the room lives, whether it can be played in, and its counts, for programs that watch over it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from openfelt.errors import OpenfeltError
from openfelt.service.addresses import is_loopback_address
from openfelt.service.gate import Gate
from openfelt.service.hall import Hall
from openfelt.service.metrics import CONTENT_TYPE, Gauge
from openfelt.service.socket import is_loopback
from openfelt.service.web import address_of, error_answer, hall_of, is_direct, require_account

PATHS = ("/api/health", "/api/health/live", "/api/health/ready", "/metrics")


def troubles(hall: Hall) -> dict[str, Any]:
    """Why the room is not ready: what the journal failed with, which tables stopped and why; empty if it is."""
    found: dict[str, Any] = {}
    if hall.closing:
        found["closing"] = True
    if hall.journal.failure is not None:
        found["journal"] = type(hall.journal.failure).__name__
    if hall.shuffler.stopped:
        found["dealing"] = hall.shuffler.stopped
    if stopped := stopped_tables(hall):
        found["stopped"] = stopped
    return found


def stopped_tables(hall: Hall) -> dict[str, str]:
    """The tables that take no more requests, poker and house-banked ones, each with its reason."""
    tables = {name: one.stopped for name, one in hall.hosts.items() if one.stopped}
    return hall.broken | tables | {name: one.stopped for name, one in hall.pits.items() if one.stopped}


def gauges(hall: Hall, gate: Gate) -> Iterator[Gauge]:
    """What is looked up when somebody asks."""
    yield "openfelt_tables", "Poker tables and house-banked tables", len(hall.hosts) + len(hall.pits)
    yield "openfelt_tables_stopped", "Tables that take no more requests", len(stopped_tables(hall))
    yield "openfelt_ready", "1 if every table can be played at", float(not troubles(hall))
    yield "openfelt_dealing_stopped", "1 if the shuffle failed a test of itself", float(bool(hall.shuffler.stopped))
    yield "openfelt_hands_finished", "Hands that are over, since the tables opened", hands_finished(hall)
    yield "openfelt_sockets", "Players and spectators that are connected", len(hall.subscribers)
    yield "openfelt_connections", "Connections of every kind", len(gate)
    yield "openfelt_connections_most", "Connections of every kind that are let in", gate.most
    yield "openfelt_frames_waiting", "Frames that wait for slow readers", sum(one.waiting for one in hall.subscribers)
    yield "openfelt_journal_waiting", "Entries that wait for the disk", hall.journal.waiting
    yield "openfelt_journal_failed", "1 if the journal takes no more", float(hall.journal.failure is not None)
    yield "openfelt_lab_waiting", "Questions that wait for the lab", hall.calculations.waiting
    yield "openfelt_pages_waiting", "Pages that are being made", hall.press.waiting


def hands_finished(hall: Hall) -> int:
    """How many hands are over at all tables."""
    return sum(len(one.finished) for one in hall.hosts.values())


async def live(request: Request) -> Response:  # noqa: ARG001 - one signature for every route
    """200 as long as the process answers: a restart is due when this fails."""
    return JSONResponse({"live": True})


async def ready(request: Request) -> Response:
    """200 if every table can be played at; 503 with what is wrong."""
    found = troubles(hall_of(request))
    return JSONResponse({"ready": not found, **found}, 503 if found else 200)


async def health(request: Request) -> Response:
    """How much goes on; 503, with what is wrong, unless the room is ready."""
    hall = hall_of(request)
    counts = {"tables": len(hall.hosts), "connections": len(hall.subscribers), "refused": hall.refusals}
    found = troubles(hall)
    return JSONResponse({**counts, **found}, 503 if found else 200)


def is_from_here(request: Request) -> bool:
    """Whether a program of this machine asks for itself: under loopback's name, and nobody says that it passes this on.

    A proxy on the same machine that says nothing of the kind gives itself away by the name it was asked for.
    """
    named_so = is_loopback(request.headers.get("host", ""))
    return named_so and is_direct(request) and is_loopback_address(address_of(request))


async def metrics(request: Request) -> Response:
    """The counts as Prometheus reads them, for this machine and for operators."""
    try:
        if not is_from_here(request):
            require_account(request).require("operator")
    except OpenfeltError as error:
        return error_answer(error)
    return Response(hall_of(request).metrics.page(), headers={"content-type": CONTENT_TYPE})
