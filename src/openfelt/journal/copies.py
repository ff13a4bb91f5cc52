"""Backup of a running room and restore to a stopped one. Neither is called done before it is verified.

A backup is one file and holds everything, the accounts and the sealed seeds included (a restored room must be able to
finish the round it was in, and people to log in): keep it as safe as the room itself.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

import apsw

from openfelt.errors import NotationError
from openfelt.journal.connections import connect, copy_database
from openfelt.journal.moment import one_moment
from openfelt.journal.opening import hold
from openfelt.journal.records import Head
from openfelt.journal.schema import APPLICATION_ID, CARRIED, VERSIONS
from openfelt.journal.sqlite import SqliteReader
from openfelt.journal.store import StoreUnfit
from openfelt.journal.verify import check_chain, check_ledger, overdraft_fault

FILE_NAME: Final = "journal.sqlite"
ACCOUNTS_FILE: Final = "accounts.sqlite"  # beside it in a data directory: passwords and sessions
COMPANIONS: Final = ("", "-wal", "-shm")
DAMAGED: Final = "damaged"
# Where the header of a SQLite file says what it is: the format, its user's version and its user's mark.
FORMAT: Final = b"SQLite format 3\0"
VERSION_AT: Final = slice(60, 64)
MARK_AT: Final = slice(68, 72)

Tidy = Callable[[apsw.Connection, SqliteReader], None]


def journal_file(path: Path) -> Path:
    """The journal in a data directory, or the file itself."""
    return path / FILE_NAME if path.is_dir() else path


def restored_file(text: str) -> Path:
    """Where a restored journal goes: into a file that is there or is named as one, else into a data directory.

    >>> [str(restored_file(text)) for text in ("no-such.sqlite", "no-such", "no-such.sqlite/")]
    ['no-such.sqlite', 'no-such/journal.sqlite', 'no-such.sqlite/journal.sqlite']
    """
    path = Path(text)
    if not text:
        raise NotationError("no name to restore to", legal=("a file", "a data directory"))
    if text.endswith(os.sep) and path.is_file():
        raise NotationError(f"{text} is a file, not a data directory", legal=(str(path),))
    if path.is_dir() or text.endswith(os.sep) or (path.suffix != Path(FILE_NAME).suffix and not path.exists()):
        return path / FILE_NAME
    return path


def open_journal(path: Path) -> SqliteReader:
    """A journal opened for reading; one that is a journal but not as it was written is refused as `damaged`."""
    try:
        return SqliteReader(path)
    except UnicodeDecodeError as bad:
        raise StoreUnfit(f"{path}: {bad}", code=DAMAGED) from None
    except StoreUnfit as bad:
        if bad.code != "schema-altered" and not is_damaged(path):
            raise
        raise StoreUnfit(bad.message, code=DAMAGED) from None


def is_damaged(path: Path) -> bool:
    """Whether a file that cannot be opened is a journal all the same: its header says so, and the rest is broken."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
        version, mark = (int.from_bytes(header[at]) for at in (VERSION_AT, MARK_AT))
        if header[: len(FORMAT)] != FORMAT or version not in VERSIONS or mark != APPLICATION_ID:
            return False
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    except (OSError, apsw.Error):
        return False
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError):
        return True
    except apsw.Error:
        return False  # in use, or in a place where it cannot be read
    finally:
        db.close()
    return True


def accounts_beside(journal: Path) -> Path | None:
    """The accounts in the data directory of a journal, if there are any."""
    file = journal.with_name(ACCOUNTS_FILE)
    return file if journal.name == FILE_NAME and file.is_file() else None


def has_accounts(reader: SqliteReader) -> bool:
    """Whether accounts come with a journal: beside it, or in a backup."""
    return accounts_beside(reader.path) is not None or reader.carries(ACCOUNTS_FILE)


def backup(source: Path, target: Path, *, tidy: Tidy | None = None) -> Head:
    """Copy a room, running or not, as it is at one moment: its journal, and inside the copy the accounts beside it.

    Returns the copy's head. `tidy` may remove from the copied accounts what the copied journal does not know.
    """
    if not target.name:  # the root, or nothing at all
        raise NotationError(f"{target} is no name for a backup", legal=("a file that is not there yet",))
    if there := parts_of(target):
        raise StoreUnfit(f"{there[0]} exists; a backup overwrites nothing")
    with ExitStack() as held:
        reader = held.enter_context(closing(open_journal(source)))
        with copied(reader, target, carried_from(reader, held, tidy, work=target)) as head:
            move(partial_of(target), target)
        return head


def restore(source: Path, target: Path, *, replace: bool = False, tidy: Tidy | None = None) -> Head:
    """Bring a verified backup to a stopped room. With `replace`, what was there is kept beside it.

    A data directory that is not there yet is made, its owner's alone; the accounts that the backup carries go into it.
    A file alone goes on carrying them. What was there stays in its place until the copy is whole.
    """
    with ExitStack() as held:
        reader = held.enter_context(closing(open_journal(source)))
        require_whole(reader)
        is_room = target.name == FILE_NAME
        if is_room:
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        held.callback(os.close, hold(target))
        carried = carried_from(reader, held, tidy, work=target)
        accounts = target.with_name(ACCOUNTS_FILE) if is_room and carried else None
        wanted = [one for one in (target, accounts) if one is not None]
        if (there := [part for one in wanted for part in parts_of(one)]) and not replace:
            raise StoreUnfit(f"{there[0]} exists; --replace keeps it aside and restores")
        with written(accounts, carried), copied(reader, target, {} if accounts else carried) as head:
            set_aside(*wanted)
            if accounts is not None:
                move(partial_of(accounts), accounts)
            move(partial_of(target), target)
        return head


def carried_from(reader: SqliteReader, held: ExitStack, tidy: Tidy | None, *, work: Path) -> dict[str, bytes]:
    """What a copy of this journal has to carry: what it carries itself, or the accounts beside it at this moment.

    The journal is held still as long as `held`; `work` is beside where the accounts are copied to for a moment.
    """
    file = accounts_beside(reader.path)
    if file is None:
        return reader.carried()
    accounts = held.enter_context(one_moment(reader, file))
    partial = work.with_name(f"{work.name}.accounts.partial")
    try:
        empty(partial)
        copy_database(accounts, partial)
        if tidy is not None:
            with closing(connect(partial, apsw.SQLITE_OPEN_READWRITE, None)) as copy:
                tidy(copy, reader)
        content = partial.read_bytes()
    except OSError as bad:
        raise StoreUnfit(f"{work}: {bad.strerror}") from None
    except apsw.FullError as bad:
        raise StoreUnfit(f"{work}: {bad}") from None
    except apsw.Error as bad:
        raise StoreUnfit(f"{file}: {bad}", code=DAMAGED) from None
    finally:
        remove(partial)
    require_database(file, content)
    return {ACCOUNTS_FILE: content}


@contextmanager
def copied(reader: SqliteReader, target: Path, carried: Mapping[str, bytes]) -> Iterator[Head]:
    """Write a verified copy under its temporary name and give its head; whoever asked moves it in place, or not."""
    partial = partial_of(target)
    with told_of(target):
        try:
            empty(partial)
            reader.copy_to(partial)
            load(partial, carried)
            with closing(open_journal(partial)) as copy:
                require_whole(copy)
                head = copy.head()
            yield head
        finally:
            remove(partial)


@contextmanager
def written(accounts: Path | None, carried: Mapping[str, bytes]) -> Iterator[None]:
    """Write the accounts under their temporary name, their owner's alone; nothing where none are to be written."""
    if accounts is None:
        yield
        return
    partial = partial_of(accounts)
    with told_of(accounts):
        try:
            empty(partial)
            partial.write_bytes(carried[ACCOUNTS_FILE])
            yield
        finally:
            remove(partial)


@contextmanager
def told_of(target: Path) -> Iterator[None]:
    """What the system refuses is told of the file that was to be made."""
    try:
        yield
    except OSError as bad:
        raise StoreUnfit(f"{target}: {bad.strerror}") from None
    except apsw.Error as bad:
        raise StoreUnfit(f"{target}: {bad}") from None


def load(copy: Path, carried: Mapping[str, bytes]) -> None:
    """Put into a copy what it carries, and nothing else: of what it carried before, not a byte stays."""
    with closing(connect(copy, apsw.SQLITE_OPEN_READWRITE, None)) as db:
        db.pragma("secure_delete", 1)
        with db:
            for name, statement in CARRIED.items():
                db.execute(f"DROP TABLE IF EXISTS {name}")
                if carried:
                    db.execute(statement)
            for one in carried.items():
                db.execute("INSERT INTO carried VALUES (?, ?)", one)


def partial_of(target: Path) -> Path:
    """The temporary name of a file that is being made."""
    return target.with_name(target.name + ".partial")


def empty(partial: Path) -> None:
    """A new and empty file under a temporary name, its owner's alone."""
    remove(partial)
    os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def remove(partial: Path) -> None:
    """Remove a file of a temporary name and its companions."""
    for suffix in COMPANIONS:
        partial.with_name(partial.name + suffix).unlink(missing_ok=True)


def move(partial: Path, target: Path) -> None:
    """Make a file durable and give it its name."""
    flush(partial)
    partial.rename(target)
    flush(target.parent)


def require_whole(reader: SqliteReader) -> None:
    """Refuse a journal whose file, chain or ledger is damaged."""
    if faults := reader.faults():
        raise StoreUnfit(f"{reader.path}: {faults[0]}")
    if fault := overdraft_fault(reader.overdraft()):
        raise StoreUnfit(f"{reader.path}: {fault}", code=DAMAGED)
    try:
        verdicts = (check_chain(reader), check_ledger(reader))
    except StoreUnfit:
        raise
    except Exception as bad:
        # A row that is not as it was written may fail in any way.
        raise StoreUnfit(f"{reader.path}: a row cannot be read: {bad}", code=DAMAGED) from bad
    for verdict in verdicts:
        if verdict.fault:
            raise StoreUnfit(f"{reader.path}: {verdict.fault}")
    for name, content in reader.carried().items():
        require_database(f"{reader.path}: {name}", content)


def require_database(name: Path | str, content: bytes) -> None:
    """Refuse a database that is damaged; `name` says which it is."""
    with closing(apsw.Connection(":memory:")) as db:
        try:
            db.deserialize("main", content)
            found = db.execute("PRAGMA integrity_check(1)").fetchall()
        except apsw.Error as bad:
            raise StoreUnfit(f"{name}: {bad}", code=DAMAGED) from None
    if found != [("ok",)]:
        raise StoreUnfit(f"{name}: {found[0][0]}", code=DAMAGED)


def parts_of(target: Path) -> list[Path]:
    """What is there of a file and its companions: a log without its file would be replayed into a new one."""
    parts = (target.with_name(target.name + suffix) for suffix in COMPANIONS)
    return [part for part in parts if part.exists()]


def set_aside(*files: Path) -> None:
    """Rename files and their companions; a log left behind would be replayed into the restored file."""
    number = 1
    while any(parts_of(one.with_name(f"{one.name}.replaced-{number}")) for one in files):
        number += 1
    for target in files:
        for part in parts_of(target):
            suffix = part.name.removeprefix(target.name)
            part.rename(target.with_name(f"{target.name}.replaced-{number}{suffix}"))


def flush(path: Path) -> None:
    """Make a file's bytes, or a directory's names, durable."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
