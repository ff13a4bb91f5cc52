"""The chapters of act-holdem."""

from __future__ import annotations

from typing import Final

from openfelt.rulebooks import Cites, rulebook

KEY: Final = "act-holdem"
TITLE: Final = "Canberra Casino Hold-em Poker (ACT)"
VERSION: Final = 1  # rises when a story of the book decides something else than before
PLACE: Final = 3  # among the books, wherever they are listed
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
