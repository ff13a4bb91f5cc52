"""Events of a table that belong to no seat and no hand: a deck is fixed, the table stopped, a fee paid, a call made."""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.rulebooks import Cites

Method = Literal["per-hand", "time", "sitting"]  # of a fee that is no part of a pot


class ShuffleCommitted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The deck of the coming hand is fixed: the root of its commitments, told before the first card."""

    shuffle: str
    root: str
    size: int
    cites: Cites


class TableFrozen(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The floor stopped the table, or let it go on."""

    frozen: bool
    reason: str
    cites: Cites


class ShoeOrdered(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A clause or a ruling changed the shoe in the middle of a hand: its order is sealed under this name.

    Where it was shuffled, `root` commits to the new order, card by card, and is told before its first card.
    """

    shuffle: str
    count: int
    cites: Cites
    root: str = ""


class HandInspected(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An inspector asked to see every card of a finished hand, and why. Asking is itself on record."""

    number: int
    inspector: str
    reason: str
    cites: Cites


class HandVoided(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The record of a hand did not stand up to verification after a start: every wager went back, the deck is dead."""

    number: int
    reason: str
    cites: Cites


class FeePaid(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A fee that is no part of a pot: for the hand, for the time, for sitting down; from the stake or the purse."""

    player: str
    method: Method
    amount: int
    cites: Cites
    from_stake: bool = False
    paid_until_ms: int = 0


class FeeOwed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A fee fell due that cannot be paid now: the stake is in play, or too small. Who owes is not dealt in."""

    player: str
    method: Method
    amount: int
    paid_until_ms: int
    cites: Cites


class CheckValueSet(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A commission check is worth so much at this table."""

    value: int
    by: str
    cites: Cites


class BoxCounted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The commission box was emptied: what the ledger says it held, and what was counted."""

    expected: int
    counted: int
    by: str
    cites: Cites

    @property
    def difference(self) -> int:
        """What is too much in the box, or (-) missing from it."""
        return self.counted - self.expected


class FeeReturned(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The fee for a hand that was void went back to where it came from."""

    player: str
    method: Method
    amount: int
    cites: Cites
    to_stake: bool = False


class FloorCalled(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player, or the dealer of a live table (seat 0), called the floor in hand or round `number`; nothing stops."""

    player: str
    seat: int
    number: int
    words: str
    cites: Cites


class FloorAnswered(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The floor came and answered a call; `call` is the number of the call in the same stream."""

    call: int
    player: str
    by: str
    role: str
    words: str
    cites: Cites


class EntryTakenBack(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What was entered last at a table with real cards is taken back: its events, by their numbers, do not stand.

    `seat` is whose act it was; 0 where cards were named, of the deal called `street`.
    """

    entry: int
    last: int
    seat: int
    street: str
    by: str
    cites: Cites


HouseEvent = (
    ShuffleCommitted | ShoeOrdered | TableFrozen | HandInspected | HandVoided | FeePaid | FeeOwed | FeeReturned
    | CheckValueSet | BoxCounted | FloorCalled | FloorAnswered | EntryTakenBack
)  # fmt: skip


# -- at house-banked tables only ---------------------------------------------------------------------------------------


class RealCardsUsed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A house-banked table is dealt with real cards: a dealer enters what lies face up and what players do."""

    cites: Cites


class StaffOrdered(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Staff of a house-banked table reported something, ruled on it or used a power; its effects follow."""

    order: str
    number: int
    by: str
    role: str
    reason: str
    cites: Cites
