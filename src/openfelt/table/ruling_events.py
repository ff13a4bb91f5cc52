"""What happens at the table only because someone ruled: cards taken back, wagers returned, hands dead, betting capped.

The floor decides which of these a ruling produces; here is what they say. `rulings` folds them into the hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from openfelt.cards import Card, show
from openfelt.money import money
from openfelt.phrases import WriteMoney
from openfelt.rulebooks import Cites

Place = Literal["shoe", "down", "up", "board", "burns", "muck", "aside"]
Action = Literal["check", "fold", "wager", "short call"]
Death = Literal["dead", "folded", "void", "refused", "not dealt in"]
# How a line of the log names a seat, and how it writes an amount.
Name = Callable[[int], str]


class RulingMade(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A ruling on an irregularity: what it was, the remedy, how the deadline was worked out, who ruled and why.

    `agreed`: the players whose consent is on record, where the clause wants it.
    """

    incident: str
    remedy: str
    seats: tuple[int, ...]
    working: str
    author: str
    role: str
    reason: str
    cites: Cites
    agreed: tuple[int, ...] = ()


class PowerUsed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A supervisor used a power: on whom, in which words, who and why. `seconds` of a clock or an exclusion."""

    power: str
    seat: int
    detail: str
    author: str
    role: str
    reason: str
    cites: Cites
    seconds: int = 0


class CardsMoved(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Cards went from one place to another. `open`: face up for all; otherwise only the seats in `to` see them."""

    cards: tuple[Card, ...]
    source: Place
    target: Place
    cites: Cites
    seat: int = 0
    open: bool = False
    to: tuple[int, ...] = ()
    step: int = -1  # set aside until the deal of this step; -1: until the next deal


class CardsExposed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Cards of a player were seen: by the seats in `to`, or by everyone where it names none."""

    seat: int
    cards: tuple[Card, ...]
    cites: Cites
    to: tuple[int, ...] = ()


class NextExposed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """The next card of the shoe was seen by all and stays the next card."""

    card: Card
    cites: Cites


class StubShuffled(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """The stub was shuffled and cut anew; its order comes from outside."""

    count: int
    cites: Cites


class AsideReturned(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """The cards set aside were shuffled into the stub, which now has `count` cards."""

    count: int
    cites: Cites


class StreetRecalled(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A street is dealt again: its round's wagers went back, in dealing order. `burnt`: its burn stays.

    `board_only`: of a street that went to players too, only the community card is dealt again; forced bets stay.
    """

    step: int
    burnt: bool
    returned: tuple[int, ...]
    cites: Cites
    board_only: bool = False


class BurnWaived(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """No card is burnt before the deal of this step."""

    step: int
    cites: Cites


class HandDead(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player's hand is out of the round; `refund` is what of its wagers went back."""

    seat: int
    refund: int
    kind: Death
    cites: Cites


class RoundVoided(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Everything put in went back, in dealing order; `forfeited` is what of it the room kept."""

    returned: tuple[int, ...]
    forfeited: tuple[int, ...]
    cites: Cites


class OutcomeInvalidated(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """The result of a finished round does not count: the stacks as they are now, and what the room keeps."""

    stacks: tuple[int, ...]
    forfeited: tuple[int, ...]
    cites: Cites


class AwardMoved(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A pot that was awarded went to others after all, in time: what each gave up and got, in dealing order."""

    pot: int
    part: str
    taken: tuple[int, ...]
    given: tuple[int, ...]
    cites: Cites


class BettingCapped(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """No wager of this round may exceed the ceiling."""

    ceiling: int
    cites: Cites


class TreatedAllIn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player plays for the pot so far and takes no part in further betting."""

    seat: int
    cites: Cites


class OpenerChanged(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Another player opens this betting round. `check_taps_out`: a check puts the player out of further betting."""

    seat: int
    cites: Cites
    check_taps_out: bool = False


class WagerHeld(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """An action out of turn is held until those who were skipped have acted; a short call, until it is made up."""

    seat: int
    action: Action
    to: int
    cites: Cites


class HeldResolved(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A held action is no longer held: it was resolved, or given back."""

    seat: int
    cites: Cites


class WagerForfeited(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Chips put out without right stay in the pot."""

    seat: int
    amount: int
    cites: Cites


class DiscardOwed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player must still make the discard of this step."""

    seat: int
    step: int
    cites: Cites


class DrawCredited(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A player has cards of the draw already: so many fewer are due. `owed` once the player has discarded."""

    seat: int
    count: int
    owed: bool
    cites: Cites


class StakeAdjusted(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A stake outside the limits was put right: chips came to the table, or left it."""

    seat: int
    by: int
    cites: Cites


class StakeDue(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A stake is short and plays on; with less than `least` its player is not dealt in after this round of play."""

    seat: int
    least: int
    cites: Cites


class WagersReturned(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Parts of wagers went back, in dealing order; chips in `removed` left the table."""

    returned: tuple[int, ...]
    removed: tuple[int, ...]
    cites: Cites


class ClockImposed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """A supervisor gave the player so many seconds to act."""

    seat: int
    seconds: int
    cites: Cites


class ShowOrdered(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Cards that some have seen are shown to the whole table when the round of play ends."""

    seat: int
    cards: tuple[Card, ...]
    to: tuple[int, ...]
    cites: Cites


RulingEvent = (
    RulingMade
    | PowerUsed
    | CardsMoved
    | CardsExposed
    | NextExposed
    | StubShuffled
    | AsideReturned
    | StreetRecalled
    | BurnWaived
    | HandDead
    | RoundVoided
    | OutcomeInvalidated
    | AwardMoved
    | BettingCapped
    | TreatedAllIn
    | OpenerChanged
    | WagerHeld
    | HeldResolved
    | WagerForfeited
    | DiscardOwed
    | DrawCredited
    | StakeAdjusted
    | StakeDue
    | WagersReturned
    | ClockImposed
    | ShowOrdered
)

PLACES: Final[dict[str, str]] = {
    "shoe": "the shoe", "down": "the hand", "up": "the up-cards", "board": "the board", "burns": "the burns",
    "muck": "the discards", "aside": "the cards set aside",
}  # fmt: skip


def seat_name(seat: int) -> str:
    """A seat by its number."""
    return f"seat {seat}"


def ruling_line(  # noqa: C901, PLR0912 - one case for each event
    event: RulingEvent, name: Name = seat_name, write: WriteMoney = money
) -> str:
    """The event in words, as a table announces it.

    >>> ruling_line(TreatedAllIn(4, ("nsw-poker 26.23",)))
    'seat 4 is treated as all-in'
    """
    match event:
        case RulingMade():
            working = f" ({event.working})" if event.working else ""
            agreed = f", agreed by {', '.join(map(name, event.agreed))}" if event.agreed else ""
            return f"ruling on {event.incident}: {event.remedy}{working}{agreed}, by {event.author}"
        case PowerUsed():
            return f"{event.author}: {event.power} {event.detail}".rstrip()
        case CardsMoved():
            of = f" of {name(event.seat)}" if event.seat else ""
            return f"{show(event.cards)} from {PLACES[event.source]} to {PLACES[event.target]}{of}"
        case CardsExposed():
            whom = ", ".join(map(name, event.to)) or "all"
            return f"{show(event.cards)} of {name(event.seat)} seen by {whom}"
        case NextExposed():
            return f"{event.card} is exposed and stays the next card"
        case StubShuffled():
            return f"the stub of {event.count} is shuffled and cut"
        case AsideReturned():
            return f"the cards set aside are shuffled into a stub of {event.count}"
        case StreetRecalled():
            what = "community card" if event.board_only else "street"
            return f"the {what} is taken back and dealt again"
        case BurnWaived():
            return "no card is burnt before the next deal of this street"
        case HandDead(kind="not dealt in"):
            back = f"; {write(event.refund)} go back" if event.refund else ""
            return f"{name(event.seat)} was not dealt in and is out of the round{back}"
        case HandDead():
            back = f"; {write(event.refund)} go back" if event.refund else "; its wagers stay in the pot"
            return f"the hand of {name(event.seat)} is {event.kind}{back}"
        case RoundVoided():
            kept = f"; {write(sum(event.forfeited))} forfeited" if any(event.forfeited) else ""
            return f"all wagers go back, {write(sum(event.returned))} in all{kept}"
        case OutcomeInvalidated():
            return "the outcome is invalidated and the wagers are returned"
        case AwardMoved():
            return f"pot {event.pot + 1} is paid again: {money(sum(event.given))} change hands"
        case BettingCapped():
            return f"no wager of this round above {write(event.ceiling)}"
        case TreatedAllIn():
            return f"{name(event.seat)} is treated as all-in"
        case OpenerChanged():
            return f"{name(event.seat)} opens the round"
        case WagerHeld():
            held = f": {write(event.to)}" if event.to else ""
            if event.action == "short call":
                return f"{name(event.seat)} put out less than the call, and makes it up or folds{held}"
            return f"{event.action} of {name(event.seat)} out of turn is held{held}"
        case HeldResolved():
            return f"nothing of {name(event.seat)} is held any more"
        case WagerForfeited():
            return f"{write(event.amount)} of {name(event.seat)} stay in the pot"
        case DiscardOwed():
            return f"{name(event.seat)} must still discard"
        case DrawCredited():
            return f"{name(event.seat)} has {event.count} cards of the draw already"
        case StakeAdjusted():
            return f"the stake of {name(event.seat)} changes by {write(event.by)}"
        case StakeDue():
            return f"{name(event.seat)} plays on and has {write(event.least)} in front before another round"
        case WagersReturned():
            return f"{write(sum(event.returned) + sum(event.removed))} of the wagers go back"
        case ClockImposed():
            return f"{name(event.seat)} has {event.seconds} seconds to act"
        case ShowOrdered():
            return f"{name(event.seat)} shows the table the same cards when the round ends"
