"""The demonstration's tables of us-stud."""

from __future__ import annotations

from openfelt.room.demo import DemoTable, DemoTables

CHAPTER = DemoTables(
    tables=(
        DemoTable("Reno", "seven-card-stud-8", {"seats": 6}),
        DemoTable("Tonopah", "razz", {"seats": 6}),
    )
)
