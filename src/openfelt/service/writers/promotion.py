"""One writer per promotion: its terms, entries, draws, claims and money; and what the house does in it by itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from openfelt.errors import OpenfeltError
from openfelt.promotions.facts import at
from openfelt.promotions.giving import PROMOTION_GIVERS
from openfelt.promotions.orders import CloseEntries, CountEntries, PromotionOrder
from openfelt.promotions.promotion import Promotion
from openfelt.promotions.terms import Asking
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.service.house import House
from openfelt.service.record.asked import PROMOTION, AskedOfPromotion, write_shaped
from openfelt.service.record.counted import PlayCount
from openfelt.service.record.kept import Made, StreamDecided
from openfelt.service.record.promotion_record import (
    PROMOTION_EVENTS,
    decide,
    given_by,
    ledger_fault,
    persons,
    require_moved,
)
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.work import Timed
from openfelt.service.writers.worked import KeptWriter

if TYPE_CHECKING:
    from openfelt.service.wire.subscribers import Reply

LINES_KEPT: Final = 500
COUNT_EVERY_S: Final = 60.0
LEAST_WAIT_S: Final = 0.05
LONGEST_WAIT_S: Final = 3_600.0  # a corrected clock is noticed after at most this long


class PromotionFacts(Facts):
    """The world for one decision about a promotion: also who may not take part, and what is prescribed."""

    __slots__ = ("barred", "prescribed")

    def __init__(self, hall: House, barred: tuple[str, ...], prescribed: tuple[str, ...]) -> None:
        super().__init__(hall)
        self.barred = barred
        self.prescribed = prescribed

    def asked(self, stream: str, order: Any, lines: tuple[int, ...] = ()) -> bytes:  # noqa: ANN401, ARG002 - any order
        """What is stored of an order that was decided by these facts."""
        if order is None:
            return b""
        return write_shaped(
            AskedOfPromotion(
                order,
                self.at_ms,
                self.balances,
                lines=lines,
                standings=self.standings,
                barred=self.barred,
                prescribed=self.prescribed,
            )
        )


class PromotionHost(KeptWriter):
    """A promotion in memory, the only writer of its stream."""

    kind: ClassVar[Literal["promotion"]] = "promotion"
    kept = PROMOTION_EVENTS
    givers = PROMOTION_GIVERS
    state: Promotion

    def __init__(self, hall: House, name: str, state: Promotion | None = None, version: int = 0) -> None:
        super().__init__(hall, f"{PROMOTION}{name}", version)
        self.state = state or Promotion()
        self.log: deque[tuple[int, int, Any]] = deque(maxlen=LINES_KEPT)  # number, time and event
        self.work = PromotionWork(self)

    # -- deciding ----------------------------------------------------------------------------------------------------

    def rulebook_of(self, state: Promotion) -> str:
        """The rulebook that the promotion is held by."""
        return state.terms.book if state.terms is not None else HOUSE_RULEBOOK

    def facts(self, order: PromotionOrder) -> PromotionFacts:
        """What a decision about an order is given; only what concerns it is kept."""
        barred = tuple(sorted(one for one in persons(self.state, order) if one in self.hall.closed))
        return PromotionFacts(self.hall, barred, self.hall.prescribed())

    def decide(self, order: PromotionOrder, facts: Facts) -> StreamDecided[Promotion]:
        """What an order does now."""
        assert isinstance(facts, PromotionFacts)
        given = given_by(facts, self.hall.journal.store, self.stream, facts.barred, facts.prescribed)
        return decide(self.state, order, given)

    def require_counted(self, made: Made) -> None:
        """Refuse to let the promotion's money and the ledger part."""
        require_moved(self.state, made)

    # -- after it was stored -----------------------------------------------------------------------------------------

    def note(self, seq: int, at_ms: int, event: Any) -> None:  # noqa: ANN401 - any event of a promotion
        """Remember one event."""
        self.log.append((seq, at_ms, event))

    def tell(self, after: int, events: Sequence[Any], reply: Reply | None) -> None:  # noqa: ARG002 - the lobby is told
        """Tell the lobby that the promotion has changed; viewers then ask for its page."""
        self.hall.tell_lobby()

    # -- starting ----------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, hall: House, stream: str) -> PromotionHost:
        """The promotion that a stream folds into."""
        host = cls(hall, stream.removeprefix(PROMOTION))
        host.version = cls.kept.load(hall.journal.store, stream, host.state, note=host.note, fault=ledger_fault)
        return host


class PromotionWork(Timed):
    """What the house does in a promotion by itself: it counts play, and closes the entries in time."""

    def __init__(self, host: PromotionHost) -> None:
        super().__init__()
        self.host = host
        self.hall = host.hall
        self._looking = False
        self._count: PlayCount | None = None

    def start(self) -> None:
        """Go on after a start of the room."""
        self.plan()

    @property
    def is_due(self) -> bool:
        """Whether the house has something to do, now or later."""
        state = self.host.state
        return state.phase == "running" and not state.suspended and not self.hall.closing and not self.host.stopped

    def plan(self) -> None:
        """Wait until entries close, or a minute if play is counted."""
        self.cancel()
        terms = self.host.state.terms
        if not self.is_due or terms is None or self._looking:
            return
        wait = min(LONGEST_WAIT_S, max(LEAST_WAIT_S, (at(terms.entries.close) - self.hall.now_ms()) / 1000))
        if not isinstance(terms.entries.rule, Asking):
            wait = min(wait, COUNT_EVERY_S)
        self._timer = self.hall.clock.call_later(wait, self.begin)

    def begin(self) -> None:
        """It is time to look."""
        self.hall.keep(self.look())

    async def look(self) -> None:
        """Count, and close the entries if it is time; what is refused is tried again later."""
        self._looking = True
        refused = False
        try:
            await self.count()
            await self.close()
        except OpenfeltError as bad:
            self.hall.report_refusal(self.host.stream, bad)
            refused = True
        except Exception as fault:
            self.host.stop(fault)
            return
        finally:
            self._looking = False
        if refused and self.is_due:
            self._timer = self.hall.clock.call_later(self._retry.next_s(), self.begin)
        else:
            self.plan()

    async def count(self) -> None:
        """Count the tables' record so far, and put the result on record if it gives new entries."""
        terms = self.host.state.terms
        if not self.is_due or terms is None or isinstance(terms.entries.rule, Asking):
            return
        if self._count is None or self._count.terms != terms:
            self._count = PlayCount(terms)
        through = self.hall.journal.store.head().entry
        counted = self._count.read(self.hall.journal.store, through)
        if counted:
            order = CountEntries(counted, through)
            await self.host.submit(f"count {self.host.name} {through}", "house", order, plan=False)

    async def close(self) -> None:
        """Close the entries once it is time and there are any."""
        state = self.host.state
        if not self.is_due or state.terms is None or not state.entries:
            return
        if self.hall.now_ms() < at(state.terms.entries.close):
            return
        name = f"close entries {self.host.name} {state.draws + 1}"
        await self.host.submit(name, "house", CloseEntries(), plan=False)
