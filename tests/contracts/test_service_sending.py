"""How frames go out: at once where the socket takes them, whoever acted gets news and answer in one piece."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from openfelt.service.doors.serving import Connection, text_head
from tests.service_kit import Sim, run


class Wire:
    """A socket that takes frames, or does not."""

    def __init__(self, client, *, takes=True):
        self.takes = takes
        self.writes = []
        client.pump()
        client.one.send_now = self.send

    def send(self, *frames):
        if self.takes:
            self.writes.append([json.loads(data) for data in frames])
        return self.takes


async def heads_up(sim):
    host = await sim.table("nsw-poker", "texas-holdem", seats=2)
    both = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
    await sim.run(1)
    actor = next(one for one in both if one.turn("T"))
    other = next(one for one in both if one is not actor)
    return host, actor, other


def test_whoever_acts_gets_the_news_and_the_answer_in_one_piece():
    async def acted():
        async with Sim("one piece") as sim:
            _, actor, other = await heads_up(sim)
            turn = actor.turn("T")["turn"]
            mine, theirs = Wire(actor), Wire(other)
            await actor.ask("act", id="a1", table="T", turn=turn, action="call")
            (first,) = mine.writes
            assert [frame["type"] for frame in first] == ["update", "done"]
            assert first[1]["id"] == "a1"
            assert [[frame["type"] for frame in write] for write in theirs.writes] == [["update"]]
            mine.writes.clear()
            await actor.ask("act", id="a1", table="T", turn=turn, action="call")
            assert [[frame["type"] for frame in write] for write in mine.writes] == [["done"]], "asked again"

    run(acted())


def test_what_the_socket_does_not_take_waits_in_order():
    async def acted():
        async with Sim("in order") as sim:
            _, actor, _ = await heads_up(sim)
            turn = actor.turn("T")["turn"]
            wire = Wire(actor, takes=False)
            actor.frames.clear()
            await actor.ask("act", id="a1", table="T", turn=turn, action="call")
            assert wire.writes == []
            assert [json.loads(data)["type"] for data in actor.frames] == ["update", "done"]

    run(acted())


def test_nothing_overtakes_what_waits():
    async def acted():
        async with Sim("overtaken") as sim:
            _, actor, _ = await heads_up(sim)
            turn = actor.turn("T")["turn"]
            wire = Wire(actor)
            actor.one._waiting.append(("T", b'{"type":"waiting"}'))
            actor.frames.clear()
            actor.hear = lambda _: None
            await actor.ask("act", id="a1", table="T", turn=turn, action="call")
            assert wire.writes == []
            assert [json.loads(data)["type"] for data in actor.frames] == ["waiting", "update", "done"]

    run(acted())


def connection(*, writable=True, state=State.OPEN, closing=False):
    """A connection of the server over nothing but lists."""
    written = []
    conn = ServerProtocol()
    conn.state = state
    event = asyncio.Event()
    if writable:
        event.set()
    transport = SimpleNamespace(write=written.append, is_closing=lambda: closing)
    return SimpleNamespace(writable=event, close_sent=False, conn=conn, transport=transport), written


def test_several_frames_are_one_write_of_whole_messages():
    one, written = connection()
    assert Connection.write_text(one, b'{"a":1}', "ä".encode())
    (data,) = written
    expected = [Frame(Opcode.TEXT, text).serialize(mask=False) for text in (b'{"a":1}', "ä".encode())]
    assert data == b"".join(expected)


def test_a_full_buffer_takes_nothing():
    one, written = connection(writable=False)
    assert not Connection.write_text(one, b"{}")
    assert written == []


@pytest.mark.parametrize("how", [{"closing": True}, {"state": State.CLOSING}, {"state": State.CLOSED}])
def test_a_connection_that_is_gone_is_no_fault(how):
    one, written = connection(**how)
    assert Connection.write_text(one, b"{}")
    assert written == []


@pytest.mark.parametrize("length", [0, 125, 126, 127, 65_535, 65_536])
def test_the_head_of_a_frame_is_the_librarys_own(length):
    data = b"x" * length
    assert text_head(length) + data == Frame(Opcode.TEXT, data).serialize(mask=False)
