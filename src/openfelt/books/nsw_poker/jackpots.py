"""The jackpots of nsw-poker (rule 30): the pool, its events, the equipment, claims, changes and malfunctions.

What an event asks beside its hand and its prize is left open by the rule; the house asks for it (house 23.1).
"""

from __future__ import annotations

from openfelt.books.nsw_poker import cite
from openfelt.jackpots.rules import JackpotRules
from openfelt.rulebooks import Cited

EVENT = cite("1.1/jackpot event")

CHAPTER = JackpotRules(
    asks={
        **dict.fromkeys(("title", "game", "deck"), cite("30.3")),
        **dict.fromkeys(("base_cents", "increment_cents", "events"), cite("30.4")),
        "offer_ends": cite("30.16.1"),
        "equipment.console": cite("30.5", "30.5.1"),
        "equipment.controller": cite("30.5", "30.5.2"),
        "equipment.terminal": cite("30.5", "30.5.3"),
        "equipment.display": cite("30.5", "30.5.4"),
        **dict.fromkeys(("shown.lcd", "shown.noticeboard", "shown.table_sign"), EVENT),
        **dict.fromkeys(("events[].kind", "events[].hand", "events[].least", "events[].prize.kind"), EVENT),
        **dict.fromkeys(("events[].prize.per_mille", "events[].prize.cents"), EVENT),
    },
    precedence=cite("30.1"),
    signed=cite("30.2"),
    variation=cite("30.3"),
    funded=cite("30.4"),
    most_events=Cited(4, cite("30.4")),
    console=cite("30.5", "30.5.1"),
    event=EVENT,
    claim=cite("30.8"),
    folded=cite("30.9"),
    exposed=cite("30.10"),
    all_of_it=cite("30.12"),
    percentage=cite("30.13"),
    fixed=cite("30.14"),
    terminal=cite("30.15"),
    awarded=cite("30.16", "30.16.1"),
    sign=Cited(20, cite("30.16", "30.16.2")),
    malfunction=cite("30.17"),
    notified=Cited(("L&G NSW", "Surveillance"), cite("30.17.1")),
    adjusted=cite("30.17.2", "1.1/Assistant Gaming Manager"),
    confirmed=cite("30.17.3"),
    stands=cite("30.17.4"),
    corrected=cite("30.18"),
    display=cite("1.1/broadcast jackpot amount", "1.1/jackpot display"),
)
