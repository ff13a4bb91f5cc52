"""Excluding a player from the game at one table: an act over two streams, stored as one entry.

The table has the floor's act and that the player leaves; the room's own stream has the exclusion, beside all others of
the house. Every door asks there (`room.playing.may_play`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable

from openfelt.errors import OpenfeltError
from openfelt.floor import Use
from openfelt.floor.grants import Exclude
from openfelt.room import events as r
from openfelt.room.commands import LetBack
from openfelt.room.orders import ByOfficer, OnFloor
from openfelt.room.people_orders import ExcludeFromTable
from openfelt.rulebooks import Cites
from openfelt.service.writers.room import RoomWriter
from openfelt.service.writers.table import TableHost
from openfelt.service.writers.tables import TableWriter
from openfelt.service.writers.writer import Parts, submit_together
from openfelt.table import ruling_events as ru


def power_of(order: ByOfficer) -> Exclude | None:
    """The exclusion that the floor orders, if it is one."""
    floors = order.order.order if isinstance(order.order, OnFloor) else None
    return floors.power if isinstance(floors, Use) and isinstance(floors.power, Exclude) else None


def parts(room: RoomWriter, host: TableHost, order: ByOfficer, power: Exclude, reason: str) -> Parts:
    """The floor's act at the table, then the exclusion by the same clauses."""
    player = host.state.player_in(power.seat)
    until_ms = host.hall.now_ms() + 1000 * power.seconds if power.seconds else 0
    made = yield host, order
    used = next(one for one in made.events if isinstance(one, ru.PowerUsed))
    yield room, ExcludeFromTable(player, host.name, reason, until_ms, host.rulebook, used.cites, order.officer)


async def exclude(room: RoomWriter, host: TableHost, order: ByOfficer, reason: str, *, request: str) -> None:
    """Carry out what the floor orders: all of it or nothing."""
    power = power_of(order)
    assert power is not None, "the order excludes somebody"
    made = parts(room, host, order, power, reason)
    try:
        await submit_together((room, host), made, request, order.officer.account)
    finally:
        room.hall.accounts.changing = frozenset()


async def send_off(tables: Iterable[TableWriter], why: Callable[[str, str, str], Cites], *, player: str = "") -> None:
    """Have a player, or everyone, leave the tables at which they may play no longer, by the clauses that `why` tells.

    Each table is looked at once. A table that refuses is asked again at the next sweep.
    """
    for writer in tables:
        for one in tuple(writer.seats()):
            cites = why(one, writer.rulebook, writer.name) if player in ("", one) else ()
            if cites:
                with contextlib.suppress(OpenfeltError):
                    await writer.see_off(one, cites)


def parts_of_old(room: RoomWriter, host: TableHost, old: r.PlayerBarred) -> Parts:
    """An exclusion on a table's own record goes to the house's, and ends at the table."""
    reason = "kept at the table by an earlier release"
    yield room, ExcludeFromTable(old.player, host.name, reason, old.until_ms, host.rulebook, old.cites)
    yield host, LetBack(old.player, "the house", reason)


async def take_over(room: RoomWriter, hosts: Iterable[TableHost]) -> None:
    """Exclusions that earlier releases kept at their tables are the house's from now on."""
    for host in hosts:
        for old in tuple(host.table.barred.values()):
            if host.stopped or 0 < old.until_ms <= host.hall.now_ms():
                continue
            request = f"take over {host.name} {old.player} {host.version}"
            try:
                await submit_together((room, host), parts_of_old(room, host, old), request, "house")
            finally:
                room.hall.accounts.changing = frozenset()
