"""The demonstration's tables of house."""

from __future__ import annotations

from openfelt.room.demo import DemoTable, DemoTables

CHAPTER = DemoTables(
    tables=(
        DemoTable("Workshop", "deuce-to-seven-triple", {"seats": 5}),
        DemoTable("Attic", "badugi", {"seats": 5}),
        DemoTable("Short", "short-deck", {"seats": 6}),
    )
)
