"""Group commit: many tables append at once, one thread flushes whatever has queued, each is told after the flush."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from typing import Final

from openfelt.errors import OpenfeltError
from openfelt.journal.records import Entry, Receipt
from openfelt.journal.store import Outcome, StorageFailed, Store

MOST_QUEUED: Final = 10_000
MOST_PER_FLUSH: Final = 500

Waiting = tuple[Entry, "asyncio.Future[Receipt]"]


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
        self._most_queued = most_queued
        self._most_per_flush = most_per_flush
        self._queue: deque[Waiting] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    async def append(self, entry: Entry) -> Receipt:
        """File one entry; returns once it is durable. Raises a refusal, JournalBusy or StorageFailed."""
        return await self.submit(entry)

    def submit(self, entry: Entry) -> asyncio.Future[Receipt]:
        """Queue one entry now, in the caller's order; the future is done once it is durable."""
        answer: asyncio.Future[Receipt] = self._loop.create_future()
        with self._changed:
            if self.failure is not None:
                raise StorageFailed(f"writing stopped after: {self.failure}")
            if self._closing:
                raise StorageFailed("the journal is closed")
            if len(self._queue) >= self._most_queued:
                raise JournalBusy(f"{self._most_queued} entries are waiting for the disk")
            self._queue.append((entry, answer))
            self._changed.notify()
        return answer

    async def close(self) -> None:
        """Flush what has queued, then stop the thread and the store."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        await asyncio.to_thread(self._thread.join)
        # Answers of the last flush are still to be delivered by the loop.
        await asyncio.sleep(0)
        self.store.close()

    def _write(self) -> None:
        while batch := self._next():
            try:
                outcomes = self.store.append_all([entry for entry, _ in batch])
            except BaseException as fault:  # whatever it was, everyone who waits must be told
                self._stop(fault, batch)
                return
            self.flushes += 1
            self._loop.call_soon_threadsafe(deliver, batch, outcomes)

    def _next(self) -> list[Waiting]:
        """Everything that has queued, up to one flush; empty when closing and done."""
        with self._changed:
            while not self._queue and not self._closing:
                self._changed.wait()
            return [self._queue.popleft() for _ in range(min(len(self._queue), self._most_per_flush))]

    def _stop(self, fault: BaseException, batch: list[Waiting]) -> None:
        """No retry: everyone who waits is told that nothing is known to be stored, and nothing more is taken."""
        with self._changed:
            self.failure = fault
            batch = [*batch, *self._queue]
            self._queue.clear()
        self._loop.call_soon_threadsafe(fail, batch, fault)


def deliver(batch: list[Waiting], outcomes: list[Outcome]) -> None:
    """Tell each asker, in the order of the log."""
    for (_, answer), outcome in zip(batch, outcomes, strict=True):
        if answer.done():
            continue
        if isinstance(outcome, Receipt):
            answer.set_result(outcome)
        else:
            answer.set_exception(outcome)


def fail(batch: list[Waiting], fault: BaseException) -> None:
    """Tell each asker that the writer has stopped."""
    for _, answer in batch:
        if not answer.done():
            stopped = StorageFailed(f"writing stopped after: {fault}")
            stopped.__cause__ = fault
            answer.set_exception(stopped)
