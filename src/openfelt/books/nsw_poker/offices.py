"""The offices of nsw-poker (1.1, 28.1.1), their order for "or above", and what each clause names.

A casino supervisor is anyone in a managerial capacity for gaming: a gaming supervisor, an Assistant Gaming Manager, and
those above (1.1). The Poker Manager of 8.7.1 is a Gaming Manager. The casino operator of the clauses and those whom it
names for one event stand outside the order.
"""

from __future__ import annotations

from openfelt.room.offices import Named, Office, Offices

SUPERVISOR = Named(("casino supervisor",), or_above=True)  # by its definition
OPERATOR = Named(("casino operator",))
TOURNAMENT = Named(("Tournament Supervisor",))
ASSISTANT = Named(("Assistant Gaming Manager",))

CHAPTER = Offices(
    book="nsw-poker",
    ladder=(
        Office("dealer"),
        Office("gaming supervisor", also=("casino supervisor", "game supervisor")),
        Office("Assistant Gaming Manager", also=("poker shift supervisor",)),
        Office("Gaming Manager", also=("Poker Manager", "Gaming Shift Manager")),
    ),
    apart=(
        Office("casino operator"),
        Office("Tournament Supervisor", also=("Tournament Director",)),
        Office("scrutineer"),
        Office("inspector"),
    ),
    # 27.15: the decision of the casino operator is final; a review is by a higher office than the first instance.
    roles={
        "dealer": Named(("dealer",), or_above=True),
        "supervisor": SUPERVISOR,
        "manager": Named(("Gaming Manager", "casino operator"), or_above=True),
    },
    clauses={
        **dict.fromkeys(("3.1", "3.2", "3.3"), OPERATOR),
        **dict.fromkeys(("3.3.3.3", "3.4", "3.5", "3.10"), SUPERVISOR),
        "4.2": Named(("dealer", "casino supervisor"), or_above=True),
        "4.4": SUPERVISOR,
        "4.7": Named(("casino supervisor", "inspector"), or_above=True),  # an inspector looks by the Act, we read
        "4.8": Named(("casino supervisor", "inspector"), or_above=True),
        **dict.fromkeys(("8.3", "8.5", "8.10.4"), SUPERVISOR),
        "8.7.1": Named(("Gaming Manager",), or_above=True),
        "8.10": Named(("Gaming Manager",)),
        "25.9": Named(("dealer", "casino supervisor"), or_above=True),
        **dict.fromkeys(("26.11", "26.12", "26.14"), SUPERVISOR),
        **dict.fromkeys(("27.4", "27.5", "27.6", "27.9", "27.12", "27.13"), SUPERVISOR),
        "27.14": Named(("gaming supervisor",)),
        "27.15": OPERATOR,
        **dict.fromkeys(("28.2.1.1", "28.2.2", "28.2.3"), SUPERVISOR),
        **dict.fromkeys(
            ("28.3.1", "28.3.3", "28.3.4", "28.3.5", "28.4.1", "28.5.2", "28.5.5", "28.5.7", "28.5.8"), OPERATOR
        ),
        "28.4.2(k)(ii)": OPERATOR,
        **dict.fromkeys(("28.1.1/Tournament Supervisor", "28.4.2(j)"), TOURNAMENT),
        **dict.fromkeys(("28.4.3", "28.5.1", "28.5.4", "28.5.6", "28.5.9", "28.5.10", "28.5.11"), TOURNAMENT),
        **dict.fromkeys(("28.7.6", "28.7.7", "28.7.8", "28.8.4", "28.9.2", "28.9.3"), TOURNAMENT),
        **dict.fromkeys(("29.1", "29.3", "29.6", "29.8", "29.9", "29.10", "29.11", "29.12"), OPERATOR),
        "29.2": Named(("scrutineer",)),
        "30.7.1": Named(("gaming supervisor",), or_above=True),
        "30.7.2": Named(("gaming supervisor",)),
        **dict.fromkeys(("30.17.2", "30.17.3"), ASSISTANT),
    },
    duties={
        "open": ("3.2",),
        "notice": ("8.3", "3.4"),
        "close": ("27.9",),
        "answer": ("27.14",),
        "lift": ("26.11",),
        "move": ("3.3.3.3", "8.5"),
        "take-off": ("8.7.1",),
        "excuse": ("8.10.4",),
        "check-value": ("3.10",),
        "inspect": ("4.7",),
    },
)
