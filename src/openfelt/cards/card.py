"""One card, as a small whole number with a name.

The number is `4 * (rank - 2) + suit` with clubs 0, diamonds 1, hearts 2, spades 3; the joker is 52 and an unknown card
is 53. The kernel, the journal and numpy all use this number; the text is for people and for stored events.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from openfelt.errors import NotationError
from openfelt.phrases import Cards, phrase, quoted

RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "cdhs"
SUIT_SYMBOLS: Final = "♣♦♥♠"
CARD_GRAMMAR: Final = "a rank 2-9, T (or 10), J, Q, K, A and a suit c, d, h, s; Jk; or ??"


class Suit(IntEnum):
    """Suits are equal wherever a rulebook does not say otherwise; the order is us-stud's (spades highest)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @classmethod
    def read(cls, text: str) -> Suit:
        """The suit of a letter or a symbol.

        >>> Suit.read("♥").word
        'hearts'
        """
        at = SUIT_LETTERS.find(text.lower()) if len(text) == 1 else -1
        at = SUIT_SYMBOLS.find(text) if at < 0 and len(text) == 1 else at
        if at < 0:
            raise NotationError(phrase("no suit {text}", text=quoted(text)), legal=tuple(SUIT_LETTERS))
        return cls(at)

    @property
    def letter(self) -> str:
        """The one-letter text: c, d, h or s."""
        return SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The printed symbol: ♣, ♦, ♥ or ♠."""
        return SUIT_SYMBOLS[self]

    @property
    def word(self) -> str:
        """The suit as spoken: "spades"."""
        return self.name.lower()


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

    @classmethod
    def read(cls, text: str) -> Rank:
        """The rank of a letter, or of 10.

        >>> Rank.read("10") is Rank.read("t") is Rank.TEN
        True
        """
        at = 8 if text == "10" else RANK_LETTERS.find(text.upper()) if len(text) == 1 else -1
        if at < 0:
            raise NotationError(phrase("no rank {text}", text=quoted(text)), legal=tuple(RANK_LETTERS))
        return cls(at + 2)

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
    """A card of a deck, the joker, or the unknown card. There is one object for each number.

    >>> Card(51) is card("As")
    True
    >>> Card(54)
    Traceback (most recent call last):
    openfelt.errors.NotationError: no card has the number 54; cards are 0 to 51, the joker 52, an unknown card 53
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        """The card of that number."""
        if not 0 <= number < len(ALL_CARDS):
            raise NotationError(
                phrase(
                    "no card has the number {number}; cards are 0 to 51, the joker 52, an unknown card 53",
                    number=int(number),
                )
            )
        return ALL_CARDS[number]

    @property
    def rank(self) -> Rank:
        """The rank; the joker and the unknown card have none."""
        if self > 51:
            raise NotationError(phrase("{card} has no rank of its own", card=Cards((str(self),))))
        return _RANKS[self]

    @property
    def suit(self) -> Suit:
        """The suit; the joker and the unknown card have none."""
        if self > 51:
            raise NotationError(phrase("{card} has no suit of its own", card=Cards((str(self),))))
        return _SUITS[self]

    @property
    def words(self) -> str:
        """The card as spoken: "ace of spades"."""
        if self > 51:
            return "joker" if self is JOKER else "unknown card"
        return f"{self.rank.word} of {self.suit.word}"

    def __str__(self) -> str:
        return TEXT[self]

    def __format__(self, spec: str) -> str:
        return format(TEXT[self], spec)

    def __repr__(self) -> str:
        return f"card({TEXT[self]!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (TEXT[self],)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


TEXT: Final = (*(rank + suit for rank in RANK_LETTERS for suit in SUIT_LETTERS), "Jk", "??")
ALL_CARDS: Final = tuple(int.__new__(Card, number) for number in range(54))
JOKER: Final = ALL_CARDS[52]
UNKNOWN: Final = ALL_CARDS[53]

_RANKS: Final = tuple(rank for rank in Rank for _ in Suit)
_SUITS: Final = tuple(suit for _ in Rank for suit in Suit)
_BETWEEN: Final = re.compile(r"[\s,;]*")
# A symbol pasted from a phone may carry a variation selector (U+FE0E or U+FE0F); it means nothing here.
_SUIT: Final = rf"[{SUIT_LETTERS}{SUIT_LETTERS.upper()}{SUIT_SYMBOLS}]"
_TOKEN: Final = re.compile(rf"((?:10|[2-9TJQKAtjqka]){_SUIT}|\?\?|[Jj][Kk](?!{_SUIT}))[\ufe0e\ufe0f]?")
_SPELLINGS: Final = {rank: {rank.letter, rank.letter.lower()} for rank in Rank} | {Rank.TEN: {"T", "t", "10"}}
_BY_TEXT: Final = {
    rank_text + suit_text: one
    for one in ALL_CARDS[:52]
    for rank_text in _SPELLINGS[one.rank]
    for suit_text in (one.suit.letter, one.suit.letter.upper(), one.suit.symbol)
} | {"Jk": JOKER, "JK": JOKER, "jk": JOKER, "jK": JOKER, "??": UNKNOWN}


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
        raise NotationError(
            phrase(
                "{text} is {count} cards, not one" if several else "{text} is no card, not one",
                text=quoted(text),
                count=len(several),
            )
        )
    return several[0]


def cards(text: str) -> tuple[Card, ...]:
    """All cards of a text, in order: "AhKd", "Ah Kd", "10h, Jk, ??".

    Says nothing about repeated cards or about a deck; `Deck.read` does.

    >>> cards("Ah Kx")
    Traceback (most recent call last):
    openfelt.errors.NotationError: card 2 of 'Ah Kx' cannot be read at 'Kx': a rank 2-9, T (or 10), J, Q, K, A and \
a suit c, d, h, s; Jk; or ??
    """
    found: list[Card] = []
    at = _skip(text, 0)
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise NotationError(
                phrase(
                    "card {number} of {text} cannot be read at {at}: {grammar}",
                    number=len(found) + 1,
                    text=quoted(_short(text)),
                    at=quoted(text[at : at + 8].strip()),
                    grammar=CARD_GRAMMAR,
                )
            )
        found.append(_BY_TEXT[token[1]])
        at = _skip(text, token.end())
    return tuple(found)


def show(several: Iterable[int], between: str = " ") -> str:
    """The text of several cards, given as cards or as numbers.

    >>> show(cards("AhKd"))
    'Ah Kd'
    """
    return between.join(TEXT[Card(number)] for number in several)


def shown(several: Iterable[int]) -> Cards:
    """The same cards as a part of a phrase.

    >>> shown(cards("AhKd"))
    Cards(cards=('Ah', 'Kd'))
    """
    return Cards(tuple(TEXT[Card(number)] for number in several))


def _skip(text: str, at: int) -> int:
    """The place of the next card, past spaces, commas and semicolons."""
    between = _BETWEEN.match(text, at)
    return between.end() if between else at


def _short(text: str, most: int = 60) -> str:
    """A text as an error quotes it: a pasted file does not fill the screen."""
    return text if len(text) <= most else text[: most - 3] + "..."
