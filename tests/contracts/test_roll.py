"""Who may do what follows from recorded events: an edited row grants nothing, and the audit names it."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading

import msgspec
import pytest
from click.testing import CliRunner

from openfelt.cli import audit
from openfelt.cli.serve import operator_link
from openfelt.journal import Batch, Entry, Record, SqliteReader, SqliteStore
from openfelt.service.pages import people
from openfelt.service.people.accounts import ABSOLUTE_MS, IDLE_MS, Accounts, BadLogin, NotAllowed
from openfelt.service.people.roll import check_accounts
from openfelt.service.people.tokens import hash_token
from openfelt.service.record.room_record import read_roll
from openfelt.service.record.shapes import SHAPES
from openfelt.service.writers.enrolment import enrol
from tests.contracts.test_old_journals import ROOMS, OldRoom, unpack
from tests.journals.write import PASSWORD, Room, person
from tests.service_kit import START_MS, run
from tests.twin_kit import page

ROOM = next(one for one in ROOMS if one.parts[-2] == "poker")


def audited(data, *options):
    said = CliRunner().invoke(audit.command, [str(data), *options])
    return said.exit_code, said.output


def edit(data, sql, *bindings):
    """Someone who may write the file changes a row."""
    with contextlib.closing(sqlite3.connect(data / "accounts.sqlite")) as db, db:
        assert db.execute(sql, bindings).rowcount == 1


def noted(store, name):
    return [json.loads(one.record.payload) for one in store.read("room") if one.record.name == name]


def put_by_hand(sim, name, what):
    """Someone who may write the file puts a record on the room's stream that nobody decided."""
    room = sim.hall.room
    record = Record(name, json.dumps(what).encode(), SHAPES.current(name), (), "house", sim.hall.now_ms())
    sim.store.append(Entry("by hand", (Batch("room", room.version, (record,)),)))
    room.version += 1


def a_room(data, work):
    """A room in which Eve has registered, a guest came, Kim is the floor and Mallory's account is closed."""

    async def opened():
        async with Room("roll", data) as sim:
            known = {name: await person(sim, name) for name in ("Eve", "Mallory")}
            known["Gus"] = await person(sim, "Gus", (), "")
            known["Kim"] = await person(sim, "Kim", ("floor",))
            boss = await person(sim, "Boss", ("operator",))
            await sim.hall.disable(known["Mallory"].account, boss.account, "asked for it")
            ids = {name: one.account.id for name, one in known.items()}
            return (ids, await work(sim, ids)) if work else ids

    return run(opened())


def test_an_unedited_room_passes_and_its_roles_are_granted_after_a_restart(tmp_path):
    async def again():
        async with Room("again", tmp_path) as sim:
            assert sim.hall.accounts.log_in("Kim", PASSWORD).roles == ("floor",)
            assert sim.hall.accounts.log_in("Eve", PASSWORD).roles == ("player",)
            with pytest.raises(BadLogin):
                sim.hall.accounts.log_in("Mallory", PASSWORD)
            assert noted(sim.store, "AccountRefused") == noted(sim.store, "AccountsAdopted") == []

    a_room(tmp_path, None)
    assert audited(tmp_path) == (0, audited(tmp_path)[1])
    assert "accounts: ok: 5 accounts, as recorded" in audited(tmp_path)[1]
    run(again())


EDITS = {
    "a role": ("UPDATE accounts SET roles = 'operator' WHERE id = ?", "Eve", "operator; the record gave player"),
    "another role": ("UPDATE accounts SET roles = 'floor operator' WHERE id = ?", "Kim", "the record gave floor"),
    "no role": ("UPDATE accounts SET roles = '' WHERE id = ?", "Kim", "has the roles none"),
    "a name": ("UPDATE accounts SET name = 'Boss ' WHERE id = ?", "Eve", "has another name than the record says"),
    "a password": ("UPDATE accounts SET password = 'x' WHERE id = ?", "Gus", "has a password"),
    "a closed account": ("UPDATE accounts SET disabled = 0 WHERE id = ?", "Mallory", "is open; the record closed it"),
    "a lost account": ("DELETE FROM accounts WHERE id = ?", "Gus", "accounts.sqlite lacks it"),
}  # fmt: skip


@pytest.mark.parametrize("kind", EDITS)
def test_an_edited_row_is_found_by_the_audit_and_named(kind, tmp_path):
    sql, name, words = EDITS[kind]
    ids = a_room(tmp_path, None)
    edit(tmp_path, sql, ids[name])
    code, said = audited(tmp_path, "--only", "accounts")
    assert code == 1
    assert f"account {ids[name]}: " in said
    assert words in said


def test_an_edited_role_is_not_granted_at_once_nor_after_a_restart(tmp_path):
    async def while_running(sim, ids):
        token = await sim.hall.welcome(sim.hall.accounts.find(ids["Eve"]))
        edit(tmp_path, "UPDATE accounts SET roles = 'operator' WHERE name = 'Eve'")
        assert sim.hall.accounts.session(token, sim.hall.now_ms()).roles == ("player",)
        assert sim.hall.accounts.log_in("Eve", PASSWORD).roles == ("player",)

    async def after_a_restart():
        async with Room("again", tmp_path) as sim:
            assert sim.hall.accounts.log_in("Eve", PASSWORD).roles == ("player",)
            await sim.settle()
            assert [one["account"] for one in noted(sim.store, "AccountRefused")] == [ids["Eve"]]

    ids, _ = a_room(tmp_path, while_running)
    run(after_a_restart())
    assert audited(tmp_path)[0] == 1


def test_a_row_that_no_event_opened_grants_nothing(tmp_path):
    async def after_a_restart():
        async with Room("again", tmp_path) as sim:
            for name in ("Intruder", "Pending"):
                with pytest.raises(BadLogin):
                    sim.hall.accounts.log_in(name, PASSWORD)
            assert [one.name for one, _ in sim.hall.accounts.known()] == ["Boss", "Eve", "Kim", "Mallory"]

    a_room(tmp_path, None)
    insert = (
        "INSERT INTO accounts (id, name, folded, password, roles, created_ms, recorded)"
        " SELECT ?, ?, ?, password, 'operator', 0, ? FROM accounts WHERE name = 'Eve'"
    )
    edit(tmp_path, insert, "a1", "Pending", "pending", 0)
    assert audited(tmp_path)[0] == 0, "a room that ends while an account is opened leaves such a row"
    edit(tmp_path, insert, "a0", "Intruder", "intruder", 1)
    code, said = audited(tmp_path)
    assert code == 1
    assert "account a0: has the roles operator, and no record opened it" in said
    run(after_a_restart())
    assert "account a0" in audited(tmp_path)[1]


def test_accounts_of_an_older_room_are_put_on_record_once(tmp_path, caplog):
    data = unpack(ROOM, tmp_path / "room")

    async def started():
        async with OldRoom("adopted", data) as sim:
            return noted(sim.store, "AccountsAdopted"), {one.name: one.roles for one, _ in sim.hall.accounts.known()}

    code, said = audited(data)
    assert code == 0
    assert "to be put on record at the next start" in said
    first, roles = run(started())
    assert "accounts put on record only now, with the roles they have: " in caplog.text
    assert "no invitation on record" not in caplog.text
    assert roles["operator"] == ("operator",)
    assert "as recorded" in audited(data)[1]
    edit(data, "UPDATE accounts SET roles = 'operator' WHERE name = 'Ann'")
    assert audited(data)[0] == 1
    again, roles = run(started())
    assert (len(first), len(again)) == (1, 1)
    assert roles["Ann"] == ("player",)


def test_a_role_without_an_invitation_in_an_older_room_is_told(tmp_path, caplog):
    data = unpack(ROOM, tmp_path / "room")
    edit(data, "UPDATE accounts SET roles = 'operator' WHERE name = 'Ann'")

    async def started():
        async with OldRoom("adopted", data):
            pass

    run(started())
    assert caplog.text.count("has the roles operator, and no invitation on record") == 1


def test_an_account_that_was_being_opened_is_finished_or_forgotten(tmp_path):
    """The room ended before the record, or between the record and the mark in the file."""

    async def ended(sim, ids):
        accounts = sim.hall.accounts
        before = accounts.open_account("Before", ("player",), 0, PASSWORD)
        between = accounts.open_account("Between", ("player",), 0, PASSWORD)
        accounts.mark_recorded = lambda accounts: None
        await enrol(sim.hall.room, between, 100)
        accounts.unrecorded.clear()
        return before.id, between.id

    async def after_a_restart():
        async with Room("again", tmp_path) as sim:
            assert sim.hall.accounts.log_in("Between", PASSWORD).id == between
            assert sim.hall.purse(between) == 100
            assert sim.hall.accounts.open_account("Before", ("player",), 0, PASSWORD).id != before

    _, (before, between) = a_room(tmp_path, ended)
    assert audited(tmp_path)[0] == 0
    run(after_a_restart())
    assert audited(tmp_path)[0] == 0


def test_an_account_and_its_chips_are_one_entry_and_hold_no_password(tmp_path):
    a_room(tmp_path, None)
    hashes = [row[0] for row in sqlite3.connect(tmp_path / "accounts.sqlite").execute("SELECT password FROM accounts")]
    with contextlib.closing(SqliteReader(tmp_path / "journal.sqlite")) as journal:
        opened = [one for one in journal.read("room") if one.record.name == "AccountOpened"]
        assert len(opened) == 5
        for one in opened:
            member = json.loads(one.record.payload)
            lines = journal.postings(one.entry, one.entry)
            assert f"purse/{member['account']}" in {line.account for line in lines}
        for one in journal.records(0, 10_000):
            assert PASSWORD.encode() not in one.record.payload
            assert not any(text and text.encode() in one.record.payload for text in hashes)


def test_the_audit_beside_a_running_room_sees_one_moment(tmp_path):
    """Accounts are opened and closed all the time; none is ever found that the record does not have."""

    async def busy(sim, ids):
        verdicts, done = [], threading.Event()

        def look():
            while not done.is_set():
                with contextlib.closing(SqliteReader(tmp_path / "journal.sqlite")) as journal:
                    verdicts.append(check_accounts(journal))

        watcher = threading.Thread(target=look)
        watcher.start()
        boss = sim.hall.accounts.log_in("Boss", PASSWORD)
        for number in range(40):
            account, _ = await sim.hall.welcome_guest(f"Gus {number}")
            if number % 4 == 0:
                await sim.hall.disable(account, boss, "test")
        done.set()
        watcher.join()
        return verdicts

    _, verdicts = a_room(tmp_path, busy)
    assert verdicts
    assert [one.fault for one in verdicts if one.fault] == []


def test_the_first_operators_link_goes_by_the_record(tmp_path):
    a_room(tmp_path, None)
    with contextlib.closing(SqliteReader(tmp_path / "journal.sqlite")) as journal:
        assert operator_link(tmp_path, journal) == ""
        edit(tmp_path, "UPDATE accounts SET roles = 'player' WHERE name = 'Boss'")
        assert operator_link(tmp_path, journal) == ""
        edit(tmp_path, "UPDATE accounts SET roles = 'operator' WHERE name = 'Eve'")
        edit(tmp_path, "DELETE FROM accounts WHERE name = 'Boss'")
        assert operator_link(tmp_path, journal), "Eve is no operator by the record, and the operator's account is lost"


def test_lost_accounts_are_put_on_record(tmp_path):
    async def started():
        async with Room("again", tmp_path) as sim:
            return noted(sim.store, "AccountsLost"), len(read_roll(sim.store).members)

    ids = a_room(tmp_path, None)
    edit(tmp_path, "DELETE FROM accounts WHERE id = ?", ids["Gus"])
    assert run(started()) == ([{"accounts": [ids["Gus"]]}], 4)
    assert run(started()) == ([{"accounts": [ids["Gus"]]}], 4)
    assert audited(tmp_path)[0] == 0


def test_a_room_without_its_accounts_is_a_fault_and_a_journal_alone_is_not(tmp_path):
    a_room(tmp_path, None)
    for one in tmp_path.glob("accounts.sqlite*"):
        one.unlink()
    code, said = audited(tmp_path)
    assert (code, "accounts: FAULT: accounts.sqlite: is missing; 5 accounts are on record" in said) == (1, True)
    assert audited(tmp_path / "journal.sqlite")[0] == 0
    (tmp_path / "empty").mkdir()
    with contextlib.closing(SqliteStore(tmp_path / "empty" / "journal.sqlite")):
        pass
    assert audited(tmp_path / "empty")[0] == 0


def test_an_accounts_file_that_is_put_back_is_good_again_with_the_roles_on_record(tmp_path):
    """The room was started without it once, by mistake."""

    async def started():
        async with Room("again", tmp_path) as sim:
            return {one.name: one.roles for one, _ in sim.hall.accounts.known()}

    async def logged_in(name):
        async with Room("again", tmp_path) as sim:
            return sim.hall.accounts.log_in(name, PASSWORD).roles

    a_room(tmp_path, None)
    before = run(started())
    (tmp_path / "accounts.sqlite").rename(tmp_path / "kept")
    assert run(started()) == {}
    for one in tmp_path.glob("accounts.sqlite*"):
        one.unlink()
    (tmp_path / "kept").rename(tmp_path / "accounts.sqlite")
    assert audited(tmp_path)[0] == 0
    edit(tmp_path, "UPDATE accounts SET roles = 'operator', recorded = 0 WHERE name = 'Eve'")
    assert audited(tmp_path)[0] == 1
    assert (run(started()), run(logged_in("Boss"))) == (before, ("operator",))


def test_a_record_of_accounts_that_cannot_be_read_is_named(tmp_path):
    async def broken(sim, ids):
        put_by_hand(sim, "AccountOpened", {"account": 7})
        return sim.store.version("room")

    _, version = a_room(tmp_path, broken)
    code, said = audited(tmp_path, "--only", "accounts")
    assert code == 1
    assert f"stream 'room' record {version} (AccountOpened): cannot be read" in said


def test_an_invitation_gives_its_roles_and_the_record_has_them(tmp_path):
    async def invited(sim, ids):
        token = sim.hall.invitations.invite(("dealer", "floor"), sim.hall.now_ms())
        body = people.LoginBody("Dee", PASSWORD, token)
        account = await people.admitted(sim.hall, body, None)
        await sim.hall.welcome(account)
        return msgspec.structs.asdict(read_roll(sim.store).members[account.id])

    _, member = a_room(tmp_path, invited)
    assert (member["name"], member["roles"], member["closed"]) == ("Dee", ("dealer", "floor"), False)


def test_an_invitation_that_is_not_on_record_opens_nothing(tmp_path):
    """A row that someone put into the file, and one whose roles someone changed; the link of a record is good."""

    async def forged(sim, ids):
        links, now = sim.hall.invitations, sim.hall.now_ms()
        good = links.invite(("dealer",), now)
        edit(tmp_path, "UPDATE invitations SET roles = 'operator' WHERE token = ?", hash_token(good))
        edit(tmp_path, "INSERT INTO invitations VALUES (?, 'operator', ?, NULL)", hash_token("forged"), now)
        for _ in range(2):
            with pytest.raises(NotAllowed, match="does not exist"):
                links.accept("forged", "Eve 2", PASSWORD, now)
        assert links.accept(good, "Dee", PASSWORD, now).roles == ("dealer",)

    a_room(tmp_path, forged)


def test_a_recorded_invitation_is_good_after_a_restart_and_an_older_rooms_too(tmp_path):
    data = unpack(ROOM, tmp_path / "room")
    edit(data, "INSERT INTO invitations VALUES (?, 'floor', ?, NULL)", hash_token("older"), START_MS)

    async def started(token, name):
        async with OldRoom("again", data) as sim:
            boss = sim.hall.accounts.log_in("operator", PASSWORD)
            account = await people.admitted(sim.hall, people.LoginBody(name, PASSWORD, token), None)
            status, body = await page(sim, boss, "POST", "/api/invite", {"id": f"for-{name}", "roles": ["inspector"]})
            return account.roles, status, json.loads(body)["link"].partition("=")[2]

    roles, status, link = run(started("older", "Flo"))
    assert (roles, status) == (("floor",), 200)
    roles, _, _ = run(started(link, "Ivy"))
    assert roles == ("inspector",)


def test_invitations_of_one_moment_are_all_on_record(tmp_path):
    async def evening(sim, ids):
        boss = sim.hall.accounts.log_in("Boss", PASSWORD)
        before = len(read_roll(sim.store).invitations)
        for one in ("first", "second"):
            status, _ = await page(sim, boss, "POST", "/api/invite", {"id": one, "roles": ["floor"]})
            assert status == 200
        return len(read_roll(sim.store).invitations) - before

    assert a_room(tmp_path, evening)[1] == 2


@pytest.mark.parametrize("later", [IDLE_MS + 1, ABSOLUTE_MS + 1])
@pytest.mark.parametrize("noticed", ["asked", "swept"])
def test_a_session_that_has_ended_stays_ended_when_the_clock_is_set_back(later, noticed, tmp_path):
    register = Accounts(tmp_path / "accounts.sqlite")
    token = register.start_session(register.open_account("ann", ("player",), 0, PASSWORD), 0)
    assert register.session(token, 1)
    if noticed == "asked":
        assert register.session(token, later) is None
    else:
        register.forget_ended(later)
    assert register.session(token, 1) is None
    assert register.session(register.start_session(register.log_in("ann", PASSWORD), 1), 1)
    register.close()
