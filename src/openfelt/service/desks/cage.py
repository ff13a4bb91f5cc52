"""The cage: chips come into a purse when the room issues them, and are no more once they are redeemed (house 11.1).

Each is on the room's own record with who did it and why, its ledger lines in the same entry.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from openfelt.cage import accounts
from openfelt.room.house_orders import IssueChips, RedeemChips
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.people.accounts import NotAllowed
from openfelt.service.wire.values import Id

ORDERS: Final = {"issue": IssueChips, "redeem": RedeemChips}


class CageBody(msgspec.Struct, forbid_unknown_fields=True):
    """Chips to issue to an account's purse, or to redeem from it, and why."""

    id: Id
    account: str
    what: Literal["issue", "redeem"]
    amount: int
    reason: str


def purse(asked: Asked[str, None]) -> dict[str, Any]:
    """What the purse of an account holds."""
    return {"account": asked.at, "purse": asked.hall.purse(asked.at)}


async def exchange(asked: Asked[None, CageBody]) -> None:
    """Issue chips, or redeem them: more than the purse holds is refused."""
    body = asked.body
    mine = accounts.purse(known(asked.hall, body.account))
    order = ORDERS[body.what](mine, body.amount, body.reason, asked.officer)
    await asked.hall.room.submit(asked.id, asked.account.id, order)


def known(hall: Hall, account: str) -> str:
    """The id of an account that exists and is open."""
    found = hall.accounts.find(account)
    if found is None or found.id in hall.closed:
        raise NotAllowed("there is no such account", code="no-account")
    return found.id
