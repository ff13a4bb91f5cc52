"""A promotion as its events leave it: terms, entries, draws, awards, claims and money, until it is closed.

`evolve` records an event and asserts after each that no cent is lost: what lies in the promotion's own account is what
came from the house, less what was paid and what went back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from openfelt.cage import accounts
from openfelt.cage.ledger import require_conserved
from openfelt.errors import InvariantBroken
from openfelt.promotions import events as e
from openfelt.promotions.terms import Terms

Phase: TypeAlias = Literal[
    "empty", "draft", "complete", "notified", "running", "entries closed", "drawn", "closed", "cancelled"
]
ClaimStatus: TypeAlias = Literal["open", "approved", "denied", "disputed"]


@dataclass(frozen=True, slots=True)
class Award:
    """A prize that somebody won, and what became of it."""

    number: int
    prize: int
    player: str
    entry: int
    position: int
    cents: int  # to be paid in money: cash, or the cash alternative once it was taken
    value_cents: int
    attempts: tuple[e.WinnerTold, ...] = ()
    takes_cash: bool = False
    chosen: e.PaymentChosen | None = None
    paid: e.PrizePaid | None = None

    @property
    def is_told(self) -> bool:
        """Whether somebody tried to tell the winner in time, or reached the winner at all."""
        return any(one.in_time or one.reached for one in self.attempts)


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody says to have won a prize."""

    number: int
    award: int
    player: str
    name: str
    address: str
    status: ClaimStatus = "open"
    denied: e.ClaimDenied | None = None
    told: e.ClaimantTold | None = None
    dispute: str = ""
    decided: e.DisputeDecided | None = None

    @property
    def who(self) -> str:
        """Who claims: the account, or the name of whoever has none."""
        return self.player or self.name


@dataclass(slots=True)
class Promotion:
    """The promotion; changed only by `evolve`."""

    name: str = ""
    phase: Phase = "empty"
    suspended: bool = False
    terms: Terms | None = None
    digest: str = ""
    gaps: int = 0
    notified: e.AuthorityNotified | None = None
    notices: list[e.NoticePublished] = field(default_factory=list)
    started_ms: int = 0
    entries: dict[str, int] = field(default_factory=dict)  # by player, in the order of the first
    through: int = 0  # the entry of the journal up to which was counted
    draws: int = 0
    sealed: e.EntriesClosed | None = None
    scrutineer: str = ""
    attended: str = ""  # the root of the draw that the scrutineer attends
    present: frozenset[str] = frozenset()
    drawn: e.DrawMade | None = None
    postponed: e.PromotionPostponed | None = None
    awards: dict[int, Award] = field(default_factory=dict)
    awards_made: int = 0  # numbers are never given twice, also after a draw that was void
    claims: dict[int, Claim] = field(default_factory=dict)
    money: int = 0  # in its own account
    from_house: int = 0
    paid: int = 0

    def copy(self) -> Promotion:
        """The same promotion, apart."""
        return replace(
            self,
            notices=list(self.notices),
            entries=dict(self.entries),
            awards=dict(self.awards),
            claims=dict(self.claims),
        )

    @property
    def tickets(self) -> tuple[str, ...]:
        """Every entry by its number: whose it is."""
        return tuple(player for player, count in self.entries.items() for _ in range(count))

    @property
    def has_started(self) -> bool:
        """Whether the promotion has started."""
        return bool(self.started_ms)

    def live_claims(self) -> list[Claim]:
        """The claims of prizes of the draw that stands."""
        return [one for one in self.claims.values() if one.award in self.awards]

    def approved(self, award: int) -> Claim | None:
        """The claim by which a prize is to be paid, if there is one."""
        return next((one for one in self.claims.values() if one.award == award and one.status == "approved"), None)


def evolve(state: Promotion, event: Any) -> None:  # noqa: ANN401 - any member of PromotionEvent
    """Record an event."""
    require_conserved(e.postings(event))
    _RECORDS[type(event)](state, event)
    mine = accounts.promotion(state.name)
    for move in event.moves:
        state.money += move.cents * ((move.target == mine) - (move.source == mine))
        state.from_house += move.cents * ((move.source == accounts.HOUSE) - (move.target == accounts.HOUSE))
    if state.money < 0 or state.money != state.from_house - state.paid:
        text = f"{state.name}: {state.money} in its account, {state.from_house} from the house, {state.paid} paid"
        raise InvariantBroken(text)


def _drafted(state: Promotion, event: e.TermsDrafted) -> None:
    state.name = event.promotion
    _written(state, event)


def _written(state: Promotion, event: e.TermsDrafted | e.TermsAmended) -> None:
    state.terms, state.digest, state.gaps = event.terms, event.digest, event.gaps
    if not state.has_started:
        state.phase = "draft" if event.gaps else "complete"
        state.notified = None


def _notified(state: Promotion, event: e.AuthorityNotified) -> None:
    state.phase, state.notified = "notified", event


def _notice(state: Promotion, event: e.NoticePublished) -> None:
    state.notices.append(event)


def _started(state: Promotion, event: e.PromotionStarted) -> None:
    state.phase, state.started_ms = "running", event.at_ms


def _entry(state: Promotion, event: e.EntryGiven) -> None:
    state.entries[event.player] = state.entries.get(event.player, 0) + event.entries


def _counted(state: Promotion, event: e.EntriesCounted) -> None:
    state.through = event.through
    state.entries.update(event.given)


def _closed_entries(state: Promotion, event: e.EntriesClosed) -> None:
    if event.entries != sum(state.entries.values()):
        raise InvariantBroken(f"{state.name}: {event.entries} entries closed, {sum(state.entries.values())} given")
    state.phase, state.sealed, state.draws = "entries closed", event, event.number
    state.attended, state.present = "", frozenset()


def _nominated(state: Promotion, event: e.ScrutineerNominated) -> None:
    state.scrutineer, state.attended = event.account, ""


def _attended(state: Promotion, event: e.ScrutineerAttended) -> None:
    state.attended = event.root


def _present(state: Promotion, event: e.PresenceNoted) -> None:
    state.present |= set(event.players)


def _drawn(state: Promotion, event: e.DrawMade) -> None:
    state.phase, state.drawn = "drawn", event
    state.awards = {
        one.award: Award(one.award, one.prize, one.player, one.entry, one.position, one.cents, one.value_cents)
        for one in event.won
    }
    state.awards_made = max((state.awards_made, *state.awards))


def _postponed(state: Promotion, event: e.PromotionPostponed) -> None:
    state.suspended, state.postponed = True, event


def _validated(state: Promotion, _event: e.IntegrityValidated) -> None:
    """A draw that was made or prepared is void: its entries are closed anew."""
    state.suspended = False
    if state.phase in {"drawn", "entries closed"}:
        state.phase, state.sealed, state.attended = "running", None, ""
        state.awards = {}  # claims of them stay on record


def _cancelled(state: Promotion, _event: e.PromotionCancelled) -> None:
    state.phase, state.suspended, state.awards = "cancelled", False, {}


def _told(state: Promotion, event: e.WinnerTold) -> None:
    one = state.awards[event.award]
    state.awards[event.award] = replace(one, attempts=(*one.attempts, event))


def _claimed(state: Promotion, event: e.PrizeClaimed) -> None:
    state.claims[event.claim] = Claim(event.claim, event.award, event.player, event.name, event.address)


def _approved(state: Promotion, event: e.ClaimApproved) -> None:
    state.claims[event.claim] = replace(state.claims[event.claim], status="approved")


def _denied(state: Promotion, event: e.ClaimDenied) -> None:
    one = state.claims[event.claim]
    state.claims[event.claim] = replace(one, status="denied", denied=event, name=event.name, address=event.address)


def _claimant_told(state: Promotion, event: e.ClaimantTold) -> None:
    state.claims[event.claim] = replace(state.claims[event.claim], told=event)


def _disputed(state: Promotion, event: e.ClaimDisputed) -> None:
    state.claims[event.claim] = replace(state.claims[event.claim], status="disputed", dispute=event.text)


def _decided(state: Promotion, event: e.DisputeDecided) -> None:
    status: ClaimStatus = "approved" if event.upheld else "denied"
    state.claims[event.claim] = replace(state.claims[event.claim], status=status, decided=event)


def _cash(state: Promotion, event: e.CashTaken) -> None:
    one = state.awards[event.award]
    state.awards[event.award] = replace(one, takes_cash=True, cents=event.cents)


def _chosen(state: Promotion, event: e.PaymentChosen) -> None:
    state.awards[event.award] = replace(state.awards[event.award], chosen=event)


def _paid(state: Promotion, event: e.PrizePaid) -> None:
    state.awards[event.award] = replace(state.awards[event.award], paid=event)
    state.paid += event.cents


def _corrected(state: Promotion, event: e.PaymentCorrected) -> None:
    state.awards[event.award] = replace(state.awards[event.award], paid=None)
    state.paid -= event.cents


def _closed(state: Promotion, _event: e.PromotionClosed) -> None:
    state.phase = "closed"


_RECORDS: Final[dict[type, Callable[[Promotion, Any], None]]] = {
    e.TermsDrafted: _drafted,
    e.TermsAmended: _written,
    e.AuthorityNotified: _notified,
    e.NoticePublished: _notice,
    e.PromotionStarted: _started,
    e.EntryGiven: _entry,
    e.EntriesCounted: _counted,
    e.EntriesClosed: _closed_entries,
    e.ScrutineerNominated: _nominated,
    e.ScrutineerAttended: _attended,
    e.PresenceNoted: _present,
    e.DrawMade: _drawn,
    e.PromotionPostponed: _postponed,
    e.IntegrityValidated: _validated,
    e.PromotionCancelled: _cancelled,
    e.WinnerTold: _told,
    e.PrizeClaimed: _claimed,
    e.ClaimApproved: _approved,
    e.ClaimDenied: _denied,
    e.ClaimantTold: _claimant_told,
    e.ClaimDisputed: _disputed,
    e.DisputeDecided: _decided,
    e.CashTaken: _cash,
    e.PaymentChosen: _chosen,
    e.PrizePaid: _paid,
    e.PaymentCorrected: _corrected,
    e.PromotionClosed: _closed,
}
