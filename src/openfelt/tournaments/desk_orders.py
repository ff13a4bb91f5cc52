"""Orders of whoever conducts an event, beside the clock and the moves: starts, the time to act, and counted chips."""

from __future__ import annotations

from openfelt.room.offices import Officer
from openfelt.tournaments.vocabulary import Order


class MoveStart(Order, frozen=True, tag=True):
    """Move the published start of a session that has not begun; every entrant is told."""

    session: str
    starts: str  # "2026-12-04 19:30" by the room's clock
    by: Officer


class LimitTime(Order, frozen=True, tag=True):
    """Limit the time to act where the conditions do not; it counts from the next level on, and every player is told."""

    seconds: int
    by: Officer


class CountChips(Order, frozen=True, tag=True):
    """Count the chips of a table, or of all of them (0), and compare them with those that were given out."""

    table: int
    by: Officer


class NoteCount(Order, frozen=True, tag=True):
    """Note what was counted before a player at a real table; a difference from the record is named."""

    player: str
    chips: int
    by: Officer


class CheckReturned(Order, frozen=True, tag=True):
    """Note how many chips of a value came back after a session at real tables; what is missing is recorded."""

    value: int
    returned: int
    by: Officer


class SetBacks(Order, frozen=True, tag=True):
    """Use cards with backs of another colour on one side of a divided table."""

    table: int
    backs: str
    by: Officer


DeskOrder = MoveStart | LimitTime | CountChips | NoteCount | CheckReturned | SetBacks
