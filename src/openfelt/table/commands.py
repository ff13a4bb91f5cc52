"""Orders that may be given to a hand: by a player, or by the house for what needs no one's choice."""

from __future__ import annotations

import msgspec

from openfelt.cards import Card


class Fold(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Give up the hand."""

    seat: int


class Check(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Pass without a wager."""

    seat: int


class Call(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Match the wager, or put in everything if that is less."""

    seat: int


class Bet(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Open the betting of this round for so much."""

    seat: int
    to: int


class RaiseTo(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Raise to `to` in this betting round."""

    seat: int
    to: int


class BringIn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Make the forced bet of the first stud round."""

    seat: int


class Straddle(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Post an optional blind: a straddle, a voluntary blind or an over-blind, as the table has it."""

    seat: int


class Decline(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Decline the optional blind."""

    seat: int


class Divide(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Ask to divide the pot by agreement. No rulebook allows it; the request is refused with the clause."""

    seat: int


class Draw(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Change these cards; none is to stand pat."""

    seat: int
    cards: tuple[Card, ...] = ()


class Discard(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Give up these cards without replacement."""

    seat: int
    cards: tuple[Card, ...]


class Show(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Lay the whole hand face up. `cards` are needed only where the table does not know them (real cards)."""

    seat: int
    cards: tuple[Card, ...] = ()


class Muck(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Concede at the showdown without showing."""

    seat: int


class RunTwice(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Agree to have the rest of the board dealt twice, each time for half of the pots (house 27.3)."""

    seat: int


class RunOnce(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Have the rest of the board dealt once, as always."""

    seat: int


class BuyTime(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """Pay for more time to act."""

    seat: int


class TimeOut(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """The player's time is up; the clock says so, not the player."""

    seat: int


class PostAntes(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: collect the antes."""


class PostBlind(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: post the next blind."""


class Burn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: burn the top card."""

    card: Card


class DealStreet(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: deal the street that is due, in the order the cards leave the shoe."""

    cards: tuple[Card, ...]


class DealShared(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: deal one community card in place of a street the deck cannot serve."""

    card: Card


class DealDraw(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: deal replacements to the player being served."""

    cards: tuple[Card, ...]


class Reshuffle(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: the pool that a clause names has been shuffled into a new stub (its order stays outside)."""


class OpenRound(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: open the betting round that is due. `seat` is named only where an up-card is not known (house 9)."""

    seat: int = 0


class ReturnUncalled(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: give back the part of a wager that nobody called."""


class CollectBets(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: move the wagers of the round into the pot."""


class SkipStep(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: pass over a betting round in which nobody can bet."""


class TurnUp(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: the next hand at the showdown is turned up, or mucked if it cannot win and need not be shown."""


class OfferTwice(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: players are all-in; ask those who are in whether the rest of the board is dealt twice (house 27.3)."""


class OpenHands(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: players are all-in and no betting can follow; every hand in play is turned up (house 27.1)."""


class Settle(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, gc=False):
    """House: take the commission, award the pots, end the round of play."""


PlayerCommand = (
    Fold
    | Check
    | Call
    | Bet
    | RaiseTo
    | BringIn
    | Straddle
    | Decline
    | Divide
    | Draw
    | Discard
    | Show
    | Muck
    | BuyTime
    | RunTwice
    | RunOnce
)
HouseCommand = (
    PostAntes
    | PostBlind
    | Burn
    | DealStreet
    | DealShared
    | DealDraw
    | Reshuffle
    | OpenRound
    | ReturnUncalled
    | CollectBets
    | SkipStep
    | TurnUp
    | OpenHands
    | OfferTwice
    | Settle
    | TimeOut
)
Command = PlayerCommand | HouseCommand
