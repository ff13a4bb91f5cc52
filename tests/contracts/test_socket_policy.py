"""The socket's manners over a real connection: who may open it, what ends it, what is refused and changes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket as plain_socket
import string
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from openfelt.journal import SqliteReader
from openfelt.service.people.accounts import ABSOLUTE_MS, Accounts
from openfelt.service.wire import protocol as p
from openfelt.service.wire.client import Refusal as ClientRefusal
from openfelt.service.wire.client import RoomClient, log_in_as_guest, post
from tests.conftest import count
from tests.service_server import Server

TABLES = [["T", "nsw-poker", "texas-holdem", {"seats": 4}, 2], ["Q", "nsw-poker", "omaha", {"seats": 4}, 0]]
AT_ONCE_S = 10.0  # long before the room's next look for sessions that have run out
# No budget ends a storm of frames here, neither of messages nor of what is below them.
BUDGETS = (
    "connection",
    "account",
    "address",
    "guests",
    "frames",
    "bytes_read",
    "frames_of_address",
    "bytes_of_address",
)
LOOSE = {budget: [1e9, 1e9] for budget in BUDGETS}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("socket"), tables=TABLES, pace=1.0, limits=LOOSE) as running:
        yield running


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    limits = {"guests": [1e6, 1e6], "slow_reader_s": 1.0, "frames_waiting": 16}
    with Server(tmp_path_factory.mktemp("strict"), tables=TABLES, pace=0.0, limits=limits) as running:
        yield running


NUMBER = iter(range(1_000_000))


def guest(server):
    return log_in_as_guest(server.base, f"guest {next(NUMBER)}")


def open_socket(server, cookie, **changes):
    headers = {"additional_headers": {"Cookie": cookie}} if cookie else {}
    settings = {"origin": Origin(server.base), "compression": None, "max_size": 2**20, **headers, **changes}
    return connect(server.base.replace("http", "ws", 1) + "/api/socket", **settings)


async def status(server, cookie, **changes):
    """How a handshake is answered: 101, or the refusal."""
    try:
        async with open_socket(server, cookie, **changes):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def origins(base):
    port = base.rpartition(":")[2]
    return {
        "right": (base, 101),
        "missing": (None, 403),
        "null": ("null", 403),
        "upper case": (base.upper(), 403),
        "upper case host": (base.replace("http", "HTTP"), 403),
        "other port": (base.replace(port, "1"), 403),
        "no port": ("http://127.0.0.1", 403),
        "other name": (f"http://localhost:{port}", 403),
        "look-alike": (f"http://127.0.0.1.example:{port}", 403),
        "prefix": (f"{base}.example", 403),
        "user": (f"http://127.0.0.1:{port}@example.com", 403),
        "other scheme": (base.replace("http", "https"), 403),
        "slash": (base + "/", 403),
        "foreign": ("https://example.com", 403),
    }


@pytest.mark.parametrize("name", sorted(origins("http://x:1")))
def test_only_this_very_page_may_open_the_socket(server, name):
    origin, due = origins(server.base)[name]
    assert asyncio.run(status(server, guest(server), origin=origin)) == due


def test_a_name_that_merely_resolves_here_is_not_ours(server):
    """DNS rebinding: the page's name and the Host header agree, and both are somebody else's."""

    async def rebound():
        host = f"evil.example:{server.base.rpartition(':')[2]}"
        address = f"ws://{host}/api/socket"
        port = int(server.base.rpartition(":")[2])
        try:
            async with connect(
                address, host="127.0.0.1", port=port, origin=Origin(f"http://{host}"), compression=None,
                additional_headers={"Cookie": guest(server)},
            ):  # fmt: skip
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    assert asyncio.run(rebound()) == 403
    request = urllib.request.Request(server.base + "/api/me", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 421
    refused.value.close()


@pytest.mark.parametrize(
    "cookie", ["", "openfelt=", "openfelt=nonsense", "__Host-openfelt=x", "openfelt=" + "a" * 4000]
)
def test_without_a_live_session_no_socket(server, cookie):
    assert asyncio.run(status(server, cookie)) == 403


def test_an_expired_session_opens_no_socket(server):
    cookie = guest(server)
    register = Accounts(server.data / "accounts.sqlite")
    register.write("UPDATE sessions SET created_ms = created_ms - ?", (ABSOLUTE_MS + 1,))
    register.close()
    assert asyncio.run(status(server, cookie)) == 403


def test_compression_is_refused(server):
    async def offered():
        async with open_socket(server, guest(server), compression="deflate") as socket:
            return socket.protocol.extensions, socket.response.headers.get("Sec-WebSocket-Extensions")

    assert asyncio.run(offered()) == ([], None)


async def closing_code(server, cookie, *frames):
    """Send frames and wait for the end; the code, and the last frame before it."""
    async with open_socket(server, cookie) as socket:
        last = await socket.recv()

        async def send_all():
            with contextlib.suppress(ConnectionClosed):
                for frame in frames:
                    await socket.send(frame)

        sending = asyncio.create_task(send_all())
        try:
            async with asyncio.timeout(60):
                while True:
                    last = await socket.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006, json.loads(last)
        finally:
            await sending


def test_a_frame_too_large_closes_with_1009(server):
    assert asyncio.run(closing_code(server, guest(server), " " * (p.MOST_BYTES + 1)))[0] == 1009
    frame = json.dumps({"type": "say", "id": "x", "table": "T", "text": "a"})
    fits = frame + " " * (p.MOST_BYTES - len(frame))

    async def at_the_limit():
        async with RoomClient(server.base, guest(server)) as client:
            await client.send(fits)
            await client.ask("lobby")  # answered in order, on the same connection
            return [json.loads(text) for text in client.frames]

    assert {"type": "done", "id": "x"} in asyncio.run(at_the_limit())


def test_bytes_are_no_frame_and_broken_text_closes(server):
    code, last = asyncio.run(closing_code(server, guest(server), b"{}"))
    assert (code, last["error"]["code"]) == (1003, "bad-frame")

    async def broken():
        async with open_socket(server, guest(server)) as socket:
            await socket.recv()
            socket.transport.write(b"\x81\x82\x00\x00\x00\x00\xff\xfe")
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            return closed.value.rcvd.code if closed.value.rcvd else 1007

    assert asyncio.run(broken()) in {1007, 1002}


def test_a_flood_closes_its_own_socket_and_nobody_elses(strict):
    async def flood():
        quiet = RoomClient(strict.base, guest(strict))
        async with quiet:
            await quiet.ask("watch", table="T")
            frames = [json.dumps({"type": "lobby", "id": f"f{at}"}) for at in range(200)]
            code, last = await closing_code(strict, guest(strict), *frames)
            assert (code, last["error"]["code"]) == (4029, "too-many")
            await quiet.ask("watch", table="T")
            assert quiet.ended is None

    asyncio.run(flood())


def test_one_account_has_so_many_connections(strict):
    async def many():
        cookie = guest(strict)
        sockets = [await open_socket(strict, cookie) for _ in range(8)]
        code = await status(strict, cookie)
        for socket in sockets:
            await socket.close()
        return code

    assert asyncio.run(many()) == 403


def small_socket(server):
    """A connection whose own kernel keeps little of what is not read."""
    made = plain_socket.socket()
    made.setsockopt(plain_socket.SOL_SOCKET, plain_socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", int(server.base.rpartition(":")[2])))
    made.setblocking(False)
    return made


def memory_kb(pid):
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


def test_readers_that_never_read_are_let_go_and_cost_bounded_memory(strict):
    """Their queues are dropped, their sockets closed, and whoever reads is told as before (SEC-4)."""

    async def slow():
        before = memory_kb(strict.process.pid)
        stuck = []
        for _ in range(count(6, 7)):
            cookie = guest(strict)
            narrow = small_socket(strict)
            socket = await open_socket(strict, cookie, max_queue=1, sock=narrow)
            await socket.recv()
            socket.transport.pause_reading()
            stuck.append(socket)
        reader = RoomClient(strict.base, guest(strict))
        async with reader:
            await reader.ask("watch", table="T")
            # Many snapshots are asked for and never read: kernel buffers fill, then the queue, then the deadline.
            for at in range(400):
                for socket in stuck:
                    with contextlib.suppress(ConnectionClosed):
                        await socket.send(json.dumps({"type": "watch", "id": f"w{at}", "table": "T"}))
                await asyncio.sleep(0.055)
                if at % 20 == 19:
                    health = json.loads(urllib.request.urlopen(strict.base + "/api/health").read())
                    if health["connections"] <= 1:
                        break
            health = json.loads(urllib.request.urlopen(strict.base + "/api/health").read())
            seen = reader.seqs["T"]
            await reader.until(lambda: reader.seqs["T"] > seen, 10)
            assert reader.gaps == 0
        grown = memory_kb(strict.process.pid) - before
        for socket in stuck:
            socket.transport.abort()
        return health["connections"], grown

    connections, grown = asyncio.run(slow())
    assert connections == 1
    assert grown < 40_000, f"{grown} kB for readers that do not read"


# -- refusals -------------------------------------------------------------------------------------------------------

GOOD = {"type": "sit", "id": "x", "table": "Q", "seat": 1, "stake": 20_000}
BAD = {
    "not JSON": "{",
    "empty": "",
    "a number": "7",
    "a list": "[]",
    "null": "null",
    "no type": json.dumps({"id": "x"}),
    "unknown type": json.dumps({**GOOD, "type": "deal-me-aces"}),
    "unknown field": json.dumps({**GOOD, "cards": ["Ah"]}),
    "someone's name": json.dumps({**GOOD, "player": "bob"}),
    "no id": json.dumps({key: value for key, value in GOOD.items() if key != "id"}),
    "empty id": json.dumps({**GOOD, "id": ""}),
    "long id": json.dumps({**GOOD, "id": "x" * 65}),
    "strange id": json.dumps({**GOOD, "id": "a\u0000b"}),
    "text for a number": json.dumps({**GOOD, "stake": "20000"}),
    "a fraction": json.dumps({**GOOD, "stake": 20000.5}),
    "yes for a number": json.dumps({**GOOD, "stake": True}),
    "below zero": json.dumps({**GOOD, "stake": -1}),
    "huge": json.dumps({**GOOD, "stake": 10**300}),
    "huge as a power": '{"type":"sit","id":"x","table":"Q","seat":1,"stake":1e400}',
    "not a number": '{"type":"sit","id":"x","table":"Q","seat":1,"stake":NaN}',
    "endless": '{"type":"sit","id":"x","table":"Q","seat":1,"stake":Infinity}',
    "twice": '{"type":"sit","type":"act","id":"x","table":"Q"}',
    "lone surrogate": '{"type":"say","id":"x","table":"Q","text":"\\ud800"}',
    "deep": '{"type":"pit-act","id":"x","table":"Q","number":1,"order":' + "[" * 3900 + "]" * 3900 + "}",
    "deep object": '{"type":"pit-act","id":"x","table":"Q","number":1,"order":'
    + '{"a":' * 1300
    + "1"
    + "}" * 1300
    + "}",
    "no such table": json.dumps({**GOOD, "table": "nowhere"}),
    "no such seat": json.dumps({**GOOD, "seat": 77}),
    "more than the purse": json.dumps({**GOOD, "stake": 10**11}),
    "below the minimum": json.dumps({**GOOD, "stake": 1}),
    "half a chip": json.dumps({**GOOD, "stake": 20_001}),
    "no turn": json.dumps({"type": "act", "id": "x", "table": "T", "turn": 0, "action": "fold"}),
    "no such action": json.dumps({"type": "act", "id": "x", "table": "T", "turn": 0, "action": "win"}),
    "no such card": json.dumps({"type": "act", "id": "x", "table": "T", "turn": 0, "action": "draw", "cards": ["1x"]}),
    "not a pit": json.dumps({"type": "pit-join", "id": "x", "table": "Q", "box": 1, "stake": 1000}),
    "a dealer's entry": json.dumps({"type": "dealer-open", "id": "x", "table": "Q"}),
    "leaving without a seat": json.dumps({"type": "stand", "id": "x", "table": "Q"}),
}


def head(server):
    reader = SqliteReader(server.data / "journal.sqlite")
    found = (reader.version("table/Q"), reader.version("room"), [r for r in reader.streams() if "Q" in r])
    reader.close()
    return found


def refusals(server):
    return json.loads(urllib.request.urlopen(server.base + "/api/health").read())["refused"]


@pytest.mark.parametrize("name", sorted(BAD))
def test_bad_input_is_a_typed_error_and_changes_nothing(server, name):
    async def one():
        client = RoomClient(server.base, guest(server))
        async with client:
            before, refused = head(server), refusals(server)
            await client.send(BAD[name])
            await client.until(lambda: any('"refused"' in frame for frame in client.frames))
            answer = next(json.loads(frame) for frame in client.frames if '"refused"' in frame)
            error = answer["error"]
            assert set(error) == {"code", "rule", "phrase", "parts", "legal"}
            assert error["code"] != "server-fault", error
            assert head(server) == before
            assert refusals(server) == refused + 1
            await client.ask("watch", table="Q")  # the connection lives on

    asyncio.run(one())
    assert not server.errors.read_text()


STRANGE = (
    None, -1, 0, 10**18, 10**40, 1.5, True, "", "T", "x" * 300, [], {}, ["Ah"], {"type": "sit"}, "\u202e", "NaN",
)  # fmt: skip


def mutated(rng, frame):
    """A frame with something wrong with it: bytes, fields, values, nesting."""
    text = json.dumps(frame)
    kind = rng.randrange(7)
    if kind == 0:
        at = rng.randrange(len(text))
        return text[:at] + rng.choice(string.printable) + text[at + rng.randrange(3) :]
    if kind == 1:
        return text[: rng.randrange(len(text))]
    if kind == 2:
        return "".join(rng.choice(string.printable) for _ in range(rng.randrange(1, 200)))
    changed = dict(frame)
    if kind == 3:
        changed[rng.choice(list(changed))] = rng.choice(STRANGE)
    elif kind == 4:
        changed["".join(rng.choice(string.ascii_lowercase) for _ in range(4))] = rng.choice(STRANGE)
    elif kind == 5:
        changed.pop(rng.choice(list(changed)))
    else:
        for key in list(changed):
            if rng.random() < 0.4:
                changed[key] = rng.choice(STRANGE)
    return json.dumps(changed)


FRAMES = [
    {"type": "watch", "id": "1", "table": "T"},
    {"type": "unwatch", "id": "1", "table": "T"},
    {"type": "lobby", "id": "1"},
    {"type": "sit", "id": "1", "table": "Q", "seat": 1, "stake": 20_000, "entry": "post"},
    {"type": "stand", "id": "1", "table": "Q"},
    {"type": "top-up", "id": "1", "table": "Q", "amount": 100},
    {"type": "sit-out", "id": "1", "table": "Q", "at_blind": False},
    {"type": "come-back", "id": "1", "table": "Q", "entry": "wait"},
    {"type": "change-seat", "id": "1", "table": "Q", "seat": 2, "entry": "wait"},
    {"type": "act", "id": "1", "table": "T", "turn": 3, "action": "raise", "amount": 400, "cards": []},
    {"type": "say", "id": "1", "table": "T", "text": "hello"},
    {"type": "pit-join", "id": "1", "table": "P", "box": 1, "stake": 1000},
    {"type": "pit-act", "id": "1", "table": "P", "number": 1, "order": {"type": "Fold", "box": 1}},
    {"type": "dealer-open", "id": "1", "table": "T"},
]


def test_random_and_mutated_frames_never_break_the_room(server):
    seed = 5150

    async def storm():
        rng = random.Random(seed)
        client = RoomClient(server.base, guest(server))
        async with client:
            total = count(300, 100_000)
            for at in range(total):
                await client.send(mutated(rng, rng.choice(FRAMES)))
                if at % 50 == 49:
                    await client.ask("watch", table="Q")
                    client.frames.clear()
                assert client.ended is None, (seed, at)
            with contextlib.suppress(ClientRefusal):
                await client.ask("stand", table="Q")
        return True

    assert asyncio.run(storm())
    assert "Traceback" not in server.errors.read_text()
    assert "server-fault" not in server.errors.read_text()


def test_nobody_acts_from_someone_elses_seat_or_in_a_turn_that_is_over(server):
    async def two():
        ann, bob = RoomClient(server.base, guest(server)), RoomClient(server.base, guest(server))
        async with ann, bob:
            for client in (ann, bob):
                await client.ask("watch", table="T")
            await ann.ask("sit", table="T", seat=3, stake=20_000, entry="post")
            await ann.until(lambda: ann.my_turn("T"), 60)
            hand = ann.tables["T"]["hand"]
            for client, fields, code in (
                (bob, {"turn": hand["turn"], "action": "fold"}, "not-seated"),
                (ann, {"turn": hand["turn"] - 1, "action": "fold"}, "stale"),
                (ann, {"turn": hand["turn"] + 1, "action": "fold"}, "stale"),
            ):
                with pytest.raises(ClientRefusal) as refused:
                    await client.ask("act", table="T", **fields)
                assert refused.value.code == code
            assert ann.tables["T"]["hand"]["turn"] == hand["turn"]
            await ann.act("T", "fold" if any(o["action"] == "fold" for o in hand["offers"]) else "check")
            await ann.ask("stand", table="T")

    asyncio.run(two())


def test_log_out_closes_the_sockets_of_that_session_only_and_at_once(server):
    async def leave():
        cookie, other = guest(server), guest(server)
        here, there = RoomClient(server.base, cookie), RoomClient(server.base, other)
        async with here, there:
            await asyncio.to_thread(post, server.base, "/api/logout", {}, cookie)
            await here.until(lambda: here.ended is not None, AT_ONCE_S)
            assert here.ended["code"] == "logged-out"
            await there.ask("watch", table="T")
        assert await status(server, cookie) == 403

    asyncio.run(leave())
