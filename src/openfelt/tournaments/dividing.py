"""A real table that a divider splits in two for matches of two players.

Each side is a tournament table of its own, with a number besides that of the real table, places for two players and
one for a dealer, and cards whose backs have another colour than those on the other side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import Text, phrase
from openfelt.rulebooks import Cites, joined
from openfelt.tournaments import desk_events as d
from openfelt.tournaments import desk_orders as k
from openfelt.tournaments import events as e
from openfelt.tournaments.conditions import Bracket, Conditions, Session
from openfelt.tournaments.facts import EventGiven, conditions_of, require_office, rules_for
from openfelt.tournaments.in_play import EventTable
from openfelt.tournaments.play_events import SetUp
from openfelt.tournaments.play_facts import require_in_play
from openfelt.tournaments.rules import TournamentRules
from openfelt.tournaments.tournament import Tournament

Events = tuple[e.TournamentEvent, ...]
SEATS: Final = 2
SIDES: Final = ("left", "right")
DIVIDED: Final = HOUSE.cite("20.51")


def is_divided(conditions: Conditions, rules: TournamentRules) -> bool:
    """Whether matches share real tables: by the book, or by the conditions."""
    return bool(rules.divided) or (isinstance(conditions.heads_up, Bracket) and conditions.heads_up.divided)


def clauses(state: Tournament) -> Cites:
    """By which clauses tables are divided; none if they are not."""
    conditions, rules = conditions_of(state), rules_for(state)
    return joined(rules.divided, DIVIDED) if is_divided(conditions, rules) else ()


def areas(state: Tournament, session: Session, matches: int) -> tuple[SetUp, ...]:
    """A table for each match; where tables are divided, two of them on each real one, numbered from 1."""
    first, terms = state.play.last_table + 1, conditions_of(state).heads_up
    if not clauses(state) or not isinstance(terms, Bracket):
        return tuple(SetUp(first + at, SEATS) for at in range(matches))
    needed = -(-matches // len(SIDES))
    if isinstance(session.tables, int) and needed > session.tables:
        text = phrase(
            "{matches} matches need {needed} divided tables; the conditions have {tables}",
            matches=matches,
            needed=needed,
            tables=session.tables,
        )
        raise RuleViolation("tables", rules_for(state).asks["sessions[].tables"], text)
    return tuple(
        SetUp(first + at, SEATS, at // len(SIDES) + 1, SIDES[at % len(SIDES)], terms.backs[at % len(SIDES)])
        for at in range(matches)
    )


def area_words(table: EventTable) -> Text:
    """Where a tournament table stands, if it is one side of a real one.

    >>> str(area_words(EventTable(3, 2, real=2, side="left", backs="red")))
    'left side of table 2, red backs'
    """
    said = "{side} side of table {table}, {backs} backs"
    return phrase(said, side=table.side, table=table.real, backs=table.backs) if table.real else ""


def set_backs(state: Tournament, order: k.SetBacks, _given: EventGiven) -> Events:
    """Use cards with other backs on one side of a divided table."""
    require_in_play(state)
    office = require_office(conditions_of(state).book, order.by, "backs")
    cites = joined(rules_for(state).divided, DIVIDED)
    table = state.play.tables.get(order.table)
    if table is None or not table.real:
        legal = [str(one.number) for one in state.play.tables.values() if one.real]
        text = phrase("table {table} is no side of a divided table", table=order.table)
        raise RuleViolation("not-divided", cites, text, legal=legal)
    backs = " ".join(order.backs.split()).casefold()
    if not backs:
        raise RuleViolation("backs", cites, "the backs of the cards have a colour")
    if any(one.backs == backs for one in beside(table, tuple(state.play.tables.values()))):
        text = phrase("the cards on the other side of table {table} have {backs} backs", table=table.real, backs=backs)
        raise RuleViolation("backs", cites, text, legal=("another colour",))
    return (d.BacksSet(table=order.table, backs=backs, by=order.by.name, cites=joined(cites, office)),)


def beside(table: EventTable, every: Sequence[EventTable]) -> list[EventTable]:
    """The other sides of the same real table."""
    return [one for one in every if one.real == table.real and one.number != table.number]
