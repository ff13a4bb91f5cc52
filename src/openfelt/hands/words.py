"""A hand's value as a dealer says it: "full house, kings over jacks", "8-6-4-2-A low"."""

from __future__ import annotations

from collections.abc import Sequence

from openfelt.cards import Rank
from openfelt.hands.orders import Category, Kind, Scale


def in_words(scale: Scale, category: Category, ranks: Sequence[int]) -> str:
    """The value of a hand in words, from its category and the ranks that compare it.

    >>> from openfelt.hands import SCALES
    >>> in_words(SCALES["nsw-52"], Category.TWO_PAIR, (12, 4, 11))
    'two pair, queens and fours with a jack'
    >>> in_words(SCALES["us-low"], Category.HIGH_CARD, (8, 6, 4, 2, 1))
    '8-6-4-2-A low'
    """
    match scale.kind:
        case Kind.BADUGI | Kind.HIGH_ACE_BADUGI:
            size = ("one-card hand", "two-card hand", "three-card hand", "badugi")[len(ranks) - 1]
            return f"{letters(ranks)} {size}"
        case Kind.LOW:
            return low_words(category, ranks)
        case Kind.DEUCE_TO_SEVEN:
            if category is Category.HIGH_CARD:
                return f"{letters(ranks)} low"
    return high_words(scale, category, ranks)


def high_words(scale: Scale, category: Category, ranks: Sequence[int]) -> str:
    """A high hand in words."""
    first, rest = one(ranks[0]), ranks[1:]
    match category:
        case Category.ROYAL_FLUSH:
            return "royal flush"
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            low_ace = scale.ace_low_straights and ranks[0] == scale.deck.lowest + scale.hand_size - 2
            return f"{category.words}, {first} high" + (" with a low ace" if low_ace else "")
        case Category.FIVE_OF_A_KIND:
            return f"five of a kind, {many(ranks[0])}"
        case Category.FULL_HOUSE:
            return f"full house, {many(ranks[0])} over {many(ranks[1])}"
        case Category.TWO_PAIR:
            return f"two pair, {many(ranks[0])} and {many(ranks[1])} with {article(one(ranks[2]))}"
        case Category.FOUR_OF_A_KIND | Category.THREE_OF_A_KIND:
            return f"{category.words}, {many(ranks[0])}" + (f" with {side_cards(rest)}" if rest else "")
        case Category.PAIR:
            return f"pair of {many(ranks[0])}" + (f" with {side_cards(rest)}" if rest else "")
        case Category.FLUSH:
            return f"flush, {letters(ranks)}"
        case _:
            return f"{first} high" + (f", {letters(ranks)}" if rest else "")


def low_words(category: Category, ranks: Sequence[int]) -> str:
    """A low hand in words: without a pair its ranks, otherwise what spoils it."""
    match category:
        case Category.HIGH_CARD:
            return f"{letters(ranks)} low"
        case Category.FULL_HOUSE:
            return f"full house, {many(ranks[0])} over {many(ranks[1])}, low"
        case Category.TWO_PAIR:
            return f"two pair, {many(ranks[0])} and {many(ranks[1])} with {article(one(ranks[2]))}, low"
        case Category.PAIR:
            return f"pair of {many(ranks[0])} with {side_cards(ranks[1:])}, low"
        case _:
            return f"{category.words}, {many(ranks[0])} with {side_cards(ranks[1:])}, low"


def named(rank: int) -> Rank:
    """The rank of a number in which a low ace is 1."""
    return Rank.ACE if rank == 1 else Rank(rank)


def one(rank: int) -> str:
    """A rank as spoken of one card: "king"."""
    return named(rank).word


def many(rank: int) -> str:
    """A rank as spoken of several: "kings"."""
    return named(rank).words


def article(word: str) -> str:
    """A word with its article: "an ace", "an eight", "a king"."""
    return f"an {word}" if word[0] in "ae" else f"a {word}"


def letters(ranks: Sequence[int]) -> str:
    """Ranks as written: "8-6-4-2-A"."""
    return "-".join(named(rank).letter for rank in ranks)


def side_cards(ranks: Sequence[int]) -> str:
    """The cards beside a group: "a jack", "K-9-4"."""
    return article(one(ranks[0])) if len(ranks) == 1 else letters(ranks)
