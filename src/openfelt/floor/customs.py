"""Customs: how a rulebook reads words, motions and silent chips, and how chips alone are read where it says no more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from openfelt.floor.incidents import ShortCall
from openfelt.rulebooks import Cites, joined
from openfelt.table import commands as c
from openfelt.table.hand import Hand
from openfelt.table.turn import Turn


class Reading(msgspec.Struct, frozen=True):
    """The action that binds, what goes back and what must be added; or the choices left to the player.

    `rule_on`: chips short of the call that may not be taken back. The ruling leaves them out, so that a fold forfeits
    them; it comes before the action.
    """

    command: c.Fold | c.Check | c.Call | c.Bet | c.RaiseTo | c.BringIn | None
    returned: int
    added: int
    cites: Cites
    choices: tuple[str, ...] = ()
    rule_on: ShortCall | None = None


def short_of_the_call(turn: Turn, chips: int, customs: Customs) -> Reading:
    """Less than a call, or than all that a player who has less can call with: it is made up, or the player folds."""
    lacks, cites = turn.call - chips, joined(customs.short, customs.tapped if turn.call_all_in else ())
    if not customs.stays:
        return Reading(None, 0, lacks, cites, (f"call {turn.call}", "fold"))
    choices = (f"call {turn.call}", f"fold (owing {chips})")
    return Reading(None, 0, lacks, cites, choices, ShortCall(seat=turn.seat, amount=chips))


def wagered(hand: Hand, turn: Turn, command: Any) -> int:  # noqa: ANN401 - a bring-in, call, bet or raise
    """How many chips an action of the player whose turn it is puts in."""
    if isinstance(command, c.BringIn):
        return turn.bring_in
    if isinstance(command, c.Call):
        return turn.call
    return int(command.to) - hand.bets[hand.to_act]


def by_the_sum(hand: Hand, turn: Turn, chips: tuple[int, ...], customs: Customs) -> Reading:
    """A call, a bet or a raise by the sum; between a call and a raise it is a call; one chip too big is a call."""
    i, seat, total = hand.to_act, turn.seat, sum(chips)
    owe = hand.high - hand.bets[i]
    to = hand.bets[i] + total
    if turn.bring_in and (forced := _the_forced_bet(hand, turn, chips, customs)):
        return forced
    if not owe:
        if not turn.most or to < turn.least:
            return _short_of_a_wager(turn, total, to, customs)
        to = min(to, turn.most)
        order: Any = c.Bet(seat, to) if turn.opening else c.RaiseTo(seat, to)
        return Reading(order, hand.bets[i] + total - to, 0, customs.bet)
    if not turn.call and to < turn.least:
        return _short_of_the_raise(turn, to, customs)
    if 0 < turn.call < owe:
        return _less_than_owed(turn, total, customs)
    if total < owe:
        return short_of_the_call(turn, total, customs)
    if total == owe:
        tapped_out = hand.rules.policy.all_in if turn.call_all_in else ()
        return Reading(c.Call(seat), 0, 0, joined(customs.call, tapped_out))
    if len(chips) == 1 and total < hand.stacks[i] and customs.one_chip != customs.between:
        return Reading(c.Call(seat), total - owe, 0, customs.one_chip)
    if turn.most and to >= turn.least:
        most = min(to, turn.most)
        return Reading(c.RaiseTo(seat, most), to - most, 0, customs.raise_)
    return Reading(c.Call(seat), total - owe, 0, customs.between)


def _the_forced_bet(hand: Hand, turn: Turn, chips: tuple[int, ...], customs: Customs) -> Reading | None:
    """Chips of the opener that are the forced bet: it is made up, or what is over goes back; None for a larger bet."""
    total, due = sum(chips), turn.bring_in
    if total < due:
        return Reading(c.BringIn(turn.seat), 0, due - total, hand.rules.policy.bringing_in)
    if total == due:
        return Reading(c.BringIn(turn.seat), 0, 0, customs.bet)
    if len(chips) == 1 and total < hand.stacks[hand.to_act] and customs.one_chip != customs.between:
        return Reading(c.BringIn(turn.seat), total - due, 0, customs.one_chip)
    return Reading(c.BringIn(turn.seat), total - due, 0, customs.between) if total < turn.least else None


def _short_of_a_wager(turn: Turn, chips: int, to: int, customs: Customs) -> Reading:
    """No wager, where nothing is owed: what is no raise goes back, and a bet is made up or not made."""
    if not turn.opening:
        return Reading(c.Call(turn.seat) if turn.free_call else c.Check(turn.seat), chips, 0, customs.between)
    lacks = turn.least - to
    if not turn.check:
        return Reading(c.Bet(turn.seat, turn.least), 0, lacks, customs.bet)
    return Reading(None, 0, lacks, customs.bet, (f"bet {turn.least}", "check"))


def _short_of_the_raise(turn: Turn, to: int, customs: Customs) -> Reading:
    """Too little where a raise is the only wager (act-stud 10.1(c), a wager that is held): it is made up, or folded."""
    choices = (f"raise to {turn.least}", "fold") if turn.fold else (f"raise to {turn.least}",)
    return Reading(None, 0, turn.least - to, customs.short, choices)


def _less_than_owed(turn: Turn, chips: int, customs: Customs) -> Reading:
    """A player who has less than the call goes in with all that may be bet; what is no whole unit comes back."""
    if chips < turn.call:
        return short_of_the_call(turn, chips, customs)
    return Reading(c.Call(turn.seat), chips - turn.call, 0, joined(customs.call, customs.tapped))


Reader = Callable[[Hand, Turn, tuple[int, ...], "Customs"], Reading]


@dataclass(frozen=True, slots=True)
class Customs:
    """One rulebook: how words, motions and silent chips are read. Empty citations: it has no such rule."""

    words: Cites
    words_win: bool  # words bind although chips went in first
    correct: Cites  # chips that differ from the words are corrected
    string: Cites
    unfinished: Cites
    call: Cites
    bet: Cites
    raise_: Cites
    one_chip: Cites
    between: Cites  # more than a call, less than a raise
    short: Cites  # less than a call
    thrown: Cites
    limits: Cites = ()  # what was announced is brought within the limits
    stays: bool = False  # what is short of a call is not taken back, also when the player folds
    owed: Cites = ()  # throwing the cards away does not undo a wager owed by word or as forced bet
    made: Cites = ()  # words after the chips do not increase the bet that the chips made
    tapped: Cites = ()  # the call takes all that a player has, or as much of it as may be bet
    silent: Reader = by_the_sum  # chips without words
