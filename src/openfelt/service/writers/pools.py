"""The jackpots of the room: the house as far as it knows its pools."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from openfelt.cage import accounts as ledger_accounts
from openfelt.errors import RuleViolation
from openfelt.jackpots import Parameters
from openfelt.jackpots.orders import OpenPool
from openfelt.room.events import HandClosed, HandCorrected, HandTabled, PoolIncremented
from openfelt.room.offices import Officer
from openfelt.service.house import House, Published
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.record.asked import JACKPOT
from openfelt.service.wire.requests import RequestReused
from openfelt.service.writers.jackpot import JackpotHost
from openfelt.service.writers.jackpot_work import JackpotWork
from openfelt.service.writers.table import TableHost
from openfelt.service.writers.writer import TableStopped, Writer

BANK: Final = 100_000_000_000
OF_CLAIMS: Final = (HandClosed, HandTabled, HandCorrected)


class Pools(House):
    """What the hall does with jackpots."""

    writers: dict[str, Writer]
    broken: dict[str, str]
    _opening: asyncio.Lock

    @property
    @abstractmethod
    def hosts(self) -> dict[str, TableHost]:
        """The poker tables by name."""

    @abstractmethod
    async def issue_to(self, target: ledger_accounts.Account, amount: int, request: str) -> None:
        """Chips into an account, from the house's issue, once for each request."""

    @property
    def jackpots(self) -> dict[str, JackpotHost]:
        """The jackpots by name."""
        return {one.name: one for one in self.writers.values() if isinstance(one, JackpotHost)}

    def load_jackpot(self, stream: str) -> None:
        """A jackpot from its record."""
        host = JackpotHost.load(self, stream)
        host.work = JackpotWork(host, self, self)
        self.writers[stream] = host

    async def open_jackpot(self, name: str, parameters: Parameters, *, by: Officer, request: str) -> JackpotHost:
        """Offer a jackpot; the operator's bank is funded once."""
        await self.issue_to(ledger_accounts.HOUSE, BANK, "issue bank")
        stream = f"{JACKPOT}{name}"
        async with self._opening:
            known = next((one for one in self.jackpots if one.casefold() == name.casefold()), "")
            if known or stream in self.broken:
                raise RuleViolation("pool-exists", (), f"there is a jackpot {known or name!r} already")
            host = JackpotHost(self, name)
            host.work = JackpotWork(host, self, self)
            await host.submit(request, by.account, OpenPool(name, parameters, by))
            if not host.version:
                raise RequestReused(request)
            self.writers[stream] = host
        return host

    def jackpot(self, name: str) -> JackpotHost:
        """The jackpot of that name."""
        if f"{JACKPOT}{name}" in self.broken:
            raise TableStopped(f"{name} is stopped: {self.broken[f'{JACKPOT}{name}']}")
        found = self.writers.get(f"{JACKPOT}{name}")
        if not isinstance(found, JackpotHost):
            raise NotAllowed(f"there is no jackpot {name!r}", code="no-jackpot", legal=tuple(self.jackpots)[:20])
        return found

    def jackpot_of(self, host: TableHost) -> JackpotHost | None:
        """The jackpot that a table is linked to."""
        link = host.table.jackpot
        found = self.writers.get(f"{JACKPOT}{link.pool}") if link is not None else None
        return found if isinstance(found, JackpotHost) else None

    def tell_jackpots(self, writer: Published, events: Sequence[Any]) -> None:
        """A hand that may be claimed concerns its jackpot, and what happens to a jackpot its tables."""
        if isinstance(writer, JackpotHost):
            for table in writer.state.tables:
                self.refresh(table)
            self.tell_lobby()
            return
        pool = self.jackpot_of(writer) if isinstance(writer, TableHost) else None
        if any(isinstance(one, PoolIncremented) for one in events):
            self.tell_lobby()
        if pool is not None and any(type(one) in OF_CLAIMS for one in events):
            pool.work.plan()
