"""The chapters of nsw-poker."""

from __future__ import annotations

from typing import Final

from openfelt.rulebooks import Cites, rulebook

KEY: Final = "nsw-poker"
TITLE: Final = "Poker, The Star, Sydney (New South Wales)"
VERSION: Final = 7  # rises when a story of the book decides something else than before
PLACE: Final = 1  # among the books, wherever they are listed
ABSENT: Final = ("pit",)  # it has no house-banked games
# Definitions that stand outside the dictionary of 1.1: the word each of them is about.
DEFINES: Final = {"7.13": "(reserved)", "8.11": "game", "28.1.1(i)": "session", "28.1.1(ii)": "session"}


def cite(*numbers: str) -> Cites:
    """Citations of the book's clauses, each checked to exist."""
    return rulebook(KEY).cite(*numbers)
