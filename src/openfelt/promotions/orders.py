"""Orders given to a promotion: what players ask for themselves, what staff does, and what the house counts.

`by` is the officer who gives an order; one without it is the player's own, or the house's. Whether it may be done is
decided in one place (`deciding.decide`).
"""

from __future__ import annotations

import msgspec

from openfelt.promotions.rules import Means
from openfelt.promotions.terms import Terms
from openfelt.room.offices import Officer


class Order(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something asked of a promotion."""


# --- the terms --------------------------------------------------------------------------------------------------------


class Draft(Order, frozen=True, tag=True):
    """Write the first version of the terms, complete or not; `promotion` names it and its account."""

    promotion: str
    terms: Terms
    by: Officer


class Amend(Order, frozen=True, tag=True):
    """Replace the terms. After the start with the reference of the Authority's approval."""

    terms: Terms
    by: Officer
    approval: str = ""


class NotifyAuthority(Order, frozen=True, tag=True):
    """Note that the Authority received the full terms at this moment; `receipt` says how that is known."""

    receipt: str
    by: Officer


class PublishNotice(Order, frozen=True, tag=True):
    """Make the terms available, or advertise the promotion, through a channel. The room adds the reference."""

    channel: str
    text: str
    by: Officer


class Start(Order, frozen=True, tag=True):
    """Start the promotion; the money of its cash prizes is set aside."""

    by: Officer


# --- entries and the draw ---------------------------------------------------------------------------------------------


class Enter(Order, frozen=True, tag=True):
    """A player asks for an entry."""

    player: str


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the record of the room has of a player: rounds, minutes or hands, as the terms count."""

    player: str
    count: int


class CountEntries(Order, frozen=True, tag=True):
    """House: all that the record had of every player up to an entry of the journal."""

    counted: tuple[Counted, ...]
    through: int


class CloseEntries(Order, frozen=True, tag=True):
    """Close the entries: their hash and the root of the draw are told. Without an officer the house does so in time."""

    by: Officer | None = None


class NominateScrutineer(Order, frozen=True, tag=True):
    """Name who oversees the draw."""

    account: str
    by: Officer


class AttendDraw(Order, frozen=True, tag=True):
    """The scrutineer is there for the draw whose root was told."""

    root: str
    by: Officer


class NotePresent(Order, frozen=True, tag=True):
    """Note who is there, where that is required."""

    players: tuple[str, ...]
    by: Officer


class Draw(Order, frozen=True, tag=True):
    """Draw the winners by the shuffle that was committed to."""

    by: Officer


class Postpone(Order, frozen=True, tag=True):
    """Postpone a promotion or draw whose integrity is compromised. `notified`: how the inspectorate was told."""

    reason: str
    notified: str
    by: Officer


class Validate(Order, frozen=True, tag=True):
    """Say why the integrity is given again: the promotion goes on, a draw begins anew."""

    reason: str
    by: Officer


class Cancel(Order, frozen=True, tag=True):
    """Cancel the promotion; what was set aside goes back. After the start the inspectorate is notified."""

    reason: str
    by: Officer
    notified: str = ""


# --- winners ----------------------------------------------------------------------------------------------------------


class TellWinner(Order, frozen=True, tag=True):
    """Note an attempt to tell a winner."""

    award: int
    means: Means
    reached: bool
    by: Officer


class ClaimPrize(Order, frozen=True, tag=True):
    """A winner claims a prize."""

    player: str
    award: int


class TakeClaim(Order, frozen=True, tag=True):
    """Take a claim at the desk, of a winner or of anybody who says so."""

    award: int
    name: str
    address: str
    by: Officer
    player: str = ""  # the account, if the claimant has one


class ApproveClaim(Order, frozen=True, tag=True):
    """A claim is the winner's: the prize is to be paid."""

    claim: int
    by: Officer


class DenyClaim(Order, frozen=True, tag=True):
    """Refuse a claim. Name and address are needed where denied claims are kept; `told`: by which means, if it was."""

    claim: int
    reason: str
    by: Officer
    name: str = ""
    address: str = ""
    told: Means | None = None


class TellClaimant(Order, frozen=True, tag=True):
    """Note that a refused claimant was told the reasons."""

    claim: int
    means: Means
    by: Officer


class Dispute(Order, frozen=True, tag=True):
    """A refused claimant disputes it."""

    player: str
    claim: int
    text: str


class TakeDispute(Order, frozen=True, tag=True):
    """Take a dispute at the desk."""

    claim: int
    text: str
    by: Officer


class DecideDispute(Order, frozen=True, tag=True):
    """Decide a dispute finally, with the advice on complaints. `upheld`: the claim is good after all."""

    claim: int
    upheld: bool
    decision: str
    by: Officer


class TakeCash(Order, frozen=True, tag=True):
    """A winner takes the cash alternative of a prize."""

    player: str
    award: int


class ChoosePayment(Order, frozen=True, tag=True):
    """A winner chooses how a large cash prize is paid; the parts sum to it."""

    player: str
    award: int
    cash_cents: int
    cheque_cents: int = 0
    transfer_cents: int = 0


class NoteChoice(Order, frozen=True, tag=True):
    """Note at the desk what a winner has chosen: how a prize is paid, or its cash alternative."""

    award: int
    by: Officer
    cash_cents: int = 0
    cheque_cents: int = 0
    transfer_cents: int = 0
    alternative: bool = False


class PayPrize(Order, frozen=True, tag=True):
    """Pay or hand over a prize; `receipt` says how that is known, for what is not cash."""

    award: int
    by: Officer
    receipt: str = ""


class CorrectPayment(Order, frozen=True, tag=True):
    """Take a payment back that was wrong; another than who paid does so."""

    award: int
    reason: str
    by: Officer


class Close(Order, frozen=True, tag=True):
    """Close the promotion: results are published, what is left goes back to the house."""

    by: Officer


PromotionOrder = (
    Draft | Amend | NotifyAuthority | PublishNotice | Start | Enter | CountEntries | CloseEntries | NominateScrutineer
    | AttendDraw | NotePresent | Draw | Postpone | Validate | Cancel | TellWinner | ClaimPrize | TakeClaim
    | ApproveClaim | DenyClaim | TellClaimant | Dispute | TakeDispute | DecideDispute | TakeCash | ChoosePayment
    | NoteChoice | PayPrize | CorrectPayment | Close
)  # fmt: skip
