"""Watching without a name (house 35.6): where the house lets people do so, they see what the rail sees."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from openfelt.service.app import build
from openfelt.service.machine.limits import Limits, Rate
from openfelt.service.people.accounts import UNNAMED
from tests.service_kit import Client, Sim, run

BASE = "http://127.0.0.1:8052"
SOCKET = "ws://127.0.0.1:8052/api/socket"


def unnamed(sim):
    return Client(sim, "nobody", account=UNNAMED)


def test_whoever_has_no_name_sees_what_the_rail_sees():
    async def evening():
        async with Sim("unnamed") as sim:
            sim.hall.is_demonstration = True
            host = await sim.table("house", "texas-holdem", seats=3)
            viewers = [unnamed(sim), Client(sim, "rail")]
            for one in viewers:
                assert await one.ask("watch", table="T") is None
            players = [await sim.player(name, "T", at) for at, name in enumerate(("ann", "bob"), start=1)]
            await sim.play(host, players, 2)
            for one in viewers:
                one.pump()
            mine, rail = ([json.loads(data) for data in one.frames] for one in viewers)
            tables = [[one for one in told if one["type"] in {"snapshot", "update"}] for told in (mine, rail)]
            assert tables[0] == tables[1]
            assert len(tables[0]) > 10
            assert await viewers[0].ask("lobby") is None
            told = next(one for one in map(json.loads, reversed(viewers[0].frames)) if one["type"] == "lobby")
            assert (told["type"], told["purse"], told["seats"]) == ("lobby", 0, [])

    run(evening())


def examples():
    """Each request of the socket that is more than looking."""
    sent = {
        "sit": {"seat": 1, "stake": 20_000}, "say": {"text": "hello"}, "call-floor": {"words": "help"}, "stand": {},
        "act": {"turn": 1, "action": "fold"}, "pit-join": {"box": 1, "stake": 1}, "dealer-open": {}, "rabbit": {},
    }  # fmt: skip
    return sorted(sent.items())


@pytest.mark.parametrize(("kind", "fields"), examples())
def test_whoever_has_no_name_does_nothing_else(kind, fields):
    async def evening():
        async with Sim(f"unnamed {kind}") as sim:
            sim.hall.is_demonstration = True
            await sim.table("house", "texas-holdem", seats=3)
            before = sim.store.head()
            refused = await unnamed(sim).ask(kind, table="T", **fields)
            assert (refused["code"], refused["rule"]) == ("not-logged-in", ["house 35.6"])
            assert sim.store.head() == before

    run(evening())


@pytest.mark.parametrize(
    ("setting", "is_demo", "lets"), [(0, True, False), (1, True, True), (1, False, False), (2, False, True)]
)
def test_the_house_says_who_may(setting, is_demo, lets):
    async def evening():
        async with Sim("unnamed setting") as sim:
            await sim.table("house", "texas-holdem", seats=3)
            rules = sim.hall.room.state.people.rules
            sim.hall.room.state.people.rules = type(rules)(unnamed_watch=setting)
            sim.hall.is_demonstration = is_demo
            refused = await unnamed(sim).ask("watch", table="T")
            assert (refused is None) == lets
            assert lets or refused["rule"] == ["house 35.6"]

    run(evening())


def test_who_watches_so_is_sent_away_once_the_house_lets_nobody():
    async def evening():
        async with Sim("unnamed ends") as sim:
            sim.hall.is_demonstration = True
            await sim.table("house", "texas-holdem", seats=3)
            one = unnamed(sim)
            assert await one.ask("watch", table="T") is None
            sim.hall.is_demonstration = False
            await sim.run(31)
            one.pump()
            assert json.loads(one.frames[-1])["type"] == "goodbye"

    run(evening())


def test_the_socket_opens_without_a_session_only_in_such_a_room(tmp_path):
    for demo in (True, False):
        with TestClient(build(tmp_path / str(demo), demo=False, prepare=let(demo)), base_url=BASE) as room:
            assert room.get("/api/me").json()["watch"] is demo
            if not demo:
                with pytest.raises(WebSocketDisconnect), room.websocket_connect(SOCKET, headers={"origin": BASE}):
                    pass
                continue
            with room.websocket_connect(SOCKET, headers={"origin": BASE}) as socket:
                told = socket.receive_json()
                assert (told["type"], told["player"], told["name"], told["roles"]) == ("welcome", "", "", [])


def let(demo):
    async def prepare(hall):
        hall.is_demonstration = demo

    return prepare


def test_limits_count_for_the_address_and_not_for_all_who_have_no_name(tmp_path):
    limits = Limits(sockets=Rate(0.001, 3))
    with TestClient(build(tmp_path, demo=False, prepare=let(demo=True), limits=limits), base_url=BASE) as room:
        for _ in range(3):
            with room.websocket_connect(SOCKET, headers={"origin": BASE}) as socket:
                socket.receive_json()
        with pytest.raises(WebSocketDisconnect), room.websocket_connect(SOCKET, headers={"origin": BASE}):
            pass
