"""Promotions by nsw-poker: rule 29.

"Over" a sum or a volume is strictly more. Twenty-four hours are enough to the minute, and two days are 48 hours. The
value of a prize is that of the single prize with all its parts.
"""

from __future__ import annotations

from typing import Final

from openfelt.books.house.promotions import ASKS
from openfelt.books.nsw_poker import cite
from openfelt.promotions.moments import DAY_MS
from openfelt.promotions.rules import PromotionRules
from openfelt.rulebooks import Cited, Cites

APPLIANCE, VEHICLE, TRAVEL, ESTATE = (f"29.7.11.{number}" for number in (1, 2, 3, 4))
LARGE: Final = 1_000_000  # cents: $10,000
SMALL: Final = 10_000  # cents: $100
TWENTY_LITRES: Final = 20_000  # millilitres
INCLUDED: Final = ("airfares", "transfers", "other_transport", "duration", "accommodation", "meals")
WITH_ESTATE: Final = ("conveyancing", "legal_costs", "fixtures", "furniture")

# The items of 29.7.
ITEMS: Final[dict[str, tuple[str, ...]]] = {
    "award.manner": ("29.7.1",),
    "award.when": ("29.7.2",),
    "award.where": ("29.7.2",),
    "eligible": ("29.7.3",),
    "entries.rule": ("29.7.3",),
    "wager": ("29.7.4",),
    "wager.cents": ("29.7.4",),
    "wager.says": ("29.7.4",),
    "nature.says": ("29.7.5",),
    "nature.qualification": ("29.7.5",),
    "nature.reservation": ("29.7.5",),
    "nature.guarantee": ("29.7.5",),
    "entries.close": ("29.7.6",),
    "held.place": ("29.7.7",),
    "held.starts": ("29.7.7",),
    "claim.manner": ("29.7.8",),
    "claim.presence": ("29.7.8",),
    "told": ("29.7.9",),
    "published": ("29.7.10",),
    "prizes": ("29.7.11",),
    "prizes[].name": ("29.7.11",),
    "prizes[].conditions": ("29.7.11",),
    "prizes[].cash_alternative": ("29.3",),
    "prizes[].cash_alternative.cents": ("29.3",),
    **{
        f"prizes[].{part}.value_cents": ("29.7.11",)
        for part in ("cash", "dollars", "goods[]", "liquor", "appliances[]", "vehicle", "travel", "real_estate")
    },
    "prizes[].dollars.of": ("29.7.11",),
    "prizes[].goods[].what": ("29.7.11",),
    "prizes[].liquor.what": ("29.7.11",),
    "prizes[].liquor.millilitres": ("29.7.11", "29.5.4"),
    "prizes[].appliances[].make": (APPLIANCE, f"{APPLIANCE}(i)"),
    "prizes[].appliances[].model": (APPLIANCE, f"{APPLIANCE}(ii)"),
    "prizes[].appliances[].accessories": (APPLIANCE, f"{APPLIANCE}(iii)"),
    "prizes[].vehicle.make": (VEHICLE, f"{VEHICLE}(i)"),
    "prizes[].vehicle.model": (VEHICLE, f"{VEHICLE}(ii)"),
    "prizes[].vehicle.accessories": (VEHICLE, f"{VEHICLE}(iii)"),
    "prizes[].vehicle.on_road_costs": (VEHICLE, f"{VEHICLE}(iv)"),
    "prizes[].travel.travellers": (TRAVEL, f"{TRAVEL}(i)"),
    **{f"prizes[].travel.included.{one}": (TRAVEL, f"{TRAVEL}(ii)") for one in INCLUDED},
    "prizes[].travel.restrictions": (TRAVEL, f"{TRAVEL}(iii)"),
    "prizes[].travel.spending_money": (TRAVEL, f"{TRAVEL}(iv)"),
    "prizes[].real_estate.dwelling": (ESTATE, f"{ESTATE}(i)"),
    "prizes[].real_estate.plans": (ESTATE, f"{ESTATE}(ii)"),
    "prizes[].real_estate.contract": (ESTATE, f"{ESTATE}(iii)"),
    "prizes[].real_estate.easements": (ESTATE, f"{ESTATE}(iv)"),
    "prizes[].real_estate.location": (ESTATE, f"{ESTATE}(v)"),
    **{f"prizes[].real_estate.included.{one}": (ESTATE, f"{ESTATE}(vi)") for one in WITH_ESTATE},
}


def asked_by(item: str) -> Cites:
    """The clauses that want an item answered: of the book, or of the house where the book does not ask."""
    return cite(*ITEMS[item]) if item in ITEMS else ASKS[item]


CHAPTER: Final = PromotionRules(
    asks={item: asked_by(item) for item in ASKS},
    offered=cite("29.1"),
    prize_draw=cite("1.1/promotional prize(s)"),
    complete=cite("29.7"),
    consists=cite("29.7.11"),
    published=cite("29.6"),
    no_such_prize=cite("29.5"),
    banned={
        "tobacco": cite("29.5.1"),
        "firearm": cite("29.5.2"),
        "ammunition": cite("29.5.2"),
        "imitation-firearm": cite("29.5.2"),
        "prohibited-weapon": cite("29.5.3"),
    },
    most_liquor_ml=Cited(TWENTY_LITRES, cite("29.5.4")),
    prescribed=cite("29.5.5"),
    cash_alternative=cite("29.3"),
    notice_ms=Cited(DAY_MS, cite("29.9")),
    approved=cite("29.9.1"),
    scrutineer_above=Cited(LARGE, cite("29.2")),
    overseen=cite("29.2"),
    entries_close=cite("29.7.6"),
    eligible=cite("29.7.3"),
    awarded=cite("29.7.2"),
    tell_ms=Cited(2 * DAY_MS, cite("29.8")),
    means={
        "face-to-face": cite("29.8.1"),
        "mail": cite("29.8.2"),
        "telephone": cite("29.8.3"),
        "email": cite("29.8.4"),
    },
    claiming=cite("29.7.8"),
    choice_above=Cited(LARGE, cite("29.4")),
    denied=cite("29.10"),
    register_above=Cited(SMALL, cite("29.10.1")),
    disputed=cite("29.11"),
    complaint=(
        "The decision of the casino operator is final. Whoever is not satisfied with it may complain to an inspector "
        "under section 33 of the Gaming and Liquor Administration Act 2007."
    ),
    results=cite("29.7.10"),
    compromised=cite("29.12"),
    inspectorate=True,
    deeds={
        "draft": cite("29.1"),
        "notify": cite("29.9"),
        "amend": cite("29.9.1"),
        "notice": cite("29.6"),
        "start": cite("29.9"),
        "close-entries": cite("29.1"),
        "nominate": cite("29.1"),
        "attend": cite("29.2"),
        "present": cite("29.1"),
        "draw": cite("29.1"),
        "tell": cite("29.8"),
        "claim": cite("29.1"),
        "approve": cite("29.1"),
        "deny": cite("29.10"),
        "choice": cite("29.1"),
        "pay": cite("29.1"),
        "correct": cite("29.1"),
        "dispute": cite("29.11"),
        "postpone": cite("29.12"),
        "validate": cite("29.12"),
        "cancel": cite("29.12"),
        "close": cite("29.1"),
    },
)
