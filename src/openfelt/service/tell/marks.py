"""Marks by which a page notices that a jackpot or a promotion has changed; they are told with the lobby.

A page reads its own address again when the mark is another; what it may see is decided there.
"""

from __future__ import annotations

from collections.abc import Iterable

from openfelt.cage import accounts
from openfelt.service.tell.promotion_views import is_public
from openfelt.service.writers.jackpot import JackpotHost
from openfelt.service.writers.promotion import PromotionHost


def marks(jackpots: Iterable[JackpotHost], promotions: Iterable[PromotionHost]) -> dict[str, str]:
    """By stream: its version, and for a jackpot the amount in the pool. Drafts are left out."""
    made = {}
    for pool in jackpots:
        made[pool.stream] = f"{pool.version} {pool.hall.journal.store.balance(accounts.jackpot(pool.name))}"
    for one in promotions:
        if is_public(one.state):
            made[one.stream] = str(one.version)
    return made
