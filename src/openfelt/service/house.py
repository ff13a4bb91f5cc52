"""What every part of the running room shares: its journal, clocks, accounts, connections and counters.

Writers, chat and log-ins know this much of the room and no more; `hall` puts the tables into it.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from openfelt.cage import accounts as ledger_accounts
from openfelt.errors import OpenfeltError, StaleView
from openfelt.journal import SqliteStore, Store
from openfelt.journal.writer import AsyncJournal
from openfelt.room.playing import Standing
from openfelt.rulebooks import Cites
from openfelt.service.deck.shuffle import Shuffler
from openfelt.service.machine.clock import Clock, WallClock
from openfelt.service.machine.limits import Limits
from openfelt.service.machine.metrics import Metrics
from openfelt.service.people.accounts import Accounts
from openfelt.service.people.invitations import Invitations
from openfelt.service.people.keepsakes import Keepsakes
from openfelt.service.people.kiosk_codes import KioskCodes
from openfelt.service.people.names import shown_name
from openfelt.service.people.seals import FORMER
from openfelt.service.people.second_factor import SecondFactors
from openfelt.service.record.conservation import ChipsLost
from openfelt.service.record.hand_index import HandIndex
from openfelt.service.record.significant import Significant
from openfelt.service.wire import protocol as p
from openfelt.service.wire.subscribers import SESSION_ENDED, Crowd, Reply, Subscriber

GRACE_S: Final = 60.0
log = logging.getLogger("openfelt")

T = TypeVar("T")


class Published(Protocol):
    """What publishing needs to know of a writer."""

    stream: str
    version: int

    @property
    def name(self) -> str:
        """The name of the table, or of whatever the stream is of."""


def open_store(data: Path) -> Store:
    """The journal of a data directory, for writing; refused while another process writes it."""
    data.mkdir(parents=True, exist_ok=True)
    return SqliteStore(data / "journal.sqlite")


class House(ABC):
    """Everything in one process that is not a table. A test brings its own store, clock and moods of bots."""

    def __init__(
        self,
        data: Path,
        *,
        pace: float = 1.0,
        store: Store | None = None,
        journal: AsyncJournal | None = None,
        clock: Clock | None = None,
        limits: Limits | None = None,
        grace_s: float = GRACE_S,
        moods: str = "",
        metrics: Metrics | None = None,
    ) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.data = data
        self.pace = pace
        self.grace_s = grace_s
        self.moods = moods
        self.clock: Clock = clock or WallClock()
        self.limits = limits or Limits()
        self.metrics = metrics or Metrics()
        self.finishing = False  # hands in play are played out, and no other begins
        self.closing = False
        self.journal = journal or AsyncJournal(store or open_store(data))
        self.journal.took = self.metrics.append_s.observe
        self.accounts = Accounts(data / "accounts.sqlite")
        self.invitations = Invitations(self.accounts)
        self.keepsakes = Keepsakes(self.accounts)
        self.factors = SecondFactors(self.accounts, self.limits)
        self.significant = Significant(self)
        self.shuffler = Shuffler(on_failure=self.dealing_stopped)
        self.subscribers = Crowd()
        self.kiosk_codes = KioskCodes()
        self.names: dict[str, str] = {}
        self.closed = self.accounts.closed()  # the ids of closed accounts
        self.refusals = 0
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- what whoever has the writers says -----------------------------------------------------------------------------

    @abstractmethod
    def publish(self, writer: Published, after: int, events: Sequence[Any], reply: Reply | None = None) -> None:
        """Tell everyone who watches what has happened since `after`."""

    @abstractmethod
    def tell_lobby(self) -> None:
        """Something changed that the lobby shows."""

    @abstractmethod
    def keep_apart(self) -> None:
        """Players were directed apart: see that they are, at every table."""

    @abstractmethod
    def apart(self, book: str) -> tuple[tuple[str, ...], ...]:
        """Pairs of players whom the floor keeps apart, by directions under that rulebook."""

    @abstractmethod
    def prescribed(self) -> tuple[str, ...]:
        """What regulations forbid as a prize, by the room's own list."""

    @abstractmethod
    async def note(self, name: str, payload: dict[str, Any], actor: str, request: str) -> None:
        """Put something significant on the room's own record: who did what, and why."""

    @abstractmethod
    def must_leave(self, player: str, book: str, table: str) -> Cites:
        """The clauses that forbid somebody to go on playing at a table of a book; empty if the player may stay."""

    @abstractmethod
    def standing(self, player: str, at_ms: int) -> Standing:
        """How somebody who wants to play stands with the house."""

    @abstractmethod
    async def issue(self, player: str, amount: int, request: str) -> None:
        """Play chips for a purse, from the house's issue, once for each request."""

    # -- work beside everything else ---------------------------------------------------------------------------------

    def keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a task in the background and keep a reference to it until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever awaited it got the error; otherwise it was reported where it happened

    async def end_work(self) -> None:
        """End the background tasks that still run."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def now_ms(self) -> int:
        """UTC for records; deadlines use the monotonic clock."""
        return self.clock.now_ms()

    # -- whoever keeps the machine ------------------------------------------------------------------------------------

    def dealing_stopped(self, why: str) -> None:
        """Put on record that the shuffle failed its own test: no hand starts at any table."""
        log.critical("%s", why)
        self.significant.note("DealingStopped", {"why": why})

    def refused(self, code: str) -> None:
        """A request of the socket was refused."""
        self.refusals += 1
        self.metrics.refusals.labels(code).inc()

    def report_fault(self, fault: BaseException) -> None:
        """Log a fault of ours: its kind and place, and no card, seed or token."""
        self.metrics.faults.inc()
        log.error("%s at %s", type(fault).__name__, where(fault))

    def report_refusal(self, name: str, refused: OpenfeltError) -> None:
        """Work of the house itself was refused and will be planned again: for whoever keeps the machine.

        Work that came too late is no news: something else was done first.
        """
        if not isinstance(refused, StaleView):
            log.warning("table %s: the house's own work was refused (%s) and is tried again", name, refused.code)

    def stopped(self, name: str, fault: BaseException) -> None:
        """Report that a table was stopped, in the log and to everyone who watches."""
        log.critical("table %s is stopped: %s at %s", name, type(fault).__name__, where(fault))
        account = fault.account if isinstance(fault, ChipsLost) else ""
        if account:
            log.critical("account %s: the table and the ledger do not agree", account)
        what = {"table": name, "fault": type(fault).__name__, "account": account}
        self.significant.note("TableStopped", what)
        self.refresh(name)

    @cached_property
    def hand_index(self) -> HandIndex:
        """Finished hands by player, read from the journal once somebody asks for them."""
        return HandIndex(self.data / "hands.sqlite", self.journal.store)

    # -- people ------------------------------------------------------------------------------------------------------

    def name_of(self, player: str) -> str:
        """A player's name as shown."""
        known = self.names.get(player)
        if known is None:
            account = self.accounts.find(player)
            if account is None:
                return FORMER if player in self.closed else shown_name(player)
            known = self.names[player] = account.name
        return known

    def is_away(self, player: str) -> bool:
        """Whether no connection of that player is open."""
        return not self.subscribers.is_here(player)

    def end_connection(self, one: Subscriber, code: str, why: str) -> None:
        """Tell a connection why it ends, and end it."""
        one.end(SESSION_ENDED, p.write_frame(p.Goodbye(error=p.Fault(code, (), why))))

    def end_sessions(self, account: str, code: str, why: str) -> None:
        """Close every connection of an account, at once."""
        for one in self.subscribers.of_player(account):
            self.end_connection(one, code, why)

    # -- publishing --------------------------------------------------------------------------------------------------

    def tell(self, writer: Published, after: int, events: Sequence[Any], reply: Reply | None = None) -> None:
        """Tell viewers what is durable. A fault of ours there stops no table: they get a snapshot instead."""
        try:
            self.publish(writer, after, events, reply)
        except Exception as fault:
            self.report_fault(fault)
            self.refresh(writer.name)
        self.tell_lobby()

    def refresh(self, name: str) -> None:
        """Send everyone who watches a fresh snapshot, as something changed without an event: a clock."""
        for one in self.subscribers.watching(name):
            one.owe(name)

    # -- money -------------------------------------------------------------------------------------------------------

    def purse(self, player: str) -> int:
        """The chips in a player's purse, which are on no table; 0 for somebody without an account."""
        return self.journal.store.balance(ledger_accounts.purse(player)) if player else 0


def where(fault: BaseException) -> str:
    """Where in our own code a fault arose: files, lines and functions, and none of the values."""
    places = traceback.extract_tb(fault.__traceback__)[-6:]
    found = " < ".join(f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in reversed(places))
    cause = fault.__cause__
    return f"{found}; after {type(cause).__name__}" if cause is not None else found
