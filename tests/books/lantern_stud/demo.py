"""The demonstration's table of lantern-stud."""

from __future__ import annotations

from openfelt.room.demo import DemoTable, DemoTables

CHAPTER = DemoTables(tables=(DemoTable("Lantern", "seven-card-stud", {"seats": 5}),))
