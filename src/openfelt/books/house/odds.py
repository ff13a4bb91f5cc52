"""The odds of house: which games can be counted, on which decks, by which clauses."""

from __future__ import annotations

from openfelt.books.house import cite
from openfelt.games.odds import BookOdds, OddsVersion

CHAPTER = BookOdds(
    {
        "texas-holdem": OddsVersion((52, 36), cite("2.1", "2.2"), also=("holdem", "hold'em")),
        "short-deck": OddsVersion((36,), cite("2.2")),
        "omaha": OddsVersion((52,), cite("2.7")),
        "omaha-8": OddsVersion((52,), cite("2.6", "2.7", "6.4"), also=("omaha-hilo",)),
        "five-card-omaha": OddsVersion((52,), cite("13.2")),
        "courchevel": OddsVersion((52,), cite("13.2", "13.3")),
        "greek-holdem": OddsVersion((52,), cite("13.1")),
        "royal-holdem": OddsVersion((20,), cite("13.4")),
        "rhode-island-holdem": OddsVersion((52,), cite("13.6")),
        "leduc-holdem": OddsVersion((6,), cite("13.8")),
        "kuhn-poker": OddsVersion((3,), cite("13.10")),
        "five-card-stud": OddsVersion((52,), cite("2.1")),
        "seven-card-stud": OddsVersion((52,), cite("2.1"), also=("stud",)),
        "seven-card-stud-8": OddsVersion((52,), cite("2.6", "6.4"), also=("stud-8", "stud-hilo")),
        "razz": OddsVersion((52,), cite("2.5")),
        "draw": OddsVersion((52,), cite("2.1")),
        "deuce-to-seven": OddsVersion(
            (52,),
            cite("2.3"),
            name="Deuce-to-Seven",
            plays=("deuce-to-seven-single", "deuce-to-seven-triple"),
        ),
        "badugi": OddsVersion((52,), cite("2.4")),
        "badeucy": OddsVersion((52,), cite("14.1", "14.2")),
        "badacey": OddsVersion((52,), cite("14.1", "14.3")),
    }
)
