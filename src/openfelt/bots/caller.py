"""Calls everything and never raises: the calling station."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from openfelt.bots.moves import other_turn, passive
from openfelt.table import HandView, PlayerCommand, Turn


def choose(turn: Turn, see: Callable[[], HandView], chance: Random) -> PlayerCommand:  # noqa: ARG001 - one interface
    """Check or call."""
    return passive(turn) if turn.kind == "betting" else other_turn(turn, see())
