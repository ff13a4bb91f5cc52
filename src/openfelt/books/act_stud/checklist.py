"""The checklists of act-stud: what staff do and everyone keeps to, by the moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openfelt.books.act_stud import cite
from openfelt.table.checklist import Checklists, Moment, Step, steps

LISTS: Final[Mapping[Moment, tuple[Step, ...]]] = {
    "conduct": steps(
        cite,
        ("16.1", "player", "play in your own interest only and help no other player"),
        ("16.3", "player", "speak English at the table"),
        ("16.4, 17.15", "player", "keep your cards secret, on the table and in sight of everyone"),
        ("16.7", "player", "look at no discards and at no undealt cards"),
        ("16.8, 16.8(a)", "player", "do not swap cards"),
        ("16.8, 16.8(b)", "player", "pass on nothing about a hand, and have nobody else do so"),
        ("19.5, 19.5(a)", "dealer", "give no advice on play beyond what the rules require"),
        ("19.5, 19.5(b)", "dealer", "give and allow no advantage"),
        ("19.5, 19.5(c)", "dealer", "see that the approved procedures are followed"),
        ("19.7", "player", "neither advise another player nor influence a decision"),
        ("19.8", "player", "make no side bets"),
    ),
    "opening": steps(
        cite,
        (
            "instrument/approval, instrument/schedule",
            "supervisor",
            "the rules are those approved on 7 February 2005",
        ),
        ("instrument/revocation", "supervisor", "no game is run by the withdrawn tournament rules of 2001"),
        ("index", "supervisor", "the copy of the rules has its dictionary and rules 1 to 20"),
        ("1.1", "supervisor", "the table is of an approved kind"),
        ("18.1", "supervisor", "the hour is within the gaming hours"),
        ("2.4", "dealer", "check the cards one by one, before gaming begins and when it ends"),
        ("2.5", "supervisor", "after a round of play cards may be replaced; check each new one with the dealer"),
    ),
    "shuffle": steps(
        cite,
        ("7.1", "dealer", "shuffle for every round of play"),
        ("7.2", "dealer", "cut once, more than one card from each end, and load the shoe"),
        ("7.3", "dealer", "deal from the shoe only"),
    ),
    "play": steps(
        cite,
        ("16.5", "dealer", "what one active player is told of a folded hand is told to the whole table"),
        ("16.6", "dealer", "and so is what a player is told of another's hand"),
    ),
}

CHAPTER = Checklists(LISTS)
