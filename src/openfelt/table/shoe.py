"""Where the cards of a hand come from: a known order, or a live table's real cards.

Not among the compiled modules: a room, a bot or a test may make its own kind of shoe from these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from openfelt.cards import UNKNOWN, Card
from openfelt.errors import RuleViolation
from openfelt.phrases import phrase

Shuffler = Callable[[tuple[Card, ...]], Sequence[Card]]


class Shoe:
    """An ordered list of cards that comes from outside. `shuffle` orders a pool anew when a clause asks for it."""

    __slots__ = ("at", "cards", "shuffle")

    def __init__(self, cards: Iterable[Card], shuffle: Shuffler | None = None) -> None:
        self.cards = tuple(cards)
        self.at = 0
        self.shuffle = shuffle

    def __repr__(self) -> str:
        """How many cards are left; none is named."""
        return f"<Shoe: {len(self.cards) - self.at} cards left, {self.at} dealt>"

    def take(self, count: int) -> tuple[Card, ...]:
        """The next cards."""
        at = self.at
        self.at = end = at + count
        taken = self.cards[at:end]
        if len(taken) < count:
            raise RuleViolation(
                "shoe-empty",
                ("house 5.1",),
                phrase("the shoe has {cards} cards left, not {count}", cards=len(self.cards) - at, count=count),
            )
        return taken

    def peek(self, count: int) -> tuple[Card, ...]:
        """The next cards, left where they are."""
        return self.cards[self.at : self.at + count]

    def take_bottom(self) -> Card:
        """The last card of the shoe."""
        last, self.cards = self.cards[-1], self.cards[:-1]
        return last

    def reshuffle(self, pool: tuple[Card, ...], keep: int) -> None:
        """Shuffle the pool with what is left; without a shuffler the pool goes under what is left, as it lies."""
        left = self.cards[self.at : self.at + keep]
        mixed = left + pool
        self.cards = tuple(self.shuffle(mixed)) if self.shuffle else mixed
        self.at = 0


class RealCards:
    """A live table's shoe: the table does not know the cards, so every one is unknown until it is named."""

    def __repr__(self) -> str:
        return "RealCards()"

    def take(self, count: int) -> tuple[Card, ...]:
        """Unknown cards."""
        return (UNKNOWN,) * count

    def peek(self, count: int) -> tuple[Card, ...]:
        """Unknown cards."""
        return (UNKNOWN,) * count

    def take_bottom(self) -> Card:
        """An unknown card."""
        return UNKNOWN

    def reshuffle(self, pool: tuple[Card, ...], keep: int) -> None:
        """The dealer shuffles; the table learns nothing."""
