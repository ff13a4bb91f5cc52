"""What chips and cards moved without a word mean at a live table: a reading, not yet an action.

nsw-poker 7.4.3 and 7.7 to 7.9; us-stud wagers(5) to (9) and irreg(10). The dealer enters the chips; the reading names
the command they stand for and the clauses, and the command is then given as any other. Rulebooks without such clauses
want the action announced.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from openfelt.errors import RuleViolation
from openfelt.games.policy import NSW, US
from openfelt.rulebooks import Cites
from openfelt.table import commands as c
from openfelt.table.hand import Hand
from openfelt.table.options import Turn, legal

OPENING: Final = NSW.cite("7.4.2")
CALLING: Final = NSW.cite("7.4.3")
RAISING: Final = NSW.cite("7.4.4")
SHORT: Final = NSW.cite("7.4.3.1", "7.4.3.2")
SHORT_ALL_IN: Final = NSW.cite("7.4.3.3")
HALF: Final = NSW.cite("7.7")
TWO_EQUAL: Final = NSW.cite("7.8")
ONE_CHIP: Final = NSW.cite("7.9")

MOVED: Final = US.cite("wagers(6)", "wagers(6)(i)", "wagers(6)(ii)", "wagers(6)(iii)")
EXACT: Final = US.cite("wagers(7)(ii)")
LARGE_CHIP: Final = US.cite("wagers(9)")
STRING_BET: Final = US.cite("wagers(7)")
UNFINISHED: Final = US.cite("wagers(7)(i)")
ANNOUNCED: Final = US.cite("wagers(4)", "wagers(5)", "irreg(10)")
THROWN: Final = US.cite("irreg(10)(i)")
STILL_OWED: Final = US.cite("irreg(10)", "irreg(10)(ii)")

Spoken = c.Call | c.Bet | c.RaiseTo | c.BringIn


class Reading(NamedTuple):
    """The action that silent chips stand for, how many of them come back, and why."""

    command: Spoken | c.Fold
    change: int
    cites: Cites


def read_chips(hand: Hand, seat: int, chips: Sequence[int]) -> Reading:
    """What the player whose turn it is has done by putting out these chips in silence. Changes nothing."""
    turn = _turn(hand, seat)
    policy = hand.rules.policy
    if policy.rulebook not in {"nsw-poker", "us-stud"}:
        raise RuleViolation("announce", policy.bet, "the action must be announced", legal=turn.words)
    i = hand.to_act
    total, stack = sum(chips), hand.stacks[i]
    if total > stack or min(chips, default=0) <= 0:
        raise RuleViolation("not-in-front", policy.stake, f"seat {seat} has {stack} in front, not {total}")
    owe = hand.high - hand.bets[i]
    if policy.rulebook == "us-stud":
        return _moved(hand, turn, chips, owe)
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


def _turn(hand: Hand, seat: int) -> Turn:
    turn = legal(hand)
    if turn is None or turn.kind != "betting" or turn.seat != seat:
        raise RuleViolation("not-your-turn", hand.rules.policy.turn, f"it is not seat {seat}'s turn to bet")
    return turn


def _moved(hand: Hand, turn: Turn, chips: Sequence[int], owe: int) -> Reading:
    """us-stud: pushed or released chips are a bet of their value; the exact call or one larger chip is only a call."""
    seat, total = turn.seat, sum(chips)
    if not owe:  # nothing to call: the full value is the bet
        bring_in = turn.bring_in and total == turn.bring_in
        return Reading(c.BringIn(seat) if bring_in else c.Bet(seat, hand.bets[hand.to_act] + total), 0, MOVED)
    if total <= owe:
        if total < min(owe, hand.stacks[hand.to_act]):
            raise RuleViolation(
                "short-call", US.cite("def/Call"), f"{total} is {owe - total} short of the call",
                legal=(f"call {owe}", "fold"),
            )  # fmt: skip
        return Reading(c.Call(seat), 0, (*MOVED, *EXACT))
    if len(chips) == 1 and total < hand.stacks[hand.to_act]:
        return Reading(c.Call(seat), total - owe, LARGE_CHIP)
    return Reading(c.RaiseTo(seat, hand.bets[hand.to_act] + total), 0, MOVED)


def read_more(hand: Hand, seat: int, chips: Sequence[int], more: Sequence[int], *, unfinished: bool) -> Reading:
    """Chips in two motions (us-stud wagers(7)): the second counts only if the player said it was unfinished."""
    turn = _turn(hand, seat)
    if hand.rules.policy.rulebook != "us-stud" or not unfinished:
        cites = STRING_BET if hand.rules.policy.rulebook == "us-stud" else hand.rules.policy.bet
        raise RuleViolation("string-bet", cites, "a bet once made may not be increased", legal=turn.words)
    whole = read_chips(hand, seat, (*chips, *more))
    return Reading(whole.command, whole.change, (*UNFINISHED, *whole.cites))


def read_announced(hand: Hand, seat: int, said: Spoken, chips: Sequence[int]) -> Reading:
    """Words and chips that differ (us-stud wagers(5), irreg(10)): the words bind, the chips are put right."""
    turn = _turn(hand, seat)
    policy = hand.rules.policy
    if policy.rulebook != "us-stud":
        raise RuleViolation("announce", policy.bet, "the action is entered as announced", legal=turn.words)
    i = hand.to_act
    due = {c.Call: turn.call, c.BringIn: turn.bring_in}.get(type(said), getattr(said, "to", 0) - hand.bets[i])
    return Reading(said, sum(chips) - due, ANNOUNCED)


def read_thrown(hand: Hand, seat: int, said: Spoken | None = None) -> Reading:
    """Cards thrown away (us-stud irreg(10)(i), (ii)): a fold, unless a wager is owed by word or as a forced bet."""
    turn = _turn(hand, seat)
    if hand.rules.policy.rulebook != "us-stud":
        raise RuleViolation("announce", hand.rules.policy.fold, "the action must be announced", legal=turn.words)
    if said is not None:
        return Reading(said, 0, STILL_OWED)
    if turn.bring_in:
        return Reading(c.BringIn(seat), 0, STILL_OWED)
    return Reading(c.Fold(seat), 0, THROWN)
