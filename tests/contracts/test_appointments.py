"""Appointments, hand-overs and absences are on the room's record: they survive a restart, and the audit checks them."""

from __future__ import annotations

import contextlib
import json
import sqlite3

import pytest
from starlette.testclient import TestClient

from openfelt.games.standard import standard_sign
from openfelt.journal import Record
from openfelt.room import SitDown
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer
from openfelt.room.roll import Held, Roll, evolve, known_offices
from openfelt.service.app import build
from openfelt.service.machine.limits import Limits, Rate
from openfelt.service.people.accounts import PROVED_MS, Accounts
from openfelt.service.people.shape import SCHEMA
from openfelt.service.record.room_record import read_roll, room_event
from tests.contracts.test_old_journals import ROOMS, OldRoom, unpack
from tests.contracts.test_roll import PASSWORD, audited, noted, put_by_hand
from tests.journals.write import Room, connection, person
from tests.service_kit import run
from tests.twin_kit import page

OLD = next(one for one in ROOMS if one.parts[-2] == "poker")


async def sent(sim, account, path, body):
    """A request of an account: the status, and the error if there is one."""
    status, answer = await page(sim, account, "POST", path, body)
    return status, json.loads(answer).get("error", {})


async def crew(sim):
    """An operator, two of the floor, a dealer, and a player."""
    names = {"Boss": ("operator",), "Kim": ("floor",), "Lee": ("floor",), "Dee": ("dealer",), "Ann": ()}
    return {name: (await person(sim, name, roles)).account for name, roles in names.items()}


def offices(sim, name):
    accounts = sim.hall.accounts
    return accounts.offices_of(accounts.find(accounts.id_of(name)))


def test_who_opens_an_account_in_a_role_is_appointed_to_its_office(tmp_path):
    async def evening():
        async with Room("crew", tmp_path) as sim:
            await crew(sim)
            ivy = (await person(sim, "Ivy", ("inspector",))).account
            assert offices(sim, "Boss") == ("casino operator",)
            assert offices(sim, "Kim") == ("Assistant Gaming Manager",)
            assert offices(sim, "Dee") == ("dealer",)
            assert offices(sim, "Ann") == ()
            assert sim.hall.accounts.offices_of(ivy) == ("inspector",)

    run(evening())


def test_changes_of_office_survive_a_restart_and_pass_the_audit(tmp_path):
    async def evening():
        async with Room("crew", tmp_path) as sim:
            people = await crew(sim)
            boss, kim, ann, lee = (people[name] for name in ("Boss", "Kim", "Ann", "Lee"))
            give = {"id": "1", "account": ann.id, "office": "gaming supervisor", "reason": "a new colleague"}
            assert await sent(sim, boss, "/api/offices", give) == (200, {})
            assert await sent(sim, boss, "/api/offices", give) == (200, {}), "a repeated request has its first answer"
            several = {"id": "2", "account": boss.id, "office": "Gaming Manager", "reason": "a small house"}
            assert await sent(sim, boss, "/api/offices", several) == (200, {})
            event = {**several, "id": "3", "office": "Tournament Supervisor", "at": "tournament/spring"}
            assert await sent(sim, boss, "/api/offices", event) == (200, {})
            over = {"id": "1", "to": ann.id, "office": "Assistant Gaming Manager", "reason": "end of the shift"}
            assert await sent(sim, kim, "/api/offices/hand-over", over) == (200, {})
            away = {"id": "1", "absent": True, "reason": "a break"}
            assert await sent(sim, lee, "/api/offices/absence", away) == (200, {})
            assert {one["by"] for one in noted(sim.store, "OfficeGiven")} == {"Boss"}
            return ann.id, boss.id

    async def again():
        async with Room("again", tmp_path) as sim:
            accounts = sim.hall.accounts
            assert offices(sim, "Ann") == ("gaming supervisor", "Assistant Gaming Manager")
            assert accounts.log_in("Ann", PASSWORD).roles == ("player", "floor")
            assert (offices(sim, "Kim"), accounts.log_in("Kim", PASSWORD).roles) == ((), ())
            assert offices(sim, "Boss") == ("casino operator", "Gaming Manager")
            boss_ = accounts.find(accounts.id_of("Boss"))
            assert "Tournament Supervisor" in accounts.offices_of(boss_, "tournament/spring")
            assert (offices(sim, "Lee"), accounts.log_in("Lee", PASSWORD).roles) == ((), ())
            lee = accounts.find(accounts.id_of("Lee"))
            assert await sent(sim, lee, "/api/offices/absence", {"id": "2", "absent": False, "reason": "back"}) == (
                200,
                {},
            )
            assert offices(sim, "Lee") == ("Assistant Gaming Manager",)
            boss_ = accounts.find(boss)
            ends = {"id": "9", "account": ann, "office": "gaming supervisor", "reason": "left", "ends": True}
            assert await sent(sim, boss_, "/api/offices", ends) == (200, {})
            assert offices(sim, "Ann") == ("Assistant Gaming Manager",)

    ann, boss = run(evening())
    assert audited(tmp_path)[0] == 0
    run(again())
    assert audited(tmp_path)[0] == 0


def test_changes_that_are_refused(tmp_path):
    async def evening():
        async with Room("crew", tmp_path) as sim:
            people = await crew(sim)
            boss, kim, lee, ann = (people[name] for name in ("Boss", "Kim", "Lee", "Ann"))
            guest = (await person(sim, "Gus", (), "")).account
            before = sim.store.version("room")
            give = {"id": "1", "account": ann.id, "office": "dealer", "reason": "new"}
            over = {"id": "2", "to": lee.id, "office": "Assistant Gaming Manager", "reason": "end of the shift"}
            for who, path, body, code in (
                (kim, "", give, "not-allowed"),
                (boss, "", {**give, "office": "king"}, "notation"),
                (boss, "", {**give, "account": "nobody"}, "notation"),
                (boss, "", {**give, "account": guest.id}, "not-staff"),
                (boss, "", {**give, "reason": " "}, "notation"),
                (boss, "", {**give, "ends": True}, "notation"),
                (kim, "/hand-over", {**over, "office": "dealer"}, "notation"),
                (kim, "/hand-over", {**over, "to": ann.id}, "not-staff"),
                (kim, "/hand-over", {**over, "account": lee.id}, "not-your-office"),
                (ann, "/hand-over", over, "not-allowed"),
                (ann, "/absence", {"id": "3", "absent": True, "reason": "tired"}, "not-staff"),
                (kim, "/absence", {"id": "3", "absent": True, "reason": "tired", "account": lee.id}, "not-your-office"),
            ):
                status, error = await sent(sim, who, f"/api/offices{path}", body)
                assert (status >= 400, error.get("code")) == (True, code), (path, body, error)
            assert sim.store.version("room") == before
            assert await sent(sim, boss, "/api/offices", give) == (200, {})
            reused = {**give, "office": "Gaming Manager"}
            assert (await sent(sim, boss, "/api/offices", reused))[1]["code"] == "request-reused"
            assert offices(sim, "Ann") == ("dealer",)

    run(evening())


def test_an_appointment_that_was_edited_in_the_journal_is_found(tmp_path):
    async def evening():
        async with Room("crew", tmp_path) as sim:
            people = await crew(sim)
            give = {"id": "1", "account": people["Ann"].id, "office": "dealer", "reason": "new"}
            await sent(sim, people["Boss"], "/api/offices", give)

    run(evening())
    assert audited(tmp_path)[0] == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "journal.sqlite")) as db, db:
        for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f'DROP TRIGGER "{name}"')
        other = "CAST(replace(CAST(payload AS TEXT), 'dealer', 'casino operator') AS BLOB)"
        edited = f"UPDATE records SET payload = {other}"
        assert db.execute(f"{edited} WHERE name = 'OfficeGiven'").rowcount == 1
    assert audited(tmp_path)[0] == 1


def test_an_appointment_that_does_not_fit_grants_nothing_and_is_found(tmp_path):
    async def evening():
        async with Room("crew", tmp_path) as sim:
            people = await crew(sim)
            what = {"account": people["Ann"].id, "office": "king", "by": "Ann", "reason": "why not"}
            put_by_hand(sim, "OfficeGiven", what)

    async def again():
        async with Room("again", tmp_path) as sim:
            assert offices(sim, "Ann") == ()

    run(evening())
    code, said = audited(tmp_path)
    assert code == 1
    assert "(OfficeGiven): cannot be read: no book has an office 'king'" in said
    run(again())


def test_roles_of_an_older_room_become_offices(tmp_path):
    data = unpack(OLD, tmp_path / "room")

    async def started():
        async with OldRoom("adopted", data) as sim:
            return {name: offices(sim, name) for name in ("operator", "dealer", "floor", "inspector", "Ann")}

    for _ in range(2):
        assert run(started()) == {
            "operator": ("casino operator",),
            "dealer": ("dealer",),
            "floor": ("Assistant Gaming Manager",),
            "inspector": ("inspector",),
            "Ann": (),
        }


def test_a_record_of_the_first_shape_is_brought_to_todays():
    roll = Roll()
    old = {"account": "a1", "name": "Kim", "roles": ["floor", "operator"], "guest": False, "closed": False}
    evolve(roll, room_event(Record("AccountOpened", json.dumps(old).encode(), 1)))
    assert roll.members["a1"].offices == (Held("Assistant Gaming Manager"), Held("casino operator"))
    roll = Roll()
    evolve(roll, room_event(Record("AccountsAdopted", json.dumps({"accounts": [old]}).encode(), 1)))
    assert roll.members["a1"].offices == (Held("Assistant Gaming Manager"), Held("casino operator"))


def test_every_office_of_every_book_can_be_given():
    assert {"dealer", "Gaming Manager", "casino operator", "Tournament Director", "scrutineer"} <= set(known_offices())
    assert len(known_offices()) == len(set(known_offices()))


@pytest.mark.parametrize("role", ["dealer", "floor", "inspector"])
def test_the_pages_of_a_role_are_shown_to_whoever_holds_its_office(tmp_path, role):
    async def evening():
        async with Room("crew", tmp_path) as sim:
            account = (await person(sim, "Sam", (role,))).account
            member = read_roll(sim.store).members[account.id]
            assert member.roles_now == (role,)

    run(evening())


# --- orders -----------------------------------------------------------------------------------------------------------


async def a_table(sim, *, live=False):
    """A table with two people in seats; at a live one they are entered by a dealer."""
    host = await sim.hall.open_table("T", standard_sign("nsw-poker", "texas-holdem"), live=live)
    for seat, name in enumerate(("Una", "Vic"), start=1):
        account = (await person(sim, name)).account
        await host.submit(f"sit {name}", account.id, SitDown(account.id, seat, 20_000, "post"))
    return host


def test_every_door_of_staff_gives_its_order_as_an_officer(tmp_path):
    async def evening():
        async with Room("doors", tmp_path) as sim:
            people = await crew(sim)
            host = await a_table(sim)
            await sim.run(1)
            given = []

            async def note(request, actor, order, **_):
                given.append(order)

            host.submit = note
            kim, turn = people["Kim"], host.hand.turns
            ruling = {"kind": "uncovered", "facts": {"what": "a fire"}, "reason": "smoke", "turn": turn}
            power = {"kind": "void-round", "reason": "smoke", "turn": turn}
            for number, (path, body) in enumerate(
                {
                    "floor/T/apply": {**ruling, "remedy": "void the round"},
                    "floor/T/use": power,
                    "floor/T/freeze": {"frozen": True, "reason": "look"},
                    "floor/T/lift": {"what": "silence", "reason": "calm"},
                    "floor/T/answer": {"call": 1, "words": "seen"},
                    "notice/T": {"closing": True},
                }.items()
            ):
                assert await sent(sim, kim, f"/api/{path}", {"id": f"n{number}", **body}) == (200, {}), path
            assert {type(order) for order in given} == {ByOfficer}
            assert {order.officer for order in given} == {Officer(kim.id, "Kim", ("Assistant Gaming Manager",))}
            assert len(given) == 6

    run(evening())


def test_an_office_that_ended_gives_no_more_orders_over_an_open_connection(tmp_path):
    async def evening():
        async with Room("doors", tmp_path) as sim:
            people = await crew(sim)
            host = await sim.hall.open_table("T", standard_sign("nsw-poker", "texas-holdem"), live=True)
            dee = connection(sim, people["Dee"])
            sit = {"table": "T", "seat": 1, "stake": 20_000}
            assert await dee.ask("dealer-seat", **sit, name="Una") is None
            ends = {"id": "1", "account": people["Dee"].id, "office": "dealer", "reason": "left", "ends": True}
            assert await sent(sim, people["Boss"], "/api/offices", ends) == (200, {})
            issued = sim.store.balance("issued")
            refused = await dee.ask("dealer-seat", **{**sit, "seat": 2}, name="Vic")
            assert refused["code"] == "not-your-office"
            assert refused["legal"][0] == "dealer"
            assert sim.store.balance("issued") == issued, "no chips for a seat that is refused"
            assert list(host.table.places) == [1]

    run(evening())


def test_an_operator_opens_tables_as_casino_operator(tmp_path):
    async def evening():
        async with Room("doors", tmp_path) as sim:
            people = await crew(sim)
            body = {"id": "open", "name": "New", "rulebook": "nsw-poker", "game": "omaha"}
            over = {"id": "1", "to": people["Kim"].id, "office": "casino operator", "reason": "a holiday"}
            assert await sent(sim, people["Boss"], "/api/offices/hand-over", over) == (200, {})
            _, error = await sent(sim, people["Boss"], "/api/tables", body)
            assert (error["code"], error["rule"]) == ("not-your-office", ["nsw-poker 3.2"])
            assert "New" not in sim.hall.hosts
            gift = {"id": "c", "account": people["Ann"].id, "what": "issue", "amount": 100, "reason": "a gift"}
            purse = sim.hall.purse(people["Ann"].id)
            _, error = await sent(sim, people["Boss"], "/api/cage", gift)
            assert (error["code"], error["rule"]) == ("not-your-office", ["house 1"])
            assert sim.hall.purse(people["Ann"].id) == purse

    run(evening())


# --- the password again -----------------------------------------------------------------------------------------------


@pytest.fixture
def room(tmp_path):
    app = build(tmp_path, demo=False, limits=Limits(log_ins=Rate(1e6, 1e6)))
    with TestClient(app, base_url="http://127.0.0.1:8052", headers={"x-openfelt": "1"}) as client:
        hall = client.app.state.hall
        client.portal.call(hall.open_table, "T", standard_sign("nsw-poker", "texas-holdem"))
        account = hall.accounts.open_account("kim", ("floor", "operator", "inspector"), 0, PASSWORD)
        client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))
        yield client


GUARDED = {
    "inspect": {"table": "T", "number": 1, "reason": "a complaint"},
    "floor/T/move": {"id": "m", "seat": 1, "to": "U", "reason": "balance"},
    "floor/T/take-off": {"id": "t", "seat": 1, "amount": 100, "reason": "dinner"},
    "floor/T/box": {"id": "b", "counted": 0},
    "cage": {"id": "c", "account": "nobody", "what": "issue", "amount": 100, "reason": "a gift"},
}


@pytest.mark.parametrize("path", GUARDED)
def test_money_and_hidden_cards_need_the_password_again_after_a_while(room, path):
    hall, start = room.app.state.hall, room.app.state.hall.now_ms()
    before = hall.journal.store.head()

    def code():
        return room.post(f"/api/{path}", json=GUARDED[path]).json()["error"]["code"]

    assert code() != "prove-yourself", "the password was given at the log-in"
    for late_ms, is_late in ((PROVED_MS, False), (PROVED_MS + 1, True)):
        hall.now_ms = lambda late_ms=late_ms: start + late_ms
        hall.accounts.write("UPDATE sessions SET proved_ms = ?", (start,))
        assert (code() == "prove-yourself") == is_late
    assert hall.journal.store.head() == before
    assert room.post("/api/prove", json={"password": "wrong password"}).json()["error"]["code"] == "bad-login"
    assert code() == "prove-yourself"
    assert room.post("/api/prove", json={"password": PASSWORD}).json() == {"done": True}
    assert code() != "prove-yourself"


def test_a_session_of_an_older_file_has_not_given_the_password(tmp_path):
    with contextlib.closing(sqlite3.connect(tmp_path / "accounts.sqlite")) as db, db:
        db.executescript(SCHEMA)
    register = Accounts(tmp_path / "accounts.sqlite")
    account = register.open_account("kim", ("floor",), 0, PASSWORD)
    token = register.start_session(account, 0)
    assert register.session_of(token, PROVED_MS).is_proved
    assert not register.session_of(token, PROVED_MS + 1).is_proved
    register.write("UPDATE sessions SET proved_ms = 5000", ())
    assert not register.session_of(token, 4999).is_proved, "a clock that was set back proves nothing"
    register.close()
