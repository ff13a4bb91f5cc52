"""Makes the file of a closed day from a journal. What each section holds is in `journal.day_sections`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from openfelt.errors import RuleViolation
from openfelt.journal import Head, Reader, StoredRecord
from openfelt.journal.day import books_hash, entry_of, report_of, sign_day, signed_head
from openfelt.journal.day_file import FORMAT, DayEntry, DayFile, Proof
from openfelt.journal.day_sections import EVERY, sections_of_record
from openfelt.journal.records import genesis, stream_genesis
from openfelt.phrases import Name, phrase
from openfelt.room.house import ROOM
from openfelt.room.till import CLOSING, ActConfirmed, DayClose
from openfelt.service.record.refold import read_stream
from openfelt.service.record.room_record import UNREADABLE, room_event

CHUNK: Final = 1_000


def closed_days(journal: Reader) -> dict[str, int]:
    """Which days are closed, and the entry that closed each, in their order."""
    found = {}
    for one in read_stream(journal, ROOM):
        if one.record.name != ActConfirmed.__name__:
            continue
        try:
            event = room_event(one.record)
        except UNREADABLE:
            continue
        if isinstance(event, ActConfirmed) and isinstance(event.act, DayClose):
            found[event.act.day] = one.entry
    return found


def make_day(journal: Reader, day: str, key: Ed25519PrivateKey, *, time_ms: int) -> DayFile:
    """The signed file of a closed day: from the entry after the last closing to the one that closed it."""
    days = closed_days(journal)
    if day not in days:
        legal = tuple(days)[-5:] or ("close the day in the back office first",)
        raise RuleViolation("not-closed", CLOSING, phrase("{day} is not a closed day", day=Name(day[:20])), legal=legal)
    last = days[day]
    first = max((one for one in days.values() if one < last), default=0) + 1
    before = head_after(journal, first - 1)
    opening = balances_before(journal, first)
    entries = tuple(day_entries(journal, first, last))
    closing = dict(opening)
    for entry in entries:
        for line in entry.postings:
            closing[line.account] = closing.get(line.account, 0) + line.amount
    after = head_after(journal, last)
    made = DayFile(
        FORMAT,
        journal.journal,
        day,
        signed_head(before, key, time_ms),
        signed_head(after, key, time_ms),
        {account: held for account, held in sorted(opening.items()) if held},
        {account: held for account, held in sorted(closing.items()) if held},
        entries,
        sections_of(journal, before, after, entries),
        report_of(opening, entries),
    )
    return sign_day(made, key)


def head_after(journal: Reader, entry: int) -> Head:
    """The head of the journal when that entry was its last."""
    if not entry:
        return Head(journal.journal, 0, 0, genesis(journal.journal))
    found = journal.entries(entry - 1, 1)[0]
    return Head(journal.journal, found.number, found.last, found.hash)


def balances_before(journal: Reader, first: int) -> dict[str, int]:
    """What each account held before an entry."""
    held: dict[str, int] = {}
    for at in range(1, first, CHUNK):
        for line in journal.postings(at, min(at + CHUNK, first) - 1):
            held[line.account] = line.balance
    return {account: cents for account, cents in held.items() if cents}


def books_now(journal: Reader) -> tuple[int, str]:
    """The latest entry of a journal that may go on meanwhile, and what every account held after it, as one hash."""
    at = journal.head().entry
    held = journal.balances()
    later = journal.postings(at + 1, journal.head().entry)
    return at, books_hash(held | {line.account: line.balance - line.amount for line in reversed(later)})


def day_entries(journal: Reader, first: int, last: int) -> Iterator[DayEntry]:
    """The entries of a day, as the file has them."""
    for at in range(first, last + 1, CHUNK):
        end = min(at + CHUNK - 1, last)
        several = journal.entries(at - 1, end - at + 1)
        begins, ends = several[0].first, several[-1].last
        hashes = [one.hash for one in journal.records(begins - 1, ends - begins + 1)]
        lines, orders = journal.postings(at, end), journal.orders(at, end)
        for one in several:
            own = hashes[one.first - begins : one.last - begins + 1]
            mine = [line for line in lines if line.entry == one.number]
            asked = [order for order in orders if order.entry == one.number]
            yield entry_of(one, own, mine, asked)


def sections_of(
    journal: Reader, before: Head, after: Head, entries: Sequence[DayEntry]
) -> dict[str, tuple[Proof, ...]]:
    """The records of each section, with the link before each."""
    found: dict[str, list[Proof]] = {name: [] for name in EVERY}
    at = before.position
    while at < after.position:
        several = journal.records(at, min(CHUNK, after.position - at))
        for one in several:
            names = sections_of_record(one, entries[one.entry - before.entry - 1], after.entry)
            proof = proof_of(journal, one) if names else None
            for name in names:
                assert proof is not None
                found[name].append(proof)
        at = several[-1].position
    return {name: tuple(several) for name, several in found.items()}


def proof_of(journal: Reader, one: StoredRecord) -> Proof:
    """A record with the link before it in its stream."""
    link = stream_genesis(journal.journal, one.stream)
    if one.version > 1:
        link = journal.read(one.stream, one.version - 2, 1)[0].hash
    record = one.record
    return Proof(
        one.entry, link.hex(), one.stream, one.version, record.name, record.schema, record.payload.decode(),
        record.cites, record.actor, record.time_ms,
    )  # fmt: skip
