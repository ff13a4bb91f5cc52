"""Reality checks: whoever chose it is told every so many minutes how long they have sat, and with which result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from openfelt.cage import accounts
from openfelt.journal import Reader
from openfelt.room.people import People
from openfelt.service.record.play_meter import MINUTE_MS, PlayMeter


class SeatAt(Protocol):
    """A seat of somebody, as far as the stake there is concerned."""

    @property
    def table(self) -> str:
        """The name of the table."""


NEVER: Final = 0


class RealityChecks:
    """Which notices are due. The first look at somebody who sits tells nothing: it may be after a restart."""

    def __init__(self, journal: Reader, meter: PlayMeter) -> None:
        self._journal = journal
        self._meter = meter
        self._told: dict[str, tuple[int, int]] = {}  # since when somebody sits, and how many notices that was worth

    def due(self, people: People, seats: Mapping[str, Iterable[SeatAt]], at_ms: int) -> list[tuple[str, int, int]]:
        """The notices that are due now: account, minutes, result."""
        found = []
        for account, own in seats.items():
            chosen = people.of(account).reality_min
            every = people.rules.reality_min if chosen < 0 else chosen
            since = self._meter.sits_since(account, at_ms) if every != NEVER else 0
            if not since:
                continue
            minutes = (at_ms - since) // MINUTE_MS
            before = self._told.get(account)
            self._told[account] = since, minutes // every
            if before is not None and before[0] == since and minutes // every > before[1]:
                held = sum(self._journal.balance(accounts.stake(one.table, account)) for one in own)
                found.append((account, minutes, self._meter.result(account, since) + held))
        return found
