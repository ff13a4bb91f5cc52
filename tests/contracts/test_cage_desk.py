"""Chips are issued and redeemed at the cage: on record, in the ledger, never more than there is."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from openfelt.journal.verify import check_ledger
from openfelt.service.app import build

HEADERS = {"x-openfelt": "1"}


@pytest.fixture
def room(tmp_path):
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost", headers=HEADERS) as client:
        hall = client.app.state.hall
        account = hall.accounts.open_account("olga", ("operator", "player"), 0, "a long password")
        client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))
        client.player = hall.accounts.open_account("ann", ("player",), 0, "a long password").id
        yield client
        assert check_ledger(hall.journal.store).fault is None


def ask(room, what, amount, name="1", **more):
    body = {"id": f"{what}-{name}", "account": room.player, "what": what, "amount": amount, "reason": "cash", **more}
    told = room.post("/api/cage", json=body).json()
    return "done" if told == {"done": True} else told["error"]["code"]


def test_chips_are_issued_and_redeemed_once_for_each_request(room):
    assert ask(room, "issue", 5_000) == "done"
    assert ask(room, "issue", 5_000) == "done", "the same request"
    assert ask(room, "issue", 6_000) == "request-reused"
    assert room.get(f"/api/cage/{room.player}").json()["purse"] == 5_000
    assert ask(room, "redeem", 5_001) == "purse"
    assert ask(room, "redeem", 5_000, "2") == "done"
    assert room.get(f"/api/cage/{room.player}").json()["purse"] == 0
    rows = [one.record for one in room.app.state.hall.journal.store.read("room") if one.record.name.startswith("Chips")]
    last = rows[-1]
    assert (last.name, last.cites, json.loads(last.payload)["reason"]) == ("ChipsRedeemed", ("house 11.1",), "cash")


@pytest.mark.parametrize(
    ("what", "amount", "more", "code"),
    [
        ("issue", 0, {}, "bad-amount"),
        ("redeem", -5, {}, "bad-amount"),
        ("issue", 5, {"account": "nobody"}, "no-account"),
        ("issue", 5, {"reason": " "}, "notation"),
    ],
)
def test_what_cannot_be_changes_nothing(room, what, amount, more, code):
    before = room.app.state.hall.journal.store.head()
    assert ask(room, what, amount, **more) == code
    assert room.app.state.hall.journal.store.head() == before
