"""Who may give an order to a promotion at all; what office it takes is decided with the order itself.

>>> PROMOTION_GIVERS.fault(o.Enter("ann"), "ann"), PROMOTION_GIVERS.fault(o.CountEntries((), 1), "house")
('', '')
>>> PROMOTION_GIVERS.fault(o.Enter("ann"), "bob"), PROMOTION_GIVERS.fault(o.CountEntries((), 1), "ann")
('Enter is for its player', 'CountEntries is for the house')
"""

from __future__ import annotations

from typing import Final

from openfelt.promotions import orders as o
from openfelt.room.giving import Givers

# What a player orders, and the field that says who it is.
OWN: Final[dict[type, str]] = dict.fromkeys((o.Enter, o.ClaimPrize, o.Dispute, o.TakeCash, o.ChoosePayment), "player")
PROMOTION_GIVERS: Final = Givers(OWN)
