"""Who may give an order to a promotion at all; what office it takes is decided with the order itself."""

from __future__ import annotations

from typing import Any, Final

from openfelt.errors import RuleViolation
from openfelt.promotions import orders as o
from openfelt.room.citing import OUR_OWN
from openfelt.room.giving import fault_of_giver

# What a player orders, and the field that says who it is.
OWN: Final[dict[type, str]] = dict.fromkeys((o.Enter, o.ClaimPrize, o.Dispute, o.TakeCash, o.ChoosePayment), "player")


def giver_fault(order: Any, actor: str) -> str:  # noqa: ANN401 - any order to a promotion
    """Why this actor may not give the order, if so.

    >>> giver_fault(o.Enter("ann"), "ann"), giver_fault(o.CountEntries((), 1), "house")
    ('', '')
    >>> giver_fault(o.Enter("ann"), "bob"), giver_fault(o.CountEntries((), 1), "ann")
    ('Enter is for its player', 'CountEntries is for the house')
    """
    return fault_of_giver(order, actor, OWN)


def require_giver(order: Any, actor: str) -> None:  # noqa: ANN401 - any order to a promotion
    """Refuse an order of staff that no officer gives, of the house by anyone else, and a player's by another."""
    if fault := giver_fault(order, actor):
        raise RuleViolation("not-your-office", OUR_OWN, fault)
