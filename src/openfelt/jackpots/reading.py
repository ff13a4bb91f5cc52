"""Parameters from TOML text: typed, or one refusal that names the line, the item and its clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openfelt.documents.reading import Kind, Unreadable, read_document
from openfelt.documents.writing import write_document
from openfelt.jackpots.checking import ITEMS
from openfelt.jackpots.parameters import Parameters
from openfelt.jackpots.rules import ANSWERED, JACKPOTS
from openfelt.rulebooks import Cites


class UnreadableParameters(Unreadable):
    """A text that holds no parameters of a jackpot."""


def asks_of(book: object) -> Mapping[str, Cites]:
    """By which clauses a book asks for which item."""
    return JACKPOTS.of(book).asks if isinstance(book, str) and book in JACKPOTS.books() else {}


KIND: Final = Kind(Parameters, "parameters of a jackpot", ITEMS, asks_of, ANSWERED, UnreadableParameters)


def read_parameters(text: str) -> Parameters:
    """The parameters that a text holds; what it does not say is silence.

    >>> read_parameters('book = "nsw-poker"').base_cents
    UNSET
    """
    return read_document(text, KIND)


def write_parameters(parameters: Parameters) -> str:
    """The text that reads back as these parameters; an item without an answer is a line to fill in."""
    return write_document(parameters, asks_of(parameters.book), ITEMS, ("events",))
