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
from openfelt.service.machine.clock import Timer
from openfelt.service.writers.lists import Floor, ListFacts, ListWriter
from openfelt.service.writers.work import Retry

LEAST_WAIT_S: Final = 0.02
NOT_NOW: Final = frozenset({"hand-going", "in-hand", "frozen", "table-stopped", "must-stay"})
MOST_LOOKS: Final = 2_000  # in a row, each with something done: more are a fault of ours


class Usher:
    """The house's own work at the lists."""

    def __init__(self, writer: ListWriter, hall: House, floor: Floor) -> None:
        self.writer = writer
        self.hall = hall
        self.floor = floor
        self._timer: Timer | None = None
        self._retry = Retry()
        self._looking = False
        self._again = False

    # -- when it looks -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Go on after a start of the room."""
        self.plan()

    def stored(self) -> None:
        """Something was stored: the next wait is short again."""
        self._retry.stored()

    def cancel(self) -> None:
        """No timer runs."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def plan(self) -> None:
        """The lists or one of the tables have changed: look, once for however many changes."""
        state = self.writer.state
        if self.hall.closing or self.writer.stopped or not (state.lists or state.offers):
            self.cancel()
            return
        if self._looking:
            self._again = True
            return
        self._looking = True
        self.cancel()
        self.hall.keep(self.look())

    async def look(self) -> None:
        """Give orders until there is nothing to order, then wait for the next call whose time is over."""
        wait_s = 0.0
        try:
            wait_s = await self.give_all()
        except OpenfeltError as refused:
            self.hall.report_refusal(self.writer.stream, refused)
            wait_s = self._retry.next_s()
        except Exception as fault:
            self.writer.stop(fault)
        finally:
            self._looking = False
        if self.writer.stopped or self.hall.closing:
            return
        if self._again:
            self._again = False
            self.plan()
        elif wait_s:
            self._timer = self.hall.clock.call_later(max(LEAST_WAIT_S, wait_s), self.plan)

    async def give_all(self) -> float:
        """Give order after order; the seconds until something is due by the clock, or 0."""
        for _ in range(MOST_LOOKS):
            self._again = False
            if not await self.give_next():
                break
        else:
            raise AssertionError("the usher finds no end")
        due = [one.until_ms for one in self.writer.state.offers.values() if one.until_ms]
        return max(LEAST_WAIT_S, (min(due) - self.hall.now_ms()) / 1000) if due else 0.0

    async def give_next(self) -> bool:
        """Do one thing that is due; False if there is none."""
        for work in self.due():
            try:
                await work
            except StaleView:
                continue  # something else was done first
            except OpenfeltError as refused:
                if refused.code in NOT_NOW:
                    continue  # the end of the round of play is told, and asked again then
                self.hall.report_refusal(self.writer.stream, refused)
                continue
            return True
        return False

    def due(self) -> Iterator[Any]:
        """All that is due now, in the order in which it is done; each a piece of work."""
        yield from (self.order(one) for one in self.housekeeping())
        yield from (self.move(one) for one in self.ready_to_move())
        yield from (self.order(one) for one in self.vacancies())

    async def order(self, order: o.AnyListOrder) -> None:
        """Give one order of the house."""
        await self.writer.submit(f"usher {type(order).__name__} {self.writer.version}", "house", order)

    # -- what is due -------------------------------------------------------------------------------------------------

    def housekeeping(self) -> Iterator[o.AnyListOrder]:
        """Calls that are over, names that may not stay, requests of those who left, and who came and left."""
        state, tables, now = self.writer.state, self.writer.tables(), self.hall.now_ms()
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
        """Why a seat need not be kept any more: its table takes nobody, or who was to move has left."""
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
        barred = {
            player
            for name in tables
            for player, out in self.floor.hosts[name].table.barred.items()
            if not 0 < out.until_ms <= self.hall.now_ms()
        }
        for mine in one.line:
            sits = mine.via != "broken-game" and any(table.place_of(mine.player) for table in tables.values())
            if sits or mine.player in barred or self.writer.kept_from_house(mine.player, one.sign.rulebook) is not None:
                yield mine.player

    def ready_to_move(self) -> Iterator[e.SeatOffered]:
        """Seats kept for somebody whom the house moves, and who is not in a round of play."""
        for offer in list(self.writer.state.offers.values()):
            source = self.floor.hosts.get(offer.source) if offer.source else None
            place = source.table.place_of(offer.player) if source is not None else None
            if source is not None and place is not None and place.seat not in source.table.dealt:
                yield offer

    async def move(self, offer: e.SeatOffered) -> None:
        """Move somebody; whom the table refuses for good keeps the seat no longer."""
        try:
            await self.writer.carry_out(offer, f"usher move {offer.offer} {self.writer.version}")
        except StaleView:
            raise
        except OpenfeltError as refused:
            if refused.code in NOT_NOW:
                raise
            await self.order(o.EndOffer(offer.offer, "refused", refused.message))

    def vacancies(self) -> Iterator[o.CallNext]:
        """Free seats that somebody has a claim to; where the brush calls, only those of players."""
        state = self.writer.state
        for table in self.writer.tables().values():
            one = state.covering(table.game, table.limits)
            if one is None or not table.takes or self.floor.hosts[table.table].stopped:
                continue
            facts = None
            for seat in table.free:
                if state.offer_at(table.table, seat) is not None:
                    continue
                order = o.CallNext(table.table, seat)
                facts = facts or self.writer.facts(order)
                if self.is_wanted(facts, table.table, seat, one):
                    yield order

    def is_wanted(self, facts: ListFacts, table: str, seat: int, one: WaitList) -> bool:
        """Whether somebody has a claim to a seat that the house acts on."""
        draft = Draft(self.writer.state, facts.given())
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
