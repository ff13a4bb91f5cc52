"""Whether the room lives, whether it can be played in, and its counts, for programs that watch over it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from openfelt.room.own_tables import BY_LINK
from openfelt.service.doors.addresses import is_loopback_address
from openfelt.service.doors.gate import Gate
from openfelt.service.doors.routing import Asked, told
from openfelt.service.doors.socket import is_loopback
from openfelt.service.doors.web import address_of, is_direct, require_session
from openfelt.service.hall import Hall
from openfelt.service.machine.metrics import CONTENT_TYPE, Gauge

OWN_TABLE: Final = "a player's own table"
PATHS = ("/api/health", "/api/health/live", "/api/health/ready", "/metrics")


def troubles(hall: Hall) -> dict[str, Any]:
    """Why the room is not ready: the journal's failure, and tables that stopped with their reasons; empty if it is."""
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
    """The tables that take no more requests, and the room if its own record takes no more, each with its reason."""
    return hall.broken | {one.name: one.stopped for one in hall.writers.values() if one.stopped}


def gauges(hall: Hall, gate: Gate) -> Iterator[Gauge]:
    """The gauges that are read when somebody asks for the metrics."""
    yield "openfelt_tables", "Poker tables and house-banked tables", len(hall.tables)
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
    yield from list_gauges(hall)
    yield "openfelt_lab_waiting", "Questions that wait for the lab", hall.calculations.waiting
    yield "openfelt_pages_waiting", "Pages that are being made", hall.press.waiting


def list_gauges(hall: Hall) -> Iterator[Gauge]:
    """How many people wait for how long, and how well they were told."""
    lists, watch = hall.lists.state.lists.values(), hall.lists.watch
    waiting = [len(one.line) for one in lists]
    yield "openfelt_lists", "Waiting lists that are kept", len(waiting)
    yield "openfelt_list_waiting", "People who wait on all lists", sum(waiting)
    yield "openfelt_list_longest", "People who wait on the longest list", max(waiting, default=0)
    yield "openfelt_list_seats_kept", "Seats that are kept for whoever was called", len(hall.lists.state.offers)
    yield "openfelt_list_calls_missed", "Calls that nobody answered", sum(one.tally.missed for one in lists)
    if (off := watch.median_off_ms) is not None:
        yield "openfelt_list_estimate_off_seconds", "By how much waits were told wrong: the median", off / 1000


def hands_finished(hall: Hall) -> int:
    """How many hands are over at all tables."""
    return sum(len(one.finished) for one in hall.hosts.values())


def told_troubles(asked: Asked[None, None]) -> dict[str, Any]:
    """The same, as whoever asks is told it: the name of a player's own table is its link, and stays on this machine."""
    found = troubles(asked.hall)
    if "stopped" in found and not is_from_here(asked.request):
        found["stopped"] = {
            OWN_TABLE if name.startswith(BY_LINK) else name: why for name, why in found["stopped"].items()
        }
    return found


def live(_: Asked[None, None]) -> dict[str, Any]:
    """200 as long as the process answers: a restart is due when this fails."""
    return {"live": True}


def ready(asked: Asked[None, None]) -> Response:
    """200 if every table can be played at; 503 with what is wrong."""
    found = told_troubles(asked)
    return told({"ready": not found, **found}, 503 if found else 200)


def health(asked: Asked[None, None]) -> Response:
    """How much goes on; 503, with what is wrong, unless the room is ready."""
    hall, found = asked.hall, told_troubles(asked)
    counts = {"tables": len(hall.hosts), "connections": len(hall.subscribers), "refused": hall.refusals}
    return told({**counts, **found}, 503 if found else 200)


def is_from_here(request: Request) -> bool:
    """Whether a program on this machine asks for itself: by loopback's name, and no header says it was passed on.

    A proxy on the same machine that says nothing of the kind gives itself away by the name it was asked for.
    """
    named_so = is_loopback(request.headers.get("host", ""))
    return named_so and is_direct(request) and is_loopback_address(address_of(request))


def metrics(asked: Asked[None, None]) -> Response:
    """The counts as Prometheus reads them, for this machine and for operators."""
    if not is_from_here(asked.request):
        require_session(asked.request).account.require("operator")
    return Response(asked.hall.metrics.page(), headers={"content-type": CONTENT_TYPE})
