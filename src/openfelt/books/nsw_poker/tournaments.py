"""Tournaments by nsw-poker: rule 28.

28.2.1 drops 3, 6, 8.3, 8.7 and what an older numbering calls 8.8 and 8.9.1 to 8.9.4: read as 8.8.1, 8.8.3, 8.8.4 and
all of 8.9. The minimum raise, the pot limit and the number of raises (8.8.6 to 8.8.9) stay. Where conditions and rules
disagree the rules prevail (28.4.2(n)).
"""

from __future__ import annotations

from typing import Final

from openfelt.books.house.tournaments import ASKS, SUPERVISOR, longest
from openfelt.books.nsw_poker import cite
from openfelt.games.policy import HOUSE
from openfelt.rulebooks import Cited, Cites
from openfelt.tournaments.rules import DisqualifiedFor, Statement, TournamentRules

# The items of 28.4.2 and of 28.8; whatever begins so is asked for by these clauses, the longest beginning counts.
ITEMS: Final[dict[str, tuple[str, ...]]] = {
    "sessions[].entry_fee_cents": ("28.4.2(a)",),
    "sessions[].buy_in_cents": ("28.4.2(b)",),
    "sessions[].starting_chips": ("28.4.2(c)",),
    "rebuys": ("28.4.2(d)",),
    "add_ons": ("28.4.2(d)",),
    "schedules": ("28.4.2(e)",),
    "sessions[].schedule": ("28.4.2(e)", "28.7.11"),
    "play.inserted_levels": ("28.4.2(e)", "28.7.11"),
    "sessions": ("28.4.2(f)",),
    "sessions[].advance": ("28.4.2(f)", "28.8.1"),
    "sessions[].advance.method": ("28.4.2(f)", "28.8.2"),
    "sessions[].play_off": ("28.4.2(f)", "28.1.1/play-off"),
    "repechage": ("28.4.2(f)",),
    "heads_up": ("28.4.2(f)", "28.6.1"),
    "prizes.simultaneous": ("28.4.2(f)", "28.8.3"),
    "play.": ("28.4.2(g)",),
    "play.limit": ("28.4.2(e)",),
    "play.button": ("28.4.2(h)", "28.2.3"),
    "play.clock": ("28.4.2(g)", "28.7.8"),
    "play.bonus_rounds": ("28.4.2(g)", "28.5.7"),
    "play.elimination_rounds": ("28.4.2(g)", "28.5.8"),
    "chips.colour_up": ("28.4.2(g)",),
    "play.seats": ("28.4.2(h)",),
    "play.areas": ("28.4.2(h)",),
    "play.order_of_wagering": ("28.4.2(h)",),
    "entry.re_entry": ("28.4.2(i)",),
    "entry.final_buy_in": ("28.4.2(i)",),
    "entry.transfer": ("28.4.2(j)",),
    "entry.substitutes": ("28.4.2(j)",),
    "entry.only_entitled": ("28.4.2(k)(i)",),
    "entry.refusal": ("28.4.2(k)(ii)",),
    "entry.criteria": ("28.4.2(k)(iii)",),
    "entry.": ("28.4.2(l)",),
    "entry.acceptance": ("28.4.3",),
    "prizes.": ("28.4.2(m)",),
    "prizes.guarantee": ("28.4.2(m)", "28.3.4"),
    "prizes.added": ("28.4.2(m)", "28.3.3"),
    "statements.": ("28.4.2(n)",),
}
# What the book does not ask for, and what it leaves to conditions and only the house describes.
HOUSE_ALONE: Final = ("name", "play.game", "chips.unit", "chips.set", "sessions[].name", "sessions[].starts")
HOUSE_TOO: Final = (
    "play.time_bank", "play.hand_for_hand", "play.penalties", "chips.colour_up", "entry.late_entry",
    "entry.alternates", "prizes.bounty", "prizes.satellite", "prizes.deals",
)  # fmt: skip


def asked_by(item: str) -> Cites:
    """The clauses that want an item answered: of the book, of the house, or of both."""
    found = cite(*(longest(ITEMS, item) or ())) if item not in HOUSE_ALONE else ()
    return found + ASKS[item] if not found or item.startswith(HOUSE_TOO) else found


CHAPTER: Final = TournamentRules(
    asks={item: asked_by(item) for item in ASKS},
    conducted_by=Cited(SUPERVISOR, cite("28.1.1/Tournament Supervisor", "28.4.2(n)")),
    present=cite("28.1.1/Tournament Supervisor"),
    statements=(
        Statement("Entry is open only to those who may enter the casino and gamble.", cite("28.4.2(k)(i)")),
        Statement(
            "The Tournament Supervisor conducts the tournament by these conditions and the rules of the game; "
            "where they disagree, the rules prevail.",
            cite("28.4.2(n)"),
        ),
        Statement("The casino operator may cancel the tournament and then refunds fees and buy-ins.", cite("28.3.5")),
        Statement("In a dispute the decision of the Tournament Supervisor is final.", cite("28.9.2")),
    ),
    displayed=cite("28.4.1"),
    others=cite("28.4.2(g)"),
    acceptance=cite("28.4.3"),
    frozen=cite("28.7.11", "28.8.1", "28.8.2"),
    precedence=cite("28.4.2(n)"),
    applies=cite("28.2.1"),
    dropped=("3", "6", "8.3", "8.7", "8.8.1", "8.8.3", "8.8.4", "8.9"),
    kept=("8.8.6", "8.8.7", "8.8.8", "8.8.9"),
    antes=cite("28.2.1.1", "28.2.2"),
    drops_seat_numbers=True,
    all_to_the_pool=cite("28.3.2"),
    whole_pool=cite("28.3.2"),
    commission=cite("28.2.1", "28.3.1"),
    below_bank=cite("28.1.1/re-buy"),
    add_on_once=cite("28.1.1/add on"),
    equal_chips=cite("28.7.2"),
    published_levels=cite("28.7.11"),
    no_straddle=cite("1.1/straddle"),
    no_sold_time=cite("7.12.3", "28.1.1/tournament chips"),  # the charge is whole dollars; these chips have no value
    time_uses=Cited(2, cite("7.12.4")),
    form=cite("28.1.1/tournament"),
    counts_tables=cite("28.4.2(f)"),
    in_person=cite("28.4.2(j)"),
    simultaneous=Cited("stake-then-draw", cite("28.8.3")),
    divided=cite("28.5.3", "28.6.2", "28.6.3", "Diagram E"),
    backs=cite("28.6.3"),
    heads_up_matches=Cited(3, cite("28.6.1")),
    play_off=cite("28.1.1/play-off", "28.1.1/tie"),
    deeds={
        "publish": cite("28.4.1"),
        "open": cite("28.4.1"),
        "refuse": cite("28.4.2(k)(ii)"),
        "transfer": cite("28.5.5"),
        "substitute": cite("28.4.2(j)"),
        "add": cite("28.3.3"),
        "start": cite("28.1.1/Tournament Supervisor"),
        "cancel": cite("28.3.5"),
        "award": cite("28.8.4"),
        "clock": cite("28.1.1/Tournament Supervisor"),
        "break": cite("28.1.1/Tournament Supervisor"),
        "session": cite("28.5.9", "28.1.1/Tournament Supervisor"),
        "moves": cite("28.5.6"),
        "disqualify": cite("28.5.11", "28.7.7"),
        "penalise": cite("27.13"),
        "dispute": cite("28.9.2"),
        "bonus": cite("28.5.7"),
        "elimination": cite("28.5.8"),
        "move-start": cite("28.5.4"),
        "limit-time": cite("28.7.8"),
        "count": cite("28.9.3"),
    },
    enters=cite("28.1.1/tournament"),
    entitled=cite("28.4.2(k)(i)"),
    refusal=cite("28.4.2(k)(ii)"),
    fee=cite("28.3.1", "28.1.1/Entry Fee"),
    unpaid=cite("28.7.3"),
    withdrawing=cite("28.4.2(l)", "28.3.2"),
    transfer=cite("28.5.5", "28.4.2(j)"),
    substitute=cite("28.4.2(j)", "28.5.5"),
    absent=cite("28.5.10"),
    added=cite("28.3.3"),
    guarantee=cite("28.3.4"),
    cancels=cite("28.3.5"),
    awards=cite("28.8.4"),
    outside_revenue=cite("28.9.7"),
    seats_drawn=cite("28.5.1", "28.5.6", "28.7.2") + HOUSE.cite("20.30"),
    timed=cite("28.4.2(e)", "28.7.11") + HOUSE.cite("20.31"),
    levels=cite("28.7.11"),
    inserted=cite("28.4.2(g)") + HOUSE.cite("20.7.1"),
    eliminated=cite("28.7.10", "28.8.4"),
    balancing=cite("28.1.1/balancing", "28.5.6", "28.7.6"),
    breaking=cite("28.1.1/breaking", "28.5.6", "28.7.6"),
    hand_for_hand=cite("28.4.2(g)") + HOUSE.cite("20.13"),
    session_ends=cite("28.1.1/session", "28.1.1(ii)", "28.8.4"),
    ends_early=cite("28.5.9"),
    advances=cite("28.1.1(i)", "28.8.1", "28.8.2"),
    chips_back=cite("28.9.5"),
    matches=cite("28.6.1", "28.1.1/Match", "28.1.1/Heads Up"),
    late=cite("28.4.2(l)", "28.7.3") + HOUSE.cite("20.10"),
    alternates=cite("28.4.2(l)") + HOUSE.cite("20.11"),
    re_entry=cite("28.4.2(i)") + HOUSE.cite("20.12"),
    final_buy_in=cite("28.4.2(i)") + HOUSE.cite("20.12.1"),
    rebuy=cite("28.1.1/re-buy", "28.4.2(d)"),
    add_on=cite("28.1.1/add on", "28.4.2(d)"),
    grounds={
        "absence": DisqualifiedFor(cite("28.5.10.3"), fee_may_go_back=True),
        "breach": DisqualifiedFor(cite("28.5.11", "28.9.4")),
        "advice": DisqualifiedFor(cite("28.9.1", "28.5.11")),
        "no-post": DisqualifiedFor(cite("28.7.4"), must=True),
        "stake-increased": DisqualifiedFor(cite("28.7.5"), must=True),
        "chips-hidden": DisqualifiedFor(cite("28.7.7"), must=True),
    },
    colour_up=cite("28.4.2(g)") + HOUSE.cite("20.6"),
    dispute=cite("28.9.2"),
    advice=cite("27.1", "28.9.1"),
    penalty=cite("27.13", "28.5.10.1") + HOUSE.cite("20.18"),
    bonus=cite("28.1.1/bonus round", "28.5.7"),
    elimination=cite("28.1.1/elimination round", "28.5.8"),
    moved_start=cite("28.5.4"),
    limited_time=cite("28.7.8"),
    counted=cite("28.9.3"),
    chips_returned=cite("28.9.6"),
    templates={
        name: {"prizes.simultaneous": "stake-then-draw"}
        for name in ("freeze-out", "re-buy", "heads-up", "shoot-out", "satellite", "multi-session", "turbo", "mixed")
    },
    operator=frozenset({"entry.refusal", "entry.criteria", "entry.form", "entry.withdrawal", "prizes.payment"}),
)
