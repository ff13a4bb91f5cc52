"""Routes of the reports by hour: revenue, hands and downs, as JSON and CSV."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.responses import Response

from openfelt.service.desks.operating import DAY_MS, span
from openfelt.service.doors.routing import Asked
from openfelt.service.record.revenue import Revenue, as_csv, revenue


async def counted(asked: Asked[None, None]) -> Revenue:
    """The span that is asked for, by default the last 24 hours."""
    store, now = asked.hall.journal.store, asked.hall.now_ms()
    from_ms, to_ms = span(asked, "from_ms", now - DAY_MS), span(asked, "to_ms", now + 1)
    return await asyncio.to_thread(lambda: revenue(store, from_ms, to_ms))


async def by_hour(asked: Asked[None, None]) -> dict[str, Any]:
    """Revenue, hands and downs."""
    made, hall = await counted(asked), asked.hall
    now = hall.now_ms()
    downs = [
        {**msgspec.structs.asdict(one), "name": hall.name_of(one.dealer), "per_hour": one.per_hour(now)}
        for one in made.downs
    ]
    return {**msgspec.to_builtins(made), "downs": downs, "total": made.total}


async def by_hour_csv(asked: Asked[None, None]) -> Response:
    """The same hours as a file for a spreadsheet."""
    made = await counted(asked)
    headers = {"content-disposition": 'attachment; filename="openfelt-revenue.csv"'}
    return Response(as_csv(made), media_type="text/csv; charset=utf-8", headers=headers)
