"""One writer per tournament: its conditions, entries and money, and all that is decided about it while it is played."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal, Protocol

from openfelt.room.giving import officer_of
from openfelt.room.offices import OFFICES, Officer
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.service.house import House
from openfelt.service.record.asked import TOURNAMENT, AskedOfEvent, write_shaped
from openfelt.service.record.kept import Made, StreamDecided
from openfelt.service.record.tournament_record import (
    TOURNAMENT_EVENTS,
    decide,
    given_by,
    ledger_fault,
    persons,
    require_moved,
)
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.worked import KeptWriter, Planned
from openfelt.tournaments.events import PrizesAwarded, PrizeWon
from openfelt.tournaments.giving import THE_HOUSE, TOURNAMENT_GIVERS
from openfelt.tournaments.orders import Publish, TournamentOrder
from openfelt.tournaments.play_events import MatchesBegun, MatchWon
from openfelt.tournaments.tournament import Tournament

LINES_KEPT: Final = 200


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a bracket: its pairs, nobody being the second of a bye, and the matches that each player has won."""

    pairs: tuple[tuple[str, str], ...]
    wins: dict[str, int] = field(default_factory=dict)


class EventFacts(Facts):
    """The world for one decision about a tournament: also who may not play, and who is kept apart."""

    __slots__ = ("ahead_min", "apart", "barred")

    def __init__(self, hall: House, barred: tuple[str, ...], apart: tuple[tuple[str, ...], ...]) -> None:
        super().__init__(hall)
        self.ahead_min = time.localtime(self.at_ms // 1000).tm_gmtoff // 60
        self.barred = barred
        self.apart = apart

    def asked(self, stream: str, order: Any, lines: tuple[int, ...] = ()) -> bytes:  # noqa: ANN401, ARG002 - any order
        """What is stored of an order that was decided by these facts."""
        if order is None:
            return b""
        return write_shaped(
            AskedOfEvent(
                order,
                self.at_ms,
                self.balances,
                lines=lines,
                ahead_min=self.ahead_min,
                barred=self.barred,
                apart=self.apart,
                standings=self.standings,
            )
        )


class Directing(Planned, Protocol):
    """What the tables need to know of a tournament's director."""

    def plan_soon(self) -> None:
        """A table of the event has changed."""


class TournamentHost(KeptWriter):
    """A tournament in memory, the only writer of its stream."""

    kind: ClassVar[Literal["tournament"]] = "tournament"
    kept = TOURNAMENT_EVENTS
    givers = TOURNAMENT_GIVERS
    state: Tournament
    work: Directing

    def __init__(self, hall: House, name: str, state: Tournament | None = None, version: int = 0) -> None:
        super().__init__(hall, f"{TOURNAMENT}{name}", version)
        self.state = state or Tournament()
        self.log: deque[tuple[int, int, Any]] = deque(maxlen=LINES_KEPT)  # number, time and event
        self.awarded: dict[str, PrizeWon] = {}  # all prizes, paid or not
        self.bracket: dict[int, BracketRound] = {}  # every round of a bracket

    # -- deciding ----------------------------------------------------------------------------------------------------

    def rulebook_of(self, state: Tournament) -> str:
        """The rulebook that the event is played by."""
        return state.conditions.book if state.conditions is not None else HOUSE_RULEBOOK

    def facts(self, order: TournamentOrder) -> EventFacts:
        """What a decision about an order is given; only what concerns it is kept."""
        book = order.conditions.book if isinstance(order, Publish) else self.rulebook
        named = persons(order)
        pairs = self.hall.apart(book)
        playing = {one.player for one in self.state.live} | named if pairs else named
        apart = tuple(pair for pair in pairs if set(pair) <= playing)
        return EventFacts(self.hall, tuple(sorted(one for one in named if self.is_barred(one, book))), apart)

    def is_barred(self, player: str, book: str) -> bool:
        """Whether somebody may not play: the account is closed, or an office of the book keeps from playing."""
        if player in self.hall.closed:
            return True
        account, chapter = self.hall.accounts.find(player), OFFICES.of(book)
        if account is None or chapter.bars_staff != "everywhere":
            return False
        return any(chapter.office(one) for one in self.hall.accounts.offices_of(account, self.stream))

    def decide(self, order: TournamentOrder, facts: Facts) -> StreamDecided[Tournament]:
        """What an order does now."""
        assert isinstance(facts, EventFacts)
        given = given_by(facts, self.stream, facts.ahead_min, facts.barred, facts.apart)
        return decide(self.state, order, given)

    def officer_of(self, order: Any) -> Officer | None:  # noqa: ANN401 - any order to a tournament
        """Whose offices an order bears; the house by itself holds its own."""
        officer = officer_of(order)
        return officer if officer != THE_HOUSE else None

    def require_counted(self, made: Made) -> None:
        """Refuse to let the event's money and the ledger part."""
        require_moved(self.state, made)

    # -- after it was stored -----------------------------------------------------------------------------------------

    def note(self, seq: int, at_ms: int, event: Any) -> None:  # noqa: ANN401 - any event of a tournament
        """Remember one event: the latest lines, and what was won."""
        self.log.append((seq, at_ms, event))
        if isinstance(event, PrizesAwarded):
            self.awarded = {one.player: one for one in event.prizes}
        elif isinstance(event, MatchesBegun):
            self.bracket.setdefault(event.round, BracketRound(event.pairs))
        elif isinstance(event, MatchWon):
            self.bracket[max(self.bracket)].wins[event.player] = event.wins

    # -- starting ----------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, hall: House, stream: str) -> TournamentHost:
        """The tournament that a stream folds into."""
        host = cls(hall, stream.removeprefix(TOURNAMENT))
        host.version = cls.kept.load(hall.journal.store, stream, host.state, note=host.note, fault=ledger_fault)
        return host
