"""The hands of us-stud: the list of rank(2), low hands of Razz, and lows of eight or better."""

from __future__ import annotations

from typing import Final

from openfelt.books.us_stud import KEY, cite
from openfelt.cards import deck
from openfelt.hands.orders import STANDARD, Category, HandRules, Kind, Rung, Scale, low_scale, order
from openfelt.rulebooks import Cited, rulebook

HIGH: Final = (
    *order(rulebook(KEY), "rank(2)", "i ii iii iv v vi vii viii ix", STANDARD[:9]),
    Rung(Category.HIGH_CARD, *cite("rank(3)")),
)

CHAPTER: Final = HandRules(
    decks=Cited((52,), cite("decks/s1")),
    kinds=Cited((Kind.HIGH, Kind.LOW), cite("overview(3)")),
    scales=(
        Scale("us-52", KEY, deck(52), HIGH, cite("rank(1)", "rank(2)", "rank(3)", "rank(4)")),
        low_scale("us-low", KEY, deck(52), cite("stud(12)(ii)", "stud(12)", "stud(12)(i)")),
        low_scale(
            "us-low-8",
            KEY,
            deck(52),
            cite("stud(9)", "stud(10)", "stud(10)(i)", "stud(10)(ii)", "stud(11)"),
            eight=True,
        ),
    ),
    no_joker=cite("decks/s1"),
    ace_low_fixed=cite("rank(1)"),
    ace_is_low=cite("stud(12)(i)"),
    eight_qualifier=cite("stud(9)"),
)
