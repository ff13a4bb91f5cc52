"""The HTTP server under the room: one process, no compression, small messages, no header of its own."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
import ssl
import sys
from functools import partial
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, Final, cast

import uvicorn
from starlette.applications import Starlette
from uvicorn.config import STARTUP_FAILURE
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.protocol import State

from openfelt.errors import NotationError
from openfelt.journal import StoreUnfit
from openfelt.service.doors.gate import CLOSING_S, Acceptor, Arrival, Gate, room_for
from openfelt.service.doors.socket import ON_FLOOD, WRITE
from openfelt.service.wire.protocol import MOST_BYTES

SWITCH_S: Final = 0.0005
YOUNG_OBJECTS: Final = 20_000
MOST_IN_ONE_BREATH: Final = 16  # requests sent before the first is answered; browsers send one
WHOLE_TEXT: Final = 0x81  # the first byte of a frame: text, and no more of it to come
LAST_WORDS: Final = b"connection: close\r\ncontent-length: 0\r\n\r\n"  # of an answer without a body
TWO_BYTES: Final = 126  # in place of a length: it is in the next two bytes, or eight
EIGHT_BYTES: Final = 127
# What the server's library would log of clients and of a close.
NO_NEWS: Final = ("Invalid UTF-8", "Invalid HTTP request", "Unsupported upgrade", "Cancel ")
# What the library says of a key that is not the certificate's: of the same kind, of another.
MISMATCHES: Final = frozenset({"KEY_VALUES_MISMATCH", "KEY_TYPE_MISMATCH", "NO_CERTIFICATE_ASSIGNED"})


class Server(uvicorn.Server):
    """The server; what was made by the time it listens is there to stay and no collection need look at it again."""

    def __init__(self, config: uvicorn.Config, app: Starlette, finish_s: float = 0.0) -> None:
        super().__init__(config)
        self.finish_s = finish_s
        self.finish_by = 0.0
        self.room = app
        self.gate: Gate = app.state.gate

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, through the gate."""
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(STARTUP_FAILURE)
        self.servers: list[Any] = [
            Acceptor(listener, self.gate, protocol=self.page_connection, tls=self.config.ssl)
            for listener in sockets or ()
        ]
        self.started = True
        gc.collect()
        gc.freeze()

    def page_connection(self, arrival: Arrival) -> PageConnection:
        """What serves a new connection; the socket begins as a page."""
        return PageConnection(arrival, self.config, self.server_state, self.lifespan.state)

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if counter % 10 == 0:
            self.gate.sweep()
        if self.finish_by:
            self.finish()
        return await super().on_tick(counter)

    def finish(self) -> None:
        """Stop when no hand is in play any more, or when time is up."""
        hall = self.room.state.hall
        if not hall.finishing:
            hall.finish_hands()
        if hall.is_at_rest or monotonic() > self.finish_by:
            self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop at the first signal, or when the hands in play are over; a second signal waits for no hand.

        The stop itself takes seconds at most, so a further signal changes nothing.
        """
        if self.finish_s and not self.finish_by and not self.should_exit:
            self.finish_by = monotonic() + self.finish_s
        elif not self.should_exit:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, end what could take long, and give the rest a moment."""
        for server in self.servers:
            server.close()
        self.room.state.closing()
        await super().shutdown(sockets)


class PageConnection(HttpToolsProtocol):
    """The library's HTTP; what is sent is counted before it is read, and has to come in time."""

    def __init__(self, arrival: Arrival, config: uvicorn.Config, state: ServerState, app_state: dict[str, Any]) -> None:
        super().__init__(config, state, app_state)
        self.arrival = arrival
        self.in_head = True
        self.head_bytes = 0
        self.answering: RequestResponseCycle | None = None
        self.ws_protocol_class = cast("type[Connection]", partial(Connection, arrival))

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Someone is there; a request is awaited."""
        super().connection_made(transport)
        self.arrival.transport = transport
        self.arrival.late = self.say_late

    def connection_lost(self, exc: Exception | None) -> None:
        """Someone is gone, and whatever is being answered has to know: with requests in one breath not the last one."""
        self.arrival.leave()
        if self.answering is not None:
            self.answering.disconnected = True
            self.answering.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:  # noqa: ANN401 - the library's own
        """Begin to answer a request."""
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        """Count, then read. A request's head has to end within its time and its size."""
        arrival = self.arrival
        if not arrival.takes_bytes(len(data)):
            return
        if not self.in_head and (self.cycle is None or self.cycle.response_complete) and not arrival.read_by:
            self.await_head()
        if self.in_head:
            self.head_bytes += len(data)
        super().data_received(data)
        if self.in_head and self.head_bytes > arrival.gate.limits.head_bytes and not self.transport.is_closing():
            self.end_long_head()

    def end_long_head(self) -> None:
        """Answer a request whose head is too long, and close."""
        self.arrival.gate.metrics.cut_off("head")
        self.say(431)
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request, unless the connection has ended."""
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def await_head(self) -> None:
        """The next request begins."""
        self.in_head = True
        self.arrival.read_by = self.loop.time() + self.arrival.gate.limits.head_s

    def on_message_begin(self) -> None:
        """A request begins, perhaps behind another one that came in the same breath."""
        if len(self.pipeline) >= MOST_IN_ONE_BREATH:
            self.arrival.cut("pipeline")
        if self.arrival.cut_for or not self.arrival.takes_request():
            raise ConnectionAbortedError  # so that the parser reads no further
        self.await_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head has come; its body is awaited."""
        limits = self.arrival.gate.limits
        self.in_head = False
        self.head_bytes = 0
        self.arrival.read_by = self.loop.time() + limits.body_s
        if sum(len(name) + len(value) for name, value in self.headers) + len(self.url) > limits.head_bytes:
            self.end_long_head()
            raise ConnectionAbortedError
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole."""
        self.arrival.read_by = 0.0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a socket, which waits for frames as long as it likes."""
        self.arrival.read_by = 0.0
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """The reader has fallen behind."""
        self.arrival.written_by = self.loop.time() + self.arrival.gate.limits.slow_reader_s
        super().pause_writing()

    def resume_writing(self) -> None:
        """The reader has caught up."""
        self.arrival.written_by = 0.0
        super().resume_writing()

    def say_late(self) -> None:
        """Tell who has begun a request that it took too long; who has said nothing is told nothing."""
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            return
        if self.head_bytes or not self.in_head:
            self.say(408)

    def say(self, status: int) -> None:
        """Answer without a body, for the last time."""
        self.transport.write(STATUS_LINE[status] + LAST_WORDS)


class Connection(WebSocketsSansIOProtocol):
    """The library's socket. Frames of every kind are counted before they are read; too many end it at once.

    A frame can also be written at once, without a task's turn and without a second encoding: its application finds that
    way under `WRITE` among the extensions of the scope, and says by `ON_FLOOD` whom to tell when it was cut off.
    """

    def __init__(self, arrival: Arrival, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - the library's own
        super().__init__(*args, **kwargs)
        self.arrival = arrival
        self.close_timeout = CLOSING_S

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection was one of a page before, and its transport is known."""
        super().connection_made(transport)
        self.arrival.late = lambda: None

    def connection_lost(self, exc: Exception | None) -> None:
        """Someone is gone."""
        self.arrival.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count, then read. The request that opens the socket comes first, and was counted as a page."""
        if self.handshake_initiated:
            if not self.arrival.cut_for and self.arrival.takes_frames(data):
                super().data_received(data)
            return
        super().data_received(data)
        if not self.handshake_initiated:  # the library reads no such request, and would neither answer nor hang up
            self.arrival.gate.metrics.cut_off("handshake")
            self.transport.write(STATUS_LINE[400] + LAST_WORDS)
            self.transport.close()

    def pause_writing(self) -> None:
        """The reader has fallen behind; the room lets it go first, if it can."""
        self.arrival.written_by = self.loop.time() + self.arrival.gate.limits.slow_reader_s + CLOSING_S
        super().pause_writing()

    def resume_writing(self) -> None:
        """The reader has caught up."""
        self.arrival.written_by = 0.0
        super().resume_writing()

    async def run_asgi(self) -> None:
        """Serve the connection."""
        extensions: Any = self.scope["extensions"]
        extensions[WRITE] = self.write_text
        extensions[ON_FLOOD] = partial(setattr, self.arrival, "flooded")
        await super().run_asgi()

    def write_text(self, *frames: bytes) -> bool:
        """Send frames if the socket takes them now; False where they would have to wait, and nothing was written."""
        if not self.writable.is_set():
            return False
        if self.close_sent or self.transport.is_closing():
            return True  # the connection is gone, and whoever receives from it finds out
        if self.conn.state is State.OPEN:  # otherwise gone likewise
            self.transport.write(b"".join([part for data in frames for part in (text_head(len(data)), data)]))
        return True


def text_head(length: int) -> bytes:
    """What stands before a whole text of so many bytes, not masked (RFC 6455, 5.2).

    >>> text_head(125).hex(), text_head(126).hex(), text_head(65_536).hex()
    ('817d', '817e007e', '817f0000000000010000')
    """
    if length < TWO_BYTES:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, TWO_BYTES)) + length.to_bytes(2)
    return bytes((WHOLE_TEXT, EIGHT_BYTES)) + length.to_bytes(8)


def tls_from(cert: Path, key: Path | None) -> ssl.SSLContext:
    """A certificate and its key, ready to serve with; a file that is not what it should be is named."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(cert, key)
    except OSError as bad:
        raise NotationError(tls_fault(cert, key, getattr(bad, "reason", None) or "")) from None
    return context


def tls_fault(cert: Path, key: Path | None, reason: str) -> str:
    """What is wrong with a certificate and key that the library refuses: its reason, if any, never names the file."""
    if reason in MISMATCHES:
        return f"{key or cert}: not the key of the certificate in {cert}"
    if reason:
        return f"{cert}: {reason.lower().replace('_', ' ')}"
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cert)
    except OSError:
        return f"{cert}: no certificate that can be read; --tls-cert takes one in PEM form"
    if key is None:
        return f"{cert}: a certificate without its key; give it with --tls-key"
    return f"{key}: no private key that can be read; --tls-key takes one in PEM form"


def serve(app: Starlette, *listeners: socket.socket, tls: ssl.SSLContext | None = None, finish_s: float = 0.0) -> None:
    """Serve until a signal comes; hands in play have so long to end, and everything is closed before this returns."""
    logging.getLogger("uvicorn.error").addFilter(without_bad_frames)
    # The thread that flushes needs the interpreter back soon after each wait for the disk, also while tables are busy.
    sys.setswitchinterval(SWITCH_S)
    # Requests leave no cycles behind, so that looking for some after every 700 objects is time lost.
    gc.set_threshold(YOUNG_OBJECTS)
    config = uvicorn.Config(
        app,
        ws=Connection,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    config.load()
    config.ssl = tls  # loaded before anything was told, and asked for a passphrase once
    # A start that fails is told in one line, below.
    logging.getLogger("uvicorn.error").addFilter(lambda _: not app.state.unfit)
    app.state.gate.most = room_for(app.state.gate.limits.connections)
    with contextlib.suppress(KeyboardInterrupt):  # raised again after everything was closed
        try:
            Server(config, app, finish_s).run(sockets=[*listeners])
        except SystemExit:
            if not app.state.unfit:
                raise
    if app.state.unfit:
        raise StoreUnfit(f"the room cannot start: {app.state.unfit}")


def without_bad_frames(record: logging.LogRecord) -> bool:
    """What clients do wrong, and what was still asked for when the room closed, is no news for the log."""
    if record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError):
        return False
    return not record.getMessage().startswith(NO_NEWS)
