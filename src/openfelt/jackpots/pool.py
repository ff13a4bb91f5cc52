"""A jackpot as its events leave it: parameters, linked tables, hits, windows, signs, and every meter.

What is in the pool is in the ledger alone: tables credit it, round by round, without a word here.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from openfelt.errors import InvariantBroken
from openfelt.jackpots import events as e
from openfelt.jackpots.orders import HandAt
from openfelt.jackpots.parameters import JackpotEvent, Parameters

Phase: TypeAlias = Literal["empty", "open", "ended"]
HitPhase: TypeAlias = Literal["waits", "locked", "verified", "paid", "released"]
LAST_HITS: Final = 25  # that a meter shows
CHANGES_KEPT: Final = 200


@dataclass(frozen=True, slots=True)
class Hit:
    """A hand that has hit an event, from the lock to the payment."""

    number: int
    event: str
    table: str
    hand: int
    ended_ms: int
    at_ms: int
    phase: HitPhase
    pool_cents: int = 0
    shares: tuple[e.Share, ...] = ()
    top_up_cents: int = 0
    reseed_cents: int = 0
    claimed_by: tuple[str, ...] = ()
    verified_by: str = ""
    paid_by: str = ""
    paid_ms: int = 0
    window_ms: int = 0  # of a high hand
    waiting: tuple[tuple[str, ...], ...] = ()  # who qualify, who won, who else was dealt in, until it is settled

    @property
    def cents(self) -> int:
        """All that was set aside."""
        return sum(one.cents for one in self.shares)

    @property
    def is_open(self) -> bool:
        """Whether it is still to be paid."""
        return self.phase not in {"paid", "released"}

    @property
    def qualified(self) -> tuple[str, ...]:
        """Those whose hands have hit it."""
        if self.phase == "waits":
            return self.waiting[0]
        return tuple(one.player for one in self.shares if one.role in {"qualifier", "loser"})


@dataclass(frozen=True, slots=True)
class Candidate:
    """A hand that may be the high hand of its window."""

    event: str
    ends_ms: int
    played: HandAt
    player: str
    strength: int


@dataclass(frozen=True, slots=True)
class Malfunction:
    """Equipment that fails, and who has received the notice of it."""

    part: str
    what: str
    since_ms: int
    notified: tuple[str, ...]
    received: tuple[tuple[str, str], ...] = ()  # to whom, under which reference

    @property
    def missing(self) -> tuple[str, ...]:
        """Whose receipt is still to come."""
        got = {to for to, _ in self.received}
        return tuple(one for one in self.notified if one not in got)


@dataclass(frozen=True, slots=True)
class Meters:
    """What a regulator reads off: cents put in and paid, and how often."""

    base: int = 0
    reseeds: int = 0
    top_ups: int = 0
    adjusted: int = 0
    paid: int = 0
    held: int = 0  # set aside and not paid
    returned: int = 0  # to the operator, at the end
    hits: int = 0
    wins: int = 0

    def increments(self, in_pool: int) -> int:
        """What the rounds of play have put in, by what the pool holds."""
        own = self.base + self.reseeds + self.top_ups + self.adjusted
        return in_pool + self.held + self.paid + self.returned - own


@dataclass(slots=True)
class Pool:
    """The state that a jackpot's events fold into."""

    name: str = ""
    phase: Phase = "empty"
    parameters: Parameters | None = None
    since_ms: int = 0  # from when the parameters are in force; windows count from here
    tables: tuple[str, ...] = ()
    hits: dict[int, Hit] = field(default_factory=dict)
    noted: dict[tuple[str, int], HandAt] = field(default_factory=dict)  # hands that concern hits, as they stood
    candidates: tuple[Candidate, ...] = ()
    ended: dict[str, int] = field(default_factory=dict)  # by event, until when its windows are over
    sign: e.SignShown | None = None
    awarded: bool = False  # since the parameters came into force
    malfunction: Malfunction | None = None
    meters: Meters = Meters()
    changes: tuple[Any, ...] = ()  # parameters, signs, adjustments, malfunctions, differences: the latest

    @property
    def open_hits(self) -> list[Hit]:
        """Hits that are still to be paid, in the order in which their hands ended."""
        found = [one for one in self.hits.values() if one.is_open]
        return sorted(found, key=lambda one: (one.ended_ms, one.number))

    @property
    def last_hits(self) -> list[Hit]:
        """The latest hits, the latest first."""
        found = [one for one in self.hits.values() if one.phase != "released"]
        return sorted(found, key=lambda one: -one.number)[:LAST_HITS]

    def hits_of(self, key: tuple[str, int]) -> list[Hit]:
        """The hits of a hand that were not released."""
        return [one for one in self.hits.values() if (one.table, one.hand) == key and one.phase != "released"]

    def event(self, name: str) -> JackpotEvent:
        """An event on offer."""
        assert self.parameters is not None
        found = self.parameters.event(name)
        assert found is not None, name
        return found

    def window_end(self, event: JackpotEvent, at_ms: int) -> int:
        """When the window of a high hand ends in which something happens."""
        assert isinstance(event.window_minutes, int)
        length = event.window_minutes * 60_000
        return self.since_ms + ((at_ms - self.since_ms) // length + 1) * length

    def copy(self) -> Pool:
        """The same, to try something on."""
        twin = copy(self)
        twin.hits, twin.noted, twin.ended = dict(self.hits), dict(self.noted), dict(self.ended)
        return twin


def evolve(pool: Pool, event: Any) -> None:  # noqa: ANN401 - any event of a jackpot
    """Record one event; never refuses."""
    record = _RECORD.get(type(event))
    if record is None:
        raise InvariantBroken(f"a jackpot has no event {type(event).__name__}")
    record(pool, event)
    if type(event) in CHANGES:
        pool.changes = (*pool.changes[1 - CHANGES_KEPT :], event)


def _metered(pool: Pool, **more: int) -> None:
    now = {name: getattr(pool.meters, name) + by for name, by in more.items()}
    pool.meters = replace(pool.meters, **now)


def _opened(pool: Pool, event: e.PoolOpened) -> None:
    pool.name, pool.phase, pool.parameters = event.pool, "open", event.parameters
    pool.since_ms = event.at_ms
    _metered(pool, base=event.base_cents)


def _linked(pool: Pool, event: e.TableLinked) -> None:
    pool.tables = (*pool.tables, event.table)


def _unlinked(pool: Pool, event: e.TableUnlinked) -> None:
    pool.tables = tuple(one for one in pool.tables if one != event.table)


def _noted(pool: Pool, event: e.HandNoted) -> None:
    pool.noted[event.played.key] = event.played


def _locked(pool: Pool, event: e.HitLocked) -> None:
    before = pool.hits.get(event.hit)
    made = Hit(
        event.hit,
        event.event,
        event.table,
        event.number,
        event.ended_ms,
        event.at_ms,
        "locked",
        event.pool_cents,
        event.shares,
        event.top_up_cents,
        event.reseed_cents,
        window_ms=event.window_ms,
    )
    claims = before.claimed_by if before is not None else ()
    pool.hits[event.hit] = replace(made, claimed_by=tuple(one for one in claims if one in made.qualified))
    _metered(
        pool, held=event.cents, top_ups=event.top_up_cents, reseeds=event.reseed_cents, hits=1, wins=len(event.shares)
    )


def _waits(pool: Pool, event: e.HitWaits) -> None:
    pool.hits[event.hit] = Hit(
        event.hit,
        event.event,
        event.table,
        event.number,
        event.ended_ms,
        event.at_ms,
        "waits",
        window_ms=event.window_ms,
        waiting=(event.players, event.winners, event.others),
    )


def _released(pool: Pool, event: e.HitReleased) -> None:
    hit = pool.hits[event.hit]
    pool.hits[event.hit] = replace(hit, phase="released")
    if hit.phase != "waits":
        _metered(
            pool,
            held=-event.cents,
            top_ups=-event.top_up_cents,
            reseeds=-event.reseed_cents,
            hits=-1,
            wins=-len(hit.shares),
        )


def _candidate(pool: Pool, event: e.CandidateNoted) -> None:
    made = Candidate(event.event, event.ends_ms, event.played, event.player, event.strength)
    pool.candidates = (*pool.candidates, made)


def _dropped(pool: Pool, event: e.CandidatesDropped) -> None:
    gone = (event.table, event.number)
    pool.candidates = tuple(one for one in pool.candidates if one.played.key != gone)


def _window(pool: Pool, event: e.WindowEnded) -> None:
    pool.ended[event.event] = event.ends_ms


def _claimed(pool: Pool, event: e.HitClaimed) -> None:
    hit = pool.hits[event.hit]
    pool.hits[event.hit] = replace(hit, claimed_by=(*hit.claimed_by, event.player))


def _verified(pool: Pool, event: e.HitVerified) -> None:
    pool.hits[event.hit] = replace(pool.hits[event.hit], phase="verified", verified_by=event.by)


def _paid(pool: Pool, event: e.HitPaid) -> None:
    hit = pool.hits[event.hit]
    shares = tuple(one for one in hit.shares if one.player not in event.refused)
    pool.hits[event.hit] = replace(hit, phase="paid", paid_by=event.by, paid_ms=event.at_ms, shares=shares)
    pool.awarded |= bool(shares)
    pool.candidates = tuple(one for one in pool.candidates if (one.event, one.ends_ms) != (hit.event, hit.window_ms))
    _metered(pool, held=-hit.cents, paid=event.cents, wins=len(shares) - len(hit.shares))


def _compared(pool: Pool, event: e.DisplayCompared) -> None:
    """Nothing follows but the record: the terminal's amount counts."""


def _sign(pool: Pool, event: e.SignShown) -> None:
    pool.sign = event


def _changed(pool: Pool, event: e.ParametersChanged) -> None:
    pool.parameters, pool.since_ms, pool.sign, pool.awarded = event.parameters, event.at_ms, None, False
    pool.candidates, pool.ended = (), {}
    _metered(pool, reseeds=event.reseed_cents)


def _over(pool: Pool, event: e.PoolEnded) -> None:
    pool.phase, pool.sign, pool.tables, pool.candidates = "ended", None, (), ()
    _metered(pool, returned=event.cents)


def _failed(pool: Pool, event: e.MalfunctionReported) -> None:
    pool.malfunction = Malfunction(event.part, event.what, event.at_ms, event.notified)


def _received(pool: Pool, event: e.NoticeReceived) -> None:
    assert pool.malfunction is not None
    got = (*pool.malfunction.received, (event.to, event.reference))
    pool.malfunction = replace(pool.malfunction, received=got)


def _adjusted(pool: Pool, event: e.PoolAdjusted) -> None:
    _metered(pool, adjusted=event.by_cents)


def _confirmed(pool: Pool, event: e.AmountConfirmed) -> None:  # noqa: ARG001 - one signature for every event
    pool.malfunction = None


_RECORD: Final[dict[type, Callable[[Pool, Any], None]]] = {
    e.PoolOpened: _opened,
    e.TableLinked: _linked,
    e.TableUnlinked: _unlinked,
    e.HandNoted: _noted,
    e.HitLocked: _locked,
    e.HitWaits: _waits,
    e.HitReleased: _released,
    e.CandidateNoted: _candidate,
    e.CandidatesDropped: _dropped,
    e.WindowEnded: _window,
    e.HitClaimed: _claimed,
    e.HitVerified: _verified,
    e.HitPaid: _paid,
    e.DisplayCompared: _compared,
    e.SignShown: _sign,
    e.ParametersChanged: _changed,
    e.PoolEnded: _over,
    e.MalfunctionReported: _failed,
    e.NoticeReceived: _received,
    e.PoolAdjusted: _adjusted,
    e.AmountConfirmed: _confirmed,
}
CHANGES: Final = (
    e.PoolOpened, e.TableLinked, e.TableUnlinked, e.DisplayCompared, e.SignShown, e.ParametersChanged, e.PoolEnded,
    e.MalfunctionReported, e.NoticeReceived, e.PoolAdjusted, e.AmountConfirmed, e.HitReleased,
)  # fmt: skip
