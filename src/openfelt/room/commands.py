"""Orders given to a table between, or about, rounds of play."""

from __future__ import annotations

from typing import Literal

import msgspec

from openfelt.cards import Card
from openfelt.games import Sign
from openfelt.room.events import Direction, DirectionGiven
from openfelt.room.results import SeatResult
from openfelt.rulebooks import Cites


class SitDown(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take a seat with a stake. In a blind game a newcomer posts now or waits for the blind."""

    player: str
    seat: int
    stake: int
    entry: Literal["post", "wait"] = "wait"
    bot: str = ""
    groups: tuple[str, ...] = ()  # the groups of players this one belongs to
    consent: bool = False  # to the terms of a Freeze Out
    apart: tuple[DirectionGiven, ...] = ()  # directions of other tables that name this player
    offices: tuple[str, ...] = ()  # that this player holds at the table


class StandUp(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Leave with the whole stake, at once or when the hand is over; out of a Freeze Out only if excused."""

    player: str
    excused_by: str = ""
    at_once: bool = False  # or not at all
    reason: str = ""  # for which a player is excused


class KeepSeat(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Stay after all, having asked during a hand to leave when it is over."""

    player: str


class AddStake(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Add chips; during a round of play they wait."""

    player: str
    amount: int
    at_once: bool = False  # or not at all


class TakeOff(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take chips off the table and stay: to pay for a service, or for a purpose that `approver` has approved."""

    player: str
    amount: int
    approver: str = ""
    reason: str = ""


class SitOut(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Sit out from the next hand, or when the last blind comes."""

    player: str
    at_blind: bool = False


class ComeBack(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Play again: post what was missed, or wait for the blind."""

    player: str
    entry: Literal["post", "wait"] = "wait"


class ChangeSeat(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Move to an empty seat."""

    player: str
    to: int
    entry: Literal["post", "wait"] = "wait"


class OpenHand(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: start the next round of play if enough players are ready."""


class CloseHand(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: the round of play is over; these are the stacks. A misdeal is dealt again from the same button."""

    stacks: tuple[tuple[int, int], ...]
    taken: int
    keep_button: bool = False
    void: bool = False
    results: tuple[SeatResult, ...] = ()
    board: tuple[Card, ...] = ()  # and the moment, at a table that is linked to a jackpot
    ended_ms: int = 0


class GiveNotice(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Supervisor: announce a new sign, or the closing of the table (no sign)."""

    at_ms: int
    sign: Sign | None = None
    consent: bool = False


class ApplyNotice(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Supervisor: put the announced sign into effect, or close the table, once the notice has run."""

    at_ms: int


class Vacate(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Supervisor: have a player who has long put up nothing give up the seat."""

    player: str
    by: str


class SendAway(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: a player may play here no longer, by these clauses, and leaves at once or after the hand."""

    player: str
    cites: Cites


class RequireStake(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Supervisor: a stake was short. The player makes it up to the minimum before another round of play."""

    player: str
    cites: Cites


class LetBack(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: an exclusion that an earlier release kept at the table ends there; the house's record has it."""

    player: str
    by: str
    reason: str


class Direct(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Supervisor: direct by these clauses that English be spoken, that there be silence, that spectators leave.

    Or that `players` do not play at one table: the first of them keeps a seat here, the others leave.
    """

    what: Direction
    by: str
    reason: str
    cites: Cites
    players: tuple[str, ...] = ()


class LiftDirection(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Supervisor: end a direction."""

    what: Direction
    by: str
    reason: str
    players: tuple[str, ...] = ()


class Speak(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Anyone: say something at the table. Nothing of it is the table's own record."""

    player: str
    is_staff: bool = False


class LookOn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Anyone: watch the table."""

    player: str
    is_staff: bool = False


class WarnTime(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: tell everyone that a player's time to act is nearly over."""

    seat: int
    left_s: int


class GiveRules(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """House: hand a copy of the table's rules to somebody who asks."""

    to: str


RoomCommand = (
    SitDown
    | StandUp
    | KeepSeat
    | AddStake
    | TakeOff
    | SitOut
    | ComeBack
    | ChangeSeat
    | OpenHand
    | CloseHand
    | GiveNotice
    | ApplyNotice
    | Vacate
    | SendAway
    | RequireStake
    | LetBack
    | Direct
    | LiftDirection
    | Speak
    | LookOn
    | GiveRules
    | WarnTime
)
