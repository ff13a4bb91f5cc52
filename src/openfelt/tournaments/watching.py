"""When those who only watch an event see its tables: as late as its conditions say, and never before."""

from __future__ import annotations

from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import phrase
from openfelt.tournaments.conditions import Conditions

WATCHED_LATER: Final = HOUSE.cite("20.54")


def watch_delay_ms(conditions: Conditions | None) -> int:
    """By how much those who only watch the tables of an event see them later."""
    return conditions.play.watch_delay_seconds * 1_000 if conditions is not None else 0


def require_shown(conditions: Conditions | None, ended_ms: int, now_ms: int, *, only_watches: bool) -> None:
    """Refuse to show what happened at a table to whoever only watches, until it is old enough; at that moment it is."""
    left = ended_ms + watch_delay_ms(conditions) - now_ms
    if only_watches and left > 0:
        seconds = watch_delay_ms(conditions) // 1_000
        text = phrase("who only watches this event sees its hands {seconds} seconds later", seconds=seconds)
        legal = phrase("in {seconds} seconds", seconds=-(-left // 1_000))
        raise RuleViolation("not-shown-yet", WATCHED_LATER, text, legal=legal)
