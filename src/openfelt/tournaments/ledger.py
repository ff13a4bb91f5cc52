"""Which money of an event is the room's: all of it, but for a home game, whose money is recorded and no more (21.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from openfelt.cage import Posting
from openfelt.cage.accounts import Account
from openfelt.games.policy import HOUSE
from openfelt.tournaments.events import Happening, postings
from openfelt.tournaments.tournament import Tournament

NOT_IN_THE_LEDGER: Final = HOUSE.cite("21.3")


def is_clock_only(state: Tournament) -> bool:
    """Whether the room only keeps the clock of an event."""
    return state.conditions is not None and state.conditions.play.dealt == "clock-only"


def ledger_lines(after: Tournament, events: Iterable[Happening]) -> tuple[Posting, ...]:
    """The ledger lines of what happened in an event; `after` is how it stands then."""
    if is_clock_only(after):
        return ()
    return tuple(line for event in events for line in postings(event))


def ledger_money(state: Tournament) -> Counter[Account]:
    """What the ledger holds in the accounts of an event."""
    return Counter() if is_clock_only(state) else state.money
