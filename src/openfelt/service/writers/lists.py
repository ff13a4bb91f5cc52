"""The writer of lists and seats, and the acts over a list and tables: a seat is taken on both records or on neither."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from openfelt.errors import RuleViolation
from openfelt.journal import Record
from openfelt.lists import events as e
from openfelt.lists import orders as o
from openfelt.lists.facts import Apart, KeptOut, ListGiven, TableFacts, facts_of, kept_out_of
from openfelt.lists.giving import LIST_GIVERS
from openfelt.lists.moves import change_order, send_order
from openfelt.lists.state import Lists, WaitList
from openfelt.lists.terms import KEPT_OUT, game_key
from openfelt.room import commands as q
from openfelt.room.giving import officer_of
from openfelt.room.moving import order_to_receive
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer
from openfelt.room.playing import may_play
from openfelt.service.house import House
from openfelt.service.people.accounts import folded_name
from openfelt.service.record.asked import LISTS, AskedOfLists, write_shaped
from openfelt.service.record.kept import StreamDecided
from openfelt.service.record.list_record import LIST_EVENTS, decide, given_by
from openfelt.service.writers import moves
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.list_watch import EstimateWatch
from openfelt.service.writers.room import OwnWriter
from openfelt.service.writers.table import TableHost
from openfelt.service.writers.worked import Planned
from openfelt.service.writers.writer import Part, Parts, submit_together

if TYPE_CHECKING:
    from openfelt.service.wire.subscribers import Reply

WALK_IN: Final = "walk-in "  # and a name: somebody on a list who has no account, for a table with real cards
# Orders that look at every table of the game; other orders look at one table, and at people.
WHOLE: Final = (o.BreakGame, o.SetFeeder, o.OpenFromList)
NAMED: Final = ("table", "feeder", "main", "source", "to")


class Floor(moves.Tables, Protocol):
    """The room as far as lists need it: its tables."""

    @property
    def hosts(self) -> dict[str, TableHost]:
        """The poker tables by name."""


class ListFacts(Facts):
    """The world for one decision about lists: also the tables, who is kept out, and who is kept apart."""

    __slots__ = ("apart", "kept_out", "tables")

    def __init__(
        self, hall: House, tables: tuple[TableFacts, ...], kept_out: tuple[KeptOut, ...], apart: tuple[Apart, ...]
    ) -> None:
        super().__init__(hall)
        self.tables, self.kept_out, self.apart = tables, kept_out, apart

    def asked(self, stream: str, order: Any, lines: tuple[int, ...] = ()) -> bytes:  # noqa: ANN401, ARG002 - any order
        """What is stored of an order that was decided by these facts."""
        if order is None:
            return b""
        asked = AskedOfLists(order, self.at_ms, self.balances, lines=lines)
        return write_shaped(
            msgspec.structs.replace(asked, tables=self.tables, kept_out=self.kept_out, apart=self.apart)
        )

    def given(self) -> ListGiven:
        """The same as a decision takes it."""
        return given_by(self, self.tables, self.kept_out, self.apart)


class ListWriter(OwnWriter):
    """The lists in memory, and the only writer of their stream."""

    state: Lists
    work: Planned

    def __init__(self, hall: House, floor: Floor) -> None:
        super().__init__(hall, LISTS)
        self.name = "the lists"
        self.floor = floor
        self.state = Lists()
        self.watch = EstimateWatch()
        self._facts: dict[str, tuple[int, TableFacts]] = {}

    def load(self) -> None:
        """Fold the record."""
        self.state = Lists()
        self.version = LIST_EVENTS.load(self.hall.journal.store, LISTS, self.state)

    # -- deciding ----------------------------------------------------------------------------------------------------

    def tables(self) -> dict[str, TableFacts]:
        """The facts of every table for money, read again only for tables that have changed.

        A player's own table stands in no list, and only those who have its link come to it (house 17.3).
        """
        made = {}
        for name, host in self.floor.hosts.items():
            if host.table.closed or host.table.event is not None or host.table.owner:
                continue
            kept = self._facts.get(name)
            if kept is None or kept[0] != host.version:
                kept = self._facts[name] = (host.version, facts_of(host.state))
            made[name] = kept[1]
        return made

    def covers(self, host: TableHost) -> bool:
        """Whether a table is filled from a list."""
        return bool(self.state.lists) and self.list_of(host) is not None

    def list_of(self, host: TableHost) -> WaitList | None:
        """The list that a table is filled from."""
        table = self.tables().get(host.name)
        return self.state.covering(table.game, table.limits) if table is not None else None

    def facts(self, order: o.AnyListOrder) -> ListFacts:
        """What a decision about an order is given; only what concerns it is kept."""
        tables, game = self.tables(), self.game_of(order)
        mine = [one for one in tables.values() if one.game == game]
        people = self.people(order, game)
        book = game.partition(" ")[0]
        if not isinstance(order, WHOLE):
            whole = self.looked_at(order)
            mine = [one if one.table in whole else trimmed(one, people) for one in mine]
        names = {one.table for one in mine}
        kept_out = tuple(one for player in sorted(people) for one in self.kept_out(player, book, names))
        return ListFacts(self.hall, tuple(mine), kept_out, self.apart(book, people))

    def game_of(self, order: o.AnyListOrder) -> str:
        """The game that an order is about."""
        if isinstance(order, o.OpenList):
            return game_key(order.sign)
        offer = self.state.offers.get(getattr(order, "offer", 0))
        name = offer.list if offer is not None else getattr(order, "list", "")
        if name in self.state.lists:
            return self.state.lists[name].game
        table = self.tables().get(getattr(order, "table", "") or getattr(order, "feeder", ""))
        return table.game if table is not None else ""

    def people(self, order: o.AnyListOrder, game: str) -> set[str]:
        """Everyone whom an order may concern: named, waiting, asking, called; at a feeder whoever sits there."""
        found = {str(getattr(order, "player", ""))}
        found |= {mine.player for one in self.state.lists.values() if one.game == game for mine in one.line}
        found |= {one.player for one in self.state.requests.values()}
        found |= {one.player for one in self.state.offers.values()}
        tables = self.tables()
        whole = set(tables) if isinstance(order, WHOLE) else self.looked_at(order)
        found |= {place.player for name in whole if name in tables for place in tables[name].places}
        return found - {""}

    def looked_at(self, order: o.AnyListOrder) -> set[str]:
        """The tables that an order looks at with everyone at them, their feeders too."""
        named = {str(getattr(order, field)) for field in NAMED if getattr(order, field, "")}
        if isinstance(order, o.NoteSeats):
            return named | set(order.tables)
        return named | {feeder for feeder, main in self.state.feeders.items() if main in named}

    def kept_out(self, player: str, book: str, tables: Collection[str]) -> tuple[KeptOut, ...]:
        """Why somebody may not play the games of a book here, or not at these tables: the one place where lists ask."""
        if player in self.hall.closed:
            return (KeptOut(player, KEPT_OUT, why="this account is closed"),)
        now = self.hall.now_ms()
        standing = self.hall.standing(player, now)
        try:
            may_play(standing, "list", now, book=book)
        except RuleViolation as refused:
            return (KeptOut(player, refused.cites, why=refused.message, code=refused.code),)
        return kept_out_of(player, standing, tables, now)

    def apart(self, book: str, people: set[str]) -> tuple[Apart, ...]:
        """Players whom the floor keeps from one table, by directions under that rulebook."""
        found = {
            one.players: one.cites
            for host in self.floor.hosts.values()
            if host.rulebook == book
            for one in host.table.directions
            if one.what == "apart" and people & set(one.players)
        }
        return tuple(Apart(players, cites) for players, cites in sorted(found.items()))

    def decide(self, order: o.AnyListOrder, facts: Facts) -> StreamDecided[Lists]:
        """What an order does now."""
        assert isinstance(facts, ListFacts)
        return decide(self.state, order, facts.given())

    def record(self, event: Any, actor: str, at_ms: int) -> Record:  # noqa: ANN401 - any event of lists
        """The journal record of an event."""
        return LIST_EVENTS.record(event, actor, at_ms)

    def require_given(self, order: Any, actor: str) -> None:  # noqa: ANN401 - any order about lists
        """Refuse an order that this actor may never give, and an officer whose offices have changed meanwhile."""
        LIST_GIVERS.require(order, actor)
        officer = officer_of(order)
        if officer is not None:
            self.hall.accounts.require_held(officer, self.stream)

    # -- after it was stored -----------------------------------------------------------------------------------------

    def take(self, part: Part, after: int) -> None:  # noqa: ARG002 - nothing is remembered by its number
        """The state after it is the state now."""
        self.work.stored()
        self.state = part.made.after
        self.watch.note(part.made.events, self.state, self.tables().values())

    def plan(self) -> None:
        """Have the usher look at what is to be done next."""
        self.work.plan()

    def tell(self, after: int, events: Sequence[Any], reply: Reply | None) -> None:  # noqa: ARG002 - the lobby is told
        """Everyone who watches the lobby is told."""
        self.hall.tell_lobby()

    # -- acts over a list and tables ---------------------------------------------------------------------------------

    async def sit(self, host: TableHost, order: q.SitDown | ByOfficer, *, actor: str, request: str) -> None:
        """Take a free seat: on the list and at the table, or at the table alone where no list is kept for it."""
        if not self.covers(host):
            await host.submit(request, actor, order)
            return
        parts = two((self, self.sitting(host, order)), (host, order))
        await submit_together((self, host), parts, request, actor)

    def require_turn(self, host: TableHost, order: ByOfficer, *, actor: str) -> None:
        """Refuse a seat as the list would refuse it now; nothing happens."""
        if self.covers(host):
            self.require_running()
            self.draft(self.sitting(host, order), actor)

    def sitting(self, host: TableHost, order: q.SitDown | ByOfficer) -> o.SitFreely:
        """The order that sitting down means for the lists."""
        sit = order.order if isinstance(order, ByOfficer) else order
        assert isinstance(sit, q.SitDown)
        by = self.officer(order.officer) if isinstance(order, ByOfficer) else None
        return o.SitFreely(self.listed(host, sit.player), host.name, sit.seat, by=by)

    def officer(self, officer: Officer) -> Officer:
        """The same officer as the lists know him: with the offices held here."""
        account = self.hall.accounts.find(officer.account)
        return self.hall.accounts.officer(account, self.stream) if account is not None else officer

    def listed(self, host: TableHost, player: str) -> str:
        """A player's name on the lists: somebody whom a dealer seats by name may wait under that name."""
        name = self.hall.name_of(player)
        if not host.table.live or not player.startswith("live "):
            return player
        known = (self.walk_in(name), self.hall.accounts.id_of(name))
        one = self.list_of(host)
        return next((mine for mine in known if mine and one is not None and one.entry(mine) is not None), player)

    def walk_in(self, name: str) -> str:
        """Somebody without an account as the lists know them: by a name that waits already, whatever its capitals."""
        known = (mine.player for one in self.state.lists.values() for mine in one.line)
        same = (one for one in known if one.startswith(WALK_IN) and folded_name(one) == folded_name(WALK_IN + name))
        return next(same, WALK_IN + name)

    async def take_seat(self, offer: int, sit: q.SitDown, host: TableHost, *, request: str) -> None:
        """Seat a player who was called."""
        parts = two((self, o.TakeOffer(offer, sit.player)), (host, sit))
        await submit_together((self, host), parts, request, sit.player)

    async def change_seat(self, host: TableHost, order: q.ChangeSeat, *, request: str) -> None:
        """A player of the table goes to a free seat: on the list, too, where one is kept for the table."""
        if not self.covers(host):
            await host.submit(request, order.player, order)
            return
        parts = two((self, o.ChangeFreely(order.player, host.name, order.to)), (host, order))
        await submit_together((self, host), parts, request, order.player)

    async def move(self, order: moves.Move, *, actor: str, request: str) -> None:
        """The floor moves a player: where a list is kept for the other table, in the turn that it gives."""
        source, to = self.floor.hosts[order.source], self.floor.hosts[order.to]
        if not self.covers(to):
            await moves.move(self.floor, order, actor=actor, request=request)
            return

        def parts() -> Parts:
            yield self, o.SitFreely(order.player, order.to, order.seat, order.source, self.officer(order.by))
            yield from moves.parts(order, source, to)

        await submit_together((self, source, to), parts(), request, actor)

    async def carry_out(self, offer: e.SeatOffered, request: str) -> None:
        """The house moves somebody to the seat that is kept."""
        to, taken = self.floor.hosts[offer.table], o.TakeOffer(offer.offer, offer.player)
        if offer.source == offer.table:
            parts = two((self, taken), (to, change_order(offer)))
            await submit_together((self, to), parts, request, "house")
            return
        source = self.floor.hosts[offer.source]
        apart = moves.elsewhere(self.floor.hosts.values(), to, offer.player)

        def moved() -> Parts:
            yield self, taken
            sent = yield source, send_order(offer, f"list-{offer.offer}")
            yield to, order_to_receive(sent.events[-1], source.name, apart)

        await submit_together((self, source, to), moved(), request, "house")

    async def break_game(self, host: TableHost, order: o.BreakGame, *, request: str) -> None:
        """A game is broken: its players are placed, and the notice of closing hangs."""
        by = order.by
        is_closing = host.table.notice is not None and host.table.notice.kind == "closing"
        officer = self.hall.accounts.find(by.account)
        there = self.hall.accounts.officer(officer, host.stream) if officer is not None else by
        notice = ByOfficer(there, q.GiveNotice(self.hall.now_ms()))
        parts = two((self, order)) if is_closing else two((self, order), (host, notice))
        await submit_together((self, host), parts, request, by.account)


def two(*parts: tuple[Any, Any]) -> Parts:
    """Parts of which none is made from what another does."""
    for part in parts:  # noqa: UP028 - what a part does is sent in, and no tuple takes it
        yield part


def trimmed(table: TableFacts, people: Iterable[str]) -> TableFacts:
    """A table with only the players who matter, but at least one of those who sit there."""
    mine = tuple(one for one in table.places if one.player in people)
    return msgspec.structs.replace(table, places=mine or table.places[:1])
