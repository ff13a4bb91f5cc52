"""The file of a day as values: entries as the chain hashes them, whole records in sections, sums, both heads.

Owns the shape of the file. What a section holds is in `day_sections`, what has to agree in `day`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from openfelt.errors import NotationError
from openfelt.journal.heads import SignedHead
from openfelt.journal.records import Record, digest, record_hash

FORMAT: Final = "openfelt day 2"  # in the first form nothing showed that a section was whole
MOST_FILE: Final = 1 << 30


class Line(msgspec.Struct, frozen=True, array_like=True):
    """A ledger line of an entry."""

    account: str
    amount: int
    reason: str
    cites: tuple[str, ...]


class Ordered(msgspec.Struct, frozen=True, array_like=True):
    """An order of an entry: its stream, the rules it was decided under, what was asked."""

    stream: str
    rules: str
    payload: str


class DayEntry(msgspec.Struct, frozen=True):
    """An entry as the chain hashes it."""

    request: str
    answer: str
    sealed: str
    records: tuple[str, ...]
    postings: tuple[Line, ...]
    orders: tuple[Ordered, ...]
    hash: str


class Proof(msgspec.Struct, frozen=True):
    """A whole record, the number of its entry, and the link before it in its stream."""

    entry: int
    previous: str
    stream: str
    version: int
    name: str
    schema: int
    payload: str
    cites: tuple[str, ...]
    actor: str
    time_ms: int

    @property
    def link(self) -> str:
        """The record's own hash, as its entry has it."""
        made = Record(self.name, self.payload.encode(), self.schema, self.cites, self.actor, self.time_ms)
        return record_hash(bytes.fromhex(self.previous), self.stream, self.version, made).hex()


class DayFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The books of one closed day."""

    format: str
    journal: str
    day: str
    before: SignedHead
    after: SignedHead
    opening: dict[str, int]
    closing: dict[str, int]
    entries: tuple[DayEntry, ...]
    sections: dict[str, tuple[Proof, ...]]
    report: dict[str, Any]
    key: str = ""
    signature: str = ""

    @property
    def text(self) -> bytes:
        """What the signature covers."""
        return digest(FORMAT, msgspec.json.encode(msgspec.structs.replace(self, signature="")))


def read_day(path: Path) -> DayFile:
    """A day from its file; refused if it cannot be read."""
    try:
        if path.stat().st_size > MOST_FILE:
            raise NotationError(f"{path}: larger than {MOST_FILE} bytes")
        found = msgspec.json.decode(path.read_bytes(), type=DayFile)
    except OSError as bad:
        raise NotationError(f"{path}: {bad.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as bad:
        raise NotationError(f"{path}: not the file of a day, or cut short: {bad}") from None
    if found.format != FORMAT:
        anew = (FORMAT, "openfelt day DATA DAY makes the file of a closed day anew")
        raise NotationError(f"{path}: of the format {found.format[:40]!r}", legal=anew)
    return found
