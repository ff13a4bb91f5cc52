"""The HTTP server under the room: one process, no compression, small messages, no header of its own."""

from __future__ import annotations

import contextlib
import gc
import logging
import socket
import sys
from pathlib import Path
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from openfelt.journal import StoreUnfit
from openfelt.service.protocol import MOST_BYTES
from openfelt.service.socket import WRITE

SWITCH_S: Final = 0.0005
YOUNG_OBJECTS: Final = 20_000


class Server(uvicorn.Server):
    """The server; what was made by the time it listens is there to stay and no collection need look at it again."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()


class Connection(WebSocketsSansIOProtocol):
    """The library's socket; a frame can also be written at once, without a task's turn and without a second encoding.

    Its application finds that way under `WRITE` among the extensions of the scope.
    """

    async def run_asgi(self) -> None:
        """Serve the connection."""
        extensions: Any = self.scope["extensions"]
        extensions[WRITE] = self.write_text
        await super().run_asgi()

    def write_text(self, *frames: bytes) -> bool:
        """Send frames if the socket takes them now; False where they would have to wait, and nothing was written."""
        if not self.writable.is_set():
            return False
        if self.close_sent or self.transport.is_closing():
            return True  # the connection is gone, and whoever receives from it finds out
        with contextlib.suppress(InvalidState):  # gone likewise
            for data in frames:
                self.conn.send_text(data)
            self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def serve(
    app: Starlette, listener: socket.socket, *, tls_cert: Path | None = None, tls_key: Path | None = None
) -> None:
    """Serve until a signal comes; everything is closed before this returns."""
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
        ssl_certfile=tls_cert,
        ssl_keyfile=tls_key,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    # A start that fails is told in one line, below.
    logging.getLogger("uvicorn.error").addFilter(lambda _: not app.state.unfit)
    with contextlib.suppress(KeyboardInterrupt):  # raised again after everything was closed
        try:
            Server(config).run(sockets=[listener])
        except SystemExit:
            if not app.state.unfit:
                raise
    if app.state.unfit:
        raise StoreUnfit(f"the room cannot start: {app.state.unfit}")


def without_bad_frames(record: logging.LogRecord) -> bool:
    """A client's broken UTF-8 closes its connection and is no news for the log."""
    return "Invalid UTF-8" not in record.getMessage()
