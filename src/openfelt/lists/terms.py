"""What a list is for and on which terms it is kept: the game and the limits, and how long a call holds a seat."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from openfelt.games import Sign
from openfelt.room.rules import Priority, room_rules
from openfelt.rulebooks import HOUSE_RULEBOOK, rulebook

HOUSE: Final = rulebook(HOUSE_RULEBOOK)
KEEPING: Final = HOUSE.cite("22.1")
JOINING: Final = HOUSE.cite("22.2")
KEPT_OUT: Final = HOUSE.cite("22.3")
CALLING: Final = HOUSE.cite("22.4")
CHIP: Final = HOUSE.cite("22.5")
DESK: Final = HOUSE.cite("22.6")
TURNS: Final = HOUSE.cite("22.7")
DIRECTLY: Final = HOUSE.cite("22.8")
FEEDING: Final = HOUSE.cite("22.9")
BROKEN: Final = HOUSE.cite("22.10")
DRAWING: Final = HOUSE.cite("22.11")
ESTIMATE: Final = HOUSE.cite("22.12")
OPENING: Final = HOUSE.cite("22.14")
ASKING: Final = HOUSE.cite("22.15")
PROOF: Final = HOUSE.cite("22.16")

# Where a book names no order of its own.
OUR_ORDER: Final = Priority(TURNS, TURNS, TURNS, TURNS, TURNS)
MOST_WAITING: Final = 300  # on one list
MOST_LISTS: Final = 60
MOST_DRAWING: Final = 40  # for one seat: a deck serves them also when equals draw again
MOST_HOLD_S: Final = 3600

Via: TypeAlias = Literal["desk", "page", "phone", "kiosk", "broken-game"]  # how somebody came to be on a list
Standing: TypeAlias = Literal["here", "like-table", "waiting"]


class ListTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The settings of a list, each with its default (house 22.1, 22.4, 22.5, 22.16)."""

    per: Literal["game-and-limit", "game"] = "game-and-limit"
    hold_s: int = 300  # how long a seat is kept for whoever is called
    chip_hold_s: int = 900  # and for whoever has left a chip at the desk
    misses: int = 2  # the missed call after which a name is struck; 1: the first
    calls: Literal["by-itself", "by-hand"] = "by-itself"  # who calls the next: the house, or the brush
    kiosk: Literal["code", "name"] = "code"  # what shows at a kiosk who somebody is


def game_key(sign: Sign) -> str:
    """The game that a sign is of: its book, and each game in turn with its deck.

    >>> from openfelt.games.standard import standard_sign
    >>> game_key(standard_sign("nsw-poker", "texas-holdem"))
    'nsw-poker texas-holdem 52'
    """
    games = "+".join(f"{one.game} {one.deck}{' joker' if one.joker else ''}" for one in sign.games)
    return f"{sign.rulebook} {games}"


def limits_key(sign: Sign) -> str:
    """The limits of a sign: structure and forced bets of each game.

    >>> from openfelt.games.standard import standard_sign
    >>> limits_key(standard_sign("nsw-poker", "texas-holdem"))
    'no-limit 200 0 blinds 100/200'
    """
    return "+".join(_limits(one) for one in sign.games)


def _limits(sign: Sign) -> str:
    limit = sign.limit
    said = [f"{limit.kind} {limit.small} {limit.big}"]
    said += [f"blinds {'/'.join(map(str, sign.blinds))}"] if sign.blinds else []
    said += [f"ante {sign.ante} {sign.ante_by}"] if sign.ante else []
    said += [f"bring-in {sign.bring_in}"] if sign.bring_in else []
    return " ".join(said)


def priority(book: str) -> Priority:
    """Who is offered a seat first, by a book or by the house."""
    return room_rules(book).priority or OUR_ORDER
