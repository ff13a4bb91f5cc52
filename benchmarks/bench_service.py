"""The room under load: 1,020 players connected at 170 tables, bots in this process, the room in another, on loopback.

Latency runs from sending an action to its acknowledgement, which comes after the flush. Two loads: paced, as people
play (each thinks for a while), and saturated (nobody thinks). Every action is told to all six seats of its table, so a
saturated room is bound by the frames it sends more than by its flushes. Peers: a bare echo on the same stack with the
same connections, and bare durable commits on the same disk.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from benchmarks.bench_journal import bare
from benchmarks.lean_socket import LeanSocket, open_sockets
from benchmarks.measure import Row

PLAYERS = 1_020
SIX = 6
SECONDS = 12.0
WARM_UP_S = 3.0
THINK_S = 1.0
P99_AIM_S = 0.25


class Offer(msgspec.Struct):
    """What a bot needs to know of a choice."""

    action: str


class HandPart(msgspec.Struct):
    """What a bot needs to know of a hand."""

    hand_id: str
    to_act: int
    turn: int
    offers: list[Offer]


class HandChanged(msgspec.Struct):
    """What changed in a hand that is known: choices are told to whose turn it is, with a turn where that is new."""

    turn: int | None = None
    offers: list[Offer] = []


class StatePart(msgspec.Struct):
    """What a bot needs to know of a table."""

    hand: HandPart | None = None
    in_hand: HandChanged | None = None


class Frame(msgspec.Struct):
    """What a bot needs to know of a frame."""

    type: str
    id: str = ""
    state: StatePart | None = None


DECODER = msgspec.json.Decoder(Frame)
STATES = (b'{"type":"update"', b'{"type":"snapshot"')
CHOICES = b'"offers":[{'  # stands only in the frame of the seat whose turn it is


@dataclass
class Load:
    """What was measured."""

    think_s: float
    latencies: list[float] = field(default_factory=list)
    frames: int = 0
    octets: int = 0
    refused: int = 0
    measuring: bool = False
    room_busy: float = 0.0  # processor seconds of the room in each second, all its threads together
    bots_busy: float = 0.0


class Bot:
    """One player: a connection that acts whenever its turn comes."""

    def __init__(self, socket: LeanSocket, table: str, seat: int, load: Load) -> None:
        self.socket = socket
        self.table = table
        self.seat = seat
        self.load = load
        self.sent: dict[str, float] = {}
        self.chance = random.Random(f"{table} {seat}")
        self.number = 0
        self.seated = asyncio.Event()
        self.answered: tuple[str, int] = ("", 0)

    def ask(self, kind: str, **fields: Any) -> None:
        """Send a request."""
        self.number += 1
        name = f"r{self.number}"
        if kind == "act":
            self.sent[name] = time.perf_counter()
        self.socket.send(msgspec.json.encode({"type": kind, "id": name, "table": self.table, **fields}))

    def begin(self) -> None:
        """Sit, then play whenever something is heard."""
        self.socket.hear = self.hear
        self.ask("watch")
        self.ask("sit", seat=self.seat, stake=40_000, entry="post")

    def hear(self, data: bytes) -> None:
        """An answer, or news of the table. Only news with a choice in it is read."""
        if self.load.measuring:
            self.load.frames += 1
            self.load.octets += len(data)
        if not data.startswith(STATES):
            self.hear_answer(DECODER.decode(data))
        elif CHOICES in data:
            self.hear_state(DECODER.decode(data).state)

    def hear_answer(self, frame: Frame) -> None:
        """An acknowledgement, or a refusal."""
        if frame.id == "r2":
            self.seated.set()
        began = self.sent.pop(frame.id, None)
        if began is not None and self.load.measuring:
            if frame.type == "done":
                self.load.latencies.append(time.perf_counter() - began)
            else:
                self.load.refused += 1

    def hear_state(self, state: StatePart | None) -> None:
        """Act if it is the own turn, once."""
        if state is None:
            return
        hand = state.hand
        if hand is not None:
            if hand.to_act != self.seat or not hand.offers or self.answered == (hand.hand_id, hand.turn):
                return
            self.answered = (hand.hand_id, hand.turn)
            self.act(hand.turn, hand.offers)
        elif state.in_hand is not None and state.in_hand.turn is not None and state.in_hand.offers:
            self.answered = (self.answered[0], state.in_hand.turn)
            self.act(state.in_hand.turn, state.in_hand.offers)

    def act(self, turn: int, offers: list[Offer]) -> None:
        """Take a choice, after a while if the load is paced."""
        words = [one.action for one in offers]
        action = "check" if "check" in words else "call" if "call" in words and self.chance.random() < 0.5 else "fold"
        if action not in words:
            action = words[0]
        if self.load.think_s:
            delay = self.chance.uniform(0, 2 * self.load.think_s)
            asyncio.get_running_loop().call_later(delay, lambda: self.ask("act", turn=turn, action=action))
        else:
            self.ask("act", turn=turn, action=action)


def serve(kind: str, place: str, seats: str = "6") -> None:
    """The other process: the room, or the echo."""
    from openfelt.cli.serve import listen  # noqa: PLC0415
    from openfelt.service.doors.serving import serve as run_server  # noqa: PLC0415

    listener = listen("127.0.0.1", 0)
    app = room_app(Path(place), int(seats)) if kind == "room" else echo_app()
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    run_server(app, listener)


def room_app(place: Path, seats: int) -> Any:
    """A room with empty tables, and accounts whose sessions are written beside it."""
    from openfelt.games.standard import standard_sign  # noqa: PLC0415
    from openfelt.service import app as service  # noqa: PLC0415

    async def open_tables(hall: Any) -> None:
        tokens = []
        for number in range(PLAYERS):
            account = hall.accounts.open_account(f"player {number}", ("player",), hall.now_ms())
            tokens.append(hall.accounts.start_session(account, hall.now_ms()))
            await hall.issue(account.id, 1_000_000, f"issue {account.id}")
        for number in range(PLAYERS // seats):
            await hall.open_table(f"T{number}", standard_sign("nsw-poker", "texas-holdem", seats=seats))
        (place / "tokens.json").write_text(json.dumps(tokens))

    setattr(service, "open_demo", open_tables)  # noqa: B010 - in place of the demo
    return service.build(place, pace=0.0, limits=loose_limits())


def loose_limits() -> Any:
    """Limits that nobody here meets."""
    from openfelt.service.machine.limits import Limits, Rate  # noqa: PLC0415

    rates: dict[str, Any] = {one.name: Rate(1e9, 1e9) for one in fields(Limits) if isinstance(one.default, Rate)}
    return Limits(**rates, connections_of_address=10_000)


def echo_app() -> Any:
    """Every frame comes back as it went: the cost of the stack itself."""
    from starlette.applications import Starlette  # noqa: PLC0415
    from starlette.routing import WebSocketRoute  # noqa: PLC0415
    from starlette.websockets import WebSocket, WebSocketDisconnect  # noqa: PLC0415

    from openfelt.service.doors.gate import Gate  # noqa: PLC0415

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        try:
            while True:
                await socket.send_text(await socket.receive_text())
        except WebSocketDisconnect:
            return

    made = Starlette(routes=[WebSocketRoute("/api/socket", echo)])
    made.state.unfit = ""
    made.state.gate = Gate(loose_limits())
    made.state.closing = lambda: None
    return made


class Other:
    """The process at the other end."""

    def __init__(self, kind: str, place: Path, seats: int = SIX) -> None:
        command = [sys.executable, "-m", "benchmarks.bench_service", kind, str(place), str(seats)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.base = self.process.stdout.readline().strip()

    def __enter__(self) -> Other:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(30)


def busy_s(process: int) -> float:
    """Processor seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def play(other: Other, tokens: list[str], think_s: float, tables: int) -> Load:
    """Seat everyone, warm up, measure."""
    load = Load(think_s)
    sockets = await open_sockets(other.base, tokens)
    bots = [Bot(socket, f"T{at % tables}", at // tables + 1, load) for at, socket in enumerate(sockets)]
    for bot in bots:
        bot.begin()
    await asyncio.wait_for(asyncio.gather(*(bot.seated.wait() for bot in bots)), 120)
    await asyncio.sleep(WARM_UP_S)
    room, own, began = busy_s(other.process.pid), time.process_time(), time.perf_counter()
    load.measuring = True
    await asyncio.sleep(SECONDS)
    load.measuring = False
    whole = time.perf_counter() - began
    load.room_busy, load.bots_busy = (
        (busy_s(other.process.pid) - room) / whole,
        (time.process_time() - own) / whole,
    )
    await asyncio.gather(*(socket.close() for socket in sockets))
    return load


async def echo(base: str) -> tuple[float, list[float]]:
    """Round trips a second with as many connections, as many in flight as there are tables; and their latencies."""
    sockets = await open_sockets(base, ["x"] * PLAYERS)
    tables = PLAYERS // SIX
    latencies: list[float] = []
    text = msgspec.json.encode({"type": "act", "id": "r1", "table": "T1", "turn": 3, "action": "call"})
    until = time.perf_counter() + SECONDS / 2

    async def busy(some: list[LeanSocket]) -> None:
        came = asyncio.Event()
        for socket in some:
            socket.hear = lambda _: came.set()
        while time.perf_counter() < until:
            for socket in some:
                began = time.perf_counter()
                socket.send(text)
                await came.wait()
                came.clear()
                latencies.append(time.perf_counter() - began)

    began = time.perf_counter()
    await asyncio.gather(*(busy(sockets[at::tables]) for at in range(tables)))
    rate = len(latencies) / (time.perf_counter() - began)
    await asyncio.gather(*(socket.close() for socket in sockets))
    return rate, latencies


def quantile(values: list[float], part: float) -> float:
    """A value that so large a part is not above."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("inf")


def measured(think_s: float, seats: int = SIX) -> Load:
    """One load on a fresh room."""
    with tempfile.TemporaryDirectory() as folder, Other("room", Path(folder), seats) as other:
        tokens_file = Path(folder) / "tokens.json"
        for _ in range(600):
            if tokens_file.exists() and tokens_file.stat().st_size:
                break
            time.sleep(0.2)
        time.sleep(0.5)
        tokens = json.loads(tokens_file.read_text())
        return uvloop.run(play(other, tokens, think_s, PLAYERS // seats))


def said(name: str, load: Load) -> str:
    """A load in words."""
    p50, p99 = quantile(load.latencies, 0.5) * 1000, quantile(load.latencies, 0.99) * 1000
    worst = max(load.latencies, default=float("inf")) * 1000
    return (
        f"{name}: p50 {p50:.0f} ms, p99 {p99:.0f} ms, worst {worst:.0f} ms, {load.refused} refused, "
        f"{load.frames / SECONDS:,.0f} frames/s of {load.octets / max(1, load.frames):,.0f} bytes; "
        f"busy: room {load.room_busy:.0%}, bots {load.bots_busy:.0%} of a core"
    )


def run() -> list[Row]:
    """Every row."""
    # The peers are measured before, between and after, so that a busy machine slows both sides alike.
    commits, echoes = [durable_commits()], [echoed()]
    paced = measured(THINK_S)
    commits.append(durable_commits())
    saturated = measured(0.0)
    commits.append(durable_commits())
    echoes.append(echoed())
    commit_rate = sum(commits[1:]) / 2
    echo_rate = sum(one for one, _ in echoes) / 2
    echo_latencies = [value for _, values in echoes for value in values]
    p99 = quantile(paced.latencies, 0.99)
    echo_p50, echo_p99 = (quantile(echo_latencies, part) * 1000 for part in (0.5, 0.99))
    people = f"{PLAYERS:,} players, {PLAYERS // SIX} tables"
    return [
        Row(said(f"room, {people}, thinking", paced), rate(paced), echo_rate, "bare echo", "actions/s"),
        Row("room, thinking: p99 within 250 ms", 1 / p99, 1 / P99_AIM_S, "250 ms", "answers/s", 1.0),
        Row(
            said(f"room, {people}, saturated", saturated),
            rate(saturated),
            commit_rate,
            "bare commits",
            "actions/s",
            0.25,
        ),
        Row("room, saturated: frames told", saturated.frames / SECONDS, echo_rate, "bare echo", "frames/s"),
        Row(f"bare echo: p50 {echo_p50:.1f} ms, p99 {echo_p99:.1f} ms", echo_rate, None, "", "round trips/s"),
    ]


def durable_commits() -> float:
    """Bare durable commits a second, now."""
    with tempfile.TemporaryDirectory() as folder:
        return bare(Path(folder))


def echoed() -> tuple[float, list[float]]:
    """The bare echo, now."""
    with tempfile.TemporaryDirectory() as folder, Other("echo", Path(folder)) as other:
        return uvloop.run(echo(other.base))


def rate(load: Load) -> float:
    """Durable actions a second."""
    return len(load.latencies) / SECONDS


if __name__ == "__main__":
    serve(*sys.argv[1:])
