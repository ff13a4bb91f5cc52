"""A table from hand to hand: seats, button, owed blinds, notices, closing. Pure.

>>> from openfelt.games.standard import standard_sign
>>> from openfelt.room import begin, decide, evolve, open_table, SitDown, OpenHand
>>> table = begin(open_table("one", standard_sign("nsw-poker", "texas-holdem")))
>>> for player, seat in (("ann", 1), ("bob", 4), ("cat", 6)):
...     for event in decide(table, SitDown(player, seat, 20_000)):
...         evolve(table, event)
>>> decide(table, OpenHand())[-1].blinds
((1, 100), (4, 200))
"""

from openfelt.room.commands import (
    AddStake,
    ApplyNotice,
    ChangeSeat,
    CloseHand,
    ComeBack,
    Direct,
    GiveNotice,
    GiveRules,
    KeepSeat,
    LetBack,
    LiftDirection,
    LookOn,
    OpenHand,
    RequireStake,
    RoomCommand,
    SendAway,
    SitDown,
    SitOut,
    Speak,
    StandUp,
    Vacate,
    WarnTime,
)
from openfelt.room.deciding import decide
from openfelt.room.events import (
    ChoiceAsked,
    DirectionGiven,
    DirectionLifted,
    HandClosed,
    HandOpened,
    RoomEvent,
    TableOpened,
)
from openfelt.room.positions import Plan, chips_needed, plan_hand, stakes_brought
from openfelt.room.recording import evolve
from openfelt.room.seating import SeatDraw, draw_for_seat
from openfelt.room.table import Place, Table, begin
from openfelt.room.table_terms import open_table

__all__ = [
    "AddStake",
    "ApplyNotice",
    "ChangeSeat",
    "ChoiceAsked",
    "CloseHand",
    "ComeBack",
    "Direct",
    "DirectionGiven",
    "DirectionLifted",
    "GiveNotice",
    "GiveRules",
    "HandClosed",
    "HandOpened",
    "KeepSeat",
    "LetBack",
    "LiftDirection",
    "LookOn",
    "OpenHand",
    "Place",
    "Plan",
    "RequireStake",
    "RoomCommand",
    "RoomEvent",
    "SeatDraw",
    "SendAway",
    "SitDown",
    "SitOut",
    "Speak",
    "StandUp",
    "Table",
    "TableOpened",
    "Vacate",
    "WarnTime",
    "begin",
    "chips_needed",
    "decide",
    "draw_for_seat",
    "evolve",
    "open_table",
    "plan_hand",
    "stakes_brought",
]
