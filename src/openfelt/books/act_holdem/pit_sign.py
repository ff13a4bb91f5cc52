"""The sign of a Canberra Casino Hold-em table, with its pay tables and how doubtful clauses are read.

>>> HoldemSign().max_payout, HoldemSign().unqualified_call
(5000000, 'returned')
"""

from __future__ import annotations

import datetime
from typing import Final, Literal

from openfelt.errors import RuleViolation
from openfelt.phrases import Money, Name, phrase
from openfelt.pit.paytables import PayTable, TableKind
from openfelt.pit.sign import (
    Line,
    PitSign,
    Reading,
    odds_text,
    require_chips,
    require_readings,
    require_table,
)
from openfelt.rulebooks import rulebook

ACT = rulebook("act-holdem")

# Citations, checked when this module is imported.
ACT_10_1 = ACT.cite("10.1")
ACT_15_9 = ACT.cite("15.9")
ACT_1_1_2_1 = ACT.cite("1.1", "2.1")
LAYOUT = ACT.cite("1.1", "def/Approved", "def/Box")
ACT_1_1_DEF_APPROVED = ACT.cite("1.1", "def/Approved")
ACT_2_1 = ACT.cite("2.1")
ACT_3_1 = ACT.cite("3.1")
ACT_3_3 = ACT.cite("3.3")
ACT_8_2 = ACT.cite("8.2")
ACT_INSTRUMENT_1_INSTRUMENT_3 = ACT.cite("instrument/1", "instrument/3")
ACT_INSTRUMENT_2 = ACT.cite("instrument/2")

EFFECTIVE_FROM: Final = datetime.date(2007, 8, 1)
MOST_BOXES: Final = 12
"""Twelve boxes, the dealer and the board take 31 cards; a layout with more is not one we can seat."""

# 8.1 ends in "all other"; a changed table may name more hands before that line.
ANTE_PAYS: Final = TableKind(
    name="ante",
    title="Ante",
    hands=("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "all-other"),
    also=("straight", "three-of-a-kind", "two-pair", "pair", "high-card"),
    cites=ACT.cite("8.1"),
)
SUPER_ACES_PAYS: Final = TableKind(
    name="super-aces",
    title="Super Aces",
    hands=(
        "royal-flush",
        "straight-flush",
        "four-of-a-kind",
        "full-house",
        "flush",
        "straight",
        "three-of-a-kind",
        "two-pair",
        "pair-of-aces",
    ),
    losing=("pair", "high-card"),
    cites=ACT.cite("11.1"),
)
ANTE_TABLE: Final = ANTE_PAYS.table(100, 20, 10, 3, 2, 1)
SUPER_ACES_TABLE: Final = SUPER_ACES_PAYS.table(100, 50, 40, 30, 20, 7, 7, 7, 7)

READINGS: Final = (
    Reading(
        "unqualified_call",
        {
            "returned": "a call is returned when the dealer fails to qualify",
            "paid": "a call is paid when the dealer fails to qualify",
        },
        ACT.cite("9.1"),
        "the call when the dealer fails to qualify",
    ),
    Reading(
        "unqualified_tie",
        {
            "ante-wins": "against a dealer who fails to qualify an equal hand wins the ante",
            "void": "against a dealer who fails to qualify the ante of an equal hand is void",
        },
        ACT.cite("9.1", "9.4"),
        "equal hands with an unqualified dealer",
    ),
    Reading(
        "unqualified_lower",
        {
            "ante-wins": "against a dealer who fails to qualify a lower hand wins the ante too",
            "void": "against a dealer who fails to qualify the ante of a lower hand is void",
        },
        ACT.cite("9.1"),
        "a hand below that of an unqualified dealer",
    ),
    Reading(
        "folded_bonus",
        {
            "declared-paid": "a bonus declared before a fold is paid",
            "lost": "a bonus is lost with a fold, also if it was declared",
        },
        ACT.cite("7.3", "10.5"),
        "a bonus declared before a fold",
    ),
    Reading(
        "auto_declare",
        {
            False: "a winning bonus is paid only if its player declares it",
            True: "a winning bonus is paid, declared or not",
        },
        ACT.cite("10.4"),
        "a winning bonus that nobody declares",
    ),
    Reading(
        "limits_cover",
        {"ante": "the limits of a box are for its ante", "box": "the limits of a box are for ante and bonus together"},
        ACT.cite("3.1"),
        "what the box limits cover: the ante, or ante and bonus",
    ),
    Reading(
        "max_payout_covers",
        {
            "ante": "the maximum payout is for the ante",
            "ante-and-call": "the maximum payout is for ante and call together",
        },
        ACT.cite("8.1", "8.2"),
        "what the maximum payout covers",
    ),
    Reading(
        "board_fault",
        {
            "rebuild": "a fault on the flop or the river is put right",
            "void": "a fault on the flop or the river voids the round",
        },
        ACT.cite("13.3", "15.3"),
        "a fault on the flop or the river",
    ),
    Reading(
        "cover_call",
        {
            True: "an ante needs the chips for its call behind it",
            False: "an ante may be made without the chips for its call",
        },
        ACT.cite("7.2"),
        "whether an ante needs chips for its call behind it",
    ),
)


class HoldemSign(PitSign, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="act-holdem"):
    """The sign of a Canberra Casino Hold-em table."""

    boxes: int = 7
    layout_approval: str = "NI2007-208"
    opens_on: datetime.date = EFFECTIVE_FROM
    max_payout: int = 5_000_000
    ante_table: PayTable = ANTE_TABLE
    super_aces_table: PayTable = SUPER_ACES_TABLE
    unqualified_call: Literal["returned", "paid"] = "returned"
    unqualified_tie: Literal["ante-wins", "void"] = "ante-wins"
    unqualified_lower: Literal["ante-wins", "void"] = "ante-wins"
    folded_bonus: Literal["declared-paid", "lost"] = "declared-paid"
    auto_declare: bool = False
    limits_cover: Literal["ante", "box"] = "ante"
    max_payout_covers: Literal["ante", "ante-and-call"] = "ante"
    board_fault: Literal["rebuild", "void"] = "rebuild"
    cover_call: bool = True

    def check(self) -> None:
        """Refuse what the rulebook does not allow."""
        self.require_unit(ACT_3_1, ACT_3_3)
        require_readings(self)
        if not self.layout_approval:
            raise RuleViolation("sign-layout", ACT_1_1_DEF_APPROVED, "the table layout has no approval")
        if not 1 <= self.boxes <= MOST_BOXES:
            raise RuleViolation(
                "sign-boxes",
                ACT_1_1_2_1,
                phrase("a layout has 1 to {most} boxes, not {boxes}", most=MOST_BOXES, boxes=self.boxes),
            )
        if self.opens_on < EFFECTIVE_FROM:
            raise RuleViolation(
                "sign-date",
                ACT_INSTRUMENT_2,
                phrase(
                    "the rules take effect on {since}, after {opens_on}",
                    since=Name(str(EFFECTIVE_FROM)),
                    opens_on=Name(str(self.opens_on)),
                ),
            )
        if self.max_payout <= 0:
            raise RuleViolation(
                "sign-max-payout",
                ACT_8_2,
                phrase("the maximum payout is {max_payout}, not above $0", max_payout=Money(self.max_payout)),
            )
        require_chips(self.max_payout, self.unit, ACT_8_2)
        require_table(self.ante_table, ANTE_PAYS)
        require_table(self.super_aces_table, SUPER_ACES_PAYS)

    @property
    def rulebook(self) -> str:
        """The rulebook this sign obeys."""
        return "act-holdem"

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The doubtful clauses of the book."""
        return READINGS

    @property
    def places(self) -> int:
        """How many boxes the layout has."""
        return self.boxes

    def displayed(self) -> tuple[Line, ...]:
        """What the rulebook asks to be displayed, each line with its clauses; `write` says how an amount is written."""
        return (
            Line(
                "Canberra Casino Hold-em Poker, NI2007-208 under the Casino Control Act 2006, section 96",
                ACT_INSTRUMENT_1_INSTRUMENT_3,
            ),
            Line(phrase("in effect since {since}", since=Name(str(EFFECTIVE_FROM))), ACT_INSTRUMENT_2),
            Line(
                phrase(
                    "layout of {boxes} boxes, approval {layout_approval}",
                    boxes=self.boxes,
                    layout_approval=Name(self.layout_approval),
                ),
                LAYOUT,
            ),
            Line("one deck of 52 cards, no joker, one cutting card", ACT_2_1),
            Line(
                phrase("box minimum {low}, maximum {high}", low=Money(self.ante.low), high=Money(self.ante.high)),
                ACT_3_1,
            ),
            Line(phrase("wagers in multiples of {step}", step=Money(self.ante.step)), ACT_3_3),
            Line(
                phrase("Super Aces Bonus: {words}", words=self.bonus.words()),
                ACT_10_1,
            ),
            Line(
                phrase(
                    "maximum payout {max_payout} on each {covered} wager",
                    max_payout=Money(self.max_payout),
                    covered=self.max_payout_covers.replace("-", " "),
                ),
                ACT_8_2,
            ),
            Line(
                phrase("ante pays {odds}; call pays 1 to 1", odds=odds_text(self.ante_table)),
                self.ante_table.cites,
            ),
            Line(
                phrase("Super Aces Bonus pays {odds}", odds=odds_text(self.super_aces_table)),
                self.super_aces_table.cites,
            ),
            Line("a copy of the rules is given on request", ACT_15_9),
        )
