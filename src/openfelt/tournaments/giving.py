"""Who may give an order to a tournament at all; what office it takes is decided with the order itself.

An officer gives an order of staff in the own name, a player the orders of a player for oneself. What neither gives is
the house's own: its director, and what its bots do.
"""

from __future__ import annotations

from typing import Any, Final

from openfelt.errors import RuleViolation
from openfelt.room.citing import OUR_OWN
from openfelt.room.giving import HOUSE, fault_of_giver
from openfelt.room.offices import Officer
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_orders as p

# Whoever starts the room may have it set an event up (`openfelt tournament clock`): the house gives that order itself.
THE_HOUSE: Final = Officer(HOUSE, "the house", ("casino operator",))
# What a player orders, and the field that says who it is.
OWN: Final[dict[type, str]] = {
    **dict.fromkeys(
        (
            o.Apply, o.AcceptConditions, o.PayFee, o.PayBuyIn, o.Withdraw, p.BuyChips, p.DeclineRebuy, p.ReEnter,
            p.BuyIntoFinal,
            p.ProposeDeal, p.VoteDeal,
        ),
        "player",
    ),
    p.RaiseDispute: "raised_by",
}  # fmt: skip


def giver_fault(order: Any, actor: str) -> str:  # noqa: ANN401 - any order to a tournament
    """Why this actor may not give the order, if so.

    >>> giver_fault(o.PayFee("ann"), "ann"), giver_fault(p.NoteMove("1"), "house")
    ('', '')
    >>> giver_fault(o.PayFee("ann"), "bob"), giver_fault(p.NoteMove("1"), "ann")
    ('PayFee is for its player', 'NoteMove is for the house')
    """
    return fault_of_giver(order, actor, OWN)


def require_giver(order: Any, actor: str) -> None:  # noqa: ANN401 - any order to a tournament
    """Refuse an order of staff that no officer gives, of the house by anyone else, and a player's by another."""
    if fault := giver_fault(order, actor):
        raise RuleViolation("not-your-office", OUR_OWN, fault)
