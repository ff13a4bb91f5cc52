"""By which clauses the room itself acts at a table: shuffles, lets an inspector look, stops it, asks for chips.

A table cites its own rulebook, or `house` where that is silent; never another casino's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, rulebook

HOUSE: Final = rulebook(HOUSE_RULEBOOK)
OUR_OWN: Final = HOUSE.cite("1")  # the rulebook leaves the matter open
ISSUE: Final = HOUSE.cite("11.1")
HOSTED: Final = HOUSE.cite("17.1")
MACHINES: Final = HOUSE.cite("22.13")  # the accounts of kiosks and walls
TAKING_BACK: Final = HOUSE.cite("18.1")  # what was entered last at a table with real cards
OWN_HAND: Final = HOUSE.cite("17.2")


@dataclass(frozen=True, slots=True)
class RoomCites:
    """The clauses of one rulebook for what the room does of itself."""

    shuffle: Cites
    stake: Cites
    disputes: Cites  # who decides them
    inspection: Cites = OUR_OWN
    stop: Cites = OUR_OWN  # no book says how a table is held while the floor looks at something


@dataclass(frozen=True, slots=True)
class BankedCites:
    """The clauses of one rulebook for what the room does at a house-banked table only."""

    void: Cites
    not_offered: Cites
    drop: Cites = ()  # of the drop box, where the book names one
