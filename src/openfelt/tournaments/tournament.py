"""A tournament as its events leave it: its conditions, entries, payments and money, until the last prize is paid.

`evolve` records an event and asserts after each that no cent is lost: what lies in the event's own accounts is what was
paid for entries and not returned, and what the house added, less the prizes that were paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

import msgspec

from openfelt.cage import accounts
from openfelt.cage.accounts import OF_TOURNAMENTS, Account, kind_of
from openfelt.cage.ledger import require_conserved
from openfelt.errors import InvariantBroken
from openfelt.tournaments import bag_events as b
from openfelt.tournaments import desk_events as d
from openfelt.tournaments import duty_events as y
from openfelt.tournaments import events as e
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.events import Move, PaidFor
from openfelt.tournaments.in_play import InPlay
from openfelt.tournaments.inventory import has_inventory, issued_with
from openfelt.tournaments.play_events import (
    BonusWon,
    BoughtIntoFinal,
    BountyWon,
    ChipsBought,
    LateSeated,
    ReEntered,
    SessionPaid,
    StageReached,
)
from openfelt.tournaments.recording import PLAY_EVENTS, record
from openfelt.tournaments.taking_over import take_over

Phase: TypeAlias = Literal["empty", "published", "open", "started", "awarded", "cancelled"]
Status: TypeAlias = Literal[
    "applied", "playing", "refused", "withdrawn", "replaced", "unpaid", "lapsed", "forfeited", "sold", "unseated"
]


@dataclass(frozen=True, slots=True)
class Entry:
    """One person's entry."""

    player: str
    session: str
    status: Status = "applied"
    paid: frozenset[PaidFor] = frozenset()
    accepted: str = ""  # the hash of the version that was agreed with

    @property
    def is_live(self) -> bool:
        """Whether the entry still counts."""
        return self.status in {"applied", "playing"}


@dataclass(frozen=True, slots=True)
class Payment:
    """What somebody paid and has not got back. `entry`: whose entry it is for; nobody's once that was withdrawn."""

    payer: str
    paid_for: PaidFor
    entry: str
    parts: tuple[Move, ...]

    @property
    def cents(self) -> int:
        """All of it."""
        return sum(one.cents for one in self.parts)


@dataclass(frozen=True, slots=True)
class Bags:
    """Stacks that are kept overnight: how far it is with them, what was counted last and by whom, and the seals."""

    step: Literal["", "counted", "sealed", "opened", "confirmed"] = ""
    bags: tuple[b.Bag, ...] = ()
    account: str = ""
    name: str = ""
    sealed: dict[str, int] = field(default_factory=dict)
    decided: frozenset[str] = frozenset()  # of which a difference is decided


@dataclass(slots=True)
class Tournament:
    """The event; changed only by `evolve`."""

    name: str = ""
    phase: Phase = "empty"
    conditions: Conditions | None = None
    digest: str = ""
    entries: dict[str, Entry] = field(default_factory=dict)
    payments: list[Payment] = field(default_factory=list)
    money: Counter[Account] = field(default_factory=Counter)  # in its own accounts
    from_house: int = 0
    prizes: dict[str, e.PrizeWon] = field(default_factory=dict)  # awarded and not yet paid
    places: tuple[tuple[str, ...], ...] = ()
    prizes_paid: int = 0
    paid_in: int = 0  # the sum of `payments`
    limits: tuple[d.TimeLimited, ...] = ()  # of the time to act, set in play
    missing: dict[tuple[str, int], int] = field(default_factory=dict)  # by session and value: chips not returned
    bags: Bags = Bags()
    inventory: Counter[int] = field(default_factory=Counter)  # real chips by value, issued in the session
    nominated: dict[str, str] = field(default_factory=dict)  # who may conduct it, and by whom
    on_duty: dict[str, str] = field(default_factory=dict)  # who conducts it now, by account: their names
    handing_over: tuple[str, str] = ("", "")  # who on duty hands it over to whom
    play: InPlay = field(default_factory=InPlay)

    def copy(self) -> Tournament:
        """The same event, apart."""
        return replace(
            self,
            entries=dict(self.entries),
            payments=list(self.payments),
            money=Counter(self.money),
            prizes=dict(self.prizes),
            missing=dict(self.missing),
            nominated=dict(self.nominated),
            inventory=Counter(self.inventory),
            on_duty=dict(self.on_duty),
            play=self.play.copy(),
        )

    @property
    def live(self) -> list[Entry]:
        """Every entry that counts, in the order of application."""
        return [one for one in self.entries.values() if one.is_live]

    @property
    def pool(self) -> int:
        """Cents in the prize pool."""
        return self.money[accounts.pool(self.name)]

    def paid_for(self, player: str) -> list[Payment]:
        """What was paid for a player's entry and has not gone back."""
        return [one for one in self.payments if one.entry == player]


def evolve(state: Tournament, event: Any) -> None:  # noqa: ANN401 - any member of TournamentEvent
    """Record an event. Rounds of play are many and move no cent: they are checked for their chips alone."""
    if type(event) in PLAY_EVENTS and not event.moves:
        record(state.play, event)
        _play_touches_entries(state, event)
        return
    require_conserved(e.postings(event))
    for move in event.moves:
        if kind_of(move.source) in OF_TOURNAMENTS:
            state.money[move.source] -= move.cents
        if kind_of(move.target) in OF_TOURNAMENTS:
            state.money[move.target] += move.cents
        state.from_house += move.cents * ((move.source == accounts.HOUSE) - (move.target == accounts.HOUSE))
    if type(event) in PLAY_EVENTS:
        record(state.play, event)
        _play_touches_entries(state, event)
    else:
        _RECORDS[type(event)](state, event)
    require_sound(state)


def _play_touches_entries(state: Tournament, event: Any) -> None:  # noqa: ANN401 - any member of PlayEvent
    """What an event of play changes outside of play: payments, who plays, and the real chips that are out."""
    if state.conditions is not None and has_inventory(state.conditions):
        state.inventory = issued_with(state.conditions, state.inventory, event, state.play.issued)
    if isinstance(event, ChipsBought):
        _take(state, Payment(event.player, event.what, event.player, event.moves))
    elif isinstance(event, ReEntered):
        _take(state, Payment(event.player, "re-entry", event.player, event.moves))
    elif isinstance(event, BoughtIntoFinal):
        old = state.entries.get(event.player)
        if old is None or not old.is_live:
            state.entries.pop(event.player, None)
            paid: frozenset[PaidFor] = frozenset(("final buy-in",))
            state.entries[event.player] = Entry(event.player, event.session, "playing", paid, state.digest)
        _take(state, Payment(event.player, "final buy-in", event.player, event.moves))
    elif isinstance(event, SessionPaid):
        _take(state, Payment(event.player, "session", event.player, event.moves))
    elif isinstance(event, BountyWon | BonusWon):
        state.prizes_paid += event.cents
    elif isinstance(event, LateSeated):
        _set(state, event.seat.player, "playing")
    elif isinstance(event, StageReached):
        state.bags = Bags()  # another night has bags of its own


def require_sound(state: Tournament) -> None:
    """No account below zero, no cent from nowhere, nobody with two entries in play."""
    held = sum(state.money.values())
    due = state.paid_in + state.from_house - state.prizes_paid
    if held != due or min(state.money.values(), default=0) < 0:
        raise InvariantBroken(f"{state.name}: {held} in the accounts, {due} was paid in")
    if sum(one.cents for one in state.prizes.values()) != state.money[accounts.prizes(state.name or "none")]:
        raise InvariantBroken(f"{state.name}: prizes that are not there")


def _published(state: Tournament, event: e.ConditionsPublished) -> None:
    state.name, state.phase = event.tournament, "published"
    state.conditions, state.digest = event.conditions, event.digest


def _amended(state: Tournament, event: e.ConditionsAmended) -> None:
    state.conditions, state.digest = event.conditions, event.digest


def _opened(state: Tournament, _event: e.RegistrationOpened) -> None:
    state.phase = "open"


def _applied(state: Tournament, event: e.EntryApplied) -> None:
    state.entries.pop(event.player, None)
    state.entries[event.player] = Entry(event.player, event.session)


def _refused(state: Tournament, event: e.ApplicationRefused) -> None:
    _set(state, event.player, "refused")


def _accepted(state: Tournament, event: e.ConditionsAccepted) -> None:
    state.entries[event.player] = replace(state.entries[event.player], accepted=event.digest)


def _paid(state: Tournament, event: e.EntryPaid) -> None:
    one = state.entries[event.player]
    state.entries[event.player] = replace(one, paid=one.paid | {event.paid_for})
    _take(state, Payment(event.player, event.paid_for, event.player, event.moves))


def _take(state: Tournament, payment: Payment) -> None:
    state.payments.append(payment)
    state.paid_in += payment.cents


def _refunded(state: Tournament, event: e.EntryRefunded) -> None:
    """Of equal payments the last one goes back, so that the others keep their order."""
    wanted = (event.payer, event.paid_for, event.entry, sum(move.cents for move in event.moves))
    kinds = [(one.payer, one.paid_for, one.entry, one.cents) for one in state.payments]
    last = max(at for at, one in enumerate(kinds) if one == wanted)
    state.paid_in -= state.payments.pop(last).cents
    if event.entry:
        one = state.entries[event.entry]
        state.entries[event.entry] = replace(one, paid=one.paid - {event.paid_for})


def _withdrawn(state: Tournament, event: e.EntryWithdrawn) -> None:
    _set(state, event.player, "withdrawn")
    _hand_payments(state, event.player, "")


def _hand_payments(state: Tournament, player: str, to: str) -> None:
    """What was paid for one entry counts for another's, or for none."""
    state.payments = [replace(one, entry=to) if one.entry == player else one for one in state.payments]


def _transferred(state: Tournament, event: e.EntryTransferred) -> None:
    state.entries[event.player] = replace(state.entries[event.player], session=event.session)


def _substituted(state: Tournament, event: e.SubstituteNamed) -> None:
    one = state.entries[event.player]
    state.entries.pop(event.substitute, None)
    state.entries[event.substitute] = replace(one, player=event.substitute, accepted=state.digest)
    _set(state, event.player, "replaced")
    _hand_payments(state, event.player, event.substitute)
    take_over(state.play, event.player, event.substitute)
    _bag_of(state, event.player, event.substitute)


def _bag_of(state: Tournament, player: str, substitute: str) -> None:
    """The stack that is kept overnight is the substitute's."""

    def now(who: str) -> str:
        return substitute if who == player else who

    bags = tuple(msgspec.structs.replace(one, player=now(one.player)) for one in state.bags.bags)
    sealed = {now(who): chips for who, chips in state.bags.sealed.items()}
    state.bags = replace(state.bags, bags=bags, sealed=sealed, decided=frozenset(map(now, state.bags.decided)))


def _ended(state: Tournament, event: e.EntryEnded) -> None:
    _set(state, event.player, event.why)
    left = frozenset(one.paid_for for one in state.paid_for(event.player))
    _hand_payments(state, event.player, event.seat_to)
    if event.seat_to:
        one = state.entries[event.seat_to]
        state.entries[event.seat_to] = replace(one, paid=one.paid | left)


def _set(state: Tournament, player: str, status: Status) -> None:
    state.entries[player] = replace(state.entries[player], status=status)


def _added(_state: Tournament, _event: e.PoolAdded | e.PoolClosed) -> None:
    """Money alone."""


def _started(state: Tournament, event: e.TournamentStarted) -> None:
    state.phase = "started"
    state.play.alternates = list(event.alternates)
    for player in event.players:
        _set(state, player, "playing")


def _cancelled(state: Tournament, _event: e.TournamentCancelled) -> None:
    state.phase = "cancelled"


def _awarded(state: Tournament, event: e.PrizesAwarded) -> None:
    named = [player for group in event.places for player in group]
    if len(set(named)) < len(named):
        raise InvariantBroken(f"{state.name}: a player in two places")
    state.phase, state.places = "awarded", event.places
    state.prizes = {one.player: one for one in event.prizes}


def _prize_paid(state: Tournament, event: e.PrizePaid) -> None:
    del state.prizes[event.player]
    state.prizes_paid += event.cents


def with_start(conditions: Conditions, session: str, starts: str) -> Conditions:
    """Conditions in which a session starts at another time."""
    changed = tuple(
        msgspec.structs.replace(one, starts=starts) if one.name == session else one for one in conditions.sessions
    )
    return msgspec.structs.replace(conditions, sessions=changed)


def _start_moved(state: Tournament, event: d.StartMoved) -> None:
    assert state.conditions is not None
    state.conditions = with_start(state.conditions, event.session, event.starts)


def _time_limited(state: Tournament, event: d.TimeLimited) -> None:
    state.limits = (*state.limits, event)


def _counted(state: Tournament, event: d.ChipsCounted | d.CountNoted) -> None:
    if isinstance(event, d.ChipsCounted) and sum(chips for _, chips in event.stacks) != event.issued:
        raise InvariantBroken(f"{state.name}: chips in play that were not given out")


def _returned(state: Tournament, event: d.ReturnChecked) -> None:
    state.missing[event.session, event.value] = event.due - event.returned


def _bagged(state: Tournament, event: b.BagsCounted | b.BagsOpened) -> None:
    step: Literal["counted", "opened"] = "counted" if isinstance(event, b.BagsCounted) else "opened"
    state.bags = replace(state.bags, step=step, bags=event.bags, account=event.account, name=event.name)


def _sealed(state: Tournament, event: b.BagsSealed) -> None:
    state.bags = Bags("sealed", sealed={one.player: one.counted for one in event.bags})


def _confirmed(state: Tournament, event: b.BagsConfirmed) -> None:
    state.bags = Bags("confirmed", bags=event.bags)


def _decided(state: Tournament, event: b.BagDecided) -> None:
    state.bags = replace(state.bags, decided=state.bags.decided | {event.player})


def _backs(state: Tournament, event: d.BacksSet) -> None:
    state.play.tables[event.table].backs = event.backs


def _nominated(state: Tournament, event: y.ConductorNominated) -> None:
    state.nominated[event.account] = event.by


def _came(state: Tournament, event: y.CameOnDuty) -> None:
    state.on_duty[event.account] = event.name


def _offered(state: Tournament, event: y.DutyOffered) -> None:
    state.handing_over = (event.account, event.to)


def _handed_over(state: Tournament, event: y.DutyHandedOver) -> None:
    del state.on_duty[event.account]
    state.on_duty[event.to] = event.to_name
    state.handing_over = ("", "")


def _went(state: Tournament, event: y.WentOffDuty) -> None:
    del state.on_duty[event.account]
    if event.last == bool(state.on_duty):
        raise InvariantBroken(f"{state.name}: {len(state.on_duty)} are on duty")


_RECORDS: Final[dict[type, Callable[[Tournament, Any], None]]] = {
    e.ConditionsPublished: _published,
    e.ConditionsAmended: _amended,
    e.RegistrationOpened: _opened,
    e.EntryApplied: _applied,
    e.ApplicationRefused: _refused,
    e.ConditionsAccepted: _accepted,
    e.EntryPaid: _paid,
    e.EntryRefunded: _refunded,
    e.EntryWithdrawn: _withdrawn,
    e.EntryTransferred: _transferred,
    e.SubstituteNamed: _substituted,
    e.EntryEnded: _ended,
    e.PoolAdded: _added,
    e.TournamentStarted: _started,
    e.TournamentCancelled: _cancelled,
    e.PoolClosed: _added,
    e.PrizesAwarded: _awarded,
    e.PrizePaid: _prize_paid,
    d.StartMoved: _start_moved,
    d.TimeLimited: _time_limited,
    d.ChipsCounted: _counted,
    d.CountNoted: _counted,
    d.ReturnChecked: _returned,
    b.BagsCounted: _bagged,
    b.BagsSealed: _sealed,
    b.BagsOpened: _bagged,
    b.BagsConfirmed: _confirmed,
    b.BagDecided: _decided,
    d.BacksSet: _backs,
    y.ConductorNominated: _nominated,
    y.CameOnDuty: _came,
    y.DutyOffered: _offered,
    y.DutyHandedOver: _handed_over,
    y.WentOffDuty: _went,
}
