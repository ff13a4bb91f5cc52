"""Orders over HTTP have ids as on the socket: repeated, one is done once; another order under the id is refused."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from openfelt.games.standard import standard_sign
from openfelt.service.app import build
from tests.service_kit import keep_out

HEADERS = {"x-openfelt": "1"}
FREEZE = {"id": "freeze", "frozen": True, "reason": "a dispute"}


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    app = build(tmp_path_factory.mktemp("orders"), demo=False, pace=0.0)
    with TestClient(app, base_url="http://localhost", headers=HEADERS) as client:
        hall = client.app.state.hall
        for name in ("Felt", "Other"):
            client.portal.call(hall.open_table, name, standard_sign("nsw-poker", "texas-holdem"))
            hall.hosts[name].state.frozen = True  # nothing goes on by itself while the test sets the scene
        host = hall.hosts["Felt"]
        for seat in (1, 2, 3):
            client.portal.call(hall.seat_bot, host, seat, "caller", f"Bot{seat} of Felt")
        client.portal.call(host.work.next_hand)
        account = hall.accounts.open_account("kim", ("floor", "player"), 0, "a long password")
        client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))
        client.portal.call(hall.issue, account.id, 1_000_000, "chips for kim")
        yield client


def answer(room, path, body):
    """What an order is answered: done, or the code of its refusal."""
    told = room.post(path, json=body).json()
    return "done" if told == {"done": True} else told["error"]["code"]


def ordered(room, order):
    """The order's address and body, once the scene for it is set."""
    hall = room.app.state.hall
    host = hall.hosts["Felt"]
    turn = host.hand.turns
    if order == "let-back":
        for player in ("ann", "bob"):
            room.portal.call(keep_out, hall, "Felt", player)
    if order == "answer":
        room.portal.call(hall.open_table, "Live", standard_sign("nsw-poker", "texas-holdem"))
        with room.websocket_connect("ws://localhost/api/socket", headers={"origin": "http://localhost"}) as socket:
            for frame in (
                {"type": "sit", "id": "sit", "table": "Live", "seat": 1, "stake": 20_000},
                {"type": "call-floor", "id": "call", "table": "Live", "words": "help"},
                {"type": "unwatch", "id": "end", "table": "nowhere"},
            ):
                socket.send_text(json.dumps(frame))
            while socket.receive_json().get("id") != "end":
                pass
            socket.close()
        call = next(iter(hall.hosts["Live"].calls.open))
        return "/api/floor/Live/answer", {"id": "answer", "call": call, "words": "coming"}, {"words": "in a minute"}
    return {
        "freeze": ("/api/floor/Felt/freeze", FREEZE, {"frozen": False}),
        "apply": (
            "/api/floor/Felt/apply",
            {"id": "apply", "kind": "exposed-in-deal", "facts": {"cards": [[2, 1]]}, "reason": "seen", "turn": turn},
            {"facts": {"cards": [[3, 1]]}},
        ),
        "use": (
            "/api/floor/Felt/use",
            {"id": "use", "kind": "direct", "facts": {"what": "silence"}, "reason": "noise", "turn": turn},
            {"facts": {"what": "spectators"}},
        ),
        "let-back": (
            "/api/floor/Felt/let-back",
            {"id": "let-back", "player": "ann", "number": 1, "reason": "calm"},
            {"player": "bob"},
        ),
        "notice": ("/api/notice/Other", {"id": "notice", "changes": {"seats": 6}}, {"changes": {"seats": 7}}),
    }[order]


@pytest.mark.parametrize("order", ["freeze", "apply", "use", "let-back", "answer", "notice"])
def test_another_order_under_a_used_id_is_refused_and_changes_nothing(room, order):
    path, body, change = ordered(room, order)
    store = room.app.state.hall.journal.store
    assert answer(room, path, body) == "done"
    head = store.head()
    assert answer(room, path, body) == "done"  # a repeated order gets the first answer
    assert answer(room, path, {**body, **change}) == "request-reused"
    assert store.head() == head


def test_the_same_words_for_another_table_are_another_order(room):
    room.portal.call(room.app.state.hall.open_table, "Third", standard_sign("nsw-poker", "texas-holdem"))
    third = room.app.state.hall.hosts["Third"]
    body = {**FREEZE, "id": "one-table"}
    assert answer(room, "/api/floor/Felt/freeze", body) == "done"
    assert answer(room, "/api/floor/Third/freeze", body) == "request-reused"
    assert not third.frozen
    assert answer(room, "/api/floor/Third/freeze", {**body, "id": "the-other"}) == "done"
    assert third.frozen


@pytest.mark.parametrize("bad", ["", "x" * 65, "two words", "é"])
def test_an_id_is_one_to_64_printable_letters_as_on_the_socket(room, bad):
    assert answer(room, "/api/floor/Felt/freeze", {**FREEZE, "id": bad}) == "bad-body"
    assert answer(room, "/api/floor/Felt/freeze", {**FREEZE, "id": "x" * 64}) == "done"
