"""What an event that is played in the laboratory asks of its tables, whoever deals at them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from openfelt.tournaments.table_orders import AnyTableOrder, ClosedHand, TableReport


class Tables(Protocol):
    """All tables of one event."""

    def numbers(self) -> Iterable[int]:
        """Every table that was set up."""

    def report(self, number: int, noted: int) -> TableReport:
        """A table as it stands, with the rounds after the last that is noted."""

    def carry_out(self, number: int, order: AnyTableOrder, now_ms: int) -> None:
        """What the director asks of a table; refused if it cannot be done now."""

    def may_deal(self, number: int) -> bool:
        """Whether a round can begin there."""

    def is_held(self, number: int) -> bool:
        """Whether the director holds the table, from now on or after a round that it names."""

    def deal(self, number: int, now_ms: int) -> int:
        """Begin a round; how many are dealt in."""

    def close(self, number: int, now_ms: int) -> ClosedHand:
        """End the round that was begun."""
