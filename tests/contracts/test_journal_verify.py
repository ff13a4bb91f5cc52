"""A changed journal is found out, and the first bad row is named; a cut is found with a head kept elsewhere."""

import apsw
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from openfelt.cli.audit import check_file
from openfelt.errors import NotationError
from openfelt.journal import Head, MemoryStore, Sealed, SqliteReader, SqliteStore
from openfelt.journal.heads import is_genuine, read_head, sign, signing_key, write_head
from openfelt.journal.schema import STATEMENTS
from openfelt.journal.verify import check_chain, check_head, check_ledger
from tests.contracts.journal_kit import entry, story

KEY = Ed25519PrivateKey.generate()


@pytest.fixture
def journal(tmp_path):
    store = SqliteStore(tmp_path / "journal.sqlite")
    store.append_all(story(30))
    store.append(entry("sealed", "hand", sealed=(Sealed("hand#1", "52", bytes(range(32)), bytes(32)),)))
    store.close()
    return tmp_path / "journal.sqlite"


def tamper(path, *statements):
    """Change the file as someone with all rights on it would: guards off, change, guards on again."""
    db = apsw.Connection(str(path))
    guards = {name: sql for name, sql in STATEMENTS.items() if sql.startswith("CREATE TRIGGER")}
    for name in guards:
        db.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        db.execute(statement)
    for sql in guards.values():
        db.execute(sql)
    db.close()


def fault(path, check=check_chain):
    reader = SqliteReader(path)
    try:
        return check(reader).fault
    finally:
        reader.close()


def test_an_untouched_journal_passes(journal):
    assert fault(journal) is None
    assert fault(journal, check_ledger) is None


# Records 1 and 2 are entry 1, and so on: record 21 is entry 11's table record, record 22 its room record.
@pytest.mark.parametrize(
    ("change", "place"),
    [
        ("UPDATE records SET payload = CAST('{\"act\": 99}' AS BLOB) WHERE position = 21",
         "record 21 (Acted, stream 'shelf/1' version 4)"),
        ("UPDATE records SET name = 'Folded' WHERE position = 21", "record 21 (Folded, stream 'shelf/1' version 4)"),
        ("UPDATE records SET actor = 'seat 2' WHERE position = 21", "record 21 "),
        ("UPDATE records SET time_ms = time_ms + 1 WHERE position = 21", "record 21 "),
        ("UPDATE records SET cites = '[]' WHERE position = 21", "record 21 "),
        ("UPDATE records SET schema = 2 WHERE position = 21", "record 21 "),
        ("UPDATE records SET hash = zeroblob(32) WHERE position = 21", "record 21 "),
        ("UPDATE records SET entry = 12 WHERE position = 21", "record 21 "),
        ("UPDATE entries SET answer = x'00' WHERE number = 11", "entry 11"),
        ("UPDATE entries SET request = 'other' WHERE number = 11", "entry 11"),
        ("UPDATE postings SET amount = amount * 2 WHERE entry = 11", "entry 11"),
        ("UPDATE postings SET account = 'purse/me' WHERE entry = 11 AND line = 2", "entry 11"),
        ("UPDATE postings SET reason = 'gift' WHERE entry = 11 AND line = 2", "entry 11"),
        ("UPDATE postings SET line = 3 WHERE entry = 11 AND line = 2", "entry 11"),
        ("UPDATE postings SET line = 0 WHERE entry = 11 AND line = 1", "entry 11"),
        ("DELETE FROM postings WHERE entry = 11", "entry 11"),
        ("DELETE FROM records WHERE position = 21", "record 21"),
        ("DELETE FROM entries WHERE number = 11", "entry 11"),
        ("UPDATE sealed SET seed = zeroblob(32)", "entry 31"),
        ("UPDATE sealed SET root = randomblob(32)", "entry 31"),
        ("DELETE FROM sealed", "entry 31"),
        ("DELETE FROM orders WHERE entry = 12", "entry 12 (stream 'room', 'shelf/2')"),
        ("UPDATE orders SET payload = CAST('{}' AS BLOB) WHERE entry = 12", "entry 12 (stream 'room', 'shelf/2')"),
        ("UPDATE orders SET rules = 'engine 2' WHERE entry = 12", "entry 12 (stream"),
        ("UPDATE orders SET stream = 'room' WHERE entry = 12", "entry 12 (stream"),
        ("UPDATE orders SET entry = 11 WHERE entry = 12", "entry 11 (stream"),
        ("INSERT INTO orders VALUES (11, 'shelf/1', 'engine 1', CAST('{}' AS BLOB))", "entry 11 (stream"),
        ("INSERT INTO orders VALUES (99, 'shelf/1', 'engine 1', CAST('{}' AS BLOB))",
         "order of entry 99 (stream 'shelf/1')"),
    ],
)  # fmt: skip
def test_a_change_is_found_at_the_first_bad_row(journal, change, place):
    tamper(journal, change)
    found = fault(journal)
    assert found is not None
    assert found.place.startswith(place.strip()), found


@pytest.mark.parametrize(
    "change", ["DELETE FROM facts WHERE name = 'created'", "UPDATE facts SET value = 'no' WHERE name = 'created'"]
)
def test_a_file_that_does_not_say_that_it_is_made_is_found(journal, change):
    """Until that is said, kinds of accounts can be added that may stand below zero."""
    assert fault(journal, check_file) is None
    tamper(journal, change)
    assert "'created' is gone" in str(fault(journal, check_file))


def test_two_records_swapped_are_found(journal):
    tamper(journal,
           "UPDATE records SET position = -1 WHERE position = 21",
           "UPDATE records SET position = 21 WHERE position = 27",
           "UPDATE records SET position = 27 WHERE position = -1")  # fmt: skip
    assert fault(journal).place.startswith("record 21 ")


def test_two_payloads_swapped_are_found(journal):
    tamper(journal,
           "CREATE TEMP TABLE two AS SELECT position, payload FROM records WHERE position IN (21, 27)",
           "UPDATE records SET payload = (SELECT payload FROM two WHERE position = 48 - records.position)"
           " WHERE position IN (21, 27)")  # fmt: skip
    assert fault(journal).place.startswith("record 21 ")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ("UPDATE postings SET amount = amount + 1 WHERE entry = 11 AND line = 2", "entry 11 line 2"),
        ("UPDATE postings SET balance = balance + 1 WHERE entry = 11 AND line = 2", "entry 11 line 2"),
        ("DELETE FROM postings WHERE entry = 11 AND line = 2", "entry 11"),
        ("INSERT INTO postings VALUES (99, 1, 'purse/me', 1, 500, 500, 'gift', '[]')", "entry 99"),
    ],
)
def test_money_that_does_not_add_up_is_found_by_the_ledger_check(journal, change, place):
    tamper(journal, "PRAGMA foreign_keys = 0", change)
    assert fault(journal, check_ledger).place.startswith(place)


CUT = (
    "DELETE FROM sealed", "DELETE FROM postings WHERE entry > 20", "DELETE FROM orders WHERE entry > 20",
    "DELETE FROM records WHERE entry > 20",
    "DELETE FROM entries WHERE number > 20",
)  # fmt: skip


def test_a_cut_is_found_against_a_signed_head_only(journal):
    reader = SqliteReader(journal)
    signed = sign(reader.head(), KEY, time_ms=1)
    assert check_head(reader, signed).fault is None
    reader.close()
    tamper(journal, *CUT)
    assert fault(journal) is None, "a cut leaves a journal that is whole in itself"
    found = fault(journal, lambda reader: check_head(reader, signed))
    assert (found.place, found.what) == ("entry 21", "missing: the journal ends at entry 20, the head has 31")


def test_a_journal_rewritten_from_the_start_is_found_against_a_signed_head():
    true, forged = MemoryStore("room"), MemoryStore("room")
    true.append_all(story(5))
    signed = sign(true.head(), KEY, time_ms=1)
    forged.append_all([entry("request 0"), *story(6)[2:3]])
    forged.append_all([entry(f"f{i}", f"s{i}") for i in range(9)])
    assert check_chain(forged).fault is None
    assert "rewritten" in check_head(forged, signed).fault.what
    true.append_all(story(9))
    assert check_head(true, signed).fault is None, "a journal may grow after its head was signed"
    assert check_head(true, sign(MemoryStore("room").head(), KEY, time_ms=1)).fault is None


def test_a_head_of_another_journal_or_key_or_with_a_changed_field_is_refused(tmp_path):
    store = MemoryStore("room")
    store.append_all(story(3))
    signed = sign(store.head(), KEY, time_ms=5)
    other = MemoryStore("other")
    assert "belongs to journal room" in check_head(other, signed).fault.what
    assert "another key" in check_head(store, signed, key="00" * 32).fault.what
    for change in ({"entry": 2}, {"position": 5}, {"hash": "00" * 32}, {"time_ms": 6}, {"journal": "x"},
                   {"signature": "00" * 64}, {"key": "00" * 32}, {"signature": "zz"}):  # fmt: skip
        assert not is_genuine(msgspec.structs.replace(signed, **change)), change
    write_head(tmp_path / "head.json", signed)
    assert read_head(tmp_path / "head.json") == signed
    (tmp_path / "head.json").write_text('{"entry": 1}')
    with pytest.raises(NotationError, match=r"head.json: not a signed head"):
        read_head(tmp_path / "head.json")


def test_a_signing_key_is_made_once_and_kept_private(tmp_path):
    first = signing_key(tmp_path / "key.pem")
    again = signing_key(tmp_path / "key.pem")
    assert first.private_bytes_raw() == again.private_bytes_raw()
    assert (tmp_path / "key.pem").stat().st_mode & 0o777 == 0o600
    (tmp_path / "key.pem").write_text("nonsense")
    with pytest.raises(NotationError, match="not a signing key"):
        signing_key(tmp_path / "key.pem")


def test_the_empty_journal_has_a_head(tmp_path):
    store = SqliteStore(tmp_path / "j.sqlite", journal="room")
    assert store.head() == MemoryStore("room").head() == Head("room", 0, 0, store.head().hash)
    store.close()
