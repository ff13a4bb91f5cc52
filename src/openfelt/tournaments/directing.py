"""The director: what is to be ordered next, of the event and of its tables, from what both say and the time.

Pure: whoever calls it gives the orders and asks again with what they changed. Each order has a request id made only
from what was read, so that an order that is given again after a crash does nothing twice. An order that is refused
because a table has gone on meanwhile is made anew, under another id, from what that table says next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from openfelt.tournaments import orders as o
from openfelt.tournaments.table_orders import AnyTableOrder, ClosedHand, TableReport
from openfelt.tournaments.tournament import Tournament

__all__ = ["ClosedHand", "Directed", "TableReport", "due_ms", "next_orders"]


class Directed(NamedTuple):
    """An order of the director: to the event (table 0), or to the table with this number; once under its request id."""

    request: str
    table: int
    order: o.TournamentOrder | AnyTableOrder


def next_orders(event: Tournament, tables: Mapping[int, TableReport], now_ms: int) -> tuple[Directed, ...]:
    """What is to be ordered now, in this order; nothing if all is as it should be."""
    del event, tables, now_ms
    return ()


def due_ms(event: Tournament, now_ms: int) -> int | None:
    """When the director must look again though nothing happens: the clock, a start, time to think. None: never."""
    del event, now_ms
    return None
