"""The chapters of house."""

from __future__ import annotations

from typing import Final

from openfelt.rulebooks import Cites, rulebook

KEY: Final = "house"
TITLE: Final = "openfelt's house rules: what the five leave to custom"
VERSION: Final = 7  # rises when a story of the book decides something else than before
PLACE: Final = 6  # among the books, wherever they are listed
ABSENT: Final = ()  # it has every chapter


def cite(*numbers: str) -> Cites:
    """Citations of the book's clauses, each checked to exist."""
    return rulebook(KEY).cite(*numbers)
