"""A usual sign for every game: what a demo table, a simulation or a terminal game plays unless told otherwise."""

from __future__ import annotations

from typing import Any

from openfelt.errors import NotationError
from openfelt.games.game import Draw, Game
from openfelt.games.registry import find_game
from openfelt.games.sign import Limit, LimitKind, NextGame, Rotation, Sign
from openfelt.games.signcheck import validate
from openfelt.games.signrules import SIGN, SignRules
from openfelt.hands import Selection
from openfelt.phrases import Name, phrase, quoted


def standard_sign(rulebook: str, game: str, **changes: Any) -> Sign:  # noqa: ANN401 - fields of the sign
    """The usual sign of a game, with changes.

    >>> standard_sign("nsw-poker", "omaha").limit
    Limit(kind='full-pot', small=200, big=0)
    """
    found, rules = find_game(rulebook, game), SIGN.of(rulebook)
    fields: dict[str, Any] = {
        "rulebook": rulebook,
        "game": game,
        "deck": max(found.decks),
        "unit": 50,
        "limit": _limit(found),
        "min_stake": 4_000,
        "max_stake": 40_000,
        **_forced(found, rules),
        "commission": rules.usual_commission,
        "clock": rules.usual_clock,
    }
    fields |= changes
    fields.setdefault("seats", min(found.decks[fields["deck"]].most, 8))
    return validate(Sign(**fields))


def _limit(game: Game) -> Limit:
    """Fixed bets in stud and where cards are changed more than once; the pot where two hole cards must play."""
    if game.usual is not None:
        return Limit("structured", *game.usual.value[1:])
    draws = sum(isinstance(step, Draw) for step in game.steps)
    if game.has_up_cards or draws > 1:
        return Limit("structured", 200, 400)
    must_play = any(half.selection is Selection.TWO_AND_THREE for half in game.showdown.halves)
    return Limit("full-pot" if must_play else "no-limit", 200)


def _forced(game: Game, rules: SignRules) -> dict[str, Any]:
    if "bring-in" in game.forced:
        return {"ante": 50, "bring_in": 100}
    if "blinds" in game.forced and not rules.usual_ante:
        return {"blinds": (100, 200)}
    return {"ante": game.usual.value[0] if game.usual is not None else 50}


def standard_rotation(rulebook: str, key: str, **changes: Any) -> Sign:  # noqa: ANN401 - fields of the sign
    """The usual sign of a mixed game, an orbit of each game in turn, with changes.

    >>> [one.game for one in standard_rotation("house", "horse").games]
    ['texas-holdem', 'omaha-8', 'razz', 'seven-card-stud', 'seven-card-stud-8']
    """
    found = next((one for one in SIGN.of(rulebook).mixed if one.key == key), None)
    if found is None:
        raise NotationError(
            phrase("no mixed game {key} in {rulebook}", key=quoted(key), rulebook=Name(rulebook)),
            legal=[one.key for one in SIGN.of(rulebook).mixed],
        )
    signs = [standard_sign(rulebook, game, limit=_of_kind(kind)) for game, kind in found.games]
    first, *later = signs
    own = NextGame.__struct_fields__
    rotation = Rotation(tuple(NextGame(**{name: getattr(one, name) for name in own}) for one in later))
    seats = min(one.seats for one in signs)
    return validate(first.replace(**{"rotation": rotation, "seats": seats, **changes}))


def _of_kind(kind: LimitKind) -> Limit:
    return Limit(kind, 200, 400 if kind == "structured" else 0)
