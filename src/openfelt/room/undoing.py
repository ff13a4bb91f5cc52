"""A round of play that was paid out can be undone, or paid otherwise, only while its chips lie where it left them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openfelt.errors import RuleViolation
from openfelt.phrases import Seat, phrase
from openfelt.room.state import TableState
from openfelt.rulebooks import Cites
from openfelt.table import ruling_events as ru


def require_undoable(state: TableState, events: Sequence[Any], cites: Cites) -> None:
    """Refuse to undo a round once the next one has begun, or its chips have gone elsewhere."""
    hand, table = state.hand, state.table
    undone = next((one for one in events if isinstance(one, ru.OutcomeInvalidated | ru.AwardMoved)), None)
    if undone is None or hand is None or table.in_hand:
        return
    if hand.outcome == "void":
        raise RuleViolation("paid-out", cites, "that round of play is void already")
    if isinstance(undone, ru.OutcomeInvalidated):
        stacks = undone.stacks
    else:
        stacks = tuple(map(lambda was, come, gone: was + come - gone, hand.stacks, undone.given, undone.taken))
    for seat, now, was in zip(hand.seats, stacks, hand.stacks, strict=True):
        place = table.places.get(seat)
        there = place.stack if place is not None and place.player == state.players[seat] else None
        if now != was and (there is None or there + now - was < 0):
            raise RuleViolation(
                "paid-out", cites, phrase("{seat} no longer holds what that round paid out", seat=Seat(seat))
            )
