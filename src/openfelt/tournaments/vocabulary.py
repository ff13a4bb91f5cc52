"""What all orders to a tournament share, what all its events share, and the values that both are made of."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from openfelt.cage.ledger import Move
from openfelt.rulebooks import Cites

MoveReason: TypeAlias = Literal["balance", "break", "redraw"]
Bought: TypeAlias = Literal["re-buy", "add-on"]
Gift: TypeAlias = Literal["re-buy", "add-on", "bonus"]
Ground: TypeAlias = Literal["absence", "breach", "no-post", "stake-increased", "chips-hidden", "advice"]

Dealing: TypeAlias = tuple[tuple[int, int], ...]  # tables at which a round of play goes on, and where its button is


class Order(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something asked of a tournament."""


class Happening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all events share."""

    cites: Cites
    moves: tuple[Move, ...] = ()


class HandResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a round of play went for a player: the stack before posting, what was put in net of returns, and after."""

    seat: int
    player: str
    before: int
    put_in: int
    after: int
    won: int = 0
    all_in: bool = False


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player or a seat that might have been chosen for a move, and in how many hands it has the last blind."""

    player: str
    seat: int
    hands_to_last_blind: int


class PlayerMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player goes to another table: why, what else was considered, and how many share the blinds before and after.

    `chosen_by` and `seat_by`: the ways of the conditions by which the player and the seat were found, where tables are
    kept even; `draws`: the draws that decided.
    """

    act: str
    player: str
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    reason: MoveReason
    who: tuple[Choice, ...] = ()
    where: tuple[Choice, ...] = ()
    sharing_before: int = 0
    sharing_after: int = 0
    chosen_by: str = ""
    seat_by: str = ""
    draws: tuple[str, ...] = ()


class Seated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a player sits, with which chips."""

    player: str
    table: int
    seat: int
    chips: int
