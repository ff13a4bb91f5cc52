"""What chips put out without a word mean at a live table (nsw-poker 7.4.3, 7.7 to 7.9): a reading, not yet an action.

The dealer enters the chips; the reading names the command they stand for and the clauses, and the command is then given
as any other. Rulebooks without such clauses want the action announced.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from openfelt.errors import RuleViolation
from openfelt.games.policy import NSW
from openfelt.rulebooks import Cites
from openfelt.table import commands as c
from openfelt.table.hand import Hand
from openfelt.table.options import legal
from openfelt.table.turn import Turn

OPENING: Final = NSW.cite("7.4.2")
CALLING: Final = NSW.cite("7.4.3")
RAISING: Final = NSW.cite("7.4.4")
SHORT: Final = NSW.cite("7.4.3.1", "7.4.3.2")
SHORT_ALL_IN: Final = NSW.cite("7.4.3.3")
HALF: Final = NSW.cite("7.7")
TWO_EQUAL: Final = NSW.cite("7.8")
ONE_CHIP: Final = NSW.cite("7.9")


class Reading(NamedTuple):
    """The action that silent chips stand for, how many of them come back, and why."""

    command: c.Call | c.Bet | c.RaiseTo
    change: int
    cites: Cites


def read_chips(hand: Hand, seat: int, chips: Sequence[int]) -> Reading:
    """What the player whose turn it is has done by putting out these chips in silence. Changes nothing."""
    turn = legal(hand)
    policy = hand.rules.policy
    if turn is None or turn.kind != "betting" or turn.seat != seat:
        raise RuleViolation("not-your-turn", policy.turn, f"it is not seat {seat}'s turn to bet")
    if policy.rulebook != "nsw-poker":
        raise RuleViolation("announce", policy.bet, "the action must be announced", legal=turn.words)
    i = hand.to_act
    total, stack = sum(chips), hand.stacks[i]
    if total > stack or min(chips, default=0) <= 0:
        raise RuleViolation("not-in-front", policy.stake, f"seat {seat} has {stack} in front, not {total}")
    owe = hand.high - hand.bets[i]
    if not owe:
        to = hand.bets[i] + total
        return Reading(c.RaiseTo(seat, to) if hand.high else c.Bet(seat, to), 0, OPENING)
    if total == stack:  # all-in wagers are exempt from 7.7
        more = total > owe and turn.most
        order = c.RaiseTo(seat, hand.bets[i] + total) if more else c.Call(seat)
        return Reading(order, 0, RAISING if more else SHORT_ALL_IN)
    if total < owe:
        raise RuleViolation(
            "short-call", SHORT, f"{total} is {owe - total} short of the call", legal=(f"call {owe}", "fold")
        )
    return _over_the_call(hand, turn, chips, owe)


def _over_the_call(hand: Hand, turn: Turn, chips: Sequence[int], owe: int) -> Reading:
    """A call, or more than one: 7.9 and 7.8 come before the half of 7.7."""
    seat, total = turn.seat, sum(chips)
    over = total - owe
    call = c.Call(seat)
    if not over:
        return Reading(call, 0, CALLING)
    if len(chips) == 1:
        return Reading(call, over, ONE_CHIP)
    least = turn.least - hand.high if turn.most else 0  # the minimum raise, where a raise is open at all
    if len(chips) == 2 and chips[0] == chips[1] and chips[0] < hand.high and (not least or over < least):
        return Reading(call, over, TWO_EQUAL)
    if not least:
        return Reading(call, over, (*CALLING, *turn.why_no_raise))
    if over >= least:
        return Reading(c.RaiseTo(seat, hand.high + over), 0, RAISING)
    if 2 * over >= hand.inc:
        return Reading(c.RaiseTo(seat, turn.least), 0, HALF)
    return Reading(call, over, HALF)
