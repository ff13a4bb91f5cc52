"""The room of lantern-stud: as the house's."""

from __future__ import annotations

from dataclasses import replace

from openfelt.books.house.room import CHAPTER as HOUSE
from openfelt.books.house.room import TABLES

from . import cite

CHAPTER = replace(HOUSE, tables=replace(TABLES, seat=cite("1.1")), banked=None)
