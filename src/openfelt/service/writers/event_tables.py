"""The tables of a tournament: what its director asks of them as orders that a table knows, and what they report."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, Final, Protocol

from openfelt.games import Sign
from openfelt.room import commands as q
from openfelt.room import entrant_events as en
from openfelt.room import event_orders as v
from openfelt.room import events as r
from openfelt.room.moving import order_to_receive
from openfelt.room.orders import SendPlayer
from openfelt.service.writers.tournament import TournamentHost
from openfelt.service.writers.writer import Parts, submit_together
from openfelt.tournaments import table_orders as t
from openfelt.tournaments.chip_race import smallest_chip
from openfelt.tournaments.desk import timed_sign
from openfelt.tournaments.facts import conditions_of, session_of
from openfelt.tournaments.items import is_none
from openfelt.tournaments.level_check import level_sign
from openfelt.tournaments.play_facts import levels_now
from openfelt.tournaments.table_directing import Directed
from openfelt.tournaments.table_orders import HELD_FOR, TableReport
from openfelt.tournaments.tournament import Tournament

if TYPE_CHECKING:
    from openfelt.service.writers.table import TableHost

BOT: Final = "bot "  # begins the id of a house bot
BOTS: Final = ("pot-odds", "tight", "caller", "random")  # how they play


class Room(Protocol):
    """The room as far as a tournament's tables need it."""

    def event_tables(self, event: str) -> dict[int, TableHost]:
        """The tables of a tournament by their numbers there."""

    async def open_table(
        self, name: str, sign: Sign, *, live: bool, event: en.EventTerms | None, request: str
    ) -> TableHost:
        """Put up a sign and open a table under it."""

    def now_ms(self) -> int:
        """The time, UTC in milliseconds."""


def table_name(event: str, number: int) -> str:
    """What a table of a tournament is called in the room."""
    return f"{event} table {number}"


def bot_of(player: str) -> str:
    """How an entrant that is a house bot plays; nothing for a person."""
    return BOTS[zlib.crc32(player.encode()) % len(BOTS)] if player.startswith(BOT) else ""


# -- what is asked -----------------------------------------------------------------------------------------------------


async def carry_out(room: Room, host: TournamentHost, directed: Directed, request: str) -> None:
    """Give an order of the director to a table of the event."""
    order = directed.order
    if isinstance(order, t.SetUpTable):
        await set_up(room, host, directed.table, order, request)
        return
    tables = room.event_tables(host.name)
    table = tables[directed.table]
    if isinstance(order, t.MovePlayer):
        await move(table, tables[order.to_table], order, request)
    elif isinstance(order, t.ShutTable):
        await shut(table, room.now_ms(), request)
    else:
        await table.submit(request, "house", order_for(table, host.state, order))


async def set_up(room: Room, host: TournamentHost, number: int, order: t.SetUpTable, request: str) -> None:
    """Open a table of the event."""
    conditions = host.state.conditions
    assert conditions is not None
    play = conditions.play
    button = play.button if isinstance(play.button, tuple) else ()
    moves = not (is_none(play.balancing) and is_none(play.breaking)) or play.final_table_redraw is True
    terms = en.EventTerms(host.name, number, button, moves)
    sign = sign_of(host.state, order.session, order.level, order.seats)
    await room.open_table(table_name(host.name, number), sign, live=play.dealt == "live", event=terms, request=request)


def sign_of(event: Tournament, session: str, level: int, seats: int) -> Sign:
    """The sign of a level of a session, or of its play-off."""
    conditions = conditions_of(event)
    levels = levels_now(event, session_of(conditions, session))
    unit = smallest_chip(conditions, levels, level)
    sign = level_sign(conditions, levels[level - 1]).replace(
        seats=seats, tournament=True, unit=unit, open_all_in=conditions.play.open_all_in
    )
    return timed_sign(event, level, sign)


def order_for(table: TableHost, event: Tournament, order: Any) -> Any:  # noqa: ANN401 - an order of either side
    """An order of the director as the table knows it."""
    match order:
        case t.SeatPlayer():
            bot = bot_of(order.player)
            return v.SeatEntrant(
                order.seat, order.player, order.chips, order.act, bot, late=order.late, time_cards=order.time_cards
            )
        case t.GiveMoreChips():
            return v.GiveChips(order.player, order.chips, order.why, order.act)
        case t.ExchangeChips():
            return v.ExchangeStacks(order.stacks, order.act, order.why)
        case t.SeatInstead():
            return v.SeatSubstitute(order.player, order.substitute, order.act, bot_of(order.substitute))
        case t.TakeOut():
            return v.RemoveEntrant(order.player, order.why, order.act)
        case t.PlayLevel():
            sign = sign_of(event, order.session, order.level, table.table.sign.seats)
            return v.SetLevel(sign, order.level)
        case t.HoldTable():
            return v.HoldPlay(order.until_hand, HELD_FOR[order.why])
        case t.LetTable():
            return v.LetPlay()
        case t.KeepFromPlay(hands=0):
            return v.KeepOut(order.player, order.act)
        case t.KeepFromPlay():
            return v.Penalise(order.player, order.hands, act=order.act)
        case t.LetBackToPlay():
            return v.LetIn(order.player, order.act)
        case _:
            raise TypeError(type(order).__name__)


def moving(source: TableHost, to: TableHost, order: t.MovePlayer) -> Parts:
    """Both parts of a move, the second made from what the first does."""
    sending = SendPlayer(
        order.act, order.player, to.name, "house", order.to_seat, reason=order.reason, cites=order.cites
    )
    sent = yield source, sending
    gone: r.PlayerSent = sent.events[-1]
    yield to, order_to_receive(gone, source.name)


async def move(source: TableHost, to: TableHost, order: t.MovePlayer, request: str) -> None:
    """Move a player between two tables of the event: all of it or nothing."""
    await submit_together((source, to), moving(source, to, order), request, "house")


async def shut(table: TableHost, now_ms: int, request: str) -> None:
    """Close an empty table."""
    if table.table.notice is None:
        await table.submit(f"{request}/notice", "house", q.GiveNotice(now_ms))
    await table.submit(request, "house", q.ApplyNotice(now_ms))


# -- what is reported --------------------------------------------------------------------------------------------------


def report_of(host: TableHost, number: int, noted: int) -> TableReport:
    """A table of the event as it stands; `noted`: the last round of play on the event's record."""
    table = host.table
    return TableReport(
        number,
        host.name,
        table.number,
        table.in_hand,
        {seat: (place.player, place.stack) for seat, place in table.places.items()},
        table.button,
        table.level,
        "",
        table.held.until_hand if table.held is not None else None,
        host.closed.after(noted),
        table.closed,
        host.changed,
        {place.player: place.penalty for place in table.places.values() if place.penalty},
        host.closed.given,
        {place.player: place.kept_by for place in table.places.values() if place.kept_by},
    )
