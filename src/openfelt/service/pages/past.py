"""A player's own past: the list of hands with its filters, results, stars, links, notes. Told to that player alone.

The lists come from the index of hands, a page at a time; a link shows one hand as its owner saw it (house 32).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Final, get_args

import msgspec
from msgspec import Meta
from starlette.datastructures import QueryParams

from openfelt.errors import NotationError
from openfelt.games import find_game
from openfelt.phrases import Name, phrase, quoted
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.pages import archive
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.people.keepsakes import NOTES, OWN_PAST, Share
from openfelt.service.record.hand_index import HandIndex, HandRow, Result, Wanted
from openfelt.service.wire import past_protocol as v
from openfelt.service.wire.past_protocol import Colour
from openfelt.service.wire.protocol import write_frame

PAGE: Final = 50
AT_ONCE: Final = 20_000  # records that one question looks at; whoever is further behind asks again
POINTS: Final = 500  # of a chart
SITTINGS: Final = 100
LONGEST: Final = 200  # of a word in a question
LAST: Final = 2**63 - 1  # what an index can count to
HandNumber = Annotated[int, Meta(ge=1, le=10**12)]


def wanted(query: QueryParams) -> Wanted:
    """What a list is asked for: `?game=&table=&result=won&from=2026-07-01&to=2026-07-31&before=`."""
    result = query.get("result", "")
    if result and result not in get_args(Result):
        raise NotationError(
            phrase("result: {result} is no result", result=quoted(result[:LONGEST])), legal=get_args(Result)
        )
    first, last = day_of(query, "from"), day_of(query, "to")
    if first and last and last < first:
        raise NotationError(phrase("to: {last} is before {first}", last=last, first=first))
    return Wanted(
        game=query.get("game", "")[:LONGEST],
        place=query.get("table", "")[:LONGEST],
        result=result,
        since_ms=midnight(first) if first else 0,
        until_ms=midnight(last + timedelta(days=1)) - 1 if last else 0,
        before=place_of(query.get("before", "")),
    )


def day_of(query: QueryParams, name: str) -> date | None:
    """A day as a question names it."""
    text = query.get(name, "")
    if not text:
        return None
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise NotationError(
            phrase("{name}: {text} is no day", name=Name(name), text=quoted(text[:LONGEST])),
            legal=("a day such as 2026-07-31",),
        ) from None
    if not 1970 <= found.year < 9999:
        raise NotationError(
            phrase("{name}: {found} is no day of this room", name=Name(name), found=Name(str(found))),
            legal=("a day such as 2026-07-31",),
        )
    return found


def midnight(day: date) -> int:
    """The first millisecond of a day, UTC."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


def place_of(text: str) -> tuple[int, int] | None:
    """Where a page begins: as the page before it says in `next`."""
    ended, _, at = text.partition(".")
    if not text:
        return None
    if not (ended.isdecimal() and at.isdecimal() and len(text) <= 40 and max(int(ended), int(at)) <= LAST):
        raise NotationError(
            phrase("before: {text} is no place in a list", text=quoted(text[:LONGEST])), legal=("what `next` says",)
        )
    return int(ended), int(at)


def next_place(rows: Sequence[HandRow], limit: int) -> str:
    """Where the page after these rows begins; None after the last page."""
    return f"{rows[-1].ended_ms}.{rows[-1].at}" if len(rows) == limit else ""


# -- lists -------------------------------------------------------------------------------------------------------------


async def hands(asked: Asked[None, None]) -> bytes:
    """A page of the reader's own hands, the latest first."""
    hall, player, index = asked.hall, asked.account.id, asked.hall.hand_index
    if asked.query.get("starred"):
        return await hall.press.beside(lambda: write_frame(starred(hall, player, asked.query.get("before", ""))))
    which = wanted(asked.query)

    def made() -> bytes:
        behind = index.read_on(AT_ONCE)
        rows = index.hands(player, which, PAGE)
        return write_frame(page_of(hall, player, rows, next_place(rows, PAGE), behind))

    return await hall.press.beside(made)


def starred(hall: Hall, player: str, before: str) -> v.PastHands:
    """A page of the hands that the reader keeps."""
    if before and not (before.isdecimal() and len(before) <= 6):
        raise NotationError(
            phrase("before: {before} is no place in this list", before=quoted(before[:LONGEST])),
            legal=("what `next` says",),
        )
    skip = int(before or 0)
    behind = hall.hand_index.read_on(AT_ONCE)
    kept = hall.keepsakes.stars(player, skip, PAGE)
    found = [hall.hand_index.hand(player, one.place, one.number) for one in kept]
    more = str(skip + PAGE) if len(kept) == PAGE else ""
    return page_of(hall, player, [one for one in found if one is not None], more, behind)


def page_of(hall: Hall, player: str, rows: Sequence[HandRow], more: str, behind: int) -> v.PastHands:
    """Hands as the page shows them."""
    index = hall.hand_index
    titles = {one.game: title_of(index, player, one.game) for one in index.games(player)}
    return v.PastHands(
        hands=tuple(hand_view(hall, player, one) for one in rows),
        next=more,
        games=tuple(v.NamedGame(key, name) for key, name in titles.items()),
        tables=tuple(index.places(player)),
        behind=behind,
    )


def title_of(index: HandIndex, player: str, game: str) -> str:
    """The name of a game that a player has played, as the book of the latest hand has it."""
    last = index.hands(player, Wanted(game=game), 1)
    return find_game(last[0].rulebook, game).name if last else game


def hand_view(hall: Hall, player: str, row: HandRow) -> v.PastHand:
    """One hand of a list."""
    share = hall.keepsakes.share_of(player, row.place, row.number)
    return v.PastHand(
        table=row.place,
        number=row.number,
        event=row.event,
        game=row.game,
        title=find_game(row.rulebook, row.game).name,
        rulebook=row.rulebook,
        ended_ms=row.ended_ms,
        result=row.result,
        net=row.net,
        pot=row.pot,
        cards=row.cards,
        board=row.board,
        showdown=row.showdown,
        starred=hall.keepsakes.is_starred(player, row.place, row.number),
        share=share.share if share is not None else "",
    )


async def results(asked: Asked[None, None]) -> bytes:
    """What the reader's hands add up to, and the course of it."""
    hall, player = asked.hall, asked.account.id
    return await hall.press.beside(lambda: write_frame(results_of(hall, player)))


def results_of(hall: Hall, player: str) -> v.PastResults:
    """Sums, the latest results for money, sittings and balances."""
    index = hall.hand_index
    behind = index.read_on(AT_ONCE)
    sums = index.games(player)
    names = {one.game: title_of(index, player, one.game) for one in sums}
    latest = [one for one in reversed(index.hands(player, Wanted(), POINTS)) if not one.event]
    return v.PastResults(
        games=tuple(v.PastGame(title=names[one.game], **msgspec.structs.asdict(one)) for one in sums),
        net=sum(one.net for one in sums),
        hands=tuple(v.PastResult(one.ended_ms, one.net) for one in latest),
        days=tuple(v.PastDay(*one) for one in index.days(player, POINTS)),
        sittings=tuple(index.sittings(player, 1 << 62, SITTINGS)),
        balances=tuple(v.PastDay(*one) for one in index.balances(player, POINTS)),
        behind=behind,
    )


# -- what one keeps ----------------------------------------------------------------------------------------------------


class HandBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which hand, by its table and number, and whether it is kept, or shared, from now on."""

    table: str
    number: HandNumber
    on: bool


class NoteBody(msgspec.Struct, forbid_unknown_fields=True):
    """A note on a player, by the name at the table."""

    name: str
    words: str
    colour: Colour = ""


async def own_hand(asked: Asked[None, HandBody]) -> HandRow:
    """The hand that is meant, if the reader played it."""
    hall, body, player = asked.hall, asked.body, asked.account.id

    def found() -> HandRow | None:
        hall.hand_index.read_on()
        return hall.hand_index.hand(player, body.table, body.number)

    one = await hall.press.beside(found)
    if one is None:
        text = phrase(
            "you have not finished a hand {number} at {table}", number=body.number, table=Name(body.table[:LONGEST])
        )
        raise NotAllowed(text, code="no-hand", cites=OWN_PAST)
    return one


async def star(asked: Asked[None, HandBody]) -> None:
    """Star one of one's own hands, or remove the star."""
    hall, account = asked.hall, asked.account.id
    one = await own_hand(asked)
    if asked.body.on:
        await hall.press.beside(lambda: hall.keepsakes.star(account, one.place, one.number, hall.now_ms()))
    else:
        await hall.press.beside(lambda: hall.keepsakes.unstar(account, one.place, one.number))


async def share(asked: Asked[None, HandBody]) -> dict[str, str]:
    """Share one of one's own hands by a link, or end that."""
    hall, account = asked.hall, asked.account.id
    one = await own_hand(asked)
    if not asked.body.on:
        await hall.press.beside(lambda: hall.keepsakes.unshare(account, one.place, one.number))
        return {"link": ""}
    made = await hall.press.beside(lambda: hall.keepsakes.share(account, one.place, one.number, hall.now_ms()))
    return {"link": f"/shared/{made.share}"}


async def shared(asked: Asked[None, None]) -> bytes:
    """A hand that its player shares, as that player saw it, to whoever has the link."""
    hall = asked.hall
    link = hall.keepsakes.shared(asked.path["share"][:LONGEST])
    archive.find(hall, link.place, link.number, asked.reader)  # who only watches an event sees it later
    return await hall.press.beside(lambda: write_frame(shared_document(hall, link)))


def shared_document(hall: Hall, link: Share) -> archive.ReplayDocument:
    """The hand in its owner's own view: never in that of an inspector, even if the owner is one."""
    host, hand = archive.find(hall, link.place, link.number, hall.accounts.find(link.account))
    return archive.replay_as(hall, host, hand, link.number, archive.seat_of(hand, link.account))


def about(hall: Hall, name: str) -> str:
    """Whom a note is on: an account by its id, whatever it is called later; a bot or a live player by the name."""
    shown = " ".join(name.split())
    if not 1 <= len(shown) <= LONGEST:
        raise NotAllowed("a note is on a player, by name", code="no-player", cites=NOTES)
    return hall.accounts.id_of(shown) or f"{AT_TABLE}{shown}"


AT_TABLE: Final = "at the table: "


async def note(asked: Asked[None, NoteBody]) -> None:
    """Note something on a player, or remove what was noted. Nobody else is told."""
    hall, body, account = asked.hall, asked.body, asked.account.id
    whom = about(hall, body.name)
    if whom == account:
        raise NotAllowed("a note is on somebody else", code="own-note", cites=NOTES)
    await hall.press.beside(lambda: hall.keepsakes.note(account, whom, body.words, body.colour, hall.now_ms()))


def notes(asked: Asked[None, None]) -> v.PlayerNotes:
    """All that the reader has noted on others."""
    hall = asked.hall
    kept = hall.keepsakes.notes(asked.account.id)
    return v.PlayerNotes(
        notes=tuple(
            v.PlayerNote(
                name=one.about.removeprefix(AT_TABLE) if one.about.startswith(AT_TABLE) else hall.name_of(one.about),
                words=one.words,
                colour=one.colour,
                since_ms=one.since_ms,
            )
            for one in kept
        )
    )
