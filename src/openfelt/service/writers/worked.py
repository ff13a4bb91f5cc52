"""Writers of streams at which the house works by itself: tables, tournaments, jackpots, promotions.

What they have in common besides being the writer of a stream: whose orders are taken, what becomes of what was stored,
how they stop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from openfelt.room.giving import officer_of, require_giver
from openfelt.service.writers.writer import Part, Writer, why_stopped

if TYPE_CHECKING:
    from openfelt.journal import Record
    from openfelt.room.giving import Givers
    from openfelt.room.offices import Officer
    from openfelt.service.record.kept import KeptEvents
    from openfelt.service.wire.subscribers import Reply


class Planned(Protocol):
    """What a writer needs to know of the house's own work at its stream."""

    def start(self) -> None:
        """Go on after a start of the room."""

    def plan(self) -> None:
        """Plan what comes next; the state has changed."""

    def stored(self) -> None:
        """Something was stored."""

    def cancel(self) -> None:
        """Cancel the planned work."""


class WorkedWriter(Writer):
    """The writer of a stream that people watch and at which the house works."""

    work: Planned

    def require_giver(self, order: Any, actor: str) -> None:  # noqa: ANN401 - an order of that kind
        """Refuse an order that this actor may not give at all."""
        require_giver(order, actor)

    def officer_of(self, order: Any) -> Officer | None:  # noqa: ANN401 - an order of that kind
        """Whose offices an order bears."""
        return officer_of(order)

    def require_given(self, order: Any, actor: str) -> None:  # noqa: ANN401 - an order of that kind
        """Refuse an order that this actor may never give, and an officer whose offices have changed meanwhile."""
        self.require_giver(order, actor)
        officer = self.officer_of(order)
        if officer is not None:
            self.hall.accounts.require_held(officer, self.stream)

    def plan(self) -> None:
        """Plan what the house does next by itself."""
        self.work.plan()

    def tell(self, after: int, events: Sequence[Any], reply: Reply | None) -> None:
        """Tell everyone who watches what has happened since `after`."""
        self.hall.tell(self, after, events, reply)

    @property
    def known_as(self) -> str:
        """The stream's name in logs for the people who run the machine."""
        return self.stream

    def stop(self, fault: BaseException) -> None:
        """Take no more requests and tell everyone who watches; what is stored stays. The reason names no card."""
        if self.stopped:
            return
        self.stopped = why_stopped(fault)
        self.work.cancel()
        self.hall.stopped(self.known_as, fault)


class KeptWriter(WorkedWriter):
    """The writer of a stream whose events are kept under a prefix of their own."""

    kept: ClassVar[KeptEvents[Any]]
    givers: ClassVar[Givers]

    def require_giver(self, order: Any, actor: str) -> None:  # noqa: ANN401 - an order of that kind
        """Refuse an order that this actor may not give at all."""
        self.givers.require(order, actor)

    def record(self, event: Any, actor: str, at_ms: int) -> Record:  # noqa: ANN401 - an event of that kind
        """The journal record of an event."""
        return self.kept.record(event, actor, at_ms)

    def take(self, part: Part, after: int) -> None:
        """The state after it is the state now, and the latest events are remembered."""
        self.work.stored()
        self.state = part.made.after
        for seq, event in enumerate(part.made.events, start=after + 1):
            self.note(seq, part.facts.at_ms, event)

    def note(self, seq: int, at_ms: int, event: Any) -> None:  # noqa: ANN401 - an event of that kind
        """Remember one event, by its number and its time."""
