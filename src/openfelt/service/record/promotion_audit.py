"""Every order to a promotion decided again, from what is stored with it; what was counted is counted again."""

from __future__ import annotations

from typing import Any

from openfelt.errors import OpenfeltError
from openfelt.journal import Reader, StoredOrder, StoredRecord
from openfelt.journal.verify import Verdict
from openfelt.promotions.events import postings
from openfelt.promotions.giving import giver_fault
from openfelt.promotions.orders import CountEntries
from openfelt.promotions.promotion import Promotion
from openfelt.room.giving import officer_of
from openfelt.room.version import rules_of
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.service.record.asked import PROMOTION, Asked, AskedOfPromotion, read_asked
from openfelt.service.record.audit import EntryReplay, Read, entries, require_postings, verdict_of
from openfelt.service.record.counted import PlayCount
from openfelt.service.record.promotion_record import (
    PromotionDecided,
    decide,
    event_of,
    fold_record,
    given_by,
    ledger_fault,
    persons,
)
from openfelt.service.record.recalled import Recalled
from openfelt.service.record.refold import RecordBroken, read_stream
from openfelt.service.record.room_record import RollHistory


def check_promotions(journal: Reader) -> Verdict:
    """Take every promotion from its draft, and check every order, event, count and posting."""
    streams = [one for one in journal.streams() if one.startswith(PROMOTION)]
    history = RollHistory(journal)
    replays = (PromotionReplay(journal, one, history) for one in streams)
    return verdict_of("promotions", replays, of=f"{len(streams)} promotions")


class PromotionReplay(EntryReplay):
    """One promotion, entry by entry."""

    def __init__(self, journal: Reader, stream: str, history: RollHistory) -> None:
        super().__init__(journal, stream, history)
        self.roll = history
        self.state = Promotion()
        self.count: PlayCount | None = None

    @property
    def book(self) -> str:
        """The rulebook that the promotion is held by."""
        return self.state.terms.book if self.state.terms is not None else HOUSE_RULEBOOK

    def run(self) -> None:
        """Decide, fold and check everything."""
        for entry in entries((one, readable(one)) for one in read_stream(self.journal, self.stream)):
            self.entries += 1
            self.check_entry(entry)
        if wrong := ledger_fault(self.journal, self.state):
            raise RecordBroken(wrong)

    def decide(self, asked: Asked, given: Recalled) -> PromotionDecided:
        """What the order gives."""
        assert isinstance(asked, AskedOfPromotion)
        told = given_by(given, self.journal, self.stream, asked.barred, asked.prescribed)
        return decide(self.state, asked.order, told)

    def check_entry(self, entry: list[Read]) -> None:
        """One entry: its order gives its events and its postings."""
        number = entry[0][0].entry
        lines, stored = self.ledger.of(number)
        if stored is None:
            self.undecided += 1
            self.follow(entry)
            require_postings(lines, [line for _, event in entry for line in postings(event)], number)
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
            require_postings(lines, [line for _, event in entry for line in postings(event)], number)

    def world_difference(self, stored: StoredOrder) -> str:
        """Whether somebody was let in whose account was closed, or something was counted that is not on record."""
        asked = read_asked(self.stream, stored.payload)
        assert isinstance(asked, AskedOfPromotion)
        for player in persons(asked.order) - set(asked.barred):
            member = self.roll.before(player, stored.entry)
            if member is not None and member.closed:
                return f"it did not know that the account of {member.name} was closed"
        if isinstance(asked.order, CountEntries) and self.state.terms is not None:
            if self.count is None or self.count.terms != self.state.terms:
                self.count = PlayCount(self.state.terms)
            if self.count.read(self.journal, asked.order.through) != asked.order.counted:
                return "the tables' record counts otherwise"
        return ""

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
        """Whether an entry sealed other draws of this promotion than its order has made."""
        mine = f"{self.stream}/"
        stored = sorted(one for one in self.ledger.shuffles(entry) if one.startswith(mine))
        return "" if stored == sorted(one.shuffle for one in given.sealed) else "it seals other draws"


def readable(one: StoredRecord) -> Any:  # noqa: ANN401 - any event of a promotion, or None
    """The event of a record, or None if it cannot be read."""
    try:
        return event_of(one.record)
    except OpenfeltError:
        return None
