"""What a game is worth, from whole counts: expected value, edge, risk, spread. Knows no game.

A price is a table of outcomes, each with the number of deals that end in it, what was staked and what came of it. All
figures follow from the table as exact fractions; decimals are made only when they are printed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from openfelt.cards import FULL_DECK, Card, show
from openfelt.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class Outcome:
    """One line of the table: what the player did, what came, how many deals, what was staked and what came of it."""

    decision: str
    result: str
    hand: str
    deals: int
    staked: int
    net: int


@dataclass(frozen=True)
class Price:
    """The worth of one wager (with what it commits the player to) per unit of `stake`.

    >>> coin = Price("a coin for even money", 1, (Outcome("bet", "heads", "", 1, 1, 1), Outcome("bet", "tails", "", 2, 1, -1)))
    >>> coin.expected, coin.edge, coin.variance
    (Fraction(-1, 3), Fraction(1, 3), Fraction(8, 9))
    """  # noqa: E501 - the example reads as one line

    name: str
    stake: int
    outcomes: tuple[Outcome, ...]
    cites: tuple[str, ...] = field(default=())

    @cached_property
    def deals(self) -> int:
        """How many deals there are in all."""
        return sum(one.deals for one in self.outcomes)

    def mean(self, amounts: Iterable[tuple[int, int]]) -> Fraction:
        """The mean of amounts with their numbers of deals, in stakes."""
        return Fraction(sum(deals * amount for deals, amount in amounts), self.deals * self.stake)

    @cached_property
    def expected(self) -> Fraction:
        """What the player gains per stake, on average."""
        return self.mean((one.deals, one.net) for one in self.outcomes)

    @property
    def edge(self) -> Fraction:
        """What the house keeps of a stake, on average."""
        return -self.expected

    @cached_property
    def average_wager(self) -> Fraction:
        """All chips put at risk in a round, on average, in stakes."""
        return self.mean((one.deals, one.staked) for one in self.outcomes)

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all chips put at risk."""
        return self.edge / self.average_wager

    @cached_property
    def variance(self) -> Fraction:
        """The variance of one round, in squared stakes."""
        square = Fraction(sum(one.deals * one.net**2 for one in self.outcomes), self.deals * self.stake**2)
        return square - self.expected**2

    @property
    def deviation(self) -> float:
        """The standard deviation of one round, in stakes; a square root, so a decimal."""
        return math.sqrt(self.variance)

    def frequency(self, *, decision: str = "", sign: int | None = None) -> Fraction:
        """How often a decision is taken, or how often the player gains (1), stays even (0) or loses (-1)."""
        found = sum(
            one.deals
            for one in self.outcomes
            if (not decision or one.decision == decision) and (sign is None or (one.net > 0) - (one.net < 0) == sign)
        )
        return Fraction(found, self.deals)

    @cached_property
    def distribution(self) -> Mapping[int, int]:
        """The number of deals for each net result."""
        found: Counter[int] = Counter()
        for one in self.outcomes:
            found[one.net] += one.deals
        return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing a player may do in a decision, and the whole sum it leads to over all run-outs."""

    name: str
    total: int
    runouts: int
    stake: int

    @property
    def value(self) -> Fraction:
        """The expected result, in stakes."""
        return Fraction(self.total, self.runouts * self.stake)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision with the exact worth of each choice. Choices that are exactly equal are all best."""

    cards: str
    choices: tuple[Choice, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def best(self) -> tuple[str, ...]:
        """The names of the best choices: one, or several that are worth exactly the same."""
        most = max(choice.value for choice in self.choices)
        return tuple(choice.name for choice in self.choices if choice.value == most)

    @property
    def margin(self) -> Fraction:
        """How much better the best choice is than the next different one, in stakes."""
        values = sorted({choice.value for choice in self.choices}, reverse=True)
        return values[0] - values[1] if len(values) > 1 else Fraction(0)


def percent(exact: Fraction, digits: int = 4) -> str:
    """A fraction as a percentage, rounded half to even from the exact value.

    >>> percent(Fraction(1, 3)), percent(Fraction(-1, 8), 1), percent(Fraction(-1, 10**9))
    ('33.3333 %', '-12.5 %', '0.0000 %')
    """
    return decimal(exact * 100, digits) + " %"


def decimal(exact: Fraction, digits: int = 6) -> str:
    """A fraction as a decimal with so many digits, rounded half to even from the exact value.

    >>> decimal(Fraction(-2, 3), 3), decimal(Fraction(5, 2), 0)
    ('-0.667', '2')
    """
    scaled = round(exact * 10**digits)
    whole, rest = divmod(abs(scaled), 10**digits)
    text = f"{whole}.{rest:0{digits}d}" if digits else str(whole)
    return f"-{text}" if scaled < 0 else text


def require_known(several: Sequence[Card], cites: tuple[str, ...]) -> None:
    """Refuse a card that appears twice or is not in a deck of 52, with the clause that says what the deck is."""
    for place, card in enumerate(several):
        if card not in FULL_DECK:
            raise RuleViolation("decision-cards", cites, f"{show((card,))} is not one of the 52 cards")
        if card in several[:place]:
            raise RuleViolation("decision-cards", cites, f"{show((card,))} appears twice in {show(several)!r}")
