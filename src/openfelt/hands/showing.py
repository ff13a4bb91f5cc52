"""Which hand showing is best: the up-cards by which stud openers are chosen. Knows no seat and no button."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from openfelt.cards import JOKER, Card, Rank, require_distinct, require_in_deck, require_known
from openfelt.errors import NotationError
from openfelt.hands.orders import Category, Kind, Scale
from openfelt.hands.values import Strength, strength, unpack
from openfelt.phrases import phrase

# The largest group and the number of pairs, with any number of cards (nsw-poker 16.4.2, 17.4.2).
_PATTERNS: Final = {
    (4, 0): Category.FOUR_OF_A_KIND,
    (3, 0): Category.THREE_OF_A_KIND,
    (2, 2): Category.TWO_PAIR,
    (2, 1): Category.PAIR,
    (1, 0): Category.HIGH_CARD,
}


# What a card adds to the number under which a hand showing is kept: suits do not count among fewer than five cards, so
# it is how many there are of each rank, an octal digit each. The joker has a digit of its own.
SHOWN: Final = tuple(1 << 3 * (card >> 2) for card in range(53))


def showing(scale: Scale, upcards: Sequence[Card]) -> Strength:
    """How strong a hand showing is; greater opens first, on low scales too (the lowest hand showing is the greatest).

    One to four up-cards compare by groups (four, three, two pair, pair) and then by rank: straights and flushes need
    five cards. Five to seven (a community card showing, a seventh card dealt up) compare as hands. Strengths compare
    with those of other hands showing on the same scale only. A joker showing counts as an ace (act-stud 4.2(h)) until
    five cards show.

    >>> from openfelt.cards import cards
    >>> from openfelt.hands import SCALES
    >>> nsw, razz = SCALES["nsw-52"], SCALES["us-low"]
    >>> showing(nsw, cards("2c 2d")) > showing(nsw, cards("Ah Kh"))
    True
    >>> showing(razz, cards("Ah 4c")) > showing(razz, cards("5d 2c")) > showing(razz, cards("2h 2s"))
    True
    """
    if scale.hand_size != 5 or not 1 <= len(upcards) <= 7:
        raise NotationError(phrase("{upcards} up-cards; one to seven of a five-card game show", upcards=len(upcards)))
    require_known(upcards)
    require_distinct(upcards)
    require_in_deck(upcards, scale.deck)
    if len(upcards) >= 5:
        best = strength(scale, tuple(upcards))
        if best == 0:
            return Strength(0)
        category, ranks = unpack(scale, best)
        return Strength(_packed(scale, category, ranks))
    show = sum([SHOWN[card] for card in upcards])
    kept = scale.shown.get(show)
    if kept is None:
        kept = scale.shown[show] = _packed(scale, *_partial(scale, upcards))
    return Strength(kept)


def _partial(scale: Scale, upcards: Sequence[Card]) -> tuple[Category, tuple[int, ...]]:
    """The groups of one to four cards and the ranks that compare them, most important first."""
    low_ace = scale.kind is Kind.LOW and scale.low_ace
    ace = 1 if low_ace else int(Rank.ACE)
    ranks = [ace if card == JOKER or card.rank is Rank.ACE else int(card.rank) for card in upcards]
    groups = sorted(((number, rank) for rank, number in Counter(ranks).items()), reverse=True)
    most = groups[0][0]
    pairs = sum(number == 2 for number, _ in groups) if most == 2 else 0
    return _PATTERNS.get((most, pairs), Category.FOUR_OF_A_KIND), tuple(rank for _, rank in groups)


def _packed(scale: Scale, category: Category, ranks: Sequence[int]) -> int:
    """One number: the category's place on the scale, then five ranks, a hexadecimal digit each."""
    listed = scale.categories
    place = len(listed) - listed.index(category) if category in listed else 0
    for at in range(5):
        rank = ranks[at] if at < len(ranks) else None
        digit = 15 if rank is None and scale.is_low else 0 if rank is None else 15 - rank if scale.is_low else rank
        place = place * 16 + digit
    return place
