"""Promotions: the terms as one typed value, whether they are complete, and a promotion from its draft to its end.

Owns what terms say, who has entries, whose entry is drawn, and what becomes of a prize. Knows no journal, no clock and
no screen: time, money elsewhere and chance come in.
"""

from openfelt.promotions.checking import check
from openfelt.promotions.promotion import Promotion, evolve
from openfelt.promotions.terms import Terms
from openfelt.promotions.writing import UnreadableTerms, digest, read_terms, reference, write_terms

__all__ = [
    "Promotion",
    "Terms",
    "UnreadableTerms",
    "check",
    "digest",
    "evolve",
    "read_terms",
    "reference",
    "write_terms",
]
