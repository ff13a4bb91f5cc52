"""Plays few hands: stays only well above an equal share, and then bets; otherwise gives up."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from openfelt.bots.moves import give_up, other_turn, passive, wager
from openfelt.bots.strength import estimate
from openfelt.table import HandView, PlayerCommand, Turn


def choose(turn: Turn, see: Callable[[], HandView], chance: Random) -> PlayerCommand:
    """Bet strong hands, call with good ones for a fair price, fold the rest."""
    view = see()
    if turn.kind != "betting":
        return other_turn(turn, view)
    rivals = sum(one.status != "folded" for one in view.seats) - 1
    fair = 1 / (rivals + 1)
    mine = estimate(view, turn.seat, chance, samples=30)
    if turn.most and mine > min(0.85, fair * 1.9):
        return wager(turn, turn.least * 2 if not turn.opening else view.pot // 2)
    good = mine > fair * 1.25 and mine > turn.call / (view.pot + turn.call + 1)
    return passive(turn) if good or turn.is_free else give_up(turn)
