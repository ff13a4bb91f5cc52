"""Games and table signs as data, each line citing its clause. Knows no state of play."""

from openfelt.games.game import Game
from openfelt.games.registry import GAMES, find_game, game_of
from openfelt.games.sign import Clock, Commission, Limit, Sign
from openfelt.games.signcheck import faults, validate
from openfelt.games.signtext import print_sign, sign_lines

__all__ = [
    "GAMES",
    "Clock",
    "Commission",
    "Game",
    "Limit",
    "Sign",
    "faults",
    "find_game",
    "game_of",
    "print_sign",
    "sign_lines",
    "validate",
]
