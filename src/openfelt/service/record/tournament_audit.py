"""Every order to a tournament decided again, from what is stored with it: money, clock, draws, places and prizes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from openfelt.journal import Reader, StoredOrder
from openfelt.journal.verify import Verdict
from openfelt.room.giving import officer_of
from openfelt.room.offices import Officer
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.service.record.asked import TOURNAMENT, AskedOfEvent, DecidedOrder
from openfelt.service.record.audit import Read
from openfelt.service.record.entry_audit import EntryReplay, verdict_of_all
from openfelt.service.record.kept import StreamDecided
from openfelt.service.record.recalled import Recalled
from openfelt.service.record.room_record import RollHistory
from openfelt.service.record.tournament_record import TOURNAMENT_EVENTS, decide, given_by, ledger_fault, persons
from openfelt.tournaments.giving import THE_HOUSE, TOURNAMENT_GIVERS
from openfelt.tournaments.ledger import ledger_lines
from openfelt.tournaments.tournament import Tournament


def check_tournaments(journal: Reader) -> Verdict:
    """Take every tournament from its publication, and check every order, event and posting."""
    return verdict_of_all(journal, TOURNAMENT, "tournaments", TournamentReplay)


class TournamentReplay(EntryReplay):
    """One tournament, entry by entry."""

    kept = TOURNAMENT_EVENTS
    givers = TOURNAMENT_GIVERS

    def __init__(self, journal: Reader, stream: str, history: RollHistory) -> None:
        super().__init__(journal, stream, history)
        self.state = Tournament()

    @property
    def book(self) -> str:
        """The rulebook that the event is played by."""
        return self.state.conditions.book if self.state.conditions is not None else HOUSE_RULEBOOK

    def decide(self, asked: DecidedOrder, given: Recalled) -> StreamDecided[Tournament]:
        """What the order gives."""
        assert isinstance(asked, AskedOfEvent)
        told = given_by(given, self.stream, asked.ahead_min, asked.barred, asked.apart)
        return decide(self.state, asked.order, told)

    def postings(self, entry: list[Read]) -> Iterable[Any]:
        """The ledger lines of an entry's events."""
        return ledger_lines(self.state, (event for _, event in entry))

    def ledger_fault(self) -> str:
        """How the event's own count of its money differs from the ledger; empty if they agree."""
        return ledger_fault(self.journal, self.state)

    def world_difference(self, stored: StoredOrder) -> str:
        """How the record contradicts an entry: somebody was let in whose account was closed at that time."""
        return self.closed_difference(stored, persons)

    def officer_of(self, order: Any) -> Officer | None:  # noqa: ANN401 - any order
        """Whose offices an order bears; the house by itself holds its own."""
        officer = officer_of(order)
        return officer if officer != THE_HOUSE else None
