"""A live dealer asks what a player's chips and words count as; the room says which action binds, and by which clause.

Nothing is recorded: the dealer then enters that action.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from openfelt.errors import StaleView
from openfelt.floor import Gesture, interpret
from openfelt.phrases import Name, phrase
from openfelt.room.offices import OFFICES
from openfelt.service.doors.routing import Asked
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.wire.values import Cents, SeatNo
from openfelt.service.writers.table import TableHost

Motion = Annotated[tuple[Cents, ...], Meta(min_length=1, max_length=40)]


class GestureBody(msgspec.Struct, forbid_unknown_fields=True):
    """What a player did in a turn: the chips of each motion, the words, the total said, and what came first."""

    turn: int
    seat: SeatNo
    motions: Annotated[tuple[Motion, ...], Meta(max_length=8)] = ()
    says: Literal["", "fold", "check", "call", "bet", "raise", "all-in"] = ""
    amount: Cents = 0
    chips_first: bool = False
    unfinished: bool = False
    threw_cards: bool = False


def read_gesture(asked: Asked[TableHost, GestureBody]) -> dict[str, Any]:
    """The action that binds, what goes back to the player and what is added; or the choices that are left."""
    host, body = asked.at, asked.body
    chapter = OFFICES.of(host.rulebook)
    chapter.require(asked.officer, "deal", chapter.for_duty("deal"))
    if not host.table.live:
        raise NotAllowed(
            phrase("{name} is dealt by the house; its players choose for themselves", name=Name(host.table.name)),
            code="not-live",
        )
    hand = host.hand
    if hand is None or not host.table.in_hand or hand.turns != body.turn:
        raise StaleView("another turn has begun")
    gesture = Gesture(
        body.seat, body.motions, body.says, body.amount, body.chips_first, body.unfinished, body.threw_cards
    )
    reading = interpret(gesture, hand)
    return {
        "action": ACTIONS[type(reading.command).__name__] if reading.command is not None else "",
        "amount": getattr(reading.command, "to", 0),
        "returned": reading.returned,
        "added": reading.added,
        "choices": reading.choices,
        "rule_on": reading.rule_on.kind if reading.rule_on is not None else "",
        "cites": reading.cites,
    }


# A reading's command as the dealer enters it.
ACTIONS = {"Fold": "fold", "Check": "check", "Call": "call", "Bet": "bet", "RaiseTo": "raise", "BringIn": "bring-in"}
