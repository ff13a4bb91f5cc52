"""Terms to begin with: one prize of a kind, and every other item to be answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from openfelt.errors import NotationError
from openfelt.phrases import phrase, quoted
from openfelt.promotions.checking import rules_of
from openfelt.promotions.terms import (
    Appliance,
    Cash,
    Dollars,
    Goods,
    Liquor,
    Prize,
    RealEstate,
    Terms,
    Travel,
    Vehicle,
)


@dataclass(frozen=True, slots=True)
class TermsTemplate:
    """What it is for, and its prize."""

    says: str
    prize: Prize


TEMPLATES: Final[Mapping[str, TermsTemplate]] = {
    "cash": TermsTemplate("A prize of cash.", Prize(cash=Cash(), cash_alternative="none")),
    "dollars": TermsTemplate("Slots dollars or casino dollars.", Prize(dollars=Dollars(), cash_alternative="none")),
    "goods": TermsTemplate("Goods or a service.", Prize(goods=(Goods(),))),
    "liquor": TermsTemplate("Liquor.", Prize(liquor=Liquor())),
    "appliance": TermsTemplate("Machinery or an electrical appliance.", Prize(appliances=(Appliance(),))),
    "vehicle": TermsTemplate("A motor vehicle.", Prize(vehicle=Vehicle())),
    "travel": TermsTemplate("A journey.", Prize(travel=Travel())),
    "real-estate": TermsTemplate("A dwelling.", Prize(real_estate=RealEstate())),
}


def fill(template: str, book: str, name: str = "") -> Terms:
    """The terms of a template by a book; what only the operator can say is silence.

    >>> fill("vehicle", "nsw-poker").prizes[0].vehicle.make
    UNSET
    """
    rules_of(book)
    if template not in TEMPLATES:
        text = phrase("there is no template {named}", named=quoted(template))
        raise NotationError(text, legal=tuple(TEMPLATES))
    made = Terms(book=book, prizes=(TEMPLATES[template].prize,))
    return replace(made, name=name) if name else made
