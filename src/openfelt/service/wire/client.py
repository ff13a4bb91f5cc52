"""A small client of the room's socket, for bots, load and tests. Speaks the documented protocol and nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import http.cookiejar
import json
import secrets
import urllib.error
import urllib.request
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from openfelt.errors import OpenfeltError
from openfelt.phrases import read_text
from openfelt.service.wire.changes import applied


class Refusal(OpenfeltError):
    """The room refused a request: its code, clauses and what is allowed instead."""

    code = "refused"


def refusal(error: dict[str, Any]) -> Refusal:
    """An error of the wire."""
    legal = [read_text(one) for one in error["legal"]]
    return Refusal(read_text(error), cites=error["rule"], legal=legal, code=error["code"])


def log_in_as_guest(base: str, name: str) -> str:
    """The session cookie of a new guest."""
    return post(base, "/api/guest", {"name": name})


def post(base: str, path: str, body: dict[str, Any], cookie: str = "") -> str:
    """Send a form of the page; returns the session cookie that came back, or the one given."""
    headers = {"content-type": "application/json", "x-openfelt": "1"}
    if cookie:
        headers["cookie"] = cookie
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    try:
        with opener.open(request, timeout=30) as answer:
            answer.read()
    except urllib.error.HTTPError as bad:
        with bad:
            error = json.loads(bad.read())["error"]
        raise refusal(error) from None
    return "; ".join(f"{one.name}={one.value}" for one in jar) or cookie


class RoomClient:
    """One connection. `frames` keeps every raw frame; `tables` the newest state of each table watched."""

    def __init__(self, base: str, cookie: str) -> None:
        self.base = base
        self.cookie = cookie
        self.frames: list[str] = []
        self.tables: dict[str, dict[str, Any]] = {}
        self.seqs: dict[str, int] = {}
        self.gaps = 0
        self.ended: dict[str, Any] | None = None
        self.player = ""
        self._socket: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[None]] = {}
        self._changed = asyncio.Condition()
        self._number = 0
        self._run = secrets.token_hex(4)  # ids are unique to the account, also across connections
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Connect and wait for the welcome."""
        address = self.base.replace("http", "ws", 1) + "/api/socket"
        self._socket = await connect(
            address,
            origin=Origin(self.base),
            additional_headers={"Cookie": self.cookie},
            compression=None,
        )
        self._reader = asyncio.create_task(self._read())
        await self.until(lambda: bool(self.player))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Disconnect."""
        assert self._socket is not None
        assert self._reader is not None
        await self._socket.close()
        self._reader.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reader

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for raw in self._socket:
                text = raw if isinstance(raw, str) else raw.decode()
                self.frames.append(text)
                self._hear(json.loads(text))
                async with self._changed:
                    self._changed.notify_all()
        except (ConnectionClosed, OSError):
            pass  # as it ends when the room is killed; a frame that cannot be understood is raised on leaving
        finally:
            await self._lost()

    async def _lost(self) -> None:
        """Give up every answer that is awaited, as the connection is lost."""
        lost = Refusal("the connection was lost", code="offline")
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(lost)
                answer.exception()  # it may no longer be awaited
        self.ended = self.ended or {"code": "offline"}
        async with self._changed:
            self._changed.notify_all()

    def _hear(self, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "welcome":
                self.player = frame["player"]
            case "done" | "refused":
                answer = self._answers.pop(frame["id"], None)
                if answer is not None and not answer.done():
                    error = frame.get("error")
                    if error is None:
                        answer.set_result(None)
                    else:
                        answer.set_exception(refusal(error))
            case "snapshot" | "pit-snapshot" | "update" | "pit-update":
                table = frame["table"]
                if "after" in frame and frame["after"] != self.seqs.get(table):
                    self.gaps += 1
                self.seqs[table] = frame["seq"]
                state = frame["state"]
                self.tables[table] = applied(self.tables[table], state) if "after" in frame else state
            case "goodbye":
                self.ended = frame["error"]

    async def until(self, true: Any, timeout_s: float = 30) -> None:  # noqa: ANN401 - a question without arguments
        """Wait until a condition holds."""
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(lambda: true() or self.ended is not None), timeout_s)

    async def send(self, text: str | bytes) -> None:
        """Send raw text: for tests of what must be refused."""
        assert self._socket is not None
        await self._socket.send(text)

    async def ask(self, kind: str, request: str = "", **fields: Any) -> None:  # noqa: ANN401 - fields of the frame
        """Make a request and wait for its answer; raises Refusal."""
        self._number += 1
        name = request or f"{self._run}-{self._number}"
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._answers[name] = answer
        await self.send(json.dumps({"type": kind, "id": name, **fields}))
        await answer

    def my_turn(self, table: str) -> bool:
        """Whether this player's choice is due."""
        state = self.tables.get(table)
        hand = state and state.get("hand")
        return bool(state and hand and hand["to_act"] and hand["to_act"] == state["your_seat"] and hand["offers"])

    async def act(self, table: str, action: str, **fields: Any) -> None:  # noqa: ANN401 - fields of the frame
        """Act in the present turn."""
        turn = self.tables[table]["hand"]["turn"]
        await self.ask("act", table=table, turn=turn, action=action, **fields)
