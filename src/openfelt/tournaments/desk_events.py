"""What the orders of `desk_orders` make happen."""

from __future__ import annotations

from openfelt.tournaments.vocabulary import Happening


class StartMoved(Happening, frozen=True, tag=True):
    """A session starts at another time than was published; these entrants are told."""

    session: str
    starts: str
    before: str
    told: tuple[str, ...]
    by: str


class TimeLimited(Happening, frozen=True, tag=True):
    """There is a time to act from the level after this one on; these players are told.

    `sessions` and `draws`: how many sessions were over when it was set, and how often seats had been drawn again.
    """

    seconds: int
    level: int
    sessions: int
    draws: int
    told: tuple[str, ...]
    by: str


class ChipsCounted(Happening, frozen=True, tag=True):
    """The chips of a table, or of all (0), as they are on record, and how many were given out to those players."""

    table: int
    stacks: tuple[tuple[str, int], ...]
    issued: int
    by: str


class CountNoted(Happening, frozen=True, tag=True):
    """What was counted before a player, beside the chips on record."""

    player: str
    counted: int
    on_record: int
    by: str


class ReturnChecked(Happening, frozen=True, tag=True):
    """How many chips of a value came back after a session, of how many."""

    session: str
    value: int
    returned: int
    due: int
    by: str


class BacksSet(Happening, frozen=True, tag=True):
    """The cards on one side of a divided table have backs of this colour."""

    table: int
    backs: str
    by: str


DeskEvent = StartMoved | TimeLimited | ChipsCounted | CountNoted | ReturnChecked | BacksSet
