"""Connections: each has a bounded queue of its own, so that a slow reader costs only itself.

When too many frames wait, those of the tables are dropped and one fresh snapshot of each table takes their place as
soon as the reader reads again; answers to requests are never dropped.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

GONE: Final = 1001
SLOW: Final = 1013
SESSION_ENDED: Final = 4001
TOO_MANY: Final = 4029
LOBBY: Final = "lobby/"  # no table has a slash in its name


class Subscriber:
    """One connection: what it watches, what waits to be sent, and how it ends."""

    def __init__(
        self,
        player: str,
        *,
        session: bytes = b"",
        ends_ms: int = 0,
        address: str = "",
        most: int = 64,
        is_staff: bool = False,
    ) -> None:
        self.player = player
        self.is_staff = is_staff
        self.session = session
        self.ends_ms = ends_ms
        self.address = address
        self.most = most
        self.tables: dict[str, None] = {}
        self.lobby = False
        self.stale: dict[str, None] = {}
        self.dropped = 0
        self.code = 0
        self.sending_since = 0.0
        self.hang_up: Callable[[], object] = lambda: None
        self.send_now: Callable[..., bool] = lambda *_: False  # one frame or more, if the socket takes them now
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._ready = asyncio.Event()
        self._sent = asyncio.Event()

    @property
    def waiting(self) -> int:
        """How many frames wait."""
        return len(self._waiting)

    def tell(self, table: str, data: bytes) -> None:
        """Queue what happened at a table; when too many wait, forget the tables' frames and owe snapshots instead."""
        if self.code or table in self.stale:
            return
        if len(self._waiting) >= self.most:
            self.drop()
            return
        self._put(table, data)

    def drop(self) -> None:
        """Forget what the tables said: a fresh snapshot of each will say it better."""
        self.dropped += 1
        self._waiting = deque(one for one in self._waiting if not one[0])
        self.stale |= self.tables
        self._ready.set()

    def owe(self, table: str) -> None:
        """A fresh snapshot, or a fresh lobby, is due; it is made when it can be sent, and replaces what waits."""
        if table in self.stale or self.code:
            return
        if any(one[0] == table for one in self._waiting):
            self._waiting = deque(one for one in self._waiting if one[0] != table)
        self.stale[table] = None
        self._ready.set()

    def answer(self, data: bytes) -> None:
        """Queue an answer to a request. A reader who asks and never reads is let go."""
        if self.code:
            return
        if len(self._waiting) >= 2 * self.most:
            self.end(SLOW)
            return
        self._put("", data)

    def _put(self, table: str, data: bytes) -> None:
        """Send at once where nothing waits and the socket takes it; otherwise queue."""
        if self.is_clear and self.send_now(data):
            return
        self._waiting.append((table, data))
        self._ready.set()

    @property
    def is_clear(self) -> bool:
        """Whether nothing waits or is being sent, so that a frame may go out at once."""
        return not (self._waiting or self.stale or self.sending_since or self.code)

    def tell_and_answer(self, table: str, data: bytes, reply: bytes) -> None:
        """What this reader's own request did at a table, and the answer to it: in one piece if the socket takes it."""
        if not (self.is_clear and self.send_now(data, reply)):
            self.tell(table, data)
            self.answer(reply)

    def end(self, code: int, farewell: bytes = b"") -> None:
        """Send this frame as the last one and close the connection with that code."""
        if self.code:
            return
        if farewell:
            self._waiting.append(("", farewell))
        self.code = code
        self._ready.set()
        self._sent.set()

    def take(self, fresh: Callable[[str], bytes]) -> bytes:
        """The next frame to send, or nothing. `fresh` makes a snapshot that is owed."""
        while self.stale and not self.code:
            table = next(iter(self.stale))
            del self.stale[table]
            if data := fresh(table):
                return data
        self._sent.set()
        return self._waiting.popleft()[1] if self._waiting else b""

    async def breathe(self) -> None:
        """Wait while as many frames wait as may: who asks faster than they read is read more slowly."""
        while len(self._waiting) >= self.most and not self.code:
            self._sent.clear()
            await self._sent.wait()

    async def next(self, fresh: Callable[[str], bytes]) -> bytes | None:
        """The next frame to send, when there is one; None when the connection ends."""
        while True:
            if data := self.take(fresh):
                return data
            if self.code:
                return None
            self._ready.clear()
            await self._ready.wait()


@dataclass(slots=True)
class Reply:
    """The answer that is due when a request has been carried out; it goes out with the news the request makes."""

    one: Subscriber
    data: bytes
    given: bool = False

    def give(self) -> None:
        """Answer, unless that was done with the news."""
        if not self.given:
            self.given = True
            self.one.answer(self.data)


class Crowd:
    """Everyone connected, found by table and by player without looking at all of them."""

    def __init__(self) -> None:
        self.all: dict[Subscriber, None] = {}
        self._watching: dict[str, dict[Subscriber, None]] = {}
        self._of_player: dict[str, dict[Subscriber, None]] = {}
        self._of_address: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.all)

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(list(self.all))

    def add(self, one: Subscriber) -> None:
        """Someone came."""
        self.all[one] = None
        self._of_player.setdefault(one.player, {})[one] = None
        self._of_address[one.address] = self._of_address.get(one.address, 0) + 1

    def remove(self, one: Subscriber) -> None:
        """Someone left."""
        if one not in self.all:
            return
        del self.all[one]
        for table in list(one.tables):
            self.unwatch(one, table)
        forget(self._of_player, one.player, one)
        left = self._of_address[one.address] - 1
        if left:
            self._of_address[one.address] = left
        else:
            del self._of_address[one.address]

    def watch(self, one: Subscriber, table: str) -> None:
        """Someone looks at a table."""
        one.tables[table] = None
        self._watching.setdefault(table, {})[one] = None

    def unwatch(self, one: Subscriber, table: str) -> None:
        """Somebody stops watching a table."""
        one.tables.pop(table, None)
        one.stale.pop(table, None)
        forget(self._watching, table, one)

    def watching(self, table: str) -> list[Subscriber]:
        """Everyone who watches a table."""
        return list(self._watching.get(table, ()))

    def is_watched(self, table: str) -> bool:
        """Whether anyone watches a table."""
        return table in self._watching

    def of_player(self, player: str) -> list[Subscriber]:
        """The connections of one account."""
        return list(self._of_player.get(player, ()))

    def is_here(self, player: str) -> bool:
        """Whether an account has a connection."""
        return player in self._of_player

    def at_address(self, address: str) -> int:
        """How many connections come from an address."""
        return self._of_address.get(address, 0)


def forget(where: dict[str, dict[Subscriber, None]], key: str, one: Subscriber) -> None:
    """Take a connection out of an index, and the key with the last one."""
    found = where.get(key)
    if found is not None:
        found.pop(one, None)
        if not found:
            del where[key]
