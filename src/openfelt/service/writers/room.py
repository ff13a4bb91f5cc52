"""The writer of the room's own stream: accounts, offices, chips issued and redeemed, and what is only noted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from openfelt.errors import StaleView
from openfelt.room import house
from openfelt.room.giving import require_giver
from openfelt.room.house import ROOM, RoomDecided
from openfelt.room.house_orders import Appoint, HouseOrder
from openfelt.room.opening import OpenTable
from openfelt.room.people import DOORS, LIMITING, NO_RULES, NOBODY
from openfelt.room.playing import CLEAR, Standing, standing_of
from openfelt.room.roll import OF_ROLE, Roll, RoomStreamEvent, evolve, named
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, joined
from openfelt.service.house import House
from openfelt.service.people.reality import RealityChecks
from openfelt.service.record.kept import Made
from openfelt.service.record.play_meter import PlayMeter
from openfelt.service.record.room_record import read_roll, room_record
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.writer import Part, Writer, why_stopped

if TYPE_CHECKING:
    from openfelt.journal import Record
    from openfelt.service.wire.subscribers import Reply


class OwnWriter(Writer):
    """The writer of a stream that is no table's: no chips lie there, and no clock runs."""

    def rulebook_of(self, state: Any) -> str:  # noqa: ANN401, ARG002 - whatever it is
        """The house's own."""
        return HOUSE_RULEBOOK

    def rulebook_after(self, made: Made) -> str:  # noqa: ARG002 - whatever it does
        """The house's own."""
        return HOUSE_RULEBOOK

    def require_counted(self, made: Made) -> None:
        """Nothing to check: what is issued lies in purses, which the ledger counts."""

    def plan(self) -> None:
        """Nothing happens by itself."""

    def stop(self, fault: BaseException) -> None:
        """Nothing more is put on record there; the tables are played at as long as they can be."""
        if not self.stopped:
            self.stopped = why_stopped(fault)
            self.hall.report_fault(fault)


class RoomWriter(OwnWriter):
    """The roll in memory, and the only writer of the room's stream. Nobody watches it."""

    state: Roll

    def __init__(self, hall: House) -> None:
        journal = hall.journal.store
        super().__init__(hall, ROOM, journal.version(ROOM))
        self.name = "the room"
        self.state = read_roll(journal)
        self.meter = PlayMeter(journal)
        self.reality = RealityChecks(journal, self.meter)

    def decide(self, order: HouseOrder, facts: Facts) -> RoomDecided:
        """What an order does now."""
        return house.decide(self.state, order, facts)

    def try_order(self, order: HouseOrder) -> None:
        """Refuse an order that would be refused now, without giving it."""
        self.decide(order, Facts(self.hall))

    def record(self, event: RoomStreamEvent, actor: str, at_ms: int) -> Record:
        """The journal record of an event."""
        return room_record(event, actor, at_ms)

    def require_given(self, order: HouseOrder, actor: str) -> None:
        """Refuse an order that this actor may not give at all; who holds which office is decided with it."""
        require_giver(order, actor)

    async def _submit(self, request: str, actor: str, order: Any, plan: bool, reply: Reply | None) -> None:  # noqa: ANN401, FBT001
        try:
            await super()._submit(request, actor, order, plan, reply)
        finally:
            self.hall.accounts.changing = frozenset()

    def draft(self, order: HouseOrder, actor: str) -> Part:
        """Decide an order. Until it is stored, the accounts that it concerns cannot give orders of staff elsewhere."""
        part = super().draft(order, actor)
        self.hall.accounts.changing = frozenset(one for event in part.made.events for one in named(event))
        return part

    @contextmanager
    def appointing(self, order: OpenTable) -> Iterator[tuple[Part, ...]]:
        """The appointment of a table's host, for the entry that opens the table; nothing where it has none."""
        if not order.host:
            yield ()
            return
        assert order.by is not None, "somebody names the host of a table"
        self.require_running()
        office, at = OF_ROLE["floor"], f"table/{order.name}"
        host = self.hall.accounts.find(order.host)
        name = host.name if host is not None else ""
        appoint = Appoint(order.host, office, f"host of {order.name}", order.by, at, name)
        try:
            yield (self.draft(appoint, order.by.account),)
        finally:
            self.hall.accounts.changing = frozenset()

    def standing(self, player: str, at_ms: int) -> Standing:
        """How somebody who wants to play stands with the house. Whoever has no account is the house's own.

        Refused while the desk changes something about the person: the record would have it otherwise a moment later.
        """
        people = self.state.people
        person = people.of(player)
        if player in self.hall.accounts.changing:
            raise StaleView("the desk is changing something about this person; try again")
        rules = people.rules if player in self.state.members else NO_RULES
        if person is NOBODY and not rules.identity_check:
            return CLEAR
        return standing_of(person, rules, at_ms, self.meter.used(player, person, at_ms))

    def why_kept_out(self, player: str, book: str, table: str) -> Cites:
        """The clauses that forbid somebody to go on playing at that table; empty if the player may stay."""
        person = self.state.people.of(player)
        if player in self.hall.closed:
            return DOORS
        if person is NOBODY:
            return ()
        now = self.hall.now_ms()
        found = standing_of(person, self.state.people.rules, now, self.meter.used(player, person, now))
        barred = joined(*(one.cites for one in found.barred if one.covers(book, table, now)))
        return barred or (LIMITING if any(one.left <= 0 for one in found.minutes) else ())

    def take(self, part: Part, after: int) -> None:  # noqa: ARG002 - nothing is remembered by its number
        """Apply stored events to the roll, in place, as the roll may be long."""
        for event in part.made.events:
            evolve(self.state, event)

    def tell(self, after: int, events: Sequence[Any], reply: Reply | None) -> None:
        """Nobody watches this stream, but an event may have lost the officer who conducts it."""
        self.hall.publish(self, after, events, reply)
