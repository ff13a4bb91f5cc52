"""What a view is made of: who looks, and what they are told of a hand.

Not among the compiled modules: how a view is written, without what it leaves at its default, is a matter of its class.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.cards import Card
from openfelt.phrases import Phrase
from openfelt.table.offer import Offer

Role = Literal["seat", "rail", "dealer", "floor", "surveillance", "inspector"]


class Viewer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who looks: a seat, or someone without cards."""

    role: Role
    seat: int = 0


RAIL = Viewer("rail")


class SeatView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One seat as the viewer sees it; hidden cards are `??`."""

    seat: int
    stack: int
    bet: int
    status: Literal["in", "all-in", "folded"]
    down: tuple[Card, ...]
    up: tuple[Card, ...]
    shown: bool
    words: tuple[Phrase, ...]  # what a shown hand is worth: as a high hand, as a low hand, or both
    made: tuple[Phrase, ...] = ()  # what the viewer's own hand is worth so far, which nobody else is told
    # The cards of a shown hand that make it, the board's among them: for the high hand, and for the low hand.
    used: tuple[Card, ...] = ()
    used_low: tuple[Card, ...] = ()


class PotView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One pot and the seats that may win it."""

    amount: int
    seats: tuple[int, ...]


class HandView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that a viewer may see of a hand."""

    hand_id: str
    rulebook: str
    game: str
    deck: int
    joker: bool
    street: str
    phase: str
    button: int
    to_act: int
    turn: int
    board: tuple[Card, ...]
    burns: int
    stub: int
    pot: int
    pots: tuple[PotView, ...]
    high: int
    seats: tuple[SeatView, ...]
    offers: tuple[Offer, ...]
    outcome: str
    second: tuple[Card, ...] = ()  # the second board, where it is dealt twice
    exposed: tuple[Card, ...] = ()  # face up and not in play: set aside by a ruling, or the next card
