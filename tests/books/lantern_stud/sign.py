"""The signs of lantern-stud: the number of raises and the commission are fixed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from openfelt.books.house.sign import CHAPTER as HOUSE
from openfelt.errors import RuleViolation
from openfelt.games.sign import Commission, Sign
from openfelt.games.signrules import CommissionRules, fault

from . import cite

PER_MILLE = 40
MOST = 300
TERMS = Commission("percentage", per_mille=PER_MILLE, most=MOST, no_flop_no_drop=True)


def commission(sign: Sign) -> Iterator[RuleViolation]:
    """Nothing but the percentage of 3.2."""
    if sign.commission != TERMS:
        yield fault("commission", cite("3.2"), "the room takes 4% of the pot, at most $3, from fourth street on")


CHAPTER = replace(
    HOUSE,
    displayed=cite("1.2"),
    deck=cite("1.1"),
    straights=cite("1.3"),
    fixes_cap="always",
    commission=CommissionRules(own=commission, of_each_pot=cite("3.2")),
    usual_commission=TERMS,
)
