"""Orders of the event in play. Those without `by` are the house's own, or the player's who is named in them.

Where `by` may be None the house itself gives the order: its director, as the conditions say. Whether an order may be
given is decided in one place (`deciding.decide`).
"""

from __future__ import annotations

from typing import Literal

from openfelt.room.offices import Officer
from openfelt.tournaments.home_orders import HomeOrder
from openfelt.tournaments.vocabulary import Bought, Dealing, Ground, HandResult, MoveReason, Order

# --- sessions and the clock -------------------------------------------------------------------------------------------


class BeginSession(Order, frozen=True, tag=True):
    """Draw the seats of a session: its players begin with equal chips."""

    session: str
    by: Officer | None = None


class CommitDraw(Order, frozen=True, tag=True):
    """The house: fix the draw of that name, by which the next session begins, and tell its root."""

    draw: str


class StartClock(Order, frozen=True, tag=True):
    """Let the clock run; the house itself once everyone sits."""

    by: Officer | None = None


class PauseClock(Order, frozen=True, tag=True):
    """Stop the clock, and play with it after the round of play."""

    by: Officer


class NextStage(Order, frozen=True, tag=True):
    """End the present level or break before its time."""

    by: Officer


class AddTime(Order, frozen=True, tag=True):
    """Lengthen what is left of the present level or break, or shorten it."""

    more_ms: int
    by: Officer


class InsertLevel(Order, frozen=True, tag=True):
    """Put in a level that the conditions reserve for that, to be played after the present one."""

    which: int
    by: Officer


class GiveBreak(Order, frozen=True, tag=True):
    """Stop the clock and play for a stated time."""

    minutes: int
    by: Officer


class ReachStage(Order, frozen=True, tag=True):
    """The house: this level or break has begun, by the clock, by hands or by eliminations."""

    stage: int


class CloseSession(Order, frozen=True, tag=True):
    """No further round of play begins in the session: its time or rounds are over, or who goes on is determined."""

    session: str
    by: Officer | None = None


class EndSession(Order, frozen=True, tag=True):
    """The house: the last round of a session is noted; who advances, or which places there are."""

    session: str


class ConfirmPlaces(Order, frozen=True, tag=True):
    """Award the prizes by the places on record; unattended, the house does and pays them."""

    by: Officer | None = None


# --- play -------------------------------------------------------------------------------------------------------------


class NoteHand(Order, frozen=True, tag=True):
    """The house: a round of play was completed at a table. A void one has no results.

    `given`: the acts by which chips that were bought had come to the table when the round began; where nobody says
    so, the stacks do.
    """

    table: int
    number: int
    results: tuple[HandResult, ...] = ()
    button: int = 0
    began_ms: int = 0
    ended_ms: int = 0
    given: tuple[str, ...] | None = None


class NoteHands(Order, frozen=True, tag=True):
    """The house: several rounds of play were completed, in this order. All of them are noted, or none."""

    hands: tuple[NoteHand, ...]


class BeginHandForHand(Order, frozen=True, tag=True):
    """The house: from now on tables wait for each other."""


class DealTogether(Order, frozen=True, tag=True):
    """The house: all tables deal one round that counts as one; by table, the number it has there."""

    number: int
    rounds: tuple[tuple[int, int], ...]


class EndHandForHand(Order, frozen=True, tag=True):
    """The house: tables need not wait any more."""


# --- moves ------------------------------------------------------------------------------------------------------------


class PlanMoves(Order, frozen=True, tag=True):
    """Work out the moves that are due: to balance the tables, to break one, or to draw the final table.

    `dealing`: where a round goes on; who has the last blind next is counted from the button of that round.
    """

    reason: MoveReason
    by: Officer | None = None
    dealing: Dealing = ()


class AcceptMoves(Order, frozen=True, tag=True):
    """Order the moves that were proposed."""

    id: int
    by: Officer


class DropMoves(Order, frozen=True, tag=True):
    """Do not carry out moves that were proposed; the house does so once they cannot be carried out any more.

    `dealing`: where a round goes on, for moves whose reason may be gone; None: nobody looks for that.
    """

    id: int
    by: Officer | None = None
    dealing: Dealing | None = None


class NoteMove(Order, frozen=True, tag=True):
    """The house: a player sits at the other table."""

    act: str


class CancelMove(Order, frozen=True, tag=True):
    """The house: an ordered move cannot be carried out, since its player or its seat is gone."""

    act: str


# --- more chips, and entries during play ------------------------------------------------------------------------------


class BuyChips(Order, frozen=True, tag=True):
    """A player takes a re-buy or an add-on."""

    player: str
    what: Bought


class DeclineRebuy(Order, frozen=True, tag=True):
    """A player without chips takes no re-buy."""

    player: str


class LapseRebuy(Order, frozen=True, tag=True):
    """The house: the time to decide on a re-buy is over."""

    player: str


class SeatLate(Order, frozen=True, tag=True):
    """The house: a paid late entrant or the next alternate is given a seat."""

    player: str


class CloseEntries(Order, frozen=True, tag=True):
    """The house: nobody comes in any more; whoever paid and had no seat has everything back."""


class PaySession(Order, frozen=True, tag=True):
    """Pay what the session costs to which one has advanced, before it begins."""

    player: str


class BuyIntoFinal(Order, frozen=True, tag=True):
    """Buy into a later session without having played, or got through, an earlier one.

    `form`: the entry form is completed; `digest`: the version that is agreed with in writing.
    """

    player: str
    form: bool
    digest: str = ""


class ReEnter(Order, frozen=True, tag=True):
    """An eliminated player buys back in: another entry, and the earlier place is struck."""

    player: str


class ColourUp(Order, frozen=True, tag=True):
    """The house: the chips that go after this level are no longer needed; they leave all tables."""

    level: int


class NoteGiven(Order, frozen=True, tag=True):
    """Chips that a player bought or won have come to the stack, though no round of play has begun since."""

    act: str


class NoteExchange(Order, frozen=True, tag=True):
    """The house: a table has exchanged chips as was ordered."""

    act: str


# --- discipline -------------------------------------------------------------------------------------------------------


class Disqualify(Order, frozen=True, tag=True):
    """Take a player and all chips out of the event. `refund_fee`: approved, where the clause allows it."""

    player: str
    ground: Ground
    by: Officer
    refund_fee: bool = False


class GivePenalty(Order, frozen=True, tag=True):
    """Keep a player from play as long as the conditions say for the next penalty."""

    player: str
    reason: str
    by: Officer


class NotePenalty(Order, frozen=True, tag=True):
    """The house: the table keeps a player from play as was ordered."""

    act: str


class EndPenalty(Order, frozen=True, tag=True):
    """The house: a player who was kept from play for some minutes plays again."""

    act: str


class NoteSubstitute(Order, frozen=True, tag=True):
    """The house: a substitute who was approved by this act has the seat, or there is none any more."""

    act: str


class RaiseDispute(Order, frozen=True, tag=True):
    """A dispute at a table, or about the event where no table is named: no deal until it is decided."""

    raised_by: str
    text: str
    table: int = 0


class SettleDispute(Order, frozen=True, tag=True):
    """Decide a dispute, finally."""

    id: int
    decision: str
    by: Officer


# --- announced rounds -------------------------------------------------------------------------------------------------


class AnnounceRound(Order, frozen=True, tag=True):
    """A bonus or an elimination round is to be the next round of play at a table, or at all of them (0)."""

    kind: Literal["bonus", "elimination"]
    by: Officer
    table: int = 0


# --- deals ------------------------------------------------------------------------------------------------------------


class ProposeDeal(Order, frozen=True, tag=True):
    """A remaining player proposes to divide what is left: by chips, by ICM, or in these sums."""

    player: str
    method: Literal["chips", "icm", "custom"]
    shares: tuple[tuple[str, int], ...] = ()


class VoteDeal(Order, frozen=True, tag=True):
    """A remaining player agrees with a proposed division, or not."""

    player: str
    id: int
    agrees: bool


PlayOrder = (
    BeginSession | StartClock | PauseClock | NextStage | AddTime | InsertLevel | GiveBreak | ReachStage | CloseSession
    | EndSession | ConfirmPlaces | NoteHand | NoteHands | BeginHandForHand | DealTogether | EndHandForHand | PlanMoves
    | AcceptMoves | DropMoves | NoteMove | CancelMove | BuyChips | DeclineRebuy | LapseRebuy | SeatLate | CloseEntries
    | ReEnter | PaySession | BuyIntoFinal | Disqualify | GivePenalty | NotePenalty | EndPenalty | RaiseDispute
    | SettleDispute | AnnounceRound | ProposeDeal | VoteDeal | HomeOrder | ColourUp | NoteExchange | CommitDraw
    | NoteGiven | NoteSubstitute
)  # fmt: skip
