"""`openfelt audit`, `backup` and `restore` as a user meets them."""

import json
import subprocess
import sys

import apsw
import pytest

from openfelt.cards import deck
from openfelt.journal import SqliteStore
from openfelt.service.commitments import Commitment
from openfelt.service.sealing import seal
from tests.contracts.journal_kit import entry, story

SEED = bytes(range(32))


def openfelt(*arguments):
    call = [sys.executable, "-c", "from openfelt.cli import main; main()", *map(str, arguments)]
    return subprocess.run(call, capture_output=True, text=True, check=False)


@pytest.fixture
def room(tmp_path):
    (tmp_path / "room").mkdir()
    store = SqliteStore(tmp_path / "room" / "journal.sqlite", journal="room")
    store.append_all(story(9))
    store.append(entry("deal", "hand", sealed=(seal(Commitment("hand#1", SEED, deck(52)), SEED, deck(52)),)))
    yield tmp_path / "room"
    store.close()


def test_audit_of_a_running_room_then_a_head_then_a_cut(room, tmp_path):
    first = openfelt("audit", room, "--write-head", tmp_path / "head.json", "--signing-key", tmp_path / "key.pem")
    assert first.returncode == 0, first.stderr
    assert first.stdout.splitlines() == [
        "file: ok: journal.sqlite, journal room",
        "chain: ok: 10 entries, 19 records, 5 streams",
        "ledger: ok: 6 accounts, 18 postings, sum 0",
        "shuffles: ok: 1 shuffles",
        "hands: ok: 0 hands at 0 tables",
    ]
    assert openfelt("audit", room, "--head", tmp_path / "head.json").returncode == 0
    copy = tmp_path / "copy.sqlite"
    assert openfelt("backup", room, copy).stdout == f"{copy}: 10 entries, 19 records, verified\n"
    db = apsw.Connection(str(copy))
    guards = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        db.execute(f"DROP TRIGGER {name}")
    for table, column in (("sealed", "entry"), ("records", "entry"), ("postings", "entry"), ("entries", "number")):
        db.execute(f"DELETE FROM {table} WHERE {column} > 9")
    for _, sql in guards:
        db.execute(sql)
    db.close()
    assert openfelt("audit", copy).returncode == 0
    cut = openfelt("audit", copy, "--head", tmp_path / "head.json", "--json")
    assert cut.returncode == 1
    assert json.loads(cut.stdout.splitlines()[-1])["fault"] == {
        "place": "entry 10", "what": "missing: the journal ends at entry 9, the head has 10"}  # fmt: skip
    other_key = openfelt("audit", room, "--head", tmp_path / "head.json", "--key", "00" * 32)
    assert (other_key.returncode, other_key.stdout.splitlines()[-1]) == (1, "head: FAULT: head: signed by another key")


def test_backup_and_restore_by_one_command_each(room, tmp_path):
    copy, new = tmp_path / "copy.sqlite", tmp_path / "new"
    new.mkdir()
    assert openfelt("backup", room, copy).returncode == 0
    done = openfelt("restore", copy, new)
    assert (done.returncode, done.stdout) == (0, f"{new}/journal.sqlite: 10 entries, 19 records, verified\n")
    assert openfelt("audit", new).returncode == 0
    assert openfelt("restore", copy, room).returncode == 2


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("audit", "nowhere"), "nowhere"),
        (("audit", "{room}", "--write-head", "x"), "go together"),
        (("audit", "{room}", "--head", "{room}/none.json"), "none.json: No such file"),
        (("audit", "{room}/journal.sqlite.lock"), "not"),
        (("backup", "{room}", "{room}/journal.sqlite"), "overwrites nothing"),
        (("backup", "{room}", "{room}/no/such/place"), "no/such/place"),
        (("restore", "{room}/journal.sqlite", "{room}", "--replace"), "another process writes"),
    ],
)
def test_a_users_mistake_is_one_line_and_code_2(room, arguments, why):
    done = openfelt(*(one.replace("{room}", str(room)) for one in arguments))
    assert done.returncode == 2
    assert why in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
