"""The odds of us-stud: which games can be counted, on which decks, by which clauses."""

from __future__ import annotations

from openfelt.books.us_stud import cite
from openfelt.games.odds import BookOdds, OddsVersion

CHAPTER = BookOdds(
    {
        "seven-card-stud": OddsVersion((52,), cite("stud(8)(i)")),
        "seven-card-stud-8": OddsVersion((52,), cite("stud(9)", "stud(10)")),
        "razz": OddsVersion((52,), cite("stud(12)")),
    }
)
