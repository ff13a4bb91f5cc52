"""Orders given to a table that is linked to a jackpot: its console, and hands that are tabled for a claim.

That a table is linked, and to which pool, is decided with the pool's own order; the table is told in the same entry.
"""

from __future__ import annotations

import msgspec

from openfelt.cards import Card


class JackpotOrder(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something asked of a table about its jackpot."""


class JoinJackpot(JackpotOrder, frozen=True, tag=True):
    """The pool: the table is linked from the next round of play on, or its increment changes."""

    pool: str
    increment: int


class LeaveJackpot(JackpotOrder, frozen=True, tag=True):
    """The pool: the table is no longer linked."""

    pool: str


class PressNoMoreBets(JackpotOrder, frozen=True, tag=True):
    """The dealer presses `no more bets` on the console. A second press in a round of play does nothing."""


class PressEndGame(JackpotOrder, frozen=True, tag=True):
    """The dealer presses `end game` on the console. It does something only after a press that came too late."""


class AuthorisePress(JackpotOrder, frozen=True, tag=True):
    """A supervisor authorises the press that the dealer forgot in the present or the last round of play."""

    by: str = ""


class TableHand(JackpotOrder, frozen=True, tag=True):
    """A player tables the cards after the hand for a jackpot; `flop`: and asks for the flop, alone in the hand.

    At a table of real cards the dealer names what lies there.
    """

    player: str
    flop: bool = False
    cards: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
