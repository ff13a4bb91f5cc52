"""The fees of nsw-poker beside a percentage: for each hand, for time, for sitting down (3.3), box and checks."""

from __future__ import annotations

from openfelt.books.nsw_poker import cite
from openfelt.cage.fees import FeeRules

CHAPTER = FeeRules(
    hand=cite("3.3.2", "3.3.2.1"),
    time=cite("3.3.3", "3.3.3.2"),
    table_time=cite("3.3.3.1"),
    sitting=cite("3.3.3.6"),
    inactive=cite("3.3.3.5"),
    no_refund=cite("3.3.3.4"),
    moved=cite("3.3.3.3"),
    box=cite("2.5"),
    checks=cite("3.10"),
    float_tray=cite("2.3.3"),
    change=cite("8.4"),
)
