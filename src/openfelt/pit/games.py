"""The house-banked games there are, each found in the chapter `pit` of its book. Nobody lists them."""

from __future__ import annotations

from functools import cache
from typing import Final

from openfelt.errors import NotationError
from openfelt.phrases import phrase, quoted
from openfelt.pit.game import PitGame, PitGames
from openfelt.pit.paytables import MOST_CHARACTERS, FileName, PayTable, parse_tables, read_short
from openfelt.pit.sign import AnySign
from openfelt.rulebooks.chapters import Chapter

PIT: Final = Chapter("pit", PitGames)


@cache
def pit_games() -> dict[str, PitGame]:
    """Every house-banked game by its key, in the order of the books."""
    return {game.key: game for book in PIT.books() for game in PIT.of(book).games}


def pit_game(key: str) -> PitGame:
    """The game of that key.

    >>> pit_game("roulette")
    Traceback (most recent call last):
    openfelt.errors.NotationError: no house-banked game 'roulette'; allowed: act-holdem, nz-big-raise, three-card-poker
    """
    games = pit_games()
    if key not in games:
        raise NotationError(phrase("no house-banked game {key}", key=quoted(key)), legal=tuple(games))
    return games[key]


def game_of(sign: AnySign) -> PitGame:
    """The game that is played under a sign."""
    return pit_game(key_of(sign))


def key_of(sign: AnySign) -> str:
    """The key of the game that is played under a sign, which is the sign's tag."""
    return str(type(sign).__struct_config__.tag)  # type: ignore[attr-defined]


def sign_for(key: str) -> AnySign:
    """The usual sign of a house-banked game."""
    return pit_game(key).sign()


def read_tables(text: str, *, game: str, source: str = "pay table") -> dict[str, PayTable]:
    """The tables of a TOML text, for one game. A table that is not named stays the rulebook's.

    >>> read_tables("[ante]", game="nz-big-raise", source="mine.toml")
    Traceback (most recent call last):
    openfelt.errors.NotationError: mine.toml: nz-big-raise has no pay table 'ante' [nz-big-raise 5.7]; allowed: raise, three-card-bonus
    """  # noqa: E501 - the refusal is one line
    return parse_tables(text, pit_game(game).tables, game=game, source=source)


def read_file(path: FileName, *, game: str) -> dict[str, PayTable]:
    """The tables of a TOML file; the file's name stands in every refusal."""
    return read_tables(read_short(path, MOST_CHARACTERS), game=game, source=str(path))
