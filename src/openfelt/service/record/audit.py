"""Every order in a journal decided again: what it did then and what it does now must be the same, chips included.

Each stream is taken for itself, entry by entry, from what is stored with the order and from the sealed decks. Entries
of earlier releases have no order: their events are folded again and their chips posted again, and the summary says how
many there are. An order that was decided under other rules is decided again too; where it does something else today,
that is a note and no fault.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from openfelt import pit
from openfelt.errors import InvariantBroken, NotationError, OpenfeltError
from openfelt.journal import Reader, StoredOrder, StoredPosting, StoredRecord
from openfelt.journal.verify import Fault, Verdict
from openfelt.pit.events import RoundOpened, TableOpened
from openfelt.room import banked, composition
from openfelt.room import events as r
from openfelt.room.banked import PitDecided, PitState
from openfelt.room.composition import Decided
from openfelt.room.giving import giver_fault, officer_of
from openfelt.room.house_events import EntryTakenBack, HandVoided
from openfelt.room.offices import Officer
from openfelt.room.opening import OpenTable, decide_opening
from openfelt.room.postings import banked_postings, hand_postings, seat_postings
from openfelt.room.state import TableState
from openfelt.room.table import begin
from openfelt.room.version import rules_of
from openfelt.service.record import loading, pit_record
from openfelt.service.record.asked import DecidedOrder, read_asked
from openfelt.service.record.kept import Made
from openfelt.service.record.loading import BETWEEN, read_event
from openfelt.service.record.recalled import NotRecalled, Recalled
from openfelt.service.record.refold import UNFIT, RecordBroken, Refold, agree, read_stream
from openfelt.service.record.room_record import RollHistory
from openfelt.table import HandStarted
from openfelt.table.events import HAND_EVENTS, RULES_VERSION

CHUNK: Final = 500
MOST_NOTES: Final = 20

Lines = Counter[tuple[str, int]]
Read = tuple[StoredRecord, Any]


def check_hands(journal: Reader) -> Verdict:
    """Take every table and house-banked table from its opening, and check every order, hand and posting."""
    hands = tables = undecided = 0
    fault = None
    notes: list[str] = []
    history = RollHistory(journal)
    for stream in journal.streams():
        kind = stream.partition("/")[0]
        if kind not in {"table", "pit"}:
            continue
        tables += 1
        replay: TableReplay | PitReplay = (
            TableReplay(journal, stream, history) if kind == "table" else PitReplay(journal, stream, history)
        )
        try:
            replay.run()
        except RecordBroken as broken:
            fault = fault or Fault(f"stream {stream!r} record {replay.at}", str(broken))
        hands += replay.hands
        undecided += replay.undecided
        notes += replay.notes
    summary = f"{hands} hands at {tables} tables, {undecided} entries not decided again"
    return Verdict("hands", summary, fault, noted(notes))


def noted(notes: Sequence[str]) -> tuple[str, ...]:
    """Notes as the audit prints them: only the first ones if there are many."""
    more = len(notes) - MOST_NOTES
    return (*notes[:MOST_NOTES], f"and {more} more like these") if more > 0 else tuple(notes)


class BesideRecords(NamedTuple):
    """What the journal keeps of one entry besides the records of a stream."""

    postings: list[StoredPosting]
    order: StoredOrder | None


class AuditedLedger:
    """Postings of every entry and the orders of one stream, read in pieces."""

    def __init__(self, journal: Reader, stream: str) -> None:
        self.journal = journal
        self.stream = stream
        self._first = 1
        self._known: dict[int, list[StoredPosting]] = {}
        self._orders: dict[int, StoredOrder] = {}
        self._shuffles: dict[int, list[str]] = {}

    def of(self, entry: int) -> BesideRecords:
        """What one entry posted, and the order that made it."""
        if not self._first <= entry < self._first + CHUNK or not self._known:
            last = entry + CHUNK - 1
            self._first = entry
            self._known = {number: [] for number in range(entry, last + 1)}
            for line in self.journal.postings(entry, last):
                self._known[line.entry].append(line)
            self._orders = {one.entry: one for one in self.journal.orders(entry, last, self.stream)}
            self._shuffles = {}
            for number, sealed in self.journal.seals(entry, last):
                self._shuffles.setdefault(number, []).append(sealed.shuffle)
        order = self._orders.get(entry)
        return BesideRecords(self.own_lines(self._known[entry], order), order)

    def count(self, entry: int) -> int:
        """How many ledger lines an entry has that was just asked for."""
        return len(self._known[entry])

    def shuffles(self, entry: int) -> list[str]:
        """The shuffles that an entry sealed that was just asked for."""
        return self._shuffles.get(entry, [])

    def own_lines(self, lines: list[StoredPosting], order: StoredOrder | None) -> list[StoredPosting]:
        """The ledger lines of this stream's part, where an act over several streams was stored in one entry."""
        if order is None:
            return lines
        try:
            span = read_asked(self.stream, order.payload).lines
        except NotationError:
            return lines
        return lines[slice(*span)] if span else lines


def require_postings(stored: Iterable[StoredPosting], made: Iterable[Any], entry: int) -> None:
    """Refuse an entry whose ledger lines are not those that its events imply."""
    found: Lines = Counter((line.account, line.amount) for line in stored)
    due: Lines = Counter((str(line.account), line.amount) for line in made)
    if found != due:
        different = sorted({account for account, _ in (found - due) + (due - found)})
        raise RecordBroken(f"entry {entry} posted otherwise than its events imply: {', '.join(different)[:200]}")


def entries(records: Iterable[Read]) -> Iterator[list[Read]]:
    """The records of a stream, entry by entry."""
    present: list[Read] = []
    for one in records:
        if present and present[-1][0].entry != one[0].entry:
            yield present
            present = []
        present.append(one)
    if present:
        yield present


def moves_chips(event: Any) -> bool:  # noqa: ANN401 - any event of a table's stream
    """Whether an event may move chips of the hand in play."""
    is_of_a_hand = type(event) in HAND_EVENTS and type(event) is not HandStarted
    return is_of_a_hand or type(event) is EntryTakenBack


class Again(NamedTuple):
    """An order decided again: what it gives, and how that differs from what is stored, if it does.

    `cites` says what differs only in the clauses that are cited: a citation put right is no other decision.
    """

    asked: str
    made: Made | None
    difference: str
    cites: str = ""


class StreamReplay(ABC):
    """One stream, from its opening to the end: what tables and house-banked tables have in common."""

    def __init__(self, journal: Reader, stream: str, history: RollHistory | None = None) -> None:
        self.journal = journal
        self.stream = stream
        self.history = history
        self.ledger = AuditedLedger(journal, stream)
        self.hands = 0
        self.undecided = 0
        self.at = 1
        self.notes: list[str] = []

    @abstractmethod
    def decide(self, asked: DecidedOrder, given: Recalled) -> Made:
        """What the order gives on the present state."""

    def decide_again(self, stored: StoredOrder, entry: list[Read], postings: list[StoredPosting]) -> Again:
        """Decide the order of an entry again, and compare. What differs is said without naming a card."""
        try:
            asked = read_asked(self.stream, stored.payload)
        except NotationError:
            return Again("an order", None, "it cannot be read")
        name = order_name(asked.order)
        self.require_giver(asked.order, name, entry[0][0])
        given = Recalled(self.journal, asked)
        try:
            made = self.decide(asked, given)
        except OpenfeltError as refused:
            return Again(name, None, f"it is refused ({refused.code})")
        except NotRecalled as missing:
            return Again(name, None, str(missing))
        except (InvariantBroken, *UNFIT) as fault:
            return Again(name, None, f"it cannot be decided ({type(fault).__name__})")
        events = [event for _, event in entry]
        difference = (
            event_difference(events, made.events)
            or posting_difference(postings, made.postings)
            or self.seal_difference(stored.entry, given)
            or self.part_difference(stored.entry, asked)
            or self.standing_difference(stored.entry, given)
        )
        cites = "" if difference else cites_difference(events, made.events, postings, made.postings)
        return Again(name, made, difference, cites)

    def giver_fault(self, order: Any, actor: str) -> str:  # noqa: ANN401 - any order
        """Why this actor cannot have given an order; empty if it could."""
        return giver_fault(order, actor)

    def officer_of(self, order: Any) -> Officer | None:  # noqa: ANN401 - any order
        """Whose offices an order bears."""
        return officer_of(order)

    def require_giver(self, order: Any, name: str, first: StoredRecord) -> None:  # noqa: ANN401 - any order
        """Refuse an order that its actor could not give, or that bears offices which the roll of that moment lacks."""
        fault = self.giver_fault(order, first.record.actor)
        officer = self.officer_of(order)
        if not fault and officer is not None and self.history is not None:
            fault = self.history.fault(officer, self.stream, first.entry)
        if fault:
            self.at = first.version
            raise RecordBroken(f"entry {first.entry}: {name}: {fault}")

    @property
    def seals_begin(self) -> str:
        """How the name of each shuffle begins that this stream seals."""
        return f"{self.stream.partition('/')[2]}/"

    def seal_difference(self, entry: int, given: Recalled) -> str:
        """Whether an entry sealed other shuffles of this stream than its order has fixed."""
        stored = sorted(one for one in self.ledger.shuffles(entry) if one.startswith(self.seals_begin))
        return "" if stored == sorted(one.shuffle for one in given.sealed) else "it seals other shuffles"

    def standing_difference(self, entry: int, given: Recalled) -> str:
        """How the record contradicts a stored standing: somebody was let in who was excluded at that time."""
        if self.history is None:
            return ""
        told = given.standings.items()
        faults = (self.history.standing_fault(player, one, entry, given.at_ms) for player, one in told)
        return next((fault for fault in faults if fault), "")

    def part_difference(self, entry: int, asked: DecidedOrder) -> str:
        """Whether the parts of an act over several streams account for every ledger line of its entry, once."""
        if not asked.lines:
            return ""
        try:
            orders = self.journal.orders(entry, entry)
            spans = sorted(read_asked(one.stream, one.payload).lines for one in orders)
        except NotationError:
            return "another part of it cannot be read"
        begins, ends = [span[0] for span in spans if span], [span[1] for span in spans if span]
        is_whole = len(ends) == len(spans) and begins == [0, *ends[:-1]] and ends[-1] == self.ledger.count(entry)
        return "" if is_whole else "its parts do not account for every ledger line once"

    def note(self, entry: int, rules: str, book: str, what: str) -> None:
        """Something that other rules decided otherwise."""
        self.notes.append(f"{self.stream} entry {entry}, decided by {rules} (today {rules_of(book)}): {what}")


def order_name(order: Any) -> str:  # noqa: ANN401 - any order
    """The name of an order, with the order inside it if there is one: `ByOfficer SendPlayer`."""
    inner = getattr(order, "order", None)
    return f"{type(order).__name__} {order_name(inner)}" if inner is not None else type(order).__name__


def event_difference(stored: Sequence[Any], made: Sequence[Any]) -> str:
    """The first event that an order gives otherwise than it is stored; the number of the rules is apart."""
    for at, (one, other) in enumerate(zip(stored, made, strict=False), start=1):
        if not agree(plain(one), plain(other)):
            return f"event {at}, {type(other).__name__}, is not the one that is stored"
    return f"it gives {len(made)} events, stored are {len(stored)}" if len(stored) != len(made) else ""


def plain(event: Any) -> Any:  # noqa: ANN401 - any event of a stream
    """An event without the number of the rules that it was decided by."""
    is_other = type(event) is HandStarted and event.version != RULES_VERSION
    return replace(event, version=RULES_VERSION) if is_other else event


def posting_difference(stored: Sequence[StoredPosting], made: Sequence[Any]) -> str:
    """The first ledger line that an order gives otherwise than it is stored."""
    for at, (line, due) in enumerate(zip(stored, made, strict=False), start=1):
        if (line.account, line.amount, line.reason) != (due.account, due.amount, due.reason):
            return f"ledger line {at}, {due.account}, is not the one that is stored"
    return f"it posts {len(made)} lines, stored are {len(stored)}" if len(stored) != len(made) else ""


def cites_difference(
    stored: Sequence[Any], made: Sequence[Any], postings: Sequence[StoredPosting], lines: Sequence[Any]
) -> str:
    """The first event or ledger line that cites other clauses today."""
    for at, (one, other) in enumerate(zip(stored, made, strict=True), start=1):
        if one.cites != other.cites:
            return f"event {at}, {type(other).__name__}, cites {', '.join(other.cites)} today"
    for at, (line, due) in enumerate(zip(postings, lines, strict=True), start=1):
        if line.cites != due.cites:
            return f"ledger line {at}, {due.account}, cites {', '.join(due.cites)} today"
    return ""


class TableReplay(StreamReplay):
    """One table's stream."""

    again: Refold

    def __init__(self, journal: Reader, stream: str, history: RollHistory | None = None) -> None:
        super().__init__(journal, stream, history)
        self.engine = RULES_VERSION  # that the present or last hand was dealt by
        self.lost = False  # a hand played by other rules may not fold any more; it is passed over

    @property
    def book(self) -> str:
        """The rulebook that the table plays by."""
        return self.again.state.table.sign.rulebook

    def run(self) -> None:
        """Decide, fold and check everything."""
        found = entries((one, read_event(one)) for one in read_stream(self.journal, self.stream))
        for at, entry in enumerate(found):
            if not at:
                self.open(entry)
            self.check_entry(entry)
        if wrong := loading.ledger_fault(self.journal, self.again.state):
            raise RecordBroken(wrong)

    def open(self, entry: list[Read]) -> None:
        """The state that the first event begins."""
        _, opening = entry[0]
        if not isinstance(opening, r.TableOpened):
            raise RecordBroken("the stream does not begin with the opening of a table")
        self.again = Refold(TableState(begin(opening)), self.journal)

    def decide(self, asked: DecidedOrder, given: Recalled) -> Decided:
        """What the order gives; the opening comes before any state."""
        if isinstance(asked.order, OpenTable):
            return decide_opening(asked.order, given)
        return composition.decide(self.again.state, asked.order, given)

    def check_entry(self, entry: list[Read]) -> None:
        """One entry: its order gives its events and its postings. Without an order its events had to come."""
        number = entry[0][0].entry
        postings, stored = self.ledger.of(number)
        started = [event for _, event in entry if type(event) is HandStarted]
        self.hands += len(started)
        self.engine = started[-1].version if started else self.engine
        if self.lost or stored is None:
            self.undecided += 1
            if self.lost:
                self.pass_over(entry)
            elif self.engine == RULES_VERSION:
                self.follow(entry, postings)
            else:
                self.follow_loosely(entry, postings, f"engine {self.engine}")
            return
        asked, made, difference, cites = self.decide_again(stored, entry, postings)
        if cites:
            self.note(number, stored.rules, self.book, f"{asked}: {cites}")
        if not difference:
            assert isinstance(made, Decided)
            self.at = entry[-1][0].version
            self.again.take_over(made.after, made.events)
        elif stored.rules == rules_of(self.book):
            self.follow(entry, postings)  # a fault of the events themselves comes first
            raise RecordBroken(f"entry {number}: {asked} decided again: {difference}")
        else:
            self.note(number, stored.rules, self.book, f"{asked} would be decided otherwise: {difference}")
            self.follow_loosely(entry, postings, stored.rules)

    def follow(self, entry: list[Read], postings: list[StoredPosting]) -> None:
        """The events of an entry had to come, and its postings are theirs."""
        lines: list[Any] = []
        again = self.again
        again.begin_entry()
        for one, event in entry:
            self.at = one.version
            if event is None:
                raise RecordBroken(f"{one.record.name} cannot be read")
            if type(event) is r.TableOpened and one.version == 1:
                again.state.version = 1
                continue
            state = again.state
            hand = state.hand
            is_hand = moves_chips(event)
            before = (hand.stacks[:], hand.taken, hand.start) if is_hand and hand is not None else None
            lines += seat_postings(state.table.accounts, event)
            again.fold(event)
            hand = state.hand  # another one where an entry was taken back
            if before is not None and hand is not None and (hand.stacks, hand.taken, hand.start) != before:
                lines += hand_postings(state, event, *before)
        if any(isinstance(event, HandVoided) for _, event in entry):
            return  # it gives back what the ledger holds; the balances at the end show that all of it went back
        require_postings(postings, lines, entry[0][0].entry)

    def follow_loosely(self, entry: list[Read], postings: list[StoredPosting], rules: str) -> None:
        """Go on with what other rules gave; a hand that cannot be folded any more is passed over to its end."""
        before = self.again.state.copy()
        self.again.is_loose = True
        try:
            self.follow(entry, postings)
        except RecordBroken as broken:
            if not before.table.in_hand and not any(isinstance(event, r.HandOpened) for _, event in entry):
                raise
            self.note(entry[0][0].entry, rules, self.book, f"the hand is not followed to its end: {broken}")
            self.again.state, self.lost = before, True
            self.pass_over(entry)
        finally:
            self.again.is_loose = False

    def pass_over(self, entry: list[Read]) -> None:
        """Fold of a hand that is lost what concerns the seats; when it is closed, the table goes on."""
        state = self.again.state
        for one, event in entry:
            self.at = one.version
            kind = type(event)
            if kind in r.ROOM_EVENTS or kind in BETWEEN:
                try:
                    state.fold(event)
                except (InvariantBroken, *UNFIT) as fault:
                    raise RecordBroken(f"{kind.__name__} does not fit ({type(fault).__name__})") from None
            if kind is r.HandClosed:
                self.lost = False
                state.hand = state.shoe = None
            state.version = one.version


class PitReplay(StreamReplay):
    """One house-banked table's stream, round by round."""

    def __init__(self, journal: Reader, stream: str, history: RollHistory | None = None) -> None:
        super().__init__(journal, stream, history)
        self.state = PitState(stream.partition("/")[2], pit.Round())
        self.due: list[Any] = []

    def run(self) -> None:
        """Decide, fold and check everything."""
        for number, segment in enumerate(pit_record.segments(self.journal, self.stream)):
            if not number and not isinstance(segment.records[0][1], TableOpened):
                raise RecordBroken("the stream does not begin with the opening of a table")
            self.hands += any(isinstance(event, RoundOpened) for _, event in segment.records)
            if segment.is_voided:
                self.undecided += len({one.entry for one, _ in segment.records})
                segment.fold_around(self.state)
                continue
            self.due, base = [], self.state.copy()
            if not all(self.check_entry(entry) for entry in entries(segment.records)):
                if not segment.is_over:
                    return  # until then it is unknown what everyone has
                self.state = base
                segment.fold_as_posted(self.state, self.journal)
        if wrong := pit_record.ledger_fault(self.journal, self.state):
            raise RecordBroken(wrong)

    def decide(self, asked: DecidedOrder, given: Recalled) -> PitDecided:
        """What the order gives."""
        return banked.decide(self.state, asked.order, given)

    def check_entry(self, entry: list[Read]) -> bool:
        """One entry; False if what other rules gave cannot be followed any further."""
        number = entry[0][0].entry
        postings, stored = self.ledger.of(number)
        if stored is None:
            self.undecided += 1
            self.follow(entry, postings)
            return True
        asked, made, difference, cites = self.decide_again(stored, entry, postings)
        book = self.book_of(entry)
        if cites:
            self.note(number, stored.rules, book, f"{asked}: {cites}")
        if not difference:
            assert isinstance(made, PitDecided)
            self.at, self.state, self.due = entry[-1][0].version, made.after, []
            return True
        if stored.rules == rules_of(book):
            self.follow(entry, postings)  # a fault of the events themselves comes first
            raise RecordBroken(f"entry {number}: {asked} decided again: {difference}")
        self.note(number, stored.rules, book, f"{asked} would be decided otherwise: {difference}")
        try:
            self.follow(entry, postings, fold=pit_record.loose_fold)
        except RecordBroken as broken:
            self.note(number, stored.rules, book, f"the round is not followed to its end: {broken}")
            return False
        return True

    def book_of(self, entry: list[Read]) -> str:
        """The rulebook that the table plays by, or is opened with in this entry."""
        opened = next((event for _, event in entry if isinstance(event, TableOpened)), None)
        return (opened or self.state.round).sign.rulebook

    def follow(
        self, entry: list[Read], postings: list[StoredPosting], *, fold: Callable[..., None] = pit_record.checked_fold
    ) -> None:
        """The events of an entry fold, their cards are the deck's, its postings are those of its events."""
        lines: list[Any] = []
        state = self.state
        for one, event in entry:
            self.at = one.version
            if event is None:
                raise RecordBroken(f"{one.record.name} cannot be read")
            before, bank = dict(state.round.purses), state.round.bank
            try:
                fold(state, event, self.due, self.journal)
            except OpenfeltError as bad:
                raise RecordBroken(bad.message) from None
            if type(event).__module__.startswith("openfelt.pit"):
                lines += banked_postings(state.name, state.round, event, before, bank)
        require_postings(postings, lines, entry[0][0].entry)
