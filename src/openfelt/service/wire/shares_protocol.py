"""Shares of the pot while players are all-in, as the wire tells them."""

from __future__ import annotations

import msgspec


class SeatShare(msgspec.Struct, frozen=True, kw_only=True):
    """What a hand wins on average of the pot, in thousandths; those of a street add up to 1000."""

    seat: int
    per_mille: int


class StreetShares(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Shares once so many community cards lie. With one card to come: how many of those unseen win for `behind`."""

    board: int
    shares: tuple[SeatShare, ...]
    behind: int = 0
    outs: int = 0
    unseen: int = 0


class Shares(msgspec.Struct, frozen=True, tag="shares", kw_only=True):
    """All hands lie open: what each wins on average from there on, street by street, counted over every deal."""

    table: str
    hand_id: str
    streets: tuple[StreetShares, ...]


class Hint(msgspec.Struct, frozen=True, tag="hint", kw_only=True):
    """Your turn at a table for practice: what your hand wins on average against so many hands dealt at random."""

    table: str
    hand_id: str
    turn: int
    against: int
    per_mille: int
    margin: int
    outs: int
    unseen: int
    needs: int
