"""Money and moves at the floor desk: a player is moved, chips leave the table, the commission box is counted.

Each is an order to the table, decided there; here a body becomes an order.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from openfelt import room
from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.floor.ruling import require_words
from openfelt.phrases import Seat, phrase
from openfelt.room.box import IN_THE_BOX
from openfelt.room.commands import TakeOff
from openfelt.room.orders import ByOfficer, SetCheckValue
from openfelt.room.till import BoxCount
from openfelt.room.till_desk import cites_at
from openfelt.room.till_orders import ProposeAct
from openfelt.service.desks import till
from openfelt.service.desks.floor import give
from openfelt.service.doors.routing import Asked
from openfelt.service.wire.values import Id
from openfelt.service.writers import moves
from openfelt.service.writers.table import TableHost


class MoveBody(msgspec.Struct, forbid_unknown_fields=True):
    """Who is moved to which seat of which table (0: the first free one), and whether the game here broke up."""

    id: Id
    seat: int
    to: str
    reason: str
    to_seat: int = 0
    broken_game: bool = False


class TakeOffBody(msgspec.Struct, forbid_unknown_fields=True):
    """Chips that leave the table while their player stays: for a service, or approved by whoever asks."""

    id: Id
    seat: int
    amount: int
    reason: str
    approved: bool = False


class CountBody(msgspec.Struct, forbid_unknown_fields=True):
    """What was counted in the commission box."""

    id: Id
    counted: int


class ValueBody(msgspec.Struct, forbid_unknown_fields=True):
    """What a commission check is worth."""

    id: Id
    value: int


class SeatBody(msgspec.Struct, forbid_unknown_fields=True):
    """Whose seat it is about."""

    id: Id
    seat: int


def money(asked: Asked[TableHost, None]) -> dict[str, Any]:
    """What the desk shows of money at a table, and the tables to which a player can be moved."""
    host, hall = asked.at, asked.hall
    table, state = host.table, host.state
    others = (
        one for one in hall.hosts.values() if one is not host and not one.table.closed and one.table.event is None
    )
    held = sum(hall.journal.store.balance(accounts.commission(table.name, method)) for method in IN_THE_BOX)
    return {
        "places": [
            {
                "seat": seat,
                "name": hall.name_of(place.player),
                "stake": place.stack + place.queued,
                "dealt": seat in table.dealt,
                "owes": state.owed[place.player].amount if place.player in state.owed else 0,
            }
            for seat, place in sorted(table.places.items())
        ],
        "removals": {"service": table.rules.service, "approval": table.rules.approval},
        "broken_game": table.rules.broken_game,
        "vacating": table.rules.vacating.cites if table.rules.vacating is not None else (),
        "excusing": table.rules.freeze_out.staying if table.freeze_out and table.rules.freeze_out is not None else (),
        "box": held - state.counted if table.sign.commission.box else None,
        "per_hand": table.sign.commission.per_hand,
        "check_value": state.check_value,
        "started": table.number > 0,
        "tables": [{"name": one.table.name, "free": free_seats(one)} for one in others if free_seats(one)],
    }


def free_seats(host: TableHost) -> list[int]:
    """The seats of a table in which nobody sits."""
    return [seat for seat in range(1, host.table.sign.seats + 1) if seat not in host.table.places]


def sitter(host: TableHost, seat: int) -> room.Place:
    """Who sits in a seat."""
    place = host.table.places.get(seat)
    if place is None:
        legal = tuple(str(one) for one in sorted(host.table.places))
        raise RuleViolation(
            "empty-seat", host.table.rules.seat, phrase("nobody sits in {seat}", seat=Seat(seat)), legal=legal
        )
    return place


async def move(asked: Asked[TableHost, MoveBody]) -> None:
    """Move a player to another table with chips, blinds owed and time paid: both tables, or neither.

    The move is named after its request: a repeated request is the same move.
    """
    hall, host, body, request_id = asked.hall, asked.at, asked.body, asked.id
    require_words(body.reason)
    if host.was_done(request_id):
        return
    to = hall.host(body.to)
    seat = body.to_seat or next(iter(free_seats(to)), to.table.sign.seats + 1)
    act = hashlib.sha256(request_id.encode()).hexdigest()[:24]
    player = sitter(host, body.seat).player
    apart = moves.elsewhere(hall.hosts.values(), to, player)
    name = host.table.name
    order = moves.Move(act, player, name, body.to, seat, asked.officer, body.reason, body.broken_game, apart)
    await hall.lists.move(order, actor=asked.account.id, request=request_id)


async def take_off(asked: Asked[TableHost, TakeOffBody]) -> None:
    """Chips leave the table while their player stays."""
    body = asked.body
    require_words(body.reason)
    approver = asked.account.name if body.approved else ""
    await give(asked, TakeOff(sitter(asked.at, body.seat).player, body.amount, approver, body.reason))


async def count_box(asked: Asked[TableHost, CountBody]) -> None:
    """The commission box is emptied and counted by one officer; another confirms it in the back office."""
    hall, host = asked.hall, till.box_at(asked.hall, asked.at.name)
    act = BoxCount(host.name, asked.body.counted, cites_at(host.rulebook, "box-count"))
    await hall.room.submit(asked.id, asked.account.id, ProposeAct(act, hall.accounts.officer(asked.account)))


async def set_value(asked: Asked[TableHost, ValueBody]) -> None:
    """What a commission check is worth is fixed before play."""
    await give(asked, SetCheckValue(asked.body.value, asked.account.name))


async def vacate(asked: Asked[TableHost, SeatBody]) -> None:
    """Have a player who has long put up nothing give up the seat (nsw-poker 27.10, act-stud 19.6)."""
    await give(asked, room.Vacate(sitter(asked.at, asked.body.seat).player, asked.account.name))


async def hand_rules(asked: Asked[TableHost, SeatBody]) -> None:
    """Hand a copy of the table's rules to a player who asks for it."""
    order = room.GiveRules(sitter(asked.at, asked.body.seat).player)
    await asked.at.submit(asked.id, asked.account.id, order)


# -- a Freeze Out ------------------------------------------------------------------------------------------------------


class ExcuseBody(msgspec.Struct, forbid_unknown_fields=True):
    """Who is excused from a Freeze Out, and on what grounds."""

    id: Id
    seat: int
    reason: str


async def excuse(asked: Asked[TableHost, ExcuseBody]) -> None:
    """Excuse a player who cannot go on in a Freeze Out (nsw-poker 8.10.4); the chips stay."""
    host, body, officer = asked.at, asked.body, asked.officer
    require_words(body.reason)
    order = room.StandUp(sitter(host, body.seat).player, excused_by=officer.name, reason=body.reason)
    await host.submit(asked.id, asked.account.id, ByOfficer(officer, order))
