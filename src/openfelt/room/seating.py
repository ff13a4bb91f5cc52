"""A seat that several people want: how equals draw cards for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openfelt.cards import Card
from openfelt.errors import RuleViolation
from openfelt.phrases import phrase
from openfelt.rulebooks import Cites


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """The draw for a seat: every round of cards, in the order dealt, and who won."""

    rounds: tuple[tuple[tuple[str, Card], ...], ...]
    winner: str
    cites: Cites


def draw_for_seat(claimants: Sequence[str], shoe: Sequence[Card], cites: Cites) -> SeatDraw:
    """One card each in the given order (anticlockwise from the button); the highest rank wins, equal ones draw again.

    >>> from openfelt.cards import cards
    >>> draw_for_seat(["ann", "bob", "cat"], cards("Kh Ks 4d 2c 9c"), ("nsw-poker 6.2",)).winner
    'bob'
    >>> draw_for_seat(["ann", "ann"], cards("Kh Ks"), ("nsw-poker 6.2",))
    Traceback (most recent call last):
    openfelt.errors.RuleViolation: a seat is drawn for by two or more people [nsw-poker 6.2]
    >>> draw_for_seat(["ann", "bob"], cards("Kh Ks"), ("nsw-poker 6.2",))
    Traceback (most recent call last):
    openfelt.errors.RuleViolation: 2 people draw, and 0 cards are left [nsw-poker 6.2]
    """
    if len(set(claimants)) < 2 or len(set(claimants)) != len(claimants):
        raise RuleViolation("seat-draw", cites, "a seat is drawn for by two or more people")
    left = list(shoe)
    rounds = []
    inside = list(claimants)
    while len(inside) > 1:
        if len(left) < len(inside):
            raise RuleViolation(
                "seat-draw",
                cites,
                phrase("{inside} people draw, and {left} cards are left", inside=len(inside), left=len(left)),
            )
        dealt = tuple((name, left.pop(0)) for name in inside)
        rounds.append(dealt)
        best = max(card.rank for _, card in dealt)
        inside = [name for name, card in dealt if card.rank == best]
    return SeatDraw(tuple(rounds), inside[0], cites)
