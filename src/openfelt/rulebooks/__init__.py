"""The rulebooks as data: every clause with its number, kind and our paraphrase. Knows no game.

>>> from openfelt.rulebooks import rulebook
>>> NSW = rulebook("nsw-poker")
>>> NSW["8.8.9"].cite
'nsw-poker 8.8.9'
>>> NSW.cite("12.3", "12.4")
('nsw-poker 12.3', 'nsw-poker 12.4')
"""

from openfelt.rulebooks.catalogue import (
    CASINO_RULEBOOKS,
    HOUSE_RULEBOOK,
    KINDS,
    RULEBOOK_KEYS,
    Cites,
    Clause,
    Rulebook,
    UnknownClause,
    clause,
    joined,
    rulebook,
)
from openfelt.rulebooks.search import search

__all__ = [
    "CASINO_RULEBOOKS",
    "HOUSE_RULEBOOK",
    "KINDS",
    "RULEBOOK_KEYS",
    "Cites",
    "Clause",
    "Rulebook",
    "UnknownClause",
    "clause",
    "joined",
    "rulebook",
    "search",
]
