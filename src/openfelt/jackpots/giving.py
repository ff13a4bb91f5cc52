"""Who may give an order to a jackpot at all; what office it takes is decided with the order itself."""

from __future__ import annotations

from typing import Any

from openfelt.errors import RuleViolation
from openfelt.jackpots import orders as o
from openfelt.room.citing import OUR_OWN
from openfelt.room.giving import HOUSE, officer_of


def giver_fault(order: Any, actor: str) -> str:  # noqa: ANN401 - any order to a jackpot
    """Why this actor may not give the order, if so.

    >>> giver_fault(o.EndWindow("high hand"), "house"), giver_fault(o.EndWindow("high hand"), "ann")
    ('', 'EndWindow is for the house')
    """
    name, officer = type(order).__name__, officer_of(order)
    if officer is not None:
        return "" if officer.account == actor else f"{name} bears the name of {officer.name}, who did not give it"
    if actor == HOUSE:
        return ""
    if isinstance(order, o.Claim):
        return "" if order.player == actor else f"{name} is for its player"
    return f"{name} is for the house"


def require_giver(order: Any, actor: str) -> None:  # noqa: ANN401 - any order to a jackpot
    """Refuse an order of staff that no officer gives, of the house by anyone else, and a player's by another."""
    if fault := giver_fault(order, actor):
        raise RuleViolation("not-your-office", OUR_OWN, fault)
