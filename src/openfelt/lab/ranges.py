"""Hold'em ranges: text such as `QQ+, AKs, 76s+, A5s-A2s, KTo+, AhKh, random` as a list of two-card holdings.

Knows two-card holdings and their notation on any deck, and nothing of boards, games or strengths.

A plus raises a pair, or the lower card of two as far as it goes: KTo+ is KTo, KJo, KQo, and 76s+ is 76s alone, as
eval7, PokerKit and OMPEval read it too. A dash joins two ends: QQ-99, A5s-A2s, or both cards rising together, T9s-76s.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from typing import Final

from openfelt.cards import FULL_DECK, Card, Deck, Rank, cards, require_distinct, require_in_deck
from openfelt.cards.card import RANK_LETTERS
from openfelt.errors import NotationError

Holding = tuple[Card, ...]

EVERYTHING: Final = ("random", "any", "*")
SYNTAX: Final = "such as AA, AKs, KTo+, 76s+, QQ-99, A5s-A2s, AhKh or random"

_RANK = "[2-9TJQKA]"
_CLASS: Final = re.compile(f"({_RANK})({_RANK})([so]?)", re.IGNORECASE)
_TOKEN: Final = re.compile(r"[^\s,;]+")
_JOINED: Final = re.compile(r"\s*(-)\s*|\s+(?=\+)")  # spaces around a dash or before a plus


@lru_cache(maxsize=4096)
def parse_range(text: str, deck: Deck = FULL_DECK) -> tuple[Holding, ...]:
    """All holdings of a range, each once, in a fixed order.

    >>> len(parse_range("AA")), len(parse_range("AKs")), len(parse_range("AKo")), len(parse_range("random"))
    (6, 4, 12, 1326)
    >>> len(parse_range("22+, A5s-A2s")), len(parse_range("76s+"))
    (94, 4)
    """
    if not isinstance(deck, Deck):
        raise TypeError(f"{deck!r} is no deck; openfelt.cards.deck(36) is")
    found: dict[Holding, None] = {}
    tokens = _TOKEN.findall(_JOINED.sub(r"\1", text))
    if not tokens:
        raise NotationError("an empty range", code="empty-range", legal=(SYNTAX,))
    for token in tokens:
        found.update(dict.fromkeys(_holdings(token, deck)))
    return tuple(sorted(found, reverse=True))


def _holdings(token: str, deck: Deck) -> list[Holding]:
    """The holdings of one part of a range."""
    if token.lower() in EVERYTHING:
        return [tuple(sorted(pair, reverse=True)) for pair in combinations(deck.cards, 2)]
    first, dash, last = token.partition("-")
    if dash:
        return [one for row in _row(first, last, deck) for one in row]
    start = _CLASS.fullmatch(token.removesuffix("+"))
    if start is None:
        return [_exact(token, deck)]
    if not token.endswith("+"):
        return _class(*_ends(start, deck), deck)
    return [one for row in _upwards(start, deck) for one in row]


def _exact(token: str, deck: Deck) -> Holding:
    """Two named cards."""
    try:
        two = cards(token)
    except NotationError:
        raise NotationError(f"{token!r} is not a range", legal=(SYNTAX,)) from None
    if len(two) != 2 or any(card > 51 for card in two):
        raise NotationError(f"{token!r} is not a range; a holding in it has two cards", legal=(SYNTAX,))
    require_in_deck(two, deck)
    require_distinct(two)
    return tuple(sorted(two, reverse=True))


def _ends(match: re.Match[str], deck: Deck) -> tuple[int, int, str]:
    """The higher rank, the lower rank and the suit mark of a class such as AKs."""
    first, second = (RANK_LETTERS.index(letter.upper()) + 2 for letter in match.group(1, 2))
    mark = match.group(3).lower()
    for rank in (first, second):
        if rank < deck.lowest:
            raise NotationError(
                f"{match.group()!r} is not a range of {deck.name}: no {Rank(rank).word} in the deck", code="not-in-deck"
            )
    if first == second and mark:
        raise NotationError(f"{match.group()!r} is not a range: a pair is neither suited nor offsuit")
    return max(first, second), min(first, second), mark


def _upwards(match: re.Match[str], deck: Deck) -> list[list[Holding]]:
    high, low, mark = _ends(match, deck)
    if high == low:
        return [_class(rank, rank, mark, deck) for rank in range(high, Rank.ACE + 1)]
    return [_class(high, rank, mark, deck) for rank in range(low, high)]


def _row(first: str, last: str, deck: Deck) -> list[list[Holding]]:
    """From one class to another: pairs, the same higher card, or the same distance between the cards."""
    ends = [_CLASS.fullmatch(part) for part in (first, last)]
    if ends[0] is None or ends[1] is None:
        raise NotationError(f"'{first}-{last}' is not a range", legal=(SYNTAX,))
    (top, under, mark), (bottom, below, same) = sorted(
        (_ends(end, deck) for end in ends if end is not None), reverse=True
    )
    if mark != same:
        raise NotationError(f"'{first}-{last}' is not a range: both ends must be suited, offsuit or neither")
    if top == bottom and top != under:
        return [_class(top, rank, mark, deck) for rank in range(below, under + 1)]
    if top - under != bottom - below:
        raise NotationError(
            f"'{first}-{last}' is not a range: its ends share neither the higher card nor the gap between the cards"
        )
    return [_class(rank, rank - (top - under), mark, deck) for rank in range(bottom, top + 1)]


def _class(high: int, low: int, mark: str, deck: Deck) -> list[Holding]:
    """The holdings of a class: six of a pair, four suited, twelve offsuit."""
    highs, lows = ([card for card in deck.cards if card < 52 and card.rank == rank] for rank in (high, low))
    if high == low:
        return [tuple(sorted(pair, reverse=True)) for pair in combinations(highs, 2)]
    return [(a, b) for a in highs for b in lows if mark == "" or (a.suit == b.suit) == (mark == "s")]
