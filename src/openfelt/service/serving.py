"""The HTTP server under the room: one process, no compression, small messages, no header of its own."""

from __future__ import annotations

import contextlib
import gc
import logging
import socket
import ssl
import sys
from pathlib import Path
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from openfelt.errors import NotationError
from openfelt.journal import StoreUnfit
from openfelt.service.protocol import MOST_BYTES
from openfelt.service.socket import WRITE

SWITCH_S: Final = 0.0005
YOUNG_OBJECTS: Final = 20_000
# What the library says of a key that is not the certificate's: of the same kind, of another.
MISMATCHES: Final = frozenset({"KEY_VALUES_MISMATCH", "KEY_TYPE_MISMATCH", "NO_CERTIFICATE_ASSIGNED"})


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


def tls_from(cert: Path, key: Path | None) -> ssl.SSLContext:
    """A certificate and its key, ready to serve with; a file that is not what it should be is named."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(cert, key)
    except OSError as bad:
        raise NotationError(tls_fault(cert, key, getattr(bad, "reason", None) or "")) from None
    return context


def tls_fault(cert: Path, key: Path | None, reason: str) -> str:
    """What is wrong with a pair that the library refuses: it says why, if at all, but never of which file."""
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


def serve(app: Starlette, listener: socket.socket, *, tls: ssl.SSLContext | None = None) -> None:
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
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    config.load()
    config.ssl = tls  # loaded before anything was told, and asked for a passphrase once
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
