"""The odds of act-stud: which games can be counted, on which decks, by which clauses."""

from __future__ import annotations

from typing import Final

from openfelt.books.act_stud import cite
from openfelt.games.odds import BookOdds, OddsVersion

ALL_DECKS: Final = (52, 48, 44, 40, 36, 32)

CHAPTER = BookOdds(
    {
        "seven-card-stud": OddsVersion(ALL_DECKS, cite("9.1", "3.5(b)")),
        "seven-card-stud-8": OddsVersion((52, 48, 44, 40), cite("9.1", "3.5(c)", "3.5(d)")),
        "seven-card-stud-split": OddsVersion(ALL_DECKS, cite("9.1", "3.5(c)", "3.6")),
        "seven-card-stud-low": OddsVersion(ALL_DECKS, cite("9.1", "3.5(b)", "3.6")),
    }
)
