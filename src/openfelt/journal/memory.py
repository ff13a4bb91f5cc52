"""The store that forgets: the contract in its plainest form, for tests, simulations and private play."""

from __future__ import annotations

import threading
from collections.abc import Sequence

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
from openfelt.journal.snapshots import Snapshot, snapshot_digest
from openfelt.journal.store import OVERDRAFT_KINDS, Filed, Filing, Outcome, file, kind


class MemoryStore(Filing):
    """A journal in lists and dictionaries."""

    def __init__(self, journal: str = "memory", *, overdraft: Sequence[str] = OVERDRAFT_KINDS) -> None:
        self.journal = journal
        self._overdraft = tuple(overdraft)
        self._lock = threading.RLock()
        self._entries: list[StoredEntry] = []
        self._records: list[StoredRecord] = []
        self._streams: dict[str, list[StoredRecord]] = {}
        self._postings: list[tuple[StoredPosting, ...]] = []
        self._orders: list[tuple[StoredOrder, ...]] = []
        self._accounts: dict[str, AccountHead] = {}
        self._requests: dict[str, Receipt] = {}
        self._sealed: dict[str, tuple[int, Sealed]] = {}
        self._snapshots: dict[str, Snapshot] = {}

    def file_all(self, entries: Sequence[Entry]) -> list[Outcome]:
        """File several entries. Memory has nothing to lose: they can be read at once."""
        with self._lock:
            return [self._file(entry) for entry in entries]

    def flush(self) -> None:
        """Nothing is more durable than it was."""

    def _file(self, entry: Entry) -> Outcome:
        try:
            if before := self.receipt(entry.request):
                return before
            filed = file(entry, self.head(), self, self._overdraft)
        except Exception as refused:
            return refused
        self._insert(filed)
        return filed.receipt

    def _insert(self, filed: Filed) -> None:
        self._entries.append(filed.entry)
        self._records.extend(filed.records)
        for one in filed.records:
            self._streams.setdefault(one.stream, []).append(one)
        self._postings.append(filed.postings)
        self._orders.append(filed.orders)
        for line in filed.postings:
            self._accounts[line.account] = AccountHead(line.seq, line.balance)
        for secret in filed.sealed:
            self._sealed[secret.shuffle] = (filed.entry.number, secret)
        self._requests[filed.entry.request] = filed.receipt

    def stream_head(self, stream: str) -> StreamHead:
        """The end of a stream."""
        if not (records := self._streams.get(stream)):
            return StreamHead(0, stream_genesis(self.journal, stream))
        return StreamHead(len(records), records[-1].hash)

    def account_head(self, account: str) -> AccountHead:
        """The last line of an account."""
        return self._accounts.get(account, EMPTY_ACCOUNT)

    def is_sealed(self, shuffle: str) -> bool:
        """Whether a shuffle has its seed."""
        return shuffle in self._sealed

    def head(self) -> Head:
        """The end of the journal."""
        with self._lock:
            last = self._entries[-1].hash if self._entries else genesis(self.journal)
            return Head(self.journal, len(self._entries), len(self._records), last)

    def version(self, stream: str) -> int:
        """How many records a stream has."""
        return len(self._streams.get(stream, ()))

    def streams(self) -> list[str]:
        """The names of all streams, sorted."""
        return sorted(self._streams)

    def read(self, stream: str, after: int = 0, limit: int = 10_000) -> list[StoredRecord]:
        """Records of one stream, in order."""
        return self._streams.get(stream, [])[after : after + limit]

    def records(self, after: int = 0, limit: int = 10_000) -> list[StoredRecord]:
        """Records of all streams, in order."""
        return self._records[after : after + limit]

    def entries(self, after: int = 0, limit: int = 10_000) -> list[StoredEntry]:
        """Entries, in order."""
        return self._entries[after : after + limit]

    def postings(self, first: int, last: int) -> list[StoredPosting]:
        """Ledger lines of the entries `first` to `last`."""
        return [line for lines in self._postings[first - 1 : last] for line in lines]

    def orders(self, first: int, last: int, stream: str = "") -> list[StoredOrder]:
        """Orders of the entries `first` to `last`, of one stream or of all."""
        found = (one for several in self._orders[max(0, first - 1) : max(0, last)] for one in several)
        return [one for one in found if stream in ("", one.stream)]

    def upgrades(self) -> dict[int, int]:
        """Nothing here is older than this program."""
        return {}

    def receipt(self, request: str) -> Receipt | None:
        """What was answered to a request."""
        found = self._requests.get(request)
        return Receipt(found.entry, found.first, found.last, found.answer, repeated=True) if found else None

    def balance(self, account: str) -> int:
        """Cents in an account."""
        return self.account_head(account).balance

    def balances(self, kind_: str = "") -> dict[str, int]:
        """All accounts of a kind, or all."""
        found = self._accounts.items()
        return {name: head.balance for name, head in sorted(found) if kind_ in ("", kind(name))}

    def account_lines(self, account: str, since_ms: int) -> list[tuple[int, str]]:
        """Amount and reason of the lines of one account since a time."""
        times = (self._records[one.first - 1].record.time_ms for one in self._entries)
        found = zip(times, self._postings, strict=True)
        return [
            (line.amount, line.reason)
            for at_ms, lines in found
            if at_ms >= since_ms
            for line in lines
            if line.account == account
        ]

    def sealed(self, shuffle: str) -> Sealed | None:
        """The sealed seed of one shuffle."""
        found = self._sealed.get(shuffle)
        return found[1] if found else None

    def seals(self, first: int, last: int) -> list[tuple[int, Sealed]]:
        """Sealed seeds of the entries `first` to `last`."""
        return [found for found in self._sealed.values() if first <= found[0] <= last]

    def save_snapshot(self, stream: str, version: int, schema: int, payload: bytes) -> None:
        """Keep a folded state."""
        link = self._streams[stream][version - 1].hash
        self._snapshots[stream] = Snapshot(
            version, schema, payload, snapshot_digest(stream, version, link, schema, payload)
        )

    def snapshot(self, stream: str, schema: int) -> tuple[int, bytes] | None:
        """The kept state, unless damaged or of another shape."""
        kept = self._snapshots.get(stream)
        if kept is None or kept.version > self.version(stream):
            return None
        return kept.checked(stream, self._streams[stream][kept.version - 1].hash, schema)

    def drop_snapshots(self) -> None:
        """Forget all kept states."""
        self._snapshots.clear()

    def close(self) -> None:
        """Nothing to stop."""
