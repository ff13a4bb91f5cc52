"""The demo room: the tables that the books show, house bots in the seats, at least one seat free at each."""

from __future__ import annotations

from typing import Final

from openfelt.games.standard import standard_sign
from openfelt.pit.games import sign_for
from openfelt.room.demo import DEMO, DemoTable
from openfelt.service.hall import Hall

BOTS: Final = ("pot-odds", "tight", "caller", "random")
NAMES: Final = ("Ada", "Blaise", "Carl", "Dora", "Emmy", "Fermat", "Grace", "Hugo", "Ida", "Jakob")


def tables() -> list[tuple[str, DemoTable]]:
    """Every table of players with its book, in the order of the books."""
    return [(book, one) for book in DEMO.books() for one in DEMO.of(book).tables]


async def open_demo(hall: Hall) -> None:
    """Open the demo tables that are not there yet."""
    hall.is_demonstration = True
    for banked in (one for book in DEMO.books() for one in DEMO.of(book).banked):
        if not hall.known_as(banked.name):
            await hall.open_pit(banked.name, sign_for(banked.game))
    for number, (book, one) in enumerate(tables()):
        if hall.known_as(one.name):
            continue
        host = await hall.open_table(one.name, standard_sign(book, one.game, **one.settings))
        for seat in range(2, host.table.sign.seats + 1):
            if seat == 4 and host.table.sign.seats > 4:
                continue
            who = f"{NAMES[(number + seat) % len(NAMES)]} of {one.name}"
            await hall.seat_bot(host, seat, BOTS[(number + seat) % len(BOTS)], who)
