"""Every order to a jackpot decided again; every hand it goes by found on its table's record; every cent counted."""

from __future__ import annotations

from typing import Any, Final

from openfelt.cage import accounts
from openfelt.errors import OpenfeltError
from openfelt.jackpots import JackpotDecided, JackpotGiven, Pool, decide
from openfelt.jackpots.deciding import postings_of
from openfelt.jackpots.events import HandNoted
from openfelt.jackpots.giving import giver_fault
from openfelt.jackpots.orders import HandAt
from openfelt.journal import Reader, StoredRecord
from openfelt.journal.verify import Verdict
from openfelt.room import events as r
from openfelt.room.giving import officer_of
from openfelt.room.jackpot_link import JackpotLink, linked
from openfelt.room.version import rules_of
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.service.record.asked import JACKPOT, Asked
from openfelt.service.record.audit import CHUNK, EntryReplay, Read, entries, require_postings, verdict_of
from openfelt.service.record.jackpot_record import event_of, fold_record, ledger_fault
from openfelt.service.record.loading import read_event
from openfelt.service.record.recalled import Recalled
from openfelt.service.record.refold import RecordBroken, read_stream
from openfelt.service.record.room_record import RollHistory

INCREMENT: Final = "jackpot increment"
OF_LINKS: Final = frozenset(
    {
        "HandOpened", "HandClosed", "JackpotJoined", "JackpotLeft", "PoolIncremented", "LatePressAuthorised",
        "NoMoreBetsPressed", "HandTabled", "HandCorrected",
    }
)  # fmt: skip


def check_jackpots(journal: Reader) -> Verdict:
    """Take every jackpot from its offer, and check every order, event, hand and posting."""
    streams = [one for one in journal.streams() if one.startswith(JACKPOT)]
    history = RollHistory(journal)
    replays = (JackpotReplay(journal, one, history) for one in streams)
    return verdict_of("jackpots", replays, of=f"{len(streams)} jackpots")


class JackpotReplay(EntryReplay):
    """One jackpot, entry by entry."""

    def __init__(self, journal: Reader, stream: str, history: RollHistory) -> None:
        super().__init__(journal, stream, history)
        self.roll = history
        self.state = Pool()
        self.tables: dict[str, set[HandAt]] = {}  # every way in which a hand stood on the record of its table

    @property
    def book(self) -> str:
        """The rulebook of the jackpot."""
        return self.state.parameters.book if self.state.parameters is not None else HOUSE_RULEBOOK

    def run(self) -> None:
        """Decide, fold and check everything."""
        for entry in entries((one, readable(one)) for one in read_stream(self.journal, self.stream)):
            self.entries += 1
            self.check_entry(entry)
        if wrong := ledger_fault(self.journal, self.state) or self.increment_fault():
            raise RecordBroken(wrong)

    def decide(self, asked: Asked, given: Recalled) -> JackpotDecided:
        """What the order gives."""
        return decide(self.state, asked.order, JackpotGiven(given.at_ms, given.balance, given.standing))

    def check_entry(self, entry: list[Read]) -> None:
        """One entry: its order gives its events and its postings, and its hands are those of their tables."""
        number = entry[0][0].entry
        lines, stored = self.ledger.of(number)
        self.require_hands(entry)
        if stored is None:
            self.undecided += 1
            self.follow(entry)
            require_postings(lines, postings_of(tuple(event for _, event in entry)), number)
            return
        asked, _, difference, cites = self.decide_again(stored, entry, lines)
        self.follow(entry)
        if cites:
            self.note(number, stored.rules, self.book, f"{asked}: {cites}")
        if difference and stored.rules == rules_of(self.book):
            raise RecordBroken(f"entry {number}: {asked} decided again: {difference}")
        if difference:
            self.note(number, stored.rules, self.book, f"{asked} would be decided otherwise: {difference}")
            require_postings(lines, postings_of(tuple(event for _, event in entry)), number)

    def follow(self, entry: list[Read]) -> None:
        """The events of an entry fold."""
        for one, _ in entry:
            self.at = one.version
            fold_record(self.state, one.record)

    def require_hands(self, entry: list[Read]) -> None:
        """Refuse a hand that never stood so on the record of its table."""
        for one, event in entry:
            if isinstance(event, HandNoted) and event.played not in self.hands_of(event.played.table):
                self.at = one.version
                where = f"hand {event.played.hand.number} of {event.played.table}"
                raise RecordBroken(f"entry {one.entry}: {where} is not so on the record of its table")

    def hands_of(self, table: str) -> set[HandAt]:
        """Every way in which the hands of a table stood, from its record."""
        if table not in self.tables:
            self.tables[table] = stood(self.journal, table)
        return self.tables[table]

    def increment_fault(self) -> str:
        """Whether the rounds of play have put in what the pool counts, by the ledger's own lines."""
        if self.state.phase == "empty":
            return ""
        pool, last = accounts.jackpot(self.state.name), self.journal.head().entry
        counted = 0
        for first in range(1, last + 1, CHUNK):
            lines = self.journal.postings(first, min(last, first + CHUNK - 1))
            counted += sum(one.amount for one in lines if one.account == pool and one.reason == INCREMENT)
        found = self.state.meters.increments(self.journal.balance(pool))
        return f"rounds of play have put in {counted}, the pool counts {found}" if counted != found else ""

    def require_giver(self, order: Any, name: str, first: StoredRecord) -> None:  # noqa: ANN401 - any order
        """Refuse an order that its actor could not give, or that bears offices which the roll of that moment lacks."""
        fault, officer = giver_fault(order, first.record.actor), officer_of(order)
        if not fault and officer is not None:
            fault = self.roll.fault(officer, self.stream, first.entry)
        if fault:
            self.at = first.version
            raise RecordBroken(f"entry {first.entry}: {name}: {fault}")

    def seal_difference(self, entry: int, given: Recalled) -> str:
        """A jackpot draws nothing; what else an entry seals is of its tables."""
        del entry, given
        return ""


def stood(journal: Reader, table: str) -> set[HandAt]:
    """Every way in which the hands of a table have stood on its record while it was linked."""
    found: set[HandAt] = set()
    link: JackpotLink | None = None
    number = 0
    for one in read_stream(journal, f"table/{table}"):
        if one.record.name not in OF_LINKS:
            continue
        event = read_event(one)
        if isinstance(event, r.HandOpened):
            number = event.number
        link = linked(link, event, number)
        if link is not None and link.hands:
            found |= {HandAt(table, hand) for hand in link.hands}
    return found


def readable(one: StoredRecord) -> Any:  # noqa: ANN401 - any event of a jackpot, or None
    """The event of a record, or None if it cannot be read."""
    try:
        return event_of(one.record)
    except OpenfeltError:
        return None
