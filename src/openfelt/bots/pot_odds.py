"""Estimates its chance to win by sampling and compares it with the price of a call; bets when well ahead."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from openfelt.bots.moves import give_up, other_turn, passive, wager
from openfelt.bots.strength import estimate
from openfelt.table import HandView, PlayerCommand, Turn


def choose(turn: Turn, see: Callable[[], HandView], chance: Random) -> PlayerCommand:
    """Call when the chance beats the price, raise when it is well above an equal share, otherwise give up."""
    view = see()
    if turn.kind != "betting":
        return other_turn(turn, view)
    rivals = sum(one.status != "folded" for one in view.seats) - 1
    chance_to_win = estimate(view, turn.seat, chance)
    fair = 1 / (rivals + 1)
    if turn.most and chance_to_win > min(0.9, fair * 1.6):
        return wager(turn, view.high + (view.pot + turn.call) * 2 // 3)
    price = turn.call / (view.pot + turn.call) if turn.call else 0
    return passive(turn) if chance_to_win >= price else give_up(turn)
