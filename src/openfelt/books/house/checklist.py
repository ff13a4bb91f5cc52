"""The house asks for no lists of its own."""

from __future__ import annotations

from openfelt.table.checklist import Checklists

CHAPTER = Checklists({})
