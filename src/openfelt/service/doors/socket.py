"""The socket: who may open it, frames in one by one, frames out in order, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from openfelt.service.doors.addresses import network_of
from openfelt.service.doors.answers import answer
from openfelt.service.doors.web import hall_of, session_of
from openfelt.service.hall import Hall
from openfelt.service.machine.limits import Bucket
from openfelt.service.people.accounts import UNNAMED, Account
from openfelt.service.tell.directions import is_staff
from openfelt.service.wire import protocol as p
from openfelt.service.wire.subscribers import SLOW, TOO_MANY, Subscriber

POLICY: Final = 1008
UNSUPPORTED: Final = 1003
TOO_LARGE: Final = 1009
OUR_FAULT: Final = 1011
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
FAREWELL_S: Final = 2.0
WRITE: Final = "openfelt.write"  # the server's way to write a frame at once, where it has one
ON_FLOOD: Final = "openfelt.on-flood"  # takes whom the server has to tell when it cuts a flood off, where it does


def origin_allowed(connection: HTTPConnection, origins: frozenset[str]) -> bool:
    """The page must come from this very server: one of the named origins, letter by letter, and nothing like it.

    Without named origins only loopback serves: the origin is the address the request was made to, and that address is
    one of loopback's own names, so that no other name that resolves here passes.
    """
    origin = connection.headers.get("origin")
    if origins:
        return origin in origins
    scheme = "https" if connection.url.scheme in {"wss", "https"} else "http"
    host = connection.headers.get("host", "")
    return origin == f"{scheme}://{host}" and is_loopback(host)


def is_loopback(host: str) -> bool:
    """Whether a Host header names loopback.

    >>> [is_loopback(one) for one in ("127.0.0.1:8052", "localhost", "[::1]:80", "localhost.example", "127.0.0.1.evil")]
    [True, True, True, False, False]
    """
    try:
        return urlsplit(f"//{host}").hostname in LOOPBACK
    except ValueError:
        return False


def payer_of(account: Account, address: str) -> str:
    """In whose name a connection is counted: the account's, or where there is none, the address's."""
    return account.id or f"address {address}"


def may_enter(hall: Hall, account: Account, address: str) -> bool:
    """Whether one more connection fits the limits; one that was cut off for flooding has to wait."""
    crowd, limits, now = hall.subscribers, hall.limits, hall.clock.monotonic()
    payer = payer_of(account, address)
    return (
        len(crowd) < limits.connections
        and (not account.id or len(crowd.of_player(account.id)) < limits.connections_of_account)
        and crowd.at_address(address) < limits.connections_of_address
        and hall.cut_off_rate.has(payer, now)
        and hall.socket_rate.takes(payer, now)
    )


async def socket(websocket: WebSocket) -> None:
    """One connection: authenticated before it is accepted, then frames both ways.

    Without a session one may watch, where the house lets people watch without a name.
    """
    hall = hall_of(websocket)
    session = session_of(websocket)
    address = network_of(websocket.client.host if websocket.client is not None else "")
    if not origin_allowed(websocket, websocket.app.state.origins) or (session is None and not hall.lets_watch):
        await websocket.close(POLICY)
        return
    account = session.account if session is not None else UNNAMED
    if hall.closing or not may_enter(hall, account, address):
        await websocket.close(SLOW)
        return
    if on_flood := websocket.scope.get("extensions", {}).get(ON_FLOOD):
        on_flood(lambda: hall.cut_off_rate.takes(payer_of(account, address), hall.clock.monotonic()))
    await websocket.accept()
    one = Subscriber(
        account.id,
        session=session.key if session is not None else b"",
        ends_ms=session.ends_ms if session is not None else 0,
        address=address,
        most=hall.limits.frames_waiting,
        is_staff=is_staff(account),
    )
    hall.subscribers.add(one)
    try:
        await converse(websocket, hall, account, one)
    except Exception as fault:  # ours: for the log, by kind and place, and for the client by the code
        hall.report_fault(fault)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await websocket.close(OUR_FAULT)
    finally:
        hall.subscribers.remove(one)


def welcome(hall: Hall, account: Account) -> p.Welcome:
    """The first frame of a connection."""
    return p.Welcome(
        protocol=p.PROTOCOL_VERSION,
        player=account.id,
        name=account.name,
        roles=account.roles,
        purse=hall.purse(account.id),
        seats=hall.seats_of(account.id),
    )


async def converse(websocket: WebSocket, hall: Hall, account: Account, one: Subscriber) -> None:
    """Welcome, then frames both ways until either side ends it. Raises what was a fault of ours."""
    one.answer(p.write_frame(welcome(hall, account)))
    sender = asyncio.create_task(send_frames(websocket, hall, one))
    receiver = asyncio.create_task(receive_frames(websocket, hall, account, one))
    one.hang_up = sender.cancel
    one.send_now = websocket.scope.get("extensions", {}).get(WRITE, one.send_now)
    try:
        await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
        if one.code and not sender.done():  # the last words are still to be said
            await asyncio.wait((sender,), timeout=FAREWELL_S)
    finally:
        for task in (sender, receiver):
            task.cancel()
        await asyncio.wait((sender, receiver))  # `gather` would raise a child's cancellation in place of our own
    for task in (sender, receiver):
        if not task.cancelled() and (fault := task.exception()) is not None:
            raise fault


async def send_frames(websocket: WebSocket, hall: Hall, one: Subscriber) -> None:
    """Frames out, in order. The hall lets a reader go that does not read: this task is then cancelled."""
    while True:
        data = await one.next(lambda table: hall.fresh(table, one.player))
        one.sending_since = hall.clock.monotonic()
        try:
            if data is None:
                await websocket.close(one.code)
                return
            await websocket.send({"type": "websocket.send", "text": data.decode()})
        except (RuntimeError, WebSocketDisconnect):
            return  # the connection is gone
        one.sending_since = 0.0


async def receive_frames(websocket: WebSocket, hall: Hall, account: Account, one: Subscriber) -> None:
    """Frames in, each answered before the next is read; too many, too large or not text end the connection."""
    own = Bucket(hall.limits.connection, hall.clock.monotonic())
    payer = payer_of(account, one.address)
    while not one.code:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        now = hall.clock.monotonic()
        granted = own.takes(now) & hall.by_account.takes(payer, now) & hall.by_address.takes(one.address, now)
        text = message.get("text")
        if not granted:
            hall.refused("too-many")
            one.end(TOO_MANY, p.write_frame(p.Goodbye(error=p.Fault("too-many", (), "too many frames; slow down"))))
        elif text is None:
            hall.refused("bad-frame")
            one.end(UNSUPPORTED, p.write_frame(p.Goodbye(error=p.Fault("bad-frame", (), "frames are text"))))
        elif len(text) > p.MOST_BYTES:
            hall.refused("too-large")
            one.end(TOO_LARGE)
        elif one.ends_ms and hall.now_ms() > one.ends_ms:
            hall.end_connection(one, "session-ended", "your session has ended")
        else:
            await answer(hall, account, one, text)
            hall.metrics.request_s.observe(hall.clock.monotonic() - now)
            await one.breathe()
