"""A seat that several people want: who is asked first, and how equals draw cards for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from openfelt.cards import Card
from openfelt.errors import RuleViolation
from openfelt.room.deciding import require_admitted
from openfelt.room.directions import kept_apart
from openfelt.room.table import Table
from openfelt.rulebooks import Cites

Standing = Literal["here", "like-table", "waiting"]


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """The draw for a seat: every round of cards, in the order dealt, and who won."""

    rounds: tuple[tuple[tuple[str, Card], ...], ...]
    winner: str
    cites: Cites


@dataclass(frozen=True, slots=True)
class Claim:
    """Someone who wants a vacant seat: of this table, of one with the same game and limits, or from the list."""

    player: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """Who may have a vacant seat; several draw for it."""

    players: tuple[str, ...]
    cites: Cites


def offer_seat(table: Table, claims: Sequence[Claim], *, at_ms: int = 0) -> SeatOffer:
    """The claimants of the first standing that anyone has; of a waiting list that has an order, only the first.

    Nobody is offered a seat who would be refused it: who is excluded from the game or kept apart from a player here.
    """
    order = table.rules.priority
    if order is None or not claims:
        raise RuleViolation("no-claim", table.rules.vacancy, f"nobody has a claim to a seat at {table.name}")
    refusals = [_refusal(table, claim, at_ms) for claim in claims]
    claims = [claim for claim, refusal in zip(claims, refusals, strict=True) if refusal is None]
    for refusal in refusals if not claims else ():
        if refusal is not None:
            raise refusal
    here = tuple(claim.player for claim in claims if claim.standing == "here")
    for player in here:
        if table.place_of(player) is None:
            raise RuleViolation("not-seated", order.here, f"{player} does not play at {table.name}")
    if here:
        return SeatOffer(anticlockwise(table, here), order.here)
    elsewhere = tuple(claim.player for claim in claims if claim.standing == "like-table")
    if elsewhere and order.like_table:
        return SeatOffer(elsewhere, order.like_table)
    waiting = tuple(claim.player for claim in claims if claim.standing != "here")
    return SeatOffer(waiting[:1] if order.list_in_order else waiting, order.waiting)


def _refusal(table: Table, claim: Claim, at_ms: int) -> RuleViolation | None:
    """Why a claimant may not have a seat here, or nothing."""
    try:
        require_admitted(table, claim.player, at_ms)
    except RuleViolation as refusal:
        return refusal
    if claim.standing == "here" or (apart := kept_apart(table, claim.player)) is None:
        return None
    return RuleViolation("kept-apart", apart.cites, "whoever wants the seat may not play with another here")


def anticlockwise(table: Table, players: Sequence[str]) -> tuple[str, ...]:
    """Seated players in the order of a draw: anticlockwise from the right of the button, the button last."""
    sitting = [place.player for place in reversed(table.clockwise(table.button)) if place.player in players]
    last = [place.player for place in table.places.values() if place.seat == table.button]
    return tuple([one for one in sitting if one not in last] + [one for one in sitting if one in last])


def draw_for_seat(claimants: Sequence[str], shoe: Sequence[Card], cites: Cites) -> SeatDraw:
    """One card each in the given order (anticlockwise from the button); the highest rank wins, equal ones draw again.

    >>> from openfelt.cards import cards
    >>> draw_for_seat(["ann", "bob", "cat"], cards("Kh Ks 4d 2c 9c"), ("nsw-poker 6.2",)).winner
    'bob'
    """
    if len(set(claimants)) < 2 or len(set(claimants)) != len(claimants):
        raise RuleViolation("seat-draw", cites, "a seat is drawn for by two or more people")
    left = list(shoe)
    rounds = []
    inside = list(claimants)
    while len(inside) > 1:
        if len(left) < len(inside):
            raise RuleViolation("seat-draw", cites, f"{len(inside)} people draw, and {len(left)} cards are left")
        dealt = tuple((name, left.pop(0)) for name in inside)
        rounds.append(dealt)
        best = max(card.rank for _, card in dealt)
        inside = [name for name, card in dealt if card.rank == best]
    return SeatDraw(tuple(rounds), inside[0], cites)
