"""What every store promises, and what it refuses: one contract for memory, SQLite and, beyond one machine, PostgreSQL.

`file()` is the part that all stores share: it looks at the books and says which rows an entry adds, or refuses it. A
store only has to look up, insert and make durable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

import msgspec

from openfelt.errors import InvariantBroken, NotationError, OpenfeltError, StaleView
from openfelt.journal.records import (
    LARGEST_BALANCE,
    AccountHead,
    Batch,
    Entry,
    Head,
    Receipt,
    Sealed,
    StoredEntry,
    StoredOrder,
    StoredPosting,
    StoredRecord,
    StreamHead,
    entry_hash,
    record_hash,
    require_sound,
    sealed_digest,
)

# Chips in play were issued by the house: the issue account alone stands below zero, by what everyone else holds.
OVERDRAFT_KINDS: Final = ("issued",)


class VersionConflict(StaleView):
    """Someone else extended the stream first."""

    code = "version-conflict"


class Overdrawn(OpenfeltError):
    """A posting would take more out of an account than is in it."""

    code = "overdrawn"


class Unbalanced(InvariantBroken):
    """Postings of one entry that do not sum to zero: chips from nowhere."""


class SealedTwice(InvariantBroken):
    """A second seed for one shuffle: a deck could have been chosen after the fact."""


class StorageFailed(Exception):
    """A write or a flush failed. Nothing was acknowledged; the writer takes nothing more; a restart reads the log."""


class StoreUnfit(OpenfeltError):
    """The store cannot be opened safely: a wrong setting, an old library, a second writer, a strange file."""

    code = "store-unfit"


class RowUnreadable(StoreUnfit):
    """A stored row is not as it was written, so that it cannot even be read: which one, and why."""

    code = "damaged"

    def __init__(self, path: object, place: str, why: object) -> None:
        super().__init__(f"{path}: {place} cannot be read: {why}")
        self.place = place


# A receipt, or why this one entry was not filed: the asker's mistake, or a fault of whoever made the entry. Filing only
# looks, so an entry that cannot even be looked at harms no other.
Outcome = Receipt | Exception


class Reader(Protocol):
    """Everything that can be asked of a journal. Reads see only what is durable."""

    journal: str

    def head(self) -> Head:
        """The end of the journal."""

    def version(self, stream: str) -> int:
        """How many records a stream has."""

    def streams(self) -> list[str]:
        """The names of all streams, sorted."""

    def read(self, stream: str, after: int = 0, limit: int = 10_000) -> list[StoredRecord]:
        """Records of one stream with a version above `after`, in order."""

    def records(self, after: int = 0, limit: int = 10_000) -> list[StoredRecord]:
        """Records of all streams with a position above `after`, in order."""

    def entries(self, after: int = 0, limit: int = 10_000) -> list[StoredEntry]:
        """Entries numbered above `after`, in order."""

    def postings(self, first: int, last: int) -> list[StoredPosting]:
        """Ledger lines of the entries `first` to `last`, in order."""

    def orders(self, first: int, last: int, stream: str = "") -> list[StoredOrder]:
        """Orders of the entries `first` to `last`, of one stream or of all; entries of earlier releases have none."""

    def upgrades(self) -> dict[int, int]:
        """To which versions of its tables this journal was brought, each with the last entry before that."""

    def receipt(self, request: str) -> Receipt | None:
        """What was answered to a request, if it was filed."""

    def balance(self, account: str) -> int:
        """Cents in an account; an account never posted to is empty."""

    def balances(self, kind: str = "") -> dict[str, int]:
        """All accounts of a kind (or all) and what is in them."""

    def account_lines(self, account: str, since_ms: int) -> list[tuple[int, str]]:
        """Amount and reason of the lines of one account in entries since a time, in order."""

    def sealed(self, shuffle: str) -> Sealed | None:
        """The sealed seed of one shuffle: to resume a round of play, or for an inspector."""

    def seals(self, first: int, last: int) -> list[tuple[int, Sealed]]:
        """Sealed seeds of the entries `first` to `last`, each with its entry. For verification only."""


class Store(Reader, Protocol):
    """A journal that can be written. One process writes; all or none of an entry is stored."""

    def append(self, entry: Entry) -> Receipt:
        """File one entry and return when it is durable. Raises a refusal or StorageFailed."""

    def append_all(self, entries: Sequence[Entry]) -> list[Outcome]:
        """File several entries in one flush; each is filed or refused on its own, none is known before the flush."""

    def file_all(self, entries: Sequence[Entry]) -> list[Outcome]:
        """The first half of `append_all`: each is filed or refused, and none may be told before `flush` returns."""

    def flush(self) -> None:
        """The second half: make durable what `file_all` has filed. It may run in another thread."""

    def save_snapshot(self, stream: str, version: int, schema: int, payload: bytes) -> None:
        """Keep a folded state, so that a start need not fold from the beginning."""

    def snapshot(self, stream: str, schema: int) -> tuple[int, bytes] | None:
        """The kept state and its version; None when there is none, it is damaged, or its shape is another."""

    def drop_snapshots(self) -> None:
        """Forget all kept states. Nothing is lost: a state is the fold of its stream."""

    def close(self) -> None:
        """Stop. What was acknowledged stays."""


class Filing(ABC):
    """Filing entries one by one or several at once, whatever a store keeps them in."""

    @abstractmethod
    def file_all(self, entries: Sequence[Entry]) -> list[Outcome]:
        """File several entries; nothing of it is known to anyone before `flush`."""

    @abstractmethod
    def flush(self) -> None:
        """Make durable what `file_all` has filed."""

    def append(self, entry: Entry) -> Receipt:
        """File one entry and return when it is durable."""
        outcome = self.append_all((entry,))[0]
        if isinstance(outcome, Receipt):
            return outcome
        raise outcome

    def append_all(self, entries: Sequence[Entry]) -> list[Outcome]:
        """File several entries in one flush; each is filed or refused on its own."""
        outcomes = self.file_all(entries)
        self.flush()
        return outcomes


class Books(Protocol):
    """What filing has to look up, the uncommitted part of the present flush included."""

    def stream_head(self, stream: str) -> StreamHead:
        """The end of a stream."""

    def account_head(self, account: str) -> AccountHead:
        """The last line of an account."""

    def is_sealed(self, shuffle: str) -> bool:
        """Whether a shuffle has its seed."""


class Filed(msgspec.Struct, frozen=True):
    """The rows an entry adds."""

    entry: StoredEntry
    records: tuple[StoredRecord, ...]
    postings: tuple[StoredPosting, ...]
    sealed: tuple[Sealed, ...]
    orders: tuple[StoredOrder, ...] = ()

    @property
    def receipt(self) -> Receipt:
        """What the asker is told once this is durable."""
        return Receipt(self.entry.number, self.entry.first, self.entry.last, self.entry.answer)


def file(entry: Entry, head: Head, books: Books, overdraft: Sequence[str] = OVERDRAFT_KINDS) -> Filed:
    """The rows that `entry` adds after `head`. Refuses a stale version, chips from nowhere, an overdrawn account."""
    require_sound(entry)
    for secret in entry.sealed:
        if books.is_sealed(secret.shuffle):
            raise SealedTwice(f"shuffle {secret.shuffle!r} already has its seed")
    this = head.entry + 1
    records = tuple(chained(entry.batches, this, head.position, books))
    postings = post(entry, this, books, overdraft)
    orders = tuple(StoredOrder(this, one.stream, one.rules, one.order) for one in entry.batches if one.order)
    bare = StoredEntry(
        number=this,
        request=entry.request,
        answer=entry.answer,
        first=head.position + 1,
        last=head.position + len(records),
        sealed=sealed_digest(entry.sealed),
        hash=b"",
    )
    link = entry_hash(head.hash, bare, [one.hash for one in records], postings, orders)
    whole = StoredEntry(bare.number, bare.request, bare.answer, bare.first, bare.last, bare.sealed, link)
    return Filed(whole, records, postings, entry.sealed, orders)


def chained(batches: Sequence[Batch], entry: int, position: int, books: Books) -> Iterator[StoredRecord]:
    """Each batch's records as they continue their streams."""
    for batch in batches:
        head = books.stream_head(batch.stream)
        if head.version != batch.expected:
            raise VersionConflict(f"stream {batch.stream!r} is at version {head.version}, not {batch.expected}")
        link = head.hash
        for version, record in enumerate(batch.records, start=head.version + 1):
            position += 1
            link = record_hash(link, batch.stream, version, record)
            yield StoredRecord(position, entry, batch.stream, version, record, link)


def post(entry: Entry, this: int, books: Books, overdraft: Sequence[str]) -> tuple[StoredPosting, ...]:
    """Each posting as the next line of its account. The whole must sum to zero and leave no account overdrawn.

    It is all of one currency: money and tournament chips, or those of two events, never meet in one entry.
    """
    surplus = sum(one.amount for one in entry.postings)
    if surplus:
        raise Unbalanced(f"the postings of {entry.request!r} sum to {surplus}, not to zero")
    if len(met := {currency(one.account) for one in entry.postings}) > 1:
        raise Unbalanced(f"the postings of {entry.request!r} are of {' and of '.join(sorted(met))}")
    heads: dict[str, AccountHead] = {}
    lines = []
    for line, one in enumerate(entry.postings, start=1):
        before = heads.get(one.account) or books.account_head(one.account)
        after = AccountHead(before.seq + 1, before.balance + one.amount)
        heads[one.account] = after
        lines.append(
            StoredPosting(this, line, one.account, after.seq, one.amount, after.balance, one.reason, tuple(one.cites))
        )
    for account, after in heads.items():
        if abs(after.balance) > LARGEST_BALANCE:
            raise NotationError(f"account {account!r} would hold {after.balance}, beyond {LARGEST_BALANCE}")
        if after.balance < 0 and kind(account) not in overdraft:
            raise Overdrawn(f"account {account!r} would be overdrawn by {-after.balance}")
    return tuple(lines)


def kind(account: str) -> str:
    """The kind of an account: what stands before the first slash."""
    return account.partition("/")[0]


def currency(account: str) -> str:
    """What an account is counted in: money, or the chips of one event, which stand in accounts of these two kinds."""
    if not account.startswith(("chips/", "issued/")):
        return "cash"
    return f"chips/{account.split('/', 2)[1]}"
