"""The journal: an append-only, hash-chained store of named, versioned records, with a ledger. Knows no game."""

from openfelt.journal.memory import MemoryStore
from openfelt.journal.records import (
    Batch,
    Entry,
    Head,
    Posting,
    Receipt,
    Record,
    Sealed,
    StoredEntry,
    StoredOrder,
    StoredPosting,
    StoredRecord,
)
from openfelt.journal.sqlite import SqliteReader, SqliteStore
from openfelt.journal.store import (
    OVERDRAFT_KINDS,
    Outcome,
    Overdrawn,
    Reader,
    SealedTwice,
    StorageFailed,
    Store,
    StoreUnfit,
    Unbalanced,
    VersionConflict,
)
from openfelt.journal.upgrades import Shapes

__all__ = [
    "OVERDRAFT_KINDS",
    "Batch",
    "Entry",
    "Head",
    "MemoryStore",
    "Outcome",
    "Overdrawn",
    "Posting",
    "Reader",
    "Receipt",
    "Record",
    "Sealed",
    "SealedTwice",
    "Shapes",
    "SqliteReader",
    "SqliteStore",
    "StorageFailed",
    "Store",
    "StoreUnfit",
    "StoredEntry",
    "StoredOrder",
    "StoredPosting",
    "StoredRecord",
    "Unbalanced",
    "VersionConflict",
]
