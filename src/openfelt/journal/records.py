"""What the journal stores: named, versioned records in streams, ledger postings, sealed seeds; and their hashes.

An *entry* is one bookkeeping act: records for one or more streams, the orders that made them, the postings they imply,
the request that asked for it and the answer it got. It is filed whole or not at all. A record's hash continues its
stream's chain; an entry's hash continues the journal's chain and covers everything the entry holds. Knows no game: its
owner reads a payload.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

import msgspec

from openfelt.errors import NotationError

MOST_RECORDS: Final = 10_000
MOST_POSTINGS: Final = 10_000
MOST_BYTES: Final = 1 << 20
LONGEST_NAME: Final = 200
LEAST_SEED: Final = 32
HASH_BYTES: Final = 32
MOST_CITES: Final = 100
HIGHEST_SCHEMA: Final = 10_000
LATEST_MS: Final = 1 << 53
LARGEST_AMOUNT: Final = 10**15
LARGEST_BALANCE: Final = 1 << 62


class Record(msgspec.Struct, frozen=True):
    """One thing that happened: its name and the version of its shape, what it says, by which clauses, by whom, when."""

    name: str
    payload: bytes
    schema: int = 1
    cites: tuple[str, ...] = ()
    actor: str = ""
    time_ms: int = 0


class Posting(Protocol):
    """One line of the ledger as the journal needs it; the cage makes them."""

    @property
    def account(self) -> str:
        """Which account, as `kind/owner`."""

    @property
    def amount(self) -> int:
        """Cents into the account, or out of it when negative."""

    @property
    def reason(self) -> str:
        """A stable word for reports: buy-in, wager, award."""

    @property
    def cites(self) -> tuple[str, ...]:
        """The clauses that cause it."""


class Sealed(msgspec.Struct, frozen=True):
    """The secret of one shuffle: stored before its first card, read only to resume or to inspect, never exported."""

    shuffle: str
    deck: str
    seed: bytes
    root: bytes


class Batch(msgspec.Struct, frozen=True):
    """Records for one stream, and the version the writer believes the stream has (0: it is new).

    `order` is what was asked, with all that was needed to decide it, and `rules` the rules that decided; a batch that
    nobody will decide again has neither.
    """

    stream: str
    expected: int
    records: tuple[Record, ...]
    order: bytes = b""
    rules: str = ""


class Entry(msgspec.Struct, frozen=True):
    """One act: filed whole, once. `request` makes a retry recognisable; `answer` is what the asker is told."""

    request: str
    batches: tuple[Batch, ...]
    postings: tuple[Posting, ...] = ()
    sealed: tuple[Sealed, ...] = ()
    answer: bytes = b"{}"


class Receipt(msgspec.Struct, frozen=True):
    """Where an entry was filed and what was answered. A repeated request gets the first one again."""

    entry: int
    first: int
    last: int
    answer: bytes
    repeated: bool = False


class StoredRecord(msgspec.Struct, frozen=True):
    """A record with its place in the journal and in its stream."""

    position: int
    entry: int
    stream: str
    version: int
    record: Record
    hash: bytes


class StoredPosting(msgspec.Struct, frozen=True):
    """A ledger line with its place in its account and the account's balance after it."""

    entry: int
    line: int
    account: str
    seq: int
    amount: int
    balance: int
    reason: str
    cites: tuple[str, ...]


class StoredOrder(msgspec.Struct, frozen=True):
    """The order that made an entry's records in one stream, and the rules it was decided under."""

    entry: int
    stream: str
    rules: str
    payload: bytes


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry's own row: what it spans, what it answered, and its link in the journal's chain."""

    number: int
    request: str
    answer: bytes
    first: int
    last: int
    sealed: bytes
    hash: bytes


class Head(msgspec.Struct, frozen=True):
    """The end of the journal: enough to find any later change to what came before."""

    journal: str
    entry: int
    position: int
    hash: bytes


class StreamHead(msgspec.Struct, frozen=True):
    """The end of a stream."""

    version: int
    hash: bytes


class AccountHead(msgspec.Struct, frozen=True):
    """The last line of an account."""

    seq: int
    balance: int


EMPTY_ACCOUNT: Final = AccountHead(0, 0)
SHORT: Final = 1 << 12
SIZES: Final = tuple(size.to_bytes(8, "big") for size in range(SHORT))  # of nearly all parts that are hashed
_PASS_OVER: Final = msgspec.json.Decoder(msgspec.Raw).decode  # reads JSON to its end without making values of it


def digest(domain: str, *parts: bytes) -> bytes:
    """SHA-256 over a domain word and length-prefixed parts, so that no two different contents share one encoding.

    A number is hashed as its decimal text.
    """
    pieces: list[bytes] = []
    for part in (domain.encode(), *parts):
        size = len(part)
        pieces += (SIZES[size] if size < SHORT else size.to_bytes(8, "big"), part)
    return hashlib.sha256(b"".join(pieces)).digest()


@lru_cache(maxsize=4096)
def listed(several: tuple[str, ...]) -> str:
    """Several texts as hashed and stored: a JSON array. The same citations come again and again."""
    return msgspec.json.encode(several).decode()


def genesis(journal: str) -> bytes:
    """The hash before the first entry; it names the journal, so that no head fits another one."""
    return digest("openfelt journal 1", journal.encode())


def stream_genesis(journal: str, stream: str) -> bytes:
    """The hash before a stream's first record."""
    return digest("openfelt stream 1", journal.encode(), stream.encode())


def record_hash(previous: bytes, stream: str, version: int, record: Record) -> bytes:
    """A record's link in its stream's chain."""
    return digest(
        "openfelt record 1",
        previous,
        stream.encode(),
        str(version).encode(),
        record.name.encode(),
        str(record.schema).encode(),
        record.payload,
        listed(record.cites).encode(),
        record.actor.encode(),
        str(record.time_ms).encode(),
    )


def sealed_digest(several: Sequence[Sealed]) -> bytes:
    """What the chain says about sealed seeds: it shows a change, and teaches nothing of 256 random bits."""
    if not several:
        return b""
    parts = sorted((one.shuffle.encode(), one.deck.encode(), one.seed, one.root) for one in several)
    return digest("openfelt sealed 1", *(part for one in parts for part in one))


def entry_hash(
    previous: bytes,
    entry: StoredEntry,
    record_hashes: Sequence[bytes],
    postings: Sequence[Posting],
    orders: Sequence[StoredOrder] = (),
) -> bytes:
    """An entry's link in the journal's chain: the request, the answer, every record, every posting and every order.

    An entry with orders is hashed in a domain of its own, so that one whose orders are gone does not match.
    """
    lines = tuple(
        part
        for one in postings
        for part in (
            one.account.encode(),
            str(one.amount).encode(),
            one.reason.encode(),
            listed(tuple(one.cites)).encode(),
        )
    )
    several = orders if len(orders) < 2 else sorted(orders, key=lambda order: order.stream)
    asked = [part for one in several for part in (one.stream.encode(), one.rules.encode(), one.payload)]
    return digest(
        "openfelt entry 2" if orders else "openfelt entry 1",
        previous,
        str(entry.number).encode(),
        str(entry.first).encode(),
        entry.request.encode(),
        entry.answer,
        entry.sealed,
        *((str(len(orders)).encode(), *asked) if orders else ()),
        str(len(record_hashes)).encode(),
        *record_hashes,
        *lines,
    )


def require_sound(entry: Entry) -> None:
    """Refuse an entry that could not be stored or read back: names, sizes, JSON. Versions and money come later."""
    require_name("request id", entry.request)
    require_json("answer", entry.answer)
    if not entry.batches:
        raise NotationError(f"entry {entry.request!r} has no records")
    streams = [batch.stream for batch in entry.batches]
    if len(set(streams)) != len(streams):
        raise NotationError(f"entry {entry.request!r} names a stream twice: {', '.join(streams)}")
    if sum(len(batch.records) for batch in entry.batches) > MOST_RECORDS or len(entry.postings) > MOST_POSTINGS:
        raise NotationError(f"entry {entry.request!r} is too long; {MOST_RECORDS} records, {MOST_POSTINGS} postings")
    if len({one.shuffle for one in entry.sealed}) != len(entry.sealed):
        raise NotationError(f"entry {entry.request!r} seals a shuffle twice")
    for one in entry.sealed:
        require_name("shuffle", one.shuffle)
        require_name("deck", one.deck)
        if len(one.seed) < LEAST_SEED or len(one.root) != HASH_BYTES:
            raise NotationError(
                f"shuffle {one.shuffle!r} has a seed of {len(one.seed)} and a root of {len(one.root)} bytes"
            )
    for batch in entry.batches:
        require_name("stream", batch.stream)
        if not batch.records:
            raise NotationError(f"stream {batch.stream!r} is given no records")
        require_order(batch)
        for record in batch.records:
            require_record(record)
    for posting in entry.postings:
        require_name("account", posting.account)
        require_name("reason", posting.reason)
        if type(posting.amount) is not int or not 0 < abs(posting.amount) <= LARGEST_AMOUNT:
            raise NotationError(
                f"a posting of {posting.amount} to {posting.account!r} is zero or beyond {LARGEST_AMOUNT}"
            )


def require_record(record: Record) -> None:
    """Refuse a record that a store could not hold: its name, shape, time, actor, citations and payload have limits."""
    require_name("record name", record.name)
    require_json(f"record {record.name!r}", record.payload)
    if not 1 <= record.schema <= HIGHEST_SCHEMA or not 0 <= record.time_ms <= LATEST_MS:
        raise NotationError(f"record {record.name!r} has shape {record.schema} and time {record.time_ms}")
    if record.actor:
        require_name("actor", record.actor)
    if len(record.cites) > MOST_CITES:
        raise NotationError(f"record {record.name!r} cites {len(record.cites)} clauses; at most {MOST_CITES}")
    require_cites(record.cites)


def require_order(batch: Batch) -> None:
    """Refuse an order without its rules, rules without their order, and an order that a store could not hold."""
    if bool(batch.order) != bool(batch.rules):
        raise NotationError(f"stream {batch.stream!r}: an order and the rules it was decided under go together")
    if batch.order:
        require_name("rules", batch.rules)
        require_json(f"the order of stream {batch.stream!r}", batch.order)


@lru_cache(maxsize=4096)
def require_cites(cites: tuple[str, ...]) -> None:
    """Refuse citations that are no names."""
    for cite in cites:
        require_name("citation", cite)


@lru_cache(maxsize=4096)
def require_name(what: str, text: str) -> None:
    """Refuse an empty, overlong or unprintable name; streams, accounts and reasons recur and are looked at once."""
    if not 0 < len(text) <= LONGEST_NAME or not text.isprintable():
        raise NotationError(f"{what} {text[:LONGEST_NAME]!r} is not 1 to {LONGEST_NAME} printable characters")


def require_json(what: str, payload: bytes) -> None:
    """Refuse bytes that are too many or not JSON."""
    if len(payload) > MOST_BYTES:
        raise NotationError(f"{what} has {len(payload)} bytes; at most {MOST_BYTES}")
    try:
        if not payload.isascii():
            payload.decode()
        _PASS_OVER(payload)
    except (msgspec.DecodeError, UnicodeDecodeError) as bad:
        raise NotationError(f"{what} is not JSON: {bad}") from None
