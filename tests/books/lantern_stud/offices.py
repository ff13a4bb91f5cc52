"""The offices of lantern-stud: as the house's."""

from __future__ import annotations

from dataclasses import replace

from openfelt.books.house.offices import CHAPTER as HOUSE

from . import KEY

CHAPTER = replace(HOUSE, book=KEY, clauses={})
