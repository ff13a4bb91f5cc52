"""The demonstration's table of act-holdem."""

from __future__ import annotations

from openfelt.room.demo import DemoTable, DemoTables

CHAPTER = DemoTables(banked=(DemoTable("Civic", "act-holdem"),))
