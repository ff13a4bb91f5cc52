"""Pages and counts that cost work are made beside the tables, by one thread, and the latest pages are kept.

Of what one reader asks for, so much is made at once; the rest waits and takes nobody else's place. Knows no page's
content.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from openfelt.errors import OpenfeltError

MOST_KEPT_BYTES: Final = 32 * 2**20
READER: Final = ContextVar("READER", default="")  # in whose name the present request reads: an account, or an address

T = TypeVar("T")


class PagesBusy(OpenfeltError):
    """More pages are asked for than can be made soon."""

    code = "pages-busy"


class Press:
    """Makes one page at a time; who asks for the same page meanwhile gets the same copy."""

    def __init__(self, most_waiting: int, name: str = "pages", *, most_of_one: int = 0) -> None:
        self.most_waiting = most_waiting
        self.most_of_one = most_of_one  # made at once for one reader; 0 for any number
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # by reader
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._kept: dict[Hashable, bytes] = {}
        self._size = 0
        self._making: dict[Hashable, asyncio.Future[bytes]] = {}
        self._beside = 0

    @property
    def waiting(self) -> int:
        """How many pages are being made or wait for it."""
        return len(self._making) + self._beside

    async def page(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The page of that key, made if it is not kept. Raises what `make` raises, and PagesBusy."""
        kept = self._kept_page(key)
        if kept is None and key in self._making:
            return await asyncio.shield(self._making[key])
        return kept if kept is not None else await self._made(key, make)

    def _kept_page(self, key: Hashable) -> bytes | None:
        kept = self._kept.pop(key, None)
        if kept is not None:
            self._kept[key] = kept  # the one read last stands last
        return kept

    async def _made(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The page, made in its reader's turn, unless that happened meanwhile."""
        async with self._turn():
            kept, making = self._kept_page(key), self._making.get(key)
            if kept is not None:
                return kept
            if making is None:
                if len(self._making) >= self.most_waiting:
                    raise PagesBusy("many others are reading; try again in a moment")
                making = self._making[key] = asyncio.ensure_future(self._make(key, make))
            return await asyncio.shield(making)

    def _turn(self) -> contextlib.AbstractAsyncContextManager[Any]:
        """Held while something is made for the reader of the present request."""
        reader = READER.get()
        if not (reader and self.most_of_one):
            return contextlib.nullcontext()
        return self._turns.setdefault(reader, asyncio.Semaphore(self.most_of_one))

    async def _make(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        try:
            made = await asyncio.get_running_loop().run_in_executor(self._thread, make)
        finally:
            del self._making[key]
        self._kept[key] = made
        self._size += len(made)
        while self._size > MOST_KEPT_BYTES:
            oldest = next(iter(self._kept))
            self._size -= len(self._kept.pop(oldest))
        return made

    async def beside(self, work: Callable[[], T]) -> T:
        """Run work by the same thread in its turn and keep no result. Raises what the work raises, and PagesBusy."""
        async with self._turn():
            if self._beside >= self.most_waiting:
                raise PagesBusy("many others are reading; try again in a moment")
            self._beside += 1
            try:
                return await asyncio.get_running_loop().run_in_executor(self._thread, work)
            finally:
                self._beside -= 1

    def close(self) -> None:
        """Stop making pages."""
        self._thread.shutdown(wait=False, cancel_futures=True)
