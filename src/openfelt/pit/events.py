"""What has happened at a house-banked table. Each event carries the clauses that caused it; `evolve` records it.

Card events hold the cards; who may see them is decided in `views` alone.
"""

from __future__ import annotations

from typing import Final

import msgspec

from openfelt.cards import Card
from openfelt.pit.commands import Seat
from openfelt.pit.settlement import Payment, Spot
from openfelt.pit.sign import AnySign
from openfelt.rulebooks import Cites

DEALER: Final = 0
COMMUNITY: Final = -1
DISCARD: Final = -2


class Stake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wager that lies on a box."""

    box: int
    spot: Spot
    amount: int


class Return(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a void hand gives back: chips from the layout, and chips the bank had taken (or, below 0, had paid)."""

    box: int
    layout: int
    bank: int


class HandCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one box."""

    box: int
    cards: tuple[Card, ...]


class Happening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all events share: the clauses that caused them."""

    cites: Cites = ()


# -- the table ---------------------------------------------------------------------------------------------------------


class TableOpened(Happening, frozen=True, tag=True):
    """The sign is up and the players are seated."""

    sign: AnySign
    seats: tuple[Seat, ...]


class RoundOpened(Happening, frozen=True, tag=True):
    """Betting is open for another round."""

    number: int


class Joined(Happening, frozen=True, tag=True):
    """A player sat down."""

    player: str
    box: int
    purse: int


class Left(Happening, frozen=True, tag=True):
    """A player got up with the chips."""

    player: str
    purse: int


class AreaReleased(Happening, frozen=True, tag=True):
    """An extra area was given up for a player who wants to join; its wagers went back."""

    box: int
    player: str
    returned: int


# -- wagers ------------------------------------------------------------------------------------------------------------


class Wagered(Happening, frozen=True, tag=True):
    """Chips were put on a spot."""

    player: str
    box: int
    spot: Spot
    amount: int


class Warned(Happening, frozen=True, tag=True):
    """A player was told that further wagers under the minimum will be returned."""

    player: str
    amount: int


class Withdrawn(Happening, frozen=True, tag=True):
    """A wager was taken back."""

    box: int
    spot: Spot
    amount: int


class Trimmed(Happening, frozen=True, tag=True):
    """The part of a wager above the maximum was returned."""

    box: int
    spot: Spot
    to: int
    returned: int


class CardsCut(Happening, frozen=True, tag=True):
    """The shuffled cards were cut once."""

    at: int


class BettingClosed(Happening, frozen=True, tag=True):
    """No more bets: who gets cards in which pass, and which hands are played blind."""

    plan: tuple[tuple[int, ...], ...]
    blind: tuple[int, ...] = ()


class BettingReopened(Happening, frozen=True, tag=True):
    """After a misdeal the antes and bonus wagers stand again and may be changed."""

    stakes: tuple[Stake, ...]


# -- the deal and the decisions ----------------------------------------------------------------------------------------


class Dealt(Happening, frozen=True, tag=True):
    """One pass or packet left the shoe."""

    targets: tuple[int, ...]
    cards: tuple[Card, ...]


class BoardDealt(Happening, frozen=True, tag=True):
    """The flop or the river lies face up."""

    cards: tuple[Card, ...]


class HandsTakenUp(Happening, frozen=True, tag=True):
    """Each player looked at the cards that player may see."""

    hands: tuple[HandCards, ...]


class BonusDeclared(Happening, frozen=True, tag=True):
    """A player declared a winning Super Aces hand."""

    box: int


class Called(Happening, frozen=True, tag=True):
    """A player stayed in for twice the ante."""

    box: int
    amount: int


class Raised(Happening, frozen=True, tag=True):
    """A player stayed in for one to four times the ante."""

    box: int
    amount: int


class Stayed(Happening, frozen=True, tag=True):
    """A player stayed in on a raise made before the deal."""

    box: int


class Folded(Happening, frozen=True, tag=True):
    """A player gave up the hand, or is deemed to have."""

    box: int
    payments: tuple[Payment, ...]


class BonusSettled(Happening, frozen=True, tag=True):
    """A Super Aces Bonus was settled; the cards are named if they were turned up."""

    box: int
    cards: tuple[Card, ...]
    hand: str
    payments: tuple[Payment, ...]


class HandShown(Happening, frozen=True, tag=True):
    """Real cards that the table did not know were turned up."""

    box: int
    cards: tuple[Card, ...]


class DealerTurned(Happening, frozen=True, tag=True):
    """The dealer's hand is face up."""

    cards: tuple[Card, ...]
    hand: str
    qualified: bool


class CommunityTurned(Happening, frozen=True, tag=True):
    """Both community cards are face up."""

    cards: tuple[Card, ...]


class BoxSettled(Happening, frozen=True, tag=True):
    """All wagers on a box were paid, returned or collected."""

    box: int
    cards: tuple[Card, ...]
    hand: str
    payments: tuple[Payment, ...]


class Racked(Happening, frozen=True, tag=True):
    """All cards were counted into the discard rack; the round is over."""


# -- irregularities, rulings and powers --------------------------------------------------------------------------------


class TurnedOver(Happening, frozen=True, tag=True):
    """A card that was dealt face up was turned over; everybody has seen it."""

    box: int
    place: int
    card: Card


class OwnShown(Happening, frozen=True, tag=True):
    """A player showed a card of the own hand; play goes on."""

    box: int
    place: int
    card: Card


class CommunityExposed(Happening, frozen=True, tag=True):
    """A community card was seen before all had decided."""

    place: int
    card: Card
    cut: tuple[Stake, ...] = ()


class BoardRebuilt(Happening, frozen=True, tag=True):
    """The communal cards were put right."""

    cards: tuple[Card, ...]


class HandRebuilt(Happening, frozen=True, tag=True):
    """A hand was taken out of the rack and given back."""

    box: int


class HandVoided(Happening, frozen=True, tag=True):
    """A hand is void and its wagers went back."""

    returns: Return


class RoundVoided(Happening, frozen=True, tag=True):
    """The round is void: everything is as if it had not been played."""

    reason: str
    returns: tuple[Return, ...]


class NoAnteRacked(Happening, frozen=True, tag=True):
    """A complete hand at an area with no ante was counted and racked; a bonus there went back."""

    box: int
    cards: tuple[Card, ...]
    returned: int


class ViewReported(Happening, frozen=True, tag=True):
    """The supervisor was told that a player looked at hands to be played blind."""

    player: str
    boxes: tuple[int, ...]


class SeatHandDeemed(Happening, frozen=True, tag=True):
    """The one hand viewed counts as the hand of the player's seat."""

    player: str
    box: int


class ViewLetStand(Happening, frozen=True, tag=True):
    """The supervisor used no power over viewed hands."""

    player: str


class WagerVoided(Happening, frozen=True, tag=True):
    """One wager was voided and returned."""

    box: int
    spot: Spot
    amount: int


class PlayerExcluded(Happening, frozen=True, tag=True):
    """A player is out: of the round, or of the game."""

    player: str
    game: bool


class PlayerLetBack(Happening, frozen=True, tag=True):
    """A player who was excluded from the game may play again."""

    player: str


class DisputeRuled(Happening, frozen=True, tag=True):
    """The operator decided a dispute."""

    review: bool
    text: str


class LimitsChanged(Happening, frozen=True, tag=True):
    """The box limits changed after notice."""

    low: int
    high: int


class NoticeGiven(Happening, frozen=True, tag=True):
    """Notice of new limits, or of the table's closing; it takes effect when its time has come and no wager lies."""

    closing: bool
    low: int
    high: int
    due_ms: int


class BoxMarked(Happening, frozen=True, tag=True):
    """A marker with a higher limit lies beside a box."""

    box: int
    limit: int


class DeckVerified(Happening, frozen=True, tag=True):
    """The deck was counted."""

    count: int


class CardsChanged(Happening, frozen=True, tag=True):
    """Checked cards replaced those in use."""


class ShuffleOrdered(Happening, frozen=True, tag=True):
    """The cards must be shuffled again before they are dealt."""

    cause: str


class Directed(Happening, frozen=True, tag=True):
    """The operator gave a direction to the players."""

    direction: str
    players: tuple[str, ...]


class DirectionLifted(Happening, frozen=True, tag=True):
    """A direction to the players ended."""

    direction: str
    players: tuple[str, ...]


class SeatVacated(Happening, frozen=True, tag=True):
    """A player who sat without betting gave up the seat."""

    player: str
    purse: int


class TableClosed(Happening, frozen=True, tag=True):
    """The table is closed."""


class RulesGiven(Happening, frozen=True, tag=True):
    """A player got a copy of the rules."""

    player: str


Event = (
    TableOpened
    | RoundOpened
    | Joined
    | Left
    | AreaReleased
    | Wagered
    | Warned
    | Withdrawn
    | Trimmed
    | CardsCut
    | BettingClosed
    | BettingReopened
    | Dealt
    | BoardDealt
    | HandsTakenUp
    | BonusDeclared
    | Called
    | Raised
    | Stayed
    | Folded
    | BonusSettled
    | HandShown
    | DealerTurned
    | CommunityTurned
    | BoxSettled
    | Racked
    | TurnedOver
    | OwnShown
    | CommunityExposed
    | BoardRebuilt
    | HandRebuilt
    | HandVoided
    | RoundVoided
    | NoAnteRacked
    | ViewReported
    | SeatHandDeemed
    | ViewLetStand
    | WagerVoided
    | PlayerExcluded
    | PlayerLetBack
    | DisputeRuled
    | LimitsChanged
    | NoticeGiven
    | BoxMarked
    | DeckVerified
    | CardsChanged
    | ShuffleOrdered
    | Directed
    | DirectionLifted
    | SeatVacated
    | TableClosed
    | RulesGiven
)
