"""The checklists of us-stud: what staff do and everyone keeps to, by the moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openfelt.books.us_stud import cite
from openfelt.table.checklist import Checklists, Moment, Step, steps

LISTS: Final[Mapping[Moment, tuple[Step, ...]]] = {
    "conduct": steps(
        cite,
        ("conduct(1)", "player", "play to better your own chances only; give nobody information or help"),
        ("irreg(1)", "player", "make sure that a hand is beaten before you discard it"),
        ("irreg(3)", "player", "keep all cards in the dealer's full view"),
    ),
    "opening": steps(
        cite,
        ("title", "supervisor", "the procedures are those for 7 Card Stud"),
        ("decks/s2", "dealer", "the cover card is opaque, of one colour unlike the backs"),
        ("decks/s3, decks/s4", "dealer", "two decks that look different are at the table"),
        ("decks/s5", "dealer", "the idle deck lies in its own place"),
        ("open(1)", "dealer", "sort and inspect both decks"),
        ("open(2)", "dealer", "spread the cards face up by suit and sequence to be looked at"),
        ("open(3)", "dealer", "turn each deck down, wash, stack and shuffle it apart from the other"),
    ),
    "shuffle": steps(
        cite,
        ("shuffle/s1", "dealer", "shuffle the whole deck before play and after every round"),
        ("shuffle/s2", "dealer", "leave the deck in one stack"),
    ),
    "play": steps(
        cite,
        ("overview(4)(i)", "dealer", "keep to one holding hand, the cards level in front of you"),
        ("overview(4)(ii)", "dealer", "announce the action, and tell each player the turn and the options"),
        ("overview(4)(iii)", "dealer", "keep burnt cards apart from discards"),
        ("wagers(8)", "dealer", "see that no player touches the chips in the pot"),
    ),
}

CHAPTER = Checklists(LISTS)
