"""The usher: what the house does about lists and seats by itself.

It ends calls whose time is over, strikes whoever may not play, notes who came and left, moves whoever a seat is kept
for, and offers free seats to whoever has the first claim. Each is an order of its own; what was not done before a stop
is done after the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from openfelt.errors import OpenfeltError, StaleView
from openfelt.lists import events as e
from openfelt.lists import orders as o
from openfelt.lists.draft import Draft
from openfelt.lists.facts import TableFacts
from openfelt.lists.state import WaitList
from openfelt.lists.turns import claims_to
from openfelt.service.house import House
from openfelt.service.writers.lists import Floor, ListFacts, ListWriter
from openfelt.service.writers.looking import Looking

NOT_NOW: Final = frozenset({"hand-going", "in-hand", "frozen", "table-stopped", "must-stay"})
MOST_LOOKS: Final = 2_000  # in a row, each with something done: more are a fault of ours


class Usher(Looking):
    """The house's own work at the lists."""

    least_wait_s = 0.02
    host: ListWriter

    def __init__(self, writer: ListWriter, hall: House, floor: Floor) -> None:
        super().__init__(writer, hall)
        self.floor = floor
        self._due_ms = 0  # when the next call ends

    # -- when it looks -----------------------------------------------------------------------------------------------

    def plan(self) -> None:
        """The lists or one of the tables have changed: look, unless there is no list and no call."""
        if self.host.state.lists or self.host.state.offers:
            super().plan()
        else:
            self.cancel()

    async def do_all(self) -> bool:
        """Give orders until there is nothing to order."""
        self._due_ms = 0
        await self.give_all()
        self._due_ms = min((one.until_ms for one in self.host.state.offers.values() if one.until_ms), default=0)
        return True

    def due_s(self) -> float | None:
        """In how many seconds the next call ends, or a refused order is tried again."""
        return (self._due_ms - self.hall.now_ms()) / 1000 if self._due_ms else None

    async def give_all(self) -> None:
        """Give order after order."""
        for _ in range(MOST_LOOKS):
            self._again = False
            if not await self.give_next():
                return
        raise AssertionError("the usher finds no end")

    async def give_next(self) -> bool:
        """Do one thing that is due; False if nothing is."""
        for work in self.due():
            try:
                await work
            except StaleView:
                continue  # something else was done first
            except OpenfeltError as refused:
                if refused.code in NOT_NOW:
                    continue  # the end of the round of play is reported, and then it is tried again
                self.hall.report_refusal(self.host.stream, refused)
                continue
            return True
        return False

    def due(self) -> Iterator[Any]:
        """Everything that is due now, in the order in which it is done, as pieces of work."""
        yield from (self.order(one) for one in self.housekeeping())
        yield from (self.move(one) for one in self.ready_to_move())
        yield from (self.order(one) for one in self.vacancies())

    async def order(self, order: o.AnyListOrder) -> None:
        """Give one order of the house."""
        await self.host.submit(f"usher {type(order).__name__} {self.host.version}", "house", order)

    # -- what is due -------------------------------------------------------------------------------------------------

    def housekeeping(self) -> Iterator[o.AnyListOrder]:
        """Calls that are over, names that may not stay, requests of those who left, and who came and left."""
        state, tables, now = self.host.state, self.host.tables(), self.hall.now_ms()
        for offer in list(state.offers.values()):
            if 0 < offer.until_ms <= now:
                yield o.EndOffer(offer.offer, "expired")
            elif why := self.void(offer, tables):
                yield o.EndOffer(offer.offer, "refused", why)
        for request in list(state.requests.values()):
            table = tables.get(request.table)
            if table is None or table.place_of(request.player) is None:
                yield o.DropRequest(request.player, request.table)
        for one in list(state.lists.values()):
            mine = {name: table for name, table in tables.items() if one.covers(table.game, table.limits)}
            if changed := changed_tables(one, mine):
                yield o.NoteSeats(one.name, changed)
            yield from (o.Strike(one.name, player) for player in self.to_strike(one, mine))

    def void(self, offer: e.SeatOffered, tables: dict[str, TableFacts]) -> str:
        """Why a seat need not be kept any more: its table takes nobody, or the player who was to move has left."""
        table = tables.get(offer.table)
        if table is None or not table.takes:
            return f"{offer.table} takes nobody now"
        if offer.seat not in table.free:
            return f"seat {offer.seat} is taken"
        source = tables.get(offer.source) if offer.source else None
        if offer.source and (source is None or source.place_of(offer.player) is None):
            return "whoever was to move has left"
        return ""

    def to_strike(self, one: WaitList, tables: dict[str, TableFacts]) -> Iterator[str]:
        """Names on a list of people who may not play, or who sit in the game by now."""
        for mine in one.line:
            sits = mine.via != "broken-game" and any(table.place_of(mine.player) for table in tables.values())
            if sits or self.host.kept_out(mine.player, one.sign.rulebook, tables):
                yield mine.player

    def ready_to_move(self) -> Iterator[e.SeatOffered]:
        """Seats kept for somebody whom the house moves, and who is not in a round of play."""
        for offer in list(self.host.state.offers.values()):
            source = self.floor.hosts.get(offer.source) if offer.source else None
            place = source.table.place_of(offer.player) if source is not None else None
            if source is not None and place is not None and place.seat not in source.table.dealt:
                yield offer

    async def move(self, offer: e.SeatOffered) -> None:
        """Move a player; if the table refuses for good, the seat is no longer kept."""
        try:
            await self.host.carry_out(offer, f"usher move {offer.offer} {self.host.version}")
        except StaleView:
            raise
        except OpenfeltError as refused:
            if refused.code in NOT_NOW:
                raise
            await self.order(o.EndOffer(offer.offer, "refused", refused.message))

    def vacancies(self) -> Iterator[o.CallNext]:
        """Free seats that somebody has a claim to; where the brush calls, only those of players."""
        state = self.host.state
        for table in self.host.tables().values():
            one = state.covering(table.game, table.limits)
            if one is None or not table.takes or self.floor.hosts[table.table].stopped:
                continue
            facts = None
            for seat in table.free:
                if state.offer_at(table.table, seat) is not None:
                    continue
                order = o.CallNext(table.table, seat)
                facts = facts or self.host.facts(order)
                if self.is_wanted(facts, table.table, seat, one):
                    yield order

    def is_wanted(self, facts: ListFacts, table: str, seat: int, one: WaitList) -> bool:
        """Whether somebody has a claim to a seat that the house acts on."""
        draft = Draft(self.host.state, facts.given())
        claims = claims_to(draft, draft.table(table), seat)
        return claims is not None and (claims.standing != "waiting" or one.terms.calls == "by-itself")


def changed_tables(one: WaitList, tables: dict[str, TableFacts]) -> tuple[str, ...]:
    """The tables of a list at which others sit than were noted."""
    known: dict[str, set[str]] = {}
    for name in one.tally.seated:
        table, _, player = name.partition("/")
        known.setdefault(table, set()).add(player)
    now = {name: {place.player for place in table.places} for name, table in tables.items()}
    return tuple(sorted(name for name in known.keys() | now.keys() if known.get(name, set()) != now.get(name, set())))
