"""What has happened to a promotion. Each event has the clauses that caused it and the money that it moved.

Every movement goes from one account to another, so that the ledger lines of an event sum to zero.
"""

from __future__ import annotations

import msgspec

from openfelt.cage import Posting
from openfelt.cage.accounts import Account
from openfelt.cage.ledger import transfer
from openfelt.promotions.rules import Means
from openfelt.promotions.terms import Terms
from openfelt.rulebooks import Cites


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cents from one account to another."""

    source: Account
    target: Account
    cents: int
    reason: str


class Happening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all events share."""

    cites: Cites
    moves: tuple[Move, ...] = ()


class TermsDrafted(Happening, frozen=True, tag=True):
    """The first version is written; `gaps`: what keeps it from being complete."""

    promotion: str
    terms: Terms
    digest: str
    gaps: int
    by: str


class TermsAmended(Happening, frozen=True, tag=True):
    """Another version replaces the last; a notice to the Authority of an earlier one does not count any more."""

    terms: Terms
    digest: str
    gaps: int
    by: str
    approval: str = ""


class AuthorityNotified(Happening, frozen=True, tag=True):
    """The Authority has the full terms of this hash."""

    digest: str
    receipt: str
    by: str
    at_ms: int


class NoticePublished(Happening, frozen=True, tag=True):
    """A notice went out through a channel, with the reference of the terms."""

    channel: str
    text: str
    reference: str
    by: str
    at_ms: int


class PromotionStarted(Happening, frozen=True, tag=True):
    """The promotion runs."""

    by: str
    at_ms: int


class EntryGiven(Happening, frozen=True, tag=True):
    """A player has entries: so many more."""

    player: str
    entries: int


class EntriesCounted(Happening, frozen=True, tag=True):
    """What the record of the room had up to an entry of the journal, as entries."""

    through: int
    given: tuple[tuple[str, int], ...]  # a player, and all entries so far


class EntriesClosed(Happening, frozen=True, tag=True):
    """The entries are closed: how many, the hash of their list, and the root of the draw."""

    number: int  # of the draw
    entries: int
    entries_root: str
    draw_root: str


class ScrutineerNominated(Happening, frozen=True, tag=True):
    """Who oversees the draw."""

    account: str
    by: str


class ScrutineerAttended(Happening, frozen=True, tag=True):
    """The scrutineer is there."""

    account: str
    root: str


class PresenceNoted(Happening, frozen=True, tag=True):
    """Who is there."""

    players: tuple[str, ...]
    by: str


class Won(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prize that was drawn: which of the terms, and the entry at which position of the draw."""

    award: int
    prize: int  # in the terms, from 0
    position: int
    entry: int
    player: str
    cents: int  # of cash in it
    value_cents: int


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of the draw that won nothing, as its player is kept from the promotion by these clauses."""

    position: int
    player: str
    cites: Cites


class DrawMade(Happening, frozen=True, tag=True):
    """The winners. `passed_over`: positions whose entrant was not there, had won enough, or is `left_out`."""

    number: int
    won: tuple[Won, ...]
    passed_over: tuple[int, ...]
    by: str
    scrutineer: str
    at_ms: int
    left_out: tuple[LeftOut, ...] = ()


class PromotionPostponed(Happening, frozen=True, tag=True):
    """Everything waits; a draw that was made is void. The inspectorate was notified."""

    reason: str
    notified: str
    by: str
    at_ms: int


class IntegrityValidated(Happening, frozen=True, tag=True):
    """The promotion goes on."""

    reason: str
    by: str


class PromotionCancelled(Happening, frozen=True, tag=True):
    """The promotion does not take place."""

    reason: str
    notified: str
    by: str
    at_ms: int


class WinnerTold(Happening, frozen=True, tag=True):
    """An attempt to tell a winner; `in_time`: within the time of the clause."""

    award: int
    means: Means
    reached: bool
    in_time: bool
    by: str
    at_ms: int


class PrizeClaimed(Happening, frozen=True, tag=True):
    """A claim. `player` is the account, if the claimant has one."""

    claim: int
    award: int
    player: str
    name: str
    address: str
    by: str


class ClaimApproved(Happening, frozen=True, tag=True):
    """The prize is to be paid."""

    claim: int
    by: str


class ClaimDenied(Happening, frozen=True, tag=True):
    """A claim is refused. `registered`: kept with name, address and reasons until that year is over; 0 if it is not."""

    claim: int
    reason: str
    name: str
    address: str
    advice: str
    registered: int
    by: str
    at_ms: int


class ClaimantTold(Happening, frozen=True, tag=True):
    """The refused claimant knows why; `means` is the room's own page for whoever has an account."""

    claim: int
    means: str
    by: str
    at_ms: int


class ClaimDisputed(Happening, frozen=True, tag=True):
    """The refusal is disputed."""

    claim: int
    text: str


class DisputeDecided(Happening, frozen=True, tag=True):
    """The decision, which is final, and the advice on complaints."""

    claim: int
    upheld: bool
    decision: str
    advice: str
    by: str


class CashTaken(Happening, frozen=True, tag=True):
    """A winner takes the cash alternative."""

    award: int
    cents: int


class PaymentChosen(Happening, frozen=True, tag=True):
    """How a winner wants a cash prize paid."""

    award: int
    cash_cents: int
    cheque_cents: int
    transfer_cents: int


class PrizePaid(Happening, frozen=True, tag=True):
    """A winner has a prize."""

    award: int
    cents: int
    receipt: str
    by: str
    at_ms: int


class PaymentCorrected(Happening, frozen=True, tag=True):
    """A payment was taken back; the prize is to be paid again."""

    award: int
    cents: int
    reason: str
    by: str


class PromotionClosed(Happening, frozen=True, tag=True):
    """The end: these prizes were not claimed in time."""

    unclaimed: tuple[int, ...]
    by: str


PromotionEvent = (
    TermsDrafted | TermsAmended | AuthorityNotified | NoticePublished | PromotionStarted | EntryGiven | EntriesCounted
    | EntriesClosed | ScrutineerNominated | ScrutineerAttended | PresenceNoted | DrawMade | PromotionPostponed
    | IntegrityValidated | PromotionCancelled | WinnerTold | PrizeClaimed | ClaimApproved | ClaimDenied | ClaimantTold
    | ClaimDisputed | DisputeDecided | CashTaken | PaymentChosen | PrizePaid | PaymentCorrected | PromotionClosed
)  # fmt: skip


def postings(event: Happening) -> tuple[Posting, ...]:
    """The ledger lines of an event."""
    return tuple(
        line
        for move in event.moves
        for line in transfer(move.cents, source=move.source, target=move.target, reason=move.reason, cites=event.cites)
    )
