"""The chapters of us-stud."""

from __future__ import annotations

from typing import Final

from openfelt.rulebooks import Cites, rulebook

KEY: Final = "us-stud"
TITLE: Final = "Seven Card Stud (US room)"
VERSION: Final = 5  # rises when a story of the book decides something else than before
PLACE: Final = 5  # among the books, wherever they are listed
ABSENT: Final = ("pit", "tournaments", "jackpots", "promotions")  # none of these are in it


def cite(*numbers: str) -> Cites:
    """Citations of the book's clauses, each checked to exist."""
    return rulebook(KEY).cite(*numbers)
