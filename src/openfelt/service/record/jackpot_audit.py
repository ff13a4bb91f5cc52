"""Every order to a jackpot decided again; every hand it goes by found on its table's record; every cent counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from openfelt.cage import accounts
from openfelt.jackpots import JackpotDecided, JackpotGiven, Pool, decide
from openfelt.jackpots.deciding import postings_of
from openfelt.jackpots.events import HandNoted
from openfelt.jackpots.giving import JACKPOT_GIVERS
from openfelt.jackpots.orders import HandAt
from openfelt.journal import Reader
from openfelt.journal.verify import Verdict
from openfelt.room import events as r
from openfelt.room.jackpot_link import JackpotLink, linked
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.service.record.asked import JACKPOT, DecidedOrder
from openfelt.service.record.audit import CHUNK, Read
from openfelt.service.record.entry_audit import EntryReplay, verdict_of_all
from openfelt.service.record.jackpot_record import JACKPOT_EVENTS, ledger_fault
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
    return verdict_of_all(journal, JACKPOT, "jackpots", JackpotReplay)


class JackpotReplay(EntryReplay):
    """One jackpot, entry by entry."""

    kept = JACKPOT_EVENTS
    givers = JACKPOT_GIVERS

    def __init__(self, journal: Reader, stream: str, history: RollHistory) -> None:
        super().__init__(journal, stream, history)
        self.state = Pool()
        self.tables: dict[str, set[HandAt]] = {}  # every way in which a hand stood on the record of its table

    @property
    def book(self) -> str:
        """The rulebook of the jackpot."""
        return self.state.parameters.book if self.state.parameters is not None else HOUSE_RULEBOOK

    def decide(self, asked: DecidedOrder, given: Recalled) -> JackpotDecided:
        """What the order gives."""
        return decide(self.state, asked.order, JackpotGiven(given.at_ms, given.balance, given.standing))

    def postings(self, entry: list[Read]) -> Iterable[Any]:
        """The ledger lines of an entry's events."""
        return postings_of(tuple(event for _, event in entry))

    def ledger_fault(self) -> str:
        """How the jackpot's own count differs from the ledger; empty if they agree."""
        return ledger_fault(self.journal, self.state) or self.increment_fault()

    def require_true(self, entry: list[Read]) -> None:
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
