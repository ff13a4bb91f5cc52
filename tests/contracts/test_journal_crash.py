"""A writer killed at random moments: every acknowledged append is there after it, once, and the chain holds."""

import os
import random
import signal
import subprocess
import sys
import time

from openfelt.journal import SqliteStore
from openfelt.journal.verify import check_chain, check_ledger
from tests.conftest import count

WRITER = """
import asyncio, sys
from openfelt.journal import Batch, Entry, Record, SqliteStore
from openfelt.journal.writer import AsyncJournal
from tests.contracts.journal_kit import moved

async def table(journal, number):
    stream = f"table/{number}"
    version = journal.store.version(stream)
    while True:
        request = f"{stream} {version}"
        records = tuple(Record("Acted", b'{"act": %d}' % version) for _ in range(2))
        await journal.append(Entry(request, (Batch(stream, version, records),), moved(1, "issued", f"purse/{number}")))
        sys.stdout.write(request + "\\n")
        sys.stdout.flush()
        version += 2

async def main():
    journal = AsyncJournal(SqliteStore(sys.argv[1]))
    print("ready", flush=True)
    await asyncio.gather(*(table(journal, number) for number in range(8)))

asyncio.run(main())
"""


def killed_writer(path, seconds):
    """Run a writer for a while, kill it, and return the requests it had acknowledged."""
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n", "the writer could not start"
    time.sleep(seconds)
    os.kill(process.pid, signal.SIGKILL)
    told = process.stdout.read()
    process.stdout.close()
    process.wait()
    # A line cut short by the kill was not told.
    return told[: told.rfind("\n") + 1].splitlines()


def require_whole(path, when):
    store = SqliteStore(path)
    assert check_chain(store).fault is None, when
    assert check_ledger(store).fault is None, when
    store.close()


def test_every_acknowledged_append_survives_kill_9_once(tmp_path):
    seed = 20261115
    rng = random.Random(seed)
    path = tmp_path / "journal.sqlite"
    told = []
    for round_ in range(count(10, 500)):
        told += killed_writer(path, rng.uniform(0.0, 0.2))
        # A journal grows, and with it the time to verify it: the long run looks at every 25th and at the last.
        if round_ % count(1, 25) == 0:
            require_whole(path, (seed, round_))
    require_whole(path, seed)
    store = SqliteStore(path)
    stored = []
    while found := store.entries(len(stored)):
        stored += [one.request for one in found]
    assert len(set(stored)) == len(stored)
    assert set(told) <= set(stored), f"seed {seed}: acknowledged and lost: {sorted(set(told) - set(stored))[:3]}"
    assert len(told) > 100
    # What was stored and not told: at most what was in flight at each kill, one entry a table.
    assert len(stored) - len(told) <= 8 * count(10, 500)
    store.close()
