"""What staff do at a table of nz-big-raise, and what everyone is bound to, list by list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openfelt.pit.checklist import Moment, Step, steps
from openfelt.rulebooks import rulebook

NZ = rulebook("nz-big-raise")

CHECKLISTS: Final[Mapping[Moment, tuple[Step, ...]]] = {
    "terms": steps(
        NZ,
        ("1.1", "operator", "words of the Gambling Act 2003 keep their meaning"),
        ("1.2", "operator", "the terms of rule 1.2 hold unless the context shows otherwise"),
        ("2.0", "operator", "Division 1 governs with these rules"),
    ),
    "conduct": steps(
        NZ,
        ("4.5", "player", "declaring the best Poker Value is the player's own affair; here the cards speak"),
        ("9.5", "player", "keep the cards on or over the table"),
        ("9.6", "player", "do not exchange cards or information about a hand"),
    ),
    "opening": steps(
        NZ,
        ("3.4", "supervisor", "see that the equipment is there"),
        ("3.4(a)", "supervisor", "one deck for a shoe, two for a shuffler"),
        ("3.4(b)", "supervisor", "one cutting card"),
        ("3.4(c)", "supervisor", "a shoe for all cards, or a shuffler for two decks"),
        ("3.4(d)", "supervisor", "a discard rack for one deck"),
        ("6.1", "dealer and supervisor", "sort and inspect the cards, each on their own"),
        ("6.2", "dealer", "spread the cards face up in order for the first players to see"),
        ("6.3", "dealer", "turn them down, chemmy or riffle shuffle"),
        ("6.4, 6.4(a)", "dealer", "for a shuffler: chemmy, stack and riffle each deck on its own"),
        ("6.4, 6.4(b)", "dealer", "for a shuffler: load each deck and have it shuffled separately"),
        ("6.4, 6.4(c)", "dealer", "for a shuffler: use the cutting card as approved"),
    ),
    "shuffle": steps(
        NZ,
        ("7.1, 7.1(a)", "dealer", "shuffle just before play starts"),
        ("7.1, 7.1(b)", "dealer", "shuffle at the end of every round"),
        ("7.1, 7.1(c)", "dealer", "shuffle when play resumes after the table stood empty"),
        ("7.1, 7.1(e)", "dealer", "shuffle if a card was exposed before it went into the shoe"),
        ("7.2", "employee", "cut once, onto the cutting card, into the shoe; players never cut"),
    ),
    "betting": steps(
        NZ,
        ("5.3", "dealer", "chips in their area, smaller denominations on top"),
        ("8.1, 8.1(a)", "dealer", 'call "no more bets"'),
    ),
    "dealing": steps(NZ, ("8.1(b), 8.2", "dealer", "deal clockwise from the left, face down")),
    "rack": steps(
        NZ,
        ("9.2(b)", "dealer", "spread a folder's cards face down and count them"),
        ("10.6(c)", "dealer", "collect and count the cards of every hand"),
        ("7.3", "dealer", "verify the deck whenever wanted"),
    ),
    "closing": steps(NZ, ("7.4", "operator", "replaced cards are checked, shuffled and cut before use")),
}
