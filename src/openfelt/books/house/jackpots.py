"""The jackpots of the house: the same as a casino's, by the house's own clauses."""

from __future__ import annotations

from openfelt.books.house import cite
from openfelt.jackpots.rules import JackpotRules
from openfelt.rulebooks import Cited

CHAPTER = JackpotRules(
    asks={},
    precedence=cite("23.7"),
    signed=cite("23.2"),
    variation=cite("23.2"),
    funded=cite("23.3"),
    most_events=Cited(4, cite("23.1")),
    console=cite("23.2"),
    event=cite("23.1"),
    claim=cite("23.6"),
    folded=cite("23.6"),
    exposed=cite("23.6"),
    all_of_it=cite("23.8"),
    percentage=cite("23.8"),
    fixed=cite("23.8"),
    terminal=cite("23.13"),
    awarded=cite("23.10"),
    sign=Cited(20, cite("23.10")),
    malfunction=cite("23.11"),
    notified=Cited(("the operator", "Surveillance"), cite("23.11")),
    adjusted=cite("23.11"),
    confirmed=cite("23.11"),
    stands=cite("23.11"),
    corrected=cite("23.12"),
)
