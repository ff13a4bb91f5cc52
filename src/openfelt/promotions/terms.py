"""The terms and conditions of a promotion: one typed value that answers every item, as it is published.

A field without an answer is `UNSET`: silence, which is a gap. "none" is an answer. Money is in cents, liquor in
millilitres, a moment has its zone. Owns the value; what a book asks of it is in `rules`, what is wrong in `checking`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

SCHEMA: Final = 1
MOST_PRIZES: Final = 100

Cents: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000_000)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=10_000)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2_000)]
Moment: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]  # "2026-12-04 19:30 Australia/Sydney"
NoneOf: TypeAlias = Literal["none"]
Unanswered: TypeAlias = UnsetType
Category: TypeAlias = Literal[
    "other", "tobacco", "firearm", "ammunition", "imitation-firearm", "prohibited-weapon", "service"
]
# A hand of a kind, from the weakest on: the names that every high scale of the books has.
HandKind: TypeAlias = Literal["three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind", "straight-flush"]


class TermsPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A part of the terms."""


# --- prizes -----------------------------------------------------------------------------------------------------------


class Cash(TermsPart, frozen=True, kw_only=True):
    """Money."""

    value_cents: Cents | Unanswered = UNSET


class Dollars(TermsPart, frozen=True, kw_only=True):
    """Slots dollars or casino dollars: no cash alternative is offered for them."""

    value_cents: Cents | Unanswered = UNSET
    of: Literal["slots", "casino"] | Unanswered = UNSET


class Goods(TermsPart, frozen=True, kw_only=True):
    """Goods or a service of any other kind. `category` says if it is one that no prize may be."""

    what: Text | Unanswered = UNSET
    value_cents: Cents | Unanswered = UNSET
    category: Category = "other"


class Liquor(TermsPart, frozen=True, kw_only=True):
    """Liquor, by its volume."""

    what: Text | Unanswered = UNSET
    value_cents: Cents | Unanswered = UNSET
    millilitres: Annotated[int, Meta(ge=0, le=1_000_000_000)] | Unanswered = UNSET


class Appliance(TermsPart, frozen=True, kw_only=True):
    """Machinery or an electrical appliance."""

    value_cents: Cents | Unanswered = UNSET
    make: Text | Unanswered = UNSET
    model: Text | Unanswered = UNSET
    accessories: Text | Unanswered = UNSET


class Vehicle(TermsPart, frozen=True, kw_only=True):
    """A motor vehicle."""

    value_cents: Cents | Unanswered = UNSET
    make: Text | Unanswered = UNSET
    model: Text | Unanswered = UNSET
    accessories: Text | Unanswered = UNSET
    on_road_costs: Text | Unanswered = UNSET


class TravelIncluded(TermsPart, frozen=True, kw_only=True):
    """What a journey includes."""

    airfares: Text | Unanswered = UNSET
    transfers: Text | Unanswered = UNSET
    other_transport: Text | Unanswered = UNSET
    duration: Text | Unanswered = UNSET
    accommodation: Text | Unanswered = UNSET
    meals: Text | Unanswered = UNSET


class Travel(TermsPart, frozen=True, kw_only=True):
    """A journey."""

    value_cents: Cents | Unanswered = UNSET
    travellers: Count | Unanswered = UNSET
    included: TravelIncluded = TravelIncluded()
    restrictions: Text | Unanswered = UNSET
    spending_money: Text | Unanswered = UNSET


class EstateIncluded(TermsPart, frozen=True, kw_only=True):
    """What comes with real estate."""

    conveyancing: Text | Unanswered = UNSET
    legal_costs: Text | Unanswered = UNSET
    fixtures: Text | Unanswered = UNSET
    furniture: Text | Unanswered = UNSET


class RealEstate(TermsPart, frozen=True, kw_only=True):
    """A dwelling."""

    value_cents: Cents | Unanswered = UNSET
    dwelling: Text | Unanswered = UNSET
    plans: Text | Unanswered = UNSET
    contract: Text | Unanswered = UNSET
    easements: Text | Unanswered = UNSET
    location: Text | Unanswered = UNSET
    included: EstateIncluded = EstateIncluded()


AnyPart: TypeAlias = Cash | Dollars | Goods | Liquor | Appliance | Vehicle | Travel | RealEstate


class CashAlternative(TermsPart, frozen=True, kw_only=True):
    """What a winner may take in cash instead."""

    cents: Cents | Unanswered = UNSET


class Prize(TermsPart, frozen=True, kw_only=True):
    """One prize, or several alike. A prize of several parts is one prize: their values and volumes are added."""

    name: Text | Unanswered = UNSET
    count: Count = 1
    conditions: Text | Unanswered = UNSET
    cash_alternative: CashAlternative | NoneOf | Unanswered = UNSET
    cash: Cash | Unanswered = UNSET
    dollars: Dollars | Unanswered = UNSET
    goods: Annotated[tuple[Goods, ...], Meta(max_length=20)] = ()
    liquor: Liquor | Unanswered = UNSET
    appliances: Annotated[tuple[Appliance, ...], Meta(max_length=20)] = ()
    vehicle: Vehicle | Unanswered = UNSET
    travel: Travel | Unanswered = UNSET
    real_estate: RealEstate | Unanswered = UNSET

    @property
    def parts(self) -> tuple[AnyPart, ...]:
        """All that the prize consists of."""
        single = (self.cash, self.dollars, self.liquor, self.vehicle, self.travel, self.real_estate)
        return (*(one for one in single if one is not UNSET), *self.goods, *self.appliances)

    @property
    def value_cents(self) -> int:
        """What one such prize is worth: all its parts, and no less than the cash that may be taken instead."""
        worth = sum(one.value_cents for one in self.parts if one.value_cents is not UNSET)
        instead = self.cash_alternative.cents if isinstance(self.cash_alternative, CashAlternative) else UNSET
        return max(worth, instead) if isinstance(instead, int) else worth

    @property
    def cash_cents(self) -> int:
        """What of it is money."""
        return self.cash.value_cents if isinstance(self.cash, Cash) and self.cash.value_cents is not UNSET else 0

    @property
    def is_cash(self) -> bool:
        """Whether it is money and nothing else."""
        return self.parts == (self.cash,)


# --- entering ---------------------------------------------------------------------------------------------------------


class Asking(TermsPart, frozen=True, tag_field="by", tag="asking", kw_only=True):
    """Whoever asks has one entry."""


class Hands(TermsPart, frozen=True, tag_field="by", tag="hands", kw_only=True):
    """An entry for so many completed rounds of play that a player was dealt into."""

    hands: Count | Unanswered = UNSET


class Time(TermsPart, frozen=True, tag_field="by", tag="time", kw_only=True):
    """An entry for so many minutes of play, in whole rounds of play."""

    minutes: Count | Unanswered = UNSET


class Showing(TermsPart, frozen=True, tag_field="by", tag="showing", kw_only=True):
    """An entry for each hand of that kind, or a better one, that a player shows."""

    least: HandKind | Unanswered = UNSET


EntryRule: TypeAlias = Asking | Hands | Time | Showing


class Entries(TermsPart, frozen=True, kw_only=True):
    """How one has entries, how many at most, and until when."""

    rule: EntryRule | Unanswered = UNSET
    most_each: Count | NoneOf | Unanswered = UNSET
    close: Moment | Unanswered = UNSET


class Wager(TermsPart, frozen=True, kw_only=True):
    """A minimum or compulsory wager."""

    cents: Cents | Unanswered = UNSET
    says: Text | Unanswered = UNSET


class Award(TermsPart, frozen=True, kw_only=True):
    """How, when and where a prize is awarded."""

    manner: Text | Unanswered = UNSET
    when: Moment | Unanswered = UNSET
    where: Text | Unanswered = UNSET
    prizes_each: Count | NoneOf | Unanswered = UNSET  # that one person may win


class Held(TermsPart, frozen=True, kw_only=True):
    """Place, date and time of the promotion."""

    place: Text | Unanswered = UNSET
    starts: Moment | Unanswered = UNSET


class Nature(TermsPart, frozen=True, kw_only=True):
    """The nature of the prize, and what the operator says with it."""

    says: Text | Unanswered = UNSET
    qualification: Text | Unanswered = UNSET
    reservation: Text | Unanswered = UNSET
    guarantee: Text | Unanswered = UNSET


class Claiming(TermsPart, frozen=True, kw_only=True):
    """How a prize is claimed, whether an entrant has to be there, and until when."""

    manner: Text | Unanswered = UNSET
    presence: Literal["required", "not-required"] | Unanswered = UNSET
    until: Moment | NoneOf | Unanswered = UNSET


class Exclusion(TermsPart, frozen=True, kw_only=True):
    """What an exclusion from the house, or from the games of the book, does to entries and to claims.

    `entries`: those of whoever staff has excluded are passed over in the draw, or also those of whoever asked for it,
    or none.
    """

    entries: Literal["passed-over", "own-too", "drawn"] = "passed-over"
    claims: Literal["taken", "refused"] = "taken"


class Terms(TermsPart, frozen=True, kw_only=True):
    """The whole of it."""

    book: str
    schema: int = SCHEMA
    version: int = 1
    name: Text | Unanswered = UNSET
    eligible: Text | Unanswered = UNSET
    wager: Wager | NoneOf | Unanswered = UNSET
    told: Text | Unanswered = UNSET  # how the winner is told
    published: Text | Unanswered = UNSET  # how results are published
    held: Held = Held()
    award: Award = Award()
    nature: Nature = Nature()
    entries: Entries = Entries()
    claim: Claiming = Claiming()
    exclusion: Exclusion = Exclusion()
    prizes: Annotated[tuple[Prize, ...], Meta(max_length=MOST_PRIZES)] = ()
