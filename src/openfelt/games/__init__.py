"""Games and table signs as data, each line citing its clause. Knows no state of play."""

from openfelt import pure

pure.warn_if_stale()  # before the first module that may be a compiled one

from openfelt.games.game import Game  # noqa: E402
from openfelt.games.registry import GAMES, find_game, game_of  # noqa: E402
from openfelt.games.sign import Clock, Commission, Limit, NextGame, Rotation, Sign  # noqa: E402
from openfelt.games.signcheck import faults, validate  # noqa: E402
from openfelt.games.signtext import print_sign, sign_lines  # noqa: E402

__all__ = [
    "GAMES",
    "Clock",
    "Commission",
    "Game",
    "Limit",
    "NextGame",
    "Rotation",
    "Sign",
    "faults",
    "find_game",
    "game_of",
    "print_sign",
    "sign_lines",
    "validate",
]
