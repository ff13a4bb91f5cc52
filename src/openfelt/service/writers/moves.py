"""Moving a player from table to table by order of the floor: an act over two streams.

One process that owns both tables stores both parts in one entry. Where another owns the second table, the same parts
are two entries, the second under a request id made from the first; what is on its way is sent again after a restart,
and a player whom the other table refuses comes back.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

import msgspec

from openfelt.errors import OpenfeltError
from openfelt.journal.writer import AsyncJournal, JournalBusy
from openfelt.room import events as r
from openfelt.room.moving import order_to_receive
from openfelt.room.offices import Officer
from openfelt.room.orders import ByOfficer, ReturnPlayer, SendPlayer
from openfelt.service.writers.table import TableHost
from openfelt.service.writers.writer import Parts, TableStopped, Writer, submit_together


class Tables(Protocol):
    """The room as far as a move needs it."""

    journal: AsyncJournal

    def host(self, name: str) -> Writer:
        """The table of that name."""


class Move(msgspec.Struct, frozen=True):
    """A move that the floor orders: who goes from where to which seat of which table."""

    act: str
    player: str
    source: str
    to: str
    seat: int
    by: Officer
    reason: str
    broken_game: bool = False
    apart: tuple[r.DirectionGiven, ...] = ()  # directions of other tables that name this player

    @property
    def sending(self) -> ByOfficer:
        """The order to the first table, by the officer who moves the player."""
        by = self.by.name
        order = SendPlayer(self.act, self.player, self.to, by, self.seat, self.broken_game, self.reason)
        return ByOfficer(self.by, order)


def parts(move: Move, source: Writer, to: Writer) -> Parts:
    """Both parts, the second made from what the first does."""
    sent = yield source, move.sending
    gone: r.PlayerSent = sent.events[-1]
    yield to, order_to_receive(gone, move.source, move.apart)


def elsewhere(hosts: Collection[TableHost], host: TableHost, player: str) -> tuple[r.DirectionGiven, ...]:
    """Directions given at other tables of the same rulebook that keep this player from others."""
    like = (other for other in hosts if other is not host and other.rulebook == host.rulebook)
    return tuple(one for other in like for one in other.table.directions if player in one.players)


async def move(hall: Tables, order: Move, *, actor: str, request: str) -> None:
    """Carry out a move between two tables of this process: all of it or nothing."""
    source, to = hall.host(order.source), hall.host(order.to)
    await submit_together((source, to), parts(order, source, to), request, actor)


async def move_apart(hall: Tables, order: Move, *, actor: str, request: str) -> None:
    """The same as two entries, as between tables of different owners."""
    source = hall.host(order.source)
    await source.submit(request, actor, order.sending)
    await finish(hall, source, actor=actor)


async def finish(hall: Tables, source: Writer, *, actor: str = "house") -> None:
    """Finish every move that this table has begun: its chips are on their way until somebody receives them."""
    for sent in source.state.sent:
        if hall.journal.store.balance(source.state.table.accounts.transit(sent.act)):
            await finish_one(hall, source, sent, actor)


async def finish_one(hall: Tables, source: Writer, sent: r.PlayerSent, actor: str) -> None:
    """Send a player again who has not arrived; if the other table refuses, the player comes back."""
    try:
        to = hall.host(sent.to)
        await to.submit(f"receive {sent.act}", actor, order_to_receive(sent, source.name))
    except (JournalBusy, TableStopped):
        return  # the room asks again
    except OpenfeltError as refused:
        order = ReturnPlayer(sent.act, refused.message)
        await source.submit(f"return {sent.act}", actor, order)
