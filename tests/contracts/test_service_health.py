"""What programs that watch over the room are told: whether it lives, whether it is ready, and its counts."""

from __future__ import annotations

import asyncio
import re

import anyio
import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.games.standard import standard_sign
from openfelt.journal import StorageFailed
from openfelt.service.app import build
from openfelt.service.doors.addresses import Proxies, read_network
from openfelt.service.writers import table as host
from tests.service_kit import Sim, run

BASE = "http://localhost"
HEADERS = {"x-openfelt": "1"}
LOCAL = ("127.0.0.1", 50_000)
PATHS = ("/api/health/live", "/api/health/ready", "/api/health")


@pytest.fixture
def room(tmp_path):
    with TestClient(build(tmp_path, demo=False, pace=0.0), base_url=BASE, client=LOCAL, headers=HEADERS) as client:
        hall = client.app.state.hall
        client.portal.call(hall.open_table, "Felt", standard_sign("nsw-poker", "texas-holdem"))
        client.portal.call(hall.open_pit, "Civic", HoldemSign())
        yield client


def log_in(client, role):
    hall = client.app.state.hall
    account = hall.accounts.open_account(role, (role,), 0, "a long password")
    client.cookies.set("openfelt", hall.accounts.start_session(account, hall.now_ms()))


def statuses(client):
    return [client.get(path).status_code for path in PATHS]


def test_a_room_that_plays_is_alive_and_ready(room):
    assert statuses(room) == [200, 200, 200]
    assert room.get("/api/health/live").json() == {"live": True}
    assert room.get("/api/health/ready").json() == {"ready": True}
    assert room.get("/api/health").json() == {"tables": 1, "connections": 0, "refused": 0}


def test_a_failed_journal_names_the_tables_it_stopped(room):
    log_in(room, "floor")
    hall = room.app.state.hall

    async def full(_):
        raise StorageFailed("the disk is full")

    hall.journal.append = full
    room.post("/api/floor/Felt/freeze", json={"id": "z", "frozen": True, "reason": "a dispute"})
    assert statuses(room) == [200, 503, 503]
    stopped = {"Felt": "the storage failed", "the room": "the storage failed"}
    assert room.get("/api/health/ready").json() == {"ready": False, "stopped": stopped}
    assert room.get("/api/health").json()["stopped"] == stopped


def test_the_link_of_an_own_table_that_has_stopped_is_told_to_this_machine_alone(room):
    hall = room.app.state.hall
    name, why = "home-abcdefghij", "a fault of ours (KeyError)"
    room.portal.call(hall.open_table, name, standard_sign("house", "texas-holdem"))
    hall.hosts[name].stopped = why
    proxied = {"x-forwarded-for": "203.0.113.7"}
    for path in PATHS[1:]:
        assert room.get(path).json()["stopped"] == {name: why}
        answer = room.get(path, headers=proxied)
        assert (answer.status_code, answer.json()["stopped"]) == (503, {"a player's own table": why})
        assert name not in answer.text


def test_each_trouble_is_told_apart(room):
    hall = room.app.state.hall
    hall.pits["Civic"].stopped = "a fault of ours (KeyError)"
    hall.broken["Old"] = "its record cannot be folded"
    assert room.get("/api/health/ready").json()["stopped"] == {
        "Civic": "a fault of ours (KeyError)",
        "Old": "its record cannot be folded",
    }
    hall.journal.failure = OSError("no space left on /dev/sda1")
    told = room.get("/api/health/ready").json()
    assert told["journal"] == "OSError", "the kind of fault, not its text"
    hall.shuffler.stopped = "shuffling stopped: a known answer differs"
    assert room.get("/api/health/ready").json()["dealing"] == hall.shuffler.stopped
    hall.closing = True
    assert room.get("/api/health").json()["closing"]
    assert statuses(room) == [200, 503, 503]
    hall.closing, hall.journal.failure, hall.shuffler.stopped = False, None, None


def metrics(client, **headers):
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == 200, answer.text
    families = text_string_to_metric_families(answer.text)
    return {
        (one.name, *one.labels.values()): one.value
        for family in families
        for one in family.samples
        if not one.name.endswith(("_bucket", "_created"))
    }


def test_the_counts_an_operator_alarms_on_are_there_and_move(room):
    before = metrics(room)
    room.cookies.clear()
    room.post("/api/guest", json={"name": "ann"})
    with room.websocket_connect("ws://localhost/api/socket", headers={"origin": BASE}) as socket:
        socket.receive_json()
        for frame in ({"type": "watch", "id": "1", "table": "Felt"}, {"type": "watch", "id": "2", "table": "nowhere"}):
            socket.send_json(frame)
            while socket.receive_json().get("id") != frame["id"]:
                pass
        after = metrics(room)

    def moved(*key):
        return after.get(key, 0) - before.get(key, 0)

    assert moved("openfelt_requests_total", "watch") == 1
    assert moved("openfelt_refusals_total", "no-table") == 1
    assert moved("openfelt_request_seconds_count") == 2
    assert moved("openfelt_journal_append_seconds_count") == 1
    assert moved("openfelt_sockets") == 1
    assert moved("openfelt_http_answers_total", "200") >= 1
    assert (after["openfelt_tables",], after["openfelt_ready",], after["openfelt_journal_failed",]) == (2, 1, 0)
    room.app.state.hall.hosts["Felt"].stopped = "a fault of ours (KeyError)"
    assert metrics(room)["openfelt_tables_stopped",] == 1
    for name in (
        "faults_total", "frames_read_total", "bytes_read_total", "journal_waiting", "frames_waiting", "lab_waiting",
        "pages_waiting", "connections", "connections_most", "hands_finished", "dealing_stopped",
        "loop_delay_seconds_count",
    ):  # fmt: skip
        assert (f"openfelt_{name}",) in after, name


@pytest.mark.parametrize("turns", range(12))
def test_a_connection_ended_from_outside_leaves_no_cancellation_behind(room, turns):
    """Whoever runs a connection may cancel it at any moment, also while it is ending by itself."""
    room.cookies.clear()
    room.post("/api/guest", json={"name": "ann"})
    session = room.websocket_connect("ws://localhost/api/socket", headers={"origin": BASE})

    async def end_it():
        messages = [{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1000}]

        async def receive():
            return messages.pop(0)

        async def send(message):
            pass

        with anyio.CancelScope() as scope:
            for_later = asyncio.get_running_loop().call_soon

            def cancel_after(left):
                for_later(cancel_after, left - 1) if left else scope.cancel()

            cancel_after(turns + 1)
            await session.app(session.scope, receive, send)
        return asyncio.current_task().cancelling()

    assert room.portal.call(end_it) == 0
    assert len(room.app.state.hall.subscribers) == 0


def test_the_counts_name_no_player(room):
    account = room.post("/api/guest", json={"name": "Zebedee"}).json()["account"]["id"]
    assert not re.search(f"zebedee|{account}", room.get("/metrics").text, re.I)


@pytest.mark.parametrize(
    "headers",
    [{"x-forwarded-for": "198.51.100.1"}, {"forwarded": "for=127.0.0.1"}, {"via": "1.1 x"}, {"x-real-ip": "127.0.0.1"}],
)
def test_the_counts_are_for_this_machine_and_not_for_whom_a_proxy_on_it_serves(room, headers):
    assert room.get("/metrics").status_code == 200
    answer = room.get("/metrics", headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "not-logged-in")


def test_from_elsewhere_only_an_operator_reads_the_counts(tmp_path):
    far = ("192.0.2.1", 50_000)
    with TestClient(build(tmp_path, demo=False), base_url=BASE, client=far, headers=HEADERS) as client:
        assert client.get("/metrics").status_code == 401
        log_in(client, "inspector")
        assert client.get("/metrics").status_code == 403
        log_in(client, "operator")
        assert client.get("/metrics").status_code == 200
        assert statuses(client) == [200, 200, 200]


def test_behind_a_trusted_proxy_the_guest_is_no_local_and_the_watcher_is(tmp_path):
    """The room has a name of its own; a program on the same machine asks at loopback's."""
    proxies = Proxies((read_network("127.0.0.1"),))
    app = build(tmp_path, demo=False, proxies=proxies, origins=frozenset({"https://room.example"}))
    with TestClient(app, base_url=BASE, client=LOCAL, headers=HEADERS) as client:
        assert client.get("/metrics").status_code == 200
        assert statuses(client) == [200, 200, 200]
        assert client.get("/api/me").status_code == 421, "nothing else is served under loopback's name"
        through = {"host": "room.example", "x-forwarded-for": "127.0.0.1"}
        assert client.get("/metrics", headers=through).status_code == 401, "a client that calls itself local"
        assert client.get("/metrics", headers={"host": "evil.example"}).status_code == 421


def test_a_proxy_of_this_machine_that_does_not_say_so_gets_no_counts(tmp_path):
    app = build(tmp_path, demo=False, origins=frozenset({"https://room.example"}))
    with TestClient(app, base_url="http://room.example", client=LOCAL, headers=HEADERS) as client:
        assert client.get("/metrics").status_code == 401
        assert statuses(client) == [200, 200, 200]
        assert client.get("/metrics", headers={"host": "127.0.0.1:8052"}).status_code == 200


@pytest.mark.parametrize("fault", [IndexError("Ah Kd"), AssertionError(), TypeError("no number")])
def test_one_record_that_fails_in_whatever_way_stops_nobody_else(fault, monkeypatch, caplog):
    async def evening():
        async with Sim("before") as sim:
            for name in ("Bad", "Good"):
                await sim.table("nsw-poker", "texas-holdem", name)
        load = host.load

        def failing(journal, stream):
            if stream == "table/Bad":
                raise fault
            return load(journal, stream)

        monkeypatch.setattr(host, "load", failing)
        async with Sim("after", store=sim.store) as again:
            return list(again.hall.hosts), list(again.hall.broken)

    assert run(evening()) == (["Good"], ["Bad"])
    assert type(fault).__name__ in caplog.text
    assert "Ah Kd" not in caplog.text
