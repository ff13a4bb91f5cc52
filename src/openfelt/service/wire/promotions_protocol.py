"""What the room tells of promotions over HTTP: the public page, a player's own part, the operator's desk."""

from __future__ import annotations

import msgspec

from openfelt.service.wire.documents_protocol import DocumentFinding
from openfelt.service.wire.values import Text


class PromotionSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion in the list of all."""

    id: str
    name: str
    phase: str
    book: str
    starts: str
    closes: str
    awarded: str
    starts_ms: int  # each of the three as an instant; 0 if it is none
    closes_ms: int
    awarded_ms: int
    prizes: tuple[str, ...]
    reference: str


class PromotionList(msgspec.Struct, frozen=True, kw_only=True):
    """Every promotion that the public may see; staff sees drafts too."""

    promotions: tuple[PromotionSummary, ...]


class PrizeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A prize of the terms."""

    name: str
    count: int
    value_cents: int
    cash_cents: int
    alternative_cents: int | None = None


class WinnerLine(msgspec.Struct, frozen=True, kw_only=True):
    """A prize that was won: by whose entry, at which position of the draw."""

    award: int
    prize: str
    name: str
    entry: int
    position: int


class NoticeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A notice, with the reference of the terms that it carries."""

    channel: str
    text: str
    reference: str
    at_ms: int


class HappenedLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened, in words, newest first."""

    seq: int
    at_ms: int
    text: Text
    cites: tuple[str, ...]


class ClaimLine(msgspec.Struct, frozen=True, kw_only=True):
    """A claim: of everybody's at the desk, of one's own on the page."""

    claim: int
    award: int
    prize: str
    name: str
    address: str
    status: str
    reason: str = ""
    advice: str = ""
    told: str = ""
    dispute: str = ""
    decision: str = ""
    kept_until: int = 0


class PaymentMix(msgspec.Struct, frozen=True, kw_only=True):
    """How a winner wants a prize paid."""

    cash_cents: int
    cheque_cents: int
    transfer_cents: int


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has entries."""

    player: str
    name: str
    entries: int


class AwardLine(msgspec.Struct, frozen=True, kw_only=True):
    """A prize and what became of it."""

    award: int
    prize: str
    player: str
    name: str
    cents: int
    value_cents: int
    paid: bool
    takes_cash: bool
    claimed: bool
    approved: bool
    may_take_cash: bool
    may_choose: bool
    chosen: PaymentMix | None = None
    attempts: tuple[str, ...] = ()
    tell_by_ms: int = 0  # until when the winner has to be told; 0 if that is done, or need not be


class MyPart(msgspec.Struct, frozen=True, kw_only=True):
    """What a promotion has of whoever asks."""

    player: str
    entries: int
    may_enter: bool
    numbers: tuple[int, ...] = ()  # of the own entries, once they are closed
    left_out: tuple[str, ...] = ()  # by which clauses they were passed over in the draw that stands
    awards: tuple[AwardLine, ...] = ()
    claims: tuple[ClaimLine, ...] = ()


class PromotionChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One of what may be chosen in a field."""

    value: str
    label: Text


class PromotionField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a form: a text, terms, a sum of money, a choice, a person, several people, or yes."""

    name: str
    label: str
    kind: str
    choices: tuple[PromotionChoice, ...] = ()
    value: str = ""


class PromotionOffer(msgspec.Struct, frozen=True, kw_only=True):
    """An order that staff may give now."""

    type: str
    title: str
    section: str
    fields: tuple[PromotionField, ...]
    cites: tuple[str, ...]
    money: bool = False


class PromotionDesk(msgspec.Struct, frozen=True, kw_only=True):
    """The operator's part: what may be ordered, gaps, claims, attempts, the register of denied claims."""

    offers: tuple[PromotionOffer, ...]
    gaps: tuple[DocumentFinding, ...]
    awards: tuple[AwardLine, ...]
    claims: tuple[ClaimLine, ...]
    duties: tuple[Text, ...]
    entrants: tuple[Entrant, ...]
    scrutineer: str
    attended: bool
    money_cents: int
    toml: str


class PromotionView(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion as whoever asks may see it."""

    id: str
    name: str
    book: str
    phase: str
    postponed: str
    version: int
    digest: str
    reference: str
    starts: str
    closes: str
    awarded: str
    starts_ms: int  # each of the three as an instant; 0 if it is none
    closes_ms: int
    awarded_ms: int
    rule: Text
    prizes: tuple[PrizeLine, ...]
    entries: int
    entrants: int
    draw: int
    entries_root: str
    draw_root: str
    winners: tuple[WinnerLine, ...]
    notices: tuple[NoticeLine, ...]
    happened: tuple[HappenedLine, ...]
    mine: MyPart | None = None
    desk: PromotionDesk | None = None


class ShownWinner(msgspec.Struct, frozen=True, kw_only=True):
    """A position of a draw with the proofs of its entry and of whose it is.

    Of an entry that was passed over for an exclusion only its player and the desk are told whose it is.
    """

    position: int
    entry: int
    player: str
    name: str
    award: int  # 0 if it was passed over
    salt: str
    path: tuple[str, ...]
    entry_salt: str
    entry_path: tuple[str, ...]


class PromotionProof(msgspec.Struct, frozen=True, kw_only=True):
    """All that anybody needs to check a draw: the roots that were told before, and what was drawn."""

    format: str
    draw: str
    size: int
    root: str
    entries_root: str
    told_ms: int
    drawn_ms: int
    shown: tuple[ShownWinner, ...]
    mine: tuple[ShownWinner, ...] = ()  # one's own entries, drawn or not: then without a position
