"""What `play` and `simulate` are told about a table of players, read alike: whose rules, how many seats, which bots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import click
from click.core import ParameterSource

from openfelt.bots import BOTS, find_bot
from openfelt.errors import NotationError, RuleViolation
from openfelt.games import GAMES, Sign
from openfelt.games.policy import HOUSE
from openfelt.games.standard import standard_sign
from openfelt.lab.equity_games import GAMES as ODDS_GAMES
from openfelt.money import money
from openfelt.pit.games import pit_games
from openfelt.room.rules import room_rules
from openfelt.rulebooks import usual_rulebook

USUAL_BOTS: Final = ("pot-odds", "tight", "caller", "random")
# What players call a game that the books call otherwise: "holdem".
_PLAYED: Final = frozenset(key for _, key in GAMES)
OTHER_NAMES: Final = {other: one.key for one in ODDS_GAMES.values() if one.key in _PLAYED for other in one.other_names}
NICKNAMES: Final = {
    "plo": "omaha", "o8": "omaha-8", "plo8": "omaha-8", "plo5": "five-card-omaha", "six-plus": "short-deck",
    "manila": "two-card-manila", "draw": "draw-blind", "five-card-draw": "draw-blind", "stud8": "seven-card-stud-8",
    "2-7": "deuce-to-seven-triple", "triple-draw": "deuce-to-seven-triple", "single-draw": "deuce-to-seven-single",
    "kuhn": "kuhn-poker", "leduc": "leduc-holdem", "three-card": "three-card-poker",
}  # fmt: skip


def plain_name(text: str) -> str:
    """A game as it is typed, in one spelling.

    >>> plain_name("Texas Hold'em"), plain_name("short_deck"), plain_name("Draw Poker (ante)")
    ('texas-holdem', 'short-deck', 'draw-poker-ante')
    """
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"['’]", "", text.lower())).strip("-")


def known_game(text: str) -> str:
    """The key of the game that is meant: by its key, its name in a book, or what players call it; else the text itself.

    >>> [known_game(text) for text in ("holdem", "Seven Card Stud", "PLO", "SHORT DECK", "canasta")]
    ['texas-holdem', 'seven-card-stud', 'omaha', 'short-deck', 'canasta']
    """
    asked = plain_name(text)
    if asked in _PLAYED or asked in pit_games():
        return asked
    named = {plain_name(game.name): key for (_, key), game in GAMES.items()}
    banked = {plain_name(game.title): key for key, game in pit_games().items()}
    others = {plain_name(other): key for other, key in OTHER_NAMES.items()}
    return {**named, **banked, **NICKNAMES, **others}.get(asked, text)


def refuse_given(ctx: click.Context, options: Mapping[str, str], why: str) -> None:
    """Refuse options (parameters, and how they are written) that the command line gives though they have no use."""
    for name, option in options.items():
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise NotationError(f"{option} {why}")


def choose_sign(game: str, rulebook: str | None, seats: int | None, *, usual_seats: int) -> Sign:
    """The usual sign of the game under a rulebook; else the usual one's, or the first's that has the game.

    Where no number of seats is asked for it is the usual one, or all that the game has.
    """
    game = known_game(game)
    books = [book for book, key in GAMES if key == game]
    if not books:
        known = tuple(sorted({*(key for _, key in GAMES), *pit_games()}))
        raise RuleViolation("unknown-game", HOUSE.cite("3.7"), f"no game {game!r}", legal=known)
    if rulebook is None:
        rulebook = usual_rulebook() if usual_rulebook() in books else books[0]
    if rulebook not in books:
        raise RuleViolation("unknown-game", HOUSE.cite("3.7"), f"no game {game!r} in {rulebook!r}", legal=books)
    if seats is None:
        decks = GAMES[rulebook, game].decks
        seats = min(usual_seats, decks[max(decks)].most)
    return standard_sign(rulebook, game, seats=seats)


def read_bots(text: str | None, seats: int) -> tuple[str, ...]:
    """The bot in each of so many seats: those named, in turn, each of them; the usual ones if none are named."""
    names = list(USUAL_BOTS[:seats]) if text is None else [name.strip() for name in text.split(",")]
    if not any(names):
        raise NotationError("no bot is named", legal=tuple(BOTS), code="unknown-bot")
    if "" in names:
        raise NotationError(
            f"--bots {text!r}: place {names.index('') + 1} names no bot", legal=tuple(BOTS), code="unknown-bot"
        )
    for name in names:
        find_bot(name)
    if len(names) > seats:
        raise NotationError(
            f"{seats} {'seats are' if seats > 1 else 'seat is'} too few for the {len(names)} bots {', '.join(names)}: "
            f"{', '.join(names[seats:])} would not play"
        )
    return tuple(names[at % len(names)] for at in range(seats))


def require_players(sign: Sign, seats: int) -> None:
    """Refuse more players than the sign has seats for, or too few for a game."""
    found = GAMES[sign.rulebook, sign.game]
    if not found.least <= seats <= sign.seats:
        raise RuleViolation(
            "seats",
            found.decks[sign.deck].cites,
            f"{seats} players at a table of {sign.seats} seats",
            legal=f"{found.least} to {sign.seats}",
        )


def require_stake(sign: Sign, stake: int) -> None:
    """Refuse a stake that the sign does not allow a player to sit down with."""
    cites = room_rules(sign.rulebook).stake
    least, most = max(sign.min_stake, sign.unit), sign.max_stake
    allowed = f"{money(least)} to {money(most)}" if most else f"{money(least)} or more"
    if stake < least or (most and stake > most):
        said = f"a stake of {money(stake)} is outside the limits on the sign"
        raise RuleViolation("stake", cites, said, legal=allowed)
    if stake % sign.unit:
        said = f"a stake of {money(stake)} is not a whole number of {money(sign.unit)} chips"
        raise RuleViolation("unit", cites, said)
