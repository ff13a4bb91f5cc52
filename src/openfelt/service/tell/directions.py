"""Directions of the floor at a running table: told in words, kept by everyone who watches, and across tables.

What a direction forbids is the room's to say (`room.directions`); here it is asked, and watching ends.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, Final

from openfelt import room
from openfelt.errors import OpenfeltError, RuleViolation
from openfelt.phrases import Listed, Name, Phrase, Text, phrase
from openfelt.room import events as r
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer
from openfelt.service.house import House
from openfelt.service.people.accounts import Account
from openfelt.service.wire import protocol as p
from openfelt.service.wire.subscribers import Subscriber

if TYPE_CHECKING:
    from openfelt.service.writers.table import TableHost


STAFF: Final = frozenset(("dealer", "floor", "operator", "inspector"))
WORDS: Final = {
    "english": "only English is spoken at the table",
    "silence": "silence while a hand is in progress, but for declaring an action",
    "spectators": "spectators leave the table",
}


def is_staff(account: Account) -> bool:
    """Whether an account is staff's: such a person is no spectator and need not be silent."""
    return not STAFF.isdisjoint(account.roles)


def words(what: str, players: tuple[str, ...], name_of: Callable[[str], str]) -> Text:
    """A direction in words."""
    named = Listed(tuple(Name(name_of(player)) for player in players), " and ")
    return WORDS.get(what) or phrase("{players} do not play at one table", players=named)


def told(event: r.DirectionGiven | r.DirectionLifted, name_of: Callable[[str], str]) -> Phrase:
    """A direction, or its end, as the log says it."""
    given = isinstance(event, r.DirectionGiven)
    return phrase(
        "the floor ({by}) directs: {what} ({reason})" if given else "the floor ({by}) lifts: {what} ({reason})",
        by=Name(event.by),
        what=words(event.what, event.players, name_of),
        reason=Name(event.reason),
    )


def views(table: room.Table, name_of: Callable[[str], str]) -> tuple[p.DirectionView, ...]:
    """The directions that bind at a table, as everyone there is shown them."""
    return tuple(
        p.DirectionView(what=one.what, text=words(one.what, one.players, name_of), cites=one.cites)
        for one in table.directions
    )


def desk_rows(host: TableHost) -> list[dict[str, Any]]:
    """The directions of a table for the floor's desk."""
    name_of = host.hall.name_of
    return [
        {
            "what": one.what,
            "players": one.players,
            "text": words(one.what, one.players, name_of),
            "by": one.by,
            "reason": one.reason,
            "cites": one.cites,
        }
        for one in host.table.directions
    ]


def end_watching(hall: House, host: TableHost) -> None:
    """Send spectators away where that is directed: each is told why, and sees the table no longer."""
    name = host.table.name
    for one in hall.subscribers.watching(name):
        try:
            room.decide(host.table, room.LookOn(one.player, is_staff=one.is_staff))
        except RuleViolation as refused:
            hall.subscribers.unwatch(one, name)
            one.answer(p.write_frame(p.WatchEnded(table=name, error=p.fault_of(refused))))


def require_may_watch(host: TableHost, one: Subscriber) -> None:
    """Refuse somebody who may not watch the table now."""
    room.decide(host.table, room.LookOn(one.player, is_staff=one.is_staff))


async def separate(hosts: Collection[TableHost]) -> None:
    """Players who are directed apart at one table leave each other's company at every other table of that rulebook.

    A table that refuses, because it is stopped or the disk is busy, holds up no other; the room asks it again.
    """
    given = [(host, one) for host in hosts for one in host.table.directions if one.what == "apart"]
    for source, one in given:
        for host in hosts:
            if host.rulebook != source.rulebook or one in host.table.directions or one not in source.table.directions:
                continue
            places = (host.table.place_of(player) for player in one.players)
            if sum(place is not None and not place.leaving for place in places) > 1:
                order = room.Direct("apart", one.by, one.reason, one.cites, one.players)
                with contextlib.suppress(OpenfeltError):
                    await host.submit(f"apart {host.table.name} {host.version}", "house", order)


async def lift(
    hosts: Collection[TableHost], host: TableHost, order: room.LiftDirection, *, officer: Officer, request: str
) -> None:
    """End a direction here; players who may sit together again may do so at every table.

    A table that refuses, because it is stopped or the disk is busy, holds up no other: it keeps the direction, its desk
    shows that, and it is lifted there.
    """
    actor = officer.account
    await host.submit(request, actor, ByOfficer(officer, order))
    for other in hosts if order.what == "apart" else ():
        same = any((one.what, one.players) == ("apart", order.players) for one in other.table.directions)
        if other is not host and other.rulebook == host.rulebook and same:
            again = f"lift {other.table.name} {other.version}"
            try:
                await other.submit(again, "house", order)
            except OpenfeltError as refused:
                host.hall.report_refusal(other.table.name, refused)
