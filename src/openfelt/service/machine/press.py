"""Pages and counts that cost work are made beside the tables, by one thread, and the latest pages are kept.

Knows no page's content.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from openfelt.errors import OpenfeltError

MOST_KEPT_BYTES: Final = 32 * 2**20

T = TypeVar("T")


class PagesBusy(OpenfeltError):
    """More pages are asked for than can be made soon."""

    code = "pages-busy"


class Press:
    """Makes one page at a time; who asks for the same page meanwhile gets the same copy."""

    def __init__(self, most_waiting: int, name: str = "pages") -> None:
        self.most_waiting = most_waiting
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
        kept = self._kept.pop(key, None)
        if kept is not None:
            self._kept[key] = kept  # the one read last stands last
            return kept
        making = self._making.get(key)
        if making is None:
            if len(self._making) >= self.most_waiting:
                raise PagesBusy("many others are reading; try again in a moment")
            making = asyncio.ensure_future(self._make(key, make))
            self._making[key] = making
        return await asyncio.shield(making)

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
