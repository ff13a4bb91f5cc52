"""Significant events of the room itself, on its own stream with who and why: starts, failures, refused log-ins, clocks.

They are kept apart from the tables' streams, so that they can be read without a card in sight.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import logging
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any, Final, Protocol

import apsw

import openfelt
from openfelt import __version__
from openfelt.errors import OpenfeltError
from openfelt.journal import Reader, StorageFailed
from openfelt.service.machine.clock import Clock, Timer

STEP_MS: Final = 2_000
LOCKOUTS_EVERY_S: Final = 60.0
LOCKOUTS_KEPT: Final = 1_000
CODE_EVERY_S: Final = 24 * 3600.0
PASSED_OVER: Final = ("__pycache__",)  # of the program's files
log = logging.getLogger("openfelt")


def code_hash(folders: Iterable[str | Path] = ()) -> str:
    """The hash of the program: the name and the bytes of each file of the package, in the order of their names."""
    whole = hashlib.sha256()
    for folder in map(Path, folders or openfelt.__path__):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and not set(PASSED_OVER) & set(file.parts):
                name = file.relative_to(folder).as_posix().encode()
                whole.update(len(name).to_bytes(2, "big") + name + hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


class Recorder(Protocol):
    """The room, as far as its record is concerned."""

    clock: Clock

    async def note(self, name: str, payload: dict[str, Any], actor: str, request: str) -> None:
        """Put something on the room's own record."""

    def keep(self, work: Coroutine[Any, Any, Any]) -> object:
        """Run a task in the background."""


class Significant:
    """Writes significant events. What cannot be written is logged, and nobody waits for it."""

    def __init__(self, room: Recorder) -> None:
        self._room = room
        self._numbers = itertools.count(1)
        self._code = ""
        self._clocks = (room.clock.now_ms(), room.clock.monotonic())
        self._lockouts: dict[str, float] = {}
        self._daily: Timer | None = None

    def note(self, name: str, payload: dict[str, Any], actor: str = "house") -> None:
        """Put an event on record in the background."""
        self._room.keep(self.write(name, payload, actor))

    async def write(self, name: str, payload: dict[str, Any], actor: str = "house") -> None:
        """Put an event on record; if the journal has stopped, it has reported that itself."""
        request = f"{name} {self._room.clock.now_ms()} {next(self._numbers)}"
        try:
            await self._room.note(name, payload, actor, request)
        except (OpenfeltError, StorageFailed) as fault:
            log.error("%s could not be put on record: %s", name, type(fault).__name__)

    async def started(self, *, hash_code: Callable[[], str] = code_hash) -> None:
        """The room starts: which program, on which library. The program is looked at again every day."""
        self._code = await asyncio.to_thread(hash_code)
        await self.write(
            "RoomStarted", {"version": __version__, "code": self._code, "sqlite": apsw.sqlite_lib_version()}
        )
        self._look_tomorrow(hash_code)

    async def upgraded(self, journal: Reader) -> None:
        """That the journal was brought to a later version of its tables, once for each version."""
        for version, last in journal.upgrades().items():
            request = f"journal upgraded to {version}"
            if journal.receipt(request) is not None:
                continue
            log.info("the journal was brought to version %d after entry %d", version, last)
            with contextlib.suppress(OpenfeltError, StorageFailed):  # the next start tries again
                await self._room.note("JournalUpgraded", {"version": version, "after_entry": last}, "house", request)

    def _look_tomorrow(self, hash_code: Callable[[], str]) -> None:
        def look() -> None:
            self._room.keep(self.look_again(hash_code))

        self._daily = self._room.clock.call_later(CODE_EVERY_S, look)

    async def look_again(self, hash_code: Callable[[], str] = code_hash) -> None:
        """Compare the program on disk with the one that started."""
        found = await asyncio.to_thread(hash_code)
        if found != self._code:
            log.critical("the program on disk has changed since the start")
            await self.write("CodeChanged", {"code": found, "started": self._code})
            self._code = found
        self._look_tomorrow(hash_code)

    def close(self) -> None:
        """Stop looking."""
        if self._daily is not None:
            self._daily.cancel()

    def watch_clocks(self) -> None:
        """A wall clock that was set changes no deadline, but it is on record: times before and after do not compare."""
        wall, steady = self._room.clock.now_ms(), self._room.clock.monotonic()
        by = (wall - self._clocks[0]) - round((steady - self._clocks[1]) * 1000)
        self._clocks = (wall, steady)
        if abs(by) > STEP_MS:
            log.warning("the clock was set by %d ms", by)
            self.note("ClockStepped", {"by_ms": by})

    def log_in_failed(self, account: str, address: str) -> None:
        """A wrong password. What was typed is not kept: it may be a password typed in the wrong field."""
        self.note("LogInFailed", {"account": account, "address": address})

    def locked_out(self, address: str) -> None:
        """Too many tries; once a minute for each address is enough."""
        now = self._room.clock.monotonic()
        if len(self._lockouts) >= LOCKOUTS_KEPT:
            self._lockouts = {one: at for one, at in self._lockouts.items() if now - at < LOCKOUTS_EVERY_S}
        if len(self._lockouts) < LOCKOUTS_KEPT and now - self._lockouts.get(address, -1e9) >= LOCKOUTS_EVERY_S:
            self._lockouts[address] = now
            self.note("LogInsRefused", {"address": address})
