"""What is asked of the cage and what then happened: commands are orders, events are past. Values only."""

from __future__ import annotations

import msgspec

from openfelt.cage.stakes import Terms
from openfelt.rulebooks import Cites


class Command(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something asked of the cage."""


class OpenTable(Command, frozen=True, tag=True):
    """Put up a table with the money lines of its sign."""

    table: str
    terms: Terms
    time_ms: int


class IssueChips(Command, frozen=True, tag=True):
    """Give a player chips that did not exist before: play money, or cash taken at the cage."""

    player: str
    amount: int


class RedeemChips(Command, frozen=True, tag=True):
    """Take a player's chips out of existence."""

    player: str
    amount: int


class BuyIn(Command, frozen=True, tag=True):
    """Sit down with a stake."""

    table: str
    player: str
    amount: int
    time_ms: int


class TopUp(Command, frozen=True, tag=True):
    """Add to one's stake."""

    table: str
    player: str
    amount: int


class TakeOff(Command, frozen=True, tag=True):
    """Take chips off the table and stay: to pay for a service, or for another purpose that `approver` has approved."""

    table: str
    player: str
    amount: int
    approver: str = ""


class Leave(Command, frozen=True, tag=True):
    """Leave the table with one's stake."""

    table: str
    player: str


class MoveByOrder(Command, frozen=True, tag=True):
    """Move to another table by a supervisor's order, stake and prepaid fees included."""

    player: str
    table: str
    to_table: str
    broken_game: bool = False


class StartRound(Command, frozen=True, tag=True):
    """A round of play begins with these players dealt in."""

    table: str
    dealt: tuple[str, ...]


class EndRound(Command, frozen=True, tag=True):
    """The round of play is over, or void."""

    table: str
    void: bool = False


class SetCheckValue(Command, frozen=True, tag=True):
    """Fix what a commission check is worth at a table, before play starts there; a supervisor's act."""

    table: str
    value: int
    by: str


class CountBox(Command, frozen=True, tag=True):
    """Empty the commission box of a table and count it."""

    table: str
    counted: int
    by: str


class ChargeTime(Command, frozen=True, tag=True):
    """The clock moved: charge whoever has not paid for the present period."""

    table: str
    time_ms: int


class Event(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something the cage did."""


class TableOpened(Event, frozen=True, tag=True):
    """A table has its terms."""

    table: str
    terms: Terms
    time_ms: int
    cites: Cites


class CheckValueSet(Event, frozen=True, tag=True):
    """A commission check is worth so much at a table."""

    table: str
    value: int
    by: str
    cites: Cites


class BoxCounted(Event, frozen=True, tag=True):
    """A commission box was emptied: what the ledger says it held, and what was counted."""

    table: str
    expected: int
    counted: int
    by: str
    cites: Cites

    @property
    def difference(self) -> int:
        """What is too much in the box, or missing from it."""
        return self.counted - self.expected


class ChipsIssued(Event, frozen=True, tag=True):
    """New chips are in a player's purse."""

    player: str
    amount: int
    cites: Cites


class ChipsRedeemed(Event, frozen=True, tag=True):
    """Chips of a player's purse are no more."""

    player: str
    amount: int
    cites: Cites


class BoughtIn(Event, frozen=True, tag=True):
    """A player sat down with a stake."""

    table: str
    player: str
    amount: int
    cites: Cites


class ToppedUp(Event, frozen=True, tag=True):
    """A stake grew."""

    table: str
    player: str
    amount: int
    cites: Cites


class TakenOff(Event, frozen=True, tag=True):
    """A stake shrank: to the purse with approval, or to the house for a service."""

    table: str
    player: str
    amount: int
    approver: str
    cites: Cites


class Left(Event, frozen=True, tag=True):
    """A player left with the stake. Prepaid fees stay with the room."""

    table: str
    player: str
    amount: int
    cites: Cites


class MovedByOrder(Event, frozen=True, tag=True):
    """A player sits at another table with the same stake, what was prepaid still paid."""

    player: str
    table: str
    to_table: str
    amount: int
    cites: Cites


class RoundStarted(Event, frozen=True, tag=True):
    """These players' stakes are fixed; those in `declared` may never add again."""

    table: str
    dealt: tuple[str, ...]
    declared: tuple[str, ...]
    cites: Cites


class RoundEnded(Event, frozen=True, tag=True):
    """Stakes may change again."""

    table: str
    void: bool


class FeeCharged(Event, frozen=True, tag=True):
    """A fee was paid from purse or stake. `paid_until_ms` is 0 for a fee that is not for time."""

    table: str
    player: str
    method: str
    amount: int
    from_stake: bool
    paid_until_ms: int
    cites: Cites


class FeeOwed(Event, frozen=True, tag=True):
    """A fee fell due that cannot be paid now: the stake is in play, or too small."""

    table: str
    player: str
    method: str
    amount: int
    paid_until_ms: int
    cites: Cites


class FeeRefunded(Event, frozen=True, tag=True):
    """A fee went back to where it came from, because the round was void."""

    table: str
    player: str
    method: str
    amount: int
    to_stake: bool
    cites: Cites


AnyCommand = (
    OpenTable
    | IssueChips
    | RedeemChips
    | BuyIn
    | TopUp
    | TakeOff
    | Leave
    | MoveByOrder
    | StartRound
    | EndRound
    | ChargeTime
    | SetCheckValue
    | CountBox
)
AnyEvent = (
    TableOpened
    | ChipsIssued
    | ChipsRedeemed
    | BoughtIn
    | ToppedUp
    | TakenOff
    | Left
    | MovedByOrder
    | RoundStarted
    | RoundEnded
    | FeeCharged
    | FeeOwed
    | FeeRefunded
    | CheckValueSet
    | BoxCounted
)
