"""The offices of us-stud: the poker shift supervisor, whose decision in a dispute is final (irreg(2)).

The book names nobody else but the dealer; what "the poker room" does is done by whom `house` names.
"""

from __future__ import annotations

from openfelt.room.offices import Named, Office, Offices

CHAPTER = Offices(
    book="us-stud",
    ladder=(
        Office("dealer"),
        Office("gaming supervisor", also=("casino supervisor", "game supervisor")),
        Office("poker shift supervisor", also=("Assistant Gaming Manager",)),
        Office("Gaming Manager", also=("Poker Manager", "Gaming Shift Manager")),
    ),
    apart=(
        Office("casino operator"),
        Office("Tournament Supervisor", also=("Tournament Director",)),
        Office("scrutineer"),
        Office("inspector"),
    ),
    roles={
        "dealer": Named(("dealer",), or_above=True),
        "supervisor": Named(("gaming supervisor", "casino operator"), or_above=True),
        "manager": Named(("Gaming Manager", "casino operator"), or_above=True),
    },
    clauses={"irreg(2)": Named(("poker shift supervisor",))},
)
