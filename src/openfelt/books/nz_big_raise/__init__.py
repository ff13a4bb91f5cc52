"""The chapters of nz-big-raise."""

from __future__ import annotations

from typing import Final

from openfelt.rulebooks import Cites, rulebook

KEY: Final = "nz-big-raise"
TITLE: Final = "Big Raise Stud Poker (New Zealand)"
VERSION: Final = 1  # rises when a story of the book decides something else than before
PLACE: Final = 4  # among the books, wherever they are listed
# Chapters for tables of players.
ABSENT: Final = (
    "games",
    "table",
    "sign",
    "checklist",
    "floor",
    "money",
    "odds",
    "tournaments",
    "jackpots",
    "promotions",
)


def cite(*numbers: str) -> Cites:
    """Citations of the book's clauses, each checked to exist."""
    return rulebook(KEY).cite(*numbers)
