"""The room with its promotions: where their terms are written, and how one is found by its name."""

from __future__ import annotations

from openfelt.cage import accounts as ledger_accounts
from openfelt.errors import RuleViolation
from openfelt.phrases import phrase, quoted
from openfelt.promotions.orders import Draft
from openfelt.promotions.terms import Terms
from openfelt.room.offices import Officer
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.record.asked import PROMOTION
from openfelt.service.writers.pools import BANK, Pools
from openfelt.service.writers.promotion import PromotionHost
from openfelt.service.writers.room import RoomWriter


class Promotions(Pools):
    """What the hall does with promotions."""

    room: RoomWriter

    @property
    def promotions(self) -> dict[str, PromotionHost]:
        """The promotions by name."""
        return self.of_kind(PromotionHost)

    async def open_promotion(self, name: str, terms: Terms, *, by: Officer, request: str) -> PromotionHost:
        """Write the terms of a new promotion."""
        await self.issue_to(ledger_accounts.HOUSE, BANK, "issue bank")
        stream = f"{PROMOTION}{name}"
        async with self._opening:
            if stream in self.writers or stream in self.broken:
                raise RuleViolation(
                    "promotion-exists", (), phrase("there is a promotion {name} already", name=quoted(name))
                )
            host = PromotionHost(self, name)
            await self.begin(host, Draft(name, terms, by), by=by, request=request)
        return host

    def promotion(self, name: str) -> PromotionHost:
        """The promotion of that name."""
        found = self.find_whole(PromotionHost, f"{PROMOTION}{name}")
        if found is None:
            known = tuple(self.promotions)[:20]
            raise NotAllowed(
                phrase("there is no promotion {name}", name=quoted(name)), code="no-promotion", legal=known
            )
        return found

    def prescribed(self) -> tuple[str, ...]:
        """What regulations forbid as a prize, by the room's own list."""
        return self.room.state.prescribed
