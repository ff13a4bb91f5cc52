"""What "better" means: the hand orders of the rulebooks as data, each rung with the clause that put it there.

Owns the categories, the order in which each rulebook lists them, and `Scale`, the value that joins an order to a deck.
Must not know how a hand is evaluated: `reference` says it slowly, the kernel says it fast.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Final

from openfelt.cards import Deck, Rank
from openfelt.hands import _kernel
from openfelt.rulebooks import Cites, Rulebook, rulebook

NSW: Final = rulebook("nsw-poker")
ACT: Final = rulebook("act-stud")
ACT_HOLDEM: Final = rulebook("act-holdem")
NZ: Final = rulebook("nz-big-raise")
US: Final = rulebook("us-stud")
HOUSE: Final = rulebook("house")


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
TRIPS_OVER_STRAIGHT: Final = (*STANDARD[:3], C.FLUSH, C.FULL_HOUSE, C.THREE_OF_A_KIND, C.STRAIGHT, *STANDARD[7:])
PAIRS_ONLY: Final = (C.HIGH_CARD, C.PAIR, C.TWO_PAIR, C.THREE_OF_A_KIND, C.FULL_HOUSE, C.FOUR_OF_A_KIND)

NSW_52: Final = order(NSW, "13.2", "a b c d e f g h i j", STANDARD)
NSW_32: Final = order(NSW, "13.3", "a b c d e f g h i j", FLUSH_OVER_FULL_HOUSE)
NSW_36: Final = order(NSW, "13.4", "a b c d e f g h i j", TRIPS_OVER_STRAIGHT)
# act-stud 3.3 and 3.4 list five of a kind second, under the royal flush: only a deck with a joker can make it.
ACT_FULL: Final = order(ACT, "3.3", "a b c d e f g h i j k", (STANDARD[0], C.FIVE_OF_A_KIND, *STANDARD[1:]))
ACT_REDUCED: Final = order(
    ACT, "3.4", "a b c d e f g h i j k", (STANDARD[0], C.FIVE_OF_A_KIND, *FLUSH_OVER_FULL_HOUSE[1:])
)
ACT_HOLDEM_52: Final = order(ACT_HOLDEM, "2.6", "a b c d e f g h i j", STANDARD)
# nz-big-raise 4.3 lists the lowest hand first.
NZ_52: Final = order(NZ, "4.3", "j i h g f e d c b a", STANDARD)
US_52: Final = (
    *order(US, "rank(2)", "i ii iii iv v vi vii viii ix", STANDARD[:9]),
    Rung(C.HIGH_CARD, US["rank(3)"].cite),
)
HOUSE_52: Final = tuple(Rung(category, HOUSE["2.1"].cite) for category in STANDARD)
HOUSE_36: Final = tuple(Rung(category, HOUSE["2.2"].cite) for category in FLUSH_OVER_FULL_HOUSE)
# Deuce-to-seven is the high order read upwards: the worst high hand is the best (house 2.3).
DEUCE_TO_SEVEN: Final = tuple(Rung(category, HOUSE["2.3"].cite) for category in reversed(STANDARD))
BADUGI: Final = tuple(
    Rung(category, HOUSE["2.4"].cite) for category in (C.FOUR_CARDS, C.THREE_CARDS, C.TWO_CARDS, C.ONE_CARD)
)
THREE_CARD: Final = tuple(
    Rung(category, NZ["10.3"].cite)
    for category in (C.STRAIGHT_FLUSH, C.THREE_OF_A_KIND, C.STRAIGHT, C.FLUSH, C.PAIR, C.HIGH_CARD)
)


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
        return self.kind in (Kind.LOW, Kind.DEUCE_TO_SEVEN, Kind.BADUGI)

    @property
    def spec(self) -> int:
        """Everything the kernel must know, packed in one whole number; its layout is in `kernel/evaluate.hpp`."""
        packed = 0
        for place, category in enumerate(reversed(self.categories)):
            packed |= category << (4 * place)
        packed |= (self.deck.lowest - Rank.TWO) << 44
        packed |= list(Kind).index(self.kind) << 48
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

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _by_key, (self.key,)

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return self.key


def _by_key(key: str) -> Scale:
    """The registered scale of that key, so that a pickled scale finds its tables again."""
    from openfelt.hands.scales import SCALES  # noqa: PLC0415 - the registry is built from this module

    return SCALES[key]
