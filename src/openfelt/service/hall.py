"""The room as it runs: its tables, its people, its journal. Carries out requests and tells viewers what happened."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from openfelt import room
from openfelt.cage import accounts as ledger_accounts
from openfelt.cage.ledger import transfer
from openfelt.errors import RuleViolation, StaleView
from openfelt.games import Sign
from openfelt.journal import Batch, Entry, Record, SqliteStore, Store
from openfelt.journal.writer import AsyncJournal
from openfelt.pit import AnySign
from openfelt.pit.commands import Leave
from openfelt.rulebooks import rulebook
from openfelt.service import dealer
from openfelt.service import protocol as p
from openfelt.service.accounts import Account, Accounts, NotAllowed
from openfelt.service.commands import command_of
from openfelt.service.feed import Subscriber, lobby_table, snapshot_frame, update_frame
from openfelt.service.host import TableHost
from openfelt.service.pit_host import PitHost
from openfelt.service.shuffle import Shuffler
from openfelt.service.stream import record_of
from openfelt.service.trial import Trial

GUEST_CHIPS: Final = 1_000_000
BOT_CHIPS: Final = 1_000_000_000
BANK: Final = 100_000_000_000
ISSUE_CITES: Final = rulebook("nsw-poker").cite("8.4")
log = logging.getLogger("openfelt")


def shown_name(player: str) -> str:
    """A bot's or a live player's own name, without what makes it unique in the ledger."""
    return player.removeprefix("bot ").removeprefix("live ").partition(" of ")[0].partition(" at ")[0]


def open_store(data: Path) -> Store:
    """The journal of a data directory, for writing; refused while another process writes it."""
    data.mkdir(parents=True, exist_ok=True)
    return SqliteStore(data / "journal.sqlite")


class Hall:
    """Everything that runs in one process."""

    def __init__(self, data: Path, *, pace: float = 1.0, store: Store | None = None) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.data = data
        self.pace = pace
        self.closing = False
        self.journal = AsyncJournal(store or open_store(data))
        self.accounts = Accounts(data / "accounts.sqlite")
        self.shuffler = Shuffler(on_failure=lambda why: log.critical("%s", why))
        self.hosts: dict[str, TableHost] = {}
        self.pits: dict[str, PitHost] = {}
        self.subscribers: set[Subscriber] = set()
        self.names: dict[str, str] = {}
        self.refusals = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._lobby_due: asyncio.TimerHandle | None = None
        self._room_lock = asyncio.Lock()

    # -- starting and stopping ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Fold every table from the journal and go on where it stood."""
        for stream in self.journal.store.streams():
            if stream.startswith("table/"):
                host = TableHost.load(self, stream)
                self.hosts[host.table.name] = host
            elif stream.startswith("pit/"):
                pit = PitHost.load(self, stream)
                self.pits[pit.name] = pit
        for host in self.hosts.values():
            self.spawn(host.guard(host.resume))
        for pit in self.pits.values():
            pit.plan_next()

    async def close(self) -> None:
        """Stop dealing, tell everyone, flush, stop."""
        self.closing = True
        for host in self.hosts.values():
            host.cancel_timer()
        for pit in self.pits.values():
            pit.cancel_timer()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for one in list(self.subscribers):
            one.put(p.write_frame(p.Goodbye(error=p.Fault("closing", (), "the room is closing"))))
            one.end()
        await self.journal.close()
        self.accounts.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something beside everything else, and keep it until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @staticmethod
    def now_ms() -> int:
        """UTC for records; deadlines use the monotonic clock."""
        return time.time_ns() // 1_000_000

    def report(self, host: TableHost, fault: BaseException) -> None:
        """A fault of ours at a table, for whoever keeps the machine. Never a card."""
        log.error("table %s: %s", host.table.name, type(fault).__name__, exc_info=fault)

    def report_fault(self, fault: BaseException) -> None:
        """A fault of ours outside a table."""
        log.error("%s", type(fault).__name__, exc_info=fault)

    def stopped(self, host: TableHost, why: str) -> None:
        """Tell viewers that a table was stopped."""
        log.critical("table %s stopped: %s", host.table.name, why)
        fault = p.Fault("table-stopped", (), f"{host.table.name} was stopped; its last state stands")
        for one in self.watching(host):
            one.put(p.write_frame(p.Goodbye(error=fault)))

    # -- people ------------------------------------------------------------------------------------------------------

    def name_of(self, player: str) -> str:
        """A player's name as shown."""
        known = self.names.get(player)
        if known is None:
            account = self.accounts.find(player)
            known = self.names[player] = account.name if account is not None else shown_name(player)
        return known

    def is_away(self, player: str) -> bool:
        """Whether no connection of that player is open."""
        return not any(one.player == player for one in self.subscribers)

    def purse(self, player: str) -> int:
        """Chips that are on no table."""
        return self.journal.store.balance(ledger_accounts.purse(player))

    async def issue(self, player: str, amount: int, request: str) -> None:
        """Play chips for a purse, from the house's issue."""
        await self.issue_to(ledger_accounts.purse(player), amount, request)

    async def issue_to(self, target: ledger_accounts.Account, amount: int, request: str) -> None:
        """Chips into an account, from the house's issue, once for each request."""
        if self.journal.store.receipt(request) is not None:
            return
        postings = transfer(
            amount,
            source=ledger_accounts.ISSUED,
            target=target,
            reason="issue",
            cites=ISSUE_CITES,
        )
        payload = msgspec.json.encode({"account": target, "amount": amount})
        record = Record("ChipsIssued", payload, cites=ISSUE_CITES, actor="house", time_ms=self.now_ms())
        async with self._room_lock:
            batch = Batch("room", self.journal.store.version("room"), (record,))
            await self.journal.append(Entry(request, (batch,), postings))

    async def welcome_guest(self, name: str) -> tuple[Account, str]:
        """A guest by name, with play chips, and the token of the session."""
        account = self.accounts.open_account(name, ("player",), self.now_ms())
        await self.issue(account.id, GUEST_CHIPS, f"issue {account.id}")
        return account, self.accounts.start_session(account, self.now_ms())

    # -- tables ------------------------------------------------------------------------------------------------------

    async def open_table(self, name: str, sign: Sign, *, actor: str = "house", live: bool = False) -> TableHost:
        """Put up a sign and open a table under it."""
        if name in self.hosts:
            raise RuleViolation("table-exists", room.open_table(name, sign).cites, f"there is a table {name!r} already")
        event = room.open_table(name, sign, live=live)
        stream = f"table/{name}"
        entry = Entry(f"open {stream}", (Batch(stream, 0, (record_of(event, actor, self.now_ms()),)),))
        await self.journal.append(entry)
        host = TableHost(self, room.begin(event))
        host.version = 1
        host.note(1, event)
        self.hosts[name] = host
        self.tell_lobby()
        return host

    async def seat_bot(self, host: TableHost, seat: int, bot: str, name: str) -> None:
        """A house bot, marked as one, in a seat."""
        player = f"bot {name}"
        await self.issue(player, BOT_CHIPS, f"issue {player}")
        sign = host.table.sign
        stake = min(sign.max_stake or 100 * sign.limit.small, max(sign.min_stake, 100 * sign.limit.small))
        sit = room.SitDown(player, seat, stake, "post", bot)
        await host.submit(f"seat {player} {host.version}", "house", lambda trial: trial.room(sit))

    def host(self, name: str) -> TableHost:
        """The table of that name."""
        try:
            return self.hosts[name]
        except KeyError:
            raise NotAllowed(f"there is no table {name!r}", code="no-table", legal=tuple(self.hosts)[:20]) from None

    # -- telling -----------------------------------------------------------------------------------------------------

    def watching(self, host: TableHost) -> list[Subscriber]:
        """Everyone who watches a table."""
        return [one for one in self.subscribers if host.table.name in one.tables]

    def publish(self, host: TableHost, after: int, events: Sequence[Any]) -> None:
        """Tell each viewer, in a frame made for that viewer."""
        for one in self.watching(host):
            if host.table.name in one.stale:
                one.stale.discard(host.table.name)
                one.put(snapshot_frame(host, one.player, self.name_of, self.is_away))
            else:
                one.put(update_frame(host, one.player, after, events, self.name_of, self.is_away))
        self.tell_lobby()

    def tell_lobby(self) -> None:
        """The lobby changes often; it is told at most twice a second."""
        if self._lobby_due is None and not self.closing:
            self._lobby_due = asyncio.get_running_loop().call_later(0.5, self._send_lobby)

    def _send_lobby(self) -> None:
        self._lobby_due = None
        for one in self.subscribers:
            if one.lobby:
                one.put(self.lobby_frame(one.player))

    def lobby_frame(self, player: str) -> bytes:
        """The list of tables."""
        tables = (
            *(lobby_table(host) for host in self.hosts.values() if not host.table.closed),
            *(pit.lobby() for pit in self.pits.values()),
        )
        return p.write_frame(p.Lobby(tables=tables, purse=self.purse(player)))

    # -- requests ----------------------------------------------------------------------------------------------------

    async def handle(self, account: Account, one: Subscriber, frame: p.ClientFrame) -> None:
        """Carry out one request of a connection. Raises what is answered to it."""
        if isinstance(frame, p.WatchLobby):
            one.lobby = True
            one.put(self.lobby_frame(account.id))
            return
        if frame.table in self.pits:
            await self.pit_request(account, one, self.pits[frame.table], frame)
            return
        host = self.host(frame.table)
        if isinstance(frame, p.PitJoin | p.PitLeave | p.PitAct):
            raise NotAllowed(f"{frame.table} is not a house-banked table", code="not-a-pit")
        if isinstance(frame, p.DealerFrame):
            await dealer.handle(self, account, host, frame)
        elif isinstance(frame, p.Watch):
            one.tables.add(frame.table)
            one.put(snapshot_frame(host, account.id, self.name_of, self.is_away))
        elif isinstance(frame, p.Unwatch):
            one.tables.discard(frame.table)
        elif isinstance(frame, p.Say):
            self.say(account, host, frame.text)
        elif isinstance(frame, p.Act):
            await self.act(account, host, frame)
        else:
            await self.seat_request(account, host, frame)

    async def pit_request(self, account: Account, one: Subscriber, pit: PitHost, frame: Any) -> None:  # noqa: ANN401
        """A request about a house-banked table."""
        request = f"{account.id} {frame.id}"
        match frame:
            case p.Watch():
                one.tables.add(frame.table)
                one.put(pit.snapshot(account.id))
            case p.Unwatch():
                one.tables.discard(frame.table)
            case p.PitJoin():
                if self.purse(account.id) < frame.stake:
                    raise RuleViolation("purse", ISSUE_CITES, f"your purse holds {self.purse(account.id)}")
                await pit.join(account.id, frame.box, frame.stake, request)
            case p.PitLeave():
                await pit.submit(request, account.id, lambda trial: trial.play(Leave(account.id)))
            case p.PitAct():
                await pit.act(account.id, frame.number, frame.order, request)
            case _:
                raise NotAllowed(f"{frame.table} is a house-banked table", code="not-a-table")

    async def open_pit(self, name: str, sign: AnySign) -> PitHost:
        """Put up the sign of a house-banked table; the house's bank is funded once."""
        await self.issue_to(ledger_accounts.HOUSE, BANK, "issue bank")
        pit = PitHost(self, name, sign.rulebook)
        await pit.open(sign)
        self.pits[name] = pit
        self.tell_lobby()
        return pit

    def say(self, account: Account, host: TableHost, text: str) -> None:
        """Words at a table: told to everyone who watches, as text, not kept."""
        role = next((role for role in ("floor", "dealer", "operator") if role in account.roles), "player")
        if role == "player" and host.table.place_of(account.id) is None:
            role = "rail"
        said = p.write_frame(p.Said(table=host.table.name, name=account.name, role=role, text=" ".join(text.split())))
        for viewer in self.watching(host):
            viewer.put(said)

    async def act(self, account: Account, host: TableHost, frame: p.Act) -> None:
        """A player's action: the seat is looked up, the turn must be the present one."""
        place = host.table.place_of(account.id)
        if place is None:
            raise NotAllowed(f"you have no seat at {host.table.name}", code="no-seat")
        seat = place.seat

        def step(trial: Trial) -> None:
            hand = trial.hand
            if hand is None or not trial.table.in_hand:
                raise StaleView("no hand is going on")
            if hand.turns != frame.turn:
                raise StaleView(f"turn {frame.turn} is over; the present one is {hand.turns}")
            if host.frozen:
                raise RuleViolation("frozen", hand.rules.policy.void, "the floor has stopped the table")
            trial.play(command_of(frame, seat))

        await host.submit(f"{account.id} {frame.id}", account.id, step)
        host.misses.pop(seat, None)

    async def seat_request(self, account: Account, host: TableHost, frame: Any) -> None:  # noqa: ANN401
        """Sitting, leaving, adding chips, sitting out, coming back, moving."""
        player = account.id
        command: Any
        match frame:
            case p.Sit():
                if self.purse(player) < frame.stake:
                    raise RuleViolation("purse", ISSUE_CITES, f"your purse holds {self.purse(player)}")
                command = room.SitDown(player, frame.seat, frame.stake, frame.entry)
            case p.Stand():
                command = room.StandUp(player)
            case p.TopUp():
                if self.purse(player) < frame.amount:
                    raise RuleViolation("purse", ISSUE_CITES, f"your purse holds {self.purse(player)}")
                command = room.AddStake(player, frame.amount)
            case p.Away():
                command = room.SitOut(player, frame.at_blind)
            case p.Back():
                command = room.ComeBack(player, frame.entry)
            case _:
                command = room.ChangeSeat(player, frame.seat, frame.entry)
        await host.submit(f"{player} {frame.id}", player, lambda trial: trial.room(command))
