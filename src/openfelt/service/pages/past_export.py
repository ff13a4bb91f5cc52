"""All of one's own hands to take along: as PHH, or in the layout that players paste. Sent page by page as it is made.

A page of hands is read and written beside the tables, then sent, then the next: however many hands there are, one page
of them is in memory. An account has one such file made at a time, so that nobody else waits behind many.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeVar

from msgspec.structs import replace
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from openfelt.errors import OpenfeltError
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.machine.press import PagesBusy
from openfelt.service.pages import archive, downloads
from openfelt.service.pages.past import wanted
from openfelt.service.pages.reading import attachment
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.people.keepsakes import OWN_PAST
from openfelt.service.record.hand_index import HandRow, Wanted

PAGE: Final = 25
# Importers of the pasted layout know it by the name of the site that made it, and read nothing under another.
SITE: Final = "PokerStars"
APART: Final = "\n\n\n"  # how that layout parts hands

BUSY_S: Final = 0.2  # until a file that is being sent is gone on with, where many others are reading

Write = Callable[[Hall, str, HandRow, int], str]
T = TypeVar("T")


class Export(StreamingResponse):
    """A file that is made while it is sent; its account is making one until it is sent, or the reader has gone."""

    making: set[str]
    account: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, page by page."""
        self.making.add(self.account)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.making.discard(self.account)


async def phhs(asked: Asked[None, None]) -> Export:
    """The reader's own hands as one file of PHH, filtered as the list is."""
    return exported(asked, phh_hand, "phhs")


async def pasted(asked: Asked[None, None]) -> Export:
    """The reader's own hands in the layout that players paste, filtered as the list is."""
    return exported(asked, pasted_hand, "txt")


def exported(asked: Asked[None, None], write: Write, ending: str) -> Export:
    """All of it, page by page."""
    hall, player, which = asked.hall, asked.account.id, wanted(asked.query)
    if player in hall.exporting:
        text = "one file of your hands is being made already"
        raise NotAllowed(text, code="too-many", cites=OWN_PAST, legal=("when it has arrived",))
    hall.hand_index  # noqa: B018 - opened here, not in the thread that makes pages
    headers = {"content-disposition": attachment(f"hands-of-{asked.account.name}.{ending}")}
    made = Export(pages(hall, player, which, write), media_type="text/plain; charset=utf-8", headers=headers)
    made.making, made.account = hall.exporting, player
    return made


async def pages(hall: Hall, player: str, which: Wanted, write: Write) -> AsyncIterator[bytes]:
    """The text of each page, when the one before it has been sent."""
    while await in_turn(hall, lambda: hall.hand_index.read_on(10_000)):
        pass
    done = 0
    while rows := await in_turn(hall, partial(hall.hand_index.hands, player, which, PAGE)):
        yield await in_turn(hall, partial(page_text, hall, player, rows, done, write))
        done += len(rows)
        which = replace(which, before=(rows[-1].ended_ms, rows[-1].at))
    if not done:
        yield b"# no hand fits\n"


async def in_turn(hall: Hall, work: Callable[[], T]) -> T:
    """Work beside the tables for a file that is being sent: it can no longer be refused, so it waits for its turn."""
    while True:
        try:
            return await hall.press.beside(work)
        except PagesBusy:
            await asyncio.sleep(BUSY_S)


def page_text(hall: Hall, player: str, rows: Sequence[HandRow], first: int, write: Write) -> bytes:
    """The text of one page."""
    return "".join(texts(hall, player, rows, first, write)).encode()


def texts(hall: Hall, player: str, rows: Sequence[HandRow], first: int, write: Write) -> Iterator[str]:
    """Each hand; of one that cannot be written, why."""
    for number, row in enumerate(rows, start=first + 1):
        try:
            yield write(hall, player, row, number)
        except OpenfeltError as why:
            yield f"# {row.place}, hand {row.number}, is not here: {why.message}{APART}"


def phh_hand(hall: Hall, player: str, row: HandRow, number: int) -> str:
    """A hand as one table of the file."""
    host, hand = archive.find(hall, row.place, row.number, hall.accounts.find(player))
    return f"[{number}]\n{downloads.phh_as(hall, host, hand, row.number, archive.seat_of(hand, player))}\n"


def pasted_hand(hall: Hall, player: str, row: HandRow, _: int) -> str:
    """A hand as players paste it. Its number is its place in the journal: the same each time."""
    from openfelt.formats import dump_pokerstars  # noqa: PLC0415 - a room starts without; this is made beside the tables

    host, hand = archive.find(hall, row.place, row.number, hall.accounts.find(player))
    rows = archive.hand_rows(hall, host, hand)
    text = dump_pokerstars(
        [one.event for one in rows],
        viewer=archive.seat_of(hand, player),
        played=downloads.moment(rows[0].time_ms),
        names={seat: hall.name_of(one) for seat, one in hand.players.items()},
        number=row.at,
        site=SITE,
        places=0 if row.event else 2,
        currency="" if row.event else "$",
    )
    return text + APART
