"""Durable appends against bare SQLite: a commit and a flush for each row, same settings, same disk, same payload."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

import apsw

from benchmarks.measure import Row
from openfelt.journal import Batch, Entry, Record, SqliteStore
from openfelt.journal.verify import check_chain, check_ledger
from openfelt.journal.writer import AsyncJournal

TABLES = 100
SECONDS = 1.5
PAYLOAD = b'{"type":"Raised","seat":3,"to":1200,"cites":["nsw-poker 12.4"]}'


class Line:
    """Half of a wager."""

    reason = "wager"
    cites = ("nsw-poker 7.1",)

    def __init__(self, account: str, amount: int) -> None:
        self.account = account
        self.amount = amount


def entry(table: int, version: int, *, money: bool) -> Entry:
    """One action at a table, as the service stores it."""
    record = Record("Raised", PAYLOAD, cites=("nsw-poker 12.4",), actor="seat 3", time_ms=1_700_000_000_000)
    lines = (Line("issued", -100), Line(f"pot/{table}", 100)) if money else ()
    return Entry(f"{table}:{version}", (Batch(f"table/{table}", version, (record,)),), lines)


def bare(place: Path) -> float:
    """Rows per second of a table with nothing else, each in a transaction of its own."""
    db = apsw.Connection(str(place / "bare.sqlite"))
    db.pragma("journal_mode", "wal")
    db.pragma("synchronous", "full")
    db.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, payload BLOB)")
    began, rows = time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        db.execute("INSERT INTO rows VALUES (NULL, ?)", (PAYLOAD,))
        rows += 1
    rate = rows / (time.perf_counter() - began)
    db.close()
    return rate


def alone(place: Path) -> float:
    """Entries per second when one table waits for each flush before its next action."""
    store = SqliteStore(place / "alone.sqlite")
    began, filed = time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        store.append(entry(1, filed, money=True))
        filed += 1
    rate = filed / (time.perf_counter() - began)
    store.close()
    return rate


async def together(place: Path, *, money: bool) -> float:
    """Entries per second when a hundred tables each wait for their own acknowledgement."""
    journal = AsyncJournal(SqliteStore(place / f"together-{money}.sqlite"))
    began, filed = time.perf_counter(), [0] * TABLES

    async def play(table: int) -> None:
        while time.perf_counter() - began < SECONDS:
            await journal.append(entry(table, filed[table], money=money))
            filed[table] += 1

    await asyncio.gather(*map(play, range(TABLES)))
    rate = sum(filed) / (time.perf_counter() - began)
    assert check_chain(journal.store).fault is None
    assert check_ledger(journal.store).fault is None
    await journal.close()
    return rate


def run() -> list[Row]:
    """Each beside a bare run of the same moment; a busy disk slows both."""
    with tempfile.TemporaryDirectory(prefix="openfelt-bench-") as name:
        place = Path(name)
        rows = []
        for what, measured, aim in (
            ("journal, one table, entry with postings", lambda: alone(place), None),
            (f"journal, {TABLES} tables, entry with postings", lambda: asyncio.run(together(place, money=True)), 4),
            (f"journal, {TABLES} tables, entry", lambda: asyncio.run(together(place, money=False)), 4),
        ):
            for old in place.glob("bare.*"):
                old.unlink()
            rows.append(Row(what, measured(), bare(place), "bare durable SQLite commit", "entries/s", aim))
        return rows
