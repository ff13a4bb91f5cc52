"""One choice of a player as a client is told it. Stands apart from the compiled modules, which keep no field types."""

from __future__ import annotations

import msgspec

from openfelt.rulebooks import Cites


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a player may do, for a button: its amounts and the clauses behind it."""

    action: str
    cites: Cites
    amount: int = 0
    least: int = 0
    most: int = 0
    step: int = 0
    all_in: int = 0
