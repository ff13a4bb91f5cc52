"""From a frame's words to a command of the table, for a seat that was looked up."""

from __future__ import annotations

from typing import Any

from openfelt.cards import card
from openfelt.service.wire import dealer_protocol as dp
from openfelt.service.wire import protocol as p
from openfelt.table import (
    Bet,
    BringIn,
    BuyTime,
    Call,
    Check,
    Decline,
    Discard,
    Draw,
    Fold,
    Muck,
    PlayerCommand,
    RaiseTo,
    Show,
    Straddle,
)
from openfelt.table.commands import Divide, RunOnce, RunTwice


def command_of(frame: p.Act | dp.DealerAct, seat: int) -> PlayerCommand:
    """The command an action means, for the seat that was looked up."""
    cards = tuple(card(text) for text in frame.cards)
    simple: dict[str, type[Any]] = {
        "fold": Fold, "check": Check, "call": Call, "bring-in": BringIn, "straddle": Straddle, "decline": Decline,
        "show": Show, "muck": Muck, "time": BuyTime, "divide": Divide, "run-twice": RunTwice, "run-once": RunOnce,
    }  # fmt: skip
    if frame.action in simple:
        made: PlayerCommand = simple[frame.action](seat)
        return made
    if frame.action == "bet":
        return Bet(seat, frame.amount)
    if frame.action == "raise":
        return RaiseTo(seat, frame.amount)
    return Draw(seat, cards) if frame.action == "draw" else Discard(seat, cards)
