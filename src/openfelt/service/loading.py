"""A table from its stream after a start. A live hand goes on only if its record stands up to verification."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from openfelt import room
from openfelt.cage import Posting, accounts
from openfelt.cage.ledger import transfer
from openfelt.errors import InvariantBroken, OpenfeltError
from openfelt.journal import Reader, StoredRecord
from openfelt.journal.records import stream_genesis
from openfelt.room import events as r
from openfelt.rulebooks import Cites
from openfelt.service.chronicle import Chronicle
from openfelt.service.refold import RecordBroken, Refold, read_stream, require_links
from openfelt.service.standing import Standing
from openfelt.service.stream import FeePaid, FeeReturned, HandInspected, HandVoided, TableFrozen, event_of
from openfelt.table import HandStarted

_BETWEEN: Final = (TableFrozen, HandInspected, HandVoided, FeePaid, FeeReturned)

Read = tuple[StoredRecord, Any]


@dataclass(slots=True)
class Loaded:
    """A table as its stream gives it. `fault` says why its live hand must be voided, if it must."""

    standing: Standing
    chronicle: Chronicle
    version: int
    fault: str = ""


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
        self.standing = Standing(room.begin(opening))
        self.chronicle = Chronicle()
        self.chronicle.note(1, opening, self.standing)
        self.last = first
        self.base: Standing | None = None  # as it stood when the present or last hand was opened
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
            self.base, self.link, self.kept = self.standing.copy(), self.last.hash, []
        self.kept.append((one, event))
        kind = type(event)
        if event is None:
            if not self.standing.table.in_hand:
                raise RecordBroken(f"record {one.version} ({one.record.name}) cannot be read")
            return
        if kind.__module__ == r.__name__ or kind in _BETWEEN:
            try:
                self.standing.fold(event)
            except (KeyError, ValueError, InvariantBroken) as fault:
                raise RecordBroken(f"record {one.version} ({kind.__name__}): {type(fault).__name__}") from None
        elif kind is HandStarted:
            self.standing.players = {seat: self.standing.coming.get(seat, "") for seat in event.seats}
        elif kind.__name__ == "ShuffleCommitted":
            self.standing.shuffle, self.standing.root = event, event.root
        self.chronicle.note(one.version, event, self.standing)

    def settle(self) -> Loaded:
        """Fold the present or last hand again, with every check."""
        made = Loaded(self.standing, self.chronicle, self.last.version)
        if self.base is None:
            return made
        again = Refold(self.base, self.journal)
        try:
            if self.standing.table.in_hand:
                require_links(self.link, [one for one, _ in self.kept])
            for one, event in self.kept:
                if event is None:
                    raise RecordBroken(f"record {one.version} ({one.record.name}) cannot be read")
                again.fold(event)
        except RecordBroken as fault:
            made.fault = str(fault) if self.standing.table.in_hand else ""
            return made
        made.standing = again.standing
        made.fault = ledger_fault(self.journal, again.standing)
        return made


def ledger_fault(journal: Reader, standing: Standing) -> str:
    """What does not agree between the table's own counts and the ledger; empty when all does."""
    table, hand = standing.table, standing.hand
    stacks = {seat: place.stack for seat, place in table.places.items()}
    pot = 0
    if standing.is_dealt and hand is not None:
        stacks |= dict(zip(hand.seats, hand.stacks, strict=True))
        pot = hand.pot
    for seat, place in table.places.items():
        due = stacks[seat] + place.queued
        found = journal.balance(accounts.stake(table.name, place.player))
        if found != due:
            return f"the stake in seat {seat} is {found} in the ledger and {due} at the table"
    found = journal.balance(accounts.pot(table.name))
    return f"the pot is {found} in the ledger and {pot} at the table" if found != pot else ""


def refunds(journal: Reader, standing: Standing, cites: Cites) -> list[Posting]:
    """Ledger lines that give every wager of the present hand back: from the pot, and from what the room took of it."""
    table = standing.table
    lines: list[Posting] = []
    pot = accounts.pot(table.name)
    left = journal.balance(pot)
    due = {}
    for seat in table.dealt:
        place = table.places[seat]
        mine = accounts.stake(table.name, place.player)
        due[mine] = place.stack + place.queued - journal.balance(mine)
    if min(due.values(), default=0) < 0:
        raise InvariantBroken(f"the ledger of {table.name} has more in a stake than the hand began with")
    short = sum(due.values()) - left
    for method in ("percentage", "time-purchase", "forfeited"):
        took = accounts.commission(table.name, method)
        part = min(max(short, 0), journal.balance(took))
        if part:
            lines += transfer(part, source=took, target=pot, reason="void", cites=cites)
            short -= part
    if short:
        raise InvariantBroken(f"the ledger of {table.name} cannot give the wagers back: {short} apart")
    for mine, amount in due.items():
        if amount:
            lines += transfer(amount, source=pot, target=mine, reason="void", cites=cites)
    return lines
