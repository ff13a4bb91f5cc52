"""What a rulebook says of tournaments: which items its conditions answer, what they may not say, and which text wins.

`checking` has one way for all books and reads these values. A prohibition is the clauses that make it: no clauses, no
prohibition. Where a book leaves a matter open, the house's clauses stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from openfelt.games.policy import HOUSE
from openfelt.rulebooks import Cited, Cites
from openfelt.rulebooks.chapters import Chapter
from openfelt.tournaments.vocabulary import Ground

PUBLISHED: Final = HOUSE.cite("20.1")
VERSIONS: Final = HOUSE.cite("20.3")
WHO_WINS: Final = HOUSE.cite("20.2.9")
POOL: Final = HOUSE.cite("20.4")
EQUAL_CHIPS: Final = HOUSE.cite("20.5")
LEVELS: Final = HOUSE.cite("20.7")
PUT_IN: Final = HOUSE.cite("20.7.1")
FINAL_BUY_IN: Final = HOUSE.cite("20.12.1")
NO_STRADDLE: Final = HOUSE.cite("20.9")
TIME: Final = HOUSE.cite("20.8")
STRUCTURE: Final = HOUSE.cite("20.2.5")
TOGETHER: Final = Cited("stake-then-share", HOUSE.cite("20.19"))
ENTERING: Final = HOUSE.cite("20.23")
WITHDRAWING: Final = HOUSE.cite("20.24")
CANCELLING: Final = HOUSE.cite("20.25")
RUN_BY: Final = HOUSE.cite("20.26")
CONDUCTED_BY: Final = HOUSE.cite("20.27")
OUTSIDE_REVENUE: Final = HOUSE.cite("20.28")
GUARANTEED: Final = HOUSE.cite("20.29")
SEATED: Final = HOUSE.cite("20.30")
TIMED: Final = HOUSE.cite("20.31")
PLACED: Final = HOUSE.cite("20.32")
ENDED: Final = HOUSE.cite("20.34")
DISPUTED: Final = HOUSE.cite("20.35")
ANNOUNCED: Final = HOUSE.cite("20.36")
TOGETHER_DEALT: Final = HOUSE.cite("20.13")
MOVED: Final = HOUSE.cite("20.14")
PENALTY: Final = HOUSE.cite("20.18")
COLOUR_UP: Final = HOUSE.cite("20.6")
DEALS: Final = HOUSE.cite("20.17")
MORE_CHIPS: Final = HOUSE.cite("20.2.3")
LATE: Final = HOUSE.cite("20.10")
MATCHES: Final = HOUSE.cite("20.20")
ALTERNATES: Final = HOUSE.cite("20.11")
RE_ENTRY: Final = HOUSE.cite("20.12")
NOTED: Final = HOUSE.cite("21.4")
AT_THE_DESK: Final = HOUSE.cite("20.39")
DUTY: Final = HOUSE.cite("20.50")
TOLD_BEFORE: Final = HOUSE.cite("20.53")
SEALED: Final = HOUSE.cite("20.52")
COUNTED: Final = HOUSE.cite("20.40")

# What staff does in an event before and after play, and the house's clause that says whose it is.
Deed: TypeAlias = Literal[
    "publish", "open", "refuse", "transfer", "substitute", "sell", "add", "start", "cancel", "award", "pay",
    "clock", "break", "session", "moves", "disqualify", "penalise", "dispute", "bonus", "elimination", "note",
    "move-start", "limit-time", "count", "return", "nominate", "absence", "backs", "seal",
]  # fmt: skip
DEEDS: Final[Mapping[Deed, Cites]] = {
    "publish": RUN_BY,
    "open": RUN_BY,
    "refuse": RUN_BY,
    "transfer": RUN_BY,
    "substitute": CONDUCTED_BY,
    "sell": CONDUCTED_BY,
    "add": RUN_BY,
    "start": CONDUCTED_BY,
    "cancel": RUN_BY,
    "award": CONDUCTED_BY,
    "pay": RUN_BY,
    "clock": TIMED,
    "break": TIMED,
    "session": CONDUCTED_BY,
    "moves": CONDUCTED_BY,
    "disqualify": DISPUTED,
    "penalise": DISPUTED,
    "dispute": DISPUTED,
    "bonus": ANNOUNCED,
    "elimination": ANNOUNCED,
    "note": NOTED,
    "move-start": AT_THE_DESK,
    "limit-time": AT_THE_DESK,
    "count": COUNTED,
    "return": COUNTED,
    "nominate": RUN_BY,
    "absence": DUTY,
    "backs": CONDUCTED_BY,
    "seal": SEALED,
}


@dataclass(frozen=True, slots=True)
class DisqualifiedFor:
    """A ground to disqualify: its clauses, whether there is a choice, and whether the fee may go back."""

    cites: Cites
    must: bool = False
    fee_may_go_back: bool = False


GROUNDS: Final[Mapping[Ground, DisqualifiedFor]] = {
    "absence": DisqualifiedFor(DISPUTED),
    "breach": DisqualifiedFor(DISPUTED),
}


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that the printed conditions always have."""

    text: str
    cites: Cites


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRules:
    """One rulebook's answers about tournaments."""

    asks: Mapping[str, Cites]  # by item, the clauses that want it answered
    conducted_by: Cited[str]  # the office that runs an event
    present: Cites = ()  # somebody of that office is there as long as an event runs
    nominated: Cites = ()  # and is nominated for it
    statements: tuple[Statement, ...] = ()
    displayed: Cites = PUBLISHED
    others: Cites = PUBLISHED  # conditions that no item asks for
    acceptance: Cites = VERSIONS
    frozen: Cites = VERSIONS
    # which text wins
    prevails: Literal["rules", "conditions"] = "rules"
    precedence: Cites = WHO_WINS
    firm: frozenset[str] = frozenset()  # sections that approved conditions do not replace
    reaches: Mapping[str, Cites] = field(default_factory=dict)  # items that replace a clause of those by a reading
    approval: Cites = ()  # an authority approves the conditions
    # which ordinary rules there are
    applies: Cites = PUBLISHED
    dropped: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()  # named by the list of the dropped, and read as staying
    antes: Cites = ()  # any game may have an ante, beside blinds or instead of them
    drops_seat_numbers: bool = False
    # money
    all_to_the_pool: Cites = POOL
    whole_pool: Cites = POOL
    has_commission: bool = False
    commission: Cites = POOL
    no_buy_in: Cites = ()  # the entry fee is all there is
    one_entry: Cites = ()  # nothing is ever bought again
    below_bank: Cites = ()  # a re-buy needs a stack below the starting bank
    add_on_once: Cites = ()
    no_withdrawal: Cites = ()
    form: Cites = ()  # nobody enters without a form
    # chips and levels
    equal_chips: Cites = EQUAL_CHIPS
    chips_stay: Cites = ()  # nothing is added to stacks or taken from them
    published_levels: Cites = LEVELS
    # play
    no_straddle: Cites = NO_STRADDLE
    no_sold_time: Cites = TIME
    time_uses: Cited[int] | None = None  # of free time, in a betting round
    seats_by: Cited[str] | None = None
    no_moves: Cites = ()
    on_time: Cites = ()  # seats are taken before the start
    in_person: Cites = ()
    simultaneous: Cited[str] = TOGETHER
    heads_up_matches: Cited[int] | None = None
    divided: Cites = ()  # a table for matches of two is split by a divider
    backs: Cites = ()  # cards on its two sides have backs of different colours
    counts_tables: Cites = ()  # the number of tables is said
    play_off: Cites = STRUCTURE
    # entries and money before the first card, and the prizes
    deeds: Mapping[Deed, Cites] = field(default_factory=dict)  # clauses that name an office for what staff does
    enters: Cites = ENTERING  # by a form and the fee, once
    entitled: Cites = ENTERING
    refusal: Cites = RUN_BY  # of an application, if the right is reserved
    fee: Cites = POOL
    costs_stay: Cites = ENTERING
    unpaid: Cites = ENTERING  # who has not paid the buy-in at the start is out
    withdrawing: Cites = WITHDRAWING
    transfer: Cites = RUN_BY
    substitute: Cites = CONDUCTED_BY
    substitute_by_office: bool = False  # the office decides, whatever the conditions say
    forfeits: Cites = ()  # who has not come at the start may lose the position
    absent: Cites = CONDUCTED_BY  # what becomes of absentees instead
    resale: Cites = ()  # the seat of one who has not come may be sold to a reserve
    added: Cites = RUN_BY
    guarantee: Cites = GUARANTEED
    cancels: Cites = CANCELLING
    awards: Cites = CONDUCTED_BY
    outside_revenue: Cites = OUTSIDE_REVENUE
    # play
    unattended: Cites = ()  # the house itself may conduct an event
    seats_drawn: Cites = SEATED
    timed: Cites = TIMED
    levels: Cites = LEVELS
    inserted: Cites = PUT_IN
    given_break: Cites = TIMED
    eliminated: Cites = PLACED
    balancing: Cites = MOVED
    breaking: Cites = MOVED
    hand_for_hand: Cites = TOGETHER_DEALT
    session_ends: Cites = ENDED
    ends_early: Cites = ENDED
    advances: Cites = ENDED
    chips_back: Cites = EQUAL_CHIPS
    matches: Cites = MATCHES
    late: Cites = LATE
    alternates: Cites = ALTERNATES
    re_entry: Cites = RE_ENTRY
    final_buy_in: Cites = FINAL_BUY_IN
    rebuy: Cites = MORE_CHIPS
    add_on: Cites = MORE_CHIPS
    grounds: Mapping[Ground, DisqualifiedFor] = field(default_factory=lambda: GROUNDS)
    colour_up: Cites = COLOUR_UP
    dispute: Cites = DISPUTED
    advice: Cites = DEALS  # nobody is helped while playing: what stacks are worth is told when nobody plays
    penalty: Cites = PENALTY
    bonus: Cites = ANNOUNCED
    elimination: Cites = ANNOUNCED
    moved_start: Cites = AT_THE_DESK
    limited_time: Cites = AT_THE_DESK
    counted: Cites = COUNTED
    chips_returned: Cites = COUNTED
    # templates
    templates: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # those it has, with its own answers
    operator: frozenset[str] = frozenset()  # items that no template answers


TOURNAMENTS: Final = Chapter("tournaments", TournamentRules)


def is_dropped(rules: TournamentRules, number: str) -> bool:
    """Whether a rule, or the section that it is in, is dropped in tournaments."""
    return any(number == one or number.startswith((f"{one}.", f"{one}(")) for one in rules.dropped)
