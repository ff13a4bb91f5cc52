"""The fees of us-stud: the book has none, and a table charges what its sign states."""

from __future__ import annotations

from openfelt.cage.fees import FeeRules

CHAPTER = FeeRules()
