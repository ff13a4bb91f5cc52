"""The order of those who go out together: by stake or by what was put in, then by a draw of cards or with equal shares.

Whoever goes out in a later round of play has the better place. Players of one round, or of one synchronised round over
several tables, are ordered here. Which way a book has is data of its conditions (`prizes.simultaneous`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final, Literal, TypeAlias

import msgspec

from openfelt.cards import Card, Rank

Together: TypeAlias = Literal["stake-then-draw", "stake-then-share", "contribution-then-share"]


class Out(msgspec.Struct, frozen=True):
    """Somebody who lost the last chips: the stake before antes and blinds, and what was put in net of returns."""

    player: str
    stake: int
    put_in: int


class Drawn(msgspec.Struct, frozen=True):
    """A card that a player was given to decide a place."""

    player: str
    card: Card


class Order(msgspec.Struct, frozen=True):
    """Best first: groups of one, or of those who share places; and the cards that were drawn for it."""

    groups: tuple[tuple[str, ...], ...]
    drawn: tuple[Drawn, ...] = ()


COMPARED: Final[dict[Together, Callable[[Out], int]]] = {
    "stake-then-draw": lambda one: one.stake,
    "stake-then-share": lambda one: one.stake,
    "contribution-then-share": lambda one: one.put_in,
}


def order_of(outs: Sequence[Out], by: Together, cards: Iterator[Card]) -> Order:
    """Order those who went out in one round. They are given clockwise from the button's left, as cards are dealt."""
    compared = COMPARED[by]
    groups: list[tuple[str, ...]] = []
    drawn: list[Drawn] = []
    for _, equal in groupby(sorted(outs, key=compared, reverse=True), key=compared):
        players = tuple(one.player for one in equal)
        if by == "stake-then-draw" and len(players) > 1:
            groups += ((one,) for one in draw_order(players, cards, drawn))
        else:
            groups.append(players)
    return Order(tuple(groups), tuple(drawn))


def draw_order(players: Sequence[str], cards: Iterator[Card], drawn: list[Drawn]) -> list[str]:
    """One card each in turn, the highest first, aces high, suits equal; only those with equal cards draw again."""
    given = {player: next(cards) for player in players}
    drawn += (Drawn(player, card) for player, card in given.items())
    order: list[str] = []
    for _, equal in groupby(
        sorted(players, key=lambda one: height(given[one]), reverse=True), lambda one: height(given[one])
    ):
        same = list(equal)
        order += same if len(same) == 1 else draw_order(same, cards, drawn)
    return order


def height(card: Card) -> int:
    """How high a card is in a draw for places."""
    return Rank(card.rank).value


class Place(msgspec.Struct, frozen=True):
    """A finished player's place; `shared_with` counts all who share it, the player too."""

    player: str
    place: int
    shared_with: int = 1


def places(order: Order, remaining: int) -> tuple[Place, ...]:
    """The places of those who went out while `remaining` others play on."""
    found: list[Place] = []
    at = remaining + 1
    for group in order.groups:
        found += (Place(player, at, len(group)) for player in group)
        at += len(group)
    return tuple(found)
