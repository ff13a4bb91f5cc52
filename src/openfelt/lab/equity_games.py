"""The games whose odds can be counted: how many cards, which of them count, what wins. All of it is the game's own.

On which decks, and by which clauses, the books' odds say. Odds need less than play does: no betting, no order of
dealing, and any number of players the deck allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from openfelt.cards import Deck, deck
from openfelt.errors import RuleViolation
from openfelt.games import GAMES as PLAYED
from openfelt.games.game import Discard, Draw, Game, Half
from openfelt.games.odds import ODDS, OddsVersion
from openfelt.games.registry import BOOK_GAMES
from openfelt.hands import Scale, Selection, scale
from openfelt.hands.orders import HANDS
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, joined, rulebook


@dataclass(frozen=True, slots=True)
class OddsGame:
    """What must be known of a game to count its odds."""

    key: str
    name: str
    hole: int
    board: int
    halves: tuple[Half, ...]
    # Stud hands may be given in part: the cards not named are still to come.
    grows: bool
    other_names: tuple[str, ...]
    # The books under which it can be counted: those that play it by one of its names first, the house's last.
    books: Mapping[str, OddsVersion] = field(compare=False)

    @property
    def is_split(self) -> bool:
        """Whether two hands win half of the pot each."""
        return len(self.halves) > 1

    @property
    def takes_ranges(self) -> bool:
        """Whether a hand may be given as a range of two-card holdings."""
        return self.hole == 2

    @property
    def has_board(self) -> bool:
        """Whether community cards belong to the game."""
        return self.board > 0


class OddsGames(Mapping[str, OddsGame]):
    """Every game that a book has odds of; the books are asked when the first is looked for."""

    @cached_property
    def known(self) -> dict[str, OddsGame]:
        """Those of all books, in the books' order."""
        keys = dict.fromkeys(key for book in ODDS.books() for key in ODDS.of(book).games)
        return {key: game for key in keys if (game := _odds_game(key)) is not None}

    @cached_property
    def by_name(self) -> dict[str, OddsGame]:
        """The same by each of their names."""
        return {name: game for game in self.known.values() for name in (game.key, *game.other_names)}

    def __getitem__(self, key: str) -> OddsGame:
        return self.known[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


def _odds_game(key: str) -> OddsGame | None:
    """What the game's own steps say: the house's if it plays it, else another book's. None if nobody plays it."""
    versions = {book: ODDS.of(book).games[key] for book in ODDS.books() if key in ODDS.of(book).games}
    played = dict.fromkeys([key, *(name for version in versions.values() for name in version.plays)])
    players = [book for book in BOOK_GAMES.books() if any((book, name) in PLAYED for name in played)]
    if not players:
        return None
    shown_by = HOUSE_RULEBOOK if HOUSE_RULEBOOK in players else players[0]
    game = next(PLAYED[shown_by, name] for name in played if (shown_by, name) in PLAYED)
    books = sorted(versions, key=lambda book: (book == HOUSE_RULEBOOK, book not in players))
    own_name = next((version.name for version in versions.values() if version.name), game.name)
    return OddsGame(
        key=key,
        name=own_name + _as_counted(game),
        hole=game.holding_size - sum(step.count for step in game.steps if isinstance(step, Discard)),
        board=game.board_size,
        halves=game.showdown.halves,
        grows=game.has_up_cards,
        other_names=tuple(name for version in versions.values() for name in (*version.plays, *version.also)),
        books={book: versions[book] for book in books},
    )


def _as_counted(game: Game) -> str:
    """When odds are counted, where players change or give up cards."""
    if any(isinstance(step, Discard) for step in game.steps):
        return " after the discard"
    return ", hands as they stand" if any(isinstance(step, Draw) for step in game.steps) else ""


GAMES: Final = OddsGames()


def may_have_joker(name: str, book: str | None) -> bool:
    """Whether a rulebook, the usual one if none is named, allows a joker in a game (act-stud 2.3)."""
    game = odds_game(name)
    asked = next(iter(game.books)) if book is None else book
    return asked in game.books and not HANDS.of(asked).no_joker


def odds_game(name: str) -> OddsGame:
    """The game of that name.

    >>> odds_game("holdem").name
    "Texas Hold'em"
    """
    try:
        return GAMES.by_name[name]
    except KeyError:
        raise RuleViolation("unknown-game", (), f"no game {name!r} to count odds of", legal=tuple(GAMES)) from None


@dataclass(frozen=True, slots=True)
class OddsRules:
    """A game under one rulebook on one deck: the scales that decide it."""

    game: OddsGame
    rulebook: str
    deck: Deck
    scales: tuple[Scale, ...]  # one for each half of the game
    cites: Cites

    @property
    def halves(self) -> tuple[tuple[Scale, Selection], ...]:
        """What wins each half: a scale, and which cards may make the hand."""
        return tuple([(one, half.selection) for one, half in zip(self.scales, self.game.halves, strict=True)])


@lru_cache(maxsize=256)
def rules_of(
    name: str,
    book: str | None,
    size: int | None,
    *,
    joker: bool = False,
    ace_low_straights: bool | None = None,
    low_ace: bool = True,
) -> OddsRules:
    """The rules of a game, with a joker in the deck or without; what the rulebook does not have is refused.

    >>> [one.key for one in rules_of("texas-holdem", None, 36).scales]
    ['nsw-36']
    """
    game = odds_game(name)
    chosen = next(iter(game.books)) if book is None else book
    if chosen not in game.books:
        rulebook(chosen)  # an unknown rulebook is refused as such
        raise RuleViolation("unknown-game", (), f"{chosen} does not play {game.name}", legal=tuple(game.books))
    version = game.books[chosen]
    wanted = version.decks[0] if size is None else size
    if type(wanted) is not int:
        raise TypeError(f"a deck is named by its number of cards, not by {wanted!r}")
    if wanted not in version.decks:
        legal = tuple(f"{number} cards" for number in version.decks)
        message = f"{game.name} in {chosen} is not played with {wanted} cards"
        raise RuleViolation("no-such-deck", version.cites, message, legal=legal)
    of = deck(wanted, joker=joker)
    lows = [half.is_low for half in game.halves]
    scales = tuple(
        # A choice that no hand of the game could show is refused by the scale it is asked of.
        scale(
            chosen,
            of,
            kind=half.kind,
            ace_low_straights=ace_low_straights if not half.is_low or all(lows) else None,
            eight_or_better=half.eight_or_better,
            low_ace=low_ace if half.is_low or not any(lows) else True,
        )
        for half in game.halves
    )
    cites = tuple(cite for one in scales for cite in one.cites)
    return OddsRules(game, chosen, of, scales, joined(version.cites, cites))
