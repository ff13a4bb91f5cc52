"""One guest attacks a room of its own, and what that does to the others: `python -m benchmarks.attacks [KIND ...]`.

Starts `openfelt serve` on loopback in a directory of its own, lets a few guests watch a table at a steady pace, and
attacks from another process and another address of loopback: floods of pings, fragments and text (coming back as often
as they are let in), requests over HTTP in one breath, requests for a socket that cannot be read, half-sent heads,
rulebooks, new connections, questions to the lab. Prints the guests' median and 99th percentile as a ratio to the quiet
room of the same run. There is no address to give: it attacks nothing else, and every attack ends by itself, after
seconds and after a number of things sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.table import Table

from openfelt.service.wire.client import RoomClient, log_in_as_guest

SECONDS: Final = 4.0
MOST_BYTES: Final = 200_000_000
MOST_LINES: Final = 2_000
VICTIMS: Final = 6
PACE_S: Final = 0.08
TABLE: Final = "Sydney"
UPGRADE: Final = (
    "GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nOrigin: http://127.0.0.1:{port}\r\n"
    "Cookie: {cookie}\r\n\r\n"
)
FRAMES: Final = {
    "ping": b"\x89\xe4" + bytes(104),
    "fragment": b"\x00\x80" + bytes(4),
    "text": b"\x81\x82" + bytes(4) + b"{}",
}


@dataclass
class Target:
    """The room under attack, the attacker's session, and how long the attack may last."""

    port: int
    cookie: str
    own: str
    ends: float

    def line(self) -> socket.socket:
        """A new connection, from an address that is not the victims'."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=1, source_address=(self.own, 0))

    def goes_on(self) -> bool:
        """Whether time is left."""
        return time.monotonic() < self.ends


def pour(target: Target, line: socket.socket, data: bytes) -> int:
    """Send the same again and again until the line is cut or the time is over; how many bytes went out."""
    sent = 0
    line.settimeout(0.2)
    with contextlib.suppress(OSError):
        while target.goes_on() and sent < MOST_BYTES:
            with contextlib.suppress(TimeoutError):
                sent += line.send(data)
    return sent


def flood(target: Target, kind: str) -> str:
    """Frames of one kind over the socket, again as soon as the room lets the guest in."""
    frame, sent, lines = FRAMES[kind], 0, 0
    while target.goes_on() and lines < MOST_LINES:
        lines += 1
        with contextlib.suppress(OSError), target.line() as line:
            line.sendall(UPGRADE.format(port=target.port, cookie=target.cookie).encode())
            if b" 101 " not in line.recv(4096)[:20]:
                continue
            if kind == "fragment":
                line.sendall(b"\x01\x80" + bytes(4))
            sent += pour(target, line, frame * 500)
    return f"{sent // len(frame):,} frames on {lines:,} lines"


def handshakes(target: Target) -> str:
    """Requests for a socket that nobody can read, and as much behind each as is taken."""
    asked = UPGRADE.format(port=target.port, cookie=target.cookie).removesuffix("\r\n") + "Content-Length: 5\r\n\r\n"
    sent, lines = 0, 0
    while target.goes_on() and lines < MOST_LINES:
        lines += 1
        with contextlib.suppress(OSError), target.line() as line:
            line.sendall(asked.encode())
            sent += pour(target, line, bytes(65_536))
    return f"{sent:,} bytes on {lines:,} lines"


def requests(target: Target) -> str:
    """Requests over HTTP in one breath."""
    request, sent, lines = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n", 0, 0
    while target.goes_on() and lines < MOST_LINES:
        lines += 1
        with contextlib.suppress(OSError), target.line() as line:
            sent += pour(target, line, request * 500)
    return f"{sent // len(request):,} requests on {lines:,} lines"


def connections(target: Target) -> str:
    """New connections, as fast as they are taken."""
    lines = 0
    while target.goes_on() and lines < 100 * MOST_LINES:
        with contextlib.suppress(OSError), target.line():
            lines += 1
    return f"{lines:,} connections"


def slow_heads(target: Target) -> str:
    """Connections that say half a head, and hold on."""
    lines = []
    with contextlib.suppress(OSError):
        for _ in range(MOST_LINES):
            line = target.line()
            line.sendall(b"GET / HTTP/1.1\r\nX-a:")
            lines.append(line)
    while target.goes_on():
        time.sleep(0.1)
    for line in lines:
        line.close()
    return f"{len(lines):,} half-sent heads"


def pages(target: Target) -> str:
    """A rulebook of 213 kB, again and again."""
    asked = 0
    while target.goes_on():
        with contextlib.suppress(OSError), target.line() as line:
            line.sendall(b"GET /api/rules/nsw-poker HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            while line.recv(2**20):
                pass
            asked += 1
    return f"{asked:,} pages"


def lab(target: Target) -> str:
    """Questions that take minutes, all at once."""
    lines = []
    for card in ("2c", "2d", "2h", "2s", "3c", "3d"):
        line = target.line()
        question = f"/api/equity?hand=random&hand=random&hand=random&dead={card}"
        line.sendall(f"GET {question} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        lines.append(line)
    while target.goes_on():
        time.sleep(0.1)
    for line in lines:
        line.close()
    return f"{len(lines)} questions"


ATTACKS: Final[dict[str, Callable[[Target], str]]] = {
    "ping": lambda target: flood(target, "ping"),
    "fragment": lambda target: flood(target, "fragment"),
    "text": lambda target: flood(target, "text"),
    "requests": requests,
    "handshakes": handshakes,
    "slow-heads": slow_heads,
    "pages": pages,
    "lab": lab,
    "connections": connections,
}


def attack(kind: str, port: int, cookie: str, told: multiprocessing.Queue[str]) -> None:
    """Attack in a process of its own; says what was sent."""
    own = f"127.0.7.{list(ATTACKS).index(kind) + 1}"
    told.put(ATTACKS[kind](Target(port, cookie, own, time.monotonic() + SECONDS)))


class Room:
    """`openfelt serve` in a directory of its own, with the demo's tables."""

    def __init__(self, place: str) -> None:
        options = ("--data", place, "--port", "0", "--pace", "0.3")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "openfelt", "serve", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        assert found is not None, "the room did not start"
        self.base, self.port = found[0], int(found[1])

    def cut_offs(self) -> int:
        """How many connections were cut off or not let in so far."""
        with urllib.request.urlopen(self.base + "/metrics", timeout=60) as page:
            said = page.read().decode()
        counts = re.findall(r"^openfelt_(?:cut_offs|connections_refused)_total\{.*\} (\S+)$", said, re.M)
        return int(sum(map(float, counts)))

    def stop(self) -> None:
        """Politely."""
        self.process.terminate()
        self.process.wait(60)


async def watch(client: RoomClient, ends: float) -> list[float]:
    """Ask for a table at a steady pace; how long each answer took."""
    took = []
    while time.monotonic() < ends:
        begun = time.monotonic()
        await client.ask("watch", table=TABLE)
        took.append(time.monotonic() - begun)
        await asyncio.sleep(max(0.0, PACE_S - took[-1]))
    return took


async def victims(base: str) -> list[float]:
    """What several guests wait for their answers."""
    async with contextlib.AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(RoomClient(base, await asyncio.to_thread(log_in_as_guest, base, name)))
            for name in names()
        ]
        found = await asyncio.gather(*(watch(one, time.monotonic() + SECONDS) for one in clients))
    return [one for each in found for one in each]


def names() -> Iterator[str]:
    """A name for each victim, new in each run."""
    yield from (f"guest {time.monotonic_ns() % 10**9} {at}" for at in range(VICTIMS))


@dataclass
class Row:
    """What was sent, and what the victims felt."""

    kind: str
    sent: str
    cut_offs: int
    took: list[float]

    @property
    def median_ms(self) -> float:
        """Half of the answers took no longer."""
        return 1000 * statistics.median(self.took)

    @property
    def p99_ms(self) -> float:
        """All but one in a hundred took no longer."""
        return 1000 * statistics.quantiles(self.took, n=100)[98]


def under(room: Room, kind: str) -> Row:
    """One attack, and the victims meanwhile."""
    before = room.cut_offs()
    told: multiprocessing.Queue[str] = multiprocessing.Queue()
    cookie = log_in_as_guest(room.base, f"{kind} {time.monotonic_ns() % 10**6}")
    attacker = multiprocessing.Process(target=attack, args=(kind, room.port, cookie, told), daemon=True)
    if kind != "quiet":
        attacker.start()
    took = asyncio.run(victims(room.base))
    sent = ""
    if kind != "quiet":
        sent = told.get(timeout=60)
        attacker.join(60)
    return Row(kind, sent, room.cut_offs() - before, took)


def main(kinds: list[str]) -> int:
    """Run the attacks named, or all of them, and print what they did."""
    if unknown := [kind for kind in kinds if kind not in ATTACKS]:
        print(f"no attack {', '.join(unknown)}; there are {', '.join(ATTACKS)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as place:
        room = Room(place)
        try:
            time.sleep(2)  # the demo's tables open
            rows = [under(room, kind) for kind in ("quiet", *(kinds or ATTACKS))]
        finally:
            room.stop()
    Console(width=120).print(table(rows))
    return 0


def table(rows: list[Row]) -> Table:
    """All rows for reading."""
    shown = Table(title=f"{VICTIMS} guests watch a table while another attacks the room for {SECONDS:g} seconds")
    for heading in ("attack", "sent", "cut off", "answers", "median", "p99", "median / quiet", "p99 / quiet"):
        shown.add_column(heading, justify="left" if heading in {"attack", "sent"} else "right")
    quiet = rows[0]
    for row in rows:
        ratios = (row.median_ms / quiet.median_ms, row.p99_ms / quiet.p99_ms)
        felt = (f"{row.median_ms:.1f} ms", f"{row.p99_ms:.1f} ms", *(f"{ratio:.1f}" for ratio in ratios))
        shown.add_row(row.kind, row.sent, f"{row.cut_offs:,}", f"{len(row.took):,}", *felt)
    return shown


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
