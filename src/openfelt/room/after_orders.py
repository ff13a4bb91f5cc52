"""Orders and events after a round of play, when cards are shown that decide nothing any more."""

from __future__ import annotations

import msgspec

from openfelt.cards import Card


class AfterOrder(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something asked of a table after a round of play."""


class ShowAfter(AfterOrder, frozen=True, tag=True):
    """A winner: show these of my cards to everyone."""

    player: str
    cards: tuple[Card, ...]


class SeeRabbit(AfterOrder, frozen=True, tag=True):
    """A player of the round: turn up the community cards that would have come."""

    player: str
