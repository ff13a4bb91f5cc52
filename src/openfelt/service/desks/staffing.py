"""Routes about offices: who holds which, appointing, handing over, and being absent. Every change is on record.

Whoever runs the room appoints. An officer hands an office over to somebody who holds one already, and says when absent.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from openfelt.room.calls import one_line
from openfelt.room.house_orders import Appoint, BeAbsent, BeBack, EndAppointment, HandOver, OfficeOrder
from openfelt.room.offices import OFFICES
from openfelt.room.roll import Member, known_offices
from openfelt.rulebooks import RULEBOOK_KEYS
from openfelt.service.doors.routing import Asked
from openfelt.service.wire.values import Id

STAFF: Final = ("dealer", "floor", "operator", "inspector")


class OfficeBody(msgspec.Struct, forbid_unknown_fields=True):
    """Who is appointed to which office, or whose ends, and why. `at`: at one stream alone, `table/Sydney`."""

    id: Id
    account: str
    office: str
    reason: str
    at: str = ""
    ends: bool = False


class HandOverBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which office passes to whom, and why; whose it is, where an operator hands it over."""

    id: Id
    to: str
    office: str
    reason: str
    at: str = ""
    account: str = ""


class AbsenceBody(msgspec.Struct, forbid_unknown_fields=True):
    """Who is absent, or back, and why; without an account, whoever asks."""

    id: Id
    absent: bool
    reason: str
    account: str = ""


def offices(asked: Asked[None, None]) -> dict[str, Any]:
    """The offices of every book, lowest first, and who holds which."""
    if not asked.hall.accounts.is_officer(asked.account):  # who is absent has to see how to come back
        asked.account.require(*STAFF)
    members = asked.hall.room.state.members.values()
    return {
        "offices": known_offices(),
        "books": {
            book: {
                "ladder": [one.names for one in OFFICES.of(book).ladder],
                "apart": [one.names for one in OFFICES.of(book).apart],
            }
            for book in RULEBOOK_KEYS
        },
        "holders": [told(one) for one in members if one.offices and not one.closed],
    }


def told(member: Member) -> dict[str, Any]:
    """An officer for the page."""
    held = [{"office": one.office, "at": one.at} for one in member.offices]
    return {"account": member.account, "name": member.name, "offices": held, "absent": member.absent}


async def appoint(asked: Asked[None, OfficeBody]) -> None:
    """An operator appoints somebody to an office, or ends it."""
    body = asked.body
    given = body.account, body.office, one_line(body.reason), asked.officer, body.at
    found = asked.hall.accounts.find(body.account)
    await give(asked, EndAppointment(*given) if body.ends else Appoint(*given, found.name if found is not None else ""))


async def hand_over(asked: Asked[None, HandOverBody]) -> None:
    """An officer hands an office over to another; an operator does so for anyone."""
    body = asked.body
    own = body.account or asked.account.id
    await give(asked, HandOver(own, body.to, body.office, one_line(body.reason), asked.officer, body.at))


async def be_absent(asked: Asked[None, AbsenceBody]) -> None:
    """An officer is absent, or is back; an operator says so for anyone."""
    body = asked.body
    kind = BeAbsent if body.absent else BeBack
    await give(asked, kind(body.account or asked.account.id, one_line(body.reason), asked.officer))


async def give(asked: Asked[None, Any], order: OfficeOrder) -> None:
    """Give an order about offices to the room, once for each request."""
    await asked.hall.room.submit(asked.id, asked.account.id, order)
