"""Routes about the money of tables: float, fills and credits, counts, corrections, the rota, and closing a day.

What moves money is proposed by one officer and confirmed by another. The commission box is counted on the record of
its table; the confirmation and that count are one entry.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from starlette.responses import Response

from openfelt.cage import accounts
from openfelt.cage.fees import MONEY
from openfelt.errors import NotationError, RuleViolation
from openfelt.journal import Reader
from openfelt.journal.heads import signing_key
from openfelt.phrases import Name, phrase
from openfelt.room import till as t
from openfelt.room import till_orders as o
from openfelt.room.box import IN_THE_BOX
from openfelt.room.calls import one_line
from openfelt.room.orders import ByOfficer, CountBox
from openfelt.room.till_desk import cites_at
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.record.day_book import books_now, closed_days, make_day
from openfelt.service.record.pit_record import PREFIX
from openfelt.service.tell.account_words import account_words
from openfelt.service.wire.values import Id
from openfelt.service.writers.pit import PitHost
from openfelt.service.writers.pools import BANK
from openfelt.service.writers.table import TableHost
from openfelt.service.writers.writer import Parts, submit_together

CHUNK: Final = 200
BEGINNINGS: Final = frozenset({"HandOpened", f"{PREFIX}RoundOpened"})
Kind = Annotated[str, Meta(pattern="^(fill|credit|float-count|drop-count|box-count|correction|day)$")]


class ActBody(msgspec.Struct, forbid_unknown_fields=True):
    """An act to propose: at a table an amount or what was counted; between two accounts; or a day that is over."""

    id: Id
    kind: Kind
    table: str = ""
    amount: int = 0
    source: str = ""
    target: str = ""
    reason: str = ""
    day: str = ""
    to_ms: int = 0


class ConfirmBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which act is confirmed."""

    id: Id
    number: int


class WithdrawBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which act is not done, and why."""

    id: Id
    number: int
    reason: str


class ChangeBody(msgspec.Struct, forbid_unknown_fields=True):
    """Whose cash is changed into how many chips."""

    id: Id
    account: str
    amount: int


class DownBody(msgspec.Struct, forbid_unknown_fields=True):
    """Who deals at a table from now on; nobody without an account."""

    id: Id
    account: str = ""


def act_of(hall: Hall, body: ActBody) -> t.AnyAct:
    """The act that a body means."""
    if body.kind == "correction":
        source, target = accounts.Account(body.source), accounts.Account(body.target)
        return t.Correction(source, target, body.amount, one_line(body.reason))
    if body.kind == "day":
        return t.DayClose(body.day, body.to_ms)
    host = hall.table(body.table)
    kinds: dict[str, Any] = {
        "fill": t.Fill, "credit": t.Credit, "float-count": t.FloatCount, "drop-count": t.DropCount,
        "box-count": t.BoxCount,
    }  # fmt: skip
    made: t.AnyAct = kinds[body.kind](host.name, body.amount, cites_at(host.rulebook, body.kind))
    return made


async def propose(asked: Asked[None, ActBody]) -> None:
    """An officer proposes an act; nothing moves before another confirms it."""
    act = act_of(asked.hall, asked.body)
    if isinstance(act, t.BoxCount):
        box_at(asked.hall, act.table)
    if isinstance(act, t.Fill):
        await asked.hall.issue_to(accounts.HOUSE, BANK, "issue bank")
    await asked.hall.room.submit(asked.id, asked.account.id, o.ProposeAct(act, asked.officer))


def box_at(hall: Hall, table: str) -> TableHost:
    """The table whose commission box is counted."""
    host = hall.host(table)
    if not host.table.sign.commission.box:
        raise NotationError(phrase("{table} has no commission box", table=Name(table)))
    if host.table.in_hand:
        text = "a box is emptied between rounds by someone who counts it"
        raise RuleViolation("not-now", MONEY.of(host.rulebook).box, text)
    return host


async def confirm(asked: Asked[None, ConfirmBody]) -> None:
    """Another officer confirms it. A box is counted in the same entry, on the record of its table.

    The record that closes a day says what every account held after the latest entry, as one hash.
    """
    hall, number = asked.hall, asked.body.number
    order = o.ConfirmAct(number, asked.officer)
    found = hall.room.state.till.open.get(number)
    if found is not None and isinstance(found.act, t.DayClose):
        at, books = await asyncio.to_thread(books_now, hall.journal.store)
        order = msgspec.structs.replace(order, books=books, books_at=at)
    if found is None or not isinstance(found.act, t.BoxCount):
        await hall.room.submit(asked.id, asked.account.id, order)
        return
    host = box_at(hall, found.act.table)
    there = hall.accounts.officer(asked.account, host.stream)
    count = ByOfficer(there, CountBox(found.act.counted, asked.account.name))

    def parts() -> Parts:
        yield hall.room, order
        yield host, count

    await submit_together((hall.room, host), parts(), asked.id, asked.account.id)


async def withdraw(asked: Asked[None, WithdrawBody]) -> None:
    """What was proposed is not done."""
    body = asked.body
    order = o.WithdrawAct(body.number, one_line(body.reason), asked.officer)
    await asked.hall.room.submit(asked.id, asked.account.id, order)


async def change(asked: Asked[TableHost | PitHost, ChangeBody]) -> None:
    """A dealer changes cash into chips."""
    body, host = asked.body, asked.at
    by = asked.hall.accounts.officer(asked.account)
    order = o.ChangeCash(host.name, body.account, body.amount, by, cites_at(host.rulebook, "change"))
    await asked.hall.room.submit(asked.id, asked.account.id, order)


async def begin_down(asked: Asked[TableHost | PitHost, DownBody]) -> None:
    """Begin a dealer's down at a table, or leave the table without a dealer."""
    by = asked.hall.accounts.officer(asked.account)
    order = o.SeatDealer(asked.at.name, asked.body.account, by)
    await asked.hall.room.submit(asked.id, asked.account.id, order)


async def day_file(asked: Asked[None, None]) -> Response:
    """The signed file of a closed day, for an inspector."""
    hall, day = asked.hall, str(asked.path["day"])
    store = hall.journal.store
    last = closed_days(store).get(day, 0)
    playing = (one for one in hall.tables if one.is_in_play)
    if waiting := next((one.name for one in playing if begun_in(store, one.stream) <= last), ""):
        text = phrase(
            "a hand of that day is still in play at {waiting}; its orders may name cards", waiting=Name(waiting)
        )
        raise RuleViolation("in-play", t.CLOSING, text, legal=("ask again when it is over",))
    key = signing_key(hall.data / "signing.key")
    made = await asyncio.to_thread(lambda: make_day(store, day, key, time_ms=hall.now_ms()))
    headers = {"content-disposition": f'attachment; filename="openfelt-{day}.json"', "cache-control": "no-store"}
    return Response(msgspec.json.encode(made), media_type="application/json", headers=headers)


def begun_in(store: Reader, stream: str) -> int:
    """The entry in which the present hand or round of a table began."""
    at = store.version(stream)
    while at > 0:
        at = max(0, at - CHUNK)
        found = [one.entry for one in store.read(stream, at, CHUNK) if one.record.name in BEGINNINGS]
        if found:
            return found[-1]
    return 0


# -- looking -----------------------------------------------------------------------------------------------------------


def money(asked: Asked[None, None]) -> dict[str, Any]:
    """The tills of all tables, the acts that wait, the closed days, and who deals where."""
    hall = asked.hall
    tills = hall.room.state.till
    return {
        "tables": [told_table(hall, one) for one in hall.tables if not is_of_event(one)],
        "open": [told_act(hall, one, asked.account.id) for one in tills.open.values()],
        "bank": hall.journal.store.balance(accounts.HOUSE),
        "closed_ms": tills.closed_ms,
        "days": [{"day": day, "from_ms": span[0], "to_ms": span[1]} for day, span in sorted(tills.days.items())],
        "dealers": dealers(hall),
    }


def is_of_event(host: TableHost | PitHost) -> bool:
    """Whether a table belongs to a tournament, whose chips have no value (nobody fills its float)."""
    return isinstance(host, TableHost) and host.table.event is not None


def told_table(hall: Hall, host: TableHost | PitHost) -> dict[str, Any]:
    """A table with its till."""
    till, name = hall.room.state.till.of(host.name), host.name
    box = None
    if isinstance(host, TableHost) and host.table.sign.commission.box:
        held = sum(hall.journal.store.balance(accounts.commission(name, method)) for method in IN_THE_BOX)
        box = held - host.state.counted
    dealer = hall.room.state.till.dealers.get(name, "")
    fields = msgspec.structs.asdict(till)
    return {"table": name, **fields, "float": till.float, "box": box, "dealer": hall.name_of(dealer) if dealer else ""}


def told_act(hall: Hall, one: t.ActProposed, viewer: str) -> dict[str, Any]:
    """An act that waits, for a page; the accounts of a correction in words."""
    act = msgspec.to_builtins(one.act)
    ends = (one.act.source, one.act.target) if isinstance(one.act, t.Correction) else ()
    between = tuple(account_words(each, hall.name_of) for each in ends)
    own = one.account == viewer
    return {"number": one.number, "act": act, "by": one.by, "own": own, "expected": one.expected, "between": between}


def dealers(hall: Hall) -> list[dict[str, str]]:
    """Everybody who can take a down."""
    members = hall.room.state.members.values()
    return [
        {"account": one.account, "name": one.name}
        for one in members
        if not one.closed and any(held.office == "dealer" for held in one.offices)
    ]
