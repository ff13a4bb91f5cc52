"""What the orders of `bag_orders` make happen."""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.tournaments.vocabulary import Happening


class Bag(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's bag: what was counted now, and what it should be: by the record, or by its seal."""

    player: str
    counted: int
    due: int


class BagsCounted(Happening, frozen=True, tag=True):
    """Stacks are in bags, counted by this person."""

    bags: tuple[Bag, ...]
    account: str
    name: str


class BagsSealed(Happening, frozen=True, tag=True):
    """The bags are sealed by two people."""

    bags: tuple[Bag, ...]
    names: tuple[str, str]


class BagsOpened(Happening, frozen=True, tag=True):
    """Sealed bags are open, counted by this person."""

    bags: tuple[Bag, ...]
    account: str
    name: str


class BagsConfirmed(Happening, frozen=True, tag=True):
    """What was found in the bags is confirmed by a second person."""

    bags: tuple[Bag, ...]
    names: tuple[str, str]


class BagDecided(Happening, frozen=True, tag=True):
    """A difference is decided: what was found in the bag, what the record had, and which of them stands."""

    player: str
    found: int
    on_record: int
    stands: Literal["record", "bag"]
    reason: str
    name: str


BagEvent = BagsCounted | BagsSealed | BagsOpened | BagsConfirmed | BagDecided
