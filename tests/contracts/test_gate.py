"""Below the messages, over real connections: floods are cut off, the slow are not waited for, the room has limits."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import random
import re
import resource
import socket
import urllib.error
import urllib.request
from functools import partial

import pytest
from websockets.frames import Frame, Opcode

from openfelt.service.doors import gate as gates
from openfelt.service.doors.addresses import Proxies, read_network
from openfelt.service.doors.gate import Acceptor, FrameCount, Gate
from openfelt.service.machine.limits import Limits, Rate
from openfelt.service.wire import protocol as p
from openfelt.service.wire.client import RoomClient, log_in_as_guest
from tests.service_server import Server

pytestmark = pytest.mark.slow

TABLES = [["T", "nsw-poker", "texas-holdem", {"seats": 4}, 0]]
BURST = 300
NEVER = 0.001  # a second: what is spent in a test does not come back
UPGRADE = (
    "GET /api/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nOrigin: http://{host}\r\n"
    "Cookie: {cookie}\r\n\r\n"
)
FLOODS = {
    "ping": b"\x89\xe4" + bytes(104),
    "pong": b"\x8a\x80" + bytes(4),
    "empty fragment": b"\x00\x80" + bytes(4),
    "text": b"\x81\x82" + bytes(4) + b"{}",
    "bytes": b"\x82\x81" + bytes(5),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Little, but more than the message limit lets through, and nothing comes back."""
    limits = {"frames": [NEVER, BURST], "fragments": 1_000, "cut_offs": [NEVER, 1], "guests": [1e6, 1e6]}
    with Server(tmp_path_factory.mktemp("gate"), tables=TABLES, pace=0.0, limits=limits) as running:
        yield running
        assert not running.errors.read_text()


def where(server):
    host, _, port = server.base.removeprefix("http://").partition(":")
    return host, int(port)


NUMBER = iter(range(1_000_000))


def guest(server):
    return log_in_as_guest(server.base, f"guest {next(NUMBER)}")


LINES = []


@pytest.fixture(autouse=True)
def hung_up():
    """Every line of a test is closed after it."""
    yield
    while LINES:
        LINES.pop().close()


def line_to(server):
    made = socket.create_connection(where(server), timeout=30)
    LINES.append(made)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def opened(server, cookie):
    """A socket, open, with nothing between it and its bytes; and the status it was answered with."""
    line = line_to(server)
    line.sendall(UPGRADE.format(host=server.base.removeprefix("http://"), cookie=cookie).encode())
    return line, int(line.recv(65536).split()[1])


def counted(server, name):
    """A counter of the room."""
    with urllib.request.urlopen(server.base + "/metrics") as page:
        said = page.read().decode()
    found = re.search(rf"^openfelt_{re.escape(name)} (\S+)$", said, re.M)
    return int(float(found[1])) if found else 0


def flood(line, frame, most):
    """Send so many frames, or as many as can be sent before the line is cut; whether it was."""
    line.settimeout(10)
    try:
        for _ in range(most // 100):
            line.sendall(frame * 100)
        while line.recv(65536):
            pass
    except (ConnectionError, BrokenPipeError):
        return True
    return True


@pytest.mark.parametrize("kind", sorted(FLOODS))
def test_a_flood_of_frames_is_cut_off_after_its_budget_and_costs_others_nothing(server, kind):
    """Frames are counted, not seconds: what the room reads of a flood, and what it reads for another player's acts."""
    cookie = guest(server)
    line, status = opened(server, cookie)
    assert status == 101
    if kind == "empty fragment":
        line.sendall(b"\x01\x80" + bytes(4))

    async def watching():
        async with RoomClient(server.base, guest(server)) as victim:
            await victim.ask("watch", table="T")
            before = counted(server, "frames_read_total")
            cut = await asyncio.to_thread(flood, line, FLOODS[kind], 50_000)
            for _ in range(10):
                await victim.ask("watch", table="T")
            return cut, counted(server, "frames_read_total") - before

    cuts = counted(server, 'cut_offs_total{reason="frames"}')
    cut, work = asyncio.run(watching())
    assert cut
    assert 10 <= work <= 10 + BURST, "the room reads the acts of the other, and of the flood no more than its budget"
    assert counted(server, 'cut_offs_total{reason="frames"}') == cuts + 1
    again, status = opened(server, cookie)
    again.close()
    assert status == 403, "an account that was cut off for flooding opens no socket for a while"
    line.close()


def test_after_a_farewell_the_line_is_not_read_on(tmp_path):
    """Too many messages end with a farewell; whoever goes on sending is cut off within the same budget."""
    limits = {"frames": [NEVER, BURST], "connection": [NEVER, 20]}
    with Server(tmp_path, tables=TABLES, pace=0.0, limits=limits) as server:
        line, _ = opened(server, guest(server))
        said = json.dumps({"type": "lobby", "id": "x"}).encode()
        frame = bytes([0x81, 0x80 | len(said)]) + bytes(4) + said
        line.sendall(frame * 25)
        heard = b""
        while b"too-many" not in heard:
            heard += line.recv(65536)
        assert flood(line, FLOODS["ping"], 20_000)
        assert counted(server, "frames_read_total") <= BURST


def test_a_message_in_too_many_pieces_is_cut_off(tmp_path):
    with Server(tmp_path, tables=TABLES, pace=0.0, limits={"fragments": 5}) as server:
        line, _ = opened(server, guest(server))
        line.sendall(b"\x01\x80" + bytes(4) + FLOODS["empty fragment"] * 5)
        assert flood(line, b"", 0)
        assert counted(server, 'cut_offs_total{reason="fragments"}') == 1
        line, _ = opened(server, guest(server))
        whole = b"\x01\x81" + bytes(4) + b"{" + FLOODS["empty fragment"] * 4 + b"\x80\x81" + bytes(4) + b"}"
        for _ in range(4):
            line.sendall(whole)  # as many pieces as may be, and again
        heard = b""
        while heard.count(b'"refused"') < 4:
            heard += line.recv(65536)


def test_too_many_bytes_are_cut_off_over_the_socket_and_over_http(tmp_path):
    with Server(tmp_path, tables=TABLES, pace=0.0, limits={"bytes_read": [NEVER, 20_000]}) as server:
        line, _ = opened(server, guest(server))
        assert flood(line, b"\x81\xfe\x1f\x40" + bytes(4) + b" " * 8_000, 300)
        page = line_to(server)
        page.sendall(b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nx-openfelt: 1\r\nContent-Length: 9999999\r\n\r\n")
        assert flood(page, b" " * 1_000, 10_000)
        assert counted(server, 'cut_offs_total{reason="bytes"}') == 2


def test_usual_budgets_leave_room_above_the_limits_of_messages():
    usual = Limits()
    for above, below, size in (
        (usual.frames, usual.connection, 3),
        (usual.bytes_read, usual.connection, p.MOST_BYTES),
        (usual.frames_of_address, usual.address, 3),
        (usual.bytes_of_address, usual.address, p.MOST_BYTES),
    ):
        assert above.per_s >= size * below.per_s
        assert above.burst >= size * below.burst


# -- counting frames --------------------------------------------------------------------------------------------------


def test_frames_are_counted_alike_however_their_bytes_arrive():
    rng = random.Random(11)
    for _ in range(200):
        sizes = [rng.choice((0, 1, 5, 125, 126, 127, 300, 65_535, 65_536)) for _ in range(rng.randrange(1, 8))]
        kinds = [rng.choice((Opcode.TEXT, Opcode.PING, Opcode.CONT, Opcode.CLOSE)) for _ in sizes]
        frames = [Frame(kind, bytes(size if kind < 8 else size % 126)) for kind, size in zip(kinds, sizes, strict=True)]
        data = b"".join(one.serialize(mask=True) for one in frames)
        cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(12)))
        counter = FrameCount()
        parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        assert sum(counter.count(part, 10**6) for part in parts) == len(frames)


def test_no_more_frames_are_looked_at_than_are_granted():
    assert FrameCount().count(FLOODS["empty fragment"] * 1_000, 7) == 8


# -- time -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    limits = {"head_s": 0.5, "body_s": 0.5, "slow_reader_s": 0.5, "head_bytes": 2_000, "guests": [1e6, 1e6]}
    with Server(tmp_path_factory.mktemp("hasty"), tables=TABLES, pace=0.0, limits=limits) as running:
        yield running
        assert not running.errors.read_text()


def heard_until_the_end(line):
    said = b""
    with contextlib.suppress(ConnectionError):
        while data := line.recv(65536):
            said += data
    return said


LATE = {
    "silence": (b"", b""),
    "line ends": (b"\r\n", b"408"),
    "half a line": (b"GET / HT", b"408"),
    "half a head": (b"GET / HTTP/1.1\r\nX-a:", b"408"),
    "half a body": (
        b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nx-openfelt: 1\r\nContent-Length: 99\r\n\r\n{",
        b"408",
    ),
    "half a second request": (b"GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT", b"200"),
    "a body nobody asked for": (
        b"GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
        b"200",
    ),
}


@pytest.mark.parametrize("kind", sorted(LATE))
def test_half_sent_requests_and_silent_connections_are_not_waited_for(hasty, kind):
    sent, status = LATE[kind]
    line = line_to(hasty)
    line.sendall(sent)
    said = heard_until_the_end(line)
    assert said.split()[1:2] == ([status] if status else []), said
    line.close()


UNREADABLE = {
    "with a body": b"Content-Length: 5\r\n\r\nhello",
    "with a body in chunks": b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "with too many headers": b"X-a: b\r\n" * 130 + b"\r\n",
    "with a line that is too long": b"X-a: " + b"b" * 9_000 + b"\r\n\r\n",
}


@pytest.mark.parametrize("kind", sorted(UNREADABLE))
def test_a_request_for_a_socket_that_cannot_be_read_is_refused_and_nothing_more_is_read(server, kind):
    """Without an answer the line would stay open for ever, and what comes on it would be read without being counted."""
    line = line_to(server)
    before = counted(server, 'cut_offs_total{reason="handshake"}')
    asked = UPGRADE.format(host=server.base.removeprefix("http://"), cookie="").encode().removesuffix(b"\r\n")
    line.sendall(asked + UNREADABLE[kind])
    assert heard_until_the_end(line).split()[1] == b"400"
    assert flood(line, bytes(65_536), 10_000), "nobody reads it"
    assert counted(server, 'cut_offs_total{reason="handshake"}') == before + 1


def test_a_body_that_comes_in_drops_is_not_waited_for(hasty):
    line = line_to(hasty)
    line.sendall(b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nx-openfelt: 1\r\nContent-Length: 9999\r\n\r\n")
    line.settimeout(0.1)
    said = b""
    with contextlib.suppress(ConnectionError, BrokenPipeError):
        for _ in range(300):
            line.sendall(b" ")
            with contextlib.suppress(TimeoutError):
                if not (data := line.recv(65536)):
                    break
                said += data
        else:
            pytest.fail("after 300 drops the room still waits")
    assert said.split()[1:2] in ([b"408"], [])


@pytest.mark.parametrize("whole", [True, False])
def test_a_head_that_is_too_long_is_refused(hasty, whole):
    line = line_to(hasty)
    head = b"GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nX-a: " + b"a" * 3_000
    line.sendall(head + b"\r\n\r\n" if whole else head)
    assert heard_until_the_end(line).split()[1] == b"431"
    fits = line_to(hasty)
    fits.sendall(b"GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nX-a: " + b"a" * 1_500 + b"\r\n\r\n")
    assert fits.recv(65536).split()[1] == b"200"


def test_a_reader_of_pages_that_does_not_read_is_cut_off(hasty):
    line = socket.socket()
    LINES.append(line)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(where(hasty))
    before = counted(hasty, 'cut_offs_total{reason="slow-reader"}')
    line.sendall(b"GET /api/rules/nsw-poker HTTP/1.1\r\nHost: localhost\r\n\r\n" * 16)
    for _ in range(200):
        if counted(hasty, 'cut_offs_total{reason="slow-reader"}') > before:
            break
        os.sched_yield()
        asyncio.run(asyncio.sleep(0.1))
    else:
        pytest.fail("the room waits for a reader that does not read")
    line.close()


def test_a_player_who_says_nothing_is_waited_for(hasty):
    """The time is for requests over HTTP: on the socket nobody has to speak."""

    async def quiet():
        async with RoomClient(hasty.base, guest(hasty)) as player:
            await player.ask("watch", table="T")
            await asyncio.sleep(2.5)  # five times what a page may take
            await player.ask("watch", table="T")

    asyncio.run(quiet())


LIVE = b"GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_requests_beyond_the_budget_and_too_many_in_one_breath_are_cut_off(tmp_path):
    with Server(tmp_path, tables=TABLES, pace=0.0, limits={"frames": [NEVER, 50]}) as server:
        assert flood(line_to(server), LIVE, 2_000)
        assert counted(server, 'cut_offs_total{reason="pipeline"}') == 1
        assert counted(server, 'http_answers_total{status="200"}') < 20
        patient = line_to(server)
        assert [answered(patient) for _ in range(52)] == [200] * 50 + [0] * 2
        assert counted(server, 'cut_offs_total{reason="requests"}') == 1
        several = line_to(server)
        several.sendall(LIVE * 10)
        heard = b""
        while heard.count(b" 200 OK") < 10:
            heard += several.recv(65536)
        assert not server.errors.read_text()


# -- numbers ----------------------------------------------------------------------------------------------------------


def answered(line):
    """The status of one answer, read to its end; 0 if there was none."""
    said = b""
    with contextlib.suppress(ConnectionError, BrokenPipeError):
        line.sendall(LIVE)
        while not said.endswith(b"}") and (data := line.recv(65536)):
            said += data
    return int(said.split()[1]) if said else 0


@pytest.mark.parametrize("limit", ["connections", "connections_of_address"])
def test_there_are_so_many_connections_of_every_kind_and_no_more(tmp_path, limit):
    with Server(tmp_path, tables=TABLES, pace=0.0, limits={limit: 5, "head_s": 60.0}) as server:
        lines = [line_to(server) for _ in range(5)]  # silent, as slow ones are
        assert answered(lines[4]) == 200
        beyond = line_to(server)
        assert answered(beyond) in {503, 0}
        lines[0].close()
        for _ in range(100):
            with line_to(server) as later:
                if answered(later) == 200:
                    break
        else:
            pytest.fail("a place that is free again is not given")


def test_an_address_that_opens_connections_too_fast_is_turned_away(tmp_path):
    with Server(tmp_path, tables=TABLES, pace=0.0, limits={"openings": [NEVER, 5]}) as server:
        statuses = []
        for _ in range(7):
            with line_to(server) as line:
                statuses.append(answered(line))
        assert statuses[:5] == [200] * 5
        assert set(statuses[5:]) <= {503, 0}


class Echo(asyncio.Protocol):
    """Says one word, so that whoever connects knows that somebody is there."""

    def __init__(self, arrival):
        self.arrival = arrival

    def connection_made(self, transport):
        transport.write(b"hello")
        transport.close()

    def connection_lost(self, _):
        self.arrival.leave()


def test_the_room_goes_on_accepting_after_it_ran_out_of_descriptors(monkeypatch):
    """Newcomers are told while there are none, and let in as soon as there are some again."""
    monkeypatch.setattr(gates, "RETRY_S", 0.01)

    async def accepting():
        listener = socket.create_server(("127.0.0.1", 0))
        gate = Gate(Limits())
        acceptor = Acceptor(listener, gate, protocol=Echo)
        lines = [socket.socket() for _ in range(3)]
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        told = []
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free(), hard))
            for line in lines[:2]:
                line.connect(listener.getsockname())
                told.append(await heard_by(line))
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            lines[2].connect(listener.getsockname())
            told.append(await heard_by(lines[2]))
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            for line in lines:
                line.close()
            acceptor.close()
            await acceptor.wait_closed()
            listener.close()
        return told, gate

    told, gate = asyncio.run(accepting())
    assert [one[:12] for one in told] == [b"HTTP/1.1 503", b"HTTP/1.1 503", b"hello"]
    assert gate.metrics.turned_away.labels("descriptors")._value.get() >= 2
    assert len(gate) == 0


async def heard_by(line):
    """What is heard first, without a descriptor or a module that would have to be opened for it."""
    line.settimeout(0)
    async with asyncio.timeout(30):
        return await asyncio.get_running_loop().sock_recv(line, 100)


def lowest_free():
    """The lowest descriptor that is free: with that limit none is."""
    found = os.dup(0)
    os.close(found)
    return found


class Faulty(socket.socket):
    """A listening socket whose network fails a few times, and whose callers go away."""

    faults = (errno.EPROTO, errno.ECONNABORTED, errno.ENETDOWN)

    def accept(self):
        if self.faults:
            number, *self.faults = self.faults
            raise OSError(number, os.strerror(number))
        return super().accept()


def test_a_fault_of_the_network_does_not_end_the_accepting(monkeypatch):
    monkeypatch.setattr(gates, "RETRY_S", 0.01)

    async def accepting():
        with Faulty() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            acceptor = Acceptor(listener, Gate(Limits()), protocol=Echo)
            with socket.create_connection(listener.getsockname(), timeout=30) as line:
                heard = await heard_by(line)
            acceptor.close()
            await acceptor.wait_closed()
            return heard, listener.faults

    assert asyncio.run(accepting()) == (b"hello", [])


def test_the_room_asks_for_as_many_descriptors_as_it_needs(monkeypatch):
    asked = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 1_000))
    monkeypatch.setattr(resource, "setrlimit", lambda _, value: asked.append(value))
    assert gates.room_for(100) == 100
    assert asked == []
    assert gates.room_for(500) == 500
    assert gates.room_for(5_000) == 1_000 - gates.RESERVED
    assert asked == [(500 + gates.RESERVED, 1_000), (1_000, 1_000)]


def test_an_address_of_version_6_is_its_network_and_a_proxy_is_not_counted():
    now = [0.0]
    limits = Limits(connections_of_address=2, openings=Rate(1, 100))
    gate = Gate(limits, now=lambda: now[0])
    assert [gate.admit(f"2001:db8:0:1::{at}") is not None for at in range(1, 4)] == [True, True, False]
    assert gate.admit("2001:db8:0:2::1") is not None
    assert [gate.admit("::ffff:192.0.2.1") is not None, gate.admit("192.0.2.1") is not None] == [True, True]
    assert gate.admit("192.0.2.1") is None


TEN_PONGS = FLOODS["pong"] * 10


def test_many_connections_of_one_address_send_no_more_than_it_may():
    limits = Limits(frames_of_address=Rate(1, 100), bytes_of_address=Rate(1, 10_000))
    gate = Gate(limits, now=lambda: 0.0)
    here = [gate.admit(f"2001:db8:0:1::{at}") for at in range(20)]
    assert [one.takes_frames(TEN_PONGS) for one in here] == [True] * 10 + [False] * 10
    assert {one.cut_for for one in here[10:]} == {"frames-of-address"}
    assert gate.admit("2001:db8:0:2::1").takes_frames(TEN_PONGS)
    assert [gate.admit("192.0.2.1").takes_bytes(4_000) for _ in range(3)] == [True, True, False]
    assert gate.admit("192.0.2.2").takes_bytes(4_000)


def test_an_address_that_floods_from_many_connections_makes_no_account_answer_for_it():
    gate, told = Gate(Limits(frames_of_address=Rate(1, 10)), now=lambda: 0.0), []
    for at in range(2):
        one = gate.admit("192.0.2.1")
        one.flooded = partial(told.append, at)
        one.takes_frames(TEN_PONGS)
    assert (one.cut_for, told) == ("frames-of-address", [])


def test_people_behind_a_trusted_proxy_are_not_one_address_to_the_gate():
    proxies = Proxies((read_network("10.0.0.0/8"),))
    gate = Gate(Limits(frames_of_address=Rate(1, 10), bytes_of_address=Rate(1, 10)), proxies=proxies, now=lambda: 0.0)
    here = [gate.admit("10.0.0.1") for _ in range(3)]
    assert all(one.takes_frames(TEN_PONGS) and one.takes_bytes(1_000) for one in here)
