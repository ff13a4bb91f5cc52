"""Streams that are checked entry by entry: each order is decided again and gives its events and its ledger lines.

The room's own stream, tournaments, jackpots, promotions and lists say how they decide and fold; the rest is here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from openfelt.journal import Reader, StoredOrder, StoredPosting, StoredRecord
from openfelt.journal.verify import Fault, Verdict
from openfelt.room.giving import Givers
from openfelt.room.version import rules_of
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.service.record.asked import read_asked
from openfelt.service.record.audit import Read, StreamReplay, entries, noted, require_postings
from openfelt.service.record.kept import KeptEvents, sealed_as
from openfelt.service.record.refold import RecordBroken, read_stream
from openfelt.service.record.room_record import RollHistory


class EntryReplay(StreamReplay):
    """A stream that is checked entry by entry, and knows how many there were."""

    kept: KeptEvents[Any]
    givers: Givers | None = None  # of the room's own streams it is who gives orders at tables
    state: Any

    def __init__(self, journal: Reader, stream: str, history: RollHistory | None = None) -> None:
        super().__init__(journal, stream, history)
        self.entries = 0

    # -- what a kind of stream says ----------------------------------------------------------------------------------

    @property
    def book(self) -> str:
        """The rulebook that decides there."""
        return HOUSE_RULEBOOK

    def require_true(self, entry: list[Read]) -> None:
        """Refuse events that another stream's record contradicts."""

    def world_difference(self, stored: StoredOrder) -> str:
        """Whether the order was given other facts than the journal has."""
        del stored
        return ""

    def require_lines(self, lines: list[StoredPosting], entry: list[Read]) -> None:
        """Refuse ledger lines that are not those of the events, where no order says them."""
        require_postings(lines, self.postings(entry), entry[0][0].entry)

    def postings(self, entry: list[Read]) -> Iterable[Any]:
        """The ledger lines of an entry's events."""
        del entry
        return ()

    def ledger_fault(self) -> str:
        """How the stream's own count differs from the ledger at its end; empty if they agree."""
        return ""

    def giver_fault(self, order: Any, actor: str) -> str:  # noqa: ANN401 - any order
        """Why this actor cannot have given an order; empty if it could."""
        return self.givers.fault(order, actor) if self.givers is not None else super().giver_fault(order, actor)

    # -- checking ----------------------------------------------------------------------------------------------------

    @property
    def seals_begin(self) -> str:
        """How the name of each draw begins that this stream seals."""
        return sealed_as(self.stream, "")

    def run(self) -> None:
        """Decide, fold and check everything."""
        for entry in entries((one, self.event_of(one)) for one in read_stream(self.journal, self.stream)):
            self.entries += 1
            self.check_entry(entry)
        if wrong := self.ledger_fault():
            raise RecordBroken(wrong)

    def event_of(self, one: StoredRecord) -> Any:  # noqa: ANN401 - any event of the stream
        """The event of a record; None if it cannot be read."""
        return self.kept.readable(one)

    def check_entry(self, entry: list[Read]) -> None:
        """One entry: its order gives its events and its postings. Without an order its events fold."""
        number = entry[0][0].entry
        lines, stored = self.ledger.of(number)
        self.require_true(entry)
        if stored is None:
            self.undecided += 1
            self.follow(entry)
            self.require_lines(lines, entry)
            return
        asked, _, difference, cites = self.decide_again(stored, entry, lines)
        difference = difference or self.world_difference(stored)
        self.follow(entry)
        if cites:
            self.note(number, stored.rules, self.book, f"{asked}: {cites}")
        if difference and stored.rules == rules_of(self.book):
            raise RecordBroken(f"entry {number}: {asked} decided again: {difference}")
        if difference:
            self.note(number, stored.rules, self.book, f"{asked} would be decided otherwise: {difference}")
            self.require_lines(lines, entry)

    def follow(self, entry: list[Read]) -> None:
        """The events of an entry fold."""
        for one, _ in entry:
            self.at = one.version
            self.kept.fold(self.state, one.record)

    def closed_difference(self, stored: StoredOrder, persons: Callable[[Any], set[str]]) -> str:
        """How the record contradicts an entry: somebody was let in whose account was closed at that time."""
        assert self.history is not None
        asked: Any = read_asked(self.stream, stored.payload)
        for player in persons(asked.order) - set(asked.barred):
            member = self.history.before(player, stored.entry)
            if member is not None and member.closed:
                return f"it did not know that the account {member.account} was closed"
        return ""


def verdict_of(name: str, replays: Iterable[EntryReplay], *, of: str) -> Verdict:
    """The verdict of replays, one after the other: how much was checked, the first fault, and the notes."""
    checked = undecided = 0
    fault: Fault | None = None
    notes: list[str] = []
    for replay in replays:
        try:
            replay.run()
        except RecordBroken as broken:
            fault = fault or Fault(f"stream {replay.stream!r} record {replay.at}", str(broken))
        checked += replay.entries
        undecided += replay.undecided
        notes += replay.notes
    return Verdict(name, f"{checked} entries of {of}, {undecided} not decided again", fault, noted(notes))


def verdict_of_all(
    journal: Reader, prefix: str, name: str, replay: Callable[[Reader, str, RollHistory], EntryReplay]
) -> Verdict:
    """The verdict of the replays of all streams of a kind."""
    streams = [one for one in journal.streams() if one.startswith(prefix)]
    history = RollHistory(journal)
    return verdict_of(name, (replay(journal, one, history) for one in streams), of=f"{len(streams)} {name}")
