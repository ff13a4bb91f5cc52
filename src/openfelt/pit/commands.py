"""Orders that may be given at a house-banked table: by a player, by the dealer, by the floor. One struct an order.

An order says what someone wants or reports; `decide` answers with events or a refusal. Orders that only one of the two
rulebooks knows are refused at the other table.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.cards import Card
from openfelt.pit.settlement import Spot
from openfelt.pit.sign import AnySign

MOST_CHIPS = 1_000_000_000_000
MOST_TEXT = 500
MOST_MINUTES = 24 * 60  # of a notice

Direction = Literal["english-only", "silence", "apart"]
ShuffleCause = Literal["suspect", "discretion", "exposed"]
Disturbance = Literal["civil-commotion", "fire", "riot", "brawl", "robbery", "like-disturbance"]
VoidCause = Literal["impractical", "fraud"]
Measure = Literal["exclude-round", "void-round"]
Collusion = Literal["unprotected-cards", "exchanged-cards", "passed-information"]
Breach = Literal["collusion", "influence", "side-bet", "other"]
Cutter = Literal["dealer", "employee", "player"]


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a player sits, and with how much."""

    box: int
    player: str
    purse: int


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all orders share: they are frozen and name themselves."""


# -- the table ---------------------------------------------------------------------------------------------------------


class Open(Order, frozen=True, tag=True):
    """Put up the sign, seat the players and open the first round."""

    sign: AnySign
    seats: tuple[Seat, ...]


class NextRound(Order, frozen=True, tag=True):
    """Open the next round for the same players."""


class Join(Order, frozen=True, tag=True):
    """Sit down at a box."""

    player: str
    box: int
    purse: int


class Leave(Order, frozen=True, tag=True):
    """Get up and take the chips along."""

    player: str


# -- wagers ------------------------------------------------------------------------------------------------------------


class Wager(Order, frozen=True, tag=True):
    """Put chips on a spot of a box."""

    player: str
    box: int
    spot: Spot
    amount: int


class SpokenWager(Order, frozen=True, tag=True):
    """Call a wager out, with so many chips handed over."""

    player: str
    box: int
    spot: Spot
    amount: int
    chips: int


class Withdraw(Order, frozen=True, tag=True):
    """Take a wager back while betting is open."""

    box: int
    spot: Spot


class Cut(Order, frozen=True, tag=True):
    """Cut the shuffled cards, so many from the top, before they go into the shoe."""

    by: Cutter
    at: int


class NoMoreBets(Order, frozen=True, tag=True):
    """House: close the betting."""


# -- the deal and the decisions ----------------------------------------------------------------------------------------


class Deal(Order, frozen=True, tag=True):
    """House: deal the next pass or packet, in the order the cards leave the shoe."""

    cards: tuple[Card, ...]


class DealFlop(Order, frozen=True, tag=True):
    """House: deal the flop."""

    cards: tuple[Card, ...]


class TakeUp(Order, frozen=True, tag=True):
    """House: let the players look at their cards."""


class DeclareBonus(Order, frozen=True, tag=True):
    """Declare a winning Super Aces hand."""

    box: int


class Call(Order, frozen=True, tag=True):
    """Stay in for twice the ante."""

    box: int
    amount: int


class Raise(Order, frozen=True, tag=True):
    """Stay in for one to four times the ante."""

    box: int
    amount: int


class Stay(Order, frozen=True, tag=True):
    """Stay in on a raise that was made before the deal."""

    box: int


class Fold(Order, frozen=True, tag=True):
    """Give up the hand."""

    box: int


class SettleBonus(Order, frozen=True, tag=True):
    """House: verify and settle a Super Aces Bonus before the river."""

    box: int


class DealRiver(Order, frozen=True, tag=True):
    """House: deal the last two communal cards."""

    cards: tuple[Card, ...]


class TurnDealer(Order, frozen=True, tag=True):
    """House: turn up the dealer's hole cards."""

    cards: tuple[Card, ...]


class TurnCommunity(Order, frozen=True, tag=True):
    """House: turn up both community cards."""

    cards: tuple[Card, ...]


class ShowHand(Order, frozen=True, tag=True):
    """Dealer of real cards: what a hand turned out to be when it was turned up."""

    box: int
    cards: tuple[Card, ...]


class SettleBox(Order, frozen=True, tag=True):
    """House: settle all wagers that still lie on a box."""

    box: int


class Rack(Order, frozen=True, tag=True):
    """House: count the cards into the discard rack, which ends the round."""


# -- irregularities ----------------------------------------------------------------------------------------------------


class ExposeCard(Order, frozen=True, tag=True):
    """Report that a player's card was dealt face up."""

    box: int
    place: int


class ExposeDealer(Order, frozen=True, tag=True):
    """Report that one of the dealer's own hole cards was seen."""

    place: int


class ExposeCommunity(Order, frozen=True, tag=True):
    """Report that a community card was seen too early."""

    place: int


class ShowOwn(Order, frozen=True, tag=True):
    """Report that a player showed a card of the own hand."""

    box: int
    place: int


class ReportSequence(Order, frozen=True, tag=True):
    """Report that the hole cards were not dealt in their order."""


class ReportBoard(Order, frozen=True, tag=True):
    """Report a fault on the flop or the river; the right cards are named if their order is known, else none."""

    cards: tuple[Card, ...]


class ReportCount(Order, frozen=True, tag=True):
    """Report a wrong number of cards at a box, or in the community area (box 0)."""

    box: int
    cards: int
    alone: bool


class ReportNoAnte(Order, frozen=True, tag=True):
    """Report that cards were dealt to an area with no ante."""

    box: int
    cards: tuple[Card, ...]


class ReportRacked(Order, frozen=True, tag=True):
    """Report that a hand reached the discard rack by the dealer's mistake."""

    box: int
    rebuilt: bool


class ReportLaidDown(Order, frozen=True, tag=True):
    """Report that a hand which its player had laid down reached the discard pile."""

    box: int
    top_three: bool


class ReportAbsent(Order, frozen=True, tag=True):
    """Report that a player is not there to decide."""

    box: int


class ReportViewed(Order, frozen=True, tag=True):
    """Report that a player looked at hands that were to be played blind; all hands viewed are named."""

    player: str
    boxes: tuple[int, ...]


class VerifyDeck(Order, frozen=True, tag=True):
    """Count the deck."""

    count: int


# -- rulings and powers ------------------------------------------------------------------------------------------------


class DeemSeatHand(Order, frozen=True, tag=True):
    """Supervisor: the one hand that was viewed becomes the hand of the player's seat."""

    player: str


class VoidViewed(Order, frozen=True, tag=True):
    """Supervisor: all hands that were viewed are void."""

    player: str


class LetStand(Order, frozen=True, tag=True):
    """Supervisor: use neither power over viewed hands."""

    player: str


class VoidHand(Order, frozen=True, tag=True):
    """Operator: void the hand of a player who took cards off the table."""

    box: int


class Sanction(Order, frozen=True, tag=True):
    """Operator: answer collusion."""

    player: str
    breach: Collusion
    measure: Measure


class VoidWager(Order, frozen=True, tag=True):
    """Operator: void one wager after a breach."""

    box: int
    spot: Spot


class ExcludePlayer(Order, frozen=True, tag=True):
    """Operator: exclude a player from the game after a breach."""

    player: str
    breach: Breach


class LetBack(Order, frozen=True, tag=True):
    """Operator: let a player back who was excluded from the game."""

    player: str


class Invalidate(Order, frozen=True, tag=True):
    """Operator: invalidate a game that was disturbed."""

    cause: Disturbance


class VoidRound(Order, frozen=True, tag=True):
    """Operator: void a round that cannot go on, or that fraud affected."""

    cause: VoidCause


class RuleDispute(Order, frozen=True, tag=True):
    """Operator: decide a dispute; a review by the Commission may be asked for."""

    review: bool
    text: str


class ChangeLimits(Order, frozen=True, tag=True):
    """Operator: change the box limits."""

    low: int
    high: int
    notice: bool


class AnnounceLimits(Order, frozen=True, tag=True):
    """Operator: give notice that the box limits change in so many minutes."""

    low: int
    high: int
    minutes: int
    at_ms: int = 0  # the time at which notice is given


class AnnounceClosing(Order, frozen=True, tag=True):
    """Operator: give notice that the table closes in so many minutes."""

    minutes: int
    at_ms: int = 0  # the time at which notice is given


class PutIntoEffect(Order, frozen=True, tag=True):
    """Operator: change the limits or close the table as announced, once the time has come."""

    at_ms: int = 0  # the time now


class MarkBox(Order, frozen=True, tag=True):
    """Operator: put a marker with a higher limit beside a box."""

    box: int
    limit: int


class ChangeCards(Order, frozen=True, tag=True):
    """Operator: replace the cards; dealer and supervisor check them first."""

    dealer_checked: bool
    supervisor_checked: bool


class OrderShuffle(Order, frozen=True, tag=True):
    """Supervisor: have the cards shuffled again before a card is dealt."""

    cause: ShuffleCause


class Direct(Order, frozen=True, tag=True):
    """Operator: direct English only, silence, or that two players do not play together."""

    direction: Direction
    players: tuple[str, ...] = ()


class LiftDirection(Order, frozen=True, tag=True):
    """Operator: lift a direction; two players who were kept apart may play together again."""

    direction: Direction
    players: tuple[str, ...] = ()


class VacateSeat(Order, frozen=True, tag=True):
    """Operator: have a player who sits without betting give up the seat."""

    player: str


class CloseTable(Order, frozen=True, tag=True):
    """Operator: close the table."""

    notice: bool


class GiveRules(Order, frozen=True, tag=True):
    """Hand a player a copy of the rules."""

    player: str


Command = (
    Open
    | NextRound
    | Join
    | Leave
    | Wager
    | SpokenWager
    | Withdraw
    | Cut
    | NoMoreBets
    | Deal
    | DealFlop
    | TakeUp
    | DeclareBonus
    | Call
    | Raise
    | Stay
    | Fold
    | SettleBonus
    | DealRiver
    | TurnDealer
    | TurnCommunity
    | ShowHand
    | SettleBox
    | Rack
    | ExposeCard
    | ExposeDealer
    | ExposeCommunity
    | ShowOwn
    | ReportSequence
    | ReportBoard
    | ReportCount
    | ReportNoAnte
    | ReportRacked
    | ReportLaidDown
    | ReportAbsent
    | ReportViewed
    | VerifyDeck
    | DeemSeatHand
    | VoidViewed
    | LetStand
    | VoidHand
    | Sanction
    | VoidWager
    | ExcludePlayer
    | LetBack
    | Invalidate
    | VoidRound
    | RuleDispute
    | ChangeLimits
    | AnnounceLimits
    | AnnounceClosing
    | PutIntoEffect
    | MarkBox
    | ChangeCards
    | OrderShuffle
    | Direct
    | LiftDirection
    | VacateSeat
    | CloseTable
    | GiveRules
)
