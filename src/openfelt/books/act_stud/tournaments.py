"""Tournaments by act-stud: rule 20.

Conditions are approved (20.3) and prevail over the preceding paragraphs, rules 1 to 19 and the definitions (20.5); the
rule that they replace is printed beside them. Rule 20 itself stays: one entry (20.6), the whole pool (20.18), placings
(20.19), refunds (20.21). By a reading of 20.5, balancing and breaking (20.7) and colouring up (20.14) are accepted if
the approved document has them; the narrower reading would forbid it, and the page says so.
"""

from __future__ import annotations

from typing import Final

from openfelt.books.act_stud import cite
from openfelt.books.house.tournaments import ASKS, longest
from openfelt.games.policy import HOUSE
from openfelt.rulebooks import Cited, Cites
from openfelt.tournaments.rules import DisqualifiedFor, Statement, TournamentRules

DIRECTOR: Final = "Tournament Director/Assistant"
# The items that 20.4 leaves to conditions, and those of other clauses; an event is not run without any of them, so the
# house asks too. Whatever begins so belongs to the clause, the longest beginning counts.
ITEMS: Final = {
    "sessions[].starts": "20.4(a)",
    "sessions": "20.4(b)",
    "sessions[].schedule": "20.4(g)",
    "sessions[].buy_in_cents": "20.20",
    "repechage": "20.4(b)",
    "sessions[].entry_fee_cents": "20.4(c)",
    "commission": "20.4(c)",
    "sessions[].starting_chips": "20.4(d)",
    "entry.least_players": "20.4(e)",
    "entry.most_players": "20.4(e)",
    "entry.criteria": "20.4(f)",
    "schedules": "20.4(g)",
    "play.limit": "20.4(g)",
    "prizes.bands": "20.4(h)",
    "play.seats": "20.8",
    "play.seats_by": "20.7",
    "play.balancing": "20.7",
    "play.breaking": "20.7",
    "play.final_table_redraw": "20.7",
    "play.clock": "20.16",
    "rebuys": "20.6",
    "add_ons": "20.6",
    "entry.re_entry": "20.6",
    "entry.final_buy_in": "20.6",
    "entry.late_entry": "20.9",
    "entry.alternates": "20.10",
    "entry.substitutes": "20.12",
    "entry.withdrawal": "20.21",
    "chips.colour_up": "20.14",
    "statements.conducted_by": "20.2",
    "statements.prevails": "20.5",
    "prizes.simultaneous": "20.19",
}
OWN: Final = {
    "play.game": "seven-card-stud",
    "play.limit": "structured",
    "play.seats": 8,
    "play.seats_by": "ballot",
    "play.button": "none",
    "play.balancing": "none",
    "play.breaking": "none",
    "play.final_table_redraw": False,
    "prizes.simultaneous": "contribution-then-share",
    "statements.prevails": "conditions",
    "statements.conducted_by": DIRECTOR,
    "entry.withdrawal": "none",
}


def asked_by(item: str) -> Cites:
    """The clauses that an item belongs to, the house's too."""
    own = longest(ITEMS, item)
    return (cite(own) if own else ()) + ASKS[item]


CHAPTER: Final = TournamentRules(
    asks={item: asked_by(item) for item in ASKS} | {"approval": cite("20.3")},
    conducted_by=Cited(DIRECTOR, cite("20.2")),
    present=cite("def/Tournament Director/Assistant"),
    nominated=cite("20.2"),
    statements=(
        Statement("These conditions are approved.", cite("20.3")),
        Statement("Where they and the rules of the game disagree, these conditions prevail.", cite("20.5")),
        Statement("Each player has one entry.", cite("20.6")),
        Statement("All of the prize pool is paid out in prizes.", cite("20.18")),
        Statement(
            "Entry fees and commission are not refunded, unless the casino operator cancels the tournament: "
            "then all are.",
            cite("20.21"),
        ),
    ),
    displayed=cite("20.3"),
    others=cite("20.3"),
    frozen=cite("20.3"),
    prevails="conditions",
    precedence=cite("20.5"),
    firm=frozenset({"20"}),
    reaches={
        "play.balancing": cite("20.5", "20.7"),
        "play.breaking": cite("20.5", "20.7"),
        "chips.colour_up": cite("20.5", "20.14"),
    },
    approval=cite("20.3"),
    applies=cite("20.1"),
    all_to_the_pool=cite("20.18"),
    whole_pool=cite("20.18"),
    has_commission=True,
    commission=cite("20.20"),
    no_buy_in=cite("20.20"),
    one_entry=cite("20.6"),
    no_withdrawal=cite("20.21"),
    chips_stay=cite("20.14"),
    seats_by=Cited("ballot", cite("20.7")),
    no_moves=cite("20.7"),
    on_time=cite("20.9"),
    simultaneous=Cited("contribution-then-share", cite("20.19")),
    deeds={
        "nominate": cite("20.2"),
        "substitute": cite("20.12"),
        "sell": cite("20.10"),
        "start": cite("def/Tournament Director/Assistant"),
        "cancel": cite("20.21"),
        "award": cite("20.17"),
        "pay": cite("20.18"),
        "clock": cite("20.16"),
        "break": cite("20.15"),
        "session": cite("def/Tournament Director/Assistant"),
        "moves": cite("def/Tournament Director/Assistant"),
        "disqualify": cite("19.2"),
        "dispute": cite("19.4"),
        "limit-time": cite("20.16"),
    },
    enters=cite("20.6"),
    entitled=cite("20.4(f)"),
    fee=cite("20.20"),
    withdrawing=cite("20.21"),
    substitute=cite("20.12"),
    substitute_by_office=True,
    forfeits=cite("20.9"),
    resale=cite("20.10"),
    cancels=cite("20.21"),
    awards=cite("20.17"),
    seats_drawn=cite("20.7", "20.8") + HOUSE.cite("20.30"),
    timed=cite("20.16") + HOUSE.cite("20.31"),
    levels=cite("20.4(g)") + HOUSE.cite("20.7"),
    given_break=cite("20.15"),
    eliminated=cite("20.17"),
    late=cite("20.9"),
    alternates=cite("20.10") + HOUSE.cite("20.11"),
    re_entry=cite("20.6"),
    balancing=cite("20.5", "20.7"),
    breaking=cite("20.5", "20.7"),
    session_ends=cite("def/Session", "20.17"),
    advances=cite("20.4(b)"),
    grounds={
        "absence": DisqualifiedFor(cite("20.9")),
        "breach": DisqualifiedFor(cite("19.2")),
        "stake-increased": DisqualifiedFor(cite("20.14", "19.2")),
        "chips-hidden": DisqualifiedFor(cite("20.13", "19.2")),
    },
    colour_up=cite("20.5", "20.14") + HOUSE.cite("20.6"),
    dispute=cite("19.4") + HOUSE.cite("20.35"),
    advice=cite("19.7"),
    limited_time=cite("20.16"),
    counted=cite("20.13") + HOUSE.cite("20.40"),
    templates={
        "freeze-out": OWN,
        "shoot-out": OWN | {"entry.most_players": 64},  # eight tables of eight, one winner each
        "satellite": OWN,
        "multi-session": OWN,
    },
    operator=frozenset({"approval", "entry.criteria", "commission"}),
)
