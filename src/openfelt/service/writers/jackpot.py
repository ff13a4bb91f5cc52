"""One writer per jackpot: its parameters, hits and payments; and acts that concern its tables, in one entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from openfelt.jackpots import JackpotDecided, JackpotGiven, Pool, decide
from openfelt.jackpots import orders as o
from openfelt.jackpots.giving import require_giver
from openfelt.jackpots.parameters import cents_of
from openfelt.journal import Record
from openfelt.room.giving import officer_of
from openfelt.room.jackpot_orders import JoinJackpot, LeaveJackpot
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.service.house import House
from openfelt.service.record.asked import JACKPOT
from openfelt.service.record.jackpot_record import jackpot_record, load, require_moved
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.writer import Made, Part, Parts, Writer, submit_together, why_stopped

if TYPE_CHECKING:
    from openfelt.service.wire.subscribers import Reply


class Planned(Protocol):
    """What the house does at a jackpot by itself."""

    def start(self) -> None:
        """Go on after a start of the room."""

    def plan(self) -> None:
        """Look at what is to be done."""

    def cancel(self) -> None:
        """No timer runs."""


class Nothing:
    """No work, until the hall has given some."""

    def start(self) -> None:
        """Nothing is planned."""

    def plan(self) -> None:
        """Nothing is planned."""

    def cancel(self) -> None:
        """Nothing is planned."""


class JackpotHost(Writer):
    """A jackpot in memory, the only writer of its stream."""

    kind: ClassVar[Literal["jackpot"]] = "jackpot"
    state: Pool

    def __init__(self, hall: House, name: str) -> None:
        super().__init__(hall, f"{JACKPOT}{name}")
        self.state = Pool()
        self.work: Planned = Nothing()

    def rulebook_of(self, state: Pool) -> str:
        """The rulebook that the jackpot is offered by."""
        return state.parameters.book if state.parameters is not None else HOUSE_RULEBOOK

    def decide(self, order: o.JackpotOrder, facts: Facts) -> JackpotDecided:
        """What an order does now."""
        return decide(self.state, order, JackpotGiven(facts.at_ms, facts.balance, facts.standing))

    def record(self, event: Any, actor: str, at_ms: int) -> Record:  # noqa: ANN401 - any event of a jackpot
        """The journal record of an event."""
        return jackpot_record(event, actor, at_ms)

    def require_given(self, order: Any, actor: str) -> None:  # noqa: ANN401 - any order to a jackpot
        """Refuse an order that this actor may not give at all, and an officer whom the roll knows otherwise by now."""
        require_giver(order, actor)
        officer = officer_of(order)
        if officer is not None:
            self.hall.accounts.require_held(officer, self.stream)

    def require_counted(self, made: Made) -> None:
        """Refuse to let the jackpot's money and the ledger part."""
        assert isinstance(made, JackpotDecided)
        require_moved(self.state, made)

    def take(self, part: Part, after: int) -> None:  # noqa: ARG002 - nothing is remembered by its number
        """The state after it is the state now."""
        self.state = part.made.after

    def plan(self) -> None:
        """The house looks at what is to be done next."""
        self.work.plan()

    def tell(self, after: int, events: Sequence[Any], reply: Reply | None) -> None:
        """Everyone who watches a linked table, and the boards, see the new amount."""
        with self.hall.publishing(self.name):
            self.hall.publish(self, after, events, reply)

    def stop(self, fault: BaseException) -> None:
        """No more requests: what is durable stands."""
        if self.stopped:
            return
        self.stopped = why_stopped(fault)
        self.work.cancel()
        self.hall.stopped(self.stream, fault)

    @classmethod
    def load(cls, hall: House, stream: str) -> JackpotHost:
        """The jackpot that a stream folds into."""
        host = cls(hall, stream.removeprefix(JACKPOT))
        host.state, host.version = load(hall.journal.store, stream)
        return host


# -- acts that concern its tables --------------------------------------------------------------------------------------


async def link(pool: JackpotHost, table: Writer, order: o.LinkTable, *, actor: str, request: str) -> None:
    """Link a table: the pool's part and the table's, all of it or nothing."""

    def parts() -> Parts:
        made = yield pool, order
        yield table, JoinJackpot(pool.name, cents_of(made.after.parameters.increment_cents))

    await submit_together((pool, table), parts(), request, actor)


async def unlink(pool: JackpotHost, table: Writer, order: o.UnlinkTable, *, actor: str, request: str) -> None:
    """Take a table off the jackpot."""

    def parts() -> Parts:
        yield pool, order
        yield table, LeaveJackpot(pool.name)

    await submit_together((pool, table), parts(), request, actor)


async def change(
    pool: JackpotHost, tables: Sequence[Writer], order: o.ChangeParameters, *, actor: str, request: str
) -> None:
    """Other parameters, and the other increment at every linked table."""

    def parts() -> Parts:
        made = yield pool, order
        for table in tables:
            yield table, JoinJackpot(pool.name, cents_of(made.after.parameters.increment_cents))

    await submit_together((pool, *tables), parts(), request, actor)
