"""Every order to a promotion decided again, from what is stored with it; what was counted is counted again."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from openfelt.journal import Reader, StoredOrder
from openfelt.journal.verify import Verdict
from openfelt.promotions.events import postings
from openfelt.promotions.giving import PROMOTION_GIVERS
from openfelt.promotions.orders import CountEntries
from openfelt.promotions.promotion import Promotion
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.service.record.asked import PROMOTION, AskedOfPromotion, DecidedOrder, read_asked
from openfelt.service.record.audit import Read
from openfelt.service.record.counted import PlayCount
from openfelt.service.record.entry_audit import EntryReplay, verdict_of_all
from openfelt.service.record.kept import StreamDecided
from openfelt.service.record.promotion_record import PROMOTION_EVENTS, decide, given_by, ledger_fault, persons
from openfelt.service.record.recalled import Recalled
from openfelt.service.record.room_record import RollHistory


def check_promotions(journal: Reader) -> Verdict:
    """Take every promotion from its draft, and check every order, event, count and posting."""
    return verdict_of_all(journal, PROMOTION, "promotions", PromotionReplay)


class PromotionReplay(EntryReplay):
    """One promotion, entry by entry."""

    kept = PROMOTION_EVENTS
    givers = PROMOTION_GIVERS

    def __init__(self, journal: Reader, stream: str, history: RollHistory) -> None:
        super().__init__(journal, stream, history)
        self.state = Promotion()
        self.count: PlayCount | None = None

    @property
    def book(self) -> str:
        """The rulebook that the promotion is held by."""
        return self.state.terms.book if self.state.terms is not None else HOUSE_RULEBOOK

    def decide(self, asked: DecidedOrder, given: Recalled) -> StreamDecided[Promotion]:
        """What the order gives."""
        assert isinstance(asked, AskedOfPromotion)
        told = given_by(given, self.journal, self.stream, asked.barred, asked.prescribed)
        return decide(self.state, asked.order, told)

    def postings(self, entry: list[Read]) -> Iterable[Any]:
        """The ledger lines of an entry's events."""
        return [line for _, event in entry for line in postings(event)]

    def ledger_fault(self) -> str:
        """What does not agree between the promotion's own count of its money and the ledger."""
        return ledger_fault(self.journal, self.state)

    def world_difference(self, stored: StoredOrder) -> str:
        """How the record contradicts an entry: an account was closed, or something counted is not on record."""
        if closed := self.closed_difference(stored, partial(persons, self.state)):
            return closed
        asked = read_asked(self.stream, stored.payload)
        if isinstance(asked.order, CountEntries) and self.state.terms is not None:
            if self.count is None or self.count.terms != self.state.terms:
                self.count = PlayCount(self.state.terms)
            if self.count.read(self.journal, asked.order.through) != asked.order.counted:
                return "the tables' record counts otherwise"
        return ""
