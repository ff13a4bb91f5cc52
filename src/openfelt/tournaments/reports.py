"""What an event's record says for an office: entries by the hour, money, prizes, chips, and who went out why.

A pure function over what happened and when. Fees and commission of a tournament stand apart: they are outside gaming
revenue. Nothing here adds up what the record does not say; `imbalance` is zero where the record is whole.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import msgspec

from openfelt.cage.accounts import kind_of
from openfelt.games.policy import HOUSE
from openfelt.rulebooks import Cites
from openfelt.tournaments import desk_events as d
from openfelt.tournaments import events as e
from openfelt.tournaments import league
from openfelt.tournaments import play_events as p
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.tournament import with_start

HOUR_MS: Final = 3_600_000
OUTSIDE_REVENUE: Final = HOUSE.cite("20.28")


class At(NamedTuple):
    """Something that happened to the event, and when."""

    at_ms: int
    event: Any  # a member of TournamentEvent


class Line(msgspec.Struct, frozen=True):
    """A line of a part of the report."""


class EntryHour(Line, frozen=True):
    """What came in and went in one hour of the room's clock."""

    hour: str  # when it begins
    applied: int = 0
    paid: int = 0  # entries for which something was paid in it
    withdrawn: int = 0
    bought: int = 0  # re-buys, add-ons and re-entries


class MoneyLine(Line, frozen=True):
    """Money that moved for one reason, from one kind of account to another."""

    reason: str
    source: str
    target: str
    times: int
    cents: int


class PrizeLine(Line, frozen=True):
    """What a place won."""

    place: int
    player: str
    cents: int
    goods: str
    paid_at: str = ""  # empty until it is paid


class ChipsLine(Line, frozen=True):
    """The chips of one session: how many came into play and where they are."""

    session: str
    issued: int
    bought: int
    added: int  # by the operator, in bonus rounds
    taken_out: int  # with players who were disqualified
    returned: int
    missing: int  # what did not come back; of a session that still goes on, what is in play


class OutLine(Line, frozen=True):
    """A player who went out of a session, and why."""

    place: int
    player: str
    session: str
    at: str
    reason: str
    cites: Cites


class PlaceLine(Line, frozen=True):
    """A place of the event as it was awarded."""

    place: int
    player: str
    shared_with: int
    cents: int


class Report(msgspec.Struct, frozen=True):
    """All of it."""

    name: str
    title: str
    book: str
    version: int
    digest: str
    phase: str
    entered: int
    entries: tuple[EntryHour, ...]
    money: tuple[MoneyLine, ...]
    fees_cents: int  # outside gaming revenue
    pool_cents: int
    paid_cents: int
    imbalance_cents: int
    prizes: tuple[PrizeLine, ...]
    chips: tuple[ChipsLine, ...]
    eliminations: tuple[OutLine, ...]
    places: tuple[PlaceLine, ...]
    cites: Cites = OUTSIDE_REVENUE


PARTS: Final = ("entries", "money", "prizes", "chips", "eliminations", "places")


def report_of(record: Iterable[At], *, room_ahead_ms: int = 0) -> Report:
    """The report of an event; `room_ahead_ms`: how far the room's clock is ahead of UTC."""
    reader = _Reader(room_ahead_ms)
    for one in record:
        reader.read(one)
    return reader.report()


def with_names(report: Report, name_of: Callable[[str], str]) -> Report:
    """A report that calls players by their names, as people read it."""
    parts = ("prizes", "eliminations", "places")
    named = {
        part: tuple(msgspec.structs.replace(one, player=name_of(one.player)) for one in getattr(report, part))
        for part in parts
    }
    return msgspec.structs.replace(report, **named)


def written(at_ms: int, ahead_ms: int = 0) -> str:
    """A moment by the room's clock.

    >>> written(0, 3_600_000)
    '1970-01-01 01:00'
    """
    return f"{datetime.fromtimestamp((at_ms + ahead_ms) / 1_000, UTC):%Y-%m-%d %H:%M}"


class _Reader:
    """Goes through the record once."""

    def __init__(self, ahead_ms: int) -> None:
        self.ahead_ms = ahead_ms
        self.name, self.digest, self.phase = "", "", "empty"
        self.conditions: Conditions | None = None
        self.hours: dict[str, Counter[str]] = defaultdict(Counter)
        self.money: dict[tuple[str, str, str], list[int]] = {}
        self.held: Counter[str] = Counter()
        self.into: Counter[str] = Counter()
        self.sessions: dict[str, Counter[str]] = {}
        self.session = ""
        self.outs: list[OutLine] = []
        self.prizes: dict[str, PrizeLine] = {}
        self.places: tuple[tuple[str, ...], ...] = ()
        self.players: set[str] = set()

    # -- reading -------------------------------------------------------------------------------------------------------

    def read(self, one: At) -> None:
        """One event more."""
        self._money(one.event.moves)
        self._entries(one)
        self._play(one)
        match one.event:
            case e.ConditionsPublished():
                self.name, self.phase = one.event.tournament, "published"
                self.conditions, self.digest = one.event.conditions, one.event.digest
            case e.ConditionsAmended():
                self.conditions, self.digest = one.event.conditions, one.event.digest
            case d.StartMoved() if self.conditions is not None:
                self.conditions = with_start(self.conditions, one.event.session, one.event.starts)
            case e.RegistrationOpened():
                self.phase = "open"
            case e.TournamentStarted():
                self.phase = "started"
                self.players |= set(one.event.players)
            case e.TournamentCancelled():
                self.phase = "cancelled"
            case e.PrizesAwarded():
                self.phase, self.places = "awarded", one.event.places
                for won in one.event.prizes:
                    self.prizes[won.player] = PrizeLine(won.place, won.player, won.cents, won.goods)
            case e.PrizePaid():
                paid = self.prizes.get(one.event.player)
                if paid is not None:
                    at = written(one.at_ms, self.ahead_ms)
                    self.prizes[paid.player] = msgspec.structs.replace(paid, paid_at=at)
            case _:
                pass

    def _money(self, moves: Sequence[Any]) -> None:
        for move in moves:
            source, target = kind_of(move.source), kind_of(move.target)
            line = self.money.setdefault((move.reason, source, target), [0, 0])
            line[0] += 1
            line[1] += move.cents
            self.held[source] -= move.cents
            self.held[target] += move.cents
            self.into[target] += move.cents

    def _entries(self, one: At) -> None:
        begins = (one.at_ms + self.ahead_ms) // HOUR_MS * HOUR_MS
        hour = self.hours[written(begins)]
        match one.event:
            case e.EntryApplied():
                hour["applied"] += 1
            case e.EntryPaid() if one.event.paid_for != "commission":
                hour[f"by {one.event.player}"] += 1
            case e.EntryWithdrawn():
                hour["withdrawn"] += 1
            case p.ChipsBought() | p.ReEntered():
                hour["bought"] += 1
            case p.LateSeated():
                self.players.add(one.event.seat.player)
            case _:
                pass

    def _play(self, one: At) -> None:
        chips = self.sessions.get(self.session, Counter())
        match one.event:
            case p.SeatsDrawn():
                self.session = one.event.session
                chips = self.sessions.setdefault(self.session, Counter())
                chips["issued"] += sum(seat.chips for seat in one.event.seats)
            case p.MatchesBegun():
                self.session = one.event.session
                chips = self.sessions.setdefault(self.session, Counter())
                chips["issued"] += sum(seat.chips for seat in one.event.seats)
            case p.LateSeated():
                chips["issued"] += one.event.seat.chips
            case p.ChipsBought():
                chips["bought"] += one.event.chips
            case p.HandNoted():
                chips["added"] += one.event.added
            case p.PlayerEliminated():
                self._out(one, one.event.place, eliminated(one.event))
            case p.PlayerDisqualified():
                chips["taken_out"] += one.event.chips
                self._out(one, one.event.place, f"disqualified by {one.event.by}: {one.event.ground}")
            case p.SessionOver() | p.PlayOffCalled() | p.MatchesOver():
                chips["returned"] += one.event.returned
            case _:
                pass

    def _out(self, one: At, place: int, reason: str) -> None:
        at = written(one.at_ms, self.ahead_ms)
        self.outs.append(OutLine(place, one.event.player, self.session, at, reason, one.event.cites))

    # -- the result ----------------------------------------------------------------------------------------------------

    def report(self) -> Report:
        """What was read."""
        conditions = self.conditions
        return Report(
            name=self.name,
            title=str(conditions.name) if conditions else "",
            book=conditions.book if conditions else "",
            version=conditions.version if conditions else 0,
            digest=self.digest,
            phase=self.phase,
            entered=len(self.players),
            entries=tuple(line for hour, counts in sorted(self.hours.items()) if (line := _hour(hour, counts))),
            money=tuple(MoneyLine(*key, *line) for key, line in sorted(self.money.items())),
            fees_cents=self.held["fee"],
            pool_cents=self.into["pool"],
            paid_cents=sum(one.cents for one in self.prizes.values() if one.paid_at),
            imbalance_cents=sum(self.held.values()),
            prizes=tuple(sorted(self.prizes.values(), key=lambda one: (one.place, one.player))),
            chips=tuple(_chips(name, counts) for name, counts in self.sessions.items()),
            eliminations=tuple(self.outs),
            places=tuple(self._places()),
        )

    def _places(self) -> Iterable[PlaceLine]:
        place = 1
        for group in self.places:
            for player in group:
                won = self.prizes[player].cents if player in self.prizes else 0
                yield PlaceLine(place, player, len(group) - 1, won)
            place += len(group)


def _hour(hour: str, counts: Counter[str]) -> EntryHour | None:
    paid = sum(name.startswith("by ") for name in counts)
    if not counts:
        return None
    return EntryHour(hour, counts["applied"], paid, counts["withdrawn"], counts["bought"])


def _chips(session: str, counts: Counter[str]) -> ChipsLine:
    there = counts["issued"] + counts["bought"] + counts["added"] - counts["taken_out"]
    return ChipsLine(
        session, counts["issued"], counts["bought"], counts["added"], counts["taken_out"], counts["returned"],
        there - counts["returned"],
    )  # fmt: skip


def eliminated(out: p.PlayerEliminated) -> str:
    """Why a player is out, and how the place was found, in words."""
    chips = f"{out.stake:,} chips" if out.stake else "chips"
    lost = f"lost the last {chips}" if out.table else "lost a round of the bracket"
    text = lost + (f" in round {out.number} at table {out.table}" if out.number else "")
    if out.shared_with > 1:  # the player is counted too
        text += f"; the place is shared by {out.shared_with}"
    return f"{text}; the place was drawn" if out.drawn else text


def league_of(reports: Iterable[Report]) -> tuple[league.SeasonLine, ...]:
    """The table of a season over several events, by the house's rule of points; before the award nobody has a place."""
    return league.season(
        league.Result(places_of(one), tuple((prize.player, prize.cents) for prize in one.prizes)) for one in reports
    )


def places_of(report: Report) -> tuple[tuple[str, ...], ...]:
    """The places, best first; who shares stands together."""
    found: dict[int, list[str]] = {}
    for one in report.places:
        found.setdefault(one.place, []).append(one.player)
    return tuple(tuple(group) for _, group in sorted(found.items()))
