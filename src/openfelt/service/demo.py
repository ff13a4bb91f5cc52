"""The demo room: a dozen tables over the games, house bots in the seats, at least one seat free at each."""

from __future__ import annotations

from typing import Any, Final

from openfelt.games.standard import standard_sign
from openfelt.pit import BigRaiseSign, HoldemSign
from openfelt.service.hall import Hall

TABLES: Final[tuple[tuple[str, str, str, dict[str, Any]], ...]] = (
    ("Sydney", "nsw-poker", "texas-holdem", {"seats": 6}),
    ("Bondi", "nsw-poker", "omaha", {"seats": 6}),
    ("Manly", "nsw-poker", "crazy-pineapple", {"seats": 6}),
    ("Coogee", "nsw-poker", "pineapple", {"seats": 5, "straddle": True}),
    ("Manila", "nsw-poker", "two-card-manila", {"seats": 6, "deck": 32}),
    ("Luzon", "nsw-poker", "three-card-manila", {"seats": 5, "deck": 36}),
    ("Glebe", "nsw-poker", "draw-ante", {"seats": 5}),
    ("Newtown", "nsw-poker", "draw-blind", {"seats": 5}),
    ("Redfern", "nsw-poker", "five-card-stud", {"seats": 5}),
    ("Pyrmont", "nsw-poker", "seven-card-stud", {"seats": 6}),
    ("Canberra", "act-stud", "seven-card-stud", {"seats": 5, "deck": 40, "joker": True}),
    ("Capital", "act-stud", "seven-card-stud-split", {"seats": 5}),
    ("Reno", "us-stud", "seven-card-stud-8", {"seats": 6}),
    ("Tonopah", "us-stud", "razz", {"seats": 6}),
    ("Workshop", "house", "deuce-to-seven-triple", {"seats": 5}),
    ("Attic", "house", "badugi", {"seats": 5}),
    ("Short", "house", "short-deck", {"seats": 6}),
)

BOTS: Final = ("pot-odds", "tight", "caller", "random")
NAMES: Final = ("Ada", "Blaise", "Carl", "Dora", "Emmy", "Fermat", "Grace", "Hugo", "Ida", "Jakob")


async def open_demo(hall: Hall) -> None:
    """Open the demo tables that are not there yet."""
    if not hall.known_as("Civic"):
        await hall.open_pit("Civic", HoldemSign())
    if not hall.known_as("Auckland"):
        await hall.open_pit("Auckland", BigRaiseSign())
    for number, (name, rulebook, game, changes) in enumerate(TABLES):
        if hall.known_as(name):
            continue
        host = await hall.open_table(name, standard_sign(rulebook, game, **changes))
        for seat in range(2, host.table.sign.seats + 1):
            if seat == 4 and host.table.sign.seats > 4:
                continue
            who = f"{NAMES[(number + seat) % len(NAMES)]} of {name}"
            await hall.seat_bot(host, seat, BOTS[(number + seat) % len(BOTS)], who)
