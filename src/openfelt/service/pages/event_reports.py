"""Reports of tournaments over HTTP: staff reads the whole record, anyone the results, the league and the calendar.

Made beside the tables, from the stream alone; players stand in them by name. A report is made anew once something
happened.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from starlette.responses import Response

from openfelt.errors import NotationError
from openfelt.phrases import phrase, quoted
from openfelt.service.doors.routing import Asked
from openfelt.service.doors.web import printed_page
from openfelt.service.hall import Hall
from openfelt.service.pages import downloads
from openfelt.service.pages.reading import attachment
from openfelt.service.record.tournament_record import record_of
from openfelt.service.tell.event_views import entries_of, phase_of, place_views, pool_of, title_of
from openfelt.service.tell.home_views import league_view
from openfelt.service.wire import events_protocol as v
from openfelt.service.writers.tournament import TournamentHost
from openfelt.tournaments import report_pages
from openfelt.tournaments.calendar import calendar_of
from openfelt.tournaments.league import Result, season
from openfelt.tournaments.ledger import is_clock_only
from openfelt.tournaments.reports import PARTS, Report, report_of, with_names

TYPES: Final = {"json": "application/json", "csv": "text/csv", "ics": "text/calendar", "phhs": "text/plain"}
MOST_DIGITS: Final = 9


def made(hall: Hall, host: TournamentHost) -> Report:
    """The report of a tournament, with its players by name."""
    happened = list(record_of(hall.journal.store, host.stream))
    ahead_s = time.localtime(happened[-1].at_ms // 1_000).tm_gmtoff
    return with_names(report_of(happened, room_ahead_ms=ahead_s * 1_000), hall.name_of)


async def report(asked: Asked[TournamentHost, None], what: str, write: Callable[[Report], str]) -> str:
    """A report as text, made once for each change of the tournament."""
    hall, host = asked.hall, asked.at
    key = ("tournament report", host.name, host.version, what)
    return (await hall.press.page(key, lambda: write(made(hall, host)).encode())).decode()


def taken_along(text: str, name: str) -> Response:
    """A text as a file to keep."""
    ending = name.rpartition(".")[2]
    return Response(text, media_type=TYPES[ending], headers={"content-disposition": attachment(name)})


async def as_json(asked: Asked[TournamentHost, None]) -> Response:
    """Entries by the hour, money, prizes, chips, eliminations with their reasons and places, for programs."""
    text = await report(asked, "json", lambda found: report_pages.as_json([found]))
    return taken_along(text, f"{asked.at.name}.json")


async def as_html(asked: Asked[TournamentHost, None]) -> Response:
    """The same as one page for a printer."""
    return printed_page(await report(asked, "html", lambda found: report_pages.as_html([found])))


async def as_csv(asked: Asked[TournamentHost, None]) -> Response:
    """One part of the report for a spreadsheet."""
    part = str(asked.path["part"])
    if part not in PARTS:
        raise NotationError(phrase("no part {what} of a report", what=quoted(part)), legal=PARTS)
    text = await report(asked, part, lambda found: report_pages.as_csv([found], part))
    return taken_along(text, f"{asked.at.name}-{part}.csv")


async def hands(asked: Asked[TournamentHost, None]) -> Response:
    """The finished hands of a tournament as PHH with its tournament fields, in the reader's own view."""
    hall, event, account = asked.hall, asked.at.name, asked.reader
    skip = asked.query.get("skip", "0")
    if not skip.isdecimal() or len(skip) > MOST_DIGITS:
        raise NotationError(phrase("{skip} hands cannot be left out", skip=quoted(skip)), legal=("a number",))
    tables = hall.event_tables(event).values()
    seen = tuple((one.name, len(downloads.shown_hands(hall, one, account)), len(one.inspected)) for one in tables)
    key = ("tournament hands", event, seen, account.id if account is not None else "", int(skip), asked.at.version)
    text = await hall.press.page(key, lambda: downloads.event_hands(hall, event, account, int(skip)).encode())
    return taken_along(text.decode(), f"{event}.phhs")


# -- for everyone ------------------------------------------------------------------------------------------------------


def results(asked: Asked[TournamentHost, None]) -> v.ResultsView:
    """How a tournament stands or ended: every place that is decided, with its reason and its prize."""
    host = asked.at
    seen = asked.hall.seen(host, "")
    return v.ResultsView(
        event=host.name,
        title=title_of(seen.conditions),
        book=seen.conditions.book,
        phase=phase_of(host.state),
        entries=entries_of(host.state),
        pool_cents=pool_of(host.state),
        places=tuple(place_views(seen)),
    )


def calendar(asked: Asked[TournamentHost, None]) -> Response:
    """When the sessions begin, as a calendar file."""
    host, conditions = asked.at, asked.at.state.conditions
    assert conditions is not None
    text = calendar_of(host.name, conditions, host.state.digest, made_ms=asked.hall.now_ms())
    return taken_along(text, f"{host.name}.ics")


def league(asked: Asked[None, None]) -> v.LeagueView:
    """The season table of all finished tournaments whose addresses begin so; home games have one of their own."""
    begins, hall = asked.query.get("begins", ""), asked.hall
    hosts = [
        one
        for one in hall.events.values()
        if one.name.startswith(begins) and one.state.phase == "awarded" and not is_clock_only(one.state)
    ]
    rows = season(Result(one.state.places, won_at(one)) for one in hosts)
    return league_view(begins, tuple(one.name for one in hosts), rows, hall.name_of)


def won_at(host: TournamentHost) -> tuple[tuple[str, int], ...]:
    """Who was awarded how much in a tournament."""
    return tuple((player, prize.cents) for player, prize in host.awarded.items())
