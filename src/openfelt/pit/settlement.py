"""What a wager of a house-banked game gets: its spot, the verdict, the stake and what is won on top.

The games say what each wager gets, in their book's folder; the engine pays it and `openfelt.lab` prices it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

import msgspec

from openfelt.rulebooks import Cites

Verdict = Literal["win", "lose", "return"]
WIN: Final = "win"
LOSE: Final = "lose"
RETURN: Final = "return"


class Spot(StrEnum):
    """Where on a box a wager lies. A `CALL` follows the deal; a `BET` may also be made blind, before it."""

    ANTE = "ante"
    CALL = "call"
    BONUS = "bonus"
    BET = "bet"


class Against(StrEnum):
    """The player's hand against the dealer's."""

    HIGHER = "higher"
    EQUAL = "equal"
    LOWER = "lower"


def against(own: int, dealers: int) -> Against:
    """How the strength of a player's hand compares with that of the dealer's."""
    if own == dealers:
        return Against.EQUAL
    return Against.HIGHER if own > dealers else Against.LOWER


class Payment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one wager gets: its stake is returned or collected, and `won` is paid on top."""

    spot: Spot
    verdict: Verdict
    stake: int
    won: int
    cites: Cites

    @property
    def net(self) -> int:
        """What the player gains by this wager, negative when it is lost."""
        return -self.stake if self.verdict == LOSE else self.won
