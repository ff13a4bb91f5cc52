"""A hand's value as a dealer says it: "full house, kings over jacks", "8-6-4-2-A low".

Every value is a template with the words of its ranks as parts. A record keeps the English text; `read_words` has the
template and the parts back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
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


_RANK_OF: Final = {1: Rank.ACE} | {int(rank): rank for rank in Rank}  # a low ace is 1
_SPOKEN: Final = {number: RANKS[rank] for number, rank in _RANK_OF.items()}  # one, several, and one beside a group
_LETTER: Final = {number: rank.letter for number, rank in _RANK_OF.items()}
_GROUPED: Final = frozenset((Category.FIVE_OF_A_KIND, Category.FULL_HOUSE, Category.TWO_PAIR, *ALIKE))
_PLAIN: Final = {
    Category.ROYAL_FLUSH: ROYAL,
    Category.FIVE_OF_A_KIND: FIVE,
    Category.FULL_HOUSE: FULL,
    Category.TWO_PAIR: TWO_PAIR,
    Category.FLUSH: FLUSH,
}
_MOST_RANKS: Final = 5
_SLOTS: Final = {
    template: tuple(slot for slot in ("first", "second", "side", "ranks") if "{" + slot + "}" in template)
    for template in (*BADUGIS, *chain(*ALIKE.values()), *chain(*IN_A_ROW.values()), *LOWS.values(), *HIGHS)
}


def in_words(scale: Scale, category: Category, ranks: Sequence[int]) -> Phrase:
    """The value of a hand in words, from its category and the ranks that compare it.

    A player's own hand is named while nobody else may see it. Every hand is named by the same calls, so that the time
    it takes tells nothing (HID-6).

    >>> from openfelt.hands import SCALES
    >>> str(in_words(SCALES["nsw-52"], Category.TWO_PAIR, (12, 4, 11)))
    'two pair, queens and fours with a jack'
    >>> str(in_words(SCALES["us-low"], Category.HIGH_CARD, (8, 6, 4, 2, 1)))
    '8-6-4-2-A low'
    """
    said = _template(scale, category, ranks)
    whole = (*ranks, *(1,) * _MOST_RANKS)
    beside = 2 if category == Category.TWO_PAIR else 1
    alone = len(ranks) == beside + 1
    spoken: dict[str, Word | Name] = {
        "first": _SPOKEN[whole[0]][category in _GROUPED],
        "second": _SPOKEN[whole[1]][1],
        "side": (_written(ranks[beside:]), _SPOKEN[whole[beside]][2])[alone],
        "ranks": _written(ranks),
    }
    return Phrase(said, {slot: spoken[slot] for slot in _SLOTS[said]})


def _template(scale: Scale, category: Category, ranks: Sequence[int]) -> Word:
    """What is said of a hand of this category on this scale."""
    kind = scale.kind
    if kind in {Kind.BADUGI, Kind.HIGH_ACE_BADUGI}:
        return BADUGIS[len(ranks) - 1]
    if kind is Kind.LOW or (kind is Kind.DEUCE_TO_SEVEN and category == Category.HIGH_CARD):
        return LOWS[category]
    if category in IN_A_ROW:
        return IN_A_ROW[category][scale.ace_low_straights and ranks[0] == scale.deck.lowest + scale.hand_size - 2]
    if category in ALIKE:
        return ALIKE[category][len(ranks) > 1]
    return _PLAIN.get(category) or (HIGH, HIGH_WITH)[len(ranks) > 1]


def _written(ranks: Sequence[int]) -> Name:
    """Ranks as written: "8-6-4-2-A"."""
    return Name("-".join(map(_LETTER.__getitem__, ranks)))


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
