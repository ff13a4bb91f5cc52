"""What is printed on the cloth of a house-banked table: its spots, its pay tables, and when the dealer plays.

Reads the game and the sign that hangs there; knows no round. Which line of a pay table a player meets is worked out
from the cards that this player sees, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from openfelt.cards import UNKNOWN, Card
from openfelt.errors import RuleViolation
from openfelt.phrases import Text
from openfelt.pit.games import game_of
from openfelt.pit.paytables import PayTable
from openfelt.pit.settlement import Spot
from openfelt.pit.sign import AnySign, settings_of
from openfelt.rulebooks import Cites


class PayLine(msgspec.Struct, frozen=True, kw_only=True):
    """A hand and what it is paid to one; 0 is a stand-off."""

    hand: str
    odds: int


class PrintedPays(msgspec.Struct, frozen=True, kw_only=True):
    """A pay table on the cloth, highest hand first."""

    name: str
    title: str
    lines: tuple[PayLine, ...]
    cites: Cites


class PrintedWords(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence on the cloth."""

    text: Text
    cites: Cites


class PrintedSpot(msgspec.Struct, frozen=True, kw_only=True):
    """A place for a wager before the deal; its limits as (least, most, step) where the sign states them.

    A wager of so many antes has none of its own.
    """

    spot: Spot
    limits: tuple[int, int, int] | None


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """All that is printed on the cloth of a table; the call lies on the cards and has no spot of its own."""

    spots: tuple[PrintedSpot, ...]
    calls: bool
    pays: tuple[PrintedPays, ...]
    words: tuple[PrintedWords, ...]


def layout_of(sign: AnySign) -> Layout:
    """The cloth under a sign.

    >>> from openfelt.books.act_holdem.pit import HoldemSign
    >>> cloth = layout_of(HoldemSign())
    >>> [(one.spot.value, one.limits) for one in cloth.spots]
    [('ante', (1000, 50000, 500)), ('bonus', (500, 10000, 500))]
    >>> [one.title for one in cloth.pays]
    ['Ante', 'Super Aces']
    """
    game = game_of(sign)
    return Layout(
        spots=tuple(
            PrintedSpot(spot=spot, limits=limits_on(sign, spot)) for spot in game.spots if is_offered(sign, spot)
        ),
        calls=game.call is not None,
        pays=tuple(
            PrintedPays(
                name=table.name,
                title=table.kind.title,
                lines=tuple(PayLine(hand=hand, odds=odds) for hand, odds in table.rows),
                cites=table.cites,
            )
            for table in tables_of(sign)
        ),
        words=tuple(PrintedWords(text=line.text, cites=line.cites) for line in game.printed),
    )


def limits_on(sign: AnySign, spot: Spot) -> tuple[int, int, int] | None:
    """The least, the most and the step that the sign states for a spot."""
    stated = {Spot.ANTE: sign.ante, Spot.BONUS: sign.bonus}.get(spot)
    return (stated.low, stated.high, stated.step) if stated is not None else None


def tables_of(sign: AnySign) -> Iterable[PayTable]:
    """The pay tables that hang with a sign."""
    return (table for name in settings_of(sign) if isinstance(table := getattr(sign, name), PayTable))


def is_offered(sign: AnySign, spot: Spot) -> bool:
    """Whether the sign lets players wager on a spot."""
    try:
        game_of(sign).require_spot(sign, spot)
    except RuleViolation:
        return False
    return True


def lines_met(sign: AnySign, own: tuple[Card, ...], community: tuple[Card, ...]) -> dict[str, str]:
    """The line of each pay table that a player's cards meet now, as far as the player sees the cards it goes by.

    >>> from openfelt.books.act_holdem.pit import HoldemSign
    >>> from openfelt.cards import cards
    >>> lines_met(HoldemSign(), cards("AcAh"), cards("9d5h7s"))
    {'super-aces': 'pair-of-aces'}
    >>> lines_met(HoldemSign(), (UNKNOWN, UNKNOWN), cards("9d5h7s"))
    {}
    """
    if UNKNOWN in own:
        return {}
    met = game_of(sign).lines_met(sign, own, tuple(card for card in community if card != UNKNOWN))
    return {table: line for table, line in met.items() if line}
