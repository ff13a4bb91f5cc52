"""A guest chooses a name and a password, and loses nothing by it (house 35.1)."""

from __future__ import annotations

import json
import sqlite3

import apsw
import msgspec
import pytest

from openfelt.journal import StoreUnfit
from openfelt.room.house_orders import KeepAccount
from openfelt.service.pages.own_data import held_of
from openfelt.service.people.accounts import Accounts
from openfelt.service.people.shape import SCHEMA, VERSION
from tests.account_kit import PASSWORD, house
from tests.contracts.test_roll import audited
from tests.journals.write import Room, person
from tests.service_kit import run
from tests.twin_kit import page

KEEPING = ["house 35.1"]


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with house(tmp_path_factory.mktemp("room")) as made:
        made.person("Nora")
        yield made
        assert made.faults() == []


def test_a_guest_in_the_middle_of_a_hand_keeps_seat_chips_notes_and_stars(tmp_path):
    async def evening():
        async with Room("stays", tmp_path) as sim:
            hall = sim.hall
            host = await sim.table("nsw-poker", "texas-holdem", seats=6)
            ann, bob = [await person(sim, name, (), "") for name in ("Ann", "Bob")]
            for seat, one in enumerate((ann, bob), start=1):
                assert await one.ask("sit", table="T", seat=seat, stake=20_000) is None
                assert await one.ask("watch", table="T") is None
            await sim.run(10)
            me, hand = ann.account.id, host.hand
            assert not hand.is_over
            hall.keepsakes.note(me, bob.account.id, "calls a lot", "red", 5)
            hall.keepsakes.star(me, "T", 1, 5)
            purse = hall.purse(me)
            body = {"id": "1", "name": "Ann Lee", "password": PASSWORD}
            status, told = await page(sim, ann.account, "POST", "/api/account", body)
            told = json.loads(told)["account"]
            assert (status, told["id"], told["name"], told["guest"], told["purse"]) == (
                200,
                me,
                "Ann Lee",
                False,
                purse,
            )
            assert host.hand is hand
            assert not hand.is_over
            assert host.table.place_of(me).seat == 1
            assert [one.words for one in hall.keepsakes.notes(me)] == ["calls a lot"]
            assert hall.keepsakes.is_starred(me, "T", 1)
            bob.pump()
            assert {one["name"] for one in bob.tables["T"]["places"]} == {"Ann Lee", bob.account.name}
            assert hall.accounts.log_in("ann lee", PASSWORD).id == me
            await sim.play(host, [ann, bob], 1)
            require_own_data(hall, hall.accounts.find(me), bob.account)
            assert hand.is_over or host.hand is not hand
            [record] = [one.record for one in sim.store.read("room") if one.record.name == "AccountKept"]
            assert (record.actor, record.cites) == (me, ("house 35.1",))
            assert PASSWORD not in str(record)

    run(evening())
    assert audited(tmp_path)[0] == 0


def require_own_data(hall, account, other):
    """The file of an account has all that is its own, and nothing of somebody else (house 35.5)."""
    hall.keepsakes.note(other.id, account.id, "bluffs", "", 6)
    held = msgspec.json.decode(msgspec.json.encode(held_of(hall, account)))
    assert held["account"] | {"name": "Ann Lee", "has_password": True} == held["account"]
    assert [one["number"] for one in held["hands"]] == [2, 1]
    assert [one["words"] for one in held["notes"]] == ["calls a lot"]
    assert [one["number"] for one in held["stars"]] == [1]
    assert held["ledger"][f"purse/{account.id}"] == hall.purse(account.id)
    assert held["purse_by_day"][-1][1] == hall.purse(account.id)
    assert {"AccountOpened", "AccountKept"} <= {one["name"] for one in held["record"]}
    text = json.dumps(held)
    assert "bluffs" not in text
    assert other.name not in text
    [(hashed,)] = hall.accounts.ask("SELECT password FROM accounts WHERE id = ?", (account.id,))
    assert hashed not in text


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("Nora", PASSWORD, "name-taken"),
        (" nora ", PASSWORD, "name-taken"),
        ("N0ra", PASSWORD, "name-taken"),
        ("N\u043era", PASSWORD, "confusing-name"),
        ("The Floor", PASSWORD, "reserved-name"),
        ("Gus#1", PASSWORD, "bad-name"),
        ("", PASSWORD, "bad-name"),
        ("x" * 25, PASSWORD, "bad-name"),
        ("Gus", "x" * 9, "bad-password"),
        ("Gus", "x" * 201, "bad-password"),
    ],
)
def test_a_bad_choice_is_refused_and_changes_nothing(room, name, password, code):
    gus = room.ids.get("Gus") or room.guest("Gus")
    before = room.hall.journal.store.version("room")
    assert room.post("Gus", "/api/account", name=name, password=password)[0] == code
    assert room.hall.journal.store.version("room") == before
    assert room.hall.accounts.find(gus).guest


def test_the_clause_stands_beside_a_taken_name_and_a_second_choice(room):
    room.guest("Ida")
    assert room.post("Ida", "/api/account", name="Nora", password=PASSWORD) == ("name-taken", KEEPING)
    assert room.post("Ida", "/api/account", name="Ida Two", password="x" * 10)["account"]["name"] == "Ida Two"
    assert room.post("Ida", "/api/account", name="Ida", password=PASSWORD) == ("not-a-guest", KEEPING)
    assert room.post("Nora", "/api/account", name="Nina", password=PASSWORD) == ("not-a-guest", KEEPING)


def test_a_repeated_choice_has_its_first_answer(room):
    room.guest("Eli")
    body = {"id": "once", "name": "Eli Ray", "password": PASSWORD}
    first = room.asked("Eli", "POST", "/api/account", json=body).json()
    assert room.asked("Eli", "POST", "/api/account", json=body).json() == first
    other = room.asked("Eli", "POST", "/api/account", json={**body, "name": "Eli Roy"}).json()
    assert other["error"]["code"] == "request-reused"


def test_two_guests_who_choose_one_name_at_once(room):
    first, second = (room.hall.accounts.find(room.guest(name)) for name in ("Ulf", "Uwe"))
    accounts = room.hall.accounts
    accounts.choose(first, "Ursula", PASSWORD)
    assert room.post("Uwe", "/api/account", name="Ursula", password=PASSWORD) == ("name-taken", KEEPING)
    accounts.settle_choice(first.id, is_recorded=False)
    assert room.post("Uwe", "/api/account", name="Ursula", password=PASSWORD)["account"]["id"] == second.id


@pytest.mark.parametrize("is_recorded", [True, False])
def test_a_room_that_ended_between_file_and_record_goes_by_the_record(tmp_path, is_recorded):
    with house(tmp_path) as room:
        zoe = room.guest("Zoe")
        account = room.hall.accounts.find(zoe)
        room.hall.accounts.choose(account, "Zoe Ash", PASSWORD)
        if is_recorded:
            room.call(room.hall.room.submit, "keep", zoe, KeepAccount(zoe, "Zoe Ash"))
        assert room.faults() == [], "what was begun is no fault"
    with house(tmp_path) as again:
        found = again.hall.accounts.find(zoe)
        assert (found.name, found.guest) == (("Zoe Ash", False) if is_recorded else (account.name, True))
        said = again.plain("", "/api/login", name="Zoe Ash", password=PASSWORD)
        assert said["account"]["id"] == zoe if is_recorded else said[0] == "bad-login"
        assert again.faults() == []


def test_an_accounts_file_of_an_earlier_release_is_brought_to_todays_shape(tmp_path):
    path = tmp_path / "accounts.sqlite"
    with sqlite3.connect(path) as old:
        old.executescript(SCHEMA)
        old.execute("INSERT INTO accounts VALUES ('a1', 'Old#123', 'old#123', '', 'player', 5, 0)")
    old.close()
    accounts = Accounts(path)
    [row] = accounts.rows()
    assert (row.account, row.name, row.guest, row.recorded, row.chosen) == ("a1", "Old#123", True, False, "")
    accounts.choose(accounts.find("a1"), "Old Tom", PASSWORD)
    accounts.settle_choice("a1", is_recorded=True)
    assert accounts.log_in("old tom", PASSWORD).id == "a1"
    accounts.close()


def test_an_accounts_file_of_a_newer_program_is_refused(tmp_path):
    path = tmp_path / "accounts.sqlite"
    Accounts(path).close()
    db = apsw.Connection(str(path))
    assert db.pragma("user_version") == VERSION
    db.pragma("user_version", VERSION + 1)
    db.close()
    with pytest.raises(StoreUnfit, match="knows those up to"):
        Accounts(path)
