"""Counts how far requests walk through the running room: `python -m tools.walk`, or `make walk`.

A room runs in this process over a journal in a temporary directory, without a network: pages and sockets are called as
a server would call them, and time passes only when this program says so. While a walk is measured, every call of a
function of `openfelt` is counted, on the room's thread and on the journal's. The numbers describe the way of a request
through the source. They say nothing about speed, and gluing files together makes no walk better.

A function that the interpreter makes of an expression (a comprehension, a lambda, a generator) belongs to the function
around it and is not counted. Resuming a coroutine is no new call. A change of file is a call from one file of
`openfelt` into another, also where something foreign stands between them.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import json
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, MutableMapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import cache
from inspect import CO_COROUTINE, CO_GENERATOR
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import openfelt
from openfelt import pure
from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.cli.serve import operator_link
from openfelt.service.app import build
from openfelt.service.wire.changes import applied

PACKAGE = str(Path(openfelt.__file__).parent) + "/"
QUIET_S = 0.03  # nothing of openfelt was called for so long: the room has come to rest
PATIENCE_S = 30.0
TABLE, PIT = "Felt", "Civic"
STAKE = 20_000


# --- counting ---------------------------------------------------------------------------------------------------------


@cache
def place(code: CodeType) -> str:
    """The file of a function inside the package; empty for anything else, and for what is no function by itself."""
    if not code.co_filename.startswith(PACKAGE) or code.co_name.startswith("<"):
        return ""
    return code.co_filename.removeprefix(PACKAGE)


def caller(frame: FrameType) -> str:
    """The file of the nearest function of openfelt that led to this call; empty if there is none."""
    back = frame.f_back
    while back is not None and not place(back.f_code):
        back = back.f_back
    return place(back.f_code) if back is not None else ""


@dataclass
class Steps:
    """The calls of one walk."""

    calls: Counter[CodeType] = field(default_factory=Counter)
    changes: int = 0

    def __add__(self, other: Steps) -> Steps:
        return Steps(self.calls + other.calls, self.changes + other.changes)

    @property
    def files(self) -> set[str]:
        """The files walked through."""
        return {place(code) for code in self.calls}

    @property
    def packages(self) -> set[str]:
        """The packages walked through; a module beside them counts as one."""
        return {file.partition("/")[0] for file in self.files}

    @property
    def row(self) -> tuple[int, ...]:
        """Packages, files, functions, calls, changes of file."""
        return len(self.packages), len(self.files), len(self.calls), self.calls.total(), self.changes


class Meter:
    """Counts calls in every thread begun after it, while something is measured."""

    def __init__(self) -> None:
        self.steps: Steps | None = None
        self.aside = 0  # the thread in which a client works now
        self.last_s = 0.0
        self.running: set[FrameType] = set()

    def __enter__(self) -> Meter:
        threading.setprofile(self.note)
        sys.setprofile(self.note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Something was called, or resumed, or ended."""
        code = frame.f_code
        if event != "call" or not place(code) or threading.get_ident() == self.aside:
            return
        self.last_s = time.monotonic()
        steps = self.steps
        if steps is None or self.is_resumed(frame, code):
            return
        steps.calls[code] += 1
        before = caller(frame)
        if before and before != place(code):
            steps.changes += 1

    def is_resumed(self, frame: FrameType, code: CodeType) -> bool:
        """Whether a coroutine or generator only goes on."""
        if not code.co_flags & (CO_COROUTINE | CO_GENERATOR):
            return False
        known = frame in self.running
        self.running.add(frame)
        return known

    @contextmanager
    def not_counted(self) -> Iterator[None]:
        """Count nothing of this thread until the block ends: what a client makes of a frame is no way of the room's."""
        self.aside = threading.get_ident()
        try:
            yield
        finally:
            self.aside = 0

    @contextmanager
    def measure(self) -> Iterator[Steps]:
        """Count what is called until the block ends."""
        self.steps = steps = Steps()
        try:
            yield steps
        finally:
            self.steps = None
            self.running.clear()


# --- a room without a network -----------------------------------------------------------------------------------------


class Timer:
    """Something that will happen unless it is cancelled."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.work: Callable[[], None] | None = work

    def cancel(self) -> None:
        """It will not happen."""
        self.work = None


class SteppedClock:
    """The room's time, which passes from one timer to the next when it is told to."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.began_ms = time.time_ns() // 1_000_000
        self.timers: list[tuple[float, int, Timer]] = []
        self.numbers = itertools.count()

    def now_ms(self) -> int:
        """UTC in milliseconds."""
        return self.began_ms + int(self.now_s * 1000)

    def monotonic(self) -> float:
        """Seconds that only run forward."""
        return self.now_s

    def call_later(self, delay_s: float, work: Callable[[], None]) -> Timer:
        """Do something when time has come so far."""
        timer = Timer(work)
        heapq.heappush(self.timers, (self.now_s + max(0.0, delay_s), next(self.numbers), timer))
        return timer

    def step(self) -> None:
        """Let time pass to the next timer."""
        while True:
            at, _, timer = heapq.heappop(self.timers)
            if timer.work is not None:
                self.now_s = max(self.now_s, at)
                timer.work()
                return


class Visitor:
    """Someone with a browser: pages by HTTP, one socket, and what the socket has said."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.cookie = ""
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.answers: dict[str, dict[str, Any]] = {}
        self.states: dict[str, dict[str, Any]] = {}
        self.seqs: dict[str, int] = {}
        self.numbers = itertools.count(1)

    def scope(self, kind: str, path: str, **more: object) -> dict[str, Any]:
        """What a server says of a request."""
        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"x-openfelt", b"1")]
        if self.cookie:
            headers.append((b"cookie", self.cookie.encode()))
        return {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "path": path, "raw_path": path.encode(),
            "query_string": b"", "root_path": "", "headers": headers, "client": ("127.0.0.1", 1),
            "server": ("localhost", 80), **more,
        }  # fmt: skip

    async def post(self, path: str, **body: object) -> dict[str, Any]:
        """Send a page's request; the answer, which must not be a refusal."""
        sent: list[MutableMapping[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        await self.room.app(self.scope("http", path, method="POST", scheme="http"), receive, send)
        for name, value in sent[0]["headers"]:
            if name == b"set-cookie" and value.startswith(b"openfelt="):
                self.cookie = value.decode().partition(";")[0]
        answer = json.loads(b"".join(one.get("body", b"") for one in sent[1:]))
        if sent[0]["status"] != 200:
            raise SystemExit(f"{path}: {answer}")
        return dict(answer)

    async def connect(self) -> None:
        """Open the socket and keep it open."""
        self.inbox.put_nowait({"type": "websocket.connect"})
        scope = self.scope("websocket", "/api/socket", scheme="ws", subprotocols=[])
        self.room.tasks.append(asyncio.ensure_future(self.room.app(scope, self.inbox.get, self.hear)))
        await self.room.rest()

    async def hear(self, message: MutableMapping[str, Any]) -> None:
        """A frame has come."""
        if message["type"] != "websocket.send":
            return
        frame = json.loads(message["text"])
        if frame["type"] in {"done", "refused"}:
            self.answers[frame["id"]] = frame
        elif "state" in frame:
            known, state = self.states.get(frame["table"], {}), frame["state"]
            with self.room.meter.not_counted():
                self.states[frame["table"]] = applied(known, state) if "after" in frame else state
            self.seqs[frame["table"]] = frame["seq"]

    async def ask(self, kind: str, table: str, **fields: object) -> None:
        """Send a frame and wait until the room has come to rest; it must not be refused."""
        name = f"{next(self.numbers)}"
        frame = {"type": kind, "id": name, "table": table, **fields}
        self.inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(frame)})
        await self.room.until(lambda: name in self.answers)
        await self.room.rest()
        if self.answers[name]["type"] == "refused":
            raise SystemExit(f"{frame}: {self.answers[name]}")

    @property
    def choices(self) -> dict[str, dict[str, Any]]:
        """What this player may do in the hand, by name; empty when it is another's turn."""
        state = self.states.get(TABLE, {})
        hand = state.get("hand")
        if not hand or not hand["to_act"] or hand["to_act"] != state["your_seat"]:
            return {}
        return {offer["action"]: offer for offer in hand["offers"]}

    async def act(self, action: str) -> None:
        """Take one of the choices, a wager at its least."""
        amount = self.choices[action].get("least", 0)
        await self.ask("act", TABLE, turn=self.states[TABLE]["hand"]["turn"], action=action, amount=amount)

    async def order(self, kind: str) -> None:
        """Take one of the offers of the house-banked table, a wager at its least."""
        state = self.states[PIT]
        offer = next(one for one in state["offers"] if one["order"]["type"] == kind)
        order = {**offer["order"], **dict.fromkeys(offer["vary"], (offer["amounts"] or (0,))[0])}
        await self.ask("pit-act", PIT, number=state["round"]["number"], order=order)


class Room:
    """A running room over a journal on disk."""

    def __init__(self, data: Path, meter: Meter) -> None:
        self.meter = meter
        self.clock = SteppedClock()
        self.link = operator_link(data)
        self.app = build(data, demo=False, clock=self.clock)
        self.tasks: list[asyncio.Future[Any]] = []
        self.players: list[Visitor] = []

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Room]:
        """The room, from opening to closing."""
        async with self.app.router.lifespan_context(self.app):
            yield self
        await asyncio.gather(*self.tasks)

    async def until(self, truth: Callable[[], object]) -> None:
        """Wait for something that is under way."""
        deadline = time.monotonic() + PATIENCE_S
        while not truth():
            if time.monotonic() > deadline:
                raise SystemExit("the room does not answer")
            await asyncio.sleep(0.001)

    async def rest(self) -> None:
        """Wait until nothing more is done."""
        await asyncio.sleep(QUIET_S)
        await self.until(lambda: time.monotonic() - self.meter.last_s > QUIET_S)

    async def house(self, table: str, truth: Callable[[], object]) -> Steps:
        """Let time pass until something is so: the steps of those timers that had something to tell of the table."""
        made = Steps()
        for _ in range(200):
            if truth():
                return made
            before = [one.seqs[table] for one in self.players]
            with self.meter.measure() as steps:
                self.clock.step()
                await self.rest()
            if before != [one.seqs[table] for one in self.players]:
                made += steps
        raise SystemExit(f"{table} does not go on")

    @property
    def actor(self) -> Visitor | None:
        """The player who has a choice in the hand."""
        return next((one for one in self.players if one.choices), None)


# --- the walks --------------------------------------------------------------------------------------------------------


async def walks(room: Room) -> AsyncIterator[tuple[str, Steps]]:
    """Each walk with its steps. Three players sit at the table and watch it; they watch the house-banked table too."""
    operator = Visitor(room)
    token = room.link.partition("=")[2]
    await operator.post("/api/login", name="Olga", password="a long password", invitation=token)
    await operator.post("/api/tables", id="open", name=TABLE, rulebook="nsw-poker", game="texas-holdem")
    await room.app.state.hall.open_pit(PIT, HoldemSign())
    for seat, name in enumerate(("Ann", "Bob", "Cat"), start=1):
        one = Visitor(room)
        await one.post("/api/guest", name=name)
        await one.connect()
        await one.ask("watch", TABLE)
        await one.ask("watch", PIT)
        await one.ask("sit", TABLE, seat=seat, stake=STAKE, entry="post")
        room.players.append(one)
    await room.house(TABLE, lambda: room.actor)
    yield "one raise, three watchers", await raised(room)
    yield "deal of a new hand", await dealt(room)
    yield "floor ruling, preview and apply", await ruled(room, operator)
    yield "house-banked round", await banked(room)


async def raised(room: Room) -> Steps:
    """One frame of a player, one update to each of three."""
    actor = room.actor
    assert actor is not None
    with room.meter.measure() as steps:
        await actor.act("raise")
    return steps


async def dealt(room: Room) -> Steps:
    """The timer after a hand: a deck, the blinds, the cards, until someone has a choice."""
    while (actor := room.actor) is not None:
        await actor.act("fold")
    return await room.house(TABLE, lambda: room.actor)


async def ruled(room: Room, operator: Visitor) -> Steps:
    """A card was exposed in the deal: the ruling is shown, then applied."""
    incident: dict[str, Any] = {"kind": "exposed-in-deal", "facts": {"cards": [[2, 1]]}}
    with room.meter.measure() as steps:
        shown = await operator.post(f"/api/floor/{TABLE}/rule", **incident)
        reason = "seen by all"
        await operator.post(f"/api/floor/{TABLE}/apply", **incident, id="1", reason=reason, turn=shown["turn"])
        await room.rest()
    return steps


async def banked(room: Room) -> Steps:
    """A whole round of one box: a wager, the deal, the decision, the settlement, and the table is ready again."""
    player = room.players[0]
    await player.ask("pit-join", PIT, box=1, stake=STAKE)
    await room.house(PIT, lambda: {"Wager"} & kinds(player))
    number = player.states[PIT]["round"]["number"]
    with room.meter.measure() as wager:
        await player.order("Wager")
    dealing = await room.house(PIT, lambda: {"Call"} & kinds(player))
    with room.meter.measure() as decision:
        await player.order("Call")
    return wager + dealing + decision + await room.house(PIT, lambda: player.states[PIT]["round"]["number"] > number)


def kinds(player: Visitor) -> set[str]:
    """The orders that the house-banked table offers a player."""
    return {offer["order"]["type"] for offer in player.states[PIT]["offers"]}


# --- the report -------------------------------------------------------------------------------------------------------


async def measured() -> dict[str, Steps]:
    """Every walk, by its name."""
    with tempfile.TemporaryDirectory() as folder, Meter() as meter:
        async with Room(Path(folder), meter).open() as room:
            return {name: steps async for name, steps in walks(room)}


def main() -> None:
    """Print the table; with --files also the files of each walk."""
    if pure.is_compiled():
        sys.exit("a compiled table hides its calls: run `make walk`, or set OPENFELT_PURE=1")
    made = asyncio.run(measured())
    print(f"{'walk':32} {'packages':>9} {'files':>6} {'functions':>10} {'calls':>6} {'changes of file':>16}")
    for name, steps in made.items():
        packages, files, functions, calls, changes = steps.row
        print(f"{name:32} {packages:9} {files:6} {functions:10} {calls:6,} {changes:16,}")
    if "--files" in sys.argv:
        for name, steps in made.items():
            print(f"\n{name}: {', '.join(sorted(steps.packages))}")
            for file in sorted(steps.files):
                print(f"  {file:32} {sum(n for code, n in steps.calls.items() if place(code) == file):6}")


if __name__ == "__main__":
    main()
