"""Routes of the operator and the floor about tables: opening one, giving notice, and the report of a shift."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from starlette.responses import Response

from openfelt import room
from openfelt.cage.ledger import Posting
from openfelt.cage.reports import Dated, ShiftReport, shift_report
from openfelt.errors import NotationError, OpenfeltError
from openfelt.games import GAMES, Sign, faults, game_of, sign_lines
from openfelt.games.game import Game
from openfelt.games.signrules import SIGN
from openfelt.games.standard import standard_rotation, standard_sign
from openfelt.games.table_options import options_of
from openfelt.journal import Reader
from openfelt.phrases import Name, phrase, quoted
from openfelt.pit.games import pit_games
from openfelt.room.calls import one_line
from openfelt.room.opening import OpeningTerms
from openfelt.room.rules import room_rules
from openfelt.service.demo import BOTS, NAMES
from openfelt.service.desks.floor import give
from openfelt.service.desks.pit_opening import every_pit, tried_sign
from openfelt.service.doors.routing import Asked
from openfelt.service.people.accounts import NotAllowed, clean_name
from openfelt.service.people.house_bots import BotSeat
from openfelt.service.record.revenue import shift_csv
from openfelt.service.wire.protocol import fault_of
from openfelt.service.wire.values import Id
from openfelt.service.writers.table import TableHost

Colour = Annotated[str, Meta(max_length=20)]
CHUNK: Final = 1_000
DAY_MS: Final = 24 * 3600 * 1000


class TableBody(msgspec.Struct, forbid_unknown_fields=True):
    """A table to open: its name, its game, what differs from the usual sign, and for whom and on which terms."""

    id: Id
    name: str
    rulebook: str
    game: str
    bots: int = 0
    live: bool = False
    changes: dict[str, Any] = {}
    only: Annotated[str, Meta(max_length=40)] = ""  # the group of players that the table is for
    freeze_out: bool = False  # approved by whoever opens the table
    backs: Annotated[tuple[Colour, ...], Meta(max_length=2)] = ()  # of the two decks of a shuffling machine
    host: str = ""  # the account of whoever holds the floor's office there, and may play


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
        raise NotAllowed(phrase("the sign cannot be read: {bad}", bad=Name(str(bad))), code="bad-sign") from None


def every_game() -> dict[str, Any]:
    """Every game a table can be opened for: its decks and how many they seat, its limits, and its usual sign."""
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
            "freeze_out": rules.freeze_out.terms if rules.freeze_out is not None else (),
            "restricted": rules.restricted,
            "shuffler": rules.shuffler,
            "options": [name for name in ("straddle", "voluntary_blinds") if getattr(game, name)],
            "table_options": table_options(usual, game),
            "usual": msgspec.to_builtins(usual),
        }
        for (book, key), game in GAMES.items()
        for rules, usual in ((room_rules(book), standard_sign(book, key)),)
    ]
    return {"games": listed, "mixed": every_mixed_game(), "pits": every_pit()}


def table_options(sign: Sign, game: Game) -> list[dict[str, Any]]:
    """The options that players know and the book leaves to the sign, as the form asks for them."""
    allowed = options_of(SIGN.of(sign.rulebook), sign, game)
    return [{"setting": one.setting, "label": one.label, "most": one.most, "cites": one.cites} for one in allowed]


def every_mixed_game() -> list[dict[str, Any]]:
    """Every usual rotation of games, with its usual sign and the clauses of changes, of notice and of a choice."""
    made = []
    for book in SIGN.books():
        rules = SIGN.of(book)
        for one in rules.mixed:
            usual = standard_rotation(book, one.key)
            made.append(
                {
                    "rulebook": book,
                    "key": one.key,
                    "name": one.name,
                    "most": min(game_of(game).decks[game.deck].most for game in usual.games),
                    "least_hands": max(1, rules.rotation.notice.value),
                    "turns": rules.rotation.turns,
                    "choice": () if rules.rotation.no_choice else rules.rotation.choice,
                    "usual": msgspec.to_builtins(usual),
                }
            )
    return made


class SignBody(msgspec.Struct, forbid_unknown_fields=True):
    """A sign to try: the usual one of a game, and what differs."""

    rulebook: str
    game: str
    changes: dict[str, Any] = {}


def try_sign(asked: Asked[None, SignBody]) -> dict[str, Any]:
    """A sign as it would hang beside the table, and every fault that its rulebook finds in it. Opens nothing."""
    lines, found = tried(asked.body)
    printed = [{"text": line.text, "cites": line.cites} for line in lines]
    return {"lines": printed, "faults": [fault_of(one) for one in found]}


def tried(body: SignBody) -> tuple[Sequence[Any], Sequence[OpenfeltError]]:
    """The lines that a sign would print, or its faults."""
    if body.rulebook in pit_games():
        return tried_sign(body.rulebook, body.changes)
    sign = changed(standard_sign(body.rulebook, body.game), body.changes)
    found = list(faults(sign))
    return ((), found) if found else (sign_lines(sign), ())


async def open_table(asked: Asked[None, TableBody]) -> dict[str, Any]:
    """An operator puts up a sign and opens a table."""
    body = asked.body
    sign = changed(standard_sign(body.rulebook, body.game), body.changes)
    name = clean_name(body.name)
    bots = bots_for(name, body.bots, sign.seats)
    backs = tuple(one_line(one) for one in body.backs)
    terms = OpeningTerms(one_line(body.only), body.freeze_out, backs=backs, host=body.host)
    officer = asked.hall.accounts.officer(asked.account, f"table/{name}")
    await asked.hall.open_table(name, sign, by=officer, live=body.live, bots=bots, terms=terms, request=asked.id)
    return opened(asked)


def opened(asked: Asked[None, TableBody]) -> dict[str, Any]:
    """Which table was opened."""
    return {"table": clean_name(asked.body.name)}


def bots_for(table: str, wanted: int, seats: int) -> list[BotSeat]:
    """The given number of bots, from seat 2 on; seat 1 stays free."""
    if not 0 <= wanted < seats:
        legal = (phrase("0 to {seats} bots", seats=seats - 1),)
        raise NotAllowed(
            phrase("{wanted} bots at a table of {seats} seats", wanted=wanted, seats=seats),
            code="bad-bots",
            legal=legal,
        )
    return [
        BotSeat(seat, BOTS[seat % len(BOTS)], f"{NAMES[seat % len(NAMES)]} of {table}") for seat in range(2, wanted + 2)
    ]


async def give_notice(asked: Asked[TableHost, NoticeBody]) -> None:
    """The floor announces a new sign or the closing of a table; it takes effect between hands, after its notice."""
    host, body = asked.at, asked.body
    if body.closing == bool(body.changes):
        raise NotAllowed("a notice is of closing or of changes to the sign", code="bad-notice")
    sign = None if body.closing else changed(host.table.posted, body.changes)
    await give(asked, room.GiveNotice(asked.hall.now_ms(), sign, body.consent))


async def report(asked: Asked[None, None]) -> dict[str, Any]:
    """Commission by table and method, and what each kind of account held and moved, in a span of time."""
    made = await shift(asked)
    return {**msgspec.to_builtins(made), "total": made.commission.total, "methods": made.commission.methods}


async def report_csv(asked: Asked[None, None]) -> Response:
    """The same report as a file for a spreadsheet."""
    headers = {"content-disposition": 'attachment; filename="openfelt-shift.csv"'}
    return Response(shift_csv(await shift(asked)), media_type="text/csv; charset=utf-8", headers=headers)


async def shift(asked: Asked[None, None]) -> ShiftReport:
    """The span that is asked for, by default the last 24 hours."""
    store, now = asked.hall.journal.store, asked.hall.now_ms()
    from_ms, to_ms = span(asked, "from_ms", now - DAY_MS), span(asked, "to_ms", now + 1)
    return await asyncio.to_thread(lambda: shift_report(dated_postings(store), from_ms=from_ms, to_ms=to_ms))


def span(asked: Asked[None, None], name: str, default: int) -> int:
    """A time of the query, in milliseconds."""
    text = asked.query.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise NotationError(
            phrase("{name} is not a time in milliseconds: {text}", name=Name(name), text=quoted(text[:20]))
        )
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
