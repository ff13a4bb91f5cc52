"""The shoe of a running table: every order that it is dealt from comes from one sealed seed."""

from __future__ import annotations

from openfelt.cards import Card
from openfelt.service.deck.shuffle import chooser, permuted, stream
from openfelt.table import Shoe


class Orders:
    """The orders that follow from one seed, one after another, for pools that are shuffled anew."""

    __slots__ = ("number", "seed")

    def __init__(self, seed: bytes, number: int = 0) -> None:
        self.seed = seed
        self.number = number

    def __call__(self, mixed: tuple[Card, ...]) -> tuple[Card, ...]:
        """The pool in the next order."""
        self.number += 1
        return tuple(permuted(mixed, chooser(stream(self.seed, f"openfelt reshuffle {self.number}"))))


class SeededShoe:
    """A shoe whose every order comes from one seed: the deck, and each later pool that is shuffled anew.

    It holds the table's shoe instead of being a kind of it, so that only what is named here can be done to it.
    """

    __slots__ = ("_orders", "_shoe")

    def __init__(self, cards: tuple[Card, ...], seed: bytes, *, at: int = 0, number: int = 0) -> None:
        self._orders = Orders(seed, number)
        self._shoe = Shoe(cards, self._orders)
        self._shoe.at = at

    @property
    def seed(self) -> bytes:
        """What every order comes from."""
        return self._orders.seed

    @property
    def number(self) -> int:
        """How often it was shuffled anew."""
        return self._orders.number

    @property
    def cards(self) -> tuple[Card, ...]:
        """The whole order, dealt cards included."""
        return self._shoe.cards

    @property
    def at(self) -> int:
        """How many of them have been dealt."""
        return self._shoe.at

    def take(self, count: int) -> tuple[Card, ...]:
        """The next cards."""
        return self._shoe.take(count)

    def peek(self, count: int) -> tuple[Card, ...]:
        """The next cards, left where they are."""
        return self._shoe.peek(count)

    def take_bottom(self) -> Card:
        """The last card of the shoe."""
        return self._shoe.take_bottom()

    def reshuffle(self, pool: tuple[Card, ...], keep: int) -> None:
        """Order the pool with what is left by the next stream of the same seed: a restart deals the same cards."""
        self._shoe.reshuffle(pool, keep)

    def copy(self) -> SeededShoe:
        """A shoe that can be dealt from without touching this one."""
        return SeededShoe(self._shoe.cards, self.seed, at=self._shoe.at, number=self.number)
