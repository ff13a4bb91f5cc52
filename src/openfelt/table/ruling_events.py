"""What happens at the table only because someone ruled: cards taken back, wagers returned, hands dead, betting capped.

The floor decides which of these a ruling produces; here is what they say. `rulings` folds them into the hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from openfelt.cards import Card, shown
from openfelt.phrases import Count, Money, Phrase, Seat, Text, phrase
from openfelt.phrases import Name as NamePart
from openfelt.rulebooks import Cites

Place = Literal["shoe", "down", "up", "board", "burns", "muck", "aside"]
Action = Literal["check", "fold", "wager", "short call"]
Death = Literal["dead", "folded", "void", "refused", "not dealt in"]
# Who sits in a seat, for a line of the log.
Name = Callable[[int], Seat | Phrase]


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


def seat_name(seat: int) -> Seat:
    """A seat by its number."""
    return Seat(seat)


def ruling_line(event: RulingEvent, name: Name = seat_name) -> Text:  # noqa: C901, PLR0912 - one case each
    """What is said of the event, as a table announces it.

    >>> str(ruling_line(TreatedAllIn(4, ("nsw-poker 26.23",))))
    'seat 4 is treated as all-in'
    """
    match event:
        case RulingMade():
            said = phrase(
                "{remedy} ({working})" if event.working else "{remedy}", remedy=event.remedy, working=event.working
            )
            if event.agreed:
                said = phrase("{said}, agreed by {seats}", said=said, seats=tuple(map(name, event.agreed)))
            return phrase(
                "ruling on {incident}: {said}, by {author}",
                incident=event.incident,
                said=said,
                author=NamePart(event.author),
            )
        case PowerUsed(detail=""):
            return phrase("{author}: {power}", author=NamePart(event.author), power=event.power)
        case PowerUsed():
            return phrase(
                "{author}: {power} {detail}",
                author=NamePart(event.author),
                power=event.power,
                detail=NamePart(event.detail),
            )
        case CardsMoved():
            parts = {"cards": shown(event.cards), "source": PLACES[event.source], "target": PLACES[event.target]}
            if not event.seat:
                return phrase("{cards} from {source} to {target}", **parts)
            return phrase("{cards} from {source} to {target} of {seat}", **parts, seat=name(event.seat))
        case CardsExposed(to=()):
            return phrase("{cards} of {seat} seen by all", cards=shown(event.cards), seat=name(event.seat))
        case CardsExposed():
            return phrase(
                "{cards} of {seat} seen by {seats}",
                cards=shown(event.cards),
                seat=name(event.seat),
                seats=tuple(map(name, event.to)),
            )
        case NextExposed():
            return phrase("{cards} is exposed and stays the next card", cards=shown((event.card,)))
        case StubShuffled():
            return phrase("the stub of {count} is shuffled and cut", count=Count(event.count))
        case AsideReturned():
            return phrase("the cards set aside are shuffled into a stub of {count}", count=Count(event.count))
        case StreetRecalled(board_only=True):
            return "the community card is taken back and dealt again"
        case StreetRecalled():
            return "the street is taken back and dealt again"
        case BurnWaived():
            return "no card is burnt before the next deal of this street"
        case HandDead():
            return _dead(event, name)
        case RoundVoided():
            said = phrase("all wagers go back, {returned} in all", returned=Money(sum(event.returned)))
            if not any(event.forfeited):
                return said
            return phrase("{said}; {forfeited} forfeited", said=said, forfeited=Money(sum(event.forfeited)))
        case OutcomeInvalidated():
            return "the outcome is invalidated and the wagers are returned"
        case AwardMoved():
            return phrase(
                "pot {pot} is paid again: {amount} change hands", pot=event.pot + 1, amount=Money(sum(event.given))
            )
        case BettingCapped():
            return phrase("no wager of this round above {most}", most=Money(event.ceiling))
        case TreatedAllIn():
            return phrase("{seat} is treated as all-in", seat=name(event.seat))
        case OpenerChanged():
            return phrase("{seat} opens the round", seat=name(event.seat))
        case WagerHeld():
            return _held(event, name)
        case HeldResolved():
            return phrase("nothing of {seat} is held any more", seat=name(event.seat))
        case WagerForfeited():
            return phrase("{amount} of {seat} stay in the pot", amount=Money(event.amount), seat=name(event.seat))
        case DiscardOwed():
            return phrase("{seat} must still discard", seat=name(event.seat))
        case DrawCredited():
            return phrase(
                "{seat} has {count} cards of the draw already", seat=name(event.seat), count=Count(event.count)
            )
        case StakeAdjusted():
            return phrase("the stake of {seat} changes by {amount}", seat=name(event.seat), amount=Money(event.by))
        case StakeDue():
            return phrase(
                "{seat} plays on and has {least} in front before another round",
                seat=name(event.seat),
                least=Money(event.least),
            )
        case WagersReturned():
            returned = Money(sum(event.returned) + sum(event.removed))
            return phrase("{amount} of the wagers go back", amount=returned)
        case ClockImposed():
            return phrase("{seat} has {seconds} seconds to act", seat=name(event.seat), seconds=Count(event.seconds))
        case ShowOrdered():
            return phrase("{seat} shows the table the same cards when the round ends", seat=name(event.seat))


def _dead(event: HandDead, name: Name) -> Phrase:
    if event.kind == "not dealt in":
        said = phrase("{seat} was not dealt in and is out of the round", seat=name(event.seat))
    else:
        said = phrase("the hand of {seat} is {kind}", seat=name(event.seat), kind=event.kind)
    if event.refund:
        return phrase("{said}; {refund} go back", said=said, refund=Money(event.refund))
    return said if event.kind == "not dealt in" else phrase("{said}; its wagers stay in the pot", said=said)


def _held(event: WagerHeld, name: Name) -> Phrase:
    if event.action == "short call":
        said = phrase("{seat} put out less than the call, and makes it up or folds", seat=name(event.seat))
    else:
        said = phrase("{action} of {seat} out of turn is held", action=event.action, seat=name(event.seat))
    return phrase("{said}: {to}", said=said, to=Money(event.to)) if event.to else said
