"""What happens at a table that is linked to a jackpot: increments, its console, hands tabled or corrected."""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.cards import Card
from openfelt.room.results import SeatResult
from openfelt.rulebooks import Cites


class JackpotJoined(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The table is linked to a jackpot pool: each round of play adds this many cents of the operator's to it."""

    pool: str
    increment: int
    cites: Cites


class JackpotLeft(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The table is no longer linked to the pool."""

    pool: str
    cites: Cites


class PoolIncremented(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The pool has its increment for a round of play, once. `how`: by which press, the machine's or the dealer's."""

    number: int
    pool: str
    cents: int
    how: Literal["automatic", "start", "late", "after"]
    cites: Cites
    by: str = ""  # who authorised a late press


class LatePressAuthorised(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The dealer may press for this round of play though it has begun, or is completed."""

    number: int
    by: str
    cites: Cites


class NoMoreBetsPressed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """`no more bets` was pressed for a round of play that is completed; `end game` is to follow."""

    number: int
    cites: Cites


class HandTabled(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """After the hand a player put the cards face up for a jackpot; `board` is the flop, if it was asked for."""

    number: int
    seat: int
    player: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    cites: Cites


class HandCorrected(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A ruling corrected a hand that was completed at a table of a jackpot: this is how it went now."""

    number: int
    void: bool
    results: tuple[SeatResult, ...]
    cites: Cites
