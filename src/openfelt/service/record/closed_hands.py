"""Rounds of play that a table of a tournament has completed, as the tournament notes them."""

from __future__ import annotations

from typing import Any

from openfelt.journal import Reader
from openfelt.room import entrant_events as en
from openfelt.room import events as r
from openfelt.service.record.refold import read_stream
from openfelt.service.record.stream import event_of
from openfelt.tournaments.table_orders import ClosedHand
from openfelt.tournaments.vocabulary import HandResult


def closed_hand(
    closed: r.HandClosed, button: int, began_ms: int, ended_ms: int, given: tuple[str, ...] = ()
) -> ClosedHand:
    """A finished round of play in the form in which its event notes it."""
    stacks = dict(closed.stacks)
    results = tuple(
        HandResult(one.seat, one.player, one.before, one.put_in, stacks[one.seat], one.won, one.all_in)
        for one in closed.results
    )
    return ClosedHand(closed.number, results, button, began_ms, ended_ms, given)


class HandsClosed:
    """The rounds of play that a table has completed and the event has not noted yet, and the chips it gave out."""

    def __init__(self) -> None:
        self.hands: list[ClosedHand] = []
        self.given: tuple[str, ...] = ()  # every act by which it gave chips out
        self._before: tuple[str, ...] = ()  # those before the last round began
        self._button = 0
        self._began_ms = 0

    def take(self, event: Any, at_ms: int) -> None:  # noqa: ANN401 - any event of a table's stream
        """One more event of the table."""
        if type(event) is r.HandOpened:
            self._button, self._began_ms = event.button, at_ms
            self._before = self.given
        elif type(event) in (en.ChipsGiven, en.StacksExchanged):
            self.given += (event.act,)
        elif type(event) is r.HandClosed:
            self.hands.append(closed_hand(event, self._button, self._began_ms, at_ms, self._before))

    def read(self, journal: Reader, stream: str) -> None:
        """All of them, from the record."""
        for one in read_stream(journal, stream):
            if one.record.name in ("HandOpened", "HandClosed", "ChipsGiven", "StacksExchanged"):
                self.take(event_of(one.record), one.record.time_ms)

    def after(self, noted: int) -> tuple[ClosedHand, ...]:
        """Those after the last that is noted; the others are forgotten."""
        self.hands = [one for one in self.hands if one.number > noted]
        return tuple(self.hands)
