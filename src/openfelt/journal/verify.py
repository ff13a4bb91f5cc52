"""Does the journal still say what was written? Recomputes every hash and every balance, and names the first bad row.

A cut at the end leaves a journal that is whole in itself; only a head that was signed and kept elsewhere shows it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

import msgspec

from openfelt.errors import NotationError
from openfelt.journal.heads import SignedHead, is_genuine
from openfelt.journal.records import (
    EMPTY_ACCOUNT,
    AccountHead,
    Sealed,
    StoredEntry,
    StoredOrder,
    StoredPosting,
    StoredRecord,
    StreamHead,
    entry_hash,
    genesis,
    record_hash,
    sealed_digest,
    stream_genesis,
)
from openfelt.journal.store import OVERDRAFT_KINDS, Reader, currency, kind

CHUNK: Final = 1_000
LAST_ENTRY: Final = (1 << 63) - 1

T = TypeVar("T")


class Fault(msgspec.Struct, frozen=True):
    """Something that is not as it was written: in which place, and what is wrong there."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


class Verdict(msgspec.Struct, frozen=True):
    """What one check found: a summary, and the first fault if there is one."""

    check: str
    summary: str
    fault: Fault | None = None
    notes: tuple[str, ...] = ()


def check_chain(journal: Reader) -> Verdict:
    """Walk the whole journal and recompute every link."""
    fault = next(Walk(journal).faults(), None)
    head = journal.head()
    return Verdict("chain", f"{head.entry} entries, {head.position} records, {len(journal.streams())} streams", fault)


def check_head(journal: Reader, signed: SignedHead, key: str = "") -> Verdict:
    """Compare the journal with a head that was signed earlier and kept elsewhere."""
    summary = f"entry {signed.entry}, signed by {signed.key[:16]}"
    return Verdict("head", summary, head_fault(journal, signed, public_key(key) if key else ""))


def public_key(text: str) -> str:
    """A public key as heads carry it; it may be written in capitals.

    >>> public_key("AB" * 32) == "ab" * 32
    True
    """
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise NotationError(f"{text!r} is not a public key", legal=("64 hexadecimal digits",))
    return text.lower()


def head_fault(journal: Reader, signed: SignedHead, key: str) -> Fault | None:
    """What does not agree with a signed head."""
    if key and signed.key.lower() != key:
        return Fault("head", "signed by another key")
    if not is_genuine(signed):
        return Fault("head", "the signature is not good")
    if signed.journal != journal.journal:
        return Fault("head", f"it belongs to journal {signed.journal}, this is {journal.journal}")
    now = journal.head()
    if now.entry < signed.entry:
        return Fault(
            f"entry {now.entry + 1}", f"missing: the journal ends at entry {now.entry}, the head has {signed.entry}"
        )
    found = journal.entries(signed.entry - 1, 1)[0].hash if signed.entry else genesis(journal.journal)
    if found.hex() != signed.hash:
        return Fault(f"entry {signed.entry}", "not the one that was signed: the journal was rewritten up to here")
    return None


class Walk:
    """One pass over a journal, entry by entry, carrying the end of every stream."""

    def __init__(self, journal: Reader) -> None:
        self.journal = journal
        self.link = genesis(journal.journal)
        self.streams: dict[str, StreamHead] = {}
        self.last_number = 0
        self.last_position = 0

    def faults(self) -> Iterator[Fault]:
        """Every fault, first one first. What follows a fault may be its consequence."""
        while chunk := self.journal.entries(self.last_number, CHUNK):
            first, last = chunk[0].number, chunk[-1].number
            records = self._records(chunk)
            postings = grouped((line.entry, line) for line in self.journal.postings(first, last))
            orders = grouped((one.entry, one) for one in self.journal.orders(first, last))
            seals = grouped(self.journal.seals(first, last))
            for entry in chunk:
                held = (postings.get(entry.number, []), orders.get(entry.number, []), seals.get(entry.number, []))
                yield from self._entry(entry, records, *held)
        for order in self.journal.orders(self.last_number + 1, LAST_ENTRY):
            yield Fault(f"order of entry {order.entry} (stream {order.stream!r})", "belongs to no entry")
        for stray in self.journal.records(self.last_position, 1):
            yield Fault(f"record {stray.position}", f"belongs to no entry (it names entry {stray.entry})")

    def _records(self, chunk: Sequence[StoredEntry]) -> dict[int, StoredRecord]:
        first, last = chunk[0].first, chunk[-1].last
        found = self.journal.records(first - 1, max(0, last - first + 1))
        return {one.position: one for one in found if one.position <= last}

    def _entry(
        self,
        entry: StoredEntry,
        records: dict[int, StoredRecord],
        postings: list[StoredPosting],
        orders: list[StoredOrder],
        seals: list[Sealed],
    ) -> Iterator[Fault]:
        place = f"entry {entry.number}"
        if entry.number != self.last_number + 1:
            yield Fault(f"entry {self.last_number + 1}", f"missing: entry {entry.number} follows {self.last_number}")
        if entry.first != self.last_position + 1:
            yield Fault(place, f"begins at record {entry.first}, but record {self.last_position} came before")
        links = []
        for position in range(entry.first, entry.last + 1):
            if position not in records:
                yield Fault(f"record {position}", f"missing from entry {entry.number}")
                continue
            links.append(records[position].hash)
            yield from self._record(records[position], entry)
        if [one.line for one in postings] != list(range(1, len(postings) + 1)):  # the hash has their order alone
            yield Fault(place, "its postings are not numbered from 1 on")
        if sealed_digest(seals) != entry.sealed:
            yield Fault(place, "the sealed seeds are not those that were stored")
        if entry_hash(self.link, entry, links, postings, orders) != entry.hash:
            streams = {records[at].stream for at in range(entry.first, entry.last + 1) if at in records}
            named = ", ".join(f"{name!r}" for name in sorted(streams | {one.stream for one in orders}))
            yield Fault(
                f"{place} (stream {named})", "its request, answer, postings, orders or place do not match its hash"
            )
        self.link, self.last_number, self.last_position = entry.hash, entry.number, entry.last

    def _record(self, one: StoredRecord, entry: StoredEntry) -> Iterator[Fault]:
        place = f"record {one.position} ({one.record.name}, stream {one.stream!r} version {one.version})"
        before = self.streams.get(one.stream) or StreamHead(0, stream_genesis(self.journal.journal, one.stream))
        if one.version != before.version + 1:
            yield Fault(place, f"version {before.version + 1} was due")
        if one.entry != entry.number:
            yield Fault(place, f"names entry {one.entry}, stands in entry {entry.number}")
        if record_hash(before.hash, one.stream, one.version, one.record) != one.hash:
            yield Fault(place, "does not match its hash")
        self.streams[one.stream] = StreamHead(one.version, one.hash)


def grouped(pairs: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
    """What belongs to each entry."""
    found: dict[int, list[T]] = defaultdict(list)
    for number, one in pairs:
        found[number].append(one)
    return found


def overdraft_fault(kinds: Sequence[str]) -> Fault | None:
    """Whether the accounts that may stand below zero are those that the room was made with."""
    if tuple(sorted(kinds)) == tuple(sorted(OVERDRAFT_KINDS)):
        return None
    return Fault(
        "overdraft", f"{', '.join(kinds) or 'no account'} may stand below zero; {', '.join(OVERDRAFT_KINDS)} is due"
    )


def check_ledger(journal: Reader, overdraft: Sequence[str] = OVERDRAFT_KINDS) -> Verdict:
    """Recompute every balance: each entry sums to zero, no account is overdrawn, the whole sums to zero."""
    accounts: dict[str, AccountHead] = {}
    fault = next(ledger_faults(journal, accounts, overdraft), None)
    if fault is None:
        fault = balance_fault(journal, accounts)
    moved = sum(head.seq for head in accounts.values())
    return Verdict("ledger", f"{len(accounts)} accounts, {moved} postings, sum {sum_of(accounts)}", fault)


def ledger_faults(journal: Reader, accounts: dict[str, AccountHead], overdraft: Sequence[str]) -> Iterator[Fault]:
    """Every fault in the ledger's lines, first one first."""
    end = journal.head().entry
    for first in range(1, end + 1, CHUNK):
        by_entry = grouped((line.entry, line) for line in journal.postings(first, first + CHUNK - 1))
        for number, lines in by_entry.items():
            yield from lines_faults(lines, accounts)
            if surplus := sum(line.amount for line in lines):
                yield Fault(f"entry {number}", f"its postings sum to {surplus}, not to zero")
            if len(met := {currency(line.account) for line in lines}) > 1:
                yield Fault(f"entry {number}", f"its postings are of {' and of '.join(sorted(met))}")
            for name in sorted({line.account for line in lines}):
                if accounts[name].balance < 0 and kind(name) not in overdraft:
                    yield Fault(f"entry {number}", f"leaves {name!r} at {accounts[name].balance}")


def lines_faults(lines: Sequence[StoredPosting], accounts: dict[str, AccountHead]) -> Iterator[Fault]:
    """Faults in the lines of one entry: each continues its account."""
    for line in lines:
        before = accounts.get(line.account, EMPTY_ACCOUNT)
        after = AccountHead(before.seq + 1, before.balance + line.amount)
        accounts[line.account] = after
        if (line.seq, line.balance) != (after.seq, after.balance):
            place = f"entry {line.entry} line {line.line} ({line.account})"
            yield Fault(place, f"line {line.seq} balance {line.balance}; {after.seq} and {after.balance} are due")


def balance_fault(journal: Reader, accounts: dict[str, AccountHead]) -> Fault | None:
    """Whether the balances as read are the balances as recomputed, and sum to zero."""
    read = journal.balances()
    for name in sorted(read.keys() | accounts.keys()):
        due = accounts.get(name, EMPTY_ACCOUNT).balance
        if read.get(name, 0) != due:
            return Fault(f"account {name}", f"reads {read.get(name, 0)}; {due} is due")
    return Fault("ledger", f"all accounts sum to {sum_of(accounts)}") if sum_of(accounts) else None


def sum_of(accounts: dict[str, AccountHead]) -> int:
    """The sum of all balances."""
    return sum(head.balance for head in accounts.values())
