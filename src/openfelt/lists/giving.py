"""Who may give an order about lists at all; what office it takes is decided with the order itself."""

from __future__ import annotations

from typing import Any, Final

from openfelt.errors import RuleViolation
from openfelt.lists import orders as o
from openfelt.room.citing import OUR_OWN
from openfelt.room.giving import HOUSE, officer_of

# What somebody orders for oneself, and the field that says who that is.
OWN: Final[dict[type, str]] = {
    **dict.fromkeys(
        (
            o.Join, o.Leave, o.TakeOffer, o.PassOffer, o.AskSeat, o.AskTable, o.WithdrawRequest, o.SitFreely,
            o.ChangeFreely,
        ),
        "player",
    ),
    o.AddAtKiosk: "kiosk",
}  # fmt: skip


def giver_fault(order: Any, actor: str) -> str:  # noqa: ANN401 - any order about lists
    """Why this actor may not give the order, if so.

    >>> giver_fault(o.Join("holdem", "ann"), "ann"), giver_fault(o.NoteSeats("holdem", ()), "house")
    ('', '')
    >>> giver_fault(o.Join("holdem", "ann"), "bob"), giver_fault(o.NoteSeats("holdem", ()), "ann")
    ('Join is for its player', 'NoteSeats is for the house')
    """
    name, officer = type(order).__name__, officer_of(order)
    if officer is not None:
        return "" if officer.account == actor else f"{name} bears the name of {officer.name}, who did not give it"
    if actor == HOUSE:
        return ""
    own = OWN.get(type(order))
    if own is None:
        return f"{name} is for {'an officer' if 'by' in order.__struct_fields__ else 'the house'}"
    return "" if getattr(order, own) == actor else f"{name} is for its {own}"


def require_giver(order: Any, actor: str) -> None:  # noqa: ANN401 - any order about lists
    """Refuse an order of staff that no officer gives, of the house by anyone else, and a player's by another."""
    if fault := giver_fault(order, actor):
        raise RuleViolation("not-your-office", OUR_OWN, fault)
