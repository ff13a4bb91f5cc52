"""One writer per table: load, decide on copies, append, then publish. Nothing is told before it is on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from openfelt import games, room
from openfelt.errors import OpenfeltError
from openfelt.journal import Record
from openfelt.room.calls import Calls
from openfelt.room.composition import Decided, decide
from openfelt.room.events import ROOM_EVENTS
from openfelt.room.house_events import EntryTakenBack, ShuffleCommitted
from openfelt.room.orders import TableOrder
from openfelt.room.state import TableState
from openfelt.room.table_accounts import TableAccounts
from openfelt.rulebooks import Cites
from openfelt.service.house import House
from openfelt.service.record.closed_hands import HandsClosed
from openfelt.service.record.conservation import chips_at
from openfelt.service.record.history import FinishedHand, History
from openfelt.service.record.loading import load
from openfelt.service.record.stream import record_of
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.table_work import TableWork
from openfelt.service.writers.tables import TableWriter
from openfelt.service.writers.writer import Part
from openfelt.table import Hand
from openfelt.table.ruling_events import ClockImposed


def concerns_table(event: object) -> bool:
    """Whether an event concerns the table and not only the hand in play: seats, stakes, rounds that begin or end."""
    return type(event) in ROOM_EVENTS


class TableHost(TableWriter):
    """A table in memory, the only writer of its stream."""

    kind: ClassVar[Literal["table"]] = "table"
    state: TableState

    def __init__(
        self, hall: House, state: TableState, *, version: int = 0, history: History | None = None, fault: str = ""
    ) -> None:
        super().__init__(hall, f"table/{state.table.name}", version)
        self.state = state
        self.history = history or History()
        self.fault = fault
        self.guesses = ("", 0)  # in which hand the floor named hidden cards wrongly, and how often
        self.seating = asyncio.Lock()  # held while chips are issued for a seat at a live table
        before = (event.seconds for _, event, _ in reversed(self.history.log) if isinstance(event, ClockImposed))
        self.closed = HandsClosed()  # at a table of an event, as it notes them
        self.changed = version  # at a table of an event: the number of the last event that concerns more than a hand
        self.work: TableWork = TableWork(self, imposed_before=next(before, 0))

    @property
    def table(self) -> room.Table:
        """Seats, button, sign, notices."""
        return self.state.table

    @property
    def hand(self) -> Hand | None:
        """The present or last hand."""
        return self.state.hand

    @property
    def frozen(self) -> bool:
        """Whether the floor has stopped the table."""
        return self.state.frozen

    @property
    def dealt_to(self) -> dict[int, str]:
        """Who played which seat in the present or last hand."""
        return self.state.players

    @property
    def commitment(self) -> ShuffleCommitted | None:
        """The published root of the present or last deck."""
        return self.state.shuffle

    @property
    def log(self) -> list[tuple[int, Any]]:
        """The latest events with their numbers."""
        return [(seq, event) for seq, event, _ in self.history.log]

    @property
    def finished(self) -> dict[int, FinishedHand]:
        """Finished hands by number."""
        return self.history.finished

    @property
    def calls(self) -> Calls:
        """Calls for the floor."""
        return self.state.calls

    @property
    def inspected(self) -> set[tuple[int, str]]:
        """Which inspector opened which hand."""
        return self.history.inspected

    # -- changing ----------------------------------------------------------------------------------------------------

    def rulebook_of(self, state: TableState) -> str:
        """The rulebook that the table plays by."""
        return state.table.sign.rulebook

    def decide(self, order: TableOrder, facts: Facts) -> Decided:
        """What an order does now."""
        return decide(self.state, order, facts)

    def record(self, event: Any, actor: str, at_ms: int) -> Record:  # noqa: ANN401 - any event of a table's stream
        """The journal record of an event."""
        return record_of(event, actor, at_ms)

    @property
    def till(self) -> TableAccounts:
        """Where the chips here lie in the ledger: money, or those of an event."""
        return self.state.table.accounts

    def chips(self, state: TableState) -> dict[str, int]:
        """Each player's stake and the pot, by the table's own count."""
        return chips_at(state)

    def remember(self, after: int, events: Sequence[Any]) -> None:
        """Keep the latest lines; a limited time that the floor imposed runs from now."""
        for seq, event in enumerate(events, start=after + 1):
            self.history.note(seq, event, self.state)
            if isinstance(event, ClockImposed):
                self.work.impose(event.seconds)
            elif isinstance(event, EntryTakenBack):
                self.work.turn_back()
            elif isinstance(event, room.DirectionGiven) and event.what == "apart":
                self.hall.keep_apart()

    def take(self, part: Part, after: int) -> None:
        """The state after it is the state now; of an event's table the rounds of play are kept until they are noted."""
        super().take(part, after)
        self.work.ended(part.made.events)
        if self.table.event is not None:
            for seq, event in enumerate(part.made.events, start=after + 1):
                self.closed.take(event, part.facts.at_ms)
                if concerns_table(event):
                    self.changed = seq

    @property
    def is_in_play(self) -> bool:
        """Whether a hand is being played that the house and its clocks bring to an end."""
        return self.table.in_hand and not (self.stopped or self.frozen or self.table.live)

    def seats(self) -> dict[str, int]:
        """Who sits where."""
        return {place.player: seat for seat, place in self.table.places.items()}

    def sign_fault(self) -> OpenfeltError | None:
        """What today's rules would refuse of the sign, at a table that is open."""
        return None if self.table.closed else next(games.faults(self.table.posted), None)

    async def see_off(self, player: str, cites: Cites) -> None:
        """Somebody may play here no longer and leaves with the chips, at once or after the hand.

        In an event the player is absent from then on; what becomes of the chips is the event's to say.
        """
        place = self.table.place_of(player)
        is_off = place is None or (place.status == "out" if self.table.event is not None else bool(place.sent_away))
        if not is_off:
            await self.submit(f"leave {player} {self.version}", "house", room.SendAway(player, cites))

    # -- starting ----------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, hall: House, stream: str) -> TableHost:
        """The table that a stream folds into, its live hand with the deck it was dealt from."""
        made = load(hall.journal.store, stream)
        if made.rules and made.state.table.in_hand:
            what = {"table": made.state.table.name, "number": made.state.table.number, "rules": made.rules}
            hall.significant.note("OtherRules", what)
        host = cls(hall, made.state, version=made.version, history=made.history, fault=made.fault)
        if host.table.event is not None and not host.table.closed:
            host.closed.read(hall.journal.store, stream)
        return host
