"""Replay of every hand in a journal: each is decided again from its sealed deck, and its chips are posted again.

What a stream says, what the rules give and what the ledger holds must be the same; the first difference is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from openfelt import pit, room
from openfelt.errors import OpenfeltError
from openfelt.journal import Reader, StoredRecord
from openfelt.journal.verify import Fault, Verdict
from openfelt.pit.events import RoundOpened
from openfelt.room import events as r
from openfelt.service import loading, pit_record
from openfelt.service.loading import read_event
from openfelt.service.refold import RecordBroken, Refold, read_stream
from openfelt.service.standing import Standing
from openfelt.service.stream import HandVoided
from openfelt.service.trial import hand_postings, room_postings
from openfelt.table import HandStarted

CHUNK: Final = 500

Lines = Counter[tuple[str, int]]


def check_hands(journal: Reader) -> Verdict:
    """Fold every table and house-banked table from its opening, and check every hand and every posting."""
    hands = tables = 0
    fault = None
    for stream in journal.streams():
        kind, _, name = stream.partition("/")
        if kind not in {"table", "pit"}:
            continue
        tables += 1
        replay: TableReplay | PitReplay = (
            TableReplay(journal, stream) if kind == "table" else PitReplay(journal, stream, name)
        )
        try:
            replay.run()
        except RecordBroken as broken:
            fault = fault or Fault(f"stream {stream!r} record {replay.at}", str(broken))
        hands += replay.hands
    return Verdict("hands", f"{hands} hands at {tables} tables", fault)


class Postings:
    """The ledger's lines of each entry, read in pieces."""

    def __init__(self, journal: Reader) -> None:
        self.journal = journal
        self._first = 1
        self._known: dict[int, Lines] = {}

    def of(self, entry: int) -> Lines:
        """What one entry posted, line by line added up by account and sign."""
        if not self._first <= entry < self._first + CHUNK or not self._known:
            self._first = entry
            self._known = {number: Counter() for number in range(entry, entry + CHUNK)}
            for line in self.journal.postings(entry, entry + CHUNK - 1):
                self._known[line.entry][line.account, line.amount] += 1
        return self._known[entry]


def require_postings(stored: Lines, made: Iterable[Any], entry: int) -> None:
    """Refuse an entry whose ledger lines are not those that its events imply."""
    due: Lines = Counter((str(line.account), line.amount) for line in made)
    if stored != due:
        different = sorted({account for account, _ in (stored - due) + (due - stored)})
        raise RecordBroken(f"entry {entry} posted otherwise than its events imply: {', '.join(different)[:200]}")


def entries(records: Iterable[tuple[StoredRecord, Any]]) -> Iterator[list[tuple[StoredRecord, Any]]]:
    """The records of a stream, entry by entry."""
    present: list[tuple[StoredRecord, Any]] = []
    for one in records:
        if present and present[-1][0].entry != one[0].entry:
            yield present
            present = []
        present.append(one)
    if present:
        yield present


class TableReplay:
    """One table's stream, from the opening to the end."""

    def __init__(self, journal: Reader, stream: str) -> None:
        self.journal = journal
        self.stream = stream
        self.postings = Postings(journal)
        self.hands = 0
        self.at = 1

    def run(self) -> None:
        """Fold and check everything."""
        records = ((one, read_event(one)) for one in read_stream(self.journal, self.stream))
        _, opening = next(records)
        if not isinstance(opening, r.TableOpened):
            raise RecordBroken("the stream does not begin with the opening of a table")
        again = Refold(Standing(room.begin(opening)), self.journal)
        for entry in entries(records):
            self.check_entry(again, entry)
        if wrong := loading.ledger_fault(self.journal, again.standing):
            raise RecordBroken(wrong)

    def check_entry(self, again: Refold, entry: list[tuple[StoredRecord, Any]]) -> None:
        """One entry: its events had to come, and its postings are theirs."""
        lines: list[Any] = []
        for one, event in entry:
            self.at = one.version
            if event is None:
                raise RecordBroken(f"{one.record.name} cannot be read")
            standing = again.standing
            hand = standing.hand
            is_hand = type(event).__module__.startswith("openfelt.table") and type(event) is not HandStarted
            before = (hand.stacks[:], hand.taken, hand.start) if is_hand and hand is not None else None
            lines += room_postings(standing.table.name, event)
            again.fold(event)
            if before is not None and hand is not None and (hand.stacks, hand.taken, hand.start) != before:
                lines += hand_postings(standing, event, *before)
            self.hands += type(event) is HandStarted
        number = entry[0][0].entry
        if any(isinstance(event, HandVoided) for _, event in entry):
            return  # it gives back what the ledger holds; the balances at the end show that all of it went back
        require_postings(self.postings.of(number), lines, number)


class PitReplay:
    """One house-banked table's stream, round by round."""

    def __init__(self, journal: Reader, stream: str, name: str) -> None:
        self.journal = journal
        self.stream = stream
        self.name = name
        self.postings = Postings(journal)
        self.hands = 0
        self.at = 1

    def run(self) -> None:
        """Fold and check everything."""
        round_ = pit.Round()
        for segment in pit_record.segments(self.journal, self.stream):
            if segment.is_voided:
                segment.fold_around(round_)
            else:
                self.check_round(round_, segment.records)
            self.hands += any(isinstance(event, RoundOpened) for _, event in segment.records)
        if wrong := pit_record.ledger_fault(self.journal, self.name, round_):
            raise RecordBroken(wrong)

    def check_round(self, round_: pit.Round, records: list[tuple[StoredRecord, Any]]) -> None:
        """One round: its events fold, its cards are the deck's, its postings are those of its events."""
        due: list[Any] = []
        for entry in entries(records):
            lines: list[Any] = []
            for one, event in entry:
                self.at = one.version
                if event is None:
                    raise RecordBroken(f"{one.record.name} cannot be read")
                before, bank = dict(round_.purses), round_.bank
                try:
                    pit_record.checked_fold(round_, event, due, self.journal)
                except OpenfeltError as bad:
                    raise RecordBroken(bad.message) from None
                if type(event).__module__.startswith("openfelt.pit"):
                    lines += pit_record.moved(self.name, round_, event, before, bank)
            number = entry[0][0].entry
            require_postings(self.postings.of(number), lines, number)
