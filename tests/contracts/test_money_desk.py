"""The floor's desk for money and moves: over HTTP, on the table's record, in the ledger."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from openfelt.games.sign import Commission
from openfelt.games.standard import standard_sign
from openfelt.journal.verify import check_ledger
from openfelt.room import SitDown
from openfelt.room.roll import Held, with_office
from openfelt.service.app import build
from openfelt.service.record.audit import check_hands
from openfelt.service.record.stream import event_of

HEADERS = {"x-openfelt": "1"}
FEES = Commission(per_hand=200, box=True)


@pytest.fixture
def room(tmp_path):
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url="http://localhost", headers=HEADERS) as client:
        hall = client.app.state.hall
        sign = standard_sign("nsw-poker", "texas-holdem", seats=4, min_stake=4_000, max_stake=40_000, commission=FEES)
        for name in ("Felt", "Other"):
            client.portal.call(hall.open_table, name, sign)
        host = hall.hosts["Felt"]
        host.state.frozen = True  # nothing goes on by itself
        for seat, player in enumerate(("p_ann", "p_bob"), start=1):
            client.portal.call(hall.issue, player, 100_000, f"chips {player}")
            client.portal.call(host.submit, f"sit {player}", player, SitDown(player, seat, 20_000, "post"))
        account = hall.accounts.open_account("kim", ("floor", "player"), 0, "a long password")
        client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))
        yield client
        assert check_ledger(hall.journal.store).fault is None
        assert check_hands(hall.journal.store).fault is None


def post(room, path, table="Felt", **body):
    told = room.post(f"/api/floor/{table}/{path}", json={"id": f"{path}-1", **body}).json()
    return "done" if told == {"done": True} else (told["error"]["code"], told["error"]["rule"])


def appoint(room, office):
    """Kim is given another office."""
    accounts = room.app.state.hall.accounts
    kim = accounts.id_of("kim")
    accounts.unrecorded[kim] = with_office(accounts.unrecorded[kim], Held(office))


def balance(room, account):
    return room.app.state.hall.journal.store.balance(account)


def test_a_player_is_moved_with_the_stake_to_the_first_free_seat(room):
    before = room.get("/api/floor/Felt/money").json()
    assert before["tables"] == [{"name": "Other", "free": [1, 2, 3, 4]}]
    move = {"seat": 1, "to": "Other", "reason": "to balance the tables"}
    assert post(room, "move", **move) == "done"
    assert post(room, "move", **move) == "done", "the same request, asked again"
    assert post(room, "move", **move | {"seat": 2})[0] == "request-reused"
    hall = room.app.state.hall
    assert hall.hosts["Other"].table.places[1].player == "p_ann"
    assert hall.hosts["Felt"].table.place_of("p_ann") is None
    assert (balance(room, "stake/Other/p_ann"), balance(room, "stake/Felt/p_ann")) == (20_000, 0)
    sent = event_of(hall.journal.store.read("table/Felt")[-1].record)
    assert (sent.by, sent.reason) == ("kim", "to balance the tables"), "why is on record"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seat": 3}, "empty-seat"),
        ({"to": "Nowhere"}, "no-table"),
        ({"to": "Felt"}, "already-seated"),
        ({"to_seat": 9}, "seat-not-free"),
        ({"reason": " "}, "notation"),
    ],
)
def test_a_move_that_cannot_be_changes_nothing(room, change, code):
    before = room.app.state.hall.journal.store.head()
    assert post(room, "move", **{"seat": 1, "to": "Other", "reason": "to balance"} | change)[0] == code
    assert room.app.state.hall.journal.store.head() == before


def test_chips_leave_the_table_for_a_service_or_with_approval(room):
    assert post(room, "take-off", seat=1, amount=5_000, reason="dinner") == "done"
    assert balance(room, "house") == 5_000
    loan = {"id": "b", "seat": 1, "amount": 5_000, "reason": "a loan", "approved": True}
    refused = room.post("/api/floor/Felt/take-off", json=loan).json()["error"]
    assert (refused["code"], refused["rule"]) == ("not-your-office", ["nsw-poker 8.7.1"])
    appoint(room, "Gaming Manager")
    assert room.post("/api/floor/Felt/take-off", json=loan).json() == {"done": True}
    assert (balance(room, "stake/Felt/p_ann"), balance(room, "purse/p_ann")) == (10_000, 85_000)
    last = event_of(room.app.state.hall.journal.store.read("table/Felt")[-1].record)
    assert (last.approver, last.reason) == ("kim", "a loan")
    assert post(room, "take-off", seat=2, amount=20_100, reason="more than there is") == ("request-reused", [])
    more = room.post("/api/floor/Felt/take-off", json={"id": "c", "seat": 2, "amount": 20_100, "reason": "too much"})
    assert more.json()["error"]["code"] == "stake-too-small"


def test_the_box_is_counted_and_the_value_of_checks_fixed_before_play(room):
    assert post(room, "checks", value=100)[0] == "check-value"
    assert room.post("/api/floor/Felt/checks", json={"id": "v", "value": 200}).json() == {"done": True}
    hall = room.app.state.hall
    host = hall.hosts["Felt"]
    host.state.frozen = False
    room.portal.call(host.work.next_hand)
    assert post(room, "box", counted=400) == ("not-now", ["nsw-poker 2.5"])
    shown = room.get("/api/floor/Felt/money").json()
    assert (shown["box"], shown["check_value"], shown["started"]) == (400, 200, True)


def test_a_copy_of_the_rules_is_handed_out_and_a_seat_in_use_is_not_vacated(room):
    assert post(room, "copy", seat=1) == "done"
    assert post(room, "copy", seat=4)[0] in {"request-reused", "empty-seat"}
    assert post(room, "vacate", seat=1) == ("not-idle", ["nsw-poker 27.10"])
    last = room.app.state.hall.journal.store.read("table/Felt")[-1].record
    assert (last.name, last.cites) == ("RulesGiven", ("nsw-poker 27.16",))


def test_a_player_may_not_do_any_of_it(room):
    hall = room.app.state.hall
    account = hall.accounts.open_account("pat", ("player",), 0, "a long password")
    room.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))
    for path, body in (
        ("move", {"seat": 1, "to": "Other", "reason": "x"}),
        ("take-off", {"seat": 1, "amount": 100, "reason": "x"}),
        ("box", {"counted": 0}),
        ("checks", {"value": 200}),
    ):
        assert room.post(f"/api/floor/Felt/{path}", json={"id": path, **body}).status_code == 403
    assert room.get("/api/floor/Felt/money").status_code == 403
