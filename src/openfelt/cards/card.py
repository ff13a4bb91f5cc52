"""One card, as a small whole number with a name.

The number is `4 * (rank - 2) + suit` with clubs 0, diamonds 1, hearts 2, spades 3; the joker is 52 and an unknown card is
53. The kernel, the journal and numpy all use this number; the text is for people and for stored events.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from openfelt.errors import NotationError

RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "cdhs"


class Suit(IntEnum):
    """Suits are equal wherever a rulebook does not say otherwise; the order is us-stud's (spades highest)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The one-letter text: c, d, h or s."""
        return SUIT_LETTERS[self]


class Rank(IntEnum):
    """Two to ace, ace high."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The one-letter text: 2 to 9, T, J, Q, K or A."""
        return RANK_LETTERS[self - 2]

    @property
    def word(self) -> str:
        """The rank as spoken: "king"."""
        return self.name.lower()

    @property
    def words(self) -> str:
        """The rank as spoken of several cards: "kings", "sixes"."""
        return "sixes" if self is Rank.SIX else self.word + "s"


class Card(int):
    """A card of a deck, the joker, or the unknown card. There is one object for each, made by this module only."""

    __slots__ = ()

    @property
    def rank(self) -> Rank:
        """The rank; the joker and the unknown card have none."""
        if self > 51:
            raise NotationError(f"{self} has no rank of its own")
        return Rank(self // 4 + 2)

    @property
    def suit(self) -> Suit:
        """The suit; the joker and the unknown card have none."""
        if self > 51:
            raise NotationError(f"{self} has no suit of its own")
        return Suit(self % 4)

    def __str__(self) -> str:
        return TEXT[self]

    def __repr__(self) -> str:
        return f"card({TEXT[self]!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (TEXT[self],)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


TEXT: Final = (*(rank + suit for rank in RANK_LETTERS for suit in SUIT_LETTERS), "Jk", "??")
ALL_CARDS: Final = tuple(Card(number) for number in range(54))
JOKER: Final = ALL_CARDS[52]
UNKNOWN: Final = ALL_CARDS[53]

_BY_TEXT: Final = {text: ALL_CARDS[number] for number, text in enumerate(TEXT)}
_TOKEN: Final = re.compile(r"[\s,;]*(?:(10|[2-9TJQKAtjqka])([cdhsCDHS♣♦♥♠])|(\?\?)|([Jj][Kk](?![cdhsCDHS♣♦♥♠])))")
_SYMBOLS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def card(text: str) -> Card:
    """One card from its text.

    >>> card("10h")
    card('Th')
    """
    found = _BY_TEXT.get(text)
    if found is not None:
        return found
    several = cards(text)
    if len(several) != 1:
        raise NotationError(f"{text!r} is not one card")
    return several[0]


def cards(text: str) -> tuple[Card, ...]:
    """All cards of a text, in order: "AhKd", "Ah Kd", "10h, Jk, ??".

    >>> cards("Ah Kx")
    Traceback (most recent call last):
    openfelt.errors.NotationError: card 2 of 'Ah Kx' cannot be read at 'Kx': a rank 2-9, T (or 10), J, Q, K, A and a suit c, d, h, s; Jk; or ??
    """
    found: list[Card] = []
    at = 0
    end = len(text.rstrip(" \t\r\n,;"))
    while at < end:
        token = _TOKEN.match(text, at)
        if token is None:
            rest = text[at:].strip(" \t\r\n,;")
            raise NotationError(
                f"card {len(found) + 1} of {text!r} cannot be read at {rest[:8]!r}: "
                "a rank 2-9, T (or 10), J, Q, K, A and a suit c, d, h, s; Jk; or ??"
            )
        rank, suit, unknown, _ = token.groups()
        if rank:
            letter = "T" if rank == "10" else rank.upper()
            found.append(_BY_TEXT[letter + _SYMBOLS.get(suit, suit.lower())])
        else:
            found.append(UNKNOWN if unknown else JOKER)
        at = token.end()
    return tuple(found)


def show(several: Iterable[int], between: str = " ") -> str:
    """The text of several cards.

    >>> show(cards("AhKd"))
    'Ah Kd'
    """
    return between.join(TEXT[number] for number in several)
