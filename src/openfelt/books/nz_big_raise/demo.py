"""The demonstration's table of nz-big-raise."""

from __future__ import annotations

from openfelt.room.demo import DemoTable, DemoTables

CHAPTER = DemoTables(banked=(DemoTable("Auckland", "nz-big-raise"),))
