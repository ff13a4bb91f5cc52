"""Orders given to a jackpot: what staff does at its controller and terminal, what players claim, what the house notes.

`by` is the officer who gives an order; one without it is a player's own or the house's. Whether it may be done is
decided in one place (`deciding.decide`). The console of a table is part of that table (`room.jackpot_orders`).
"""

from __future__ import annotations

import msgspec

from openfelt.jackpots.parameters import Parameters
from openfelt.room.jackpot_link import PlayedHand
from openfelt.room.offices import Officer


class Order(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something asked of a jackpot."""


class HandAt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A completed hand by the record of its table."""

    table: str
    hand: PlayedHand

    @property
    def key(self) -> tuple[str, int]:
        """Which hand it is."""
        return self.table, self.hand.number


# -- the controller ----------------------------------------------------------------------------------------------------


class OpenPool(Order, frozen=True, tag=True):
    """Offer a jackpot: `pool` names it and its accounts."""

    pool: str
    parameters: Parameters
    by: Officer


class LinkTable(Order, frozen=True, tag=True):
    """Link a table that plays this variation. `signed`: its sign says so; `console`: the dealer has one there."""

    table: str
    book: str
    game: str
    deck: int
    signed: bool
    console: bool
    by: Officer


class UnlinkTable(Order, frozen=True, tag=True):
    """Take a table off the jackpot."""

    table: str
    by: Officer


class NoteHand(Order, frozen=True, tag=True):
    """House: a hand was completed or corrected at a linked table; what it hits is locked."""

    played: HandAt


class EndWindow(Order, frozen=True, tag=True):
    """House: the window of a high hand has ended."""

    event: str


# -- players -----------------------------------------------------------------------------------------------------------


class Claim(Order, frozen=True, tag=True):
    """A player claims what a hand has hit; `by`: the officer at the table who enters it."""

    player: str
    played: HandAt
    by: Officer | None = None


# -- the terminal ------------------------------------------------------------------------------------------------------


class VerifyHit(Order, frozen=True, tag=True):
    """One officer has verified a hit: the hand, the players, the amount."""

    hit: int
    by: Officer


class PayHit(Order, frozen=True, tag=True):
    """Another officer pays it."""

    hit: int
    by: Officer


class CheckDisplay(Order, frozen=True, tag=True):
    """What the display shows is compared with the terminal."""

    shows_cents: int
    by: Officer


class PutUpSign(Order, frozen=True, tag=True):
    """Display a sign with the next parameters and the time of the change; None: the jackpot ends then."""

    parameters: Parameters | None
    change_at_ms: int
    by: Officer


class ChangeParameters(Order, frozen=True, tag=True):
    """The parameters of the sign are in force now."""

    by: Officer


class EndPool(Order, frozen=True, tag=True):
    """The jackpot ends as its sign says; what is in the pool is the operator's again."""

    by: Officer


class ReportMalfunction(Order, frozen=True, tag=True):
    """Part of the equipment fails."""

    part: str
    what: str
    by: Officer


class ReceiveNotice(Order, frozen=True, tag=True):
    """Whoever was notified of the malfunction has received the notice: under which reference."""

    to: str
    reference: str
    by: Officer


class AdjustPool(Order, frozen=True, tag=True):
    """Put so many cents into the pool, or take them out of it."""

    by_cents: int
    reason: str
    by: Officer


class ConfirmAmount(Order, frozen=True, tag=True):
    """The terminal shows this amount and it is right: the malfunction is over, and what waited is settled."""

    cents: int
    by: Officer


StaffOrder = (
    OpenPool | LinkTable | UnlinkTable | VerifyHit | PayHit | CheckDisplay | PutUpSign | ChangeParameters | EndPool
    | ReportMalfunction | ReceiveNotice | AdjustPool | ConfirmAmount
)  # fmt: skip
JackpotOrder = StaffOrder | Claim | NoteHand | EndWindow
