"""Logging in: nobody can lock another out, checks of passwords are few, and no answer tells who has an account.

Work is counted in checks of passwords, never in time.
"""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from starlette.testclient import TestClient

from openfelt.service.app import build
from openfelt.service.machine.limits import Limits
from openfelt.service.pages.people import LoginBody, admitted
from openfelt.service.people.accounts import BadLogin, NotAllowed
from openfelt.service.people.log_ins import CHECKS_AT_ONCE
from openfelt.service.people.names import require_own_name, skeleton
from openfelt.service.people.tokens import DEVICES_KEPT
from tests.service_kit import Sim, run

BASE = "http://127.0.0.1:8052"
HEADERS = {"x-openfelt": "1"}
PASSWORD = "correct horse battery"
WRONG = "wrong password"
FREE = int(Limits().wrong_passwords.burst)


class Counted:
    """The register's hasher, counting what it is asked to do."""

    def __init__(self, hasher):
        self.hasher = hasher
        self.work = 0

    def verify(self, hashed, password):
        self.work += 1
        return self.hasher.verify(hashed, password)

    def hash(self, password):
        self.work += 1
        return self.hasher.hash(password)


class Tries:
    """A room with the account of Boss, its checks of passwords, and how often a try was made to wait."""

    def __init__(self, sim):
        self.hall = sim.hall
        self.boss = self.hall.accounts.open_account("Boss", ("operator",), 0, PASSWORD)
        self.hall.accounts.log_in("Boss", PASSWORD)
        self.checks = self.hall.accounts._hasher = Counted(self.hall.accounts._hasher)
        self.pauses = []
        self.hall.tries._pause = self.pause

    async def pause(self, seconds):
        self.pauses.append(seconds)

    async def go(self, password, *, name="Boss", device=""):
        try:
            return (await self.hall.tries.try_password(name, password, address="192.0.2.1", device=device)).name
        except BadLogin:
            return None


def test_wrong_passwords_of_strangers_delay_a_right_one_and_never_refuse_it():
    async def tried():
        async with Sim("strangers") as sim:
            tries = Tries(sim)
            for _ in range(FREE):
                assert await tries.go(WRONG) is None
            assert tries.pauses == []
            for _ in range(30):
                assert await tries.go(WRONG) is None
            assert await tries.go(PASSWORD) == "Boss"
            assert tries.pauses == [Limits().log_in_delay_s] * 31
            assert tries.checks.work == FREE + 31  # one for each admitted try

    run(tried())


def test_a_device_that_logged_in_before_does_not_wait_for_strangers():
    async def tried():
        async with Sim("device") as sim:
            tries = Tries(sim)
            device = sim.hall.accounts.devices.remember(tries.boss.id, 0)
            for _ in range(FREE + 5):
                await tries.go(WRONG)
            tries.pauses.clear()
            assert await tries.go(PASSWORD, device=device) == "Boss"
            assert tries.pauses == []
            assert await tries.go(PASSWORD, device="another token") == "Boss"
            assert len(tries.pauses) == 1
            for _ in range(FREE + 1):  # a device that fell into wrong hands has a count of its own
                await tries.go(WRONG, device=device)
            assert len(tries.pauses) == 2

    run(tried())


def test_wrong_passwords_of_a_known_device_do_not_count_against_the_name():
    async def tried():
        async with Sim("own count") as sim:
            tries = Tries(sim)
            device = sim.hall.accounts.devices.remember(tries.boss.id, 0)
            for _ in range(FREE + 5):
                await tries.go(WRONG, device=device)
            tries.pauses.clear()
            assert await tries.go(PASSWORD) == "Boss"
            assert tries.pauses == []

    run(tried())


def test_a_device_is_known_for_its_own_account_and_the_latest_few_are_kept():
    async def tried():
        async with Sim("devices") as sim:
            people, tries = sim.hall.accounts, Tries(sim)
            ann = people.open_account("Ann", ("player",), 0, PASSWORD)
            tokens = [people.devices.remember(tries.boss.id, at) for at in range(DEVICES_KEPT + 2)]
            assert [people.devices.knows(one, tries.boss.id) for one in tokens] == [False] * 2 + [True] * DEVICES_KEPT
            assert not people.devices.knows(tokens[-1], ann.id)
            assert tokens[-1] not in str(people._db.execute("SELECT * FROM devices").fetchall())
            people.set_password(tries.boss, "another long password")
            assert not people.devices.knows(tokens[-1], tries.boss.id)

    run(tried())


def test_time_forgives_and_the_pause_runs_by_the_room_s_clock():
    async def tried():
        async with Sim("forgiven") as sim:
            tries = Tries(sim)
            for _ in range(FREE):
                await tries.go(WRONG)
            del sim.hall.tries._pause
            timers = len(sim.clock._timers)
            waiting = asyncio.create_task(tries.go(PASSWORD))
            while len(sim.clock._timers) == timers:
                await asyncio.sleep(0)
            assert tries.checks.work == FREE
            await sim.run(Limits().log_in_delay_s)
            assert await waiting == "Boss"
            await sim.run(60)
            tries.pauses.clear()
            assert await tries.go(WRONG) is None
            assert tries.pauses == []

    run(tried())


def test_few_passwords_are_checked_at_once_and_a_known_device_does_not_queue():
    async def tried():
        async with Sim("at once") as sim:
            tries = Tries(sim)
            device = sim.hall.accounts.devices.remember(tries.boss.id, 0)
            most, now, gate = 0, 0, asyncio.Event()
            loop = asyncio.get_running_loop()

            def counted(change):
                nonlocal most, now
                now += change
                most = max(most, now)

            def slow(_, password):
                loop.call_soon_threadsafe(counted, 1)
                asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()
                loop.call_soon_threadsafe(counted, -1)
                if password != PASSWORD:
                    raise BadLogin("name and password do not fit")
                return tries.boss

            sim.hall.accounts.log_in = slow
            crowd = [asyncio.create_task(tries.go(WRONG, name=f"name {n}")) for n in range(20)]
            own = asyncio.create_task(tries.go(PASSWORD, device=device))
            while now < CHECKS_AT_ONCE + 1:
                await asyncio.sleep(0.001)
            gate.set()
            assert await own == "Boss"
            assert await asyncio.gather(*crowd) == [None] * 20
            assert most <= CHECKS_AT_ONCE + 1

    run(tried())


def test_few_passwords_are_hashed_at_once_for_people_who_register():
    async def tried():
        async with Sim("register") as sim:
            open_account, lock, now, most = sim.hall.accounts.open_account, threading.Lock(), 0, 0

            def counted(*given):
                nonlocal now, most
                with lock:
                    now += 1
                    most = max(most, now)
                time.sleep(0.02)  # so that others would come in between
                with lock:
                    now -= 1
                return open_account(*given)

            sim.hall.accounts.open_account = counted
            bodies = [LoginBody(f"Name {letter}", PASSWORD, register=True) for letter in "ABCDEFGH"]
            made = await asyncio.gather(*(admitted(sim.hall, body, None) for body in bodies))
            return len(made), most

    made, most = run(tried())
    assert made == 8
    assert most <= CHECKS_AT_ONCE


# -- over HTTP -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with TestClient(build(tmp_path_factory.mktemp("doors"), demo=False), base_url=BASE, headers=HEADERS) as client:
        people = client.app.state.hall.accounts
        people.open_account("Boss", ("operator", "player"), 0, PASSWORD)
        people._hasher = Counted(people._hasher)
        yield client


def at_address(room, address):
    """Somebody else's browser."""
    other = TestClient(room.app, base_url=BASE, headers=HEADERS, client=(address, 5000))
    other.portal = room.portal
    return other


def told(answer):
    """What an answer says: its status, and the code and text of a refusal."""
    error = answer.json().get("error", {})
    return answer.status_code, error.get("code"), error.get("phrase")


def log_in(client, name, password, **fields):
    return client.post("/api/login", json={"name": name, "password": password, **fields})


def test_one_address_that_tries_passwords_locks_nobody_else_out(room):
    """Tries beyond the address's limit are not admitted, cost no check, and count against no name."""
    people = room.app.state.hall.accounts
    hasher, makes_decoy = people._hasher, not people._decoy
    attacker, before = at_address(room, "192.0.2.66"), hasher.work
    codes = [told(log_in(attacker, "Boss", WRONG))[1] for _ in range(FREE + 20)]
    assert set(codes[FREE + 2 :]) == {"too-many"}
    assert hasher.work - before == codes.count("bad-login") + makes_decoy
    hasher_work = hasher.work
    owner = at_address(room, "192.0.2.7")
    assert told(log_in(owner, "Boss", PASSWORD))[0] == 200
    assert hasher.work == hasher_work + 1


def test_whoever_tries_passwords_at_the_same_address_locks_no_known_device_and_no_session_out(room):
    """A whole casino may be behind one address: its staff gives the password again, and logs in where it did before."""
    shared = "192.0.2.77"
    owner, attacker, stranger = (at_address(room, shared) for _ in range(3))
    assert told(log_in(owner, "Boss", PASSWORD))[0] == 200
    assert told(log_in(attacker, "Mallory", PASSWORD, register=True))[0] == 200
    tries = room.app.state.hall.log_ins
    while tries.takes(f"address {shared}", room.app.state.hall.clock.monotonic()):
        pass
    assert told(log_in(stranger, "Boss", PASSWORD))[1] == "too-many", "the address has no tries left"
    assert told(log_in(attacker, "Boss", PASSWORD))[1] == "too-many", "a device is known for its own account alone"
    assert told(owner.post("/api/prove", json={"password": PASSWORD}))[0] == 200
    owner.post("/api/logout")
    assert told(log_in(owner, "Boss", PASSWORD))[0] == 200
    for one in tries._known.values():
        one.left = 0.0
    assert told(owner.post("/api/prove", json={"password": PASSWORD}))[1] == "too-many"
    assert told(log_in(owner, "Boss", PASSWORD))[1] == "too-many", "known devices have so many tries and no more"


def test_a_log_in_leaves_a_cookie_by_which_the_device_is_known(room):
    hall, owner = room.app.state.hall, at_address(room, "192.0.2.8")
    answer = log_in(owner, "Boss", PASSWORD)
    device = answer.cookies["openfelt-device"]
    assert hall.accounts.devices.knows(device, hall.accounts.id_of("boss"))
    cookie = next(one for one in answer.headers.get_list("set-cookie") if one.startswith("openfelt-device"))
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    owner.post("/api/logout")
    assert owner.get("/api/me").json()["account"] is None  # the device is known; it opens nothing
    assert log_in(owner, "Boss", PASSWORD).cookies["openfelt-device"] == device
    guest = at_address(room, "192.0.2.9").post("/api/guest", json={"name": "Ann"})
    assert "openfelt-device" not in guest.cookies


def test_no_answer_tells_whether_a_name_has_an_account(room):
    """A guest is never refused for it; to register a taken name is a wrong password, in words and in work."""
    people, client = room.app.state.hall.accounts, at_address(room, "192.0.2.10")
    guests = [at_address(room, "192.0.2.11").post("/api/guest", json={"name": name}) for name in ("Boss", "Zork")]
    assert [told(one) for one in guests] == [(200, None, None)] * 2
    shown = [one.json()["account"]["name"] for one in guests]
    assert [name.partition("#")[0] for name in shown] == ["Boss", "Zork"]
    assert all(name.partition("#")[2].isdigit() for name in shown)
    wrong = told(log_in(client, "Zork", WRONG))
    assert wrong[:2] == (401, "bad-login")
    work = []
    for name in ("Boss", "B0ss", "Zork"):
        before = people._hasher.work
        answer = told(log_in(client, name, "any long password", register=True))
        work.append(people._hasher.work - before)
        assert answer == ((200, None, None) if name == "Zork" else wrong)
    assert work == [1, 1, 1]
    assert told(log_in(client, "Boss", PASSWORD, register=True))[0] == 200  # whoever knows the password is the owner


@pytest.mark.parametrize("name", ["The floor", "house", "bot Ada of Sydney", "Boѕs", "Воѕѕ", "FIoor", "Seat 4"])
def test_names_of_the_house_and_look_alikes_are_refused_at_every_door(room, name):
    client = at_address(room, f"198.51.100.{len(name)}")
    code = told(client.post("/api/guest", json={"name": name}))[1]
    assert code in {"reserved-name", "confusing-name"}
    assert told(log_in(client, name, PASSWORD, register=True))[1] == code
    hall = room.app.state.hall
    invited = log_in(client, name, PASSWORD, invitation=hall.invitations.invite(("floor",), hall.now_ms()))
    assert invited.status_code == 200  # staff may be called as the house likes


@pytest.mark.parametrize(
    "name",
    [
        "Ann", "Floorian", "O'Brien", "Zoë 3", "Łukasz", "Nguyễn", "Анна", "Αλέξανδρος", "日本ひらカナ", "김철수",
        "हिन्दी", "Housemaster", "Robot", "😀 Kim",
    ],
)  # fmt: skip
def test_names_of_every_alphabet_are_taken_as_they_are(name):
    assert require_own_name(f"  {name} ") == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("сор", "confusing-name"),  # Cyrillic throughout, read as Latin
        ("Αnn", "confusing-name"),  # a Greek capital
        ("𝐁oss", "confusing-name"),
        ("ʙoss", "confusing-name"),
        ("a\u0336b", "confusing-name"),
        ("the DEALER", "reserved-name"),
        ("Kim (floor)", "reserved-name"),
        ("B0t", "reserved-name"),
        ("box 12", "reserved-name"),
        ("x#2", "bad-name"),
        ("--", "bad-name"),
        ("", "bad-name"),
    ],
)
def test_names_that_would_be_taken_for_others_are_refused(name, code):
    with pytest.raises(NotAllowed) as refused:
        require_own_name(name)
    assert refused.value.code == code


def test_names_are_compared_by_their_look():
    assert skeleton("B0ss.") == skeleton("boss") != skeleton("boss2")
    assert skeleton("AIice") == skeleton("Alice") != skeleton("Aiice")
