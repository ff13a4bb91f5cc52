"""The SQLite store: what it asserts before it starts, and what the database itself refuses."""

import stat
import subprocess
import sys

import apsw
import pytest

from openfelt.journal import Sealed, SqliteReader, SqliteStore, StoreUnfit
from openfelt.journal.opening import SETTINGS
from openfelt.journal.schema import SCHEMA_VERSION
from tests.contracts.journal_kit import entry, moved, story

HASH = bytes(32)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


@pytest.fixture
def raw(path):
    """The server's own rights on the file: a connection that may write, with three entries stored."""
    store = SqliteStore(path)
    store.append_all(story(3))
    store.append(entry("sealed", "hand", sealed=(Sealed("hand#1", "52", bytes(32), HASH),)))
    store.save_snapshot("room", 1, 1, b"state")
    yield store._writes
    store.close()


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_setting_that_does_not_hold_refuses_the_start(path, monkeypatch, setting):
    wrong = {"journal_mode": "delete", "synchronous": "normal"}.get(setting)
    if wrong is None:
        wrong = 1 - SETTINGS[setting][0]
    monkeypatch.setitem(SETTINGS, setting, (wrong, SETTINGS[setting][1]))
    with pytest.raises(StoreUnfit, match=f"{setting} is .*, must be {SETTINGS[setting][1]}"):
        SqliteStore(path)
    monkeypatch.undo()
    SqliteStore(path).close()


@pytest.mark.parametrize(("version", "fit"), [("3.40.1", False), ("3.51.2", False), ("3.51.3", True), ("3.60.0", True)])
def test_the_library_must_be_new_enough(path, monkeypatch, version, fit):
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: version)
    if fit:
        SqliteStore(path).close()
    else:
        with pytest.raises(StoreUnfit, match=f"SQLite {version} is too old"):
            SqliteStore(path)


def test_a_second_writer_is_refused_in_this_process_and_in_another(path):
    store = SqliteStore(path)
    with pytest.raises(StoreUnfit, match="another process writes"):
        SqliteStore(path)
    code = "import sys; from openfelt.journal import SqliteStore; SqliteStore(sys.argv[1])"
    other = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert "another process writes" in other.stderr
    store.append(entry("a"))
    store.close()
    SqliteStore(path).close()


def test_a_reader_beside_the_writer_sees_only_what_is_committed_and_cannot_write(path):
    store = SqliteStore(path)
    store.append(entry("a"))
    reader = SqliteReader(path)
    store._writes.execute("BEGIN IMMEDIATE")
    store._file(entry("b", expected=1))
    assert reader.head().entry == 1
    assert store.head().entry == 1, "the writer's own reads must not see an unflushed entry"
    store._writes.execute("COMMIT")
    assert reader.head().entry == 2
    with pytest.raises(apsw.ReadOnlyError):
        reader._reads.execute("DELETE FROM snapshots")
    reader.close()
    store.close()


def test_the_files_are_the_owners_alone(path):
    store = SqliteStore(path)
    store.append(entry("a"))
    for one in path.parent.iterdir():
        assert stat.S_IMODE(one.stat().st_mode) == 0o600, one
    store.close()


@pytest.mark.parametrize("content", [b"", b"not a database at all, but long enough to look at" * 9])
def test_a_strange_file_is_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(StoreUnfit, match="not"):
        SqliteReader(path)
    if content:
        with pytest.raises(StoreUnfit):
            SqliteStore(path)


def test_another_programs_database_is_refused_and_left_alone(path):
    theirs = apsw.Connection(str(path))
    theirs.execute("CREATE TABLE theirs (x)")
    theirs.close()
    with pytest.raises(StoreUnfit, match="not an openfelt journal"):
        SqliteStore(path)


def test_a_journal_of_a_newer_program_is_refused_and_left_alone(path):
    SqliteStore(path).close()
    raw = apsw.Connection(str(path))
    raw.pragma("user_version", SCHEMA_VERSION + 1)
    raw.close()
    before = path.read_bytes()
    for opening in (SqliteStore, SqliteReader):
        with pytest.raises(StoreUnfit, match=f"schema version {SCHEMA_VERSION + 1}; this program reads 1 and 2"):
            opening(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("guard", ["records_no_update", "entries_closed_in_order"])
def test_a_journal_without_its_guards_is_refused(path, guard):
    SqliteStore(path).close()
    db = apsw.Connection(str(path))
    db.execute(f"DROP TRIGGER {guard}")
    db.close()
    with pytest.raises(StoreUnfit, match=f"{guard} is missing"):
        SqliteStore(path)


def test_other_accounts_below_zero_than_the_journal_was_made_with_are_refused(path):
    SqliteStore(path).close()
    with pytest.raises(StoreUnfit, match="accounts below zero are"):
        SqliteStore(path, overdraft=("issued", "house"))


@pytest.mark.parametrize("table", ["facts", "overdraft", "entries", "records", "postings", "sealed", "orders"])
def test_history_cannot_be_updated_or_deleted(raw, table):
    column = raw.execute(f"SELECT name FROM pragma_table_info('{table}') LIMIT 1").get
    before = raw.execute(f"SELECT * FROM {table}").fetchall()
    assert before
    for change in (f"UPDATE {table} SET {column} = {column}", f"DELETE FROM {table}"):
        with pytest.raises(apsw.ConstraintError, match="append-only"):
            raw.execute(change)
    assert raw.execute(f"SELECT * FROM {table}").fetchall() == before


@pytest.mark.parametrize("recursive", [0, 1])
@pytest.mark.parametrize("table", ["facts", "overdraft", "entries", "records", "postings", "sealed", "orders"])
def test_history_cannot_be_replaced_by_inserting_over_it(raw, table, recursive):
    raw.pragma("recursive_triggers", recursive)
    row = raw.execute(f"SELECT * FROM {table} LIMIT 1").fetchall()[0]
    with pytest.raises(apsw.ConstraintError):
        raw.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def insert_entry(raw, number=5, first=8, last=8):
    raw.execute("INSERT INTO entries VALUES (?, 'raw', x'7b7d', ?, ?, x'', ?)", (number, first, last, HASH))


def insert_record(raw, position=8, number=5, version=1):
    raw.execute(
        "INSERT INTO records VALUES (?, ?, 'raw', ?, 'Raw', 1, x'7b7d', '[]', '', 0, ?)",
        (position, number, version, HASH),
    )


def insert_line(raw, account, amount, balance, *, line=1, seq=1, number=5):
    raw.execute(
        "INSERT INTO postings VALUES (?, ?, ?, ?, ?, ?, 'raw', '[]')", (number, line, account, seq, amount, balance)
    )


def insert_order(raw, number=5):
    raw.execute("INSERT INTO orders VALUES (?, 'raw', 'engine 1', x'7b7d')", (number,))


def test_the_database_takes_a_sound_entry(raw):
    with raw:
        insert_record(raw)
        insert_order(raw)
        insert_line(raw, "purse/9", 5, 5)
        insert_line(raw, "issued", -5, -308, line=2, seq=4)
        insert_entry(raw)
    assert raw.execute("SELECT max(number) FROM entries").get == 5


def in_one_transaction(raw, steps):
    with raw:
        for step in steps:
            step()


def refused(raw, why, *steps):
    with pytest.raises(apsw.ConstraintError, match=why):
        in_one_transaction(raw, steps)
    assert raw.execute("SELECT max(number) FROM entries").get == 4


def test_the_database_refuses_chips_from_nowhere(raw):
    refused(
        raw,
        "sum to zero",
        lambda: insert_record(raw),
        lambda: insert_line(raw, "purse/9", 5, 5),
        lambda: insert_entry(raw),
    )


def test_the_database_refuses_an_overdrawn_account(raw):
    refused(raw, "overdrawn", lambda: insert_record(raw), lambda: insert_line(raw, "purse/9", -5, -5),
            lambda: insert_line(raw, "pot/9", 5, 5, line=2), lambda: insert_entry(raw))  # fmt: skip


def test_the_database_refuses_a_wrong_balance(raw):
    refused(raw, "account line out of order", lambda: insert_line(raw, "purse/9", 5, 6))
    refused(raw, "account line out of order", lambda: insert_line(raw, "issued", -5, -5))
    refused(raw, "account line out of order", lambda: insert_line(raw, "issued", -5, -308, seq=5))


def test_the_database_refuses_records_and_postings_without_an_entry(raw):
    refused(raw, "FOREIGN KEY", lambda: insert_record(raw))
    refused(raw, "FOREIGN KEY", lambda: insert_line(raw, "purse/9", 5, 5))
    refused(raw, "FOREIGN KEY", lambda: insert_order(raw))


def test_the_database_refuses_adding_to_a_closed_entry(raw):
    refused(raw, "entry is closed", lambda: insert_record(raw, number=4))
    refused(raw, "entry is closed", lambda: insert_line(raw, "purse/9", 5, 5, number=4))
    refused(raw, "entry is closed", lambda: insert_order(raw, number=4))


def test_the_database_refuses_a_second_order_for_one_stream(raw):
    refused(raw, "UNIQUE", lambda: insert_order(raw), lambda: insert_order(raw))


def test_the_database_refuses_gaps(raw):
    refused(raw, "position out of order", lambda: insert_record(raw, position=9))
    refused(raw, "version out of order", lambda: insert_record(raw, version=2))
    refused(raw, "entry out of order", lambda: insert_entry(raw, number=6))
    refused(raw, "records missing", lambda: insert_entry(raw))
    refused(raw, "line out of order", lambda: insert_line(raw, "purse/9", 5, 5, line=2))


def test_a_damaged_snapshot_is_ignored(path):
    store = SqliteStore(path)
    store.append_all(story(3))
    store.save_snapshot("room", 2, 1, b"state")
    store._writes.execute("UPDATE snapshots SET payload = x'00'")
    assert store.snapshot("room", 1) is None
    store.save_snapshot("room", 2, 1, b"state")
    store._writes.execute("UPDATE snapshots SET version = 3")
    assert store.snapshot("room", 1) is None
    with pytest.raises(StoreUnfit, match="has no version 9"):
        store.save_snapshot("room", 9, 1, b"state")
    store.close()


def test_requests_are_remembered_after_a_restart(path):
    for _ in range(3):
        store = SqliteStore(path)
        receipt = store.append(entry("once", answer=b"1", postings=moved(5, "issued", "purse/a")))
        assert (receipt.entry, receipt.answer, store.balance("purse/a")) == (1, b"1", 5)
        store.close()
