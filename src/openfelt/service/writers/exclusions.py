"""Exclusions that the floor of a table or the staff of a pit gives or ends: acts over two streams, each one entry.

The table has the act and that the player leaves; the room's own stream has the exclusion, beside all others of the
house. Every door asks there (`room.playing.may_play`). The clause says how far it goes: from the game at that table,
or, by a clause that keeps people out of the casino, from everything.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable

from openfelt.errors import OpenfeltError
from openfelt.floor import Use
from openfelt.floor.grants import Exclude
from openfelt.pit import commands as c
from openfelt.pit import events as pit
from openfelt.room import events as r
from openfelt.room.banked_orders import ByStaff
from openfelt.room.commands import LetBack
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer, OnFloor
from openfelt.room.people_orders import EndExclusion, ExcludeFromTable, ExcludePerson
from openfelt.room.rules import ROOM
from openfelt.rulebooks import Cites
from openfelt.service.writers.pit import PitHost
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
    """The floor's act at the table, then the exclusion: as far as its clause goes."""
    player = host.state.player_in(power.seat)
    until_ms = host.hall.now_ms() + 1000 * power.seconds if power.seconds else 0
    made = yield host, order
    used = next(one for one in made.events if isinstance(one, ru.PowerUsed))
    if is_from_house(host.rulebook, used.cites):
        officer = of_house(room, order.officer)
        yield room, ExcludePerson(player, reason, officer, until_ms, under=host.rulebook)
    else:
        yield room, ExcludeFromTable(player, host.name, reason, until_ms, host.rulebook, used.cites, order.officer)


def of_house(room: RoomWriter, officer: Officer) -> Officer:
    """An officer with the offices that count in the whole house: one that is held at a table alone does not."""
    member = room.state.members.get(officer.account)
    return officer if member is None else Officer(officer.account, officer.name, member.offices_at())


def is_from_house(book: str, cites: Cites) -> bool:
    """Whether these clauses keep somebody out of the whole house, by the book that they are of."""
    rules = ROOM.of(book).tables if book in ROOM.books() else None
    return rules is not None and any(one in cites for one in rules.barring)


async def exclude(room: RoomWriter, host: TableHost, order: ByOfficer, reason: str, *, request: str) -> None:
    """Carry out what the floor orders: all of it or nothing."""
    power = power_of(order)
    assert power is not None, "the order excludes somebody"
    await together(room, host, parts(room, host, order, power, reason), request, order.officer.account)


async def together(room: RoomWriter, host: TableWriter, made: Parts, request: str, actor: str) -> None:
    """Carry out the parts of an act at a table and on the room's own record."""
    try:
        await submit_together((room, host), made, request, actor)
    finally:
        room.hall.accounts.changing = frozenset()


# -- house-banked tables -----------------------------------------------------------------------------------------------


def number_at(room: RoomWriter, player: str, table: str) -> int:
    """The number of the latest exclusion from the game at a table that is in force; 0 if there is none."""
    barred = room.state.people.of(player).barred(room.hall.now_ms())
    return max((one.number for one in barred if one.table == table), default=0)


def parts_at_pit(room: RoomWriter, host: PitHost, order: ByStaff) -> Parts:
    """What staff orders at a pit, then the exclusion by the same clauses, or its end."""
    made = yield host, order
    done = next(one for one in made.events if isinstance(one, pit.PlayerExcluded | pit.PlayerLetBack))
    if isinstance(done, pit.PlayerExcluded):
        yield room, ExcludeFromTable(
            done.player, host.name, order.reason, 0, host.rulebook, done.cites, order.officer
        )  # fmt: skip
    elif number := number_at(room, done.player, host.name):
        assert order.officer is not None
        yield room, EndExclusion(done.player, number, order.reason, order.officer)


async def at_pit(room: RoomWriter, host: PitHost, order: ByStaff, *, request: str) -> None:
    """Exclude somebody from the game at a pit, or let somebody back: all of it or nothing."""
    assert order.officer is not None, "an officer excludes, and lets back"
    await together(room, host, parts_at_pit(room, host, order), request, order.officer.account)


def parts_of_end(room: RoomWriter, host: PitHost, order: EndExclusion, there: ByStaff) -> Parts:
    """The end of an exclusion on the house's record, and at the pit that gave it."""
    yield room, order
    yield host, there


async def let_back(room: RoomWriter, host: PitHost, order: EndExclusion, officer: Officer, *, request: str) -> None:
    """End an exclusion on the house's record, and at the pit that gave it, where whoever does so is this officer."""
    there = ByStaff(c.LetBack(order.account), reason=order.reason, officer=officer)
    await together(room, host, parts_of_end(room, host, order, there), request, order.by.account)


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
            await together(room, host, parts_of_old(room, host, old), request, "house")


async def take_over_pits(room: RoomWriter, hosts: Iterable[PitHost]) -> None:
    """Exclusions that earlier releases kept at their pits are on the house's record from now on."""
    for host in hosts:
        for player in sorted(host.round.excluded):
            if host.stopped or number_at(room, player, host.name):
                continue
            reason, cites = "kept at the table by an earlier release", host.round.game.excluded
            order = ExcludeFromTable(player, host.name, reason, 0, host.rulebook, cites)
            await room.submit(f"take over {host.name} {player} {host.version}", "house", order)
