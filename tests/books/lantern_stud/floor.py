"""The floor of lantern-stud: one entry of its own, else what the house has."""

from __future__ import annotations

from dataclasses import replace

from openfelt.books.house.floor import CHAPTER as HOUSE
from openfelt.floor import effects as do
from openfelt.floor import incidents as i
from openfelt.floor.entries import Entry, Option

from . import cite

NOT_USED = Option("discarded", "the card is looked at and not used", do.discard_off_table)

CHAPTER = replace(HOUSE, entries={**HOUSE.entries, i.DealtOffTable: (Entry(cite("4"), (NOT_USED,)),)})
