"""Every order about lists and seats decided again, from what is stored with it: turns, calls, draws and moves."""

from __future__ import annotations

from typing import Any

from openfelt.errors import OpenfeltError
from openfelt.journal import Reader, StoredRecord
from openfelt.journal.verify import Verdict
from openfelt.lists.giving import giver_fault
from openfelt.lists.state import Lists
from openfelt.room.giving import officer_of
from openfelt.room.version import rules_of
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.service.record.asked import LISTS, Asked, AskedOfLists
from openfelt.service.record.audit import EntryReplay, Read, entries, verdict_of
from openfelt.service.record.list_record import DRAWS, ListsDecided, decide, event_of, fold_record, given_by
from openfelt.service.record.recalled import Recalled
from openfelt.service.record.refold import RecordBroken, read_stream
from openfelt.service.record.room_record import RollHistory


def check_lists(journal: Reader) -> Verdict:
    """Take the lists from the first one on, and check every order and event."""
    if LISTS not in journal.streams():
        return Verdict(LISTS, "0 entries of lists", None, ())
    return verdict_of(LISTS, (ListReplay(journal, RollHistory(journal)),), of="lists")


class ListReplay(EntryReplay):
    """The stream of lists, entry by entry."""

    def __init__(self, journal: Reader, history: RollHistory) -> None:
        super().__init__(journal, LISTS, history)
        self.roll = history
        self.state = Lists()

    def run(self) -> None:
        """Decide, fold and check everything."""
        for entry in entries((one, readable(one)) for one in read_stream(self.journal, self.stream)):
            self.entries += 1
            self.check_entry(entry)

    def decide(self, asked: Asked, given: Recalled) -> ListsDecided:
        """What the order gives."""
        assert isinstance(asked, AskedOfLists)
        return decide(self.state, asked.order, given_by(given, asked.tables, asked.kept_out, asked.apart))

    def check_entry(self, entry: list[Read]) -> None:
        """One entry: its order gives its events."""
        number = entry[0][0].entry
        lines, stored = self.ledger.of(number)
        if stored is None:
            self.undecided += 1
            self.follow(entry)
            return
        asked, _, difference, cites = self.decide_again(stored, entry, lines)
        self.follow(entry)
        if cites:
            self.note(number, stored.rules, HOUSE_RULEBOOK, f"{asked}: {cites}")
        if difference and stored.rules == rules_of(HOUSE_RULEBOOK):
            raise RecordBroken(f"entry {number}: {asked} decided again: {difference}")
        if difference:
            self.note(number, stored.rules, HOUSE_RULEBOOK, f"{asked} would be decided otherwise: {difference}")

    def follow(self, entry: list[Read]) -> None:
        """The events of an entry fold."""
        for one, _ in entry:
            self.at = one.version
            fold_record(self.state, one.record)

    def require_giver(self, order: Any, name: str, first: StoredRecord) -> None:  # noqa: ANN401 - any order
        """Refuse an order that its actor could not give, or that bears offices which the roll of that moment lacks."""
        fault, officer = giver_fault(order, first.record.actor), officer_of(order)
        if not fault and officer is not None:
            fault = self.roll.fault(officer, self.stream, first.entry)
        if fault:
            self.at = first.version
            raise RecordBroken(f"entry {first.entry}: {name}: {fault}")

    def seal_difference(self, entry: int, given: Recalled) -> str:
        """Whether an entry sealed other draws for a seat than its order has made."""
        stored = sorted(one for one in self.ledger.shuffles(entry) if one.startswith(DRAWS))
        return "" if stored == sorted(one.shuffle for one in given.sealed) else "it seals other draws"


def readable(one: StoredRecord) -> Any:  # noqa: ANN401 - any event of lists, or None
    """The event of a record, or None if it cannot be read."""
    try:
        return event_of(one.record)
    except OpenfeltError:
        return None
