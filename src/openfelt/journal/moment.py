"""A journal and a database beside it, read as both were at one moment, while a room goes on writing them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

import apsw

from openfelt.journal.connections import connect_for_reading
from openfelt.journal.sqlite import SqliteReader
from openfelt.journal.store import StoreUnfit

TRIES: Final = 1_000


@contextmanager
def one_moment(journal: SqliteReader, beside: Path) -> Iterator[apsw.Connection]:
    """Hold a journal and a database beside it still for reading; a writer of either is not held up.

    The other database is held first. If nobody has written to it until the journal is held too, it is now as it was
    then, and both are as they are now; else both are let go and held again.
    """
    with closing(connect_for_reading(beside)) as other, closing(connect_for_reading(beside)) as watch:
        for _ in range(TRIES):
            with ExitStack() as held:
                if held_still(journal, other, watch, held, name=beside):
                    yield other
                    return
    raise StoreUnfit(f"{beside}: written without a pause; it cannot be read at one moment")


def held_still(
    journal: SqliteReader, other: apsw.Connection, watch: apsw.Connection, held: ExitStack, *, name: Path
) -> bool:
    """Hold both as long as `held`, and say whether nobody has written to the other one meanwhile."""
    try:
        before = watch.pragma("data_version")
        other.execute("BEGIN")
        held.callback(other.execute, "ROLLBACK")
        other.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        held.enter_context(journal.steady())
        journal.head()
        return bool(watch.pragma("data_version") == before)
    except apsw.Error as bad:
        raise StoreUnfit(f"{name}: {bad}", code="damaged") from None
