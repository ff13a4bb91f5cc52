"""Calls for the floor at the running tables: asked for, answered, and listed for the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from openfelt.floor.ruling import Author
from openfelt.phrases import Name, Phrase, phrase
from openfelt.room.house_events import FloorAnswered, FloorCalled, TableFrozen
from openfelt.room.orders import AnswerCall, ByOfficer, CallFloor
from openfelt.service.people.accounts import Account
from openfelt.service.wire.requests import RequestId

if TYPE_CHECKING:
    from openfelt.service.wire import protocol as p
    from openfelt.service.writers.pit import PitHost
    from openfelt.service.writers.table import TableHost


STAFF: Final = ("dealer", "floor", "operator")


def line_words(event: FloorCalled | FloorAnswered, name_of: Callable[[str], str]) -> Phrase:
    """A call or its answer as the log says it."""
    player = Name(name_of(event.player))
    if type(event) is FloorCalled:
        said = "{player} calls the floor: {words}" if event.words else "{player} calls the floor"
        return phrase(said, player=player, words=Name(event.words))
    assert type(event) is FloorAnswered
    return phrase(
        "the floor ({by}) answers {player}: {words}", by=Name(event.by), player=player, words=Name(event.words)
    )


def frozen_words(event: TableFrozen) -> Phrase:
    """The floor stops the table or lets it go on, as the log says it."""
    return phrase(
        "the floor stops the table: {reason}" if event.frozen else "the floor lets the table go on: {reason}",
        reason=Name(event.reason),
    )


async def call(account: Account, host: TableHost | PitHost, frame: p.CallFloor) -> None:
    """A player at a table calls the floor; at a live table the dealer may."""
    is_staff = not set(STAFF).isdisjoint(account.roles)
    order = CallFloor(account.id, frame.words, is_staff=is_staff)
    await host.submit(RequestId.of(account.id, frame), account.id, order)


async def answer(host: TableHost | PitHost, call: int, *, by: Account, role: Any, words: str, request: str) -> None:  # noqa: ANN401 - a floor role
    """The floor answers a call: on record, told to everyone at the table."""
    officer = host.hall.accounts.officer(by, host.stream)
    order = ByOfficer(officer, AnswerCall(call, Author(by.name, role), words))
    await host.submit(request, by.id, order)


def told_calls(host: TableHost | PitHost) -> list[dict[str, Any]]:
    """The calls of a table for the floor desk, the open ones first, the latest answers last."""
    table = host.stream.partition("/")[2]
    calls, store, name_of = host.calls, host.hall.journal.store, host.hall.name_of

    def told(seq: int, made: FloorCalled, answered: FloorAnswered | None) -> dict[str, Any]:
        row = next(iter(store.read(host.stream, after=seq - 1, limit=1)))
        return {
            "table": table,
            "pit": host.stream.startswith("pit/"),
            "call": seq,
            "seat": made.seat,
            "number": made.number,
            "name": name_of(made.player),
            "words": made.words,
            "cites": made.cites,
            "time_ms": row.record.time_ms,
            "answer": answered.words if answered is not None else "",
            "by": answered.by if answered is not None else "",
        }

    waiting = [told(seq, made, None) for seq, made in calls.open.items()]
    return waiting + [told(*one) for one in calls.answered[-20:]]
