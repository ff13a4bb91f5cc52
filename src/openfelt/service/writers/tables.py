"""Writers of tables, poker or house-banked: what both have in common besides being the writer of a stream."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from openfelt.errors import OpenfeltError
from openfelt.room.giving import officer_of, require_giver
from openfelt.room.table_accounts import TableAccounts
from openfelt.service.house import House
from openfelt.service.record.conservation import require_moved
from openfelt.service.writers.writer import Made, Part, Writer, why_stopped

if TYPE_CHECKING:
    from openfelt.service.wire.subscribers import Reply


class Planned(Protocol):
    """What the house does at a stream by itself, as far as its writer needs to know."""

    def start(self) -> None:
        """Go on after a start of the room."""

    def plan(self) -> None:
        """Plan what comes next; the state has changed."""

    def stored(self) -> None:
        """Something was stored."""

    def cancel(self) -> None:
        """Plan nothing any more."""


class TableWriter(Writer):
    """The writer of a table. Chips are counted at every entry, people watch, and the house works beside it."""

    work: Planned
    kind: ClassVar[Literal["table", "pit"]]

    def __init__(self, hall: House, stream: str, version: int = 0) -> None:
        super().__init__(hall, stream, version)
        self.fault = ""  # why the record of what is in play does not stand

    # -- what a kind of table says -----------------------------------------------------------------------------------

    @abstractmethod
    def chips(self, state: Any) -> Mapping[str, int]:  # noqa: ANN401 - a state of that kind
        """What lies here by its own count, to be compared with the postings at every entry."""

    @abstractmethod
    def remember(self, after: int, events: Sequence[Any]) -> None:
        """Keep what is shown of the latest events, whose numbers follow `after`; the state has them already."""

    @property
    @abstractmethod
    def is_in_play(self) -> bool:
        """Whether a hand or round is in play that ends by itself: at a stopped table, or with real cards, none does."""

    @abstractmethod
    def seats(self) -> dict[str, int]:
        """Who has which seat or box here."""

    @abstractmethod
    def sign_fault(self) -> OpenfeltError | None:
        """Why the sign that hangs could not be put up today. Play goes on under it; the operator is told.

        A notice announces a whole sign, and only one that today's rules allow: the next notice brings a valid one.
        """

    @abstractmethod
    async def see_off(self, player: str) -> None:
        """An account was closed: its player leaves, at once or when the hand or round is over."""

    # -- what tables have in common ----------------------------------------------------------------------------------

    def require_given(self, order: Any, actor: str) -> None:  # noqa: ANN401 - an order of that kind
        """Refuse an order that this actor may not give at all, and an officer whom the roll knows otherwise by now."""
        require_giver(order, actor)
        officer = officer_of(order)
        if officer is not None:
            self.hall.accounts.require_held(officer, self.stream)

    @property
    def till(self) -> TableAccounts:
        """Where the chips here lie in the ledger."""
        return TableAccounts(self.name)

    def require_counted(self, made: Made) -> None:
        """Refuse to let the chips here and the ledger part."""
        require_moved(self.till, (self.chips(self.state), self.chips(made.after)), made.events, made.postings)

    def take(self, part: Part, after: int) -> None:
        """The state after it is the state now, and the latest events are remembered."""
        self.work.stored()
        self.state = part.made.after
        self.remember(after, part.made.events)

    def plan(self) -> None:
        """Plan what the house does next by itself."""
        self.work.plan()

    def tell(self, after: int, events: Sequence[Any], reply: Reply | None) -> None:
        """Tell everyone who watches what has happened since `after`."""
        with self.hall.publishing(self.name):
            self.hall.publish(self, after, events, reply)

    def stop(self, fault: BaseException) -> None:
        """No more requests: what is durable stands, everyone who watches is told. The reason names no card."""
        if self.stopped:
            return
        self.stopped = why_stopped(fault)
        self.work.cancel()
        self.hall.stopped(self.name, fault)
