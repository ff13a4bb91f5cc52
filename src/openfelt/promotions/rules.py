"""What a rulebook says of promotions: which items its terms answer, what no prize may be, thresholds and times.

A threshold is a value with its clause, or None where a book has none. A prohibition is the clauses that make it: no
clauses, no prohibition. Where a book leaves a matter open, the house's clauses stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from openfelt.games.policy import HOUSE
from openfelt.promotions.terms import Category
from openfelt.rulebooks import Cited, Cites
from openfelt.rulebooks.chapters import Chapter

WRITTEN: Final = HOUSE.cite("24.1")
ELAPSED: Final = HOUSE.cite("24.2")
ONE_PRIZE: Final = HOUSE.cite("24.3")
NOTIFIED_ANEW: Final = HOUSE.cite("24.4")
ENTERING: Final = HOUSE.cite("24.5")
DRAWN: Final = HOUSE.cite("24.6")
OVERSEEN: Final = HOUSE.cite("24.7")
TELLING: Final = HOUSE.cite("24.8")
CLAIMING: Final = HOUSE.cite("24.9")
PAYING: Final = HOUSE.cite("24.10")
COMPROMISED: Final = HOUSE.cite("24.11")
CLOSING: Final = HOUSE.cite("24.12")
KEPT_OUT: Final = HOUSE.cite("24.13")
PRESCRIBED: Final = HOUSE.cite("24.14")
RUN_BY: Final = HOUSE.cite("24.15")
LEFT_OUT: Final = HOUSE.cite("24.16")
WON_BEFORE: Final = HOUSE.cite("24.17")

Means: TypeAlias = Literal["face-to-face", "mail", "telephone", "email"]
# What staff does in a promotion, and the house's clause that says whose it is.
Deed: TypeAlias = Literal[
    "draft", "notify", "amend", "notice", "start", "close-entries", "nominate", "attend", "present", "draw", "tell",
    "claim", "approve", "deny", "choice", "pay", "correct", "dispute", "postpone", "validate", "cancel", "close",
]  # fmt: skip
DEEDS: Final[Mapping[Deed, Cites]] = {
    "draft": RUN_BY,
    "notify": RUN_BY,
    "amend": RUN_BY,
    "notice": RUN_BY,
    "start": RUN_BY,
    "close-entries": RUN_BY,
    "nominate": RUN_BY,
    "attend": OVERSEEN,
    "present": RUN_BY,
    "draw": RUN_BY,
    "tell": RUN_BY,
    "claim": RUN_BY,
    "approve": RUN_BY,
    "deny": RUN_BY,
    "choice": RUN_BY,
    "pay": RUN_BY,
    "correct": RUN_BY,
    "dispute": RUN_BY,
    "postpone": RUN_BY,
    "validate": RUN_BY,
    "cancel": RUN_BY,
    "close": RUN_BY,
}
YEARS_KEPT: Final = Cited(7, CLAIMING)
ONE_OF: Final[Mapping[Means, Cites]] = {
    "face-to-face": TELLING,
    "mail": TELLING,
    "telephone": TELLING,
    "email": TELLING,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionRules:
    """One rulebook's answers about promotions."""

    asks: Mapping[str, Cites]  # by item, the clauses that want it answered
    offered: Cites = RUN_BY  # that promotions are offered, and by whom
    prize_draw: Cites = DRAWN  # what a promotional prize is
    complete: Cites = WRITTEN
    consists: Cites = WRITTEN  # that a prize says what it consists of
    dated: Cites = ELAPSED
    published: Cites = WRITTEN  # a reference in every notice, and channels
    # prizes
    no_such_prize: Cites = ()  # introduces what no prize may be
    banned: Mapping[Category, Cites] = field(default_factory=dict)
    most_liquor_ml: Cited[int] | None = None
    prescribed: Cites = ()  # a list that others make
    cash_alternative: Cites = PAYING
    # the Authority
    notice_ms: Cited[int] | None = None
    approved: Cites = ()  # a change after the start needs an approval
    # the draw
    scrutineer_above: Cited[int] | None = None
    overseen: Cites = OVERSEEN
    entries_close: Cites = ENTERING
    eligible: Cites = ENTERING
    awarded: Cites = DRAWN  # when and where
    # winners
    tell_ms: Cited[int] | None = None
    means: Mapping[Means, Cites] = field(default_factory=lambda: ONE_OF)
    claiming: Cites = CLAIMING
    choice_above: Cited[int] | None = None
    denied: Cites = CLAIMING
    register_above: Cited[int] | None = None
    years_kept: Cited[int] = YEARS_KEPT
    disputed: Cites = CLAIMING
    complaint: str = ""  # what is advised to whoever is not satisfied
    results: Cites = CLOSING
    # a draw whose integrity is compromised
    compromised: Cites = COMPROMISED
    inspectorate: bool = False  # it is notified at once
    deeds: Mapping[Deed, Cites] = field(default_factory=dict)  # clauses that name an office for what staff does


PROMOTIONS: Final = Chapter("promotions", PromotionRules)
