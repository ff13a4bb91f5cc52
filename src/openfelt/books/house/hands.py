"""The hands of the house: the usual order, short deck, lows, badugi, and hands of three cards or fewer."""

from __future__ import annotations

from typing import Final

from openfelt.books.house import KEY, cite
from openfelt.cards import deck
from openfelt.hands.orders import (
    FLUSH_OVER_FULL_HOUSE,
    STANDARD,
    Category,
    HandRules,
    Kind,
    Order,
    Rung,
    Scale,
    low_scale,
)
from openfelt.rulebooks import Cited

# Five of twenty cards are neither a lower flush nor unpaired without being a straight.
IMPOSSIBLE: Final = (Category.STRAIGHT_FLUSH, Category.FLUSH, Category.HIGH_CARD)
ROYAL: Final = tuple(category for category in STANDARD if category not in IMPOSSIBLE)
THREE_CARDS: Final = (
    Category.STRAIGHT_FLUSH,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.PAIR,
    Category.HIGH_CARD,
)


def listed(clause: str, *categories: Category) -> Order:
    """An order that one clause gives as a whole."""
    return tuple(Rung(category, *cite(clause)) for category in categories)


def badugi_scale(key: str, clause: str, kind: Kind, *, low_ace: bool) -> Scale:
    """Cards of different ranks and suits, the more the better."""
    sizes = (Category.FOUR_CARDS, Category.THREE_CARDS, Category.TWO_CARDS, Category.ONE_CARD)
    return Scale(
        key,
        KEY,
        deck(52),
        listed(clause, *sizes),
        cite(clause),
        kind,
        ace_low_straights=False,
        low_ace=low_ace,
        hand_size=4,
    )


CHAPTER: Final = HandRules(
    decks=Cited((52, 36, 20, 6, 3), cite("2")),
    kinds=Cited(tuple(Kind), cite("2")),
    scales=(
        Scale("house-52", KEY, deck(52), listed("2.1", *STANDARD), cite("2.1")),
        Scale("house-36", KEY, deck(36), listed("2.2", *FLUSH_OVER_FULL_HOUSE), cite("2.2")),
        Scale("house-20", KEY, deck(20), listed("13.4", *ROYAL), cite("13.4")),
        # The high order read upwards: the worst high hand is the best.
        Scale(
            "house-27-low",
            KEY,
            deck(52),
            listed("2.3", *reversed(STANDARD)),
            cite("2.3"),
            Kind.DEUCE_TO_SEVEN,
            ace_low_straights=False,
        ),
        badugi_scale("house-badugi", "2.4", Kind.BADUGI, low_ace=True),
        badugi_scale("house-badugi-high-ace", "14.2", Kind.HIGH_ACE_BADUGI, low_ace=False),
        Scale(
            "house-rhode-island",
            KEY,
            deck(52),
            listed("13.6", *THREE_CARDS),
            cite("13.6"),
            Kind.THREE_CARD,
            hand_size=3,
        ),
        Scale(
            "house-leduc",
            KEY,
            deck(6),
            listed("13.8", Category.PAIR, Category.HIGH_CARD),
            cite("13.8"),
            Kind.TWO_CARD,
            hand_size=2,
        ),
        Scale(
            "house-kuhn", KEY, deck(3), listed("13.10", Category.HIGH_CARD), cite("13.10"), Kind.ONE_CARD, hand_size=1
        ),
        low_scale("house-a5-low", KEY, deck(52), cite("2.5")),
        low_scale("house-a5-low-8", KEY, deck(52), cite("2.6", "2.5"), eight=True),
    ),
    no_joker=cite("2.1"),
    ace_low_fixed=cite("2.1"),
    ace_is_low=cite("2.5"),
    eight_qualifier=cite("2.6"),
    two_and_three=cite("2.7"),
)
