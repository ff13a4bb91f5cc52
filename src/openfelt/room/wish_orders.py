"""What players ask for in later rounds, and how the house gives it: top-ups, bomb pots, the time bank."""

from __future__ import annotations

import msgspec


class WishOrder(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something about rounds of play to come, or about the time in the present one."""


class ChooseTopUp(WishOrder, frozen=True, tag=True):
    """A player: make my stake up to this before each round of play; 0 ends it."""

    player: str
    to: int


class TopUp(WishOrder, frozen=True, tag=True):
    """House: make up the stake of a player who wishes it; where that is refused, the wish ends."""

    player: str


class VoteBomb(WishOrder, frozen=True, tag=True):
    """A player: I am, or am not, for a bomb pot in the next round of play."""

    player: str
    agrees: bool


class EndGame(WishOrder, frozen=True, tag=True):
    """The player who opened an own table: end the game when the present round of play is over."""

    player: str


class UseTimeBank(WishOrder, frozen=True, tag=True):
    """House: the time of this turn is over, and the player's time bank gives more."""

    hand_id: str
    turn: int
    seat: int
