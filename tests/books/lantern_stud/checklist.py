"""lantern-stud asks for no lists."""

from __future__ import annotations

from openfelt.table.checklist import Checklists

CHAPTER = Checklists({})
