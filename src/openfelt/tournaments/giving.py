"""Who may give an order to a tournament at all; what office it takes is decided with the order itself.

An officer gives an order of staff in the own name, a player the orders of a player for oneself. What neither gives is
the house's own: its director, and what its bots do.

>>> TOURNAMENT_GIVERS.fault(o.PayFee("ann"), "ann"), TOURNAMENT_GIVERS.fault(p.NoteMove("1"), "house")
('', '')
>>> TOURNAMENT_GIVERS.fault(o.PayFee("ann"), "bob"), TOURNAMENT_GIVERS.fault(p.NoteMove("1"), "ann")
('PayFee is for its player', 'NoteMove is for the house')
"""

from __future__ import annotations

from typing import Final

from openfelt.room.giving import HOUSE, Givers
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
            p.BuyIntoFinal, p.PaySession,
            p.ProposeDeal, p.VoteDeal,
        ),
        "player",
    ),
    p.RaiseDispute: "raised_by",
}  # fmt: skip
TOURNAMENT_GIVERS: Final = Givers(OWN)
