"""What the director asks of the tables of an event, and what it reads of them. The service carries it out.

A table knows no tournament: whoever carries these out turns each into the order that a table understands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from openfelt.room.entrant_events import HeldFor
from openfelt.rulebooks import Cites
from openfelt.tournaments.vocabulary import Gift, HandResult

HoldReason: TypeAlias = Literal[
    "start",
    "clock",
    "break",
    "hand-for-hand",
    "dispute",
    "short",
    "moves",
    "session-over",
    "decision",
    "off-duty",
    "colour-up",
]
# What a table calls these reasons.
HELD_FOR: Final[Mapping[HoldReason, HeldFor]] = {
    "start": "pause",
    "clock": "pause",
    "break": "break",
    "hand-for-hand": "hand-for-hand",
    "dispute": "dispute",
    "short": "moves",
    "moves": "moves",
    "session-over": "end",
    "decision": "pause",
    "off-duty": "off-duty",
    "colour-up": "pause",
}


class TableOrder(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something asked of a table of the event."""


class SetUpTable(TableOrder, frozen=True, tag=True):
    """Open a table with that many seats, at a level (from 1) of a session's schedule."""

    seats: int
    session: str
    level: int


class SeatPlayer(TableOrder, frozen=True, tag=True):
    """Give a player a seat with chips that are issued; `late`: play has begun at the table."""

    seat: int
    player: str
    chips: int
    act: str
    late: bool = False
    time_cards: int = 0


class GiveMoreChips(TableOrder, frozen=True, tag=True):
    """Issue chips to a seated player."""

    player: str
    chips: int
    why: Gift
    act: str


class TakeOut(TableOrder, frozen=True, tag=True):
    """Take a player out of the table; chips go back."""

    player: str
    why: Literal["eliminated", "disqualified", "session-over"]
    act: str


class MovePlayer(TableOrder, frozen=True, tag=True):
    """Send a player with all chips to a seat at another table of the event, and receive the player there."""

    act: str
    player: str
    from_seat: int
    to_table: int
    to_seat: int
    reason: str  # in words, for the player
    cites: Cites


class SeatInstead(TableOrder, frozen=True, tag=True):
    """Give a player's seat, as it stands, to a substitute."""

    player: str
    substitute: str
    act: str


class PlayLevel(TableOrder, frozen=True, tag=True):
    """Play a level (from 1) of a session's schedule from the next round of play on."""

    session: str
    level: int


class ExchangeChips(TableOrder, frozen=True, tag=True):
    """Exchange the chips of players at a table: what each has before and after."""

    stacks: tuple[tuple[str, int, int], ...]
    act: str
    why: Literal["colour-up", "bag"] = "colour-up"


class HoldTable(TableOrder, frozen=True, tag=True):
    """Open no round of play beyond this number."""

    until_hand: int
    why: HoldReason


class LetTable(TableOrder, frozen=True, tag=True):
    """Play on."""


class KeepFromPlay(TableOrder, frozen=True, tag=True):
    """Keep a player from so many hands, or without a number until the player is let back; forced bets are posted."""

    player: str
    hands: int
    act: str


class LetBackToPlay(TableOrder, frozen=True, tag=True):
    """Let a player who was kept from play by this act play again."""

    player: str
    act: str


class ShutTable(TableOrder, frozen=True, tag=True):
    """Close a table at which nobody sits any more."""


AnyTableOrder = (
    SetUpTable | SeatPlayer | SeatInstead | GiveMoreChips | TakeOut | MovePlayer | PlayLevel | HoldTable | LetTable
    | KeepFromPlay | LetBackToPlay | ShutTable | ExchangeChips
)  # fmt: skip


class ClosedHand(msgspec.Struct, frozen=True):
    """A round of play that a table has completed. A misdeal or a void round has no results."""

    number: int
    results: tuple[HandResult, ...] = ()
    button: int = 0
    began_ms: int = 0
    ended_ms: int = 0
    given: tuple[str, ...] = ()  # acts by which the table had given chips out when it began


class TableReport(msgspec.Struct, frozen=True):
    """A table of the event as it stands."""

    number: int  # of the tournament table
    name: str  # of the table in the room
    hands: int = 0  # the number of the last round of play that was opened
    in_hand: bool = False
    players: Mapping[int, tuple[str, int]] = {}  # by seat: who, and chips
    button: int = 0
    level: int = 0  # that the next round of play is played at
    session: str = ""  # whose schedule that level is of
    held_until: int | None = None
    closed: tuple[ClosedHand, ...] = ()  # not yet on the event's record, in their order
    is_shut: bool = False
    seq: int = 0  # how many entries the table's record has
    penalties: Mapping[str, int] = {}  # by player: rounds of play that a penalty still keeps the player from
    given: tuple[str, ...] = ()  # every act by which the table gave chips out
    kept: Mapping[str, tuple[str, ...]] = {}  # by player: the acts that keep the player from play until let back

    @property
    def is_quiet(self) -> bool:
        """Whether no round of play is going on, and all are on the event's record."""
        return not self.in_hand and not self.closed

    @property
    def is_done(self) -> bool:
        """Whether nothing can follow from it any more: it is shut, and no chips were given out there.

        Which chips were given out still tells that they are not to be given again, wherever the player sits now.
        """
        return self.is_shut and not self.given
