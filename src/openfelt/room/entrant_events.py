"""What happens to the entrants at a table of an event, and to its play, between rounds of play."""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.rulebooks import Cites

# The flags of nsw-poker 28.2.3 that conditions choose, as they name them.
ButtonRule = Literal["nobody-skips-a-blind", "rests-on-an-empty-place", "newcomer-waits"]
ChipsFor = Literal["re-buy", "add-on", "bonus"]
RemovedFor = Literal["eliminated", "disqualified", "session-over"]
HeldFor = Literal["pause", "break", "hand-for-hand", "moves", "dispute", "end", "off-duty"]


class EventTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table knows of its event: the event's name, the number of the table in it, and the conditions.

    `button` are the rules of button and blinds that the conditions choose; `moves`: whether players may be moved.
    """

    event: str
    number: int
    button: tuple[ButtonRule, ...] = ()
    moves: bool = True


class EntrantSeated(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An entrant of an event took a seat with tournament chips that the event issued."""

    seat: int
    player: str
    chips: int
    act: str
    cites: Cites
    bot: str = ""
    late: bool = False
    time_cards: int = 0  # for more time


class ChipsGiven(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An entrant of an event was given more tournament chips."""

    seat: int
    player: str
    chips: int
    why: ChipsFor
    act: str
    cites: Cites


class StacksExchanged(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Chips of entrants were exchanged for larger ones: seat, player, the stack before and after."""

    stacks: tuple[tuple[int, str, int, int], ...]
    act: str
    cites: Cites


class EntrantRemoved(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An entrant left the event, or its session is over: `chips` of the seat went back to the event."""

    seat: int
    player: str
    chips: int
    why: RemovedFor
    act: str
    cites: Cites


class SubstituteSeated(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Another person has an entrant's seat, with the chips in it and all that goes with the seat."""

    seat: int
    player: str
    substitute: str
    chips: int
    act: str
    cites: Cites
    bot: str = ""


class PlayHeld(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """No round of play beyond this number is opened at the table until it is let on, and why."""

    until_hand: int
    why: HeldFor
    cites: Cites


class PlayLet(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A table that was held goes on."""

    cites: Cites


class Penalised(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An entrant is kept from a number of further rounds of play; the forced bets are taken meanwhile."""

    seat: int
    player: str
    hands: int
    reason: str
    act: str
    cites: Cites


class KeptOut(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An entrant is kept from play until the event lets the player back; the forced bets are taken meanwhile."""

    seat: int
    player: str
    act: str
    cites: Cites


class LetInAgain(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An entrant who was kept from play by this act is let back."""

    seat: int
    player: str
    act: str
    cites: Cites


class TimeCardUsed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An entrant used a card for more time; so many are left."""

    seat: int
    player: str
    left: int
    cites: Cites
