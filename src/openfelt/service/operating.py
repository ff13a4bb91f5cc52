"""Routes of the operator and the floor about tables: opening one, giving notice, and the report of a shift."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from openfelt import room
from openfelt.cage.ledger import Posting
from openfelt.cage.reports import Dated, shift_report
from openfelt.errors import NotationError, OpenfeltError
from openfelt.games import GAMES, Sign, faults, sign_lines
from openfelt.games.standard import standard_sign
from openfelt.journal import Reader
from openfelt.service.accounts import NotAllowed, clean_name
from openfelt.service.demo import BOTS, NAMES
from openfelt.service.hall import BotSeat
from openfelt.service.host import give
from openfelt.service.pages import same_for_all
from openfelt.service.protocol import Id, fault_of
from openfelt.service.web import body_of, error_answer, hall_of, order_id, require_account, require_own_page

CHUNK: Final = 1_000
DAY_MS: Final = 24 * 3600 * 1000


class TableBody(msgspec.Struct, forbid_unknown_fields=True):
    """A table to open: its name, its game and what differs from the usual sign."""

    name: str
    rulebook: str
    game: str
    bots: int = 0
    live: bool = False
    changes: dict[str, Any] = {}


class NoticeBody(msgspec.Struct, forbid_unknown_fields=True):
    """A notice to put up: of closing, or of what will differ on the sign. `consent`: every player agrees."""

    id: Id
    closing: bool = False
    changes: dict[str, Any] = {}
    consent: bool = False


def changed(sign: Sign, changes: dict[str, Any]) -> Sign:
    """A sign with some fields changed, read strictly."""
    try:
        return msgspec.convert({**msgspec.to_builtins(sign), **changes}, Sign)
    except msgspec.ValidationError as bad:
        raise NotAllowed(f"the sign cannot be read: {bad}", code="bad-sign") from None


async def games(request: Request) -> Response:
    """Every game a table can be opened for: its decks and how many they seat, its limits, and its usual sign."""
    return await same_for_all(request, "games", every_game)


def every_game() -> dict[str, Any]:
    """The games for the page."""
    listed = [
        {
            "rulebook": book,
            "game": key,
            "name": game.name,
            "decks": [{"cards": size, "most": limit.most} for size, limit in sorted(game.decks.items(), reverse=True)],
            "least": game.least,
            "joker": game.joker,
            "limits": sorted(game.limits),
            "forced": sorted(game.forced),
            "options": [name for name in ("straddle", "voluntary_blinds") if getattr(game, name)],
            "usual": msgspec.to_builtins(standard_sign(book, key)),
        }
        for (book, key), game in GAMES.items()
    ]
    return {"games": listed}


class SignBody(msgspec.Struct, forbid_unknown_fields=True):
    """A sign to try: the usual one of a game, and what differs."""

    rulebook: str
    game: str
    changes: dict[str, Any] = {}


async def try_sign(request: Request) -> Response:
    """A sign as it would hang beside the table, and every fault that its rulebook finds in it. Opens nothing."""
    try:
        require_own_page(request)
        require_account(request).require("operator")
        body = await body_of(request, SignBody)
        sign = changed(standard_sign(body.rulebook, body.game), body.changes)
        found = list(faults(sign))
    except OpenfeltError as error:
        return error_answer(error)
    lines = [] if found else [{"text": line.text, "cites": line.cites} for line in sign_lines(sign)]
    answer = {"lines": lines, "faults": [fault_of(one) for one in found]}
    return Response(msgspec.json.encode(answer), media_type="application/json")


async def open_table(request: Request) -> Response:
    """An operator puts up a sign and opens a table."""
    hall = hall_of(request)
    try:
        require_own_page(request)
        account = require_account(request)
        account.require("operator")
        body = await body_of(request, TableBody)
        sign = changed(standard_sign(body.rulebook, body.game), body.changes)
        name = clean_name(body.name)
        bots = bots_for(name, body.bots, sign.seats)
        host = await hall.open_table(name, sign, actor=account.id, live=body.live, bots=bots)
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"table": host.table.name})


def bots_for(table: str, wanted: int, seats: int) -> list[BotSeat]:
    """So many bots from seat 2 on; seat 1 stays free."""
    if not 0 <= wanted < seats:
        legal = (f"0 to {seats - 1} bots",)
        raise NotAllowed(f"{wanted} bots at a table of {seats} seats", code="bad-bots", legal=legal)
    return [
        BotSeat(seat, BOTS[seat % len(BOTS)], f"{NAMES[seat % len(NAMES)]} of {table}") for seat in range(2, wanted + 2)
    ]


async def give_notice(request: Request) -> Response:
    """The floor announces a new sign or the closing of a table; it takes effect between hands, after its notice."""
    hall = hall_of(request)
    try:
        require_own_page(request)
        account = require_account(request)
        account.require("floor", "operator")
        host = hall.host(request.path_params["table"])
        body = await body_of(request, NoticeBody)
        if body.closing == bool(body.changes):
            raise NotAllowed("a notice is of closing or of changes to the sign", code="bad-notice")
        sign = None if body.closing else changed(host.table.sign, body.changes)
        notice = room.GiveNotice(hall.now_ms(), sign, body.consent)
        await host.submit(order_id(request, account, body), account.id, give(notice))
    except OpenfeltError as error:
        return error_answer(error)
    return JSONResponse({"done": True})


async def report(request: Request) -> Response:
    """Commission by table and method, and what each kind of account held and moved, in a span of time."""
    hall = hall_of(request)
    try:
        require_account(request).require("operator", "inspector")
        now = hall.now_ms()
        from_ms, to_ms = span(request, "from_ms", now - DAY_MS), span(request, "to_ms", now + 1)
    except OpenfeltError as error:
        return error_answer(error)
    made = await asyncio.to_thread(
        lambda: shift_report(dated_postings(hall.journal.store), from_ms=from_ms, to_ms=to_ms)
    )
    body = {**msgspec.to_builtins(made), "total": made.commission.total, "methods": made.commission.methods}
    return JSONResponse(body)


def span(request: Request, name: str, default: int) -> int:
    """A time of the query, in milliseconds."""
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise NotationError(f"{name} is not a time in milliseconds: {text[:20]!r}")
    return int(text)


def dated_postings(journal: Reader) -> Iterator[Dated]:
    """Every posting of a journal with the time of its entry."""
    after = 0
    while entries := journal.entries(after, CHUNK):
        first, last = entries[0], entries[-1]
        times = {one.entry: one.record.time_ms for one in journal.records(first.first - 1, last.last - first.first + 1)}
        for line in journal.postings(first.number, last.number):
            posting = Posting(line.account, line.amount, line.reason, line.cites)  # type: ignore[arg-type]
            yield Dated(times.get(line.entry, 0), posting)
        after = last.number
