"""The writers of the room by kind and name, and its jackpots: the house as far as it knows its pools."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from openfelt.cage import accounts as ledger_accounts
from openfelt.errors import RuleViolation
from openfelt.jackpots import Parameters
from openfelt.jackpots.orders import OpenPool
from openfelt.phrases import phrase, quoted
from openfelt.room.events import HandClosed
from openfelt.room.jackpot_events import HandCorrected, HandTabled, PoolIncremented
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
OF_CLAIMS: Final = frozenset((HandClosed, HandTabled, HandCorrected))
W = TypeVar("W", bound=Writer)


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

    # -- writers of any kind -----------------------------------------------------------------------------------------

    def of_kind(self, kind: type[W]) -> dict[str, W]:
        """The writers of a kind by their names."""
        return {one.name: one for one in self.writers.values() if isinstance(one, kind)}

    def find(self, kind: type[W], stream: str) -> W | None:
        """The writer of a stream; None if there is none, or one of another kind."""
        found = self.writers.get(stream)
        return found if isinstance(found, kind) else None

    def find_whole(self, kind: type[W], stream: str) -> W | None:
        """The same, refused where the record of the stream could not be folded."""
        if stream in self.broken:
            raise TableStopped(f"{stream.partition('/')[2]} is stopped: {self.broken[stream]}")
        return self.find(kind, stream)

    async def begin(self, host: Writer, order: Any, *, by: Officer, request: str) -> None:  # noqa: ANN401 - of its kind
        """Store the first order of a new stream, and keep its writer."""
        await host.submit(request, by.account, order)
        if not host.version:
            raise RequestReused(request)
        self.writers[host.stream] = host

    # -- jackpots ----------------------------------------------------------------------------------------------------

    @property
    def jackpots(self) -> dict[str, JackpotHost]:
        """The jackpots by name."""
        return self.of_kind(JackpotHost)

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
                raise RuleViolation(
                    "pool-exists", (), phrase("there is a jackpot {known} already", known=quoted(known or name))
                )
            host = JackpotHost(self, name)
            host.work = JackpotWork(host, self, self)
            await self.begin(host, OpenPool(name, parameters, by), by=by, request=request)
        return host

    def jackpot(self, name: str) -> JackpotHost:
        """The jackpot of that name."""
        found = self.find_whole(JackpotHost, f"{JACKPOT}{name}")
        if found is None:
            raise NotAllowed(
                phrase("there is no jackpot {name}", name=quoted(name)),
                code="no-jackpot",
                legal=tuple(self.jackpots)[:20],
            )
        return found

    def jackpot_of(self, host: TableHost) -> JackpotHost | None:
        """The jackpot that a table is linked to."""
        link = host.table.jackpot
        return self.find(JackpotHost, f"{JACKPOT}{link.pool}") if link is not None else None

    def tell_jackpots(self, writer: Published, events: Sequence[Any]) -> None:
        """A hand that may be claimed concerns its jackpot, and what happens to a jackpot its tables."""
        if isinstance(writer, TableHost):
            if writer.table.jackpot is None:
                return
            kinds = {type(one) for one in events}
            if PoolIncremented in kinds:
                self.tell_lobby()
            if OF_CLAIMS & kinds and (pool := self.jackpot_of(writer)) is not None:
                pool.work.plan()
        elif isinstance(writer, JackpotHost):
            for table in writer.state.tables:
                self.refresh(table)
            self.tell_lobby()
