"""The hands of nz-big-raise: five cards by 4.3, and three cards for the bonus by 10.3."""

from __future__ import annotations

from typing import Final

from openfelt.books.nz_big_raise import KEY, cite
from openfelt.cards import deck
from openfelt.hands.orders import STANDARD, Category, HandRules, Kind, Rung, Scale, order
from openfelt.rulebooks import Cited, rulebook

THREE_CARD: Final = tuple(
    Rung(category, *cite("10.3"))
    for category in (
        Category.STRAIGHT_FLUSH,
        Category.THREE_OF_A_KIND,
        Category.STRAIGHT,
        Category.FLUSH,
        Category.PAIR,
        Category.HIGH_CARD,
    )
)

CHAPTER: Final = HandRules(
    decks=Cited((52,), cite("7.3")),
    kinds=Cited((Kind.HIGH, Kind.THREE_CARD), cite("4.3")),
    scales=(
        Scale(
            "nz-52",
            KEY,
            deck(52),
            order(rulebook(KEY), "4.3", "j i h g f e d c b a", STANDARD),  # 4.3 lists the lowest hand first
            cite("4.1", "4.2", "4.3", "4.4", "4.4(a)", "4.4(b)", "4.4(c)", "4.4(d)"),
        ),
        Scale("nz-three-card", KEY, deck(52), THREE_CARD, cite("4.1", "4.2", "10.3"), Kind.THREE_CARD, hand_size=3),
    ),
    no_joker=cite("7.3"),
    ace_low_fixed=cite("4.3(e)"),
)
