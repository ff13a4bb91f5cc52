"""What a rulebook says of jackpots: which items are asked for, by which clauses each thing is done, which numbers hold.

Where a book leaves a matter open, the house's clauses stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from openfelt.errors import RuleViolation
from openfelt.games.policy import HOUSE
from openfelt.phrases import phrase, quoted
from openfelt.room.offices import OFFICES, Officer
from openfelt.rulebooks import HOUSE_RULEBOOK, Cited, Cites
from openfelt.rulebooks.chapters import Chapter

ANSWERED: Final = HOUSE.cite("23.1")
RUN_BY: Final = HOUSE.cite("23.3")
CLAIMED: Final = HOUSE.cite("23.6")
WON_BEFORE: Final = HOUSE.cite("23.15")
TOGETHER: Final = HOUSE.cite("23.8")
TWO_PEOPLE: Final = HOUSE.cite("23.9")
CHANGED: Final = HOUSE.cite("23.10")
WAITS: Final = HOUSE.cite("23.11")
NOT_TAKEN_BACK: Final = HOUSE.cite("23.12")
LOOKED_AT: Final = HOUSE.cite("23.13")
WINDOWS: Final = HOUSE.cite("23.14")

# What staff does, and the house's clause that says whose it is where the book names no office.
Deed: TypeAlias = Literal["offer", "link", "verify", "pay", "change", "report", "adjust", "confirm", "compare"]
DEEDS: Final[Mapping[Deed, Cites]] = {
    "offer": RUN_BY,
    "link": RUN_BY,
    "verify": TWO_PEOPLE,
    "pay": TWO_PEOPLE,
    "change": CHANGED,
    "report": LOOKED_AT,
    "adjust": WAITS,
    "confirm": WAITS,
    "compare": LOOKED_AT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotRules:
    """One rulebook's answers about jackpots."""

    asks: Mapping[str, Cites]  # by item, the clauses that want it answered
    precedence: Cites  # the rules of the jackpot win over those of the game
    signed: Cites
    variation: Cites
    funded: Cites  # by the operator, an increment each round of play
    most_events: Cited[int]
    console: Cites  # at each linked table
    event: Cites  # what an event is, and where it is displayed
    claim: Cites
    folded: Cites  # settled after the hand, and no folded hand
    exposed: Cites
    all_of_it: Cites  # equal shares
    percentage: Cites  # of the successive totals
    fixed: Cites  # each the whole sum
    terminal: Cites  # its amount counts, not the display's
    awarded: Cites  # or expired, before a change
    sign: Cited[int]  # so many minutes before a change
    malfunction: Cites
    notified: Cited[tuple[str, ...]]  # who is, at once
    adjusted: Cites
    confirmed: Cites
    stands: Cites  # what was completed before
    corrected: Cites
    display: Cites = ()  # what the broadcast amount is


JACKPOTS: Final = Chapter("jackpots", JackpotRules)


def rules_of(book: str) -> JackpotRules:
    """What a book says of jackpots; refused for a book that has none."""
    if not JACKPOTS.is_read(book) and book not in (known := JACKPOTS.books()):
        raise RuleViolation("no-jackpots", ANSWERED, phrase("{book} has no jackpots", book=quoted(book)), legal=known)
    return JACKPOTS.of(book)


def require_office(book: str, by: Officer, deed: Deed, own: Cites = ()) -> Cites:
    """Refuse an officer whom the clause does not name; where the book names nobody, the house does. The clauses."""
    chapter = OFFICES.of(book)
    needed = chapter.for_clauses(own) or OFFICES.of(HOUSE_RULEBOOK).for_clauses(DEEDS[deed])
    assert needed is not None, deed
    chapter.require(by, deed, needed)
    return needed.cites
