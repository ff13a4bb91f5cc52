"""The hands of act-holdem: five of seven cards by the list of 2.6."""

from __future__ import annotations

from typing import Final

from openfelt.books.act_holdem import KEY, cite
from openfelt.cards import deck
from openfelt.hands.orders import STANDARD, HandRules, Kind, Scale, order
from openfelt.rulebooks import Cited, rulebook

CHAPTER: Final = HandRules(
    decks=Cited((52,), cite("2.1")),
    kinds=Cited((Kind.HIGH,), cite("2.6")),
    scales=(
        Scale(
            "act-holdem-52",
            KEY,
            deck(52),
            order(rulebook(KEY), "2.6", "a b c d e f g h i j", STANDARD),
            cite("2.5", "2.6", "2.7", "2.8", "2.8(a)", "2.8(b)", "2.9"),
        ),
    ),
    no_joker=cite("2.1"),
    ace_low_fixed=cite("2.6(f)"),
)
