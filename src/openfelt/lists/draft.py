"""A decision about lists and seats while it is made: what has happened so far counts for what follows."""

from __future__ import annotations

from typing import Any

from openfelt.errors import RuleViolation
from openfelt.lists import events as e
from openfelt.lists.facts import ListGiven, TableFacts
from openfelt.lists.state import Lists, WaitList, evolve
from openfelt.lists.terms import DIRECTLY, KEEPING
from openfelt.phrases import Name, phrase, quoted
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
            raise RuleViolation("no-list", KEEPING, phrase("there is no list {name}", name=quoted(name)), legal=legal)
        return found

    def table(self, name: str) -> TableFacts:
        """The table of that name."""
        found = self.given.table(name)
        if found is None:
            text = phrase("there is no table {name} that a list is kept for", name=quoted(name))
            raise RuleViolation("no-table", KEEPING, text)
        return found

    def list_of(self, table: TableFacts) -> WaitList:
        """The list that a table is filled from."""
        found = self.state.covering(table.game, table.limits)
        if found is None:
            raise RuleViolation("no-list", KEEPING, phrase("no list is kept for {table}", table=Name(table.table)))
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
            text = phrase(
                "seat {seat} of {table} is kept for {player}",
                seat=seat,
                table=Name(table.table),
                player=Name(kept.player),
            )
            raise RuleViolation("seat-kept", (*kept.cites, *DIRECTLY), text, legal=free)
        if seat not in table.free:
            text = phrase("seat {seat} of {table} is not free", seat=seat, table=Name(table.table))
            raise RuleViolation("seat-not-free", DIRECTLY, text, legal=free)


def require_desk(officer: Officer) -> None:
    """Refuse whoever does not keep the lists."""
    house = OFFICES.of(HOUSE_RULEBOOK)
    house.require(officer, "keep a list", house.for_duty("seat"))
