"""A table from its stream after a start. A live hand goes on only if its record stands up to verification."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from openfelt import room
from openfelt.errors import InvariantBroken, OpenfeltError
from openfelt.journal import Reader, StoredRecord
from openfelt.journal.records import stream_genesis
from openfelt.room import events as r
from openfelt.room.house_events import (
    BoxCounted,
    CheckValueSet,
    FeeOwed,
    FeePaid,
    FeeReturned,
    HandInspected,
    HandVoided,
    ShuffleCommitted,
    TableFrozen,
)
from openfelt.room.state import TableState
from openfelt.room.version import rules_of
from openfelt.service.record.history import History
from openfelt.service.record.refold import UNFIT, RecordBroken, Refold, read_stream, require_links
from openfelt.service.record.stream import event_of
from openfelt.table import HandStarted, legal
from openfelt.table.events import RULES_VERSION

BETWEEN: Final = (TableFrozen, HandInspected, HandVoided, FeePaid, FeeOwed, FeeReturned, CheckValueSet, BoxCounted)

Read = tuple[StoredRecord, Any]


@dataclass(slots=True)
class Loaded:
    """A table as its stream gives it. `fault` says why its live hand must be voided, if it must.

    `rules` are those that its present or last hand was decided under, if they are not today's.
    """

    state: TableState
    history: History
    version: int
    fault: str = ""
    rules: str = ""


def load(journal: Reader, stream: str) -> Loaded:
    """Fold a table's stream. Finished hands are passed over; the present or last one is folded again and checked."""
    records = read_stream(journal, stream)
    first = next(records, None)
    if first is None:
        raise RecordBroken(f"stream {stream!r} is empty")
    opening = read_event(first)
    if not isinstance(opening, r.TableOpened):
        raise RecordBroken(f"stream {stream!r} does not begin with the opening of a table")
    return Loading(journal, first, opening).run(records)


def read_event(one: StoredRecord) -> Any:  # noqa: ANN401 - any event of a table's stream, or None
    """The event of a record, or None if it cannot be read."""
    try:
        return event_of(one.record)
    except OpenfeltError:
        return None


class Loading:
    """One pass over a stream: the room's events are folded as they come, those of the last hand are kept."""

    def __init__(self, journal: Reader, first: StoredRecord, opening: r.TableOpened) -> None:
        self.journal = journal
        self.state = TableState(room.begin(opening), version=1)
        self.history = History()
        self.history.note(1, opening, self.state)
        self.last = first
        self.base: TableState | None = None  # the state when the present or last hand was opened
        self.link = stream_genesis(journal.journal, first.stream)
        self.kept: list[Read] = []

    def run(self, records: Iterator[StoredRecord]) -> Loaded:
        """Read to the end, then check the present hand."""
        for one in records:
            self.take(one)
            self.last = one
        return self.settle()

    def take(self, one: StoredRecord) -> None:
        """One more record."""
        event = read_event(one)
        if isinstance(event, r.HandOpened):
            self.base, self.link, self.kept = self.state.copy(), self.last.hash, []
        self.kept.append((one, event))
        kind = type(event)
        if event is None:
            if not self.state.table.in_hand:
                raise RecordBroken(f"record {one.version} ({one.record.name}) cannot be read")
            self.state.version = one.version
            return
        if kind in r.ROOM_EVENTS or kind in BETWEEN:
            try:
                self.state.fold(event)
            except (KeyError, ValueError, InvariantBroken) as fault:
                raise RecordBroken(f"record {one.version} ({kind.__name__}): {type(fault).__name__}") from None
        else:
            self.pass_over(event)
        self.history.note(one.version, event, self.state)

    def pass_over(self, event: Any) -> None:  # noqa: ANN401 - any event of a hand
        """Keep what is asked about later of a hand that is not folded."""
        self.state.version += 1
        if type(event) is HandStarted:
            self.state.players = {seat: self.state.coming.get(seat, "") for seat in event.seats}
        elif type(event) is ShuffleCommitted:
            self.state.shuffle, self.state.root = event, event.root
        self.state.remember(event)

    def settle(self) -> Loaded:
        """Fold the present or last hand again, with every check.

        A hand that other rules began, and to which today's rules give something else, is followed as it was played.
        """
        made = Loaded(self.state, self.history, self.last.version)
        if self.base is None:
            return made
        made.rules = other_rules(self.journal, self.kept, self.state.table.sign.rulebook)
        base, in_hand = self.base.copy(), self.state.table.in_hand
        try:
            if in_hand:
                require_links(self.link, [one for one, _ in self.kept])
            try:
                made.state = self.fold_again(Refold(self.base, self.journal))
            except RecordBroken:
                if not made.rules:
                    raise
                loose = Refold(base, self.journal)
                loose.is_loose = True
                made.state = self.fold_again(loose)
                require_playable(made.state)
        except RecordBroken as fault:
            made.fault = str(fault) if in_hand else ""
            return made
        made.fault = ledger_fault(self.journal, made.state)
        return made

    def fold_again(self, again: Refold) -> TableState:
        """Fold what was kept of the present or last hand."""
        entry = 0
        for one, event in self.kept:
            if one.entry != entry:
                again.begin_entry()
                entry = one.entry
            if event is None:
                raise RecordBroken(f"record {one.version} ({one.record.name}) cannot be read")
            again.fold(event)
        return again.state


def other_rules(journal: Reader, records: list[Read], book: str) -> str:
    """The rules by which these records were decided; empty if they are today's."""
    first, last = records[0][0], records[-1][0]
    now = rules_of(book)
    for order in journal.orders(first.entry, last.entry, first.stream):
        if order.rules != now:
            return order.rules
    for _, event in records:
        if type(event) is HandStarted and event.version != RULES_VERSION:
            return f"engine {event.version}"
    return ""


def require_playable(state: TableState) -> None:
    """Refuse a hand of other rules in which today's rules cannot even say whose turn it is."""
    if state.is_dealt and state.hand is not None:
        try:
            legal(state.hand)
        except (InvariantBroken, OpenfeltError, *UNFIT) as fault:
            raise RecordBroken(f"today's rules cannot go on with it ({type(fault).__name__})") from None


def ledger_fault(journal: Reader, state: TableState) -> str:
    """How the table's own counts differ from the ledger; empty if they agree."""
    table, hand = state.table, state.hand
    stacks = {seat: place.stack for seat, place in table.places.items()}
    pot = 0
    if state.is_dealt and hand is not None:
        stacks |= dict(zip(hand.seats, hand.stacks, strict=True))
        pot = hand.pot
    for seat, place in table.places.items():
        due = stacks[seat] + place.queued
        found = journal.balance(table.accounts.stake(place.player))
        if found != due:
            return f"the stake in seat {seat} is {found} in the ledger and {due} at the table"
    found = journal.balance(table.accounts.pot)
    return f"the pot is {found} in the ledger and {pot} at the table" if found != pot else ""
