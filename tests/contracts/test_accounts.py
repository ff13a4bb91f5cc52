"""The register of accounts: invitations, passwords, sessions."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from openfelt.service.app import build
from openfelt.service.people.accounts import ABSOLUTE_MS, IDLE_MS, Accounts, BadLogin, NotAllowed
from openfelt.service.people.invitations import INVITATION_MS, Invitations

BASE = "http://127.0.0.1:8052"
HEADERS = {"x-openfelt": "1"}
PASSWORD = "correct horse battery"


def test_an_invitation_works_once_for_a_week_and_only_with_a_password(tmp_path):
    register = Accounts(tmp_path / "a.sqlite")
    links, now = Invitations(register), 10**12
    assert not register.has_operator()
    link = links.invite(("operator",), now)
    for name, password in (("ann", ""), ("ann", "short"), ("", PASSWORD), ("a/b", PASSWORD)):
        with pytest.raises(NotAllowed):
            links.accept(link, name, password, now)
    account = links.accept(link, "ann", PASSWORD, now)
    assert account.roles == ("operator",)
    assert register.has_operator()
    with pytest.raises(NotAllowed, match="has been used"):
        links.accept(link, "bob", PASSWORD, now)
    late = links.invite(("dealer",), now)
    with pytest.raises(NotAllowed):
        links.accept(late, "bob", PASSWORD, now + INVITATION_MS + 1)
    with pytest.raises(NotAllowed, match="no roles"):
        links.invite(("king",), now)
    register.close()


def test_passwords_are_argon2id_and_an_unknown_name_takes_as_long(tmp_path):
    register = Accounts(tmp_path / "a.sqlite")
    register.open_account("ann", ("player",), 0, PASSWORD)
    stored = register._row("SELECT password FROM accounts", ())[0]
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    with pytest.raises(BadLogin):
        register.log_in("ann", "wrong wrong wrong")
    register._hasher = checked = CheckedHashes(register._hasher)
    for name in ("ann", "bob"):
        with pytest.raises(BadLogin):
            register.log_in(name, "wrong wrong wrong")
    known, unknown = checked.work
    assert known == unknown == ("argon2id", "v=19", "m=19456,t=2,p=1")
    assert register.log_in(" ANN ", PASSWORD).name == "ann"
    with pytest.raises(NotAllowed, match="taken"):
        register.open_account("Ann", ("player",), 0)
    register.close()


class CheckedHashes:
    """Notes what checking a password costs: the kind and the parameters of the hash it is held against."""

    def __init__(self, hasher):
        self.hasher = hasher
        self.work = []

    def verify(self, hashed, password):
        self.work.append(tuple(hashed.split("$")[1:4]))
        return self.hasher.verify(hashed, password)


def test_sessions_end_by_idleness_by_age_and_by_a_new_password(tmp_path):
    register = Accounts(tmp_path / "a.sqlite")
    account = register.open_account("ann", ("player",), 0, PASSWORD)
    token = register.start_session(account, 0)
    assert token not in str(register._db.execute("SELECT * FROM sessions").fetchall())
    assert register.session(token, IDLE_MS)
    assert register.session(token, IDLE_MS * 2)
    assert register.session(token, IDLE_MS * 3 + 1) is None
    token = register.start_session(account, 0)
    for hours in range(0, 24 * 7, 8):
        assert register.session(token, hours * 3_600_000)
    assert register.session(token, ABSOLUTE_MS + 1) is None
    token = register.start_session(account, 0)
    register.set_password(account, "another long password")
    assert register.session(token, 1) is None
    with pytest.raises(BadLogin):
        register.log_in("ann", PASSWORD)
    register.close()


def test_log_ins_are_throttled_by_address(tmp_path):
    app = build(tmp_path, demo=False)
    with TestClient(app, base_url=BASE, headers=HEADERS) as client:
        codes = [
            client.post("/api/login", json={"name": "ann", "password": "wrong password"}).json()["error"]["code"]
            for _ in range(12)
        ]
    assert codes[:10] == ["bad-login"] * 10
    assert codes[10:] == ["too-many"] * 2
