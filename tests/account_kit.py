"""A running room over HTTP whose people have real sessions: what somebody asks for, and how it is answered."""

from __future__ import annotations

import contextlib
import sqlite3
from contextlib import contextmanager

from starlette.testclient import TestClient

from openfelt.journal import SqliteReader
from openfelt.journal.verify import check_ledger
from openfelt.room import SitDown
from openfelt.service.app import build
from openfelt.service.machine.limits import Limits, Rate
from openfelt.service.people.roll import check_accounts
from openfelt.service.record.audit import check_hands
from openfelt.service.record.room_audit import check_room
from openfelt.service.writers.enrolment import enrol

PASSWORD = "a long password"
LOOSE = Limits(log_ins=Rate(1e6, 1e6), guests=Rate(1e6, 1e6), wrong_passwords=Rate(1e6, 1e6))


class House:
    """The room, and a session for everyone who came in."""

    def __init__(self, client, data):
        self.client, self.hall, self.data = client, client.app.state.hall, data
        self.tokens, self.ids, self.number = {}, {}, 0

    def person(self, name, *roles):
        """Somebody with a password, who has logged in."""
        account = self.hall.accounts.open_account(name, ("player", *roles), self.hall.now_ms(), PASSWORD)
        self.client.portal.call(enrol, self.hall.room, account, 1_000_000)
        self.know(name, account.id, self.hall.accounts.start_session(account, self.hall.now_ms()))
        return account.id

    def guest(self, name):
        """A guest, by the door."""
        self.client.cookies.clear()
        told = self.client.post("/api/guest", json={"name": name}).json()["account"]
        self.know(name, told["id"], self.client.cookies["openfelt"])
        return told["id"]

    def know(self, name, account, token):
        self.ids[name], self.tokens[name] = account, token

    def asked(self, who, method, path, **more):
        """The whole answer to somebody; nobody, if no name is given."""
        self.client.cookies.clear()
        if who:
            self.client.cookies.set("openfelt", self.tokens[who])
        return self.client.request(method, path, **more)

    def post(self, who, path, **body):
        """What is told, or the code of the refusal and its clauses. Each order has an id of its own."""
        self.number += 1
        told = self.asked(who, "POST", path, json={"id": f"r{self.number}", **body}).json()
        return self.said(told)

    def plain(self, who, path, **body):
        """The same for a request without an id."""
        return self.said(self.asked(who, "POST", path, json=body).json())

    @staticmethod
    def said(told):
        return (told["error"]["code"], told["error"]["rule"]) if "error" in told else told

    def get(self, who, path):
        return self.asked(who, "GET", path).json()

    def sit(self, who, table="T", seat=1, stake=20_000):
        self.number += 1
        order = SitDown(self.ids[who], seat, stake, "post")
        self.client.portal.call(self.hall.hosts[table].submit, f"sit{self.number}", self.ids[who], order)

    def call(self, work, *given):
        return self.client.portal.call(work, *given)

    def faults(self):
        """What the audit of the room as it stands finds."""
        store = self.hall.journal.store
        found = [check(store).fault for check in (check_hands, check_room, check_ledger)]
        with contextlib.closing(SqliteReader(self.data / "journal.sqlite")) as reader:
            found.append(check_accounts(reader).fault)
        return [str(one) for one in found if one]

    def noted(self, name):
        return [one.record for one in self.hall.journal.store.read("room") if one.record.name == name]

    def edit(self, sql, *bindings):
        """Somebody who may write the file changes a row."""
        with contextlib.closing(sqlite3.connect(self.data / "accounts.sqlite")) as db, db:
            assert db.execute(sql, bindings).rowcount == 1


@contextmanager
def house(data, **more):
    """A room that runs, on a disk."""
    app = build(data, demo=False, pace=0.0, **{"limits": LOOSE} | more)
    with TestClient(app, base_url="http://localhost", headers={"x-openfelt": "1"}) as client:
        yield House(client, data)
