"""The rulebooks as data: every clause with its number, kind and our paraphrase. Knows no game.

>>> from openfelt.rulebooks import rulebook
>>> NSW = rulebook("nsw-poker")
>>> NSW["8.8.9"].cite
'nsw-poker 8.8.9'
>>> NSW.cite("12.3", "12.4")
('nsw-poker 12.3', 'nsw-poker 12.4')
"""

from typing import TYPE_CHECKING

from openfelt.rulebooks.catalogue import (
    KINDS,
    Cites,
    Clause,
    Rulebook,
    UnknownClause,
    clause,
    joined,
    rulebook,
)
from openfelt.rulebooks.cited import Cited
from openfelt.rulebooks.search import search
from openfelt.rulebooks.shelf import HOUSE_RULEBOOK, casino_rulebooks, rulebook_keys, usual_rulebook

if TYPE_CHECKING:
    CASINO_RULEBOOKS: tuple[str, ...]
    RULEBOOK_KEYS: tuple[str, ...]
else:

    def __getattr__(name: str) -> tuple[str, ...]:
        """The keys of the books, which are found when they are first asked for."""
        if name == "CASINO_RULEBOOKS":
            return casino_rulebooks()
        if name == "RULEBOOK_KEYS":
            return rulebook_keys()
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "CASINO_RULEBOOKS",
    "HOUSE_RULEBOOK",
    "KINDS",
    "RULEBOOK_KEYS",
    "Cited",
    "Cites",
    "Clause",
    "Rulebook",
    "UnknownClause",
    "clause",
    "joined",
    "rulebook",
    "search",
    "usual_rulebook",
]
