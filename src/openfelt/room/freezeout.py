"""Freeze Out: one buy-in each, nobody joins, adds or leaves, blinds go up as players drop out, the last one wins.

nsw-poker 8.10 and 8.11. A table is opened as one, with a Gaming Manager's approval; the rest follows from `Table`.
"""

from __future__ import annotations

from typing import Any

from openfelt.errors import RuleViolation
from openfelt.games import Sign
from openfelt.games.policy import NSW
from openfelt.money import money
from openfelt.room import commands as q
from openfelt.room import events as r
from openfelt.room.rules import ROOM_RULES
from openfelt.room.table import Place, Table

TERMS = NSW.cite("8.10", "8.11")
EQUAL = NSW.cite("8.10.1")
FIXED = NSW.cite("8.10.2")
CLOSED = NSW.cite("8.10.3")
STAYING = NSW.cite("8.10.4")
RISING = NSW.cite("8.10.5")
WINNING = NSW.cite("8.10.6")


def require_freeze_out(sign: Sign, approved_by: str) -> None:
    """Refuse a Freeze Out without approval, under another rulebook, or with more than one size of buy-in."""
    if not ROOM_RULES[sign.rulebook].freeze_out:
        cites = ROOM_RULES[sign.rulebook].terms
        raise RuleViolation("freeze-out", cites, f"{sign.rulebook} has no Freeze Out", legal=("nsw-poker",))
    if not approved_by:
        raise RuleViolation("not-approved", TERMS, "a Freeze Out needs the approval of a Gaming Manager")
    if not 0 < sign.min_stake == sign.max_stake:
        text = f"stakes of {money(sign.min_stake)} to {money(sign.max_stake)}: everyone buys in for the same sum"
        raise RuleViolation("unequal-stakes", EQUAL, text)


def require_entry(table: Table, command: q.SitDown) -> None:
    """Refuse who comes after the start, brings another sum, or has not agreed to the terms."""
    if table.number:
        raise RuleViolation("started", CLOSED, f"{table.name} has started and nobody joins any more")
    if command.stake != table.sign.min_stake:
        text = f"a stake of {money(command.stake)}; everyone buys in for the same sum"
        raise RuleViolation("unequal-stakes", EQUAL, text, legal=(money(table.sign.min_stake),))
    if not command.consent:
        raise RuleViolation("no-consent", TERMS, f"{command.player} has not agreed to play on these terms")


def leave(place: Place, excused_by: str) -> tuple[Any, ...]:
    """Leaving a Freeze Out that goes on: only excused, and then the chips stay to be posted off."""
    if not excused_by:
        text = f"{place.player} leaves when the stake of {money(place.stack)} is lost"
        raise RuleViolation("must-stay", STAYING, text, legal=("be excused by a supervisor",))
    return (r.Excused(place.seat, place.player, excused_by, STAYING),)


def after_hand(table: Table, chips: dict[int, int]) -> tuple[Any, ...]:
    """Who is out after a round of play, what the blinds are now, and who has won."""
    out = [place for seat, place in table.places.items() if not chips.get(seat, place.stack)]
    made: list[Any] = [r.Eliminated(place.seat, place.player, NSW.cite("8.10")) for place in out]
    left = [place for place in table.places.values() if place not in out]
    if len(left) == 1:
        last = left[0]
        made.append(r.FreezeOutWon(last.seat, last.player, chips.get(last.seat, last.stack), WINNING))
    elif out and table.sign.blinds:
        # Each blind goes up by the original minimum wager once for each player out: 100/200 becomes 300/400.
        more = table.sign.limit.small * len(out)
        made.append(r.SignChanged(table.sign.replace(blinds=tuple(one + more for one in table.sign.blinds)), RISING))
    return tuple(made)
