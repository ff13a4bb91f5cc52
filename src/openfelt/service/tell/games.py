"""What a table with a rotation of games tells: which game is played now, which comes next, and when."""

from __future__ import annotations

from typing import Any, Final

from openfelt.games import Sign, find_game
from openfelt.games.rotation import lasting
from openfelt.phrases import Count, Listed, Text, phrase
from openfelt.room.rotation import coming, next_turn, rules_of
from openfelt.room.table import Table
from openfelt.service.wire.protocol import RotationView

LIMITS: Final = {
    "structured": "limit",
    "spread": "spread limit",
    "half-pot": "half pot",
    "full-pot": "pot limit",
    "straddle": "straddle limit",
    "no-limit": "no limit",
}


def game_words(sign: Sign) -> str:
    """A game of a rotation, as the table names it."""
    return f"{find_game(sign.rulebook, sign.game).name}, {LIMITS[sign.limit.kind]}"


def plain_name(sign: Sign) -> str:
    """What players call a game: its limit goes with the name, unless the bets are fixed."""
    name, limit = find_game(sign.rulebook, sign.game).name, LIMITS[sign.limit.kind]
    return name if sign.limit.kind == "structured" else f"{limit.capitalize()} {name.removeprefix('Texas ')}"


def stakes(sign: Sign) -> tuple[int, ...]:
    """The stakes of a game as players name them: its blinds, or its fixed bets."""
    return sign.blinds or ((sign.limit.small, sign.limit.big) if sign.limit.kind == "structured" else ())


def rotation_view(table: Table) -> RotationView | None:
    """The games of a table that plays several in turn."""
    terms, rules = table.posted.rotation, rules_of(table)
    if terms is None:
        return None
    found = coming(table)
    return RotationView(
        games=tuple(game_words(one) for one in table.posted.games),
        at=table.turn.at,
        following=None if terms.choice_s else next_turn(table),
        lasts=lasting(terms),
        blinds=table.has_blinds,
        rounds=found.rounds,
        ends_ms=found.ends_ms,
        choosing=table.choosing.seat if table.choosing is not None else 0,
        cites=rules.choice if terms.choice_s else rules.turns,
    )


def games_note(table: Table) -> str:
    """What the lobby says of a table that plays several games."""
    terms = table.posted.rotation
    if terms is None:
        return ""
    return "dealer's choice" if terms.choice_s else f"{len(table.posted.games)} games in turn"


def posted_words(wagers: tuple[int, ...], ante: int, ante_by: str, bring_in: int) -> Text:
    """What is posted at a level of a tournament, in its chips."""
    parts: list[Any] = [Listed(tuple(map(Count, wagers)), "/")] if wagers else []
    if ante:
        said = "big blind ante {amount}" if ante_by == "last-blind" else "ante {amount}"
        parts.append(phrase(said, amount=Count(ante)))
    if bring_in:
        parts.append(phrase("bring-in {amount}", amount=Count(bring_in)))
    return phrase("{parts}", parts=tuple(parts)) if parts else ""
