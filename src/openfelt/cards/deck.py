"""The six decks of the casinos' rulebooks and the three small ones of the house, each with or without a joker."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from openfelt.cards.card import ALL_CARDS, JOKER, UNKNOWN, Card, Rank, cards
from openfelt.errors import NotationError
from openfelt.phrases import Cards, Name, phrase

DECK_SIZES: Final = (52, 48, 44, 40, 36, 32, 20, 6, 3)
# The suits in which the smallest decks have jacks, queens and kings, and nothing else.
COURT_SUITS: Final = {6: 2, 3: 1}


@dataclass(frozen=True, slots=True, repr=False)
class Deck:
    """A deck stripped from the bottom: 48 cards begin at the threes, 32 at the sevens, 20 at the tens.

    Six cards are the jacks, queens and kings of hearts and spades, three those of spades.

    >>> deck(32, joker=True)
    deck(32, joker=True)
    """

    size: int
    joker: bool = field(default=False, kw_only=True)
    cards: tuple[Card, ...] = field(init=False, compare=False)
    bits: int = field(init=False, compare=False)  # one for each card by its number

    def __post_init__(self) -> None:
        if type(self.size) is not int:
            raise TypeError(f"a deck is named by its number of cards, not by {self.size!r}")
        if self.size not in DECK_SIZES:
            raise NotationError(
                phrase("no deck of {size} cards", size=self.size),
                legal=tuple(map(str, DECK_SIZES)),
                code="no-such-deck",
            )
        ranks, suits = self.ranks, self.suits
        own = [card for card in ALL_CARDS[:52] if card.rank in ranks and card.suit >= 4 - suits]
        held = (*own, JOKER) if self.joker else tuple(own)
        object.__setattr__(self, "cards", held)
        object.__setattr__(self, "bits", sum(1 << card for card in held))

    @property
    def suits(self) -> int:
        """How many suits there are: spades, then hearts, diamonds and clubs."""
        return COURT_SUITS.get(self.size, 4)

    @property
    def lowest(self) -> Rank:
        """The lowest rank in the deck."""
        return Rank(self.highest + 1 - self.size // self.suits)

    @property
    def highest(self) -> Rank:
        """The highest rank in the deck."""
        return Rank.KING if self.size in COURT_SUITS else Rank.ACE

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks in the deck, lowest first."""
        lowest, highest = self.lowest, self.highest
        return tuple(rank for rank in Rank if lowest <= rank <= highest)

    @property
    def name(self) -> str:
        """The badge on the felt: "32 cards, 7-A"."""
        return f"{self.size} cards, {self.lowest.letter}-{self.highest.letter}" + (", joker" if self.joker else "")

    def read(self, text: str, *, unknown: bool = False) -> tuple[Card, ...]:
        """The cards of a text, each of this deck and none twice; `??` only where unknown cards may be.

        >>> deck(32).read("Ah 7d")
        (card('Ah'), card('7d'))
        >>> deck(32).read("Ah 2d")
        Traceback (most recent call last):
        openfelt.errors.NotationError: card 2, 2d, is not in a deck of 32 cards, 7-A
        """
        found = cards(text)
        if not unknown:
            require_known(found)
        require_in_deck(found, self)
        require_distinct(found)
        return found

    def __contains__(self, one: int) -> bool:
        return one >= 0 and bool(self.bits >> one & 1)

    def __repr__(self) -> str:
        return f"deck({self.size}{', joker=True' if self.joker else ''})"


@cache
def deck(size: int, *, joker: bool = False) -> Deck:
    """The deck of that size.

    >>> deck(36).lowest.word
    'six'
    """
    if type(joker) is not bool:
        raise TypeError(f"joker must be True or False, not {joker!r}")
    return Deck(size, joker=joker)


FULL_DECK: Final = deck(52)


def require_known(several: Iterable[Card]) -> None:
    """Refuse an unknown card, naming its place."""
    for place, one in enumerate(several, start=1):
        if one == UNKNOWN:
            raise NotationError(
                phrase("card {place}, ??, is unknown, and must be known here", place=place), code="unknown-card"
            )


def require_distinct(several: Iterable[Card]) -> None:
    """Refuse a card that appears twice, naming it and both places. Unknown cards may repeat."""
    several = tuple(several)
    if len(set(several)) == len(several):
        return
    seen: dict[Card, int] = {}
    for place, one in enumerate(several, start=1):
        if one == UNKNOWN:
            continue
        if one in seen:
            raise NotationError(
                phrase(
                    "{one} appears twice, as card {seen} and card {place}",
                    one=Cards((str(one),)),
                    seen=seen[one],
                    place=place,
                ),
                code="duplicate-card",
            )
        seen[one] = place


def require_in_deck(several: Iterable[Card], of: Deck) -> None:
    """Refuse a card that the deck does not hold, naming it and its place. Unknown cards pass."""
    for place, one in enumerate(several, start=1):
        if one not in of and one != UNKNOWN:
            raise NotationError(
                phrase(
                    "card {place}, {one}, is not in a deck of {name}",
                    place=place,
                    one=Cards((str(one),)),
                    name=Name(of.name),
                ),
                code="not-in-deck",
            )
