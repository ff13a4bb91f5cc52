"""Orders given to a house-banked table: about its boxes, to the round in play, or by the house of itself.

Its floor, its deck and its record take the same orders as a poker table's (`room.orders`).
"""

from __future__ import annotations

from openfelt.floor.ruling import Author
from openfelt.pit import AnySign
from openfelt.pit.commands import Command
from openfelt.room.offices import Officer
from openfelt.room.orders import AnswerCall, ByOfficer, CallFloor, FixDeck, Freeze, InspectHand, Order, VoidRecord


class OpenPit(Order, frozen=True, tag=True):
    """House: put up the sign. `live`: a dealer deals real cards and enters them."""

    sign: AnySign
    live: bool = False
    by: Officer | None = None  # who opens it; without one, the house itself


class TakeBox(Order, frozen=True, tag=True):
    """A player: sit down at a box, with the chips for a first wager: none can be brought later."""

    player: str
    box: int
    stake: int
    offices: tuple[str, ...] = ()  # that this player holds at the table


class LeaveBox(Order, frozen=True, tag=True):
    """A player: leave with all chips that are not laid."""

    player: str


class InRound(Order, frozen=True, tag=True):
    """A player takes one of the offers made in this round."""

    number: int
    player: str
    command: Command


class ByStaff(Order, frozen=True, tag=True):
    """Staff of the table: report an incident, rule on it, use a power; with real cards, deal and enter every act.

    Where `by` is named, what is more than play goes on record with author and reason. `number`: the round it is meant
    for, 0 for whichever is being played. An officer gives it in the own name; without one it is the house's own.
    """

    command: Command
    by: Author | None = None
    reason: str = ""
    number: int = 0
    officer: Officer | None = None


class TimeUp(Order, frozen=True, tag=True):
    """The clock: the time of whoever plays this box, in this round, has run out."""

    number: int
    box: int


class CloseBetting(Order, frozen=True, tag=True):
    """House: no more bets; deal from the deck that was fixed."""


class OpenBetting(Order, frozen=True, tag=True):
    """House: the next round."""


class ApplyPitNotice(Order, frozen=True, tag=True):
    """House: what was announced happens, once the time has come."""


class SeeOff(Order, frozen=True, tag=True):
    """House: a player whose account was closed takes every wager back and leaves."""

    player: str


PitOrder = (
    OpenPit | TakeBox | LeaveBox | InRound | ByStaff | TimeUp | CloseBetting | OpenBetting | SeeOff | ApplyPitNotice
    | FixDeck | VoidRecord | Freeze | CallFloor | AnswerCall | InspectHand | ByOfficer
)  # fmt: skip
