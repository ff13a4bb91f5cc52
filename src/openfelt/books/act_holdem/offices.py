"""The offices of act-holdem: the casino supervisor supervises the game, the casino operator answers for gaming."""

from __future__ import annotations

from openfelt.room.offices import Named, Office, Offices

OPERATOR = Named(("casino operator",))
SUPERVISOR = Named(("casino supervisor",))

CHAPTER = Offices(
    book="act-holdem",
    ladder=(
        Office("dealer"),
        Office(
            "casino supervisor",
            also=("gaming supervisor", "game supervisor", "Assistant Gaming Manager", "poker shift supervisor"),
        ),
        Office("Gaming Shift Manager", also=("Gaming Manager", "Poker Manager")),
    ),
    apart=(Office("casino operator"), Office("scrutineer"), Office("inspector")),
    roles={
        "dealer": Named(("dealer",), or_above=True),
        "supervisor": SUPERVISOR,
        "manager": Named(("Gaming Shift Manager", "casino operator"), or_above=True),
        "operator": OPERATOR,
    },
    clauses={
        **dict.fromkeys(("2.3", "3.1", "3.2", "10.1", "14.2", "15.1", "15.2", "15.3", "15.4", "15.9"), OPERATOR),
        "2.4": SUPERVISOR,
    },
    duties={"open": ("3.1",)},
)
