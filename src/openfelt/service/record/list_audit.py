"""Every order about lists and seats decided again, from what is stored with it: turns, calls, draws and moves."""

from __future__ import annotations

from typing import Any

from openfelt.journal import Reader
from openfelt.journal.verify import Verdict
from openfelt.lists.giving import LIST_GIVERS
from openfelt.lists.state import Lists
from openfelt.service.record.asked import LISTS, AskedOfLists, DecidedOrder
from openfelt.service.record.audit import Read
from openfelt.service.record.entry_audit import EntryReplay, verdict_of
from openfelt.service.record.kept import StreamDecided
from openfelt.service.record.list_record import LIST_EVENTS, decide, given_by
from openfelt.service.record.recalled import Recalled
from openfelt.service.record.room_record import RollHistory


def check_lists(journal: Reader) -> Verdict:
    """Take the lists from the first one on, and check every order and event."""
    if LISTS not in journal.streams():
        return Verdict(LISTS, "0 entries of lists", None, ())
    return verdict_of(LISTS, (ListReplay(journal, RollHistory(journal)),), of="lists")


class ListReplay(EntryReplay):
    """The stream of lists, entry by entry."""

    kept = LIST_EVENTS
    givers = LIST_GIVERS

    def __init__(self, journal: Reader, history: RollHistory) -> None:
        super().__init__(journal, LISTS, history)
        self.state = Lists()

    def decide(self, asked: DecidedOrder, given: Recalled) -> StreamDecided[Lists]:
        """What the order gives."""
        assert isinstance(asked, AskedOfLists)
        return decide(self.state, asked.order, given_by(given, asked.tables, asked.kept_out, asked.apart))

    def require_lines(self, lines: list[Any], entry: list[Read]) -> None:
        """No chips move on a list: the lines of an entry are of its tables."""
