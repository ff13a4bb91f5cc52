"""What chips put out without a word mean at a live table (nsw-poker 7.4.3, 7.7 to 7.9): a reading, not yet an action.

The dealer enters the chips; the reading names the command they stand for and the clauses, and the command is then given
as any other: a reading is always something that is open to the player. Rulebooks without such clauses want the action
announced.

A blind is a bet: 7.7 to 7.9 hold for the last blind on its option too, and what they call a call is then a check. Of
these rules only 7.7 leaves all-in wagers alone (12.4); the last chip, or the last two equal ones, are read by 7.9 and
7.8 like any others, since neither makes an exception.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openfelt.errors import RuleViolation
from openfelt.games.policy import SilentChips
from openfelt.phrases import Money, Seat, phrase
from openfelt.rulebooks import Cites, joined
from openfelt.table import commands as c
from openfelt.table.bound import binding
from openfelt.table.hand import Hand
from openfelt.table.options import least_wager, legal
from openfelt.table.rules import FULL_POT, HALF_POT
from openfelt.table.turn import Turn


class Reading(NamedTuple):
    """The action that silent chips stand for, how many of them come back, and why."""

    command: c.Check | c.Call | c.Bet | c.RaiseTo
    change: int
    cites: Cites


def read_chips(hand: Hand, seat: int, chips: Sequence[int]) -> Reading:
    """What the player whose turn it is has done by putting out these chips in silence. Changes nothing."""
    turn = legal(hand)
    policy = hand.rules.policy
    if turn is None or turn.kind != "betting" or turn.seat != seat:
        raise RuleViolation("not-your-turn", policy.turn, phrase("it is not {seat}'s turn to bet", seat=Seat(seat)))
    silent = policy.silent_chips
    if silent is None:
        raise RuleViolation("announce", policy.turn, "the action must be announced", legal=turn.choices)
    i = hand.to_act
    if hand.special is not None and hand.special.held_by(i):
        said = phrase("what {seat} did is held already, and leaves what is allowed", seat=Seat(seat))
        raise RuleViolation(*binding(hand, hand.special), said, legal=turn.choices)
    total, stack = sum(chips), hand.stacks[i]
    if total > stack or min(chips, default=0) <= 0:
        raise RuleViolation(
            "not-in-front",
            policy.stake,
            phrase("seat {seat} has {stack} in front, not {total}", seat=seat, stack=Money(stack), total=Money(total)),
        )
    owe = hand.high - hand.bets[i]
    if not hand.high:
        return _wager(hand, turn, total, silent.opening)
    if total < owe and total < stack:
        call = turn.call or owe  # less than what is owed where the player has less (7.4.3.3)
        raise RuleViolation(
            "short-call",
            joined(silent.short, silent.short_all_in if turn.call_all_in else ()),
            phrase("{total} is {short} short of the call", total=Money(total), short=Money(call - total)),
            legal=(phrase("call {call}", call=Money(call)), phrase("fold (owing {total})", total=Money(total))),
        )
    if total <= owe:
        return _call(hand, turn, total, silent.calling if total == owe else silent.short_all_in)
    return _over_the_call(hand, turn, chips, silent)


def _over_the_call(hand: Hand, turn: Turn, chips: Sequence[int], silent: SilentChips) -> Reading:
    """A call, or more than one: 7.9 and 7.8 come before the half of 7.7."""
    total, owe = sum(chips), hand.high - hand.bets[hand.to_act]
    over = total - owe
    bet = owe or hand.high  # what one chip is larger than: what is owed, or the blind that owes nothing more
    if len(chips) == 1 and total > bet:
        return _call(hand, turn, total, silent.one_chip)
    assert hand.round is not None
    minimum = least_wager(hand, hand.round, hand.high) - hand.high  # of a raise, also for those who have less
    is_short = not turn.most or over < minimum
    if len(chips) == 2 and chips[0] == chips[1] and chips[0] < hand.high and is_short:
        return _call(hand, turn, total, silent.two_equal)
    if not turn.most:
        return _call(hand, turn, total, (*silent.calling, *turn.why_no_raise))
    if hand.high + over >= turn.least:  # all-in wagers, for which the least is what lies there, are exempt from 7.7
        return _wager(hand, turn, total, silent.raising)
    if 2 * over >= hand.inc:
        return Reading(c.RaiseTo(turn.seat, turn.least), 0, silent.half)
    return _call(hand, turn, total, silent.half)


def _call(hand: Hand, turn: Turn, total: int, cites: Cites) -> Reading:
    """What the call does not take comes back; where nothing is owed, the call is a check and takes nothing."""
    if turn.call or turn.free_call:
        return Reading(c.Call(turn.seat), total - turn.call, cites)
    if turn.check:
        return Reading(c.Check(turn.seat), total, cites)
    said = phrase("seat {seat} can neither call nor check, and {total} is no raise", seat=turn.seat, total=Money(total))
    raise RuleViolation("no-call", _closed(hand, turn), said, legal=turn.choices)


def _wager(hand: Hand, turn: Turn, total: int, cites: Cites) -> Reading:
    """A bet or raise of these chips; 7.5 alters it as far as the limits and structure on the sign (8.2) need it."""
    if not turn.most:
        raise RuleViolation(
            "no-bet", _closed(hand, turn), phrase("{seat} may not wager more", seat=Seat(turn.seat)), legal=turn.choices
        )
    put = to = hand.bets[hand.to_act] + total
    if not turn.allows(to):
        to = min(max(put, turn.least), turn.most)
        if to != turn.all_in:
            to -= (to - turn.least) % turn.step
        is_over_the_pot = put > turn.most and hand.rules.kind in (FULL_POT, HALF_POT)
        limit = hand.rules.policy.pot_limit if is_over_the_pot else ()
        silent = hand.rules.policy.silent_chips
        assert silent is not None
        cites = joined(cites, silent.within_limits, limit, turn.bound)
    order = c.Bet(turn.seat, to) if turn.opening else c.RaiseTo(turn.seat, to)
    return Reading(order, max(put - to, 0), cites)


def _closed(hand: Hand, turn: Turn) -> Cites:
    """The clauses that leave a player neither call nor check, or no wager: a ruling's, or those of the round."""
    assert hand.round is not None
    return turn.bound or hand.round.no_check or hand.rules.policy.no_check
