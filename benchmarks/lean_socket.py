"""A WebSocket client that does as little as it can, so that a load of a thousand players fits beside the room.

It opens a socket, sends small text frames and hands on every text frame that comes. What a real client must do and the
server cannot tell (a random mask, checks of the server's frames) is left out: it belongs in no other program.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Final, cast

TEXT: Final = 0x1
CLOSE: Final = 0x8
PING: Final = 0x9
SHORT: Final = 126
LONG: Final = 127


class LeanSocket(asyncio.Protocol):
    """One connection. `hear` gets every text frame, in order."""

    def __init__(self, request: bytes) -> None:
        self.hear: Callable[[bytes], None] = lambda _: None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = asyncio.Event()
        self._request = request
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        """Over."""
        self.closed.set()
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        """Bytes came: hand on each whole frame, keep the rest."""
        data = self._rest + data if self._rest else data
        at = 0
        if not self.opened.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._rest = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(data[:60].decode("latin-1")))
                return
            self.opened.set_result(None)
        while (span := frame_at(data, at)) is not None:
            start, end = span
            kind = data[at] & 0x0F
            if kind == TEXT:
                self.hear(data[start:end])
            elif kind == PING:
                self._transport.write(frame(0xA, data[start:end]))
            elif kind == CLOSE:
                self._transport.close()
            at = end
        self._rest = data[at:]

    def send(self, text: bytes) -> None:
        """One text frame, unless the connection is over."""
        if not self._transport.is_closing():
            self._transport.write(frame(TEXT, text))

    async def close(self) -> None:
        """Go."""
        self._transport.write(frame(CLOSE, b"\x03\xe8"))
        self._transport.close()
        await self.closed.wait()


def frame_at(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame at a place begins and ends; nothing while it is not all there."""
    if len(data) < at + 2:
        return None
    size, start = data[at + 1] & 0x7F, at + 2
    if size == SHORT:
        size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
    elif size == LONG:
        size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
    return (start, start + size) if len(data) >= start + size else None


def frame(kind: int, payload: bytes) -> bytes:
    """A short frame of a client: marked as masked, with a mask of zeros."""
    size = len(payload)
    head = bytes((0x80 | kind, 0x80 | size)) if size < SHORT else bytes((0x80 | kind, 0x80 | SHORT))
    more = b"" if size < SHORT else size.to_bytes(2, "big")
    return b"".join((head, more, bytes(4), payload))


async def open_socket(base: str, token: str) -> LeanSocket:
    """A connection to the room at `base` (an http address) with the session of a token."""
    host, port = base.removeprefix("http://").split(":")
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        "GET /api/socket HTTP/1.1",
        f"Host: {host}:{port}",
        f"Origin: {base}",
        f"Cookie: openfelt={token}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        "",
        "",
    )
    request = "\r\n".join(lines).encode()
    _, made = await asyncio.get_running_loop().create_connection(lambda: LeanSocket(request), host, int(port))
    await made.opened
    return made


async def open_sockets(base: str, tokens: list[str], *, at_once: int = 50) -> list[LeanSocket]:
    """A connection for each session, some at a time."""
    found: list[LeanSocket] = []
    for first in range(0, len(tokens), at_once):
        found += await asyncio.gather(*(open_socket(base, token) for token in tokens[first : first + at_once]))
    return found
