"""Group commit: one flush for what has queued, each told after it, in order; a failure stops everything."""

import asyncio
import threading

import pytest

from openfelt.journal import MemoryStore, Overdrawn, SqliteStore, StorageFailed, VersionConflict
from openfelt.journal.writer import AsyncJournal, JournalBusy
from tests.contracts.journal_kit import entry, moved


class Gate(MemoryStore):
    """A store whose flush waits until the test lets it go, or fails."""

    def __init__(self):
        super().__init__()
        self.open = threading.Event()
        self.begun = threading.Event()
        self.fault = None

    def append_all(self, entries):
        self.begun.set()
        assert self.open.wait(5)
        if self.fault:
            raise self.fault
        return super().append_all(entries)


def test_what_queues_during_a_flush_goes_with_the_next_one():
    async def scenario():
        store = Gate()
        journal = AsyncJournal(store)
        first = journal.submit(entry("first", "a"))
        await asyncio.to_thread(store.begun.wait)
        rest = [journal.submit(entry(f"r{i}", f"t{i}")) for i in range(100)]
        await asyncio.sleep(0.01)
        assert not first.done(), "told before the flush"
        store.open.set()
        receipts = await asyncio.gather(first, *rest)
        assert [one.entry for one in receipts] == list(range(1, 102))
        assert journal.flushes == 2
        await journal.close()

    asyncio.run(scenario())


def test_refusals_reach_the_one_who_asked(tmp_path):
    async def scenario():
        journal = AsyncJournal(SqliteStore(tmp_path / "j.sqlite"))
        answers = await asyncio.gather(
            journal.append(entry("a", postings=moved(5, "issued", "purse/a"))),
            journal.append(entry("b", expected=7)),
            journal.append(entry("c", "other", postings=moved(6, "purse/a", "pot/1"))),
            journal.append(entry("a")),
            return_exceptions=True,
        )
        assert answers[0].entry == 1
        assert isinstance(answers[1], VersionConflict)
        assert isinstance(answers[2], Overdrawn)
        assert answers[3].repeated
        await journal.close()

    asyncio.run(scenario())


def test_fifty_concurrent_buy_ins_through_the_queue_spend_one_balance_once(tmp_path):
    async def scenario():
        journal = AsyncJournal(SqliteStore(tmp_path / "j.sqlite"))
        await journal.append(entry("bank", "bank", postings=moved(1000, "issued", "purse/a")))
        answers = await asyncio.gather(
            *(
                journal.append(entry(f"b{i}", f"t{i}", postings=moved(300, "purse/a", f"stake/{i}/a")))
                for i in range(50)
            ),
            return_exceptions=True,
        )
        assert sum(isinstance(one, Overdrawn) for one in answers) == 47
        assert journal.store.balance("purse/a") == 100
        await journal.close()

    asyncio.run(scenario())


def test_a_failed_flush_fails_all_who_wait_and_takes_nothing_more():
    async def scenario():
        store = Gate()
        store.fault = StorageFailed("disk full")
        journal = AsyncJournal(store)
        first = journal.submit(entry("first", "a"))
        await asyncio.to_thread(store.begun.wait)
        queued = journal.submit(entry("queued", "b"))
        store.open.set()
        for waiting in (first, queued):
            with pytest.raises(StorageFailed, match="disk full"):
                await waiting
        with pytest.raises(StorageFailed, match="writing stopped after: disk full"):
            journal.submit(entry("late", "c"))
        assert store.head().entry == 0
        await journal.close()

    asyncio.run(scenario())


def test_the_queue_is_bounded_and_a_flush_too():
    async def scenario():
        store = Gate()
        journal = AsyncJournal(store, most_queued=10, most_per_flush=4)
        first = journal.submit(entry("first", "a"))
        await asyncio.to_thread(store.begun.wait)
        rest = [journal.submit(entry(f"r{i}", f"t{i}")) for i in range(10)]
        with pytest.raises(JournalBusy, match="10 entries are waiting"):
            journal.submit(entry("too many", "z"))
        store.open.set()
        await asyncio.gather(first, *rest)
        assert journal.flushes == 4
        await journal.close()

    asyncio.run(scenario())


def test_closing_flushes_what_has_queued_and_a_cancelled_asker_harms_nobody(tmp_path):
    async def scenario():
        journal = AsyncJournal(SqliteStore(tmp_path / "j.sqlite"))
        waiting = [journal.submit(entry(f"r{i}", f"t{i}")) for i in range(20)]
        waiting[3].cancel()
        await journal.close()
        assert [one.result().entry for i, one in enumerate(waiting) if i != 3] == [i + 1 for i in range(20) if i != 3]
        with pytest.raises(StorageFailed, match="closed"):
            journal.submit(entry("late", "z"))

    asyncio.run(scenario())
    store = SqliteStore(tmp_path / "j.sqlite")
    assert store.receipt("r3").entry == 4
    store.close()
