"""The offices of act-stud: the casino supervisor supervises the game, the casino operator is responsible for gaming.

Whoever supervises under another book's name is a casino supervisor here. The Gaming Shift Manager names the Tournament
Director or the Director's assistant (20.2).
"""

from __future__ import annotations

from openfelt.room.offices import Named, Office, Offices

OPERATOR = Named(("casino operator",))
SUPERVISOR = Named(("casino supervisor",))
DIRECTOR = Named(("Tournament Director",))

CHAPTER = Offices(
    book="act-stud",
    ladder=(
        Office("dealer"),
        Office(
            "casino supervisor",
            also=("gaming supervisor", "game supervisor", "Assistant Gaming Manager", "poker shift supervisor"),
        ),
        Office("Gaming Shift Manager", also=("Gaming Manager", "Poker Manager")),
    ),
    apart=(
        Office("casino operator"),
        Office("Tournament Director", also=("Tournament Supervisor",)),
        Office("scrutineer"),
        Office("inspector"),
    ),
    roles={
        "dealer": Named(("dealer", "casino operator"), or_above=True),
        "supervisor": Named(("casino supervisor", "casino operator"), or_above=True),
        "manager": Named(("Gaming Shift Manager", "casino operator"), or_above=True),
    },
    clauses={
        **dict.fromkeys(("2.2", "2.3", "2.5", "3.5", "4.1", "4.2", "8.1", "15.1", "15.2", "15.3"), OPERATOR),
        **dict.fromkeys(("2.6", "4.6"), SUPERVISOR),
        **dict.fromkeys(("17.16", "18.2", "19.1", "19.2", "19.3", "19.4", "19.9", "20.18", "20.20", "20.21"), OPERATOR),
        "20.2": Named(("Gaming Shift Manager",)),
        "def/Tournament Director/Assistant": DIRECTOR,
        **dict.fromkeys(("20.6", "20.7", "20.8", "20.10", "20.12", "20.13", "20.15", "20.16", "20.17"), DIRECTOR),
    },
    duties={"open": ("4.1",), "notice": ("4.1", "4.2"), "close": ("18.2",)},
)
