"""How often each category occurs among all holdings of a deck: exact counts for every deck, order and low.

Every holding is visited once by the kernel, so the counts need no formula, and the order decides which category a
seven-card holding counts as.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from openfelt.errors import NotationError
from openfelt.hands import Category, Scale, unpack
from openfelt.rulebooks import usual_rulebook


@dataclass(frozen=True, slots=True)
class Frequency:
    """One category: how many holdings have it as their best hand, and by how many different strengths."""

    category: Category
    count: int
    classes: int
    total: int
    cite: str

    @property
    def probability(self) -> Fraction:
        """The exact chance of this category."""
        return Fraction(self.count, self.total)


@dataclass(frozen=True, slots=True)
class Frequencies:
    """All categories of a scale, best first, over all holdings of so many cards."""

    scale: Scale
    cards: int
    total: int
    rows: tuple[Frequency, ...]


def frequencies(scale: Scale, cards: int = 5) -> Frequencies:
    """How many of all holdings of `cards` cards have each category as their best hand.

    >>> from openfelt.hands import SCALES
    >>> [(row.category.words, row.count) for row in frequencies(SCALES["nsw-32"]).rows[3:5]]
    [('flush', 204), ('full house', 1344)]
    """
    if not isinstance(scale, Scale):
        raise TypeError(f"{scale!r} is no scale; openfelt.hands.scale({usual_rulebook()!r}) is")
    allowed = range(scale.hand_size, scale.most_cards + 1)
    if type(cards) is not int:
        raise TypeError(f"cards must be a whole number, not {cards!r}")
    if cards not in allowed:
        legal = tuple(map(str, allowed))
        raise NotationError(f"{scale.key} has no hands of {cards} cards", legal=legal, code="wrong-count")
    counts: dict[Category, int] = dict.fromkeys(scale.categories, 0)
    classes: dict[Category, int] = dict.fromkeys(scale.categories, 0)
    histogram = scale.kernel.histogram(cards)
    for strength, number in enumerate(histogram):
        category = unpack(scale, strength)[0]
        if category is not Category.NOTHING:
            counts[category] += number
            classes[category] += number > 0
    total = sum(histogram)
    rows = [Frequency(one, counts[one], classes[one], total, scale.cite(one)) for one in scale.categories]
    if histogram[0]:
        rows.append(Frequency(Category.NOTHING, histogram[0], 1, total, scale.cites[0]))
    return Frequencies(scale, cards, total, tuple(rows))
