"""The rows of the SQLite journal: how each kind is read, what it is made into, and how a damaged one is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from openfelt.journal.records import (
    Receipt,
    Record,
    Sealed,
    StoredEntry,
    StoredOrder,
    StoredPosting,
    StoredRecord,
    listed,
)

RECORD: Final = (
    "SELECT position, entry, stream, version, name, schema, payload, cites, actor, time_ms, hash FROM records"
)
ENTRY: Final = "SELECT number, request, answer, first, last, sealed, hash FROM entries"
# A ledger line that cites what a record of its entry cites says only which of them that is: "=2" is the second.
AS_RECORD: Final = "="
POSTING: Final = f"""SELECT entry, line, account, seq, amount, balance, reason,
  CASE WHEN substr(cites, 1, 1) <> '{AS_RECORD}' THEN cites ELSE coalesce((
    SELECT cites FROM records WHERE position = CAST(substr(postings.cites, 2) AS INTEGER) - 1 + (
      SELECT first FROM entries WHERE number = postings.entry)), '[]') END
  FROM postings"""
ORDER: Final = "SELECT entry, stream, rules, payload FROM orders"
SEALED: Final = "SELECT entry, shuffle, deck, seed, root FROM sealed"

texts: Final = msgspec.json.Decoder(tuple[str, ...]).decode


def as_record(row: tuple[Any, ...]) -> StoredRecord:
    """A stored record from its row."""
    position, entry, stream, version, name, schema, payload, cites, actor, time_ms, link = row
    record = Record(name, payload, schema, texts(cites), actor, time_ms)
    return StoredRecord(position, entry, stream, version, record, link)


def as_entry(row: tuple[Any, ...]) -> StoredEntry:
    """An entry from its row."""
    return StoredEntry(*row)


def as_sealed(row: tuple[Any, ...]) -> tuple[int, Sealed]:
    """A sealed seed and its entry from its row."""
    return row[0], Sealed(*row[1:])


def as_order(row: tuple[Any, ...]) -> StoredOrder:
    """An order from its row."""
    return StoredOrder(*row)


def as_receipt(rows: list[tuple[Any, ...]]) -> Receipt | None:
    """The first answer to a request, if there is one."""
    for entry, first, last, answer in rows:
        return Receipt(entry, first, last, answer, repeated=True)
    return None


def as_posting(row: tuple[Any, ...]) -> StoredPosting:
    """A ledger line from its row."""
    entry, line, account, seq, amount, balance, reason, cites = row
    return StoredPosting(entry, line, account, seq, amount, balance, reason, texts(cites))


def record_row(one: StoredRecord) -> tuple[Any, ...]:
    """The row of a stored record."""
    record = one.record
    return (
        one.position,
        one.entry,
        one.stream,
        one.version,
        record.name,
        record.schema,
        record.payload,
        listed(record.cites),
        record.actor,
        record.time_ms,
        one.hash,
    )


def posting_rows(postings: Sequence[StoredPosting], records: Sequence[StoredRecord]) -> Iterator[tuple[Any, ...]]:
    """The rows of an entry's ledger lines; citations are stored once, with the record that has them."""
    places: dict[tuple[str, ...], int] = {}
    for at, one in enumerate(records, start=1):
        places.setdefault(one.record.cites, at)
    for line in postings:
        at = places.get(line.cites, 0) if line.cites else 0
        cites = f"{AS_RECORD}{at}" if at else listed(line.cites)
        yield (line.entry, line.line, line.account, line.seq, line.amount, line.balance, line.reason, cites)


def entry_row(one: StoredEntry) -> tuple[Any, ...]:
    """The row of an entry."""
    return (one.number, one.request, one.answer, one.first, one.last, one.sealed, one.hash)


# What a row that was changed may raise instead of a text; and each kind of row: how it is read, and how it is named.
NO_TEXT: Final = (UnicodeDecodeError, msgspec.DecodeError)
ROWS: Final[dict[str, tuple[str, str, tuple[str, ...], Callable[[tuple[Any, ...]], object]]]] = {
    "record": (RECORD, "records", ("position",), as_record),
    "entry": (ENTRY, "entries", ("number",), as_entry),
    "posting": (POSTING, "postings", ("entry", "line"), as_posting),
    "order of entry": (ORDER, "orders", ("entry",), as_order),
    "sealed seed": (SEALED, "sealed", ("entry",), as_sealed),
}
