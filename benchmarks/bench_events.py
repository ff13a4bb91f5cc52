"""A tournament of a hundred tables with house bots at full speed: what its director adds to the server's work.

One room in this process, its journal on disk. Measured is processor time, so that a busy machine changes little: all of
the process, and of it what runs for the director (its looks, and the orders it gives, to the event and to tables),
with its part of the journal's thread by the bytes that it writes. The other column is the same evening without that.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Coroutine, Generator
from contextvars import ContextVar, copy_context
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.measure import Row
from openfelt.room.offices import Officer
from openfelt.service.hall import Hall
from openfelt.service.writers.event_entries import fill as fill_with_bots
from openfelt.tournaments import Answers, fill
from openfelt.tournaments.orders import OpenRegistration

TABLES = 100
SEATS = 6
HANDS = 3_000
LEAST = 1 / 1.1  # the director adds less than a tenth
HOST = Officer("hal", "Hal", ("casino operator",))
FOR_DIRECTOR: ContextVar[bool] = ContextVar("for_director", default=False)


class Stepped:
    """A coroutine whose own processor time is counted, step by step; what it starts inherits whose work it is."""

    def __init__(self, work: Coroutine[Any, Any, Any], spent: list[float]) -> None:
        self.work = work
        self.spent = spent

    def __await__(self) -> Generator[Any, Any, Any]:
        value: Any = None
        fault: BaseException | None = None
        while True:
            began = time.thread_time()
            try:
                waits = self.work.throw(fault) if fault is not None else self.work.send(value)
            except StopIteration as done:
                return done.value
            finally:
                self.spent[0] += time.thread_time() - began
            value, fault = None, None
            try:
                value = yield waits
            except BaseException as thrown:
                fault = thrown


class Watched(Hall):
    """A room that counts what is done for its director."""

    def __init__(self, data: Path, **given: Any) -> None:
        super().__init__(data, **given)
        self.spent = [0.0]

    def keep(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something beside everything else; what is the director's is counted.

        What a table does by itself is its own, though the director's order may have set its timer.
        """
        if work.__qualname__ == "Work.guard":
            own = copy_context()
            own.run(FOR_DIRECTOR.set, False)
            return own.run(super().keep, work)
        is_look = work.__qualname__ == "Director.look"
        return super().keep(self.counted(work) if is_look or FOR_DIRECTOR.get() else work)

    async def counted(self, work: Coroutine[Any, Any, Any]) -> Any:
        """That work, with its time."""
        FOR_DIRECTOR.set(True)
        return await Stepped(work, self.spent)


async def evening() -> tuple[int, float, float]:
    """Hands that were played, the processor time of all of it, and that of the director."""
    with tempfile.TemporaryDirectory() as place:
        hall = Watched(Path(place), pace=0.0)
        await hall.start()
        conditions = fill("freeze-out", "house", Answers(name="Load", players=TABLES * SEATS, seats=SEATS))
        event = await hall.open_event("load", conditions, by=HOST, request="publish")
        await event.submit("open", HOST.account, OpenRegistration(HOST))
        await fill_with_bots(hall, event, TABLES * SEATS, "fill")
        while not event.state.play.clock.runs:
            await asyncio.sleep(0.01)
        before, began, loop = played(hall), time.process_time(), time.thread_time()
        hall.spent[0], first = 0.0, hall.journal.store.head().position
        while played(hall) - before < HANDS and event.state.phase == "started":
            await asyncio.sleep(0.01)
        total, in_loop = time.process_time() - began, time.thread_time() - loop
        written = share_written(hall, first)
        made = played(hall) - before, total, hall.spent[0] + (total - in_loop) * written
        if event.stopped:
            raise RuntimeError(event.stopped)
        await hall.close()
    return made


def played(hall: Hall) -> int:
    """How many hands were opened at the tables of the event."""
    return sum(one.table.number for one in hall.event_tables("load").values())


def share_written(hall: Hall, first: int) -> float:
    """The part of the journal that was written for the director since then, by bytes."""
    every = own = 0
    records = list(hall.journal.store.records(first, 10**9))  # first: play goes on, and no record is without its entry
    requests = {one.number: one.request for one in hall.journal.store.entries(0, 10**9)}
    for one in records:
        size = len(one.record.payload)
        every += size
        own += size * requests[one.entry].startswith("director ")
    return own / every if every else 0.0


def run() -> list[Row]:
    """One row: hands in a second of one core, with the director and without."""
    hands, total, director = uvloop.run(evening())
    name = f"{TABLES} tables of one tournament, {SEATS} bots each"
    return [Row(name, hands / total, hands / (total - director), "without its director", aim=round(LEAST, 3))]
