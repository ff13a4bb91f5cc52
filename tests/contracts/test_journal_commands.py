"""`openfelt audit`, `backup` and `restore` as a user meets them."""

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import apsw
import pytest

from openfelt.cards import deck
from openfelt.cli import main
from openfelt.journal import SqliteStore
from openfelt.service.deck.commitments import Commitment
from openfelt.service.deck.sealing import seal
from tests.contracts.journal_kit import entry, story

SEED = bytes(range(32))


def openfelt(*arguments):
    call = [sys.executable, "-c", "from openfelt.cli import main; main()", *map(str, arguments)]
    return subprocess.run(call, capture_output=True, text=True, check=False)


def here(*arguments):
    """The same in this process, which is quicker."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as done:
        main(list(map(str, arguments)))
    return subprocess.CompletedProcess(arguments, done.value.code, out.getvalue(), err.getvalue())


@pytest.fixture
def room(tmp_path):
    (tmp_path / "room").mkdir()
    store = SqliteStore(tmp_path / "room" / "journal.sqlite", journal="room")
    store.append_all(story(9))
    store.append(entry("deal", "hand", sealed=(seal(Commitment("hand#1", SEED, deck(52)), SEED, deck(52)),)))
    yield tmp_path / "room"
    store.close()


@pytest.mark.slow
def test_audit_of_a_running_room_then_a_head_then_a_cut(room, tmp_path):
    first = openfelt("audit", room, "--write-head", tmp_path / "head.json", "--signing-key", tmp_path / "key.pem")
    assert first.returncode == 0, first.stderr
    assert first.stdout.splitlines() == [
        "file: ok: journal.sqlite, journal room",
        "chain: ok: 10 entries, 19 records, 5 streams",
        "ledger: ok: 6 accounts, 18 postings, sum 0",
        "shuffles: ok: 1 shuffles",
        "hands: ok: 0 hands at 0 tables, 0 entries not decided again",
        "room: ok: 9 entries of the room itself, 9 not decided again",
        "tournaments: ok: 0 entries of 0 tournaments, 0 not decided again",
        "jackpots: ok: 0 entries of 0 jackpots, 0 not decided again",
        "lists: ok: 0 entries of lists",
        "promotions: ok: 0 entries of 0 promotions, 0 not decided again",
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
    own_key = json.loads((tmp_path / "head.json").read_text())["key"].upper()
    assert openfelt("audit", room, "--head", tmp_path / "head.json", "--key", own_key).returncode == 0


def test_no_head_of_a_broken_chain_is_signed(room, tmp_path):
    copy = damaged(room, tmp_path, drop("UPDATE records SET payload = x'7b7d' WHERE position = 3"))
    for only in ((), ("--only", "ledger")):
        done = here("audit", copy, *only, "--write-head", tmp_path / "h.json", "--signing-key", tmp_path / "k.pem")
        assert done.returncode == (2 if only else 1)
    assert not (tmp_path / "h.json").exists()
    assert not (tmp_path / "k.pem").exists()


def drop(change):
    """A change to a journal whose guards were taken away for it and put back."""

    def do(path):
        db = apsw.Connection(str(path))
        guards = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        db.execute(change)
        for _, sql in guards:
            db.execute(sql)
        db.close()

    return do


def without_a_guard(path):
    db = apsw.Connection(str(path))
    db.execute("DROP TRIGGER records_in_order")
    db.close()


def cut(to):
    return lambda path: path.write_bytes(path.read_bytes()[:to])


def other(old, new):
    """The same journal with other bytes in the place of some."""
    assert len(old) == len(new)

    def do(path):
        before = path.read_bytes()
        assert old in before
        path.write_bytes(before.replace(old, new))

    return do


def damaged(room, tmp_path, change):
    copy = tmp_path / "damaged.sqlite"
    assert here("backup", room, copy).returncode == 0
    change(copy)
    return copy


DAMAGE = {
    "a guard is missing": (without_a_guard, "records_in_order is missing"),
    "cut in half": (cut(40_000), "malformed"),
    "cut in the header": (cut(100), ""),
    "a guard that is no text": (other(b"'position out of order'", b"'posi\xff\xffon out of order'"), "utf-8"),
    "a row that is no text": (other(b"Seen", b"\xff\xff\xff\xff"), "utf-8"),
    "a row that is no list": (other(b'["nsw-poker 12.4"]', b'["nsw-poker 12.4"?'), "JSON"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_journal_is_a_fault_told_as_any_other(room, tmp_path, kind):
    change, why = DAMAGE[kind]
    copy = damaged(room, tmp_path, change)
    as_text, as_json = here("audit", copy), here("audit", copy, "--json")
    assert (as_text.returncode, as_json.returncode) == (1, 1)
    assert as_text.stderr == as_json.stderr == ""
    told = [json.loads(line) for line in as_json.stdout.splitlines()]
    checks = ["file", "chain", "ledger", "shuffles", "hands", "room", "tournaments", "jackpots", "lists"]
    checks.append("promotions")
    assert [one["check"] for one in told] == checks
    assert [line.split(":")[0] for line in as_text.stdout.splitlines()] == [one["check"] for one in told]
    faults = [one["fault"]["what"] for one in told if not one["ok"]]
    assert any(why in what for what in faults)
    for refused in (here("backup", copy, tmp_path / "again"), here("restore", copy, tmp_path / "again")):
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize("change", ["UPDATE overdraft SET kind = 'purse'", "INSERT INTO overdraft VALUES ('purse')"])
def test_other_accounts_below_zero_are_a_fault(room, tmp_path, change):
    copy = damaged(room, tmp_path, drop(change))
    done = here("audit", copy)
    assert done.returncode == 1
    assert "ledger: FAULT: overdraft: " in done.stdout
    assert "purse may stand below zero; issued is due" in done.stdout
    assert here("backup", copy, tmp_path / "again").returncode == 2


NO_ROWS = {
    "record 2": "UPDATE records SET cites = '[' WHERE position = 2",
    "record 3": "UPDATE records SET actor = CAST(x'ff' AS TEXT) WHERE position = 3",
    "entry 4": "UPDATE entries SET request = CAST(x'ff' AS TEXT) WHERE number = 4",
    "posting 5 line 2": "UPDATE postings SET cites = '7' WHERE entry = 5 AND line = 2",
    "posting 6 line 1": "UPDATE postings SET account = CAST(x'ff' AS TEXT) WHERE entry = 6 AND line = 1",
    "sealed seed 10": "UPDATE sealed SET deck = CAST(x'ff' AS TEXT)",
}


@pytest.mark.parametrize("row", NO_ROWS)
def test_a_row_that_cannot_be_read_is_named(room, tmp_path, row):
    copy = damaged(room, tmp_path, drop(NO_ROWS[row]))
    told = [json.loads(line) for line in here("audit", copy, "--json").stdout.splitlines()]
    chain = next(one["fault"] for one in told if one["check"] == "chain")
    assert chain["place"] == row
    assert f"{row} cannot be read: " in chain["what"]
    refused = here("backup", copy, tmp_path / "again")
    assert refused.returncode == 2
    assert f"{row} cannot be read" in refused.stderr


@pytest.mark.parametrize("log", [False, True], ids=["closed", "killed"])
def test_a_journal_is_audited_where_nothing_can_be_written(room, log):
    """As on a file system mounted read-only: the index of the log cannot be made. A log that is left is read too."""
    with tempfile.TemporaryDirectory() as folder:  # one that others may enter
        still = Path(folder)
        if log:
            for end in ("", "-wal"):
                shutil.copyfile(room / f"journal.sqlite{end}", still / f"journal.sqlite{end}")
        else:
            assert here("backup", room, still / "journal.sqlite").returncode == 0
            with contextlib.closing(apsw.Connection(str(still / "journal.sqlite"))) as db:
                assert db.pragma("journal_mode", "wal") == "wal"
        for one in still.iterdir():
            one.chmod(0o444)
        still.chmod(0o555)
        before = sorted(still.iterdir())
        assert here("audit", room).returncode == 0  # what it imports is imported
        with as_nobody():
            done = here("audit", still)
        assert (done.returncode, done.stderr) == (0, "")
        assert "chain: ok: 10 entries, 19 records" in done.stdout
        assert sorted(still.iterdir()) == before
        still.chmod(0o755)


@contextlib.contextmanager
def as_nobody():
    """Without the powers of the superuser, who may write everywhere."""
    if os.geteuid():
        yield
        return
    os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("change", [cut(0), cut(20), other(b"SQLite format 3", b"SQLite format 4")])
def test_what_is_no_journal_at_all_is_a_mistake(room, tmp_path, change):
    done = here("audit", damaged(room, tmp_path, change), "--json")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("new", "new/journal.sqlite"),
        ("new/", "new/journal.sqlite"),
        ("new.sqlite/", "new.sqlite/journal.sqlite"),
        ("deep/new", "deep/new/journal.sqlite"),
        ("new.sqlite", "new.sqlite"),
    ],
)
def test_restore_to_what_is_not_there_makes_a_data_directory_unless_it_is_named_as_a_file(room, tmp_path, name, made):
    copy = tmp_path / "copy.sqlite"
    assert here("backup", room, copy).returncode == 0
    done = here("restore", copy, f"{tmp_path}/{name}")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path}/{made}: 10 entries, 19 records, verified\n")
    assert (tmp_path / made).is_file()
    if made.endswith("/journal.sqlite"):
        assert (tmp_path / made).parent.stat().st_mode & 0o777 == 0o700
    assert here("audit", tmp_path / name).returncode == 0


def test_backup_and_restore_by_one_command_each(room, tmp_path):
    copy, new = tmp_path / "copy.sqlite", tmp_path / "new"
    new.mkdir()
    assert here("backup", room, copy).returncode == 0
    done = here("restore", copy, new)
    assert (done.returncode, done.stdout) == (0, f"{new}/journal.sqlite: 10 entries, 19 records, verified\n")
    assert here("audit", new).returncode == 0
    assert here("restore", copy, room).returncode == 2


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("audit", "nowhere"), "nowhere"),
        (("audit", "{room}", "--write-head", "x"), "go together"),
        (("audit", "{room}", "--head", "{room}/none.json"), "none.json: No such file"),
        (("audit", "{room}", "--only", "ledger", "--write-head", "x", "--signing-key", "y"), "after every check"),
        (("audit", "{room}", "--key", "00" * 32), "--key needs --head"),
        (("audit", "{room}", "--key", ""), "'' is not a public key; allowed: 64 hexadecimal digits"),
        (("audit", "{room}", "--head", "x", "--key", "00" * 31), "allowed: 64 hexadecimal digits"),
        (("audit", "{room}", "--head", "x", "--key", "0g" * 32), "allowed: 64 hexadecimal digits"),
        (("audit", "{room}/journal.sqlite.lock"), "not"),
        (("audit", "{room}/.."), "no such journal"),
        (("backup", "{room}", "{room}/journal.sqlite"), "overwrites nothing"),
        (("backup", "{room}", "{room}/no/such/place"), "no/such/place"),
        (("backup", "{room}", ""), "an empty name for TARGET; allowed: that of a file"),
        (("audit", "{room}", "--head", ""), "an empty name for --head"),
        (("day", "{room}", "2026-11-18", "--signing-key", "k", "--out", ""), "an empty name for --out"),
        (("restore", "{room}/journal.sqlite", "{room}", "--replace"), "another process writes"),
        (("restore", "{room}/journal.sqlite", "{room}/journal.sqlite/"), "is a file, not a data directory"),
        (("restore", "{room}/journal.sqlite", "{room}/no/such/new.sqlite"), "no/such/new.sqlite"),
        (("restore", "{room}/journal.sqlite", ""), "no name to restore to"),
    ],
)
def test_a_users_mistake_is_one_line_and_code_2(room, arguments, why):
    done = here(*(one.replace("{room}", str(room)) for one in arguments))
    assert done.returncode == 2
    assert why in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
