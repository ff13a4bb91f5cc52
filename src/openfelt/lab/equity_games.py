"""The games whose odds can be counted: how many cards, which of them count, what wins, on which decks, by which clause.

Data only. Odds need less than play does: no betting, no order of dealing, and any number of players the deck allows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from openfelt.cards import Deck, deck
from openfelt.errors import RuleViolation
from openfelt.hands import Kind, Scale, Selection, scale
from openfelt.rulebooks import Cites, joined, rulebook

NSW: Final = rulebook("nsw-poker")
ACT: Final = rulebook("act-stud")
US: Final = rulebook("us-stud")
HOUSE: Final = rulebook("house")

ALL_DECKS: Final = (52, 48, 44, 40, 36, 32)


@dataclass(frozen=True, slots=True)
class Book:
    """One rulebook's version of a game: the decks it allows (the usual one first) and the clauses on what wins."""

    decks: tuple[int, ...]
    cites: Cites
    eight_or_better: bool = False
    joker: bool = False  # whether a joker may be added to the deck


@dataclass(frozen=True, slots=True)
class OddsGame:
    """What must be known of a game to count its odds."""

    key: str
    name: str
    hole: int
    board: int
    selection: Selection
    books: Mapping[str, Book]
    high: Kind | None = Kind.HIGH
    low: Kind | None = None
    # Stud hands may be given in part: the cards not named are still to come.
    grows: bool = False
    other_names: tuple[str, ...] = ()

    @property
    def is_split(self) -> bool:
        """Whether a high and a low hand each win half."""
        return self.high is not None and self.low is not None

    @property
    def takes_ranges(self) -> bool:
        """Whether a hand may be given as a range of two-card holdings."""
        return self.hole == 2

    @property
    def has_board(self) -> bool:
        """Whether community cards belong to the game."""
        return self.board > 0


ANY, TWO, OWN = Selection.ANY_FIVE, Selection.TWO_AND_THREE, Selection.OWN_FIVE
STUD_HIGH: Final = {
    "nsw-poker": Book((52, 32), NSW.cite("17.6.3")),
    "act-stud": Book(ALL_DECKS, ACT.cite("9.1", "3.5(b)"), joker=True),
    "us-stud": Book((52,), US.cite("stud(8)(i)")),
    "house": Book((52,), HOUSE.cite("2.1")),
}
RAZZ: Final = {"us-stud": Book((52,), US.cite("stud(12)")), "house": Book((52,), HOUSE.cite("2.5"))}
ACT_LOW: Final = {"act-stud": Book(ALL_DECKS, ACT.cite("9.1", "3.5(b)", "3.6"), joker=True)}
STUD_EIGHT: Final = {
    "us-stud": Book((52,), US.cite("stud(9)", "stud(10)"), eight_or_better=True),
    "act-stud": Book((52, 48, 44, 40), ACT.cite("9.1", "3.5(c)", "3.5(d)"), eight_or_better=True, joker=True),
    "house": Book((52,), HOUSE.cite("2.6", "6.4"), eight_or_better=True),
}
OMAHA_EIGHT: Final = {"house": Book((52,), HOUSE.cite("2.6", "2.7", "6.4"), eight_or_better=True)}
HOLDEM: Final = {
    "nsw-poker": Book((52, 36, 32), NSW.cite("20.7.3")),
    "house": Book((52, 36), HOUSE.cite("2.1", "2.2")),
}

_LISTED: Final = (
    OddsGame("texas-holdem", "Texas Hold'em", 2, 5, ANY, HOLDEM, other_names=("holdem", "hold'em")),
    OddsGame("short-deck", "Short-deck Hold'em", 2, 5, ANY, {"house": Book((36,), HOUSE.cite("2.2"))}),
    OddsGame(
        "omaha", "Omaha", 4, 5, TWO,
        {"nsw-poker": Book((52,), NSW.cite("21.7.3", "6.1.1(v)")), "house": Book((52,), HOUSE.cite("2.7"))},
    ),
    OddsGame("omaha-8", "Omaha Eight or Better", 4, 5, TWO, OMAHA_EIGHT, low=Kind.LOW, other_names=("omaha-hilo",)),
    OddsGame(
        "two-card-manila", "Two Card Manila", 2, 5, TWO,
        {"nsw-poker": Book((32, 36), NSW.cite("18.6.3", "6.1.2(iv)", "6.1.3(i)"))},
    ),
    OddsGame(
        "three-card-manila", "Three Card Manila", 3, 5, TWO,
        {"nsw-poker": Book((32, 36), NSW.cite("19.6.3", "6.1.2(v)", "6.1.3(ii)"))},
    ),
    OddsGame("pineapple", "Pineapple after the discard", 2, 5, ANY, {"nsw-poker": Book((52,), NSW.cite("22.7.3"))}),
    OddsGame(
        "crazy-pineapple", "Crazy Pineapple after the discard", 2, 5, ANY,
        {"nsw-poker": Book((52,), NSW.cite("23.7.3"))},
    ),
    OddsGame(
        "five-card-stud", "Five Card Stud", 5, 0, OWN,
        {"nsw-poker": Book((52, 32), NSW.cite("16.6.3")), "house": Book((52,), HOUSE.cite("2.1"))}, grows=True,
    ),
    OddsGame("seven-card-stud", "Seven Card Stud", 7, 0, ANY, STUD_HIGH, grows=True, other_names=("stud",)),
    OddsGame(
        "seven-card-stud-8", "Seven Card Stud Eight or Better", 7, 0, ANY, STUD_EIGHT, low=Kind.LOW, grows=True,
        other_names=("stud-8", "stud-hilo"),
    ),
    OddsGame(
        "seven-card-stud-split", "Seven Card Stud (high/low split)", 7, 0, ANY,
        {"act-stud": Book(ALL_DECKS, ACT.cite("9.1", "3.5(c)", "3.6"), joker=True)}, low=Kind.LOW, grows=True,
    ),
    OddsGame(
        "seven-card-stud-low", "Seven Card Stud (low ball)", 7, 0, ANY, ACT_LOW, high=None, low=Kind.LOW, grows=True
    ),
    OddsGame("razz", "Razz", 7, 0, ANY, RAZZ, high=None, low=Kind.LOW, grows=True),
    OddsGame(
        "draw", "Draw Poker, hands as they stand", 5, 0, OWN,
        {"nsw-poker": Book((52, 32), NSW.cite("14.6", "15.6")), "house": Book((52,), HOUSE.cite("2.1"))},
        other_names=("draw-ante", "draw-blind"),
    ),
    OddsGame(
        "deuce-to-seven", "Deuce-to-Seven, hands as they stand", 5, 0, OWN, {"house": Book((52,), HOUSE.cite("2.3"))},
        high=None, low=Kind.DEUCE_TO_SEVEN, other_names=("deuce-to-seven-single", "deuce-to-seven-triple"),
    ),
    OddsGame(
        "badugi", "Badugi, hands as they stand", 4, 0, OWN, {"house": Book((52,), HOUSE.cite("2.4"))},
        high=None, low=Kind.BADUGI,
    ),
)  # fmt: skip

GAMES: Final[Mapping[str, OddsGame]] = {game.key: game for game in _LISTED}
_BY_NAME: Final[Mapping[str, OddsGame]] = {name: game for game in _LISTED for name in (game.key, *game.other_names)}


def may_have_joker(name: str, book: str | None) -> bool:
    """Whether a rulebook, the usual one if none is named, allows a joker in a game (act-stud 2.3)."""
    game = odds_game(name)
    version = game.books.get(next(iter(game.books)) if book is None else book)
    return version is not None and version.joker


def odds_game(name: str) -> OddsGame:
    """The game of that name.

    >>> odds_game("holdem").name
    "Texas Hold'em"
    """
    try:
        return _BY_NAME[name]
    except KeyError:
        raise RuleViolation("unknown-game", (), f"no game {name!r} to count odds of", legal=tuple(GAMES)) from None


@dataclass(frozen=True, slots=True)
class Rules:
    """A game under one rulebook on one deck: the scales that decide it."""

    game: OddsGame
    rulebook: str
    deck: Deck
    high: Scale | None
    low: Scale | None
    cites: Cites


@lru_cache(maxsize=256)
def rules_of(
    name: str,
    book: str | None,
    size: int | None,
    *,
    joker: bool = False,
    ace_low_straights: bool | None = None,
    low_ace: bool = True,
) -> Rules:
    """The rules of a game, with a joker in the deck or without; what the rulebook does not have is refused.

    >>> rules_of("texas-holdem", None, 36).high.key
    'nsw-36'
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
    high = low = None
    # A choice that no hand of the game could show is refused by the scale it is asked of.
    if game.high is not None:
        asked = low_ace or game.low is not None
        high = scale(chosen, of, kind=game.high, ace_low_straights=ace_low_straights, low_ace=asked)
    if game.low is not None:
        low_only = ace_low_straights if game.high is None else None
        low = scale(
            chosen, of, kind=game.low, ace_low_straights=low_only, eight_or_better=version.eight_or_better,
            low_ace=low_ace,
        )  # fmt: skip
    scales = tuple(cite for one in (high, low) if one is not None for cite in one.cites)
    return Rules(game, chosen, of, high, low, joined(version.cites, scales))
