"""Conditions as TOML text that people read and fill in: each item with its clause, each gap as a comment."""

from __future__ import annotations

from typing import Final

from openfelt.documents.writing import write_document
from openfelt.tournaments.checking import rules_of
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.items import ITEMS

LISTS: Final = ("schedules", "sessions")


def write_conditions(conditions: Conditions) -> str:
    """The text that reads back as these conditions; an item without an answer is a line to fill in.

    >>> from openfelt.tournaments.reading import read_conditions
    >>> print(write_conditions(read_conditions('book = "house"')).splitlines()[2])
    # name = ...                               # the name of the event: "a text"  [house 20.2.1]
    """
    return write_document(conditions, rules_of(conditions.book).asks, ITEMS, LISTS)
