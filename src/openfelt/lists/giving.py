"""Who may give an order about lists at all; what office it takes is decided with the order itself.

>>> LIST_GIVERS.fault(o.Join("holdem", "ann"), "ann"), LIST_GIVERS.fault(o.NoteSeats("holdem", ()), "house")
('', '')
>>> LIST_GIVERS.fault(o.Join("holdem", "ann"), "bob"), LIST_GIVERS.fault(o.NoteSeats("holdem", ()), "ann")
('Join is for its player', 'NoteSeats is for the house')
"""

from __future__ import annotations

from typing import Final

from openfelt.lists import orders as o
from openfelt.room.giving import Givers

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
LIST_GIVERS: Final = Givers(OWN)
