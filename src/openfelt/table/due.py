"""Whose turn it is, and for what: the choices of the player who is to do this, or why nobody may do it now."""

from __future__ import annotations

from typing import Final, NoReturn

from openfelt.errors import RuleViolation
from openfelt.games.game import Discard, Draw
from openfelt.phrases import Seat, phrase
from openfelt.rulebooks import Cites, joined
from openfelt.table.hand import AGREEING, BETTING, DISCARDING, DRAWING, HOUSE, OPTION, OUT, OVER, SHOWING, Hand
from openfelt.table.options import legal
from openfelt.table.refusals import refuse
from openfelt.table.turn import Turn


def turn_of(hand: Hand, seat: int, phase: int) -> Turn:
    """The choices of the seat, if it is that seat's turn to do this kind of thing."""
    if hand.phase != phase or hand.seats[hand.to_act] != seat:
        _refuse_turn(hand, seat, phase)
    turn = legal(hand)
    assert turn is not None
    return turn


DUE: Final = {
    BETTING: "betting-due",
    DRAWING: "draw-due",
    DISCARDING: "discard-due",
    OPTION: "option-due",
    SHOWING: "showing-due",
    AGREEING: "agreeing-due",
}


WHOSE: Final = {DRAWING: "not-your-draw", DISCARDING: "not-your-draw", OPTION: "not-your-option"}


def _refuse_turn(hand: Hand, seat: int, phase: int) -> NoReturn:
    policy = hand.rules.policy
    if hand.phase == OVER:
        raise RuleViolation("hand-over", policy.over, "the round of play is over")
    if seat not in hand.index:
        cites = policy.seated or policy.turn
        raise RuleViolation(
            "not-dealt-in", cites, phrase("{seat} is not dealt in", seat=Seat(seat)), legal=tuple(map(str, hand.seats))
        )
    if hand.to_act < 0 or hand.phase == HOUSE:
        raise RuleViolation("no-turn", policy.turn, "the house has the next word")
    due, cites = hand.seats[hand.to_act], _due_cites(hand)
    if policy.folded and hand.status[hand.index[seat]] == OUT:
        raise RuleViolation(
            "folded", policy.folded, phrase("{seat} has folded; the hand cannot come back", seat=Seat(seat))
        )
    if due != seat:
        if hand.phase == BETTING and hand.acted[hand.index[seat]]:
            cites = joined(cites, policy.binding)
        elif hand.phase in (DRAWING, DISCARDING):
            cites = joined(cites, policy.turn)  # in order, as the players bet
        code = WHOSE.get(hand.phase, "not-your-turn")
        raise RuleViolation(code, cites, phrase("it is {seat}'s turn, not {other}'s", seat=Seat(due), other=Seat(seat)))
    if phase in (DRAWING, DISCARDING) and (later := _later_cites(hand, Draw if phase == DRAWING else Discard)):
        refuse(hand, "draw-not-due", joined(policy.turn, later), phrase("{seat} cannot do that yet", seat=Seat(seat)))
    refuse(hand, DUE[hand.phase], cites, phrase("{seat} cannot do that now", seat=Seat(seat)))


def _due_cites(hand: Hand) -> Cites:
    """The clauses that make due what is due now: a turn to bet, a draw, a discard, an optional blind, a showdown."""
    if hand.phase in (DRAWING, DISCARDING):
        step = hand.rules.steps[hand.step]
        assert isinstance(step, (Draw, Discard))
        return step.cites
    if hand.phase == SHOWING:
        return hand.rules.policy.show_to_win
    return _whose_option(hand) if hand.phase == OPTION else hand.rules.policy.turn


def _later_cites(hand: Hand, kind: type[Draw] | type[Discard]) -> Cites:
    """The clauses of the draw or discard that is still to come, if there is one."""
    for step in hand.rules.steps[max(hand.step, 0) :]:
        if isinstance(step, kind):
            return step.cites
    return ()


def _whose_option(hand: Hand) -> Cites:
    """The clauses that say whose option the optional blind of this table is."""
    rules = hand.rules
    return rules.game.voluntary_blinds if rules.sign.voluntary_blinds else rules.policy.optional_blind
