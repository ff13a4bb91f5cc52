"""Significant events are on the room's own record with who and why: AUD-3, AUD-4, AUD-7, RNG-1 and RNG-7."""

from __future__ import annotations

import json
import os
import stat

import pytest
from starlette.testclient import TestClient

from openfelt.cli.serve import operator_link
from openfelt.errors import OpenfeltError
from openfelt.journal import MemoryStore
from openfelt.journal.verify import check_chain
from openfelt.service.app import build
from openfelt.service.deck import shuffle
from openfelt.service.deck.shuffle import Shuffler
from openfelt.service.machine.limits import Limits, Rate
from openfelt.service.people.accounts import Accounts
from openfelt.service.people.invitations import Invitations
from openfelt.service.record.significant import CODE_EVERY_S, code_hash
from tests.service_kit import Sim, run

BASE = "http://127.0.0.1:8052"
HEADERS = {"x-openfelt": "1", "origin": BASE}
PASSWORD = "correct horse battery"


def noted(store, name=""):
    rows = [(one.record.name, json.loads(one.record.payload), one.record.actor) for one in store.read("room")]
    return [row for row in rows if row[0] == name] if name else rows


def test_a_start_is_on_record_with_the_program_that_runs(tmp_path):
    store = MemoryStore()
    for _ in range(2):
        with TestClient(build(tmp_path, demo=False, store=store), base_url=BASE):
            pass
    assert [name for name, _, _ in noted(store)] == ["RoomStarted", "RoomStarted"]
    (_, first, _), (_, second, _) = noted(store)
    assert first == second
    assert first["code"] == code_hash()


def test_a_changed_program_is_found_a_day_later_at_the_latest(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.py").write_text("y = 1\n")
    (tmp_path / "__pycache__").mkdir()
    first = code_hash([tmp_path])
    (tmp_path / "__pycache__" / "a.pyc").write_text("not part of it")
    assert code_hash([tmp_path]) == first

    async def days():
        async with Sim("code") as sim:
            await sim.hall.significant.started(hash_code=lambda: code_hash([tmp_path]))
            await day(sim)
            assert not noted(sim.store, "CodeChanged")
            (tmp_path / "sub" / "b.py").write_text("y = 2\n")
            await day(sim)
            await day(sim)
            return noted(sim.store, "CodeChanged")

    async def day(sim):
        """A day is long; only its end matters here."""
        sim.clock.now += CODE_EVERY_S
        await sim.hall.significant.look_again(lambda: code_hash([tmp_path]))

    found = run(days())
    assert [payload for _, payload, _ in found] == [{"code": code_hash([tmp_path]), "started": first}]
    (tmp_path / "sub" / "b.py").rename(tmp_path / "sub" / "c.py")
    assert code_hash([tmp_path]) != found[0][1]["code"]


def test_the_daily_look_comes_by_itself(monkeypatch):
    monkeypatch.setattr("openfelt.service.record.significant.CODE_EVERY_S", 60.0)
    hashes = iter(["one", "one", "two", "two", "two", "two"])

    async def days():
        async with Sim("code by itself") as sim:
            await sim.hall.significant.started(hash_code=lambda: next(hashes))
            for _ in range(4):
                await wait(sim, 61)
            return noted(sim.store, "CodeChanged")

    async def wait(sim, seconds):
        import asyncio  # noqa: PLC0415

        until = sim.clock.now + seconds
        while (work := sim.clock.pop(until)) is not None:
            work()
            while sim.hall._tasks:
                await asyncio.sleep(0.001)  # the files are read in a thread
        sim.clock.now = until

    assert [payload for _, payload, _ in run(days())] == [{"code": "two", "started": "one"}]


@pytest.mark.parametrize("broken", ["known answer", "no entropy", "stuck entropy"])
def test_a_shuffle_that_fails_its_test_deals_no_hand_and_is_on_record(broken, monkeypatch):
    """At the start, and in the middle of an evening: no table deals, hands that are dealt go on."""

    def no_entropy(_):
        raise NotImplementedError("no randomness source")

    def spoil():
        if broken == "known answer":
            monkeypatch.setattr(shuffle, "KNOWN_MAC", "00" * 32)
        else:
            monkeypatch.setattr(os, "urandom", no_entropy if broken == "no entropy" else bytes)

    async def evening(*, at_the_start):
        async with Sim("rng") as sim:
            sim.hall.shuffler = Shuffler(on_failure=sim.hall.dealing_stopped, every=1)
            host = await sim.table("nsw-poker", "texas-holdem", seats=3)
            if at_the_start:
                spoil()
                await sim.hall.open_record()
                await sim.settle()
                assert len(noted(sim.store, "DealingStopped")) == 1  # before anyone sits down
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
            if not at_the_start:
                await sim.play(host, clients, 1)
                spoil()
            number = host.table.number
            await sim.run(100)
            assert host.table.number == number
            assert host.stopped
            monkeypatch.undo()
            await sim.run(100)
            assert host.table.number == number  # until someone has looked
            rows = noted(sim.store, "DealingStopped")
            assert len(rows) == 1
            assert rows[0][1]["why"].startswith("shuffling stopped: ")
            assert check_chain(sim.store).fault is None

    run(evening(at_the_start=True))
    run(evening(at_the_start=False))


def test_a_clock_that_was_set_is_on_record_and_running_time_is_not():
    async def evening():
        async with Sim("steps") as sim:
            await sim.run(30)
            assert not noted(sim.store, "ClockStepped")
            sim.clock.step_ms += 3_600_000
            await sim.run(5)
            sim.clock.step_ms -= 7_200_000
            await sim.run(5)
            sim.clock.step_ms += 1_500  # within what a time service does
            await sim.run(5)
            return noted(sim.store, "ClockStepped")

    assert [payload["by_ms"] for _, payload, _ in run(evening())] == [3_600_000, -7_200_000]


def test_failed_log_ins_lockouts_and_new_passwords_are_on_record_without_what_was_typed(tmp_path):
    store = MemoryStore()
    limits = Limits(log_ins=Rate(0.001, 10))  # no try comes back, however slow the machine is
    with TestClient(build(tmp_path, demo=False, store=store, limits=limits), base_url=BASE, headers=HEADERS) as client:
        made = client.post("/api/login", json={"name": "ann", "password": PASSWORD, "register": True}).json()
        client.post("/api/password", json={"id": "new", "old": PASSWORD, "new": PASSWORD + "2"})
        for _ in range(12):
            client.post("/api/login", json={"name": "ann", "password": "my secret guess"})
        client.post("/api/login", json={"name": "hunter2 hunter2", "password": "x"})
    ann = made["account"]["id"]
    failed = noted(store, "LogInFailed")
    assert len(failed) == 9  # one of the ten was for registering; the new password counts for the account
    assert failed[0][1] == {"account": ann, "address": "testclient"}
    assert noted(store, "LogInsRefused") == [("LogInsRefused", {"address": "testclient"}, "house")]
    assert noted(store, "PasswordChanged") == [("PasswordChanged", {"account": ann}, ann)]
    whole = str(noted(store))
    assert "secret" not in whole
    assert "hunter2" not in whole


def test_only_the_link_printed_last_makes_the_first_operator(tmp_path):
    links = [operator_link(tmp_path).partition("=")[2] for _ in range(3)]
    register = Accounts(tmp_path / "accounts.sqlite")
    for old in links[:2]:
        with pytest.raises(OpenfeltError, match="does not exist"):
            Invitations(register).accept(old, "eve", PASSWORD, 1)
    now = register._db.execute("SELECT created_ms FROM invitations").fetchone()[0]
    assert "operator" in Invitations(register).accept(links[2], "ann", PASSWORD, now).roles
    register.close()
    assert operator_link(tmp_path) == ""


def test_the_register_of_accounts_is_its_owners_alone(tmp_path):
    before = os.umask(0)
    try:
        Accounts(tmp_path / "accounts.sqlite").close()
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "accounts.sqlite").stat().st_mode) == 0o600
