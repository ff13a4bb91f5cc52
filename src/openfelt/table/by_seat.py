"""A hand's columns addressed by seat number, as a caller of the library wants them. The engine keeps dealing order.

Not among the compiled modules, so that it stays frozen. Nothing is hidden here: what a viewer may see is `view`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.cards import Card

Status = Literal["in", "all-in", "folded"]
STATUSES: tuple[Status, ...] = ("in", "all-in", "folded")  # by the number that the hand keeps


class BySeat(msgspec.Struct, frozen=True):
    """What each seat has, by its number on the felt: chips in front and put in, cards, status."""

    stacks: dict[int, int]
    bets: dict[int, int]
    put: dict[int, int]
    down: dict[int, tuple[Card, ...]]
    up: dict[int, tuple[Card, ...]]
    status: dict[int, Status]
