"""Players of an event who are not there: their forced bets are taken, cards are dealt to them, and their hands fold.

By one way when the first deal is complete, but for the last blind, who has until the own turn and is then folded even
where a check were free (nsw-poker 28.5.10.2); by the other at the turn (act-stud 20.11). Whoever is back by then plays.
A player who serves a penalty is kept from play in the same way. The last hand left is never
folded: the round is over when it is alone.
"""

from __future__ import annotations

from typing import Final

from openfelt.games.game import Deal
from openfelt.room.state import TableState
from openfelt.room.table import Place
from openfelt.rulebooks import joined
from openfelt.table import Hand
from openfelt.table import ruling_events as ru
from openfelt.table.hand import ABLE, BETTING, DISCARDING, DRAWING, FRESH, HOUSE, OUT

WAITING: Final = (DRAWING, DISCARDING)


def is_absent(place: Place) -> bool:
    """Whether the player of a place is not there for this round of play, or kept from it."""
    return place.status == "out" or place.serving


def absent_fold(state: TableState) -> ru.HandDead | None:
    """The next hand that is folded now because its player is absent, or none."""
    table, hand = state.table, state.hand
    if table.event is None or hand is None or not table.in_hand or hand.is_over:
        return None
    rules = table.event_rules
    seat = after_deal(state, hand) if rules.folds == "after-deal" and is_dealt(hand) else at_turn(state, hand)
    if seat is None:
        return None
    penalty = rules.penalty if table.places[seat].serving else ()
    return ru.HandDead(seat, 0, "folded", joined(penalty, rules.absent_folds))


def is_dealt(hand: Hand) -> bool:
    """Whether the first deal is complete and betting has not begun."""
    steps, at = hand.rules.steps, hand.step
    if not 0 < at < len(steps) or type(steps[at]) is Deal or any(type(step) is not Deal for step in steps[:at]):
        return False
    return (hand.phase == HOUSE and hand.stage == FRESH) or hand.phase in WAITING


def after_deal(state: TableState, hand: Hand) -> int | None:
    """The first absent player whose hand is folded when the deal is complete; not a last blind whose turn will come."""
    last = hand.blinds[-1][0] if hand.blinds else 0
    for at, seat in enumerate(hand.seats):
        has_turn = seat == last and hand.status[at] == ABLE
        if hand.status[at] != OUT and not has_turn and is_absent(state.table.places[seat]):
            return seat
    return None


def at_turn(state: TableState, hand: Hand) -> int | None:
    """The absent player whose turn it is: where hands fold after the deal, only the last blind in the first round."""
    seat = hand.seat_to_act
    if hand.phase != BETTING or seat is None or not is_absent(state.table.places[seat]):
        return None
    if state.table.event_rules.folds == "at-turn":
        return seat
    is_last_blind = bool(hand.blinds) and hand.blinds[-1][0] == seat
    is_first_turn = hand.round is not None and hand.round.no == 1 and not hand.acted[hand.to_act]
    return seat if is_last_blind and is_first_turn else None
