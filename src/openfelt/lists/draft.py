"""A decision about lists and seats while it is made: what has happened so far counts for what follows."""

from __future__ import annotations

from typing import Any

from openfelt.errors import RuleViolation
from openfelt.lists import events as e
from openfelt.lists.facts import ListGiven, TableFacts
from openfelt.lists.state import Lists, WaitList, evolve
from openfelt.lists.terms import DIRECTLY, KEEPING
from openfelt.room.offices import OFFICES, Officer
from openfelt.rulebooks import HOUSE_RULEBOOK


class Draft:
    """A copy of the state that events change as they are made."""

    def __init__(self, state: Lists, given: ListGiven) -> None:
        self.state = state.copy()
        self.given = given
        self.events: list[Any] = []

    def note(self, event: e.ListEvent) -> None:
        """Something happens."""
        evolve(self.state, event)
        self.events.append(event)

    def list(self, name: str) -> WaitList:
        """The list of that name."""
        found = self.state.lists.get(name)
        if found is None:
            legal = tuple(self.state.lists)[:20]
            raise RuleViolation("no-list", KEEPING, f"there is no list {name!r}", legal=legal)
        return found

    def table(self, name: str) -> TableFacts:
        """The table of that name."""
        found = self.given.table(name)
        if found is None:
            raise RuleViolation("no-table", KEEPING, f"there is no table {name!r} that a list is kept for")
        return found

    def list_of(self, table: TableFacts) -> WaitList:
        """The list that a table is filled from."""
        found = self.state.covering(table.game, table.limits)
        if found is None:
            raise RuleViolation("no-list", KEEPING, f"no list is kept for {table.table}")
        return found

    def tables_of(self, one: WaitList) -> tuple[TableFacts, ...]:
        """The tables that are filled from a list."""
        return tuple(table for table in self.given.tables if one.covers(table.game, table.limits))

    def free(self, table: TableFacts) -> tuple[int, ...]:
        """The seats of a table that are free and kept for nobody."""
        kept = {one.seat for one in self.state.offers.values() if one.table == table.table}
        return tuple(seat for seat in table.free if seat not in kept)

    def require_free(self, table: TableFacts, seat: int) -> None:
        """Refuse a seat that somebody has, or that is kept for somebody."""
        free = tuple(str(one) for one in self.free(table))
        kept = self.state.offer_at(table.table, seat)
        if kept is not None:
            text = f"seat {seat} of {table.table} is kept for {kept.player}"
            raise RuleViolation("seat-kept", (*kept.cites, *DIRECTLY), text, legal=free)
        if seat not in table.free:
            raise RuleViolation("seat-not-free", DIRECTLY, f"seat {seat} of {table.table} is not free", legal=free)


def require_desk(officer: Officer) -> None:
    """Refuse whoever does not keep the lists."""
    house = OFFICES.of(HOUSE_RULEBOOK)
    house.require(officer, "keep a list", house.for_duty("seat"))
