"""The room as it runs: its tables, its people, its journal. Tells viewers what happened; `answers` takes requests."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, get_args
from weakref import WeakValueDictionary

import msgspec

from openfelt.cage import accounts as ledger_accounts
from openfelt.errors import InvariantBroken, OpenfeltError, RuleViolation
from openfelt.games import Sign
from openfelt.lists.orders import OpenFromList
from openfelt.phrases import phrase, quoted
from openfelt.pit import AnySign, Round
from openfelt.pit import validate as validate_pit
from openfelt.room.banked import PitState
from openfelt.room.banked_orders import OpenPit
from openfelt.room.entrant_events import EventTerms
from openfelt.room.house import ROOM
from openfelt.room.house_orders import CloseAccount, IssueChips, Note
from openfelt.room.offices import Officer
from openfelt.room.opening import PLAIN, OpeningTerms, OpenTable, decide_opening
from openfelt.room.own_tables import require_allowed
from openfelt.room.people_orders import TellReality
from openfelt.room.playing import Standing
from openfelt.room.roll import AccountDisabled, OfficeEvent
from openfelt.rulebooks import Cites
from openfelt.service.deck.shuffle import DealingStopped
from openfelt.service.house import Published, where
from openfelt.service.machine.calculations import Calculations
from openfelt.service.machine.clock import Timer
from openfelt.service.machine.limits import Buckets
from openfelt.service.machine.press import Press
from openfelt.service.people.accounts import Account, NameTaken, NotAllowed
from openfelt.service.people.house_bots import BOT_CHIPS, BotSeat, require_bot_chips, seat_for
from openfelt.service.people.log_ins import LogIns
from openfelt.service.people.names import guest_name, require_own_name
from openfelt.service.record.asked import JACKPOT, LISTS, PROMOTION, TOURNAMENT
from openfelt.service.record.refold import RecordBroken
from openfelt.service.tell import directions, hints, shares
from openfelt.service.tell.chat import Chat
from openfelt.service.tell.event_feed import FOLLOWED
from openfelt.service.tell.event_views import summary
from openfelt.service.tell.feed import Seating, publish, snapshot
from openfelt.service.tell.list_views import list_views, own_places, own_requests
from openfelt.service.tell.marks import marks
from openfelt.service.tell.own_places import is_in, own_seats
from openfelt.service.tell.pit_feed import pit_lobby, pit_snapshot, publish_pit
from openfelt.service.tell.pit_updates import PitTold
from openfelt.service.tell.table_views import lobby_table
from openfelt.service.tell.tournaments import Tournaments
from openfelt.service.tell.updates import Told
from openfelt.service.wire import protocol as p
from openfelt.service.wire.events_protocol import EventSummary
from openfelt.service.wire.subscribers import GONE, LOBBY, SLOW, Reply
from openfelt.service.writers import event_tables, exclusions, moves
from openfelt.service.writers.director import Director
from openfelt.service.writers.enrolment import call_roll, enrol, enrol_rest
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.lists import ListWriter
from openfelt.service.writers.pit import PitHost
from openfelt.service.writers.pools import BANK
from openfelt.service.writers.promotion import PromotionHost
from openfelt.service.writers.room import RoomWriter
from openfelt.service.writers.table import TableHost, concerns_table
from openfelt.service.writers.tournament import TournamentHost
from openfelt.service.writers.usher import Usher
from openfelt.service.writers.writer import Part, TableStopped, Writer, file
from openfelt.tournaments.desk_events import BacksSet
from openfelt.tournaments.directing import Directed

GUEST_CHIPS: Final = 1_000_000
GUEST_NAMES_TRIED: Final = 20
LOBBY_EVERY_S: Final = 0.5
SWEEP_EVERY_S: Final = 30.0
WATCH_EVERY_S: Final = 1.0
SAFE_TO_LOG: Final = (RecordBroken, InvariantBroken, OpenfeltError)  # their text names no card, seed or token
OFFICE_EVENTS: Final = (*get_args(OfficeEvent), AccountDisabled)
KINDS: Final[dict[str, type[TableHost] | type[PitHost]]] = {"table": TableHost, "pit": PitHost}
log = logging.getLogger("openfelt")


class Hall(Tournaments):
    """Everything that runs in one process: the house with its tables."""

    def __init__(self, data: Path, **given: Any) -> None:  # noqa: ANN401 - as the house is given them
        super().__init__(data, **given)
        self.room = RoomWriter(self)
        self.lists = ListWriter(self, self)
        self.lists.work = Usher(self.lists, self, self)
        self.writers: dict[str, Writer] = {ROOM: self.room, LISTS: self.lists}  # by stream
        self.broken: dict[str, str] = {}
        self._opening = asyncio.Lock()  # held while a table is opened
        self._orders: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by the id of an order
        self.by_account = Buckets(self.limits.account)
        self.by_address = Buckets(self.limits.address)
        self.log_ins = Buckets(self.limits.log_ins)
        self.tries = LogIns(self.accounts, self.significant, self.clock, self.limits)
        self.chat = Chat(self)
        self.guests = Buckets(self.limits.guests)
        self.request_rate = Buckets(self.limits.requests)
        self.page_rate = Buckets(self.limits.pages)
        self.lab_rate = Buckets(self.limits.lab)
        self.socket_rate = Buckets(self.limits.sockets)
        self.cut_off_rate = Buckets(self.limits.cut_offs)
        self.press = Press(self.limits.pages_waiting, most_of_one=self.limits.pages_of_reader)
        self.exporting: set[str] = set()  # accounts that have a file of their hands made
        self.counting = Press(shares.MOST_WAITING, "shares")
        self.calculations = Calculations(self.limits, self.metrics)
        self.seatings: dict[str, Seating] = {}  # places as they were told last, by table
        self.told: dict[str, Told] = {}  # what everyone who watches a table knows of it
        self.told_pits: dict[str, PitTold] = {}
        self.rails = {}  # of tables that are watched with a delay, by name
        self._lobby_due: Timer | None = None
        self._sweep_due: Timer | None = None
        self._watch_due: Timer | None = None
        self._watch_at = self.clock.monotonic()
        self._lobby_tables: msgspec.Raw | None = None
        self._lobby_events: msgspec.Raw | None = None
        self._lobby_lists: msgspec.Raw | None = None
        self._lobby_marks = msgspec.Raw()
        self._seats: dict[str, tuple[p.OwnSeat, ...]] | None = None

    @property
    def tables(self) -> list[TableHost | PitHost]:
        """Every table, poker or house-banked."""
        return [one for one in self.writers.values() if isinstance(one, TableHost | PitHost)]

    @property
    def hosts(self) -> dict[str, TableHost]:
        """The poker tables by name."""
        return self.of_kind(TableHost)

    @property
    def pits(self) -> dict[str, PitHost]:
        """The house-banked tables by name."""
        return self.of_kind(PitHost)

    # -- starting and stopping ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Fold every table from the journal and go on where it stood. One that cannot be folded stops nobody else."""
        await call_roll(self.room)
        for stream in self.journal.store.streams():
            kind, _, name = stream.partition("/")
            try:
                if kind in KINDS:
                    self.writers[stream] = KINDS[kind].load(self, stream)
                elif stream == LISTS:
                    self.lists.load()
                elif stream.startswith(TOURNAMENT):
                    event = self.writers[stream] = TournamentHost.load(self, stream)
                    event.work = Director(event, self, self)
                elif stream.startswith(JACKPOT):
                    self.load_jackpot(stream)
                elif stream.startswith(PROMOTION):
                    self.writers[stream] = PromotionHost.load(self, stream)
            except Exception as fault:  # a damaged record may fail in any way
                self.broken[name if kind in KINDS else stream] = "its record cannot be folded"
                why = fault if isinstance(fault, SAFE_TO_LOG) else f"{type(fault).__name__} at {where(fault)}"
                log.critical("table %s is stopped: its record cannot be folded: %s", name, why)
        self.tell_refused_signs()
        await self.significant.upgraded(self.journal.store)
        await exclusions.take_over(self.room, self.hosts.values())
        await exclusions.take_over_pits(self.room, self.pits.values())
        for table in self.tables:
            table.work.start()
        for event in self.events.values():
            event.work.start()
        for pool in self.jackpots.values():
            pool.work.start()
        self.lists.work.start()
        for promotion in self.promotions.values():
            promotion.work.start()
        self._sweep()
        self._watch_readers()

    def tell_refused_signs(self) -> None:
        """The operator hears of signs that hang and could not be put up today."""
        for name, writer in ((one.name, one) for one in self.tables):
            if (fault := writer.sign_fault()) is not None:
                log.warning("table %s hangs with a sign that today's rules refuse: %s", name, fault)
                self.significant.note("SignRefused", {"table": name, "code": fault.code, "why": str(fault)})

    async def open_record(self) -> None:
        """The start is on record: which program runs, and whether its shuffle passes the test of itself."""
        await self.significant.started()
        with contextlib.suppress(DealingStopped):
            self.shuffler.check()

    def finish_hands(self) -> None:
        """Let hands and rounds in play end, and begin no other: the room is about to stop, perhaps for other rules."""
        self.finishing = True
        for writer in self.tables:
            writer.work.plan()
            self.refresh(writer.name)

    @property
    def is_at_rest(self) -> bool:
        """Whether no hand or round is in play that would end by itself."""
        return not any(one.is_in_play for one in self.tables)

    async def close(self) -> None:
        """Stop dealing, tell everyone, flush, stop."""
        self.closing = True
        for timer in (self._lobby_due, self._sweep_due, self._watch_due, self._events_due):
            if timer is not None:
                timer.cancel()
        self.significant.close()
        for rail in self.rails.values():
            rail.close()
        for writer in (
            *self.tables, *self.events.values(), *self.jackpots.values(), *self.promotions.values(), self.lists
        ):  # fmt: skip
            writer.work.cancel()
        goodbye = p.write_frame(p.Goodbye(error=p.Fault("closing", (), "the room is closing")))
        for one in self.subscribers:
            one.end(GONE, goodbye)
        async with self.room.lock:  # the room writes nothing of its own while all work ends
            await self.end_work()
        await enrol_rest(self.room)
        self.calculations.close()
        self.press.close()
        self.counting.close()
        if "hand_index" in self.__dict__:
            self.hand_index.close()
        await self.journal.close()
        self.accounts.close()

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
        self.end_connections()
        self.keep(self._see_off_again())
        self.keep(self._tell_reality())
        for host in self.hosts.values():
            if host.state.sent:
                self.keep(host.work.guard(partial(moves.finish, self, host)))
        self.keep_apart()
        self.lists.plan()
        if self.accounts.has_traces:
            self.keep(asyncio.to_thread(self.accounts.empty_log))
        self._sweep_due = self.clock.call_later(SWEEP_EVERY_S, self._sweep)

    # -- people ------------------------------------------------------------------------------------------------------

    def seats_of(self, player: str) -> tuple[p.OwnSeat, ...]:
        """Where an account sits: its seats at the tables, and its boxes at those banked by the house."""
        if self._seats is None:
            self._seats = own_seats(self.tables)
        return self._seats.get(player, ())

    def in_order(self, request: str) -> asyncio.Lock:
        """Held while an order of this id is carried out."""
        return self._orders.setdefault(request, asyncio.Lock())

    async def disable(self, account: Account, by: Account, reason: str, request: str = "") -> None:
        """Close an account: its sessions end, its sockets close, it leaves its seats and boxes with its chips."""
        order = CloseAccount(account.id, reason, self.accounts.officer(by))
        self.room.try_order(order)  # what is refused closes nothing
        await asyncio.to_thread(self.accounts.disable, account.id)
        self.closed.add(account.id)
        self.end_sessions(account.id, "disabled", "this account has been closed")
        await self.room.submit(request or f"disable {account.id} {self.now_ms()}", by.id, order)
        await self.send_off(account.id)

    async def _see_off_again(self) -> None:
        """Send off again those who sit and may not play: an earlier try failed, or a limit has been reached since."""
        await exclusions.send_off(self.tables, self.must_leave)

    async def _tell_reality(self) -> None:
        """Tell players who asked for it how long they have played and with which result, and put that on record."""
        now, people = self.now_ms(), self.room.state.people
        for account, minutes, result in self.room.reality.due(people, own_seats(self.tables), now):
            for one in self.subscribers.of_player(account):
                one.answer(p.write_frame(p.RealityCheck(minutes=minutes, result=result)))
            with contextlib.suppress(OpenfeltError):
                await self.room.submit(f"reality {account} {now}", "house", TellReality(account, minutes, result))

    async def send_off(self, player: str) -> None:
        """Have somebody leave the tables at which they may play no longer, and the lists for them."""
        self.lists.plan()
        await exclusions.send_off(self.tables, self.must_leave, player=player)

    def require_staff_factor(self, account: Account) -> None:
        """Where the house asks staff for a second factor, refuse whoever has none (house 35.4)."""
        if self.room.state.people.rules.second_factor and not account.is_device:
            self.factors.require_set(account)

    def standing(self, player: str, at_ms: int) -> Standing:
        """How somebody who wants to play stands with the house."""
        return self.room.standing(player, at_ms)

    def must_leave(self, player: str, book: str, table: str) -> Cites:
        """The clauses by which somebody must leave that table of that book; none: may stay."""
        return self.room.why_kept_out(player, book, table)

    # -- the room's own record ---------------------------------------------------------------------------------------

    async def note(self, name: str, payload: dict[str, Any], actor: str, request: str) -> None:
        """Put something significant on the room's own record: who did what, and why."""
        await self.room.submit(request, actor, Note(name, payload))

    async def issue(self, player: str, amount: int, request: str) -> None:
        """Play chips for a purse, from the house's issue, once for each request."""
        await self.issue_to(ledger_accounts.purse(player), amount, request)

    async def issue_to(self, target: ledger_accounts.Account, amount: int, request: str) -> None:
        """Chips into an account, from the house's issue, once for each request."""
        if self.journal.store.receipt(request) is None:
            await self.room.submit(request, "house", IssueChips(target, amount))

    async def welcome(self, account: Account) -> str:
        """A new account is put on record with its play chips, a machine's with none; the token of a new session."""
        await enrol(self.room, account, 0 if account.is_device else GUEST_CHIPS)
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
        self,
        name: str,
        sign: Sign,
        *,
        by: Officer | None = None,
        live: bool = False,
        bots: Sequence[BotSeat] = (),
        terms: OpeningTerms = PLAIN,
        event: EventTerms | None = None,
        request: str = "",
        listed: OpenFromList | None = None,
    ) -> TableHost:
        """Put up a sign and open a table under it with bots, host and whoever is called from a list, or nothing."""
        facts = Facts(self)
        order = OpenTable(
            name,
            sign,
            live,
            tuple(seat_for(one, sign, terms) for one in bots),
            only=terms.only,
            freeze_out=terms.freeze_out,
            approved_by=terms.approved_by,
            backs=terms.backs,
            by=by,
            event=event,
            host=terms.host,
            owner=terms.owner,
        )
        stream, actor = f"table/{name}", by.account if by is not None else terms.owner or "house"
        if by is not None:
            self.accounts.require_held(by, stream)
        made = decide_opening(order, facts)
        self.require_new(name)
        if event is None:
            self.require_no_event(name)
        for one in bots:
            require_bot_chips(made.postings, one)
        for one in bots:
            await self.issue(one.player, BOT_CHIPS, f"issue {one.player}")
        nobody = contextlib.nullcontext()
        async with self._opening, self.room.lock if order.host else nobody, self.lists.lock if listed else nobody:
            self.require_new(name)
            require_allowed(self.room.state.people.rules, sign, terms.owner, self.hosts.values())
            host = TableHost(self, made.after)
            called = (self.lists.draft(listed, actor),) if listed is not None else ()
            with self.room.appointing(order) as appointed:
                parts = (Part(host, order, made, facts), *appointed, *called)
                await file(parts, request or f"open {stream}", actor)
            for part in parts:
                part.writer.adopt(part)
            self.writers[stream] = host
            self._event_tables = None
        if bots:
            host.work.plan()
        self.lists.plan()
        self.tell_lobby()
        return host

    async def open_pit(
        self, name: str, sign: AnySign, *, by: Officer | None = None, live: bool = False, request: str = ""
    ) -> PitHost:
        """Put up the sign of a house-banked table; the house's bank is funded once."""
        await self.issue_to(ledger_accounts.HOUSE, BANK, "issue bank")
        actor, order = by.account if by is not None else "house", OpenPit(sign, live, by)
        async with self._opening:
            self.require_new(name)
            self.require_no_event(name)
            validate_pit(sign)
            host = PitHost(self, PitState(name, Round()))
            await host.submit(request or f"open pit/{name}", actor, order)
            self.writers[host.stream] = host
        self.tell_lobby()
        return host

    async def carry_out(self, host: TournamentHost, directed: Directed, request: str) -> None:
        """Give an order of a tournament's director to one of its tables."""
        await event_tables.carry_out(self, host, directed, request)

    def apart(self, book: str) -> tuple[tuple[str, ...], ...]:
        """Pairs of players whom the floor keeps from one table, by directions under that rulebook."""
        hosts = (one for one in self.writers.values() if isinstance(one, TableHost) and one.table.directions)
        given = (one for host in hosts if host.rulebook == book for one in host.table.directions)
        return tuple(sorted({one.players for one in given if one.what == "apart"}))

    def require_new(self, name: str) -> None:
        """Refuse a second table of one name, in capitals or not. The program asks for that, and no clause."""
        if known := self.known_as(name):
            raise RuleViolation("table-exists", (), phrase("there is a table {known} already", known=quoted(known)))

    def known_as(self, name: str) -> str:
        """How the table of that name writes it, whatever is in capitals; nothing if there is none."""
        every = (*(one.name for one in self.tables), *self.broken)
        return next((known for known in every if known.casefold() == name.casefold()), "")

    async def seat_bot(self, host: TableHost, seat: int, bot: str, name: str) -> None:
        """A house bot, marked as one, in a seat."""
        one = BotSeat(seat, bot, name)
        await self.issue(one.player, BOT_CHIPS, f"issue {one.player}")
        order = seat_for(one, host.table.sign)
        await host.submit(f"seat {one.player} {host.version}", "house", order)

    def pit(self, name: str) -> PitHost | None:
        """The house-banked table of that name, if there is one."""
        return self.find(PitHost, f"pit/{name}")

    def host(self, name: str) -> TableHost:
        """The table of that name."""
        if name in self.broken:
            raise TableStopped(f"{name} is stopped: {self.broken[name]}")
        found = self.find(TableHost, f"table/{name}")
        if found is None:
            listed = tuple(one.name for one in self.hosts.values() if not one.table.owner)[:20]  # house 17.3
            raise NotAllowed(phrase("there is no table {name}", name=quoted(name)), code="no-table", legal=listed)
        return found

    def table(self, name: str) -> TableHost | PitHost:
        """The table of that name, of either kind."""
        return self.pit(name) or self.host(name)

    # -- telling -----------------------------------------------------------------------------------------------------

    def tell_odds(self, host: TableHost, events: Sequence[Any]) -> None:
        """Odds, counted beside the table: of open hands to everyone, for practice to whoever is to act."""
        if shares.has_shares(events):
            self.keep(shares.tell_shares(host, self, events))
        if hints.wants_hint(host):
            self.keep(hints.tell_hint(host, self))

    def publish(self, writer: Published, after: int, events: Sequence[Any], reply: Reply | None = None) -> None:
        """Tell each viewer, in a frame made for that viewer; whoever asked for it gets the answer with it."""
        self.tell_jackpots(writer, events)
        if isinstance(writer, TableHost):
            table = writer.table
            if table.directions:
                directions.end_watching(self, writer)
            publish(writer, self, after, len(events), reply)
            self.tell_odds(writer, events)
            if table.event is not None:
                self.note_for_rail(writer)
                self.table_changed(table.event.event, events)
            elif any(concerns_table(one) for one in events):
                self.lists.plan()
        elif isinstance(writer, PitHost):
            publish_pit(writer, self, after, len(events))
        elif isinstance(writer, TournamentHost):
            self.tell_event(writer.name)
            for one in events:
                if isinstance(one, BacksSet):  # the table itself shows it, and has not changed
                    name = event_tables.table_name(writer.name, one.table)
                    self.seatings.pop(name, None)
                    self.told.pop(name, None)
                    self.refresh(name)
        elif isinstance(writer, RoomWriter) and any(isinstance(one, OFFICE_EVENTS) for one in events):
            for event in self.events.values():  # who conducts one may be absent now
                event.work.plan()

    def keep_apart(self) -> None:
        """Players who are directed apart leave each other's company, at every table."""
        self.keep(directions.separate(self.hosts.values()))

    def fresh(self, table: str, player: str) -> bytes:
        """A snapshot of a table, or of the lobby, as it stands now."""
        if table == LOBBY:
            return self.lobby_frame(player)
        if table.startswith(FOLLOWED):
            followed = self.find(TournamentHost, f"{TOURNAMENT}{table.removeprefix(FOLLOWED)}")
            return self.event_frame(followed, player) if followed is not None else b""
        found = self.writers.get(f"table/{table}") or self.writers.get(f"pit/{table}")
        if isinstance(found, PitHost):
            return pit_snapshot(found, self, player)
        if not isinstance(found, TableHost):
            return b""
        if self.is_late(found, player):
            rail = self.rails.get(found.name) or self.note_for_rail(found)
            return rail.shown if rail is not None else b""
        return snapshot(found, self, player)

    def tell_lobby(self) -> None:
        """The lobby changes often; it is told at most twice a second."""
        self._lobby_tables = self._lobby_events = self._lobby_lists = self._seats = None
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
                *(lobby_table(host) for host in self.hosts.values() if not host.table.closed and not host.table.owner),
                *(pit_lobby(pit) for pit in self.pits.values()),
            )
            self._lobby_tables = msgspec.Raw(p.write_frame(tables))
        if self._lobby_events is None:
            self._lobby_events = msgspec.Raw(p.write_frame(self.summaries()))
        if self._lobby_lists is None:
            self._lobby_lists = msgspec.Raw(p.write_frame(list_views(self.lists)))
            self._lobby_marks = msgspec.Raw(p.write_frame(marks(self.jackpots.values(), self.promotions.values())))
        return p.write_frame(
            {
                "type": "lobby",
                "tables": self._lobby_tables,
                "purse": self.purse(player),
                "seats": self.seats_of(player),
                "events": self._lobby_events,
                "entered": tuple(one.name for one in self.events.values() if is_in(one, player)),
                "lists": self._lobby_lists,
                "waiting": own_places(self.lists, player),
                "asked": own_requests(self.lists, player),
                "marks": self._lobby_marks,
                "now_ms": self.now_ms(),
            }
        )

    def summaries(self) -> tuple[EventSummary, ...]:
        """The tournaments, those first that are still to be played."""
        order = {"started": 0, "open": 1, "published": 2, "awarded": 3, "cancelled": 4}
        made = (summary(self.seen(host)) for host in self.events.values())
        return tuple(sorted(made, key=lambda one: (order[one.phase], one.starts, one.name)))
