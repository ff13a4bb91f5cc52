"""What the house does at a jackpot by itself: notes hands of linked tables, ends windows, claims for its bots.

It reads the tables' own record of their latest hands. What it has given is known by its request id, so that after a
start it gives again what is missing and nothing else.
"""

from __future__ import annotations

import hashlib
from typing import Final, Protocol

from openfelt.errors import OpenfeltError
from openfelt.jackpots import orders as o
from openfelt.jackpots.matching import judge_for, qualified
from openfelt.jackpots.orders import HandAt
from openfelt.jackpots.settling import candidates, next_window
from openfelt.service.house import House
from openfelt.service.machine.clock import Timer
from openfelt.service.writers.jackpot import JackpotHost
from openfelt.service.writers.table import TableHost
from openfelt.service.writers.work import Retry
from openfelt.table.codec import encode

BOT: Final = "bot "
LEAST_WAIT_S: Final = 0.05


class Tables(Protocol):
    """The room as far as a jackpot needs it."""

    @property
    def hosts(self) -> dict[str, TableHost]:
        """The poker tables by name."""


class JackpotWork:
    """The house's own work at one jackpot."""

    def __init__(self, host: JackpotHost, hall: House, room: Tables) -> None:
        self.host = host
        self.hall = hall
        self.room = room
        self.seen: set[HandAt] = set()  # hands that were looked at and need no other look
        self._timer: Timer | None = None
        self._retry = Retry()
        self._looking = False
        self._again = False

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
        """The jackpot or one of its tables has changed: look, once for however many changes."""
        if self.hall.closing or self.host.stopped:
            self.cancel()
        elif self._looking:
            self._again = True
        else:
            self._looking = True
            self.cancel()
            self.hall.keep(self.look())

    async def look(self) -> None:
        """Note what there is to note; then wait for the end of a window, or try again what was refused."""
        is_done = True
        try:
            await self.work()
            self._retry = Retry()
        except OpenfeltError as refused:
            self.hall.report_refusal(self.host.stream, refused)
            is_done = False
        except Exception as fault:
            self.host.stop(fault)
            return
        finally:
            self._looking = False
        if self._again and not self.hall.closing:
            self._again = False
            self.plan()
        else:
            self.wait(is_done=is_done)

    def wait(self, *, is_done: bool) -> None:
        """Look again when a window ends, or after a while if something was refused."""
        if self.hall.closing or self.host.stopped:
            return
        now = self.hall.now_ms()
        ends = [next_window(self.host.state, self.host.state.event(name)) for name in self.windows()]
        waits = [max(LEAST_WAIT_S, (one - now) / 1000) for one in ends]
        if not is_done:
            waits.append(self._retry.next_s())
        if waits:
            self._timer = self.hall.clock.call_later(min(waits), self.plan)

    def windows(self) -> list[str]:
        """The high hands that have a hand in a window that has not ended."""
        state = self.host.state
        if state.phase != "open":
            return []
        open_ = {one.event for one in state.candidates if one.ends_ms > state.ended.get(one.event, 0)}
        return sorted(open_)

    async def work(self) -> None:
        """Everything that is due now."""
        if self.host.state.phase != "open":
            return
        for played in self.hands():
            await self.note(played)
        while over := self.over():
            name, ends = over[0]
            await self.host.submit(f"window {self.host.name}/{name}/{ends}", "house", o.EndWindow(name))
        await self.claim_for_bots()

    def over(self) -> list[tuple[str, int]]:
        """Windows that have ended and are to be settled."""
        state, now = self.host.state, self.hall.now_ms()
        ends = {name: next_window(state, state.event(name)) for name in self.windows()}
        return sorted((name, at) for name, at in ends.items() if at <= now)

    def hands(self) -> list[HandAt]:
        """Hands of linked tables that were not looked at, in the order in which they ended."""
        found: set[HandAt] = set()
        for table in self.host.state.tables:
            host = self.room.hosts.get(table)
            link = host.table.jackpot if host is not None else None
            if link is not None and link.pool == self.host.name:
                found |= {HandAt(table, hand) for hand in link.hands}
        self.seen &= found
        return sorted(found - self.seen, key=lambda one: (one.hand.ended_ms, one.key))

    async def note(self, played: HandAt) -> None:
        """Note a hand if it concerns the jackpot."""
        if self.concerns(played):
            mark = hashlib.sha256(encode(played)).hexdigest()[:16]
            try:
                await self.host.submit(f"hand {self.host.name}/{mark}", "house", o.NoteHand(played))
            except OpenfeltError as refused:
                if refused.code != "paid":
                    raise
        self.seen.add(played)

    def concerns(self, played: HandAt) -> bool:
        """Whether a hand hits something, or was noted before and stands otherwise."""
        state = self.host.state
        if played.key in state.noted or any(one.played.key == played.key for one in state.candidates):
            return state.noted.get(played.key) != played
        assert state.parameters is not None
        judge = judge_for(state.parameters)
        hits = (one for one in state.parameters.events if one.kind != "high-hand")
        return any(qualified(judge, one, played.hand).players for one in hits) or any(candidates(state, played, set()))

    async def claim_for_bots(self) -> None:
        """The house claims for its bots, which have no hands to raise."""
        for hit in self.host.state.open_hits:
            played = self.host.state.noted.get((hit.table, hit.hand))
            for player in hit.qualified:
                if player.startswith(BOT) and player not in hit.claimed_by and played is not None:
                    request = f"claim {self.host.name}/{hit.number}/{self.host.version}/{player}"
                    await self.host.submit(request, "house", o.Claim(player, played))
