"""Chooses each kind of legal action with equal chance, but never folds for free; amounts anywhere in the range."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from openfelt.bots.moves import own_cards, wager
from openfelt.table import (
    BringIn,
    Call,
    Check,
    Decline,
    Discard,
    Draw,
    Fold,
    HandView,
    PlayerCommand,
    RunOnce,
    RunTwice,
    Show,
    Straddle,
    Turn,
)


def choose(turn: Turn, see: Callable[[], HandView], chance: Random) -> PlayerCommand:
    """Any legal action but a fold that saves nothing."""
    seat = turn.seat
    if turn.kind == "option":
        return chance.choice((Straddle(seat), Decline(seat)))
    if turn.kind == "agreeing":
        return chance.choice((RunTwice(seat), RunOnce(seat)))
    if turn.kind == "showing":
        return Show(seat)
    if turn.kind != "betting":
        cards = own_cards(see(), seat)
        if turn.kind == "discarding":
            return Discard(seat, tuple(chance.sample(cards, turn.count)))
        return Draw(seat, tuple(chance.sample(cards, chance.randint(turn.fewest, turn.count))))
    choices: list[PlayerCommand] = []
    if turn.fold and not turn.is_free:
        choices.append(Fold(seat))
    if turn.check:
        choices.append(Check(seat))
    if turn.call or turn.free_call:
        choices.append(Call(seat))
    if turn.bring_in:
        choices.append(BringIn(seat))
    if turn.most:
        choices.append(wager(turn, chance.randint(turn.least, turn.most)))
    return chance.choice(choices)
