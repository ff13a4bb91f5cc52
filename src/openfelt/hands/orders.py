"""What "better" means: orders of hands as data, each rung with the clause that put it there.

Owns the categories, `Scale`, the value that joins an order to a deck, and what a rulebook says of hands (its chapter).
Must not know how a hand is evaluated: `reference` says it slowly, the kernel says it fast.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Final

from openfelt.cards import Deck, Rank
from openfelt.hands import _kernel
from openfelt.rulebooks import Cited, Cites, Rulebook
from openfelt.rulebooks.chapters import Chapter


class Category(IntEnum):
    """What kind of hand five (or three, or four) cards make. The number names it to the kernel; it is not an order."""

    NOTHING = 0
    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIR = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    FIVE_OF_A_KIND = 10
    ROYAL_FLUSH = 11
    ONE_CARD = 12
    TWO_CARDS = 13
    THREE_CARDS = 14
    FOUR_CARDS = 15

    @property
    def words(self) -> str:
        """The category as spoken: "full house"."""
        return self.name.lower().replace("_", " ")


class Kind(Enum):
    """Which family of hands a scale ranks."""

    HIGH = "high"
    LOW = "low"
    DEUCE_TO_SEVEN = "deuce-to-seven"
    BADUGI = "badugi"
    THREE_CARD = "three-card"
    TWO_CARD = "two-card"
    ONE_CARD = "one-card"
    HIGH_ACE_BADUGI = "high-ace-badugi"

    @property
    def is_low(self) -> bool:
        """Whether the lowest cards win."""
        return self in (Kind.LOW, Kind.DEUCE_TO_SEVEN) or self.is_badugi

    @property
    def is_badugi(self) -> bool:
        """Whether cards of different ranks and suits make the hand: the best four of four or five."""
        return self in (Kind.BADUGI, Kind.HIGH_ACE_BADUGI)


class Selection(Enum):
    """Which cards of a holding and a board may make the hand."""

    OWN_FIVE = "own-five"
    ANY_FIVE = "any-five"
    TWO_AND_THREE = "two-and-three"


@dataclass(frozen=True, slots=True)
class Rung:
    """One category of an order, and the clause that puts it there."""

    category: Category
    cite: str


Order = tuple[Rung, ...]


def order(book: Rulebook, clause: str, labels: str, categories: tuple[Category, ...]) -> Order:
    """The rungs of one numbered list, best first: 13.2(a) the first category, 13.2(b) the second, and so on."""
    pairs = zip(labels.split(), categories, strict=True)
    return tuple(Rung(category, book[f"{clause}({label})"].cite) for label, category in pairs)


C = Category
STANDARD: Final = (
    C.ROYAL_FLUSH,
    C.STRAIGHT_FLUSH,
    C.FOUR_OF_A_KIND,
    C.FULL_HOUSE,
    C.FLUSH,
    C.STRAIGHT,
    C.THREE_OF_A_KIND,
    C.TWO_PAIR,
    C.PAIR,
    C.HIGH_CARD,
)
FLUSH_OVER_FULL_HOUSE: Final = (*STANDARD[:3], C.FLUSH, C.FULL_HOUSE, *STANDARD[5:])
PAIRS_ONLY: Final = (C.HIGH_CARD, C.PAIR, C.TWO_PAIR, C.THREE_OF_A_KIND, C.FULL_HOUSE, C.FOUR_OF_A_KIND)


def low_order(cite: str) -> Order:
    """A low order in which straights and flushes do not count: no pair is best, four of a kind worst."""
    return tuple(Rung(category, cite) for category in PAIRS_ONLY)


@dataclass(frozen=True, slots=True)
class Scale:
    """What "better" means at one table: an order of categories on one deck, with the settings that change it.

    >>> from openfelt.hands import SCALES
    >>> [str(category.words) for category in SCALES["nsw-36"].categories[3:7]]
    ['flush', 'full house', 'three of a kind', 'straight']
    """

    key: str
    rulebook: str
    deck: Deck
    order: Order = field(repr=False)
    cites: Cites = field(repr=False)
    kind: Kind = Kind.HIGH
    ace_low_straights: bool = True
    low_ace: bool = False
    eight_or_better: bool = False
    hand_size: int = 5
    kernel: _kernel.Tables = field(init=False, repr=False, compare=False)
    # Strengths of hands showing by the ranks that show: a few thousand at most, worked out when first asked for.
    shown: dict[int, int] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kernel", _kernel.tables(self.spec))

    @property
    def categories(self) -> tuple[Category, ...]:
        """The categories, best first."""
        return tuple(rung.category for rung in self.order)

    @property
    def is_low(self) -> bool:
        """Whether the lowest cards win."""
        return self.kind.is_low

    @property
    def most_cards(self) -> int:
        """Of how many cards at most the best hand can be found."""
        return 5 if self.kind.is_badugi else self.hand_size if self.hand_size < 5 else 7

    @property
    def spec(self) -> int:
        """Everything the kernel must know, packed in one whole number; its layout is in `kernel/evaluate.hpp`."""
        packed = 0
        for place, category in enumerate(reversed(self.categories)):
            packed |= category << (4 * place)
        packed |= (self.deck.lowest - Rank.TWO) << 44
        packed |= list(Kind).index(Kind.BADUGI if self.kind.is_badugi else self.kind) << 48
        packed |= (Rank.ACE - self.deck.highest) << 56 | (4 - self.deck.suits) << 60
        flags = (self.deck.joker, self.ace_low_straights, self.low_ace, self.eight_or_better)
        return packed | sum(flag << (52 + bit) for bit, flag in enumerate(flags))

    def name(self, category: Category) -> str:
        """A category as spoken on this scale: five unmatched cards are "no pair" where the lowest hand wins."""
        if category is Category.NOTHING:
            return "no qualifying low"
        if category is Category.HIGH_CARD and self.is_low:
            return "qualifying low" if self.eight_or_better else "no pair"
        return category.words

    def cite(self, category: Category) -> str:
        """The clause that gives a category its place."""
        return next(rung.cite for rung in self.order if rung.category is category)

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return _again, (self.rulebook, self.key)

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return self.key


def low_scale(key: str, book: str, of: Deck, cites: Cites, *, low_ace: bool = True, eight: bool = False) -> Scale:
    """A low scale in which straights and flushes do not count; its first citation gives the order."""
    rungs = low_order(cites[0])
    return Scale(
        key, book, of, rungs[:1] if eight else rungs, cites, Kind.LOW,
        ace_low_straights=False, low_ace=low_ace, eight_or_better=eight,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class HandRules:
    """What a rulebook says of hands: with which decks, of which kinds, and every scale by which it ranks them."""

    decks: Cited[tuple[int, ...]]
    kinds: Cited[tuple[Kind, ...]]
    scales: tuple[Scale, ...]
    no_joker: Cites = ()  # none: a deck may have one
    ace_low_fixed: Cites = ()  # the ace always counts low in a small straight; none: the operator's choice
    ace_is_low: Cites = ()  # in low hands; none: the operator's choice
    eight_qualifier: Cites = ()  # what a low hand needs to qualify
    two_and_three: Cites = ()  # exactly two hole cards go with three of the board


HANDS: Final = Chapter("hands", HandRules)


def _again(book: str, key: str) -> Scale:
    """The scale of that key, so that a pickled scale finds its tables again."""
    return next(one for one in HANDS.of(book).scales if one.key == key)
