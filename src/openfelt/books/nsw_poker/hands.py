"""The hands of nsw-poker, rule 13: high hands only, and an order of its own for each of the three decks (4.1)."""

from __future__ import annotations

from typing import Final

from openfelt.books.nsw_poker import KEY, cite
from openfelt.cards import deck
from openfelt.hands.orders import FLUSH_OVER_FULL_HOUSE, STANDARD, Category, HandRules, Kind, Scale, order
from openfelt.rulebooks import Cited, rulebook

LETTERS: Final = "a b c d e f g h i j"
TRIPS_OVER_STRAIGHT: Final = (
    *FLUSH_OVER_FULL_HOUSE[:5],
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    *FLUSH_OVER_FULL_HOUSE[7:],
)


def ranked(size: int, clause: str, categories: tuple[Category, ...]) -> Scale:
    """The scale of one deck: the numbered list of its clause."""
    return Scale(
        f"nsw-{size}", KEY, deck(size), order(rulebook(KEY), clause, LETTERS, categories), cite("13.1", clause, "24.5")
    )


CHAPTER: Final = HandRules(
    decks=Cited((52, 36, 32), cite("4.1")),
    kinds=Cited((Kind.HIGH,), cite("13.1")),
    scales=(
        ranked(52, "13.2", STANDARD),
        ranked(36, "13.4", TRIPS_OVER_STRAIGHT),
        ranked(32, "13.3", FLUSH_OVER_FULL_HOUSE),
    ),
    no_joker=cite("4.1.1"),
    ace_low_fixed=cite("13.2"),
    two_and_three=cite("21.7.3"),  # Manila says it likewise (18, 19)
)
