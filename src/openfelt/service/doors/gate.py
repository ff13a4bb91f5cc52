"""Below the messages: who may connect, how much a connection may send, and how long it may keep the room waiting.

Owns the count of connections and each one's budget; knows neither requests nor tables. What a connection sends is
counted before it is read, so that an offender costs the room one look at its bytes and no more.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import resource
import socket
import ssl
from collections.abc import Callable
from typing import Final

from openfelt.errors import NotationError
from openfelt.phrases import phrase
from openfelt.service.doors.addresses import Proxies, network_of, read_address
from openfelt.service.machine.limits import Bucket, Buckets, Limits
from openfelt.service.machine.metrics import Metrics

CLOSING_S: Final = 3.0  # for what was written last to be read, and for the other side's farewell
ACCEPTS_AT_ONCE: Final = 8
RESERVED: Final = 64  # descriptors for the journal, the accounts, the lab and the files of the client
RETRY_S: Final = 0.5
FLOODS: Final = frozenset({"frames", "fragments", "bytes"})  # of one connection, so that its account answers for it
EXHAUSTED: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
FULL: Final = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
DATA_OPCODES: Final = 8  # those below are text, bytes and their continuations; those from here on control the line


def require_descriptors(wanted: int) -> None:
    """Refuse a number of connections that this process may not open, however it asks."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and wanted + RESERVED > hard:
        raise NotationError(
            phrase(
                "{wanted} connections need {needed} descriptors; this process may have {hard} (ulimit -Hn)",
                wanted=wanted,
                needed=wanted + RESERVED,
                hard=hard,
            ),
            legal=(phrase("connections={count}", count=max(1, hard - RESERVED)),),
        )


def room_for(wanted: int) -> int:
    """How many of the wanted connections this process has descriptors for; the system is asked for more if need be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + RESERVED
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < needed:
        soft = needed if hard == unlimited else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == unlimited else max(1, min(wanted, soft - RESERVED))


class FrameCount:
    """Finds where frames begin in the bytes of a connection, without reading what is in them."""

    __slots__ = ("_rest", "_skip", "fragments")

    def __init__(self) -> None:
        self.fragments = 0  # of the message that is being sent
        self._skip = 0  # bytes of the present frame that are still to come
        self._rest = b""  # a frame's head that has come in part

    def count(self, data: bytes, most: int) -> int:
        """How many frames begin here; more than `most` are not looked at.

        >>> FrameCount().count(bytes([0x89, 0x80, 0, 0, 0, 0]) * 3, 10)
        3
        """
        found = 0
        at = self._skip
        if self._rest:
            data = self._rest + data
            self._rest = b""
        end = len(data)
        while at < end:
            size = frame_size(data, at, end)
            if not size:
                self._rest = data[at:]
                at = end
                break
            found += 1
            first = data[at]
            if first & 15 < DATA_OPCODES:
                self.fragments = 0 if first & 128 else self.fragments + 1
            if found > most:
                return found
            at += size
        self._skip = at - end
        return found


def frame_size(data: bytes, at: int, end: int) -> int:
    """How long a frame is, head and all; 0 while its head has come in part only (RFC 6455, 5.2)."""
    if at + 2 > end:
        return 0
    second = data[at + 1]
    length = second & 127
    more = {126: 2, 127: 8}.get(length, 0)
    if at + 2 + more > end:
        return 0
    if more:
        length = int.from_bytes(data[at + 2 : at + 2 + more])
    return 2 + more + (4 if second & 128 else 0) + length


class Arrival:
    """One connection: where from, what it has left to send, and by when it must have done what it has begun."""

    def __init__(self, gate: Gate, peer: str, *, trusted: bool) -> None:
        now = gate.now()
        self.gate = gate
        self.key = network_of(peer)
        self.trusted = trusted  # a proxy: its connections carry many people's requests
        self.cut_for = ""
        self.read_by = now + gate.limits.head_s  # 0: nothing is awaited from the other side
        self.written_by = 0.0
        self.closed_by = 0.0
        self.late: Callable[[], object] = lambda: None  # what to say to who sends too slowly
        self.flooded: Callable[[], object] = lambda: None  # whom to tell of a flood
        self.transport: asyncio.Transport | None = None
        self.frames = FrameCount()
        self._frames_left = Bucket(gate.limits.frames, now)
        self._bytes_left = Bucket(gate.limits.bytes_read, now)

    def takes_bytes(self, count: int) -> bool:
        """Whether this many more bytes may be read; if not, the connection is cut off."""
        self.gate.metrics.bytes.inc(count)
        return self.trusted or self._has_bytes(self.gate.now(), count)

    def _has_bytes(self, now: float, count: int) -> bool:
        """Charge bytes to the budgets of the connection and its address; cut it off if either is used up."""
        if not self._bytes_left.takes(now, count):
            self.cut("bytes")
        elif not self.trusted and not self.gate.bytes_at.takes(self.key, now, count):
            self.cut("bytes-of-address")
        return not self.cut_for

    def takes_request(self) -> bool:
        """Whether one more request over HTTP may be read; if not, the connection is cut off."""
        if self.trusted or self._frames_left.takes(self.gate.now()):
            return True
        self.cut("requests")
        return False

    def takes_frames(self, data: bytes) -> bool:
        """Whether the frames in these bytes may be read; if not, the connection is cut off and none of them is."""
        now = self.gate.now()
        self.gate.metrics.bytes.inc(len(data))
        if not self._has_bytes(now, len(data)):
            return False
        left = int(self._frames_left.amount(now))
        found = self.frames.count(data, left)
        if found > left:
            self.cut("frames")
            return False
        self._frames_left.takes(now, found)
        if not self.trusted and not self.gate.frames_at.takes(self.key, now, found):
            self.cut("frames-of-address")
            return False
        if self.frames.fragments > self.gate.limits.fragments:
            self.cut("fragments")
            return False
        self.gate.metrics.frames.inc(found)
        return True

    def cut(self, reason: str) -> None:
        """End the connection at once: nothing more is read, nothing more is sent."""
        if not self.cut_for:
            self.cut_for = reason
            self.gate.metrics.cut_off(reason)
            if reason in FLOODS:
                self.flooded()
        if self.transport is not None:
            self.transport.abort()

    def look(self, now: float) -> None:
        """Cut off a connection that is late: its request does not end, its answer is not read, or it does not close."""
        transport = self.transport
        if transport is None:
            return
        if transport.is_closing():
            self.closed_by = self.closed_by or now + CLOSING_S
            if now > self.closed_by:
                self.cut("closing")
        elif 0 < self.written_by < now:
            self.cut("slow-reader")
        elif 0 < self.read_by < now:
            self.read_by = 0.0
            self.gate.metrics.cut_off("slow-sender")
            self.late()
            transport.close()

    def leave(self) -> None:
        """The connection is gone."""
        self.gate.forget(self)


class Gate:
    """Every connection there is, sockets and pages, counted by address and in all."""

    def __init__(
        self,
        limits: Limits,
        *,
        proxies: Proxies | None = None,
        metrics: Metrics | None = None,
        now: Callable[[], float] | None = None,
    ) -> None:
        self.limits = limits
        self.proxies = proxies or Proxies()
        self.metrics = metrics or Metrics()
        self.most = limits.connections
        self._now = now
        self._here: dict[Arrival, None] = {}
        self._at: dict[str, int] = {}
        self._openings = Buckets(limits.openings)
        self.frames_at = Buckets(limits.frames_of_address)
        self.bytes_at = Buckets(limits.bytes_of_address)

    def __len__(self) -> int:
        return len(self._here)

    def now(self) -> float:
        """The loop's own time."""
        return self._now() if self._now is not None else asyncio.get_running_loop().time()

    def admit(self, peer: str) -> Arrival | None:
        """Let one more connection in; None if there are too many already, in all or from that address."""
        key = network_of(peer)
        trusted = self.proxies.trusts(read_address(peer))
        reason = ""
        if len(self._here) >= self.most:
            reason = "all"
        elif not trusted and self._at.get(key, 0) >= self.limits.connections_of_address:
            reason = "address"
        elif not trusted and not self._openings.takes(key, self.now()):
            reason = "openings"
        if reason:
            self.metrics.turn_away(reason)
            return None
        arrival = Arrival(self, peer, trusted=trusted)
        self._here[arrival] = None
        self._at[key] = self._at.get(key, 0) + 1
        return arrival

    def forget(self, arrival: Arrival) -> None:
        """Stop counting a connection that is gone; a second call does nothing."""
        if arrival not in self._here:
            return
        del self._here[arrival]
        left = self._at[arrival.key] - 1
        if left:
            self._at[arrival.key] = left
        else:
            del self._at[arrival.key]

    def sweep(self) -> None:
        """Look at every connection once; the server does so every second."""
        now = self.now()
        for arrival in list(self._here):
            arrival.look(now)


class Acceptor:
    """Accepts connections from a listening socket, even when the process has run out of descriptors.

    A descriptor is held in reserve, so that a newcomer is then told instead of left waiting.
    """

    def __init__(
        self,
        listener: socket.socket,
        gate: Gate,
        *,
        protocol: Callable[[Arrival], asyncio.BaseProtocol],
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.listener = listener
        self.gate = gate
        self.protocol = protocol
        self.tls = tls
        self._loop = asyncio.get_running_loop()
        self._begun: set[asyncio.Task[None]] = set()
        self._again: asyncio.TimerHandle | None = None
        self._reserve = spare()
        self._closed = False
        listener.settimeout(0)
        self._listen()

    def _listen(self) -> None:
        self._again = None
        if not self._closed:
            self._loop.add_reader(self.listener.fileno(), self._take)

    def _take(self) -> None:
        """Accept waiting connections, a limited number at a time, so that the tables have their turn in between."""
        for _ in range(ACCEPTS_AT_ONCE):
            try:
                made, address = self.listener.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionError:
                continue  # gone before it was taken
            except OSError as fault:
                if fault.errno in EXHAUSTED:
                    self._tell_next()
                self._pause()
                return
            arrival = self.gate.admit(address[0])
            if arrival is None:
                refuse(made)
                continue
            task = self._loop.create_task(self._begin(made, arrival))
            self._begun.add(task)
            task.add_done_callback(self._begun.discard)

    async def _begin(self, made: socket.socket, arrival: Arrival) -> None:
        """Hand a connection to its protocol, after the handshake under TLS."""
        try:
            made.settimeout(0)
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._loop.connect_accepted_socket(
                lambda: self.protocol(arrival),
                made,
                ssl=self.tls,
                ssl_handshake_timeout=self.gate.limits.head_s if self.tls else None,
            )
        except (OSError, asyncio.CancelledError):  # gone, no handshake, or the room closes
            made.close()
            arrival.leave()

    def _tell_next(self) -> None:
        """Tell the next one in line that the room is full, with the descriptor held in reserve."""
        self.gate.metrics.turn_away("descriptors")
        if self._reserve is not None:
            os.close(self._reserve)
            with contextlib.suppress(OSError):  # the client is gone
                refuse(self.listener.accept()[0])
        self._reserve = spare()

    def _pause(self) -> None:
        """Stop accepting for a moment: the system would only fail again at once."""
        self._loop.remove_reader(self.listener.fileno())
        self._again = self._loop.call_later(RETRY_S, self._listen)

    def close(self) -> None:
        """Take no more."""
        if self._closed:
            return
        self._closed = True
        self._loop.remove_reader(self.listener.fileno())
        if self._again is not None:
            self._again.cancel()
        if self._reserve is not None:
            os.close(self._reserve)
            self._reserve = None

    async def wait_closed(self) -> None:
        """Wait until nobody is being let in any more."""
        for task in list(self._begun):
            task.cancel()
        await asyncio.gather(*self._begun, return_exceptions=True)


def spare() -> int | None:
    """A descriptor held in reserve; None while the process can get none."""
    try:
        return os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return None


def refuse(made: socket.socket) -> None:
    """Say that the room is full, if that can be said at once, and hang up."""
    with made, contextlib.suppress(OSError):  # the client may be gone; under TLS it could not read the answer
        made.settimeout(0)
        made.send(FULL)
