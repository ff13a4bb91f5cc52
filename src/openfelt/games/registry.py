"""Every game by rulebook and key, as the books have them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games.game import Deal, Game, SeatLimit
from openfelt.games.policy import HOUSE
from openfelt.games.sign import Sign
from openfelt.games.signrules import SIGN
from openfelt.phrases import Name, Text, phrase, quoted
from openfelt.rulebooks import joined
from openfelt.rulebooks.chapters import Chapter

CARDS_FOR_ALL: Final = HOUSE.cite("20.21")


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
        known: tuple[Text, ...] = tuple(
            phrase("{book} {name}", book=Name(book), name=Name(name)) for book, name in GAMES if book == rulebook
        ) or tuple(sorted({book for book, _ in GAMES}))
        raise RuleViolation(
            "unknown-game",
            HOUSE.cite("3.7"),
            phrase("no game {key} in {rulebook}", key=quoted(key), rulebook=quoted(rulebook)),
            legal=known,
        ) from None


def game_of(sign: Sign) -> Game:
    """The game a sign announces, with the operator's choices written in."""
    game = find_game(sign.rulebook, sign.game)
    if sign.tournament:
        game = as_in_tournaments(sign.rulebook, sign.game)
    return BOOK_GAMES.of(sign.rulebook).adapt(game, sign)


@cache
def as_in_tournaments(rulebook: str, key: str) -> Game:
    """The game with as many seats as the deck serves, where the book's numbers do not count in tournaments."""
    game, rules = find_game(rulebook, key), SIGN.of(rulebook).tournament
    if rules is None or not rules.seats:
        return game
    decks = {deck: SeatLimit(served(game, deck), joined(rules.seats, CARDS_FOR_ALL)) for deck in game.decks}
    return replace(game, decks=decks)


def served(game: Game, deck: int) -> int:
    """How many players a deck has cards for. A street for which one card may be shared by all needs none for each.

    >>> served(find_game("nsw-poker", "texas-holdem"), 52)
    22
    """
    deals = [step for step in game.steps if isinstance(step, Deal)]
    own = sum(step.each for step in deals if step.short is None)
    other = sum(step.board + step.burn for step in deals)
    return (deck - other) // own
