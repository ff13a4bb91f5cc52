"""When those who only watch an event see its tables: as late as its conditions say, and never before."""

from __future__ import annotations

from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import phrase
from openfelt.tournaments.conditions import Conditions

WATCHED_LATER: Final = HOUSE.cite("20.54")


def watch_delay_ms(conditions: Conditions) -> int:
    """By how much those who only watch the tables of an event see them later."""
    return conditions.play.watch_delay_seconds * 1_000


def require_shown(conditions: Conditions | None, ended_ms: int, now_ms: int, *, only_watches: bool) -> None:
    """Refuse to show what happened at a table to whoever only watches, until it is old enough; at that moment it is.

    A table of no event, without conditions, is shown at once.
    """
    delay = watch_delay_ms(conditions) if conditions is not None else 0
    left = ended_ms + delay - now_ms
    if only_watches and left > 0:
        seconds = delay // 1_000
        text = phrase("who only watches this event sees its hands {seconds} seconds later", seconds=seconds)
        legal = phrase("in {seconds} seconds", seconds=-(-left // 1_000))
        raise RuleViolation("not-shown-yet", WATCHED_LATER, text, legal=legal)
