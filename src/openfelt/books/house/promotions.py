"""Promotions by the house's own rules (24): a room that answers to no Authority, and what every other book asks too."""

from __future__ import annotations

from typing import Final

from openfelt.books.house import cite
from openfelt.promotions.items import ITEMS
from openfelt.promotions.moments import DAY_MS
from openfelt.promotions.rules import PromotionRules
from openfelt.rulebooks import Cited, Cites

# Whatever begins so is asked for by this clause; the longest beginning counts.
GROUPS: Final = {
    "entries": "24.5",
    "award.prizes_each": "24.6",
    "award": "24.6",
    "claim": "24.9",
    "prizes[].cash_alternative": "24.10",
    "told": "24.8",
}


def asked_by(item: str) -> Cites:
    """The clause of the house that wants an item answered."""
    known = [one for one in GROUPS if item.startswith(one)]
    return cite(GROUPS[max(known, key=len)] if known else "24.1")


ASKS: Final[dict[str, Cites]] = {item: asked_by(item) for item in ITEMS}

CHAPTER: Final = PromotionRules(
    asks=ASKS,
    tell_ms=Cited(2 * DAY_MS, cite("24.8")),
    cash_alternative=cite("24.10"),
)
