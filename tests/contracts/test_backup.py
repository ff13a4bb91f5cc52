"""One backup, one moment, everything: journal, accounts, sessions. A restored room goes on where the copy was made."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import stat
import threading
from concurrent.futures import ThreadPoolExecutor

import apsw
import pytest

from openfelt.games.standard import standard_sign
from openfelt.journal import SqliteReader, SqliteStore, StoreUnfit, copies
from openfelt.service.hall import GUEST_CHIPS
from openfelt.service.people import accounts, seals
from openfelt.service.people.accounts import Accounts
from openfelt.service.people.roll import drop_unrecorded
from openfelt.service.record.room_record import read_roll
from openfelt.service.wire.client import Refusal, RoomClient, post
from tests.contracts.test_journal_commands import here
from tests.contracts.test_old_journals import ROOMS, unpack
from tests.contracts.test_roll import audited
from tests.journals.write import PASSWORD, Room, connection, person
from tests.service_kit import run
from tests.service_server import Server

NAMES = ("Ann", "Bob", "Cat")


async def furnished(sim):
    """A table with two people in a hand, an operator, and a session of each."""
    host = await sim.hall.open_table("Felt", standard_sign("nsw-poker", "texas-holdem", seats=9))
    people = [await person(sim, name) for name in NAMES]
    await person(sim, "Boss", ("operator",))
    for seat, one in enumerate(people[:2], start=1):
        await one.ask("watch", table="Felt")
        assert await one.ask("sit", table="Felt", seat=seat, stake=20_000, entry="post") is None
    await sim.run(6)
    assert host.table.in_hand
    return {one.account.name: await sim.hall.welcome(one.account) for one in people}


def chips_of(journal):
    """What each person has, in the purse and at tables."""
    found = {}
    for name, amount in journal.balances().items():
        kind, _, owner = name.partition("/")
        if kind in {"purse", "stake"}:
            person = owner.rpartition("/")[2]
            found[person] = found.get(person, 0) + amount
    return found


def given(journal):
    """All that people were given: what they hold, what lies in pots, what the room took."""
    kinds = ("purse", "stake", "pot", "commission")
    return sum(sum(journal.balances(kind).values()) for kind in kinds)


def backed_up(data, target):
    return copies.backup(data / "journal.sqlite", target, tidy=drop_unrecorded)


@pytest.fixture
def data(tmp_path):
    (tmp_path / "a").mkdir()
    return tmp_path / "a"


def test_a_restored_room_has_everyone_every_chip_and_every_session(data, tmp_path):
    """The drill: backup of a running room, restore elsewhere, audit, log in, play on."""
    copy, new = tmp_path / "copy.sqlite", tmp_path / "b"

    async def before():
        async with Room("drill", data) as sim:
            tokens = await furnished(sim)
            said = here("backup", data, copy)
            assert (said.returncode, "with accounts and sessions, verified" in said.stdout) == (0, True)
            return tokens, chips_of(sim.store)

    async def after(tokens, chips):
        async with Room("drill again", new) as sim:
            assert chips_of(sim.store) == chips
            accounts = sim.hall.accounts
            assert accounts.has_operator()
            assert accounts.log_in("Boss", PASSWORD).roles == ("operator",)
            for name, token in tokens.items():
                assert accounts.log_in(name, PASSWORD) == accounts.session(token, sim.hall.now_ms())
            host = sim.hall.hosts["Felt"]
            seated = [connection(sim, accounts.find(place.player)) for place in host.table.places.values()]
            for one in seated:
                await one.ask("watch", table="Felt")
            number = host.table.number
            await sim.play(host, seated, 1)
            assert host.table.number == number + 1
            assert given(sim.store) == GUEST_CHIPS * len(chips)

    tokens, chips = run(before())
    assert audited(copy)[0] == 0
    assert "accounts: ok: 4 accounts, as recorded" in audited(copy)[1]
    assert here("restore", copy, new).returncode == 0
    assert sorted(one.name for one in new.iterdir()) == ["accounts.sqlite", "journal.sqlite", "journal.sqlite.lock"]
    assert all(stat.S_IMODE(one.stat().st_mode) == 0o600 for one in new.iterdir())
    assert audited(new)[0] == 0
    run(after(tokens, chips))
    assert audited(new)[0] == 0


@pytest.mark.parametrize(
    "moment", ["before the journal", "after the journal", "before the accounts", "after the accounts"]
)
def test_whoever_comes_while_the_copy_is_made_is_in_it_with_chips_or_not_at_all(moment, data, tmp_path, monkeypatch):
    """Someone registers and buys in at a moment of the copying: both are in the copy, or neither."""
    target = tmp_path / "copy.sqlite"

    async def evening():
        async with Room("load", data) as sim:
            await furnished(sim)
            loop, came = asyncio.get_running_loop(), []

            async def come():
                one = await person(sim, "Zoe")
                await one.ask("watch", table="Felt")
                assert await one.ask("sit", table="Felt", seat=9, stake=20_000, entry="post") is None
                came.append(one.account.id)

            def around(work):
                where, what = moment.split(" the ")

                def done(*arguments):
                    is_journal = arguments[-1].name == "copy.sqlite.partial"
                    mine = what == ("journal" if is_journal else "accounts")
                    if mine and where == "before":
                        asyncio.run_coroutine_threadsafe(come(), loop).result()
                    work(*arguments)
                    if mine and where == "after":
                        asyncio.run_coroutine_threadsafe(come(), loop).result()

                return done

            monkeypatch.setattr(SqliteReader, "copy_to", around(SqliteReader.copy_to))
            monkeypatch.setattr(copies, "copy_database", around(copies.copy_database))
            await asyncio.to_thread(backed_up, data, target)
            assert len(came) == 1
            return came[0]

    zoe = run(evening())
    require_both_or_neither(target, zoe)


def require_both_or_neither(copy, *people, bots=False):
    """Accounts, record and chips of a copy name the same people, and each has what was given."""
    with contextlib.closing(SqliteReader(copy)) as journal, contextlib.closing(apsw.Connection(":memory:")) as accounts:
        accounts.deserialize("main", journal.carried()["accounts.sqlite"])
        rows = {str(row[0]) for row in accounts.execute("SELECT id FROM accounts")}
        chips = chips_of(journal)
        assert rows == set(read_roll(journal).members)
        for one in {*people, *rows}:
            assert (one in rows) == bool(chips.get(one))
        if not bots:
            assert given(journal) == GUEST_CHIPS * len(rows)
        return rows


def test_many_copies_under_load(data, tmp_path):
    """People register and buy in without a pause while one copy after another is made."""

    async def evening():
        async with Room("busy", data) as sim:
            await furnished(sim)
            done, copied = threading.Event(), []

            def copy():
                while not done.is_set() and len(copied) < 50:
                    target = tmp_path / f"copy {len(copied)}.sqlite"
                    backed_up(data, target)
                    copied.append(target)

            work = asyncio.create_task(asyncio.to_thread(copy))
            for number in range(30):
                account, _ = await sim.hall.welcome_guest(f"Zoe {number}")
                one = connection(sim, account)
                await one.ask("watch", table="Felt")
                await one.ask("sit", table="Felt", seat=3 + number % 7, stake=20_000, entry="post")
                await one.ask("stand", table="Felt")
            done.set()
            await work
            return copied

    copied = run(evening())
    assert copied
    for one in copied:
        require_both_or_neither(one)


# -- without accounts --------------------------------------------------------------------------------------------------


def old_backup(tmp_path):
    """A backup as an earlier release made it: the journal alone."""
    room = unpack(next(one for one in ROOMS if one.parts[-2] == "poker"), tmp_path / "old")
    (room / "journal.sqlite").rename(tmp_path / "old.sqlite")
    return tmp_path / "old.sqlite", room / "accounts.sqlite"


def test_a_restore_without_accounts_refuses_unless_told(tmp_path):
    copy, accounts = old_backup(tmp_path)
    refused = here("restore", copy, tmp_path / "new")
    assert refused.returncode == 2
    assert "has no accounts: " in refused.stderr
    assert "people in it could not log in" in refused.stderr
    assert "--without-accounts" in refused.stderr
    assert not (tmp_path / "new").exists()
    told = here("restore", copy, tmp_path / "new", "--without-accounts")
    assert told.returncode == 0
    assert not (tmp_path / "new" / "accounts.sqlite").exists()
    assert accounts.exists()


def test_a_restore_without_accounts_leaves_those_that_are_there(tmp_path):
    copy, accounts = old_backup(tmp_path)
    before = accounts.read_bytes()
    assert here("restore", copy, accounts.parent).returncode == 2
    assert here("restore", copy, accounts.parent, "--without-accounts").returncode == 0
    assert accounts.read_bytes() == before


def test_a_journal_without_people_needs_no_accounts(tmp_path):
    with contextlib.closing(SqliteStore(tmp_path / "alone.sqlite")):
        pass
    assert here("restore", tmp_path / "alone.sqlite", tmp_path / "new").returncode == 0


def test_a_restore_replaces_journal_and_accounts_together(data, tmp_path):
    async def evening(name):
        async with Room("evening", data) as sim:
            await person(sim, name)

    run(evening("Ann"))
    copy = tmp_path / "copy.sqlite"
    assert here("backup", data, copy).returncode == 0
    run(evening("Late"))
    refused = here("restore", copy, data)
    assert refused.returncode == 2
    assert "exists; --replace keeps it aside" in refused.stderr
    (data / "journal.sqlite").rename(tmp_path / "gone.sqlite")
    assert "accounts.sqlite exists" in here("restore", copy, data).stderr
    (tmp_path / "gone.sqlite").rename(data / "journal.sqlite")
    assert here("restore", copy, data, "--replace").returncode == 0
    kept = {one.name for one in data.iterdir() if "replaced" in one.name}
    assert kept == {"journal.sqlite.replaced-1", "accounts.sqlite.replaced-1"}
    with contextlib.closing(sqlite3.connect(data / "accounts.sqlite")) as db:
        assert db.execute("SELECT name FROM accounts").fetchall() == [("Ann",)]
    assert audited(data)[0] == 0


def test_a_backup_restored_to_a_file_or_copied_again_goes_on_carrying_the_accounts(data, tmp_path):
    async def evening():
        async with Room("evening", data) as sim:
            await person(sim, "Ann")

    run(evening())
    first, second, third, new = (tmp_path / f"{name}.sqlite" for name in ("first", "second", "third", "new"))
    assert here("backup", data, first).returncode == 0
    assert here("restore", first, second).returncode == 0
    assert here("backup", second, third).returncode == 0
    assert require_both_or_neither(third)
    assert here("restore", third, f"{new}/").returncode == 0
    assert audited(new)[0] == 0
    assert here("restore", new / "journal.sqlite", tmp_path / "b").returncode == 0
    assert (tmp_path / "b" / "accounts.sqlite").exists()


def test_a_restored_journal_holds_no_byte_of_the_accounts(data, tmp_path):
    async def evening():
        async with Room("evening", data) as sim:
            await person(sim, "Ann")

    run(evening())
    copy = tmp_path / "copy.sqlite"
    assert here("backup", data, copy).returncode == 0
    assert b"argon2id" in copy.read_bytes()
    assert here("restore", copy, tmp_path / "new").returncode == 0
    assert b"argon2id" not in (tmp_path / "new" / "journal.sqlite").read_bytes()


def test_a_backup_is_no_room(data, tmp_path):
    async def evening():
        async with Room("evening", data) as sim:
            await person(sim, "Ann")

    run(evening())
    assert here("backup", data, tmp_path / "copy.sqlite").returncode == 0
    with pytest.raises(StoreUnfit, match="is a backup"):
        SqliteStore(tmp_path / "copy.sqlite")


def test_an_edited_role_in_a_backup_is_found(data, tmp_path):
    async def evening():
        async with Room("evening", data) as sim:
            return (await person(sim, "Eve")).account.id

    eve = run(evening())
    with contextlib.closing(sqlite3.connect(data / "accounts.sqlite")) as db, db:
        db.execute("UPDATE accounts SET roles = 'operator'")
    assert here("backup", data, tmp_path / "copy.sqlite").returncode == 0
    code, said = audited(tmp_path / "copy.sqlite")
    assert code == 1
    assert f"account {eve}" in said


def damage(content):
    """Bytes of the second page, which has the accounts."""
    return content[:4096] + b"\xff" * 4096 + content[8192:]


def test_damaged_accounts_are_a_fault_and_go_into_no_room(data, tmp_path):
    async def evening():
        async with Room("evening", data) as sim:
            await person(sim, "Ann")

    run(evening())
    copy, accounts = tmp_path / "copy.sqlite", data / "accounts.sqlite"
    assert here("backup", data, copy).returncode == 0
    with contextlib.closing(sqlite3.connect(copy)) as db, db:
        (content,) = db.execute("SELECT content FROM carried").fetchone()
        db.execute("UPDATE carried SET content = ?", (damage(content),))
    refused = here("restore", copy, tmp_path / "new")
    assert (refused.returncode, "copy.sqlite: accounts.sqlite: " in refused.stderr) == (2, True)
    assert not (tmp_path / "new" / "accounts.sqlite").exists()
    assert not (tmp_path / "new" / "journal.sqlite").exists()
    for content in (damage(accounts.read_bytes()), b"no database at all"):
        accounts.write_bytes(content)
        assert "accounts: FAULT" in here("audit", data).stdout
        refused = here("backup", data, tmp_path / "again.sqlite")
        assert (refused.returncode, "Traceback" in refused.stderr) == (2, False)
    assert "accounts: FAULT" in here("audit", copy).stdout
    with pytest.raises(StoreUnfit, match="not a database"):
        Accounts(accounts)


# -- a real room -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_real_room_under_load_is_backed_up_restored_and_served_again(data, tmp_path):
    """Registrations and buy-ins over HTTP while `openfelt backup` runs; then everyone of the copy logs in elsewhere."""
    loose = {name: [1e6, 1e6] for name in ("connection", "account", "address", "guests", "log_ins")}
    tables = [["T", "nsw-poker", "texas-holdem", {"seats": 9}, 2]]
    copy, new = tmp_path / "copy.sqlite", tmp_path / "b"

    async def buy_in(base, name):
        cookie = await asyncio.to_thread(
            post, base, "/api/login", {"name": name, "password": PASSWORD, "register": True}
        )
        async with RoomClient(base, cookie) as one:
            await one.ask("watch", table="T")
            with contextlib.suppress(Refusal):  # the one before may have the seat
                await one.ask("sit", table="T", seat=9, stake=20_000, entry="post")

    async def load(base):
        with ThreadPoolExecutor(1) as pool:
            running = asyncio.get_running_loop().run_in_executor(pool, here, "backup", data, copy)
            for number in range(12):
                await buy_in(base, f"Zoe {number}")
            assert (await running).returncode == 0

    with Server(data, tables=tables, limits=loose, demo=True, pace=0.0) as server:
        asyncio.run(buy_in(server.base, "First"))
        asyncio.run(load(server.base))
        server.stop()
    require_both_or_neither(copy, bots=True)
    assert here("restore", copy, new).returncode == 0
    assert audited(new)[0] == 0
    with contextlib.closing(sqlite3.connect(new / "accounts.sqlite")) as db:
        names = [name for (name,) in db.execute("SELECT name FROM accounts")]
    assert "First" in names
    with Server(new, tables=tables, limits=loose, demo=True, pace=0.0) as server:
        for name in names:
            assert post(server.base, "/api/login", {"name": name, "password": PASSWORD})
        server.stop()
    assert audited(new)[0] == 0


def test_a_full_disk_is_told_of_the_file_that_was_to_be_made(data, tmp_path, monkeypatch):
    async def before():
        async with Room("full", data) as sim:
            await furnished(sim)

    def full(_source, _target):
        raise apsw.FullError("database or disk is full")

    run(before())
    monkeypatch.setattr(copies, "copy_database", full)
    with pytest.raises(StoreUnfit, match=r"copy\.sqlite: database or disk is full") as refusal:
        backed_up(data, tmp_path / "copy.sqlite")
    assert refusal.value.code != copies.DAMAGED
    assert not list(tmp_path.glob("copy.sqlite*"))


@pytest.mark.parametrize("part", ["prepare", "rows"])
def test_accounts_on_a_full_disk_are_refused_in_words(tmp_path, monkeypatch, part):
    """SQLite undoes by itself what did not fit: what cannot be undone again is not the reason that is told."""

    def full(*_):
        try:
            raise apsw.FullError("database or disk is full")
        except apsw.FullError:
            raise apsw.SQLError("cannot rollback - no transaction is active")  # noqa: B904 - as leaving `with db` does

    if part == "prepare":
        monkeypatch.setattr(accounts, "prepare", full)
    else:
        monkeypatch.setattr(seals, "TABLE", "CREATE TABLE no table")
    with pytest.raises(StoreUnfit, match=r"accounts\.sqlite: (database or disk is full|near)"):
        Accounts(tmp_path / "accounts.sqlite")
