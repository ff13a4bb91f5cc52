"""Who may give an order to a jackpot at all; what office it takes is decided with the order itself."""

from __future__ import annotations

from typing import Final

from openfelt.jackpots import orders as o
from openfelt.room.giving import Givers

# What a player orders, and the field that says who it is.
OWN: Final[dict[type, str]] = {o.Claim: "player"}
JACKPOT_GIVERS: Final = Givers(OWN)
