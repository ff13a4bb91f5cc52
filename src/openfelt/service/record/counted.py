"""Counts for the entries of a promotion what the record has of every player: rounds, minutes, hands of a kind.

Only tables for money count, and only rounds of play that were completed (house 24.5). A table is read once and from
there on. The same count is made again by audit, up to the entry of the journal that it was made at.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from openfelt.errors import OpenfeltError
from openfelt.hands import unpack
from openfelt.hands.orders import Category
from openfelt.journal import Reader
from openfelt.promotions.facts import at
from openfelt.promotions.orders import Counted
from openfelt.promotions.terms import HandKind, Hands, Showing, Terms, Time
from openfelt.room import events as r
from openfelt.room.house_events import EntryTakenBack
from openfelt.service.record.refold import read_stream
from openfelt.service.record.stream import event_of
from openfelt.table import HandStarted
from openfelt.table import events as e
from openfelt.table.rules import compile_rules

MINUTE_MS: Final = 60_000
READ: Final = frozenset({"TableOpened", "HandOpened", "HandStarted", "Shown", "EntryTakenBack", "HandClosed"})
KINDS: Final[dict[HandKind, Category]] = {
    "three-of-a-kind": Category.THREE_OF_A_KIND,
    "straight": Category.STRAIGHT,
    "flush": Category.FLUSH,
    "full-house": Category.FULL_HOUSE,
    "four-of-a-kind": Category.FOUR_OF_A_KIND,
    "straight-flush": Category.STRAIGHT_FLUSH,
}


def is_as_good(sign: Any, strength: int, least: HandKind) -> bool:  # noqa: ANN401 - the sign of a table
    """Whether a high hand is of that kind or a better one, on the scale that the game is won by.

    A game without a high half, or whose scale lacks that kind, has no such hands.
    """
    high = next((half for half in compile_rules(sign).halves if not half.in_low), None)
    if high is None or not strength or KINDS[least] not in high.scale.categories:
        return False
    order = high.scale.categories
    return order.index(unpack(high.scale, strength)[0]) <= order.index(KINDS[least])


class TableCount:
    """One table, as far as it was read."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.version = 0
        self.is_for_money = True
        self.sign: Any = None
        self.began_ms = 0
        self.shown: list[tuple[int, int, int]] = []  # of the round in play: number in the stream, seat and strength

    def read(self, journal: Reader, terms: Terms, counts: Counter[str], through: int) -> None:
        """Read on, up to an entry of the journal."""
        for one in read_stream(journal, self.stream, self.version):
            if one.entry > through:
                return
            self.version = one.version
            if one.record.name in READ and self.is_for_money:
                self.take(event_of(one.record), one.record.time_ms, terms, counts)

    def take(self, event: Any, at_ms: int, terms: Terms, counts: Counter[str]) -> None:  # noqa: ANN401 - any event
        """One more event of the table."""
        if isinstance(event, r.TableOpened):
            self.is_for_money = event.event is None
        elif isinstance(event, r.HandOpened):
            self.began_ms, self.shown = at_ms, []
        elif isinstance(event, HandStarted):
            self.sign = event.sign
        elif isinstance(event, e.Shown):
            self.shown.append((self.version, event.seat, event.high))
        elif isinstance(event, EntryTakenBack):
            self.shown = [one for one in self.shown if one[0] < event.entry]
        elif isinstance(event, r.HandClosed) and event.results and self.is_within(at_ms, terms):
            self.close(event, at_ms, terms, counts)

    def is_within(self, at_ms: int, terms: Terms) -> bool:
        """Whether the round that ends now began and ends within the promotion."""
        return self.began_ms >= at(terms.held.starts) and at_ms <= at(terms.entries.close)

    def close(self, event: r.HandClosed, at_ms: int, terms: Terms, counts: Counter[str]) -> None:
        """A round of play within the promotion is complete."""
        match terms.entries.rule:
            case Hands():
                counts.update(one.player for one in event.results)
            case Time():
                counts.update({one.player: at_ms - self.began_ms for one in event.results})
            case Showing(least=str(least)):
                players = {one.seat: one.player for one in event.results}
                counts.update(players[seat] for _, seat, high in self.shown if is_as_good(self.sign, high, least))
            case _:
                pass


class PlayCount:
    """All tables, as far as they were read for one version of the terms."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.counts: Counter[str] = Counter()
        self.tables: dict[str, TableCount] = {}

    def read(self, journal: Reader, through: int) -> tuple[Counted, ...]:
        """Everything counted up to an entry of the journal, player by player."""
        for stream in journal.streams():
            if stream.startswith("table/"):
                table = self.tables.setdefault(stream, TableCount(stream))
                try:
                    table.read(journal, self.terms, self.counts, through)
                except OpenfeltError:
                    continue  # a table whose record cannot be read is stopped, and counts for nothing more
        by = MINUTE_MS if isinstance(self.terms.entries.rule, Time) else 1
        return tuple(Counted(player, count // by) for player, count in sorted(self.counts.items()) if count // by)
