"""The room with its promotions: where their terms are written, and how one is found by its name."""

from __future__ import annotations

from openfelt.cage import accounts as ledger_accounts
from openfelt.errors import RuleViolation
from openfelt.promotions.orders import Draft
from openfelt.promotions.terms import Terms
from openfelt.room.offices import Officer
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.record.asked import PROMOTION
from openfelt.service.wire.requests import RequestReused
from openfelt.service.writers.pools import BANK, Pools
from openfelt.service.writers.promotion import PromotionHost
from openfelt.service.writers.room import RoomWriter
from openfelt.service.writers.writer import TableStopped


class Promotions(Pools):
    """What the hall does with promotions."""

    room: RoomWriter

    @property
    def promotions(self) -> dict[str, PromotionHost]:
        """The promotions by name."""
        return {one.name: one for one in self.writers.values() if isinstance(one, PromotionHost)}

    async def open_promotion(self, name: str, terms: Terms, *, by: Officer, request: str) -> PromotionHost:
        """Write the terms of a new promotion."""
        await self.issue_to(ledger_accounts.HOUSE, BANK, "issue bank")
        stream = f"{PROMOTION}{name}"
        async with self._opening:
            if stream in self.writers or stream in self.broken:
                raise RuleViolation("promotion-exists", (), f"there is a promotion {name!r} already")
            host = PromotionHost(self, name)
            await host.submit(request, by.account, Draft(name, terms, by))
            if not host.version:
                raise RequestReused(request)
            self.writers[stream] = host
        return host

    def promotion(self, name: str) -> PromotionHost:
        """The promotion of that name."""
        if f"{PROMOTION}{name}" in self.broken:
            raise TableStopped(f"{name} is stopped: {self.broken[f'{PROMOTION}{name}']}")
        found = self.writers.get(f"{PROMOTION}{name}")
        if not isinstance(found, PromotionHost):
            known = tuple(self.promotions)[:20]
            raise NotAllowed(f"there is no promotion {name!r}", code="no-promotion", legal=known)
        return found

    def prescribed(self) -> tuple[str, ...]:
        """What regulations forbid as a prize, by the room's own list."""
        return self.room.state.prescribed
