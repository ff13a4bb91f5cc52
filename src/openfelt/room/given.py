"""What a decision may ask of the world: the time, money outside the table, and cards that somebody else keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from openfelt.cage.accounts import Account
from openfelt.cards import Card, Deck
from openfelt.room.playing import Standing


class HouseShoe(Protocol):
    """The shoe of a table that the house deals; whoever keeps it knows its order, and can shuffle it anew."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The whole order, dealt cards included."""

    @property
    def at(self) -> int:
        """How many of them have been dealt."""

    @property
    def number(self) -> int:
        """How often it was shuffled anew."""

    def take(self, count: int) -> tuple[Card, ...]:
        """The next cards."""

    def peek(self, count: int) -> tuple[Card, ...]:
        """The next cards, left where they are."""

    def take_bottom(self) -> Card:
        """The last card of the shoe."""

    def reshuffle(self, pool: tuple[Card, ...], keep: int) -> None:
        """Order the pool with what is left anew."""

    def copy(self) -> HouseShoe:
        """A shoe that can be dealt from without touching this one."""


@dataclass(frozen=True, slots=True)
class FixedDeck:
    """A deck whose order is fixed: the shoe, and the root that commits to every position of it."""

    shoe: HouseShoe
    root: str


class Given(Protocol):
    """All that a decision may ask of the world. What was asked can be kept with the order, to decide it again."""

    @property
    def at_ms(self) -> int:
        """The time, UTC in milliseconds."""

    def balance(self, account: Account) -> int:
        """What an account of the ledger holds."""

    def standing(self, player: str) -> Standing:
        """How somebody who wants to play stands with the house."""

    def deck(self, shuffle: str, of: Deck) -> FixedDeck:
        """A fresh deck under this name, its order fixed."""

    def seal(self, shuffle: str, shoe: HouseShoe, number: int) -> str:
        """Fix what is left of a shoe whose order has changed in the middle of a hand; the root of the new order."""
