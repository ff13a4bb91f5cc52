"""Group commit: many tables append at once, one flush takes whatever has queued, each is told after the flush.

Filing (looking, hashing, inserting) is work for the processor and happens in the loop's own thread; only the wait for
the disk has a thread of its own. Two busy threads would hand the interpreter to and fro at every statement.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import deque
from collections.abc import Callable
from typing import Final

from openfelt.errors import OpenfeltError
from openfelt.journal.records import Entry, Receipt
from openfelt.journal.store import Outcome, StorageFailed, Store

MOST_QUEUED: Final = 10_000
MOST_PER_FLUSH: Final = 100  # filing them holds up the loop

Waiting = tuple[Entry, "asyncio.Future[Receipt]", float]  # an entry, who waits for it, and since when
Filed = tuple[list[Waiting], list[Outcome]]


class JournalBusy(OpenfeltError):
    """More is queued than the disk can take; nothing was stored."""

    code = "busy"


class AsyncJournal:
    """The journal as the tables see it. Reads go to `store`; only this object appends to it.

    A cancelled `append` may still be stored: the caller finds out with the request id, as after any lost answer.
    """

    def __init__(self, store: Store, *, most_queued: int = MOST_QUEUED, most_per_flush: int = MOST_PER_FLUSH) -> None:
        self.store = store
        self.flushes = 0
        self.failure: BaseException | None = None
        self.took: Callable[[float], object] | None = None  # told of each entry how many seconds it took
        self._most_queued = most_queued
        self._most_per_flush = most_per_flush
        self._queue: deque[Waiting] = deque()
        self._busy = False  # a flush is under way, or will begin in this turn of the loop
        self._idle = asyncio.Event()
        self._closing = False
        self._loop = asyncio.get_running_loop()
        self._filed: queue.SimpleQueue[Filed | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._flush_each, name="journal", daemon=True)
        self._thread.start()

    async def append(self, entry: Entry) -> Receipt:
        """File one entry; returns once it is durable. Raises a refusal, JournalBusy or StorageFailed."""
        return await self.submit(entry)

    def submit(self, entry: Entry) -> asyncio.Future[Receipt]:
        """Queue one entry now, in the caller's order; the future is done once it is durable."""
        if self.failure is not None:
            raise StorageFailed(f"writing stopped after: {self.failure}")
        if self._closing:
            raise StorageFailed("the journal is closed")
        if len(self._queue) >= self._most_queued:
            raise JournalBusy(f"{self._most_queued} entries are waiting for the disk")
        answer: asyncio.Future[Receipt] = self._loop.create_future()
        self._queue.append((entry, answer, self._loop.time()))
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._begin)  # with everything else that is submitted in this turn of the loop
        return answer

    @property
    def waiting(self) -> int:
        """How many entries wait for the next flush."""
        return len(self._queue)

    async def close(self) -> None:
        """Flush what has queued, then stop the thread and the store."""
        self._closing = True
        while self._busy:
            self._idle.clear()
            await self._idle.wait()
        self._filed.put(None)
        await asyncio.to_thread(self._thread.join)
        self.store.close()

    def _begin(self) -> None:
        """File everything that has queued, up to one flush, and leave the flush to the thread."""
        batch = [self._queue.popleft() for _ in range(min(len(self._queue), self._most_per_flush))]
        if not batch:
            self._rest()
            return
        try:
            outcomes = self.store.file_all([entry for entry, _, _ in batch])
        except BaseException as fault:  # whatever it was, everyone who waits must be told
            self._stop(fault, batch)
            return
        self._filed.put((batch, outcomes))

    def _flush_each(self) -> None:
        """The thread: wait for the disk, say so, and again."""
        while (filed := self._filed.get()) is not None:
            batch, outcomes = filed
            try:
                self.store.flush()
            except BaseException as fault:  # whatever it was, everyone who waits must be told
                self._loop.call_soon_threadsafe(self._stop, fault, batch)
                return
            self._loop.call_soon_threadsafe(self._flushed, batch, outcomes)

    def _flushed(self, batch: list[Waiting], outcomes: list[Outcome]) -> None:
        """The next flush begins, then those of this one are told: the disk works while they go on."""
        self.flushes += 1
        self._begin()
        if self.took is not None:
            now = self._loop.time()
            for _, _, since in batch:
                self.took(now - since)
        deliver(batch, outcomes)

    def _rest(self) -> None:
        self._busy = False
        self._idle.set()

    def _stop(self, fault: BaseException, batch: list[Waiting]) -> None:
        """No retry: everyone who waits is told that nothing is known to be stored, and nothing more is taken."""
        self.failure = fault
        batch = [*batch, *self._queue]
        self._queue.clear()
        self._rest()
        fail(batch, fault)


def deliver(batch: list[Waiting], outcomes: list[Outcome]) -> None:
    """Tell each asker, in the order of the log."""
    for (_, answer, _), outcome in zip(batch, outcomes, strict=True):
        if answer.done():
            continue
        if isinstance(outcome, Receipt):
            answer.set_result(outcome)
        else:
            answer.set_exception(outcome)


def fail(batch: list[Waiting], fault: BaseException) -> None:
    """Tell each asker that the writer has stopped."""
    for _, answer, _ in batch:
        if not answer.done():
            stopped = StorageFailed(f"writing stopped after: {fault}")
            stopped.__cause__ = fault
            answer.set_exception(stopped)
