"""What tables took hour by hour, how many hands they dealt, and the downs of the dealers: counted from the journal."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import msgspec

from openfelt.cage.reports import ShiftReport
from openfelt.documents.cells import cell
from openfelt.errors import NotationError
from openfelt.journal import Reader
from openfelt.money import money
from openfelt.phrases import phrase
from openfelt.room.house import ROOM
from openfelt.room.till import DealerSeated
from openfelt.service.record.pit_record import PREFIX
from openfelt.service.record.refold import read_stream

HOUR_MS: Final = 3_600_000
MOST_HOURS: Final = 24 * 31
CHUNK: Final = 2_000
HANDS: Final = frozenset({"HandClosed", f"{PREFIX}RoundOpened"})  # a house-banked round has no event of its end


class TableHours(msgspec.Struct, frozen=True):
    """A table hour by hour: what it took as commission, and the hands it dealt."""

    table: str
    taken: tuple[int, ...]
    hands: tuple[int, ...]


class Down(msgspec.Struct, frozen=True):
    """A dealer's time at one table; `to_ms` is 0 while it goes on."""

    dealer: str
    table: str
    from_ms: int
    to_ms: int
    hands: int

    def per_hour(self, now_ms: int) -> float:
        """Hands in an hour."""
        spent = max(1, (self.to_ms or now_ms) - self.from_ms)
        return round(self.hands * HOUR_MS / spent, 1)


class Revenue(msgspec.Struct, frozen=True):
    """Hours, tables and downs of a span of time. `hours` are the beginnings of whole hours, UTC."""

    hours: tuple[int, ...]
    tables: tuple[TableHours, ...]
    downs: tuple[Down, ...]

    @property
    def total(self) -> int:
        """All that was taken."""
        return sum(sum(one.taken) for one in self.tables)


def revenue(journal: Reader, from_ms: int, to_ms: int) -> Revenue:
    """Count a span of time, from the whole hour in which it begins."""
    first = from_ms - from_ms % HOUR_MS
    count = -(-(to_ms - first) // HOUR_MS)
    if not 0 < count <= MOST_HOURS:
        raise NotationError(phrase("a report covers 1 to {most} hours", most=MOST_HOURS), legal=("a shorter span",))
    taken: dict[str, list[int]] = defaultdict(lambda: [0] * count)
    hands: dict[str, list[int]] = defaultdict(lambda: [0] * count)
    closed: dict[str, list[int]] = defaultdict(list)
    for at_ms, table, cents in moments(journal, first):
        if first <= at_ms < first + count * HOUR_MS:
            (taken if cents else hands)[table][(at_ms - first) // HOUR_MS] += cents or 1
        if not cents:
            closed[table].append(at_ms)
    tables = tuple(
        TableHours(name, tuple(taken[name]), tuple(hands[name])) for name in sorted({*taken, *hands})
    )  # fmt: skip
    hours = tuple(first + at * HOUR_MS for at in range(count))
    return Revenue(hours, tables, tuple(downs(journal, closed, from_ms, to_ms)))


def moments(journal: Reader, since_ms: int) -> Iterator[tuple[int, str, int]]:
    """Every hand that ended (without cents) and every line of commission since then: when, where, how much."""
    after = first_entry(journal, since_ms) - 1
    while several := journal.entries(after, CHUNK):
        begins, ends = several[0].first, several[-1].last
        times = {}
        for one in journal.records(begins - 1, ends - begins + 1):
            times[one.entry] = one.record.time_ms
            if one.record.name in HANDS:
                yield one.record.time_ms, one.stream.partition("/")[2], 0
        for line in journal.postings(several[0].number, several[-1].number):
            kind, _, rest = line.account.partition("/")
            if kind == "commission":
                yield times[line.entry], rest.rpartition("/")[0], line.amount
        after = several[-1].number


def first_entry(journal: Reader, since_ms: int) -> int:
    """An entry before which everything is older: looked for from the newest back."""
    at = journal.head().position
    while at > 0:
        at = max(0, at - CHUNK)
        found = journal.records(at, 1)[0]
        if found.record.time_ms < since_ms:
            return found.entry
    return 1


def downs(journal: Reader, closed: dict[str, list[int]], from_ms: int, to_ms: int) -> Iterator[Down]:
    """The downs that touch a span, with the hands that ended in each as far as they lie in it."""
    begun: dict[str, tuple[str, int]] = {}
    ended: list[tuple[str, str, int, int]] = []
    for one in read_stream(journal, ROOM):
        if one.record.name != DealerSeated.__name__:
            continue
        said = msgspec.json.decode(one.record.payload)
        table, dealer, at_ms = said["table"], said["dealer"], said["at_ms"]
        if table in begun:
            before, since = begun.pop(table)
            ended.append((before, table, since, at_ms))
        if dealer:
            begun[table] = dealer, at_ms
    ended += [(dealer, table, since, 0) for table, (dealer, since) in begun.items()]
    for dealer, table, since, over in sorted(ended, key=lambda one: one[2]):
        if since < to_ms and (not over or over > from_ms):
            hands = sum(since < at <= (over or to_ms) for at in closed[table])
            yield Down(dealer, table, since, over, hands)


def as_csv(made: Revenue) -> str:
    """Hours and tables as rows: the hour in UTC, the table, cents and dollars taken, hands dealt."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(("hour_ms", "table", "cents", "dollars", "hands"))
    for one in made.tables:
        for hour, cents, hands in zip(made.hours, one.taken, one.hands, strict=True):
            if cents or hands:
                rows.writerow((hour, cell(one.table), cents, money(cents), hands))
    return out.getvalue()


def shift_csv(made: ShiftReport) -> str:
    """A shift as rows: each kind of account at its start, what moved by reason, at its end; commission by method."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(("part", "name", "what", "cents", "dollars"))
    for kind in sorted({*made.opening, *made.moved, *made.closing}):
        moved = sorted(made.moved.get(kind, {}).items())
        lines = [("at the start", made.opening.get(kind, 0)), *moved, ("at the end", made.closing.get(kind, 0))]
        rows.writerows(("accounts", kind, what, cents, money(cents)) for what, cents in lines)
    for table, methods in made.commission.tables.items():
        rows.writerows(("commission", cell(table), method, cents, money(cents)) for method, cents in methods.items())
    return out.getvalue()
