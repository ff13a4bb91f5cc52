"""A hand's value as a dealer says it: "full house, kings over jacks", "8-6-4-2-A low".

Every value is a template with the words of its ranks as parts. A record keeps the English text; `read_words` has the
template and the parts back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from openfelt.cards import Rank
from openfelt.hands.orders import Category, Kind, Scale
from openfelt.phrases import Name, Phrase, Word, phrase

RANKS: Final[dict[Rank, tuple[Word, Word, Word]]] = {
    Rank.TWO: ("two", "twos", "a two"),
    Rank.THREE: ("three", "threes", "a three"),
    Rank.FOUR: ("four", "fours", "a four"),
    Rank.FIVE: ("five", "fives", "a five"),
    Rank.SIX: ("six", "sixes", "a six"),
    Rank.SEVEN: ("seven", "sevens", "a seven"),
    Rank.EIGHT: ("eight", "eights", "an eight"),
    Rank.NINE: ("nine", "nines", "a nine"),
    Rank.TEN: ("ten", "tens", "a ten"),
    Rank.JACK: ("jack", "jacks", "a jack"),
    Rank.QUEEN: ("queen", "queens", "a queen"),
    Rank.KING: ("king", "kings", "a king"),
    Rank.ACE: ("ace", "aces", "an ace"),
}
BADUGIS: Final[tuple[Word, ...]] = (
    "{ranks} one-card hand",
    "{ranks} two-card hand",
    "{ranks} three-card hand",
    "{ranks} badugi",
)
ALIKE: Final[dict[Category, tuple[Word, Word]]] = {
    Category.FOUR_OF_A_KIND: ("four of a kind, {first}", "four of a kind, {first} with {side}"),
    Category.THREE_OF_A_KIND: ("three of a kind, {first}", "three of a kind, {first} with {side}"),
    Category.PAIR: ("pair of {first}", "pair of {first} with {side}"),
}
IN_A_ROW: Final[dict[Category, tuple[Word, Word]]] = {
    Category.STRAIGHT_FLUSH: ("straight flush, {first} high", "straight flush, {first} high with a low ace"),
    Category.STRAIGHT: ("straight, {first} high", "straight, {first} high with a low ace"),
}
LOWS: Final[dict[Category, Word]] = {
    Category.HIGH_CARD: "{ranks} low",
    Category.FULL_HOUSE: "full house, {first} over {second}, low",
    Category.TWO_PAIR: "two pair, {first} and {second} with {side}, low",
    Category.PAIR: "pair of {first} with {side}, low",
    Category.THREE_OF_A_KIND: "three of a kind, {first} with {side}, low",
    Category.FOUR_OF_A_KIND: "four of a kind, {first} with {side}, low",
}
HIGHS: Final[tuple[Word, ...]] = (
    "royal flush",
    "five of a kind, {first}",
    "full house, {first} over {second}",
    "two pair, {first} and {second} with {side}",
    "flush, {ranks}",
    "{first} high",
    "{first} high, {ranks}",
)
ROYAL, FIVE, FULL, TWO_PAIR, FLUSH, HIGH, HIGH_WITH = HIGHS


def in_words(scale: Scale, category: Category, ranks: Sequence[int]) -> Phrase:
    """The value of a hand in words, from its category and the ranks that compare it.

    >>> from openfelt.hands import SCALES
    >>> str(in_words(SCALES["nsw-52"], Category.TWO_PAIR, (12, 4, 11)))
    'two pair, queens and fours with a jack'
    >>> str(in_words(SCALES["us-low"], Category.HIGH_CARD, (8, 6, 4, 2, 1)))
    '8-6-4-2-A low'
    """
    match scale.kind:
        case Kind.BADUGI | Kind.HIGH_ACE_BADUGI:
            return phrase(BADUGIS[len(ranks) - 1], ranks=letters(ranks))
        case Kind.LOW:
            return low_words(category, ranks)
        case Kind.DEUCE_TO_SEVEN:
            if category is Category.HIGH_CARD:
                return phrase(LOWS[category], ranks=letters(ranks))
    return high_words(scale, category, ranks)


def high_words(scale: Scale, category: Category, ranks: Sequence[int]) -> Phrase:
    """A high hand in words."""
    rest = ranks[1:]
    match category:
        case Category.ROYAL_FLUSH:
            return phrase(ROYAL)
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            low_ace = scale.ace_low_straights and ranks[0] == scale.deck.lowest + scale.hand_size - 2
            return phrase(IN_A_ROW[category][low_ace], first=one(ranks[0]))
        case Category.FIVE_OF_A_KIND:
            return phrase(FIVE, first=many(ranks[0]))
        case Category.FULL_HOUSE:
            return phrase(FULL, first=many(ranks[0]), second=many(ranks[1]))
        case Category.TWO_PAIR:
            return phrase(TWO_PAIR, first=many(ranks[0]), second=many(ranks[1]), side=side_cards(ranks[2:]))
        case Category.FOUR_OF_A_KIND | Category.THREE_OF_A_KIND | Category.PAIR:
            alone, beside = ALIKE[category]
            if not rest:
                return phrase(alone, first=many(ranks[0]))
            return phrase(beside, first=many(ranks[0]), side=side_cards(rest))
        case Category.FLUSH:
            return phrase(FLUSH, ranks=letters(ranks))
        case _:
            first = one(ranks[0])
            return phrase(HIGH_WITH, first=first, ranks=letters(ranks)) if rest else phrase(HIGH, first=first)


def low_words(category: Category, ranks: Sequence[int]) -> Phrase:
    """A low hand in words: without a pair its ranks, otherwise what spoils it."""
    said = LOWS[category]
    match category:
        case Category.HIGH_CARD:
            return phrase(said, ranks=letters(ranks))
        case Category.FULL_HOUSE:
            return phrase(said, first=many(ranks[0]), second=many(ranks[1]))
        case Category.TWO_PAIR:
            return phrase(said, first=many(ranks[0]), second=many(ranks[1]), side=side_cards(ranks[2:]))
        case _:
            return phrase(said, first=many(ranks[0]), side=side_cards(ranks[1:]))


def named(rank: int) -> Rank:
    """The rank of a number in which a low ace is 1."""
    return Rank.ACE if rank == 1 else Rank(rank)


def one(rank: int) -> Word:
    """A rank as spoken of one card: "king"."""
    return RANKS[named(rank)][0]


def many(rank: int) -> Word:
    """A rank as spoken of several: "kings"."""
    return RANKS[named(rank)][1]


def letters(ranks: Sequence[int]) -> Name:
    """Ranks as written: "8-6-4-2-A"."""
    return Name("-".join(named(rank).letter for rank in ranks))


def side_cards(ranks: Sequence[int]) -> Word | Name:
    """The cards beside a group: "a jack", "K-9-4"."""
    return RANKS[named(ranks[0])][2] if len(ranks) == 1 else letters(ranks)


_RANK: Final = r"(?:[2-9TJQKA]-)*[2-9TJQKA]"
_WORD: Final = "|".join(word for words in RANKS.values() for word in sorted(words, key=len, reverse=True))


def _pattern(template: str) -> re.Pattern[str]:
    parts = {"ranks": _RANK, "side": f"{_RANK}|{_WORD}", "first": _WORD, "second": _WORD}
    return re.compile(re.sub(r"\\\{(\w+)\\\}", lambda found: f"(?P<{found[1]}>{parts[found[1]]})", re.escape(template)))


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    several = (*BADUGIS, *(one for pair in (*ALIKE.values(), *IN_A_ROW.values()) for one in pair), *LOWS.values())
    return tuple((template, _pattern(template)) for template in (*several, *HIGHS))


@lru_cache(maxsize=4096)
def read_words(text: str) -> Phrase | str:
    """The value that was written so; a text that says none is itself.

    >>> read_words("pair of kings with A-9-4")
    Phrase(template='pair of {first} with {side}', parts={'first': 'kings', 'side': Name(name='A-9-4')})
    >>> read_words("no pair")
    'no pair'
    """
    for template, pattern in _patterns():
        if found := pattern.fullmatch(text):
            spoken = {word for words in RANKS.values() for word in words}
            return phrase(template, **{n: w if w in spoken else Name(w) for n, w in found.groupdict().items()})
    return text
