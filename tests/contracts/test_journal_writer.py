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

    def flush(self):
        self.begun.set()
        assert self.open.wait(5)
        if self.fault:
            raise self.fault
        super().flush()


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
        assert store.receipt("queued") is None
        await journal.close()

    asyncio.run(scenario())


def test_a_fault_while_filing_fails_those_who_wait_but_not_those_already_durable():
    async def scenario():
        store = Gate()
        journal = AsyncJournal(store)
        first = journal.submit(entry("first", "a"))
        await asyncio.to_thread(store.begun.wait)
        queued = journal.submit(entry("queued", "b"))

        def broken(_entries):
            raise StorageFailed("no more room")

        store.file_all = broken
        store.open.set()
        assert (await first).entry == 1
        with pytest.raises(StorageFailed, match="no more room"):
            await queued
        with pytest.raises(StorageFailed, match="writing stopped after: no more room"):
            journal.submit(entry("late", "c"))
        await journal.close()

    asyncio.run(scenario())


def test_the_next_flush_begins_before_those_of_the_last_are_told():
    async def scenario():
        store = Gate()
        store.open.set()
        journal = AsyncJournal(store)
        first = journal.submit(entry("first", "a"))
        second = []

        def heard(_):
            second.append(store.receipt("queued"))

        first.add_done_callback(heard)
        await asyncio.sleep(0)
        journal.submit(entry("queued", "b"))
        await first
        assert second[0] is not None
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


def test_nobody_reads_what_is_filed_before_its_flush(tmp_path):
    store = SqliteStore(tmp_path / "j.sqlite")
    outcomes = store.file_all([entry("a", postings=moved(5, "issued", "purse/a"))])
    assert outcomes[0].entry == 1
    assert store.receipt("a") is None
    assert store.balance("purse/a") == 0
    assert store.version("table/1") == 0
    asyncio.run(asyncio.to_thread(store.flush))
    assert store.receipt("a").entry == 1
    assert store.balance("purse/a") == 5
    store.append(entry("b", "other"))
    store.close()


def test_what_was_filed_and_never_flushed_is_gone(tmp_path):
    store = SqliteStore(tmp_path / "j.sqlite")
    store.append(entry("a"))
    store.file_all([entry("b", expected=1)])
    copy = tmp_path / "copy.sqlite"
    for suffix in ("", "-wal"):
        copy.with_name(copy.name + suffix).write_bytes((tmp_path / f"j.sqlite{suffix}").read_bytes())
    again = SqliteStore(copy)
    assert again.head().entry == 1
    again.close()
    store.flush()
    assert store.head().entry == 2
    store.close()
