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
import asyncio, os, sys
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
        os.write(1, request.encode() + b"\\n")
        version += 2

async def main():
    journal = AsyncJournal(SqliteStore(sys.argv[1]))
    os.write(1, b"ready %d\\n" % os.getpid())
    await asyncio.gather(*(table(journal, number) for number in range(8)))

for line in sys.stdin:  # each asks for a writer, a process of its own; what it imports is imported once
    if not os.fork():
        asyncio.run(main())
    os.write(1, b"died of %d\\n" % os.WTERMSIG(os.wait()[1]))
"""


def killed_writer(writers, seconds):
    """Run a writer for a while, kill it, and return the requests it had acknowledged; a short line is written whole."""
    writers.stdin.write("another\n")
    writers.stdin.flush()
    ready, _, pid = writers.stdout.readline().partition(" ")
    assert ready == "ready", "the writer could not start"
    time.sleep(seconds)
    os.kill(int(pid), signal.SIGKILL)
    told = []
    while not (line := writers.stdout.readline()).startswith("died"):
        assert line, "the process that forks the writers is gone"
        told.append(line.strip())
    assert line == f"died of {signal.SIGKILL.value}\n"
    return told


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
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writers:
        for round_ in range(count(10, 500)):
            told += killed_writer(writers, rng.uniform(0.0, 0.2))
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
