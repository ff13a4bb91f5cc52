"""One writer per jackpot: its parameters, hits and payments; and acts that concern its tables, in one entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, Protocol

from openfelt.jackpots import JackpotDecided, JackpotGiven, Pool, decide
from openfelt.jackpots import orders as o
from openfelt.jackpots.giving import JACKPOT_GIVERS
from openfelt.jackpots.parameters import cents_of
from openfelt.room.jackpot_orders import JoinJackpot, LeaveJackpot
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.service.house import House
from openfelt.service.record.asked import JACKPOT
from openfelt.service.record.jackpot_record import JACKPOT_EVENTS, ledger_fault, require_moved
from openfelt.service.record.kept import Made
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.worked import KeptWriter, Planned
from openfelt.service.writers.writer import Parts, Writer, submit_together


class Noting(Planned, Protocol):
    """The house's own work at a jackpot."""

    def require_noted(self, table: str = "") -> None:
        """Refuse what would come before a hand that has ended and is about to be noted."""


class JackpotHost(KeptWriter):
    """A jackpot in memory, the only writer of its stream."""

    kind: ClassVar[Literal["jackpot"]] = "jackpot"
    kept = JACKPOT_EVENTS
    givers = JACKPOT_GIVERS
    state: Pool
    work: Noting

    def __init__(self, hall: House, name: str) -> None:
        super().__init__(hall, f"{JACKPOT}{name}")
        self.state = Pool()

    def rulebook_of(self, state: Pool) -> str:
        """The rulebook that the jackpot is offered by."""
        return state.parameters.book if state.parameters is not None else HOUSE_RULEBOOK

    def decide(self, order: o.JackpotOrder, facts: Facts) -> JackpotDecided:
        """What an order does now."""
        return decide(self.state, order, JackpotGiven(facts.at_ms, facts.balance, facts.standing))

    def require_counted(self, made: Made) -> None:
        """Refuse to let the jackpot's money and the ledger part."""
        require_moved(self.state, made)

    @classmethod
    def load(cls, hall: House, stream: str) -> JackpotHost:
        """The jackpot that a stream folds into."""
        host = cls(hall, stream.removeprefix(JACKPOT))
        host.version = cls.kept.load(hall.journal.store, stream, host.state, fault=ledger_fault)
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
        pool.work.require_noted(table.name)
        yield pool, order
        yield table, LeaveJackpot(pool.name)

    await submit_together((pool, table), parts(), request, actor)


async def change(
    pool: JackpotHost, tables: Sequence[Writer], order: o.ChangeParameters, *, actor: str, request: str
) -> None:
    """Other parameters, and the other increment at every linked table."""

    def parts() -> Parts:
        pool.work.require_noted()
        made = yield pool, order
        for table in tables:
            yield table, JoinJackpot(pool.name, cents_of(made.after.parameters.increment_cents))

    await submit_together((pool, *tables), parts(), request, actor)
