"""Conditions from TOML text: typed, or one refusal that names the line, the item and its clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openfelt.documents.reading import Kind, Lines, Unreadable, read_document
from openfelt.games.policy import HOUSE
from openfelt.rulebooks import Cites
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.items import ITEMS
from openfelt.tournaments.rules import TOURNAMENTS

__all__ = ["Lines", "UnreadableConditions", "read_conditions"]


class UnreadableConditions(Unreadable):
    """A text that holds no conditions."""


def _asks(book: object) -> Mapping[str, Cites]:
    return TOURNAMENTS.of(book).asks if isinstance(book, str) and book in TOURNAMENTS.books() else {}


CONDITIONS: Final = Kind(Conditions, "conditions", ITEMS, _asks, HOUSE.cite("20.1"), UnreadableConditions)


def read_conditions(text: str) -> Conditions:
    """The conditions that a text holds; what it does not say is silence.

    >>> read_conditions('book = "house"').name
    UNSET
    """
    return read_document(text, CONDITIONS)
