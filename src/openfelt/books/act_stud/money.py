"""The fees of act-stud beside a percentage: time is charged by the hour from each player's arrival (15.3)."""

from __future__ import annotations

from openfelt.books.act_stud import cite
from openfelt.cage.fees import FeeRules

CHAPTER = FeeRules(
    hand=cite("15.1"),
    time=cite("15.3"),
    table_time=cite("15.3"),
    sitting=cite("15.1"),
    no_refund=cite("15.3"),
    moved=cite("15.3"),
    own_hours=True,
)
