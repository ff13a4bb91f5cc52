"""The six decks of the rulebooks, each with or without a joker."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from openfelt.cards.card import ALL_CARDS, JOKER, UNKNOWN, Card, Rank, show
from openfelt.errors import NotationError

DECK_SIZES: Final = (52, 48, 44, 40, 36, 32)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck stripped from the bottom: 48 cards begin at the threes, 32 at the sevens."""

    size: int
    joker: bool = False
    cards: tuple[Card, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.size not in DECK_SIZES:
            raise NotationError(f"no deck of {self.size} cards; decks have {', '.join(map(str, DECK_SIZES))}")
        own = ALL_CARDS[52 - self.size : 52]
        object.__setattr__(self, "cards", (*own, JOKER) if self.joker else own)

    @property
    def lowest(self) -> Rank:
        """The lowest rank in the deck."""
        return Rank(15 - self.size // 4)

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks in the deck, lowest first."""
        return tuple(rank for rank in Rank if rank >= self.lowest)

    @property
    def name(self) -> str:
        """The badge on the felt: "32 cards, 7-A"."""
        return f"{self.size} cards, {self.lowest.letter}-A" + (", joker" if self.joker else "")

    def __contains__(self, one: int) -> bool:
        return 52 - self.size <= one < 52 or (self.joker and one == JOKER)


@cache
def deck(size: int, *, joker: bool = False) -> Deck:
    """The deck of that size.

    >>> deck(36).lowest.word
    'six'
    """
    return Deck(size, joker)


FULL_DECK: Final = deck(52)


def require_distinct(several: Iterable[Card]) -> None:
    """Refuse a card that appears twice, naming it and both places. Unknown cards may repeat."""
    seen: dict[Card, int] = {}
    for place, one in enumerate(several, start=1):
        if one == UNKNOWN:
            continue
        if one in seen:
            raise NotationError(f"{one} appears twice, as card {seen[one]} and card {place}", code="duplicate-card")
        seen[one] = place


def require_in_deck(several: Iterable[Card], of: Deck) -> None:
    """Refuse a card that the deck does not hold, naming it and its place."""
    for place, one in enumerate(several, start=1):
        if one not in of and one != UNKNOWN:
            raise NotationError(f"card {place}, {show((one,))}, is not in a deck of {of.name}", code="not-in-deck")
