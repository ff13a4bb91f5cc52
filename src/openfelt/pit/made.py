"""What a hand is worth, in the words of pay tables. Reads `openfelt.hands`; knows no wager."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from openfelt.hands import Category, Scale, unpack
from openfelt.hands.words import in_words
from openfelt.phrases import Phrase
from openfelt.rulebooks import Cites


class Made(NamedTuple):
    """A hand: how strong, its category as a pay table's word, the rank of a single pair (else 0), and in words."""

    strength: int
    category: str
    pair: int
    words: Phrase
    cites: Cites
    ranks: tuple[int, ...]


@lru_cache(maxsize=20_000)
def made(on: Scale, found: int, own: Cites = ()) -> Made:
    """A hand of some strength on a scale; `own` are the clauses that say which cards make it."""
    category, ranks = unpack(on, found)
    word = category.words.replace(" ", "-")
    pair = ranks[0] if category is Category.PAIR else 0
    return Made(found, word, pair, in_words(on, category, ranks), (*own, on.cite(category)), ranks)
