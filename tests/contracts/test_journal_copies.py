"""Backup of a running journal, restore to a stopped one: whole, balanced, verified."""

import errno
import threading

import apsw
import pytest

from openfelt.journal import Sealed, SqliteReader, SqliteStore, StoreUnfit, copies
from openfelt.journal.copies import backup, restore
from openfelt.journal.verify import check_chain, check_ledger
from tests.contracts.journal_kit import entry, moved, story


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


def fill(path, count=20):
    store = SqliteStore(path)
    store.append_all(story(count))
    head = store.head()
    store.close()
    return head


def test_backups_under_load_are_each_whole_and_balanced(path, tmp_path):
    store = SqliteStore(path)
    stop = threading.Event()

    def load():
        number = 0
        while not stop.is_set():
            store.append(entry(f"r{number}", expected=number, postings=moved(5, "issued", "purse/a")))
            number += 1

    writer = threading.Thread(target=load)
    writer.start()
    try:
        while store.head().entry < 20:
            pass
        heads = [backup(path, tmp_path / f"copy{i}.sqlite") for i in range(4)]
    finally:
        stop.set()
        writer.join()
    end = store.head()
    assert heads[0].entry < heads[-1].entry <= end.entry
    for i, head in enumerate(heads):
        copy = SqliteReader(tmp_path / f"copy{i}.sqlite")
        assert check_chain(copy).fault is None
        assert check_ledger(copy).fault is None
        assert copy.head() == head
        assert store.entries(head.entry - 1, 1)[0].hash == head.hash, "a copy must be a beginning of the original"
        copy.close()
    store.close()
    assert not [one for one in tmp_path.iterdir() if "partial" in one.name]


def test_a_restored_room_goes_on_where_the_backup_was_taken(path, tmp_path):
    store = SqliteStore(path)
    store.append_all(story(5))
    store.append(entry("deal", "hand", sealed=(Sealed("hand#1", "52", bytes(32), bytes(32)),)))
    head = backup(path, tmp_path / "copy.sqlite")
    store.append(entry("after the backup", "late"))
    store.close()
    assert restore(tmp_path / "copy.sqlite", path, replace=True) == head
    again = SqliteStore(path)
    assert again.head() == head
    assert again.sealed("hand#1").seed == bytes(32)
    assert again.receipt("after the backup") is None
    again.append(entry("after the restore", "late"))
    again.close()
    kept = SqliteReader(tmp_path / "journal.sqlite.replaced-1")
    assert kept.receipt("after the backup") is not None
    kept.close()


def test_a_log_left_by_the_replaced_journal_is_not_replayed_into_the_restored_one(path, tmp_path):
    fill(path)
    head = backup(path, tmp_path / "copy.sqlite")
    (tmp_path / "journal.sqlite-wal").write_bytes(b"left over")
    restore(tmp_path / "copy.sqlite", path, replace=True)
    assert (tmp_path / "journal.sqlite.replaced-1-wal").read_bytes() == b"left over"
    store = SqliteStore(path)
    assert store.head() == head
    store.close()


def test_a_log_without_its_journal_is_not_replayed_into_a_copy(path, tmp_path):
    """A whole log is replayed into whatever file has its name, whichever journal wrote it."""
    fill(path)
    head = backup(path, tmp_path / "copy.sqlite")
    (tmp_path / "other").mkdir()
    other = SqliteStore(tmp_path / "other" / "journal.sqlite")
    other.append(entry("elsewhere", "late"))
    log = (tmp_path / "other" / "journal.sqlite-wal").read_bytes()
    other.close()
    new = tmp_path / "new.sqlite"
    for making in (backup, restore):
        (tmp_path / "new.sqlite-wal").write_bytes(log)
        with pytest.raises(StoreUnfit, match=r"new\.sqlite-wal exists"):
            making(tmp_path / "copy.sqlite", new)
    assert restore(tmp_path / "copy.sqlite", new, replace=True) == head
    store = SqliteStore(new)
    assert store.head() == head
    store.close()


def test_a_restore_that_fails_leaves_what_was_there(path, tmp_path, monkeypatch):
    fill(path)
    backup(path, tmp_path / "copy.sqlite")
    store = SqliteStore(path)
    store.append(entry("since then", "late"))
    head = store.head()
    store.close()

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(copies, "load", full)
    with pytest.raises(StoreUnfit, match="No space left"):
        restore(tmp_path / "copy.sqlite", path, replace=True)
    store = SqliteStore(path)
    assert store.head() == head
    store.close()
    assert not [one.name for one in tmp_path.iterdir() if "replaced" in one.name or "partial" in one.name]


def test_nothing_is_overwritten_unasked(path, tmp_path):
    fill(path)
    backup(path, tmp_path / "copy.sqlite")
    with pytest.raises(StoreUnfit, match="exists; a backup overwrites nothing"):
        backup(path, tmp_path / "copy.sqlite")
    with pytest.raises(StoreUnfit, match="exists; --replace"):
        restore(tmp_path / "copy.sqlite", path)


def test_a_running_room_is_not_restored_over(path, tmp_path):
    fill(path)
    backup(path, tmp_path / "copy.sqlite")
    store = SqliteStore(path)
    with pytest.raises(StoreUnfit, match="another process writes"):
        restore(tmp_path / "copy.sqlite", path, replace=True)
    store.append(entry("still here", "late"))
    store.close()


def test_a_damaged_backup_is_refused_and_the_room_left_alone(path, tmp_path):
    head = fill(path)
    backup(path, tmp_path / "copy.sqlite")
    db = apsw.Connection(str(tmp_path / "copy.sqlite"))
    guard = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'records_no_update'").get
    db.execute("DROP TRIGGER records_no_update")
    db.execute("UPDATE records SET actor = 'someone else' WHERE position = 7")
    db.execute(guard)
    db.close()
    with pytest.raises(StoreUnfit, match=r"record 7 .*does not match its hash"):
        restore(tmp_path / "copy.sqlite", path, replace=True)
    store = SqliteStore(path)
    assert store.head() == head
    store.close()


def test_bytes_flipped_on_disk_are_found(path, tmp_path):
    fill(path, 200)
    backup(path, tmp_path / "copy.sqlite")
    image = bytearray((tmp_path / "copy.sqlite").read_bytes())
    at = image.rindex(b'{"act": 150}')
    image[at + 9] ^= 1
    (tmp_path / "copy.sqlite").write_bytes(image)
    with pytest.raises(StoreUnfit, match="stream 'shelf/0' version 51"):
        restore(tmp_path / "copy.sqlite", tmp_path / "new.sqlite")
    assert not (tmp_path / "new.sqlite").exists()
