"""A journal of an earlier release: read as it is, brought to today's tables when it is opened to be written."""

import lzma
from pathlib import Path

import apsw
import pytest

from openfelt.journal import SqliteReader, SqliteStore, StoreUnfit, schema
from openfelt.journal.copies import backup, restore
from openfelt.journal.verify import check_chain, check_ledger
from tests.contracts.journal_kit import entry

OLD = Path(__file__).parents[1] / "journals" / "0.1.0" / "live" / "journal.sqlite.xz"


@pytest.fixture
def path(tmp_path):
    """A journal that openfelt 0.1.0 wrote."""
    file = tmp_path / "journal.sqlite"
    file.write_bytes(lzma.decompress(OLD.read_bytes()))
    return file


def version(path):
    db = apsw.Connection(str(path))
    try:
        return db.pragma("user_version")
    finally:
        db.close()


def require_sound(journal):
    assert check_chain(journal).fault is None
    assert check_ledger(journal).fault is None


def test_a_reader_takes_it_as_it_is(path):
    before = path.read_bytes()
    reader = SqliteReader(path)
    assert (reader.orders(1, 10**9), reader.upgrades()) == ([], {})
    require_sound(reader)
    reader.close()
    assert path.read_bytes() == before
    assert version(path) == 1


def test_where_nothing_can_be_written_it_is_read_too(path):
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        reader = SqliteReader(path)
        require_sound(reader)
        reader.close()
    finally:
        path.parent.chmod(0o700)


def test_opened_for_writing_it_is_brought_to_todays_tables_once_and_that_is_on_record(path):
    reader = SqliteReader(path)
    head, rows = reader.head(), reader.records(0, 10**6)
    for _ in range(2):
        store = SqliteStore(path)
        assert store.upgrades() == {2: head.entry}
        assert store.records(0, 10**6)[: len(rows)] == rows
        store.append(entry(f"new {store.head().entry}", "new", store.version("new"), order=b"{}", rules="engine 1"))
        require_sound(store)
        store.close()
    assert version(path) == 2
    assert [one.entry for one in reader.orders(1, 10**9)] == [head.entry + 1, head.entry + 2], "read all the while"
    require_sound(reader)
    reader.close()


def test_a_new_journal_was_never_upgraded(tmp_path):
    store = SqliteStore(tmp_path / "new.sqlite")
    assert store.upgrades() == {}
    store.close()


def test_an_upgrade_that_fails_leaves_it_as_it_was(path, monkeypatch):
    monkeypatch.setitem(schema.STATEMENTS, "orders_no_delete", "CREATE TRIGGER orders_no_delete nonsense")
    with pytest.raises(StoreUnfit, match="nonsense"):
        SqliteStore(path)
    monkeypatch.undo()
    assert version(path) == 1
    reader = SqliteReader(path)
    require_sound(reader)
    reader.close()
    SqliteStore(path).close()
    assert version(path) == 2


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("DROP TRIGGER records_no_update", "records_no_update is missing"),
        (schema.STATEMENTS["orders"], "orders does not belong in a journal"),
        ("PRAGMA user_version = 2", "orders is missing"),
    ],
)
def test_an_altered_one_is_refused_and_left_alone(path, change, why):
    db = apsw.Connection(str(path))
    db.execute(change)
    db.close()
    for opening in (SqliteStore, SqliteReader):
        with pytest.raises(StoreUnfit, match=why):
            opening(path)
    db = apsw.Connection(str(path))
    assert not db.execute("SELECT 1 FROM facts WHERE name LIKE 'upgraded%'").fetchall()
    db.close()


def test_its_backup_is_of_the_same_version_and_what_is_restored_is_brought_to_todays(path, tmp_path):
    head = backup(path, tmp_path / "copy.sqlite")
    assert version(tmp_path / "copy.sqlite") == 1
    assert restore(tmp_path / "copy.sqlite", tmp_path / "again.sqlite") == head
    store = SqliteStore(tmp_path / "again.sqlite")
    assert (store.head(), store.upgrades()) == (head, {2: head.entry})
    store.close()


def test_a_backup_is_not_brought_to_todays_tables(path, tmp_path):
    """It is written to by nobody."""
    (tmp_path / "accounts.sqlite").write_bytes(lzma.decompress(OLD.with_name("accounts.sqlite.xz").read_bytes()))
    backup(path, tmp_path / "copy.sqlite")
    with pytest.raises(StoreUnfit, match="is a backup"):
        SqliteStore(tmp_path / "copy.sqlite")
    assert version(tmp_path / "copy.sqlite") == 1


def test_a_backup_holds_the_orders(path, tmp_path):
    store = SqliteStore(path)
    store.append(entry("new", "new", order=b'{"order": 1}', rules="engine 1"))
    backup(path, tmp_path / "copy.sqlite")
    copy = SqliteReader(tmp_path / "copy.sqlite")
    assert copy.orders(1, 10**9) == store.orders(1, 10**9) != []
    copy.close()
    store.close()
