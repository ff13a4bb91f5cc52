"""The director of a tournament: reads its record and its tables, and gives the orders that follow from both.

What is to be ordered is `tournaments.directing`'s to say; here it is carried out, each order under the request id that
was made for it, on its own stream: no lock is held over many tables. After a start it gives again what is missing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Final, Protocol

from openfelt.errors import OpenfeltError
from openfelt.service.house import House
from openfelt.service.machine.clock import Timer
from openfelt.service.wire.requests import was_done
from openfelt.service.writers.event_tables import BOT, report_of
from openfelt.service.writers.looking import Looking
from openfelt.service.writers.table import TableHost
from openfelt.service.writers.table_work import RESULT_PAUSE_S
from openfelt.service.writers.tournament import TournamentHost
from openfelt.tournaments.dealing import by_icm, prizes_left
from openfelt.tournaments.directing import Directed, TableReport, due_ms, in_entries, next_orders
from openfelt.tournaments.duty_orders import NoteAbsence
from openfelt.tournaments.play_facts import next_session, unpaid_of
from openfelt.tournaments.play_orders import DeclineRebuy, PaySession, VoteDeal

DIRECTOR: Final = "director "  # begins its request ids: no account is called so
SOON_S: Final = 0.05  # within which several tables have one look
OF_THE_PAUSE: Final = 0.25  # and that is at most so much of the pause between two hands
NOT_NOW: Final = frozenset({"hand-going", "in-hand", "substitute-waits"})
MOST_LOOKS: Final = 1_000  # in a row, each with something done: more are a fault of ours


class Floor(Protocol):
    """What a director needs of the room: its tables, and orders to them."""

    def event_tables(self, event: str) -> dict[int, TableHost]:
        """The tables of an event, by their tournament numbers."""

    def is_absent(self, account: str, stream: str) -> bool:
        """Whether somebody who held an office there may use none now."""

    async def carry_out(self, host: TournamentHost, directed: Directed, request: str) -> None:
        """Give an order of the director to a table."""


class Director(Looking):
    """What the house does in a tournament by itself."""

    host: TournamentHost

    def __init__(self, host: TournamentHost, hall: House, floor: Floor) -> None:
        super().__init__(host, hall)
        self.floor = floor
        self.problems: dict[int, str] = {}  # refused orders by table, which are tried again
        self._soon: Timer | None = None
        self._looked = float("-inf")
        self._reports: dict[int, tuple[int, int, TableReport]] = {}

    # -- when it looks -----------------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """No timer runs."""
        super().cancel()
        if self._soon is not None:
            self._soon.cancel()
        self._soon = None

    def plan_soon(self) -> None:
        """Plan a look because a table has changed. Several tables may change in a moment; one look covers them all."""
        if self._looking:
            self._again = True
        if self._looking or self._soon is not None:
            return
        every = min(SOON_S, OF_THE_PAUSE * RESULT_PAUSE_S * self.hall.pace)
        wait = self._looked + every - self.hall.clock.monotonic()
        if wait <= 0:
            self.plan()
        elif not self.is_over:
            self._soon = self.hall.clock.call_later(wait, self.plan)

    async def do_all(self) -> bool:
        """Give orders until there is nothing to order."""
        try:
            return await self.give_all()
        finally:
            self._looked = self.hall.clock.monotonic()

    def due_s(self) -> float | None:
        """In how many seconds the event's clock, or a player's time to decide, calls for the next order."""
        now = self.hall.now_ms()
        due = due_ms(self.host.state, now, room_ahead_ms=ahead_ms(now))
        return None if due is None else (due - now) / 1000

    # -- what it does ------------------------------------------------------------------------------------------------

    async def give_all(self) -> bool:
        """Give every order that is due, looking again after each change; False if something was refused."""
        for _ in range(MOST_LOOKS):
            self._again = False
            await self.decline_for_bots()
            await self.vote_for_bots()
            await self.pay_for_bots()
            await self.note_absentees()
            now = self.hall.now_ms()
            orders = next_orders(self.host.state, self.reports(), now, room_ahead_ms=ahead_ms(now))
            if not orders:
                self.problems.clear()
                return True
            if not await self.give_each(orders):
                return self.is_over
        raise RuntimeError(f"the director of {self.host.name} finds no end")

    async def decline_for_bots(self) -> None:
        """Decline re-buys for the house's bots, so that nobody waits for them."""
        for group in self.host.state.play.broke:
            for one in group.brokes:
                if one.until_ms and one.player.startswith(BOT):
                    request = f"{DIRECTOR}{self.host.name}/declines/{one.player}/{one.table}/{one.number}"
                    try:
                        await self.host.submit(request, "house", DeclineRebuy(one.player))
                    except OpenfeltError as refused:  # its time to think ends the wait
                        self.hall.report_refusal(self.host.stream, refused)

    async def pay_for_bots(self) -> None:
        """Pay for the house's bots that have advanced to a session, so that nobody waits for them."""
        state = self.host.state
        session = next_session(state) if state.phase == "started" else None
        for player in unpaid_of(state, session) if session is not None else ():
            if player.startswith(BOT):
                request = f"{DIRECTOR}{self.host.name}/pays/{player}/{len(state.play.sessions)}"
                await self.host.submit(request, "house", PaySession(player))

    async def note_absentees(self) -> None:
        """Note that somebody who is on duty at the event is absent from the room, by the room's own record."""
        if self.host.state.phase != "started":
            return
        for account in tuple(self.host.state.on_duty):
            if self.floor.is_absent(account, self.host.stream):
                request = f"{DIRECTOR}{self.host.name}/absent/{account}/{self.host.version}"
                await self.host.submit(request, "house", NoteAbsence(account))

    async def vote_for_bots(self) -> None:
        """House bots vote on a deal: each agrees if it has no less by it than its chips are worth."""
        deal = self.host.state.play.deal
        if deal is None:
            return
        chips = {player: self.host.state.play.players[player].all_chips for player, _ in deal.shares}
        worth = by_icm(chips, prizes_left(self.host.state), deal.left_for_first)
        for player, cents in deal.shares:
            play = self.host.state.play
            if play.deal is deal and player.startswith(BOT) and player not in play.agreed:
                request = f"{DIRECTOR}{self.host.name}/votes/{player}/{deal.id}"
                try:
                    await self.host.submit(request, "house", VoteDeal(player, deal.id, agrees=cents >= worth[player]))
                except OpenfeltError as refused:  # a round of play was noted: the deal is off
                    self.hall.report_refusal(self.host.stream, refused)

    async def give_each(self, orders: tuple[Directed, ...]) -> bool:
        """Give orders, those to the event in turn and those to each table too; False if none could be given.

        Tables do not wait for each other: each has a stream of its own.
        """
        by_table: dict[int, list[Directed]] = {}
        for one in orders:
            by_table.setdefault(one.table, []).append(one)
        done = False
        for whole, *parts in in_entries(self.host.state, by_table.pop(0, ())):
            done |= await self.give(whole, quietly=bool(parts)) or await self.give_in_turn(parts)
        given = await asyncio.gather(*map(self.give_in_turn, by_table.values()))
        return done or any(given)

    async def give_in_turn(self, orders: Sequence[Directed]) -> bool:
        """Give orders one after the other; False if none could be given."""
        done = False
        for one in orders:
            if self.is_over:
                return done
            done |= await self.give(one)
        return done

    async def give(self, one: Directed, *, quietly: bool = False) -> bool:
        """Give one order; False if it was given before, or is refused now: `quietly` where its parts are given then."""
        request = f"{DIRECTOR}{one.request}"
        if was_done(self.hall.journal.store, request):
            return False
        try:
            if one.table:
                await self.floor.carry_out(self.host, one, request)
            else:
                await self.host.submit(request, "house", one.order)
        except OpenfeltError as refused:
            if quietly or refused.code in NOT_NOW:
                return False  # the end of the round of play is reported, and then it is tried again
            self.problems[one.table] = f"{type(one.order).__name__}: {refused.message}"
            self.hall.report_refusal(self.host.stream, refused)
            return False
        self.problems.pop(one.table, None)
        return True

    def reports(self) -> dict[int, TableReport]:
        """The tables as they stand; one at which only a hand has gone on is not read again, one that is done never."""
        found: dict[int, TableReport] = {}
        noted = self.host.state.play.tables
        for number, table in self.floor.event_tables(self.host.name).items():
            hands = noted[number].hands if number in noted else 0
            kept = self._reports.get(number)
            if kept is None or kept[:2] != (table.changed, hands):
                kept = self._reports[number] = (table.changed, hands, report_of(table, number, hands))
            if number in noted or not kept[2].is_done:
                found[number] = kept[2]
        return found


def ahead_ms(now_ms: int) -> int:
    """How far the room's clock is ahead of UTC."""
    return time.localtime(now_ms // 1000).tm_gmtoff * 1000
