"""Every game by rulebook and key, as the books have them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games.game import Game
from openfelt.games.policy import HOUSE
from openfelt.games.sign import Sign
from openfelt.rulebooks.chapters import Chapter


def as_written(game: Game, _sign: Sign) -> Game:
    """The game of a rulebook that leaves none of its parts to the operator."""
    return game


@dataclass(frozen=True, slots=True)
class BookGames:
    """The games of a rulebook, and how a sign's choices are written into one."""

    games: tuple[Game, ...]
    adapt: Callable[[Game, Sign], Game] = as_written
    are_common: bool = True  # a game of a common name is the one that is played elsewhere under it


BOOK_GAMES: Final = Chapter("games", BookGames)


class Games(Mapping[tuple[str, str], Game]):
    """Every game by rulebook and key; the books are asked when the first is looked for."""

    @cached_property
    def known(self) -> dict[tuple[str, str], Game]:
        """Those of all books."""
        return {(game.rulebook, game.key): game for book in BOOK_GAMES.books() for game in BOOK_GAMES.of(book).games}

    def __getitem__(self, key: tuple[str, str]) -> Game:
        return self.known[key]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


GAMES: Final = Games()


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
    return BOOK_GAMES.of(sign.rulebook).adapt(game, sign)
