"""The QR code of a tournament: whoever points a phone at the wall screen or at a seat card has its page in hand."""

from __future__ import annotations

import io

from starlette.requests import Request
from starlette.responses import Response

from openfelt.service.doors.routing import Asked
from openfelt.service.doors.socket import is_loopback
from openfelt.service.writers.tournament import TournamentHost


def phone_code(asked: Asked[TournamentHost, None]) -> Response:
    """The address of the tournament's page as a QR code (SVG)."""
    return Response(drawn(page_address(asked.request, asked.at.name)), media_type="image/svg+xml")


def page_address(request: Request, event: str) -> str:
    """Where a phone finds a tournament."""
    host = request.headers.get("host", "")
    return f"{reachable(f'{request.url.scheme}://{host}', request.app.state.origins)}/tournament/{event}"


def reachable(asked_at: str, origins: frozenset[str]) -> str:
    """The address of the room for a phone: as it was asked for, unless only this machine finds it there.

    >>> reachable("https://localhost:8052", frozenset({"https://localhost:8052", "https://192.168.1.20:8052"}))
    'https://192.168.1.20:8052'
    >>> reachable("https://felt.local:8052", frozenset({"https://felt.local:8052", "https://192.168.1.20:8052"}))
    'https://felt.local:8052'
    """
    if not is_loopback(asked_at.partition("://")[2]):
        return asked_at
    others = sorted(one for one in origins if not is_loopback(one.partition("://")[2]))
    return others[0] if others else asked_at


def drawn(text: str) -> str:
    """A QR code as SVG, dark on light, as large as its place."""
    out = io.BytesIO()
    import segno  # noqa: PLC0415 - most rooms show no code

    segno.make(text, error="m", micro=False).save(out, kind="svg", xmldecl=False, omitsize=True, light="#fff")
    return out.getvalue().decode()
