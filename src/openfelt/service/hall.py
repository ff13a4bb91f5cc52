"""The room as it runs: its tables, its people, its journal. Tells viewers what happened; `answers` takes requests."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import traceback
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from openfelt import room
from openfelt.cage import Posting
from openfelt.cage import accounts as ledger_accounts
from openfelt.cage.ledger import transfer
from openfelt.errors import InvariantBroken, OpenfeltError, RuleViolation, StaleView
from openfelt.games import Sign
from openfelt.journal import Batch, Entry, Record, SqliteStore, Store
from openfelt.journal.writer import AsyncJournal
from openfelt.money import money
from openfelt.pit import AnySign
from openfelt.pit import validate as validate_pit
from openfelt.rulebooks import Cites
from openfelt.service import directions, fees
from openfelt.service import protocol as p
from openfelt.service.accounts import Account, Accounts, NameTaken, NotAllowed
from openfelt.service.calculations import Calculations
from openfelt.service.chat import Chat
from openfelt.service.citing import ISSUE
from openfelt.service.clock import Clock, Timer, WallClock
from openfelt.service.conservation import ChipsLost
from openfelt.service.enrolment import call_roll, enrol, enrol_rest
from openfelt.service.feed import LINES_IN_SNAPSHOT, Telling, lobby_table
from openfelt.service.filing import Writer
from openfelt.service.host import TableHost, TableStopped, give
from openfelt.service.limits import Buckets, Limits
from openfelt.service.log_ins import LogIns
from openfelt.service.metrics import Metrics
from openfelt.service.names import guest_name, require_own_name
from openfelt.service.pit_host import PitHost
from openfelt.service.press import Press
from openfelt.service.refold import RecordBroken
from openfelt.service.shapes import written
from openfelt.service.shuffle import DealingStopped, Shuffler
from openfelt.service.significant import Significant
from openfelt.service.signs import refused_signs
from openfelt.service.standing import Standing
from openfelt.service.stream import record_of
from openfelt.service.subscribers import GONE, LOBBY, SESSION_ENDED, SLOW, Crowd, Reply, Subscriber
from openfelt.service.trial import Trial

GUEST_CHIPS: Final = 1_000_000
GUEST_NAMES_TRIED: Final = 20
BOT_CHIPS: Final = 1_000_000_000
BANK: Final = 100_000_000_000
GRACE_S: Final = 60.0
LOBBY_EVERY_S: Final = 0.5
SWEEP_EVERY_S: Final = 30.0
WATCH_EVERY_S: Final = 1.0
TOLD: Final = (RecordBroken, InvariantBroken, OpenfeltError)  # faults whose text names no card, seed or token
log = logging.getLogger("openfelt")

T = TypeVar("T")


def shown_name(player: str) -> str:
    """A bot's or a live player's own name, without what makes it unique in the ledger."""
    return player.removeprefix("bot ").removeprefix("live ").partition(" of ")[0].partition(" at ")[0]


@dataclass(frozen=True, slots=True)
class BotSeat:
    """A house bot that is to sit down: where, how it plays, and its name, which no other bot of the room has."""

    seat: int
    bot: str
    name: str

    @property
    def player(self) -> str:
        """As the ledger knows it."""
        return f"bot {self.name}"


def seat_bot(trial: Trial, one: BotSeat, now_ms: int) -> None:
    """A bot takes its seat with a usual stake and pays what the sign asks for sitting down."""
    sign = trial.table.sign
    stake = min(sign.max_stake or 100 * sign.limit.small, max(sign.min_stake, 100 * sign.limit.small))
    trial.room(room.SitDown(one.player, one.seat, stake, "post", one.bot, at_ms=now_ms))
    fees.on_sitting(trial, one.player, now_ms)


def require_bot_chips(trial: Trial, one: BotSeat) -> None:
    """Refuse a table at which a bot would need more chips than the house gives it."""
    purse = ledger_accounts.purse(one.player)
    needed = -sum(line.amount for line in trial.postings if line.account == purse)
    if needed > BOT_CHIPS:
        told = f"{shown_name(one.player)} would need {money(needed)} to sit down; a bot has {money(BOT_CHIPS)}"
        raise RuleViolation("bot-chips", ISSUE, told)


def open_store(data: Path) -> Store:
    """The journal of a data directory, for writing; refused while another process writes it."""
    data.mkdir(parents=True, exist_ok=True)
    return SqliteStore(data / "journal.sqlite")


class Hall:
    """Everything that runs in one process. A test brings its own store, clock and moods of bots."""

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
        self.closing = False
        self.journal = journal or AsyncJournal(store or open_store(data))
        self.journal.took = self.metrics.append_s.observe
        self.accounts = Accounts(data / "accounts.sqlite")
        self.significant = Significant(self)
        self.shuffler = Shuffler(on_failure=self.dealing_stopped)
        self.hosts: dict[str, TableHost] = {}
        self.pits: dict[str, PitHost] = {}
        self.broken: dict[str, str] = {}
        self.subscribers = Crowd()
        self.names: dict[str, str] = {}
        self.closed = self.accounts.closed()  # the ids of closed accounts
        self.refusals = 0
        self.by_account = Buckets(self.limits.account)
        self.by_address = Buckets(self.limits.address)
        self.log_ins = Buckets(self.limits.log_ins)
        self.tries = LogIns(self)
        self.chat = Chat(self)
        self.guests = Buckets(self.limits.guests)
        self.request_rate = Buckets(self.limits.requests)
        self.page_rate = Buckets(self.limits.pages)
        self.lab_rate = Buckets(self.limits.lab)
        self.socket_rate = Buckets(self.limits.sockets)
        self.cut_off_rate = Buckets(self.limits.cut_offs)
        self.press = Press(self.limits.pages_waiting)
        self.calculations = Calculations(self.limits, self.metrics)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._lobby_due: Timer | None = None
        self._sweep_due: Timer | None = None
        self._watch_due: Timer | None = None
        self._watch_at = self.clock.monotonic()
        self._lobby_tables: msgspec.Raw | None = None
        self._seats: dict[str, tuple[p.OwnSeat, ...]] | None = None
        self._room_lock = asyncio.Lock()

    # -- starting and stopping ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Fold every table from the journal and go on where it stood. One that cannot be folded stops nobody else."""
        await call_roll(self)
        for stream in self.journal.store.streams():
            kind, _, name = stream.partition("/")
            try:
                if kind == "table":
                    self.hosts[name] = TableHost.load(self, stream)
                elif kind == "pit":
                    self.pits[name] = PitHost.load(self, stream)
            except Exception as fault:  # a record that is not as it was written may fail in any way
                self.broken[name] = "its record cannot be folded"
                why = fault if isinstance(fault, TOLD) else f"{type(fault).__name__} at {where(fault)}"
                log.critical("table %s is stopped: its record cannot be folded: %s", name, why)
        self.tell_refused_signs()
        for host in self.hosts.values():
            self.keep(host.guard(host.resume))
        for pit in self.pits.values():
            self.keep(pit.guard(pit.carry_on))
        self._sweep()
        self._watch_readers()

    def tell_refused_signs(self) -> None:
        """The operator hears of signs that hang and could not be put up today."""
        for name, fault in refused_signs(self.hosts, self.pits):
            log.warning("table %s hangs with a sign that today's rules refuse: %s", name, fault)
            self.significant.note("SignRefused", {"table": name, "code": fault.code, "why": str(fault)})

    async def open_record(self) -> None:
        """The start is on record: which program runs, and whether its shuffle passes the test of itself."""
        await self.significant.started()
        with contextlib.suppress(DealingStopped):
            self.shuffler.check()

    async def close(self) -> None:
        """Stop dealing, tell everyone, flush, stop."""
        self.closing = True
        for timer in (self._lobby_due, self._sweep_due, self._watch_due):
            if timer is not None:
                timer.cancel()
        self.significant.close()
        for host in self.hosts.values():
            host.cancel_timer()
        for pit in self.pits.values():
            pit.cancel_timer()
        goodbye = p.write_frame(p.Goodbye(error=p.Fault("closing", (), "the room is closing")))
        for one in self.subscribers:
            one.end(GONE, goodbye)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await enrol_rest(self)
        self.calculations.close()
        self.press.close()
        await self.journal.close()
        self.accounts.close()

    def keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something beside everything else, and hold on to it until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited for it was told; if nobody did, it was reported where it happened

    def now_ms(self) -> int:
        """UTC for records; deadlines use the monotonic clock."""
        return self.clock.now_ms()

    def dealing_stopped(self, why: str) -> None:
        """The shuffle failed a test of itself: no hand starts at any table, and that is on record."""
        log.critical("%s", why)
        self.significant.note("DealingStopped", {"why": why})

    def refused(self, code: str) -> None:
        """A request of the socket was refused."""
        self.refusals += 1
        self.metrics.refusals.labels(code).inc()

    def report_fault(self, fault: BaseException) -> None:
        """A fault of ours, for whoever keeps the machine: what kind and where; no card, no seed, no token."""
        self.metrics.faults.inc()
        log.error("%s at %s", type(fault).__name__, where(fault))

    def report_refusal(self, host: Writer, refused: OpenfeltError) -> None:
        """Work of the house itself was refused and will be planned again: for whoever keeps the machine.

        Work that came too late is no news: something else was done first.
        """
        if isinstance(refused, StaleView):
            return
        log.warning("table %s: the house's own work was refused (%s) and is tried again", table_of(host), refused.code)

    def stopped(self, host: Writer, fault: BaseException) -> None:
        """A table was stopped: the machine's keeper and everyone who watches are told."""
        name = table_of(host)
        log.critical("table %s is stopped: %s at %s", name, type(fault).__name__, where(fault))
        account = fault.account if isinstance(fault, ChipsLost) else ""
        if account:
            log.critical("account %s: the table and the ledger do not agree", account)
        what = {"table": name, "fault": type(fault).__name__, "account": account}
        self.significant.note("TableStopped", what)
        self.refresh(host)

    def _watch_readers(self) -> None:
        """A reader whose buffers have been full for too long is let go: it would not read a farewell either."""
        now = self.clock.monotonic()
        self.metrics.delay_s.observe(max(0.0, now - self._watch_at))
        self._watch_at = now + WATCH_EVERY_S
        oldest = now - self.limits.slow_reader_s
        for one in self.subscribers:
            if 0.0 < one.sending_since < oldest:
                one.end(SLOW)
                one.hang_up()
        self.significant.watch_clocks()
        self._watch_due = self.clock.call_later(WATCH_EVERY_S, self._watch_readers)

    def _sweep(self) -> None:
        """Connections whose session has ended are closed, and nobody sits whose account is closed."""
        now = self.now_ms()
        for one in self.subscribers:
            if one.session and not self.accounts.is_alive(one.session, now):
                self.end_connection(one, "session-ended", "your session has ended")
        self.keep(self._see_off_again())
        self.keep(directions.separate(self))
        self._sweep_due = self.clock.call_later(SWEEP_EVERY_S, self._sweep)

    # -- people ------------------------------------------------------------------------------------------------------

    def name_of(self, player: str) -> str:
        """A player's name as shown."""
        known = self.names.get(player)
        if known is None:
            account = self.accounts.find(player)
            if account is None:
                return shown_name(player)
            known = self.names[player] = account.name
        return known

    def seats_of(self, player: str) -> tuple[p.OwnSeat, ...]:
        """Where an account sits: its seats at the tables, and its boxes at those banked by the house."""
        return self._everyones_seats().get(player, ())

    def _everyones_seats(self) -> dict[str, tuple[p.OwnSeat, ...]]:
        if self._seats is None:
            self._seats = own_seats(self.hosts.values(), self.pits.values())
        return self._seats

    def is_away(self, player: str) -> bool:
        """Whether no connection of that player is open."""
        return not self.subscribers.is_here(player)

    def is_quiet(self, host: TableHost) -> bool:
        """Whether only bots sit at a table and nobody looks on."""
        watched = self.subscribers.is_watched(host.table.name)
        return not watched and all(place.bot for place in host.table.places.values())

    def end_connection(self, one: Subscriber, code: str, why: str) -> None:
        """Tell a connection why it ends, and end it."""
        one.end(SESSION_ENDED, p.write_frame(p.Goodbye(error=p.Fault(code, (), why))))

    def end_sessions(self, account: str, code: str, why: str) -> None:
        """Close every connection of an account, at once."""
        for one in self.subscribers.of_player(account):
            self.end_connection(one, code, why)

    async def disable(self, account: Account, by: Account, reason: str) -> None:
        """Close an account: its sessions end, its sockets close, it leaves its seats and boxes with its chips."""
        await asyncio.to_thread(self.accounts.disable, account.id)
        self.closed.add(account.id)
        self.end_sessions(account.id, "disabled", "this account has been closed")
        what = {"account": account.id, "reason": reason}
        await self.note("AccountDisabled", what, by.id, f"disable {account.id} {self.now_ms()}")
        await self.see_off(account.id, by.id)

    async def see_off(self, player: str, by: str) -> None:
        """Have a player whose account was closed leave every table: at once, or after the hand or round in play.

        A table that refuses, because it is stopped or the disk is busy, keeps nobody at the others; the room asks it
        again.
        """
        for host in list(self.hosts.values()):
            place = host.table.place_of(player)
            if place is not None and not place.leaving:
                with contextlib.suppress(OpenfeltError):
                    await host.submit(f"leave {player} {host.version}", by, give(room.StandUp(player)))
        for pit in list(self.pits.values()):
            if player in pit.round.seats:
                with contextlib.suppress(OpenfeltError):
                    await pit.see_off(by)

    async def _see_off_again(self) -> None:
        """Whoever still has a seat though the account is closed leaves: the room was restarted or the disk busy."""
        for player in self.closed & self._everyones_seats().keys():
            await self.see_off(player, "house")

    async def note(self, name: str, payload: dict[str, Any], actor: str, request: str) -> None:
        """Put something significant on the room's own record: who did what, and why."""
        await self.append_to_room(
            (written(name, msgspec.json.encode(payload), actor=actor, time_ms=self.now_ms()),), request
        )

    async def append_to_room(
        self, records: tuple[Record, ...], request: str, postings: tuple[Posting, ...] = ()
    ) -> None:
        """File an entry on the room's own stream."""
        async with self._room_lock:
            batch = Batch("room", self.journal.store.version("room"), records)
            await self.journal.append(Entry(request, (batch,), postings))

    # -- money -------------------------------------------------------------------------------------------------------

    def purse(self, player: str) -> int:
        """Chips that are on no table."""
        return self.journal.store.balance(ledger_accounts.purse(player))

    def require_purse(self, player: str, amount: int, cites: Cites) -> None:
        """Refuse more than the purse holds. The journal refuses it again, for all tables at once."""
        if self.purse(player) < amount:
            raise RuleViolation("purse", cites, f"your purse holds {money(self.purse(player))}")

    async def issue(self, player: str, amount: int, request: str) -> None:
        """Play chips for a purse, from the house's issue."""
        await self.issue_to(ledger_accounts.purse(player), amount, request)

    async def issue_to(
        self, target: ledger_accounts.Account, amount: int, request: str, *, after: tuple[Record, ...] = ()
    ) -> None:
        """Chips into an account, from the house's issue, once for each request; `after` goes before it on record."""
        if self.journal.store.receipt(request) is not None:
            return
        postings = transfer(amount, source=ledger_accounts.ISSUED, target=target, reason="issue", cites=ISSUE)
        payload = msgspec.json.encode({"account": target, "amount": amount})
        record = written("ChipsIssued", payload, cites=ISSUE, actor="house", time_ms=self.now_ms())
        await self.append_to_room((*after, record), request, tuple(postings))

    async def welcome(self, account: Account) -> str:
        """A new account is put on record with its play chips; the token of a new session."""
        await enrol(self, account, GUEST_CHIPS)
        return await asyncio.to_thread(self.accounts.start_session, account, self.now_ms())

    async def welcome_guest(self, name: str) -> tuple[Account, str]:
        """A guest by name, with play chips, and the token of the session."""
        shown = require_own_name(name)
        for attempt in range(GUEST_NAMES_TRIED):
            own = guest_name(shown, attempt)
            with contextlib.suppress(NameTaken):
                account = await asyncio.to_thread(self.accounts.open_account, own, ("player",), self.now_ms())
                return account, await self.welcome(account)
        raise NotAllowed("choose another name", code="name-taken")

    # -- tables ------------------------------------------------------------------------------------------------------

    async def open_table(
        self, name: str, sign: Sign, *, actor: str = "house", live: bool = False, bots: Sequence[BotSeat] = ()
    ) -> TableHost:
        """Put up a sign and open a table under it with its bots: all of it in one entry, or nothing."""
        event = room.open_table(name, sign, live=live)
        opening = Trial(Standing(room.begin(event)), 1)
        for one in bots:
            seat_bot(opening, one, self.now_ms())
        self.require_new(name)
        for one in bots:
            require_bot_chips(opening, one)
        for one in bots:
            await self.issue(one.player, BOT_CHIPS, f"issue {one.player}")
        async with self._room_lock:
            self.require_new(name)
            stream = f"table/{name}"
            events = (event, *opening.events)
            records = tuple(record_of(one, actor if one is event else "house", self.now_ms()) for one in events)
            await self.journal.append(Entry(f"open {stream}", (Batch(stream, 0, records),), tuple(opening.postings)))
            host = self.hosts[name] = TableHost(self, opening.standing, version=len(records))
            for seq, one in enumerate(events, start=1):
                host.chronicle.note(seq, one, opening.standing)
        if bots:
            host.plan_next()
        self.tell_lobby()
        return host

    async def open_pit(self, name: str, sign: AnySign) -> PitHost:
        """Put up the sign of a house-banked table; the house's bank is funded once."""
        await self.issue_to(ledger_accounts.HOUSE, BANK, "issue bank")
        self.require_new(name)
        validate_pit(sign)
        host = PitHost(self, name, sign.rulebook)
        await host.open(sign)
        self.pits[name] = host
        self.tell_lobby()
        return host

    def require_new(self, name: str) -> None:
        """Refuse a second table of one name, in capitals or not. The program asks for that, and no clause."""
        if known := self.known_as(name):
            raise RuleViolation("table-exists", (), f"there is a table {known!r} already")

    def known_as(self, name: str) -> str:
        """How the table of that name writes it, whatever is in capitals; nothing if there is none."""
        every = (*self.hosts, *self.pits, *self.broken)
        return next((known for known in every if known.casefold() == name.casefold()), "")

    async def seat_bot(self, host: TableHost, seat: int, bot: str, name: str) -> None:
        """A house bot, marked as one, in a seat."""
        one = BotSeat(seat, bot, name)
        await self.issue(one.player, BOT_CHIPS, f"issue {one.player}")
        now = self.now_ms()
        await host.submit(f"seat {one.player} {host.version}", "house", lambda trial: seat_bot(trial, one, now))

    def host(self, name: str) -> TableHost:
        """The table of that name."""
        if name in self.broken:
            raise TableStopped(f"{name} is stopped: {self.broken[name]}")
        try:
            return self.hosts[name]
        except KeyError:
            raise NotAllowed(f"there is no table {name!r}", code="no-table", legal=tuple(self.hosts)[:20]) from None

    # -- telling -----------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def telling(self, host: Writer) -> Iterator[None]:
        """While viewers are told what is durable. A fault of ours there stops no table: they get a snapshot instead."""
        try:
            yield
        except Exception as fault:
            self.report_fault(fault)
            self.refresh(host)
        self.tell_lobby()

    def publish(self, host: TableHost, after: int, events: Sequence[Any], reply: Reply | None = None) -> None:
        """Tell each viewer, in a frame made for that viewer; whoever asked for it gets the answer with it."""
        name = host.table.name
        if host.table.directions:
            directions.end_watching(self, host)
        watching = self.subscribers.watching(name)
        if watching:
            count = len(events)
            lines = host.chronicle.latest(count)
            telling = Telling(host, self, lines, after)
            for one in watching:
                if len(lines) < count:
                    one.owe(name)  # more happened at once than is remembered
                elif reply is not None and one is reply.one:
                    one.tell_and_answer(name, telling.frame(one.player), reply.data)
                    reply.given = True
                else:
                    one.tell(name, telling.frame(one.player))

    def refresh(self, host: Writer) -> None:
        """Something changed that is no event, a clock: whoever watches gets a fresh snapshot."""
        name = table_of(host)
        for one in self.subscribers.watching(name):
            one.owe(name)

    def fresh(self, table: str, player: str) -> bytes:
        """A snapshot of a table, or of the lobby, as it stands now."""
        if table == LOBBY:
            return self.lobby_frame(player)
        if table in self.pits:
            return self.pits[table].snapshot(player)
        host = self.hosts.get(table)
        if host is None:
            return b""
        return Telling(host, self, host.chronicle.latest(LINES_IN_SNAPSHOT)).frame(player)

    def tell_lobby(self) -> None:
        """The lobby changes often; it is told at most twice a second."""
        self._lobby_tables = self._seats = None
        if self._lobby_due is None and not self.closing:
            self._lobby_due = self.clock.call_later(LOBBY_EVERY_S, self._send_lobby)

    def _send_lobby(self) -> None:
        self._lobby_due = None
        for one in self.subscribers:
            if one.lobby:
                one.owe(LOBBY)

    def lobby_frame(self, player: str) -> bytes:
        """The list of tables, encoded once for everyone, and the player's own purse."""
        if self._lobby_tables is None:
            tables = (
                *(lobby_table(host) for host in self.hosts.values() if not host.table.closed),
                *(pit.lobby() for pit in self.pits.values()),
            )
            self._lobby_tables = msgspec.Raw(p.write_frame(tables))
        return p.write_frame(
            {
                "type": "lobby",
                "tables": self._lobby_tables,
                "purse": self.purse(player),
                "seats": self.seats_of(player),
            }
        )


def table_of(host: Writer) -> str:
    """The name of the table whose stream a host writes."""
    return host.stream.partition("/")[2]


def own_seats(hosts: Iterable[TableHost], pits: Iterable[PitHost]) -> dict[str, tuple[p.OwnSeat, ...]]:
    """Everyone's seats and boxes, by account."""
    found: dict[str, tuple[p.OwnSeat, ...]] = {}
    for host in hosts:
        for seat, place in host.table.places.items():
            own = p.OwnSeat(table=host.table.name, kind="table", seat=seat)
            found[place.player] = (*found.get(place.player, ()), own)
    for pit in pits:
        for player, box in pit.round.seats.items():
            own = p.OwnSeat(table=pit.name, kind="pit", seat=box)
            found[player] = (*found.get(player, ()), own)
    return found


def where(fault: BaseException) -> str:
    """Where in our own code a fault arose: files, lines and functions, nothing of what was in hand there."""
    places = traceback.extract_tb(fault.__traceback__)[-6:]
    found = " < ".join(f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in reversed(places))
    cause = fault.__cause__
    return f"{found}; after {type(cause).__name__}" if cause is not None else found
