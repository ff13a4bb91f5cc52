"""The journal in one SQLite file: one writing connection, a flush before every acknowledgement, no second chance.

Reads use a connection of their own that cannot write, so they see only what is durable. A write or a flush that fails
leaves the store unusable until it is opened anew: what the disk really holds is then read from the log (a retry on the
same connection could acknowledge what a failed flush has lost).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import apsw

from openfelt.journal.connections import connect_for_reading, copy_database
from openfelt.journal.opening import hold, open_for_writing, require_journal, require_library
from openfelt.journal.records import (
    EMPTY_ACCOUNT,
    AccountHead,
    Entry,
    Head,
    Receipt,
    Sealed,
    StoredEntry,
    StoredOrder,
    StoredPosting,
    StoredRecord,
    StreamHead,
    genesis,
    stream_genesis,
)
from openfelt.journal.rows import (
    ENTRY,
    NO_TEXT,
    ORDER,
    POSTING,
    RECORD,
    ROWS,
    SEALED,
    as_entry,
    as_order,
    as_posting,
    as_receipt,
    as_record,
    as_sealed,
    entry_row,
    posting_rows,
    record_row,
)
from openfelt.journal.schema import (
    ADDED,
    upgrade_fact,
)
from openfelt.journal.snapshots import Snapshot, snapshot_digest
from openfelt.journal.store import (
    OVERDRAFT_KINDS,
    Filed,
    Filing,
    Outcome,
    RowUnreadable,
    StorageFailed,
    StoreUnfit,
    file,
)

MOST_HEADS: Final = 100_000
CHECKPOINT_PAGES: int = 1_000

LAST_LINE: Final = "SELECT seq, balance FROM postings WHERE account = ? ORDER BY seq DESC LIMIT 1"
LINES_BACK: Final = (
    "SELECT seq, amount, reason, (SELECT time_ms FROM records WHERE entry = line.entry LIMIT 1)"
    " FROM postings AS line WHERE account = ? AND seq < ? ORDER BY seq DESC LIMIT 100"
)


class SqliteReader:
    """A journal file opened for reading only, beside a running room or without one."""

    def __init__(self, path: str | Path, *, vfs: str | None = None) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise StoreUnfit(f"{self.path}: no such journal")
        self._read_lock = threading.RLock()
        self._reads = connect_for_reading(self.path, vfs)
        try:
            require_journal(self.path, self._reads)
            self.journal = str(self._fact("journal"))
        except apsw.Error as unreadable:
            self._reads.close()
            raise StoreUnfit(f"{self.path}: {unreadable}") from None
        except StoreUnfit:
            self._reads.close()
            raise

    def _rows(self, sql: str, bindings: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with self._read_lock:
            try:
                return self._reads.execute(sql, bindings).fetchall()
            except apsw.Error as bad:
                raise StoreUnfit(f"{self.path}: {bad}", code="damaged") from bad

    @contextmanager
    def _naming(self, what: str) -> Iterator[None]:
        """Reading rows of a kind: the first one that cannot be read is named."""
        try:
            yield
        except NO_TEXT as bad:
            raise RowUnreadable(self.path, self._first_unreadable(what), bad) from bad

    def _first_unreadable(self, what: str) -> str:
        """Which row cannot be read, one by one."""
        select, table, keys, made = ROWS[what]
        named = ", ".join(keys)
        for key in self._rows(f"SELECT {named} FROM {table} ORDER BY {named}"):
            try:
                for row in self._rows(f"{select} WHERE ({named}) = ({', '.join('?' * len(keys))})", key):
                    made(row)
            except NO_TEXT:
                return f"{what} {' line '.join(map(str, key))}"
        return f"a {what}"

    def _value(self, sql: str, bindings: tuple[Any, ...] = ()) -> Any:  # noqa: ANN401 - whatever the column holds
        rows = self._rows(sql, bindings)
        return rows[0][0] if rows else None

    def _fact(self, name: str) -> str | None:
        found = self._value("SELECT value FROM facts WHERE name = ?", (name,))
        return None if found is None else str(found)

    @contextmanager
    def steady(self) -> Iterator[None]:
        """Read one moment: a writer may go on, what is read here does not change."""
        with self._read_lock:
            self._reads.execute("BEGIN")
            try:
                yield
            finally:
                self._reads.execute("ROLLBACK")

    def head(self) -> Head:
        """The end of the journal."""
        rows = self._rows("SELECT number, last, hash FROM entries ORDER BY number DESC LIMIT 1")
        return Head(self.journal, *rows[0]) if rows else Head(self.journal, 0, 0, genesis(self.journal))

    def version(self, stream: str) -> int:
        """How many records a stream has."""
        return self._value("SELECT max(version) FROM records WHERE stream = ?", (stream,)) or 0

    def streams(self) -> list[str]:
        """The names of all streams, sorted."""
        with self._naming("record"):
            return [name for (name,) in self._rows("SELECT DISTINCT stream FROM records ORDER BY stream")]

    def read(self, stream: str, after: int = 0, limit: int = 10_000) -> list[StoredRecord]:
        """Records of one stream, in order."""
        with self._naming("record"):
            rows = self._rows(
                f"{RECORD} WHERE stream = ? AND version > ? ORDER BY version LIMIT ?", (stream, after, limit)
            )
            return [as_record(row) for row in rows]

    def records(self, after: int = 0, limit: int = 10_000) -> list[StoredRecord]:
        """Records of all streams, in order."""
        with self._naming("record"):
            rows = self._rows(f"{RECORD} WHERE position > ? ORDER BY position LIMIT ?", (after, limit))
            return [as_record(row) for row in rows]

    def entries(self, after: int = 0, limit: int = 10_000) -> list[StoredEntry]:
        """Entries, in order."""
        with self._naming("entry"):
            rows = self._rows(f"{ENTRY} WHERE number > ? ORDER BY number LIMIT ?", (after, limit))
            return [as_entry(row) for row in rows]

    def postings(self, first: int, last: int) -> list[StoredPosting]:
        """Ledger lines of the entries `first` to `last`."""
        with self._naming("posting"):
            rows = self._rows(f"{POSTING} WHERE entry BETWEEN ? AND ? ORDER BY entry, line", (first, last))
            return [as_posting(row) for row in rows]

    def orders(self, first: int, last: int, stream: str = "") -> list[StoredOrder]:
        """Orders of the entries `first` to `last`, of one stream or of all."""
        if not self._keeps_orders():
            return []
        with self._naming("order of entry"):
            rows = self._rows(
                f"{ORDER} WHERE entry BETWEEN ?1 AND ?2 AND (?3 = '' OR stream = ?3) ORDER BY entry, stream",
                (first, last, stream),
            )
            return [as_order(row) for row in rows]

    def _keeps_orders(self) -> bool:
        """Whether this journal has a place for orders; one of an earlier release may get it while it is read here."""
        return bool(self._rows("SELECT 1 FROM sqlite_schema WHERE name = 'orders'"))

    def upgrades(self) -> dict[int, int]:
        """To which versions of its tables this journal was brought, each with the last entry before that."""
        found = ((version, self._fact(upgrade_fact(version))) for version in ADDED)
        return {version: int(last) for version, last in found if last is not None}

    def receipt(self, request: str) -> Receipt | None:
        """What was answered to a request."""
        rows = self._rows("SELECT number, first, last, answer FROM entries WHERE request = ?", (request,))
        return as_receipt(rows)

    def balance(self, account: str) -> int:
        """Cents in an account."""
        rows = self._rows(LAST_LINE, (account,))
        return int(rows[0][1]) if rows else 0

    def balances(self, kind: str = "") -> dict[str, int]:
        """All accounts of a kind, or all."""
        with self._naming("posting"):
            rows = self._rows(
                "SELECT account, balance FROM postings"
                " WHERE (account, seq) IN (SELECT account, max(seq) FROM postings GROUP BY account)"
                " AND (?1 = '' OR account = ?1 OR substr(account, 1, length(?1) + 1) = ?1 || '/') ORDER BY account",
                (kind,),
            )
            return {str(name): int(amount) for name, amount in rows}

    def account_lines(self, account: str, since_ms: int) -> list[tuple[int, str]]:
        """Amount and reason of the lines of one account since a time; read from the newest back."""
        found: list[tuple[int, str]] = []
        before = 2**62
        while True:
            rows = self._rows(LINES_BACK, (account, before))
            for seq, amount, reason, at_ms in rows:
                if at_ms < since_ms:
                    return found[::-1]
                found.append((int(amount), str(reason)))
                before = int(seq)
            if not rows:
                return found[::-1]

    def sealed(self, shuffle: str) -> Sealed | None:
        """The sealed seed of one shuffle."""
        rows = self._rows("SELECT shuffle, deck, seed, root FROM sealed WHERE shuffle = ?", (shuffle,))
        return Sealed(*rows[0]) if rows else None

    def seals(self, first: int, last: int) -> list[tuple[int, Sealed]]:
        """Sealed seeds of the entries `first` to `last`."""
        with self._naming("sealed seed"):
            rows = self._rows(f"{SEALED} WHERE entry BETWEEN ? AND ? ORDER BY entry, shuffle", (first, last))
            return [as_sealed(row) for row in rows]

    def overdraft(self) -> tuple[str, ...]:
        """The kinds of account that may stand below zero."""
        return tuple(kind for (kind,) in self._rows("SELECT kind FROM overdraft ORDER BY kind"))

    def copy_to(self, target: Path) -> None:
        """Copy the journal as it is at one moment into an empty file; a running writer is not held up."""
        with self._read_lock:
            copy_database(self._reads, target)

    def carries(self, name: str) -> bool:
        """Whether a backup carries a file of this name besides the journal."""
        is_backup = self._rows("SELECT 1 FROM sqlite_schema WHERE name = 'carried'")
        return bool(is_backup and self._rows("SELECT 1 FROM carried WHERE name = ?", (name,)))

    def carried(self) -> dict[str, bytes]:
        """What a backup carries besides the journal; nothing if it is no backup, or one of a journal alone."""
        if not self._rows("SELECT 1 FROM sqlite_schema WHERE name = 'carried'"):
            return {}
        return {str(name): bytes(content) for name, content in self._rows("SELECT name, content FROM carried")}

    def faults(self) -> list[str]:
        """What SQLite's own check finds wrong with the file, and whether it says that it is made; empty when whole."""
        found = [str(row[0]) for row in self._rows("PRAGMA integrity_check(20)")]
        if found != ["ok"]:
            return found
        return [] if self._fact("created") == "yes" else ["the fact 'created' is gone, which closes the list overdraft"]

    def close(self) -> None:
        """Stop reading."""
        self._reads.close()


class SqliteStore(SqliteReader, Filing):
    """The one writer of a journal file. Opening creates the file if need be and refuses anything unsafe."""

    def __init__(
        self, path: str | Path, *, vfs: str | None = None, journal: str = "", overdraft: Sequence[str] = OVERDRAFT_KINDS
    ) -> None:
        self.path = Path(path)
        require_library()
        self._lock = threading.Lock()
        self._failed: str | None = None
        self._log_pages = 0
        # The ends of streams and accounts in use: there is no other writer, and after a failed flush this one is done.
        self._streams: dict[str, StreamHead] = {}
        self._accounts: dict[str, AccountHead] = {}
        self._holder = hold(self.path)
        try:
            self._writes = open_for_writing(self.path, vfs, journal or os.urandom(16).hex(), overdraft)
            # A hook of our own takes the place of the automatic checkpoint.
            self._writes.set_wal_hook(self._note_pages)
            try:
                super().__init__(self.path, vfs=vfs)
                self._overdraft = self.overdraft()
                if self._overdraft != tuple(sorted(overdraft)):
                    raise StoreUnfit(f"{self.path}: accounts below zero are {self._overdraft}, not {tuple(overdraft)}")
                self._head = super().head()
            except BaseException:
                self._writes.close()
                raise
        except BaseException:
            os.close(self._holder)
            raise

    def file_all(self, entries: Sequence[Entry]) -> list[Outcome]:
        """File several entries in a transaction that stays open; nothing of it is known to anyone before `flush`."""
        self._lock.acquire()  # until the flush, which may come from another thread
        try:
            with self._last_chance():
                self._writes.execute("BEGIN IMMEDIATE")
                return [self._file(entry) for entry in entries]
        except BaseException:
            self._lock.release()
            raise

    def flush(self) -> None:
        """Make durable what `file_all` has filed. Of the two this one waits for the disk."""
        try:
            with self._last_chance():
                self._commit()
        finally:
            self._lock.release()

    @contextmanager
    def _one_flush(self) -> Iterator[None]:
        """A transaction of the caller's own."""
        with self._lock, self._last_chance():
            self._writes.execute("BEGIN IMMEDIATE")
            yield
            self._commit()

    @contextmanager
    def _last_chance(self) -> Iterator[None]:
        """Whatever fails in here ends this writer: no acknowledgement, no retry."""
        if self._failed is not None:
            raise StorageFailed(f"{self.path}: writing stopped after: {self._failed}")
        try:
            yield
        except BaseException as fault:
            self._failed = f"{type(fault).__name__}: {fault}"
            # The last close would otherwise copy the log into the file, which is also a write.
            self._writes.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            if isinstance(fault, apsw.Error | OSError):
                raise StorageFailed(f"{self.path}: {self._failed}") from fault
            raise

    def _commit(self) -> None:
        self._writes.execute("COMMIT")
        if self._log_pages >= CHECKPOINT_PAGES:
            self._checkpoint()

    def _checkpoint(self) -> None:
        """Copy the log into the file. SQLite's automatic one passes over a failed flush in silence; this does not."""
        self._writes.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        self._log_pages = 0

    def _note_pages(self, _db: apsw.Connection, _name: str, pages: int) -> int:
        self._log_pages = pages
        return apsw.SQLITE_OK

    def _file(self, entry: Entry) -> Outcome:
        try:
            if before := self._receipt_within(entry.request):
                return before
            filed = file(entry, self._head, self, self._overdraft)
        except (apsw.Error, OSError):
            raise
        except Exception as refused:
            return refused
        self._insert(filed)
        self._head = Head(self.journal, filed.entry.number, filed.entry.last, filed.entry.hash)
        return filed.receipt

    def _insert(self, filed: Filed) -> None:
        number = filed.entry.number
        self._writes.executemany(
            "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [record_row(one) for one in filed.records]
        )
        if filed.postings:
            self._writes.executemany(
                "INSERT INTO postings VALUES (?, ?, ?, ?, ?, ?, ?, ?)", posting_rows(filed.postings, filed.records)
            )
        for order in filed.orders:
            self._writes.execute(
                "INSERT INTO orders VALUES (?, ?, ?, ?)", (number, order.stream, order.rules, order.payload)
            )
        for one in filed.sealed:
            self._writes.execute(
                "INSERT INTO sealed VALUES (?, ?, ?, ?, ?)", (one.shuffle, number, one.deck, one.seed, one.root)
            )
        self._writes.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", entry_row(filed.entry))
        self._remember(filed)

    def _remember(self, filed: Filed) -> None:
        """Keep the ends of what was written, so that the next entry need not look them up."""
        if len(self._streams) + len(self._accounts) > MOST_HEADS:
            self._streams.clear()
            self._accounts.clear()
        for one in filed.records:
            self._streams[one.stream] = StreamHead(one.version, one.hash)
        for line in filed.postings:
            self._accounts[line.account] = AccountHead(line.seq, line.balance)

    def _within(self, sql: str, key: str) -> list[tuple[Any, ...]]:
        """Rows as the present flush sees them."""
        return self._writes.execute(sql, (key,)).fetchall()

    def _receipt_within(self, request: str) -> Receipt | None:
        rows = self._within("SELECT number, first, last, answer FROM entries WHERE request = ?", request)
        return as_receipt(rows)

    def stream_head(self, stream: str) -> StreamHead:
        """The end of a stream, the present flush included."""
        if known := self._streams.get(stream):
            return known
        rows = self._within("SELECT version, hash FROM records WHERE stream = ? ORDER BY version DESC LIMIT 1", stream)
        return StreamHead(*rows[0]) if rows else StreamHead(0, stream_genesis(self.journal, stream))

    def account_head(self, account: str) -> AccountHead:
        """The last line of an account, the present flush included."""
        if known := self._accounts.get(account):
            return known
        rows = self._within(LAST_LINE, account)
        return AccountHead(*rows[0]) if rows else EMPTY_ACCOUNT

    def is_sealed(self, shuffle: str) -> bool:
        """Whether a shuffle has its seed, the present flush included."""
        return bool(self._within("SELECT 1 FROM sealed WHERE shuffle = ?", shuffle))

    def save_snapshot(self, stream: str, version: int, schema: int, payload: bytes) -> None:
        """Keep a folded state."""
        found = self.read(stream, version - 1, 1)
        if not found:
            raise StoreUnfit(f"stream {stream!r} has no version {version} to keep a state of")
        tie = snapshot_digest(stream, version, found[0].hash, schema, payload)
        with self._one_flush():
            self._writes.execute(
                "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)", (stream, version, schema, payload, tie)
            )

    def snapshot(self, stream: str, schema: int) -> tuple[int, bytes] | None:
        """The kept state, unless damaged or of another shape."""
        rows = self._rows("SELECT version, schema, payload, digest FROM snapshots WHERE stream = ?", (stream,))
        if not rows:
            return None
        kept = Snapshot(*rows[0])
        found = self.read(stream, kept.version - 1, 1)
        return kept.checked(stream, found[0].hash, schema) if found else None

    def drop_snapshots(self) -> None:
        """Forget all kept states."""
        with self._one_flush():
            self._writes.execute("DELETE FROM snapshots")

    def close(self) -> None:
        """Stop. What was acknowledged stays."""
        with self._lock:
            if self._failed is None:
                self._failed = "closed"
            try:
                super().close()
                self._writes.close()
            except apsw.Error as fault:
                # Only the copying of the log into the file failed; the next start reads the log.
                raise StorageFailed(f"{self.path}: {fault}") from fault
            finally:
                if self._holder >= 0:
                    os.close(self._holder)
                    self._holder = -1
