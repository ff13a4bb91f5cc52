"""A usual sign for every game: what a demo table, a simulation or a terminal game plays unless told otherwise."""

from __future__ import annotations

from typing import Any

from openfelt.games.game import Game
from openfelt.games.registry import find_game
from openfelt.games.sign import Clock, Commission, Limit, Sign
from openfelt.games.signcheck import validate

STRUCTURED = frozenset(
    {"seven-card-stud", "seven-card-stud-8", "razz", "five-card-stud", "badugi", "deuce-to-seven-triple"}
)
POT_LIMIT = frozenset({"omaha", "omaha-8", "two-card-manila", "three-card-manila"})


def standard_sign(rulebook: str, game: str, **changes: Any) -> Sign:  # noqa: ANN401 - fields of the sign
    """The usual sign of a game, with changes.

    >>> standard_sign("nsw-poker", "omaha").limit
    Limit(kind='full-pot', small=200, big=0)
    """
    found = find_game(rulebook, game)
    fields: dict[str, Any] = {
        "rulebook": rulebook,
        "game": game,
        "deck": max(found.decks),
        "unit": 50,
        "limit": _limit(game),
        "min_stake": 4_000,
        "max_stake": 40_000,
        **_forced(found),
        **_room(rulebook),
    }
    fields |= changes
    fields.setdefault("seats", min(found.decks[fields["deck"]].most, 8))
    return validate(Sign(**fields))


def _limit(game: str) -> Limit:
    if game in STRUCTURED or game.startswith("seven-card-stud"):
        return Limit("structured", 200, 400)
    return Limit("full-pot" if game in POT_LIMIT else "no-limit", 200)


def _forced(game: Game) -> dict[str, Any]:
    if "bring-in" in game.forced:
        return {"ante": 50, "bring_in": 100}
    if "blinds" in game.forced and game.rulebook != "act-stud":
        return {"blinds": (100, 200)}
    return {"ante": 50}


def _room(rulebook: str) -> dict[str, Any]:
    """Commission and clock that the rulebook allows."""
    if rulebook == "act-stud":
        return {"commission": Commission("act-10", most=500), "clock": Clock(30)}
    if rulebook == "nsw-poker":
        return {"commission": Commission("percentage", per_mille=50, most=1_000), "clock": Clock(30, 20, 200)}
    return {"commission": Commission("percentage", per_mille=50, most=500), "clock": Clock(30)}
