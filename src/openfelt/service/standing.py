"""Where a table stands: the fold of its stream, and the shoe it deals from. The same live and after a restart."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from openfelt import room
from openfelt.cards import Card
from openfelt.room import events as r
from openfelt.service.shuffle import chooser, permuted, stream
from openfelt.service.stream import FeePaid, HandVoided, ShoeOrdered, ShuffleCommitted, TableFrozen
from openfelt.table import Hand, HandStarted, Shoe, begin, evolve
from openfelt.table.hand import FIELDS


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


@dataclass(slots=True)
class Standing:
    """A table between or in its hands. `players` are those dealt into the present or last hand, by seat."""

    table: room.Table
    hand: Hand | None = None
    shoe: SeededShoe | None = None
    shuffle: ShuffleCommitted | None = None
    opened: r.HandOpened | None = None
    coming: dict[int, str] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    frozen: bool = False
    paid_until: dict[str, int] = field(default_factory=dict)  # the time charge of each sitter, in advance
    hand_fees: tuple[FeePaid, ...] = ()
    owns_table: bool = True
    root: str = ""  # of the order that is dealt from: the deck's, or that of the last shuffle within the hand

    def copy(self) -> Standing:
        """The same, to try something on. The table is copied when something first happens to either."""
        self.owns_table = False
        return Standing(
            self.table,
            self.hand.copy() if self.hand is not None else None,
            self.shoe.copy() if self.shoe is not None else None,
            self.shuffle,
            self.opened,
            self.coming,
            self.players,
            self.frozen,
            self.paid_until.copy(),
            self.hand_fees,
            owns_table=False,
            root=self.root,
        )

    def fold(self, event: Any) -> None:  # noqa: ANN401 - any event of a table's stream
        """Record one event. The shoe belongs to whoever deals and is not touched here."""
        kind = type(event)
        if kind is HandStarted:
            self.hand = begin(event)
            self.players = {seat: self.coming[seat] for seat in event.seats}
        elif kind is ShuffleCommitted:
            self.shuffle, self.root = event, event.root
        elif kind is ShoeOrdered:
            self.root = event.root or self.root
        elif kind is TableFrozen:
            self.frozen = event.frozen
        elif kind is FeePaid:
            if event.method == "time":
                self.paid_until[event.player] = event.paid_until_ms
            elif event.method == "per-hand":
                self.hand_fees += (event,)
        elif kind is HandVoided:
            self.hand, self.shoe = None, None
        elif kind.__module__ == r.__name__:
            self.fold_room(event)
        elif kind.__module__.startswith("openfelt.table"):
            assert self.hand is not None
            evolve(self.hand, event)

    def fold_room(self, event: Any) -> None:  # noqa: ANN401 - any member of RoomEvent
        """Record one event between rounds of play."""
        if not self.owns_table:
            self.table, self.owns_table = self.table.copy(), True
        if type(event) is r.SeatLeft:
            self.paid_until.pop(event.player, None)
        elif type(event) is r.HandOpened:
            self.opened, self.hand_fees = event, ()
            self.coming = {seat: self.table.places[seat].player for seat in event.seats}
        room.evolve(self.table, event)

    @property
    def is_dealt(self) -> bool:
        """Whether the hand that the room has opened has been dealt."""
        return self.table.in_hand and self.hand is not None and not self.hand.is_over

    def digest(self) -> str:
        """A hash of everything here, the undealt cards included: equal states have equal ones."""
        hand, shoe = self.hand, self.shoe
        parts = (
            repr(self.table),
            repr([(name, getattr(hand, name)) for name in FIELDS if name not in {"rules", "turn"}])
            if hand is not None
            else "",
            repr((shoe.cards[shoe.at :], shoe.number)) if shoe is not None else "",
            repr((self.shuffle, self.opened, sorted(self.coming.items()), sorted(self.players.items()), self.frozen)),
            repr((sorted(self.paid_until.items()), self.hand_fees, self.root)),
        )
        return hashlib.sha256("\x00".join(parts).encode()).hexdigest()
