"""The odds of nsw-poker: which games can be counted, on which decks, by which clauses."""

from __future__ import annotations

from openfelt.books.nsw_poker import cite
from openfelt.games.odds import BookOdds, OddsVersion

CHAPTER = BookOdds(
    {
        "texas-holdem": OddsVersion((52, 36, 32), cite("20.7.3")),
        "omaha": OddsVersion((52,), cite("21.7.3", "6.1.1(v)")),
        "two-card-manila": OddsVersion((32, 36), cite("18.6.3", "6.1.2(iv)", "6.1.3(i)")),
        "three-card-manila": OddsVersion((32, 36), cite("19.6.3", "6.1.2(v)", "6.1.3(ii)")),
        "pineapple": OddsVersion((52,), cite("22.7.3")),
        "crazy-pineapple": OddsVersion((52,), cite("23.7.3")),
        "five-card-stud": OddsVersion((52, 32), cite("16.6.3")),
        "seven-card-stud": OddsVersion((52, 32), cite("17.6.3")),
        "draw": OddsVersion((52, 32), cite("14.6", "15.6"), name="Draw Poker", plays=("draw-ante", "draw-blind")),
    }
)
