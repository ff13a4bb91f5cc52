"""What lantern-stud settles at a table otherwise than the house."""

from __future__ import annotations

from dataclasses import replace

from openfelt.books.house.table import CHAPTER as HOUSE
from openfelt.games.policy import CapLift, OddChips

from . import KEY, cite

CHAPTER = replace(
    HOUSE,
    rulebook=KEY,
    cap=4,
    cap_lift=CapLift.NEVER,
    cap_cites=cite("2.1"),
    odd_chips=OddChips.FIRST_WINNER,
    split=cite("3.1"),
    rake=cite("3.2"),
)
