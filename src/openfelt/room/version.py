"""Which rules decide: the version of the engine, and that of the rulebook a table plays by.

A number rises whenever something that was decided before would be decided otherwise: the book's, where one book reads
otherwise, else the engine's. Every stored order names both, and a test compares what the stories decide.
"""

from __future__ import annotations

from functools import cache

from openfelt.rulebooks import rulebook
from openfelt.table.events import RULES_VERSION


@cache
def rules_of(book: str) -> str:
    """The rules of today for a table of this rulebook, as an order is stored with them.

    >>> rules_of("nsw-poker").rpartition(" ")[0]
    'engine 1, nsw-poker'
    """
    return f"engine {RULES_VERSION}, {book} {rulebook(book).version}"
