"""What the house does at a jackpot by itself: notes hands of linked tables, ends windows, claims for its bots.

It reads the tables' own record of their latest hands. What it has given is known by its request id, so that after a
start it gives again what is missing and nothing else.
"""

from __future__ import annotations

import hashlib
from typing import Final, Protocol

from openfelt.errors import OpenfeltError, StaleView
from openfelt.jackpots import orders as o
from openfelt.jackpots.facts import is_on_offer
from openfelt.jackpots.matching import judge_for, qualified
from openfelt.jackpots.orders import HandAt
from openfelt.jackpots.settling import candidates, next_window
from openfelt.service.house import House
from openfelt.service.writers.jackpot import JackpotHost
from openfelt.service.writers.looking import Looking
from openfelt.service.writers.table import TableHost
from openfelt.table.codec import encode

BOT: Final = "bot "


class Tables(Protocol):
    """The room as far as a jackpot needs it."""

    @property
    def hosts(self) -> dict[str, TableHost]:
        """The poker tables by name."""


class JackpotWork(Looking):
    """The house's own work at one jackpot."""

    host: JackpotHost

    def __init__(self, host: JackpotHost, hall: House, room: Tables) -> None:
        super().__init__(host, hall)
        self.room = room
        self.seen: set[HandAt] = set()  # hands that were looked at and need no other look

    def due_s(self) -> float | None:
        """When the next window ends."""
        state, now = self.host.state, self.hall.now_ms()
        ends = [next_window(state, state.event(name)) for name in self.windows()]
        return (min(ends) - now) / 1000 if ends else None

    def windows(self) -> list[str]:
        """The high hands that have a hand in a window that has not ended."""
        state = self.host.state
        if state.phase != "open":
            return []
        open_ = {one.event for one in state.candidates if one.ends_ms > state.ended.get(one.event, 0)}
        return sorted(open_)

    async def do_all(self) -> bool:
        """Note the hands that concern the jackpot, end windows, claim for bots."""
        if self.host.state.phase == "open":
            await self.work()
        self._retry.stored()
        return True

    async def work(self) -> None:
        """Everything that is due now at a jackpot that is on offer."""
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

    def require_noted(self, table: str = "") -> None:
        """Refuse what would come before a hand of this table (or of any) that has ended and is about to be noted."""
        if any(self.concerns(one) for one in self.hands() if table in ("", one.table)):
            raise StaleView("a hand that has just ended is being noted; try again")

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
        if not is_on_offer(state, played.hand):
            return False
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
