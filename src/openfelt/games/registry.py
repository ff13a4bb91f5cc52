"""Every game by rulebook and key."""

from __future__ import annotations

from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games import house, nsw, stud
from openfelt.games.game import Game
from openfelt.games.policy import HOUSE
from openfelt.games.sign import Sign

GAMES: Final[dict[tuple[str, str], Game]] = {
    (game.rulebook, game.key): game for game in (*nsw.GAMES, *stud.ACT_GAMES, *stud.US_GAMES, *house.GAMES)
}

# A rulebook that leaves parts of its game to the operator writes the sign's choices into the game.
ADAPTERS: Final = {"act-stud": stud.adapt_act, "nsw-poker": nsw.adapt}


def find_game(rulebook: str, key: str) -> Game:
    """The game of that rulebook, as written."""
    try:
        return GAMES[rulebook, key]
    except KeyError:
        known = tuple(f"{book} {name}" for book, name in GAMES if book == rulebook) or tuple(
            sorted({book for book, _ in GAMES})
        )
        raise RuleViolation(
            "unknown-game", HOUSE.cite("3.7"), f"no game {key!r} in {rulebook!r}", legal=known
        ) from None


def game_of(sign: Sign) -> Game:
    """The game a sign announces, with the operator's choices written in."""
    game = find_game(sign.rulebook, sign.game)
    adapt = ADAPTERS.get(sign.rulebook)
    return adapt(game, sign) if adapt else game
