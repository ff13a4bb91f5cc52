"""Erasure (house 35.7, 35.8): names and words are under seal on record, and no byte of them is left afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import time

import apsw
import msgspec
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from openfelt.cli.audit import command
from openfelt.errors import StaleView
from openfelt.games.standard import standard_sign
from openfelt.room.roll import is_sealed
from openfelt.service.app import build
from openfelt.service.pages.own_account import KeepBody
from openfelt.service.people.accounts import Account, Accounts, NotAllowed
from openfelt.service.people.invitations import Invitations
from openfelt.service.people.seals import FORMER, Seals
from openfelt.service.wire import protocol as p
from openfelt.service.wire.requests import mark_of, plain_mark

BASE = "http://127.0.0.1:8052"
SOCKET = "ws://127.0.0.1:8052/api/socket"
PASSWORD = "a long enough password"
NAME, GUEST, WORDS, NOTE = "Wilhelmina", "Quetzalcoatl", "zanzibarwords", "xylophonenote"


async def furnish(hall):
    """One table, unless it is there."""
    if not hall.known_as("T"):
        await hall.open_table("T", standard_sign("house", "texas-holdem", seats=4))


class Person:
    """Somebody in a running room, with cookies of the own."""

    def __init__(self, client):
        self.client = client
        self.jar = []

    @property
    def hall(self):
        return self.client.app.state.hall

    def another(self):
        return Person(self.client)

    def _as_me(self, ask, *given, **fields):
        self.client.cookies.clear()
        for one in self.jar:
            self.client.cookies.jar.set_cookie(one)
        made = ask(*given, **fields)
        self.jar = list(self.client.cookies.jar)
        return made

    def get(self, path):
        return self._as_me(self.client.get, path)

    def post(self, path, json):
        return self._as_me(self.client.post, path, json=json)

    def socket(self):
        return self._as_me(self.client.websocket_connect, SOCKET, headers={"origin": BASE})


@contextlib.contextmanager
def room(data):
    """A running room, and somebody who comes in."""
    app = build(data, demo=False, prepare=furnish, pace=0.0)
    with TestClient(app, base_url=BASE, headers={"x-openfelt": "1"}) as client:
        yield Person(client)


def register(client, name):
    answer = client.post("/api/login", json={"name": name, "password": PASSWORD, "register": True})
    assert answer.status_code == 200, answer.text
    return answer.json()["account"]["id"]


def asks(client, *frames):
    """Requests of the socket, each answered; the errors."""
    found = []
    with client.socket() as socket:
        for number, frame in enumerate(frames):
            socket.send_json({"id": f"r{number}-{time.monotonic_ns()}", **frame})
            while (told := socket.receive_json())["type"] not in {"done", "refused"}:
                pass
            found.append(told.get("error"))
    return found


def found_in(data, *words):
    """The files of a data directory that have one of these words, in any capitals."""
    sought = [word.casefold().encode() for word in words]
    files = [one for one in data.rglob("*") if one.is_file()]
    assert {"journal.sqlite", "accounts.sqlite"} <= {one.name for one in files}
    return {one.name for one in files if any(word in one.read_bytes().lower() for word in sought)}


def audit(data):
    """What the audit finds."""
    answer = CliRunner().invoke(command, ["--json", str(data)])
    return [fault for line in answer.output.splitlines() if (fault := json.loads(line)["fault"])]


def erase(client, **fields):
    body = {"id": f"erase-{time.monotonic_ns()}", "password": PASSWORD, **fields}
    answer = client.post("/api/account/erase", json=body)
    return answer.status_code, answer.json()


def test_no_byte_of_a_name_is_left_and_the_record_stands(tmp_path):
    """A guest who stays, plays, speaks, is noted by another and notes, then goes; after a restart too."""
    with room(tmp_path) as ann:
        bob = ann.another()
        ann.post("/api/guest", json={"name": GUEST})
        body = {"id": "keep-1", "name": NAME, "password": PASSWORD}
        account = ann.post("/api/account", json=body).json()["account"]
        register(bob, "Bob")
        assert asks(ann, {"type": "say", "table": "T", "text": WORDS}) == [None]
        note = bob.post("/api/past/note", json={"name": NAME, "words": NOTE, "colour": "red"})
        assert note.status_code == 200, note.text
        assert found_in(tmp_path, NAME, GUEST) == {one for one in found_in(tmp_path, NAME) if "accounts" in one}
        assert erase(ann)[1]["error"]["code"] == "has-chips"
        assert erase(ann, give_up=True, password="not the password")[0] == 401
        assert erase(ann, give_up=True)[0] == 200
        assert found_in(tmp_path, NAME, GUEST, WORDS, NOTE) == set()
        assert ann.get("/api/me").json()["account"] is None
        assert ann.post("/api/login", json={"name": NAME, "password": PASSWORD}).status_code == 401
        with bob.socket() as socket:
            socket.send_json({"type": "watch", "id": "w", "table": "T"})
            frames = [socket.receive_json() for _ in range(4)]
        (said,) = next(one["lines"] for one in frames if one["type"] == "chat")
        assert (said["name"], said["text"]) == (FORMER, "…")
    assert found_in(tmp_path, NAME, GUEST, WORDS, NOTE) == set()
    assert audit(tmp_path) == []
    with room(tmp_path) as again:
        assert again.hall.name_of(account["id"]) == FORMER
        register(again, NAME)  # the name is free again
    assert audit(tmp_path) == []


def test_a_name_is_under_seal_from_the_first_and_shown_as_ever(tmp_path):
    with room(tmp_path) as ann:
        account = register(ann, NAME)
        hall = ann.hall
        assert hall.name_of(account) == NAME
        assert is_sealed(hall.room.state.members[account].name)
    journal = (tmp_path / "journal.sqlite").read_bytes()
    assert NAME.encode() not in journal
    with room(tmp_path) as again:
        assert again.hall.name_of(account) == NAME
        assert again.post("/api/login", json={"name": NAME, "password": PASSWORD}).status_code == 200
        data = again.get("/api/account/data").json()
        assert next(one["says"]["name"] for one in data["record"] if one["name"] == "AccountOpened") == NAME


def test_the_mark_of_an_order_is_no_plain_hash_and_one_of_an_earlier_release_is_known(tmp_path, monkeypatch):
    body = {"id": "keep-1", "name": NAME, "password": PASSWORD}
    plain = plain_mark(b"/api/account" + msgspec.json.encode(KeepBody("keep-1", "", "")))

    def kept(person, account):
        return mark_of(person.hall.journal.store.receipt(f"{account} keep-1").answer)

    with room(tmp_path / "new") as ann:
        ann.post("/api/guest", json={"name": GUEST})
        account = ann.post("/api/account", json=body).json()["account"]["id"]
        assert len(kept(ann, account)) == len(plain)
        assert kept(ann, account) != plain
    with monkeypatch.context() as earlier:
        earlier.setattr(Seals, "mark", lambda _, account, said: plain_mark(said))
        with room(tmp_path / "old") as bob:
            bob.post("/api/guest", json={"name": GUEST})
            account = bob.post("/api/account", json=body).json()["account"]["id"]
            assert kept(bob, account) == plain
            earlier.undo()
            assert bob.post("/api/account", json=body).status_code == 200
            other = bob.post("/api/account/refill", json={"id": "keep-1"})
            assert other.json()["error"]["code"] == "request-reused"


BINDS = {
    "a seat": ({"type": "sit", "table": "T", "seat": 1, "stake": 20_000, "entry": "post"}, "a seat at T"),
}


@pytest.mark.parametrize("name", BINDS)
def test_whoever_is_bound_to_the_house_is_not_erased(tmp_path, name):
    frame, words = BINDS[name]
    with room(tmp_path) as ann:
        account = register(ann, NAME)
        assert asks(ann, frame) == [None]
        status, told = erase(ann, give_up=True)
        assert (status, told["error"]["code"], told["error"]["rule"]) == (400, "account-bound", ["house 35.8"])
        assert words in json.dumps(told["error"])
        assert words in ann.get("/api/account/erasure").json()["bound"]
        assert ann.hall.name_of(account) == NAME


def test_an_exclusion_and_an_office_bind(tmp_path):
    accounts = Accounts(tmp_path / "accounts.sqlite")
    now = time.time_ns() // 1_000_000
    links = Invitations(accounts)
    links.accept(links.invite(("operator",), now), "Olga", PASSWORD, now)
    accounts.close()
    with room(tmp_path) as olga:
        olga.post("/api/login", json={"name": "Olga", "password": PASSWORD})
        assert erase(olga, give_up=True)[1]["error"]["code"] == "account-bound"
        ann = olga.another()
        account = register(ann, NAME)
        body = {"id": "office-1", "account": account, "office": "dealer", "reason": "needed"}
        assert olga.post("/api/offices", json=body).status_code == 200
        assert olga.hall.room.state.members[account].name == NAME, "an officer is on record by name"
        assert "an office" in json.dumps(erase(ann, give_up=True)[1]["error"])
        cid = olga.another()
        register(cid, "Cid")
        out = cid.post("/api/playing/exclude", json={"id": "out-1"})
        assert out.status_code == 200, out.text
        assert "an exclusion in force" in json.dumps(erase(cid, give_up=True)[1]["error"])
    assert audit(tmp_path) == []


def test_a_room_that_ends_in_between_erases_at_its_next_start(tmp_path, monkeypatch):
    with room(tmp_path) as ann:
        account = register(ann, NAME)
        monkeypatch.setattr(Accounts, "erase", lambda *_: None)
        assert erase(ann, give_up=True)[0] == 200
    monkeypatch.undo()
    assert found_in(tmp_path, NAME) == {"accounts.sqlite"}
    with room(tmp_path) as again:
        assert again.hall.name_of(account) == FORMER
    assert found_in(tmp_path, NAME) == set()
    assert audit(tmp_path) == []


def test_a_row_with_another_name_than_under_seal_is_a_fault(tmp_path):
    with room(tmp_path) as ann:
        account = register(ann, NAME)
    accounts = Accounts(tmp_path / "accounts.sqlite")
    accounts.write("UPDATE accounts SET name = 'Boss' WHERE id = ?", (account,))
    accounts.close()
    (fault,) = audit(tmp_path)
    assert (fault["place"], fault["what"]) == (f"account {account}", "has another name than the record says")
    with room(tmp_path) as again:
        assert again.hall.name_of(account) == NAME, "the room goes by the record"


def test_who_reads_the_accounts_holds_nobody_up_and_nothing_is_left_afterwards(tmp_path):
    """A backup or an audit reads the file while somebody is erased: the file's log is emptied once that is over."""
    with room(tmp_path) as ann:
        register(ann, NAME)
        hall, began = ann.hall, time.monotonic()
        with contextlib.closing(apsw.Connection(str(tmp_path / "accounts.sqlite"))) as reader:
            reader.execute("BEGIN; SELECT count(*) FROM accounts").fetchall()
            assert erase(ann, give_up=True)[0] == 200
            assert time.monotonic() - began < 4, "the room waits for no reader"
            assert hall.accounts.has_traces
        ann.client.portal.call(hall._sweep)
        ann.client.portal.call(until, lambda: not hall.accounts.has_traces)
        assert found_in(tmp_path, NAME) == set()


async def until(is_so):
    while not is_so():
        await asyncio.sleep(0.01)


def test_a_room_that_was_killed_right_after_an_erasure_leaves_nothing_at_its_next_start(tmp_path, monkeypatch):
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    accounts = Accounts(before / "accounts.sqlite")
    ann = accounts.open_account(NAME, ("player",), 0, PASSWORD)
    monkeypatch.setattr(Accounts, "empty_log", lambda _: None)
    accounts.erase(ann.id)
    shutil.copytree(before, after)  # as the disk has it when the process is killed here
    accounts.close()
    monkeypatch.undo()
    assert any(NAME.encode() in one.read_bytes() for one in after.iterdir())
    again = Accounts(after / "accounts.sqlite")
    assert not any(NAME.encode() in one.read_bytes() for one in after.iterdir())
    again.close()


def test_no_name_looks_like_one_under_seal(tmp_path):
    """Staff is on record by name: such a name would be taken for a seal that nothing opens."""
    accounts = Accounts(tmp_path / "accounts.sqlite")
    for roles in (("operator",), ("player",)):
        with pytest.raises(NotAllowed) as refusal:
            accounts.open_account("sealed:Olga", roles, 0, PASSWORD)
        assert refusal.value.code == "bad-name"
    accounts.close()


def test_words_that_come_after_the_erasure_are_kept_by_nobody(tmp_path):
    """A line that was on its way would get a key of its own, which nothing erased."""
    with room(tmp_path) as ann:
        account = Account(register(ann, NAME), NAME, ("player",), guest=False)
        hall = ann.hall
        assert erase(ann, give_up=True)[0] == 200
        said = p.Say(id="late", table="T", text=WORDS)
        with pytest.raises(StaleView):
            ann.client.portal.call(hall.chat.say, account, hall.hosts["T"], said)
        assert hall.accounts.ask("SELECT * FROM seals WHERE account = ?", (account.id,)) == []
    assert found_in(tmp_path, NAME, WORDS) == set()
