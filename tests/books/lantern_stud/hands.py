"""The hands of lantern-stud, 1.3: the usual order."""

from __future__ import annotations

from openfelt.cards import deck
from openfelt.hands.orders import STANDARD, HandRules, Kind, Rung, Scale
from openfelt.rulebooks import Cited

from . import KEY, cite

ORDER = tuple(Rung(category, *cite("1.3")) for category in STANDARD)

CHAPTER = HandRules(
    decks=Cited((52,), cite("1.1")),
    kinds=Cited((Kind.HIGH,), cite("1.3")),
    scales=(Scale("lantern-52", KEY, deck(52), ORDER, cite("1.3")),),
    no_joker=cite("1.1"),
    ace_low_fixed=cite("1.3"),
)
