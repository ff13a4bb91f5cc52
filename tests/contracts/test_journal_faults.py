"""Storage that fails: nothing is acknowledged that is not durable, nothing is retried, a restart reads the log."""

import asyncio
import os
import random
import tempfile
from contextlib import suppress
from pathlib import Path

import apsw
import pytest

from openfelt.journal import SqliteReader, SqliteStore, StorageFailed, StoreUnfit, opening, sqlite
from openfelt.journal.verify import check_chain, check_ledger
from openfelt.journal.writer import AsyncJournal
from tests.conftest import count
from tests.contracts.faulty_disk import MUTATING, FaultyDisk
from tests.contracts.journal_kit import entry, story

SCRIPT = story(12)

# Where SQLite itself passes over an error of the disk (closing, reading ahead), Python reports it as unraisable.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def place():
    """Files in memory where there is such a place: these tests model the disk, they need not wait for one."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as name:
        yield Path(name)


@pytest.fixture
def disk(monkeypatch):
    # The script must reach checkpoints too.
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 20)
    made = FaultyDisk()
    yield made
    made.unregister()


def run_script(store):
    """Append the script until the store fails; the requests that were acknowledged."""
    acknowledged = []
    for one in SCRIPT:
        try:
            store.append(one)
        except StorageFailed:
            break
        acknowledged.append(one.request)
    return acknowledged


def require_recovered(path, acknowledged):
    """Open anew on a sound disk: every acknowledged entry is there once, the rest can be asked again."""
    with_all = SqliteStore(path)
    try:
        assert with_all.faults() == []
        assert check_chain(with_all).fault is None
        assert check_ledger(with_all).fault is None
        stored = [one.request for one in with_all.entries()]
        assert stored[: len(acknowledged)] == acknowledged
        assert len(stored) <= len(acknowledged) + 1, "more than the one entry in doubt survived"
        for one in SCRIPT:
            with_all.append(one)
        assert [one.request for one in with_all.entries()] == [one.request for one in SCRIPT]
    finally:
        with_all.close()


def calls_of_the_script(disk, path, counted):
    store = SqliteStore(path, vfs=disk.name)
    disk.arm(None, counted=counted)
    assert len(run_script(store)) == len(SCRIPT)
    calls = disk.calls
    store.close()
    return calls


@pytest.mark.parametrize("error", [apsw.IOError, apsw.FullError])
def test_an_error_at_every_call_stops_the_writer_and_loses_nothing_acknowledged(disk, place, error):
    counted = (*MUTATING, "read")
    total = calls_of_the_script(disk, place / "dry.sqlite", counted)
    assert total > 60
    stopped = 0
    calls = range(1, total + 1, count(3, 1))
    for at in calls:
        path = place / f"{at}.sqlite"
        store = SqliteStore(path, vfs=disk.name)
        disk.arm(at, error, counted=counted)
        acknowledged = run_script(store)
        disk.fail_at = None
        if len(acknowledged) < len(SCRIPT):
            stopped += 1
            # The disk is well again, and still this writer takes nothing.
            before = disk.calls
            with pytest.raises(StorageFailed, match="writing stopped after"):
                store.append(entry("later", "elsewhere"))
            assert disk.calls == before
        store.close()
        require_recovered(path, acknowledged)
    assert stopped >= len(calls) * 3 // 4, f"only {stopped} of {len(calls)} failing calls stopped the writer"


def test_a_failing_checkpoint_stops_the_writer_as_well(disk, place):
    store = SqliteStore(place / "j.sqlite", vfs=disk.name)
    disk.log.clear()
    disk.arm(None, counted=MUTATING)
    run_script(store)
    store.close()
    sync_of_the_file = disk.log.index(("sync", "j.sqlite"))
    store = SqliteStore(place / "k.sqlite", vfs=disk.name)
    disk.arm(sync_of_the_file + 1)
    acknowledged = run_script(store)
    disk.fail_at = None
    store.close()
    assert len(acknowledged) < len(SCRIPT)
    require_recovered(place / "k.sqlite", acknowledged)


def power_cuts(disk, place, seeds):
    """Cut the power at every mutating call; yields the directory left behind and what had been acknowledged."""
    total = calls_of_the_script(disk, place / "dry.sqlite", MUTATING)
    for at in range(1, total + 2):
        for seed in range(seeds):
            here = place / f"{at}-{seed}"
            (left := here / "left").mkdir(parents=True)
            disk.durable.clear()
            disk.pending.clear()
            store = SqliteStore(here / "j.sqlite", vfs=disk.name)
            disk.arm(at, stays_dead=True, counted=MUTATING)
            acknowledged = run_script(store)
            disk.fail_at = disk.calls + 1
            disk.power_cut(left, random.Random(1000 * at + seed))
            with suppress(StorageFailed):
                store.close()
            disk.fail_at, disk.stays_dead = None, False
            yield left / "j.sqlite", acknowledged


@pytest.mark.slow
def test_a_power_cut_at_every_write_keeps_what_was_acknowledged(disk, place):
    for path, acknowledged in power_cuts(disk, place, count(1, 20)):
        require_recovered(path, acknowledged)


def test_the_power_cut_does_lose_what_is_not_flushed(disk, place, monkeypatch):
    """Without the flush the same cuts lose acknowledged entries: the test above can fail."""
    monkeypatch.setitem(opening.SETTINGS, "synchronous", ("off", 0))
    lost = 0
    for path, acknowledged in power_cuts(disk, place, 1):
        try:
            reader = SqliteReader(path)
            lost += reader.head().entry < len(acknowledged)
            reader.close()
        except StoreUnfit:
            lost += 1
    assert lost > 5


def test_each_acknowledgement_comes_after_the_flush_of_its_writes(disk, place):
    store = SqliteStore(place / "j.sqlite", vfs=disk.name)
    disk.arm(None, counted=("write", "sync"))
    for one in SCRIPT[:6]:
        disk.log.clear()
        store.append(one)
        log = [what for what, name in disk.log if name == "j.sqlite-wal"]
        assert "write" in log
        assert log[-1] == "sync"
    store.close()


def test_one_flush_serves_many_entries(disk, place, monkeypatch):
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 1000)
    store = SqliteStore(place / "j.sqlite", vfs=disk.name)
    disk.arm(None, counted=("sync",))
    disk.log.clear()
    store.append_all([entry(f"r{i}", f"t{i}") for i in range(40)])
    assert disk.log.count(("sync", "j.sqlite-wal")) == 1
    store.close()


@pytest.mark.parametrize("at", [1, 5, 9, 14])
def test_under_group_commit_a_failed_call_tells_everyone_and_keeps_what_was_told(disk, place, at):
    told = []

    async def table(journal, number):
        for version in range(20):
            await journal.append(entry(f"{number} {version}", f"table/{number}", version))
            told.append(f"{number} {version}")

    async def scenario():
        journal = AsyncJournal(SqliteStore(place / "j.sqlite", vfs=disk.name))
        disk.arm(8 * at, counted=MUTATING)
        ends = await asyncio.gather(*(table(journal, number) for number in range(6)), return_exceptions=True)
        assert all(isinstance(end, StorageFailed) for end in ends)
        disk.fail_at = None
        with pytest.raises(StorageFailed):
            await journal.append(entry("later", "elsewhere"))
        await journal.close()

    asyncio.run(scenario())
    store = SqliteStore(place / "j.sqlite")
    assert check_chain(store).fault is None
    assert set(told) <= {one.request for one in store.entries()}
    store.close()


def test_a_locked_file_stops_the_writer(place):
    store = SqliteStore(place / "j.sqlite")
    intruder = apsw.Connection(str(place / "j.sqlite"))
    intruder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageFailed, match="BusyError"):
        store.append(entry("a"))
    intruder.execute("ROLLBACK")
    intruder.close()
    with pytest.raises(StorageFailed, match="writing stopped after: BusyError"):
        store.append(entry("b"))
    store.close()
    again = SqliteStore(place / "j.sqlite")
    assert again.head().entry == 0
    again.append(entry("a"))
    again.close()
