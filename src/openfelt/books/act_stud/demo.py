"""The demonstration's tables of act-stud."""

from __future__ import annotations

from openfelt.room.demo import DemoTable, DemoTables

CHAPTER = DemoTables(
    tables=(
        DemoTable("Canberra", "seven-card-stud", {"seats": 5, "deck": 40, "joker": True}),
        DemoTable("Capital", "seven-card-stud-split", {"seats": 5}),
    )
)
