"""The offices of nz-big-raise: dealer, game supervisor and those above (11.15), and the casino operator."""

from __future__ import annotations

from openfelt.room.offices import Named, Office, Offices

OPERATOR = Named(("casino operator",))
SUPERVISOR = Named(("game supervisor", "casino supervisor"))

CHAPTER = Offices(
    book="nz-big-raise",
    ladder=(
        Office("dealer"),
        Office("game supervisor", also=("gaming supervisor",)),
        Office("casino supervisor", also=("Assistant Gaming Manager", "poker shift supervisor")),
        Office("Gaming Manager", also=("Poker Manager", "Gaming Shift Manager")),
    ),
    apart=(Office("casino operator"), Office("scrutineer"), Office("inspector")),
    roles={
        "dealer": Named(("dealer",), or_above=True),
        "supervisor": SUPERVISOR,
        "manager": Named(("Gaming Manager", "casino operator"), or_above=True),
        "operator": OPERATOR,
    },
    clauses={
        # 5.5.2: or a delegate of the operator; whoever is one is appointed to the office.
        **dict.fromkeys(("5.5", "5.5.2", "5.8", "7.4", "9.3A", "9.7", "11.1"), OPERATOR),
        "6.1": Named(("game supervisor",)),
        **dict.fromkeys(("7.1(d)", "7.1(f)"), SUPERVISOR),
        "11.15": Named(("game supervisor",), or_above=True),
    },
)
