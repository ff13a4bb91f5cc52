"""The hands of act-stud: deck, joker, the ace in straights and the low hand are the operator's (2.2, 2.3, 3.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from openfelt.books.act_stud import KEY, cite
from openfelt.cards import Deck, Rank, deck
from openfelt.hands.orders import FLUSH_OVER_FULL_HOUSE, STANDARD, Category, HandRules, Kind, Scale, low_scale, order
from openfelt.rulebooks import Cited, rulebook

DECKS: Final[Cited[tuple[int, ...]]] = Cited((52, 48, 44, 40, 36, 32), cite("2.2"))
LETTERS: Final = "a b c d e f g h i j k"
# 3.3 and 3.4 list five of a kind second, under the royal flush: only a deck with a joker can make it.
FIVE: Final = Category.FIVE_OF_A_KIND
FULL: Final = order(rulebook(KEY), "3.3", LETTERS, (STANDARD[0], FIVE, *STANDARD[1:]))
REDUCED: Final = order(rulebook(KEY), "3.4", LETTERS, (STANDARD[0], FIVE, *FLUSH_OVER_FULL_HOUSE[1:]))


def every_scale() -> Iterator[Scale]:
    """The scales of every deck that the operator may choose."""
    for size in DECKS.value:
        for joker in (False, True):
            yield from highs(deck(size, joker=joker))
            yield from lows(deck(size, joker=joker))


def named(of: Deck) -> str:
    """How the keys of a deck's scales begin."""
    return f"act-{of.size}{'-joker' if of.joker else ''}"


def highs(of: Deck) -> Iterator[Scale]:
    """The 3.3 order for the full deck, the 3.4 order for reduced ones; def/Full Deck counts 52 with a joker as full."""
    full = of.size == 52
    rungs = tuple(rung for rung in (FULL if full else REDUCED) if of.joker or rung.category is not FIVE)
    which = ("3.3", "def/Full Deck") if full else ("3.4", "def/Reduced Deck")
    clauses = ("3.1", "3.2", *which, *(("3.7", "def/Wild Card") if of.joker else ()))
    for ace_low in (False, True):
        cites = cite(*clauses, *(("3.5(a)",) if ace_low else ()))
        yield Scale(f"{named(of)}{'-acelow' if ace_low else ''}", KEY, of, rungs, cites, ace_low_straights=ace_low)


def lows(of: Deck) -> Iterator[Scale]:
    """Low ball and the low side of a split; a qualifier only where five ranks of eight or less exist (3.5(d))."""
    wild = ("3.7", "def/Wild Card") if of.joker else ()
    for low_ace in (True, False):
        ranks = sum(rank <= Rank.EIGHT for rank in of.ranks) + low_ace
        for eight in (False, True) if ranks >= 5 else (False,):
            key = f"{named(of)}-low{'' if low_ace else '-acehigh'}{'-8' if eight else ''}"
            cites = cite("3.6", "3.1", *(("3.5(d)",) if eight else ()), *wild)
            yield low_scale(key, KEY, of, cites, low_ace=low_ace, eight=eight)


CHAPTER: Final = HandRules(
    decks=DECKS,
    kinds=Cited((Kind.HIGH, Kind.LOW), cite("3.5(b)")),
    scales=tuple(every_scale()),
    eight_qualifier=cite("3.5(d)"),
)
