"""The demonstration's tables of nsw-poker."""

from __future__ import annotations

from openfelt.room.demo import DemoTable, DemoTables

CHAPTER = DemoTables(
    tables=(
        DemoTable("Sydney", "texas-holdem", {"seats": 6}),
        DemoTable("Bondi", "omaha", {"seats": 6}),
        DemoTable("Manly", "crazy-pineapple", {"seats": 6}),
        DemoTable("Coogee", "pineapple", {"seats": 5, "straddle": True}),
        DemoTable("Manila", "two-card-manila", {"seats": 6, "deck": 32}),
        DemoTable("Luzon", "three-card-manila", {"seats": 5, "deck": 36}),
        DemoTable("Glebe", "draw-ante", {"seats": 5}),
        DemoTable("Newtown", "draw-blind", {"seats": 5}),
        DemoTable("Redfern", "five-card-stud", {"seats": 5}),
        DemoTable("Pyrmont", "seven-card-stud", {"seats": 6}),
    )
)
