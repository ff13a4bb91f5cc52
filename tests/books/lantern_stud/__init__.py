"""The stud room of a casino that is not part of openfelt: a sixth book, for tests."""

from __future__ import annotations

from typing import Final

from openfelt.rulebooks import Cites, rulebook

KEY: Final = "lantern-stud"
TITLE: Final = "Stud at the Lantern"
VERSION: Final = 1
PLACE: Final = 9
ABSENT: Final = ("pit", "tournaments", "jackpots", "promotions")  # none of these are in it


def cite(*numbers: str) -> Cites:
    """Citations of the book's clauses, each checked to exist."""
    return rulebook(KEY).cite(*numbers)
