"""The interface of a bot and the register of named ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, Protocol

from openfelt.bots import caller, pot_odds, randomly, tight
from openfelt.errors import NotationError
from openfelt.phrases import phrase, quoted
from openfelt.table import HandView, PlayerCommand, Turn

Chance = Random
See = Callable[[], HandView]


class Bot(Protocol):
    """A player: given its turn, a way to look at the table and its own chance, it chooses."""

    def __call__(self, turn: Turn, see: See, chance: Chance) -> PlayerCommand:
        """One of the commands that the turn allows."""


BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {
        "caller": caller.choose,
        "pot-odds": pot_odds.choose,
        "random": randomly.choose,
        "tight": tight.choose,
    }
)


def find_bot(name: str) -> Bot:
    """The bot of that name."""
    try:
        return BOTS[name]
    except KeyError:
        raise NotationError(phrase("no bot {name}", name=quoted(name)), legal=tuple(BOTS), code="unknown-bot") from None
