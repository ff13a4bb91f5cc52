"""The offices of the house: who does what no casino's clause gives to an office, and who rules in its own games."""

from __future__ import annotations

from openfelt.room.offices import Named, Office, Offices

SUPERVISES = Named(("gaming supervisor", "casino operator"), or_above=True)
MANAGES = Named(("Gaming Manager", "casino operator"), or_above=True)
CONDUCTS = Named(("Tournament Supervisor", "casino operator"))

CHAPTER = Offices(
    book="house",
    bars_staff="nowhere",
    ladder=(
        Office("dealer"),
        Office("gaming supervisor", also=("casino supervisor",)),
        Office("Assistant Gaming Manager"),
        Office("Gaming Manager", also=("Poker Manager",)),
    ),
    apart=(Office("casino operator"), Office("Tournament Supervisor"), Office("scrutineer"), Office("inspector")),
    roles={
        "dealer": Named(("dealer", "casino operator"), or_above=True),
        "supervisor": SUPERVISES,
        "manager": MANAGES,
        "operator": Named(("casino operator",)),
    },
    clauses={
        "20.26": Named(("casino operator",)),
        **dict.fromkeys(("20.27", "20.31", "20.35", "20.39", "20.40", "20.50", "21.4"), CONDUCTS),
        "20.52": Named(("dealer", "Tournament Supervisor", "casino operator"), or_above=True),
        "20.36": Named(("casino operator",)),
        "24.7": Named(("scrutineer",)),
        "24.15": Named(("casino operator",)),
        **dict.fromkeys(("23.3", "23.10"), Named(("casino operator",))),
        **dict.fromkeys(("23.5", "23.9"), SUPERVISES),
        "23.11": Named(("Assistant Gaming Manager", "casino operator"), or_above=True),
        "23.13": Named(("dealer", "casino operator"), or_above=True),
        **dict.fromkeys(("30.1", "30.2", "30.4", "31.1", "31.7"), SUPERVISES),
        "31.3": Named(("dealer", "casino operator"), or_above=True),
        "31.5": MANAGES,
    },
    custom={
        "open": Named(("casino operator",)),
        "cage": Named(("casino operator",)),
        "deal": Named(("dealer",), or_above=True),
        "notice": SUPERVISES,
        "close": SUPERVISES,
        "freeze": SUPERVISES,
        "answer": SUPERVISES,
        "let-back": SUPERVISES,
        "lift": SUPERVISES,
        "vacate": SUPERVISES,
        "move": SUPERVISES,
        "excuse": SUPERVISES,
        "check-value": SUPERVISES,
        "count-box": SUPERVISES,
        "take-off": MANAGES,
        "inspect": Named(("inspector",)),
        "seat": SUPERVISES,
    },
)
