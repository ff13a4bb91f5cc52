"""The signs beside the two house-banked tables: limits, pay tables, maximum payouts, and how doubtful clauses are read.

A sign is a frozen value; `validate` checks it against its rulebook before it is put up, and nobody checks one that
hangs: what was played under it stays readable. Each reading that the rulebook leaves open is a named setting; its
default is our resolution and the other values are the other readings. Money is whole cents.

>>> HoldemSign().max_payout, HoldemSign().unqualified_call
(5000000, 'returned')
>>> validate(BigRaiseSign(positions=8))
Traceback (most recent call last):
openfelt.errors.RuleViolation: a Big Raise table has 1 to 7 wagering positions, not 8 [nz-big-raise 3.1]
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeVar, get_args, get_type_hints

import msgspec

from openfelt.errors import NotationError, RuleViolation
from openfelt.money import money
from openfelt.phrases import WriteMoney
from openfelt.pit.paytables import (
    ANTE,
    ANTE_TABLE,
    RAISE,
    RAISE_TABLE,
    SUPER_ACES,
    SUPER_ACES_TABLE,
    THREE_CARD_BONUS,
    THREE_CARD_BONUS_TABLE,
    PayTable,
)
from openfelt.rulebooks import Cites, rulebook

ACT = rulebook("act-holdem")
NZ = rulebook("nz-big-raise")

# Citations, checked when this module is imported.
ACT_10_1 = ACT.cite("10.1")
ACT_15_9 = ACT.cite("15.9")
ACT_1_1_2_1 = ACT.cite("1.1", "2.1")
ONE_DECK = NZ.cite("3.4(a)", "3.4(a)(i)")
TWO_DECKS = NZ.cite("3.4(a)", "3.4(a)(ii)")
SHOE = NZ.cite("3.4(c)", "3.4(c)(i)")
SHUFFLER = NZ.cite("3.4(c)", "3.4(c)(ii)")
LAYOUT = ACT.cite("1.1", "def/Approved", "def/Box")
ACT_1_1_DEF_APPROVED = ACT.cite("1.1", "def/Approved")
ACT_2_1 = ACT.cite("2.1")
ACT_3_1 = ACT.cite("3.1")
ACT_3_3 = ACT.cite("3.3")
ACT_8_2 = ACT.cite("8.2")
ACT_INSTRUMENT_1_INSTRUMENT_3 = ACT.cite("instrument/1", "instrument/3")
ACT_INSTRUMENT_2 = ACT.cite("instrument/2")
NZ_1_1_2_0 = NZ.cite("1.1", "2.0")
NZ_2_0 = NZ.cite("2.0")
NZ_3_1 = NZ.cite("3.1")
NZ_3_2 = NZ.cite("3.2", "appendix A")
NZ_3_4_C = NZ.cite("3.4(c)", "3.4(c)(i)", "3.4(c)(ii)")
STUD_LAYOUT = NZ.cite("3.1", "3.2", "appendix A")
STUD_AREAS = NZ.cite("3.3", "3.3(a)", "3.3(b)", "3.3(c)")
NZ_5_1_B_10_3 = NZ.cite("5.1(b)", "10.3")
NZ_5_1_C = NZ.cite("5.1(c)")
NZ_5_8 = NZ.cite("5.8")
NZ_9_3A = NZ.cite("9.3A")

EFFECTIVE_FROM: Final = datetime.date(2007, 8, 1)
MOST_BOXES: Final = 12
"""Twelve boxes, the dealer and the board take 31 cards; a layout with more is not one we can seat."""

Layout = Literal["appendix A"]
Device = Literal["shoe", "shuffler"]
LAYOUTS: Final = get_args(Layout)
DEVICES: Final = get_args(Device)
AnteReading = Literal["even-money", "raise-table"]
ANTE_PAYS: Final = {"even-money": "1 to 1", "raise-table": "as the raise"}


class Line(NamedTuple):
    """One line of a printed sign with the clauses that ask for it."""

    text: str
    cites: Cites


class Reading(NamedTuple):
    """A doubtful clause: the setting's name, its values (the resolution first), and the clauses in doubt."""

    setting: str
    values: tuple[object, ...]
    cites: Cites
    question: str


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the most that may be staked, in steps."""

    low: int
    high: int
    step: int

    def check(self, spread: Cites, steps: Cites) -> None:
        """Refuse limits that are none, by the clause of the least and the most or by that of the multiples."""
        if not 0 < self.low <= self.high:
            raise RuleViolation("sign-limits", spread, f"limits of {self.words()} are none: $0 < least <= most")
        if self.step <= 0 or self.low % self.step or self.high % self.step:
            raise RuleViolation("sign-limits", steps, f"limits of {self.words()} are no such multiples")

    def __str__(self) -> str:
        return f"{self.low}-{self.high}/{self.step}"

    def words(self, write: WriteMoney = money) -> str:
        """The limits as a sign prints them."""
        return f"{write(self.low)} to {write(self.high)}, in multiples of {write(self.step)}"


class Sign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What both signs hold."""

    ante: Limits = Limits(1000, 50000, 500)
    bonus: Limits = Limits(500, 10000, 500)
    unit: int = 100

    def require_unit(self, spread: Cites, cites: Cites) -> None:
        """Refuse limits that are none, or that chips of the table cannot make."""
        self.ante.check(spread, cites)
        self.bonus.check(spread, cites)
        if self.unit <= 0 or self.ante.step % self.unit or self.bonus.step % self.unit:
            raise RuleViolation(
                "sign-unit",
                cites,
                f"wager steps {money(self.ante.step)} and {money(self.bonus.step)} are not in {money(self.unit)} chips",
            )


class HoldemSign(Sign, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="act-holdem"):
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
            raise RuleViolation("sign-boxes", ACT_1_1_2_1, f"a layout has 1 to {MOST_BOXES} boxes, not {self.boxes}")
        if self.opens_on < EFFECTIVE_FROM:
            raise RuleViolation(
                "sign-date",
                ACT_INSTRUMENT_2,
                f"the rules take effect on {EFFECTIVE_FROM}, after {self.opens_on}",
            )
        if self.max_payout <= 0:
            raise RuleViolation(
                "sign-max-payout", ACT_8_2, f"the maximum payout is {money(self.max_payout)}, not above $0"
            )
        require_chips(self.max_payout, self.unit, ACT_8_2)
        require_table(self.ante_table, ANTE)
        require_table(self.super_aces_table, SUPER_ACES)

    @property
    def rulebook(self) -> str:
        """The rulebook this sign obeys."""
        return "act-holdem"

    @property
    def places(self) -> int:
        """How many boxes the layout has."""
        return self.boxes

    def lines(self, write: WriteMoney = money) -> tuple[Line, ...]:
        """The sign as it is printed: what the rulebook asks to be displayed, then the readings in force."""
        return (*self.displayed(write), *reading_lines(self))

    def displayed(self, write: WriteMoney = money) -> tuple[Line, ...]:
        """What the rulebook asks to be displayed, each line with its clauses; `write` says how an amount is written."""
        return (
            Line(
                "Canberra Casino Hold-em Poker, NI2007-208 under the Casino Control Act 2006, section 96",
                ACT_INSTRUMENT_1_INSTRUMENT_3,
            ),
            Line(f"in effect since {EFFECTIVE_FROM}", ACT_INSTRUMENT_2),
            Line(
                f"layout of {self.boxes} boxes, approval {self.layout_approval}",
                LAYOUT,
            ),
            Line("one deck of 52 cards, no joker, one cutting card", ACT_2_1),
            Line(f"box minimum {write(self.ante.low)}, maximum {write(self.ante.high)}", ACT_3_1),
            Line(f"wagers in multiples of {write(self.ante.step)}", ACT_3_3),
            Line(
                f"Super Aces Bonus: {self.bonus.words(write)}",
                ACT_10_1,
            ),
            Line(
                f"maximum payout {write(self.max_payout)} on each {self.max_payout_covers.replace('-', ' ')} wager",
                ACT_8_2,
            ),
            Line(f"ante pays {odds_text(self.ante_table)}; call pays 1 to 1", self.ante_table.cites),
            Line(f"Super Aces Bonus pays {odds_text(self.super_aces_table)}", self.super_aces_table.cites),
            Line("a copy of the rules is given on request", ACT_15_9),
        )


class BigRaiseSign(Sign, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="nz-big-raise"):
    """The sign of a Big Raise Stud table."""

    positions: int = 7
    layout: Layout = "appendix A"
    device: Device = "shoe"
    bonus_offered: bool = True
    blind_betting: bool = True
    extra_areas: bool = True
    blind_extra_hands: bool = True
    card_placement: str = "below the wagering areas"
    max_raise_payout: int = 10_000_000
    max_raise_payout_approval: str = "Secretary for Internal Affairs"
    raise_table: PayTable = RAISE_TABLE
    bonus_table: PayTable = THREE_CARD_BONUS_TABLE
    ante_pays: AnteReading = "even-money"
    sevens: Literal["stand-off", "lose"] = "stand-off"
    standoff_ante: Literal["returned", "lost", "paid"] = "returned"
    exposed_community: Literal["raises-stand", "raises-cut"] = "raises-stand"
    discarded_card: Literal["first", "last"] = "first"

    def check(self) -> None:
        """Refuse what the rulebook does not allow."""
        self.require_unit(NZ_2_0, NZ_2_0)
        require_readings(self)
        if self.layout not in LAYOUTS:
            raise RuleViolation("sign-layout", NZ_3_2, f"no layout {self.layout!r}", legal=LAYOUTS)
        if self.device not in DEVICES:
            raise RuleViolation("sign-device", NZ_3_4_C, f"cards are not dealt from a {self.device!r}", legal=DEVICES)
        if not 1 <= self.positions <= 7:
            raise RuleViolation(
                "sign-positions",
                NZ_3_1,
                f"a Big Raise table has 1 to 7 wagering positions, not {self.positions}",
            )
        if self.max_raise_payout <= 0 or not self.max_raise_payout_approval:
            raise RuleViolation("sign-max-payout", NZ_5_8, "the maximum payout on raises must be above 0 and approved")
        require_chips(self.max_raise_payout, self.unit, NZ_5_8)
        require_table(self.raise_table, RAISE)
        require_table(self.bonus_table, THREE_CARD_BONUS)

    @property
    def rulebook(self) -> str:
        """The rulebook this sign obeys."""
        return "nz-big-raise"

    @property
    def places(self) -> int:
        """How many wagering positions the layout has."""
        return self.positions

    @property
    def decks(self) -> int:
        """One deck in a shoe, two in a shuffler, of which one is in play at a time."""
        return 1 if self.device == "shoe" else 2

    def lines(self, write: WriteMoney = money) -> tuple[Line, ...]:
        """The sign as it is printed: what the rulebook asks to be displayed, then the readings in force."""
        return (*self.displayed(write), *reading_lines(self))

    def displayed(self, write: WriteMoney = money) -> tuple[Line, ...]:
        """What the rulebook asks to be displayed, each line with its clauses; `write` says how an amount is written."""
        deck = ONE_DECK if self.device == "shoe" else TWO_DECKS
        device = SHOE if self.device == "shoe" else SHUFFLER
        return (
            Line(
                "Big Raise Stud Poker, under the Gambling Act 2003 and the general rules of Division 1",
                NZ_1_1_2_0,
            ),
            Line(
                f"layout after {self.layout}: {self.positions} positions, a community card area, a drop box",
                STUD_LAYOUT,
            ),
            Line("wagering areas: Ante, Bet, Three Card Bonus", STUD_AREAS),
            Line(f"{self.decks} deck{'s' * (self.decks - 1)} of 52 cards", deck),
            Line(f"cards are dealt from a {self.device}", device),
            Line(f"ante {self.ante.words(write)}", NZ_2_0),
            Line(f"cards are laid {self.card_placement}", NZ_9_3A),
            Line(f"blind betting is {'allowed' if self.blind_betting else 'not allowed'}", NZ_5_1_C),
            Line(
                f"ante pays {ANTE_PAYS[self.ante_pays]}; raise pays {odds_text(self.raise_table)}",
                self.raise_table.cites,
            ),
            Line(
                f"maximum payout {write(self.max_raise_payout)} on each raise, "
                f"approved: {self.max_raise_payout_approval}",
                NZ_5_8,
            ),
            *(self.bonus_lines(write) if self.bonus_offered else ()),
        )

    def bonus_lines(self, write: WriteMoney) -> tuple[Line, ...]:
        """What the sign says about the Three Card Bonus where it is offered."""
        limits = self.bonus.words(write)
        return (Line(f"Three Card Bonus: {limits}; pays {odds_text(self.bonus_table)}", NZ_5_1_B_10_3),)


AnySign = HoldemSign | BigRaiseSign

Checked = TypeVar("Checked", HoldemSign, BigRaiseSign, AnySign)


def validate(sign: Checked) -> Checked:
    """The sign itself, if its rulebook allows it; else its first fault."""
    sign.check()
    return sign


READINGS: Final[Mapping[str, tuple[Reading, ...]]] = {
    "act-holdem": (
        Reading("unqualified_call", ("returned", "paid"), ACT.cite("9.1"), "the call when the dealer fails to qualify"),
        Reading(
            "unqualified_tie", ("ante-wins", "void"), ACT.cite("9.1", "9.4"), "equal hands with an unqualified dealer"
        ),
        Reading(
            "unqualified_lower", ("ante-wins", "void"), ACT.cite("9.1"), "a hand below that of an unqualified dealer"
        ),
        Reading("folded_bonus", ("declared-paid", "lost"), ACT.cite("7.3", "10.5"), "a bonus declared before a fold"),
        Reading("auto_declare", (False, True), ACT.cite("10.4"), "a winning bonus that nobody declares"),
        Reading(
            "limits_cover", ("ante", "box"), ACT.cite("3.1"), "what the box limits cover: the ante, or ante and bonus"
        ),
        Reading(
            "max_payout_covers", ("ante", "ante-and-call"), ACT.cite("8.1", "8.2"), "what the maximum payout covers"
        ),
        Reading("board_fault", ("rebuild", "void"), ACT.cite("13.3", "15.3"), "a fault on the flop or the river"),
        Reading("cover_call", (True, False), ACT.cite("7.2"), "whether an ante needs chips for its call behind it"),
    ),
    "nz-big-raise": (
        Reading(
            "ante_pays",
            ("even-money", "raise-table"),
            NZ.cite("5.7"),
            "what a winning ante pays (the US variant pays the table)",
        ),
        Reading("sevens", ("stand-off", "lose"), NZ.cite("5.7", "10.2(b)", "10.2(c)"), "a pair of sevens"),
        Reading("standoff_ante", ("returned", "lost", "paid"), NZ.cite("10.2(b)", "10.4"), "the ante of a stand-off"),
        Reading(
            "exposed_community",
            ("raises-stand", "raises-cut"),
            NZ.cite("11.7"),
            "raises made before a community card was exposed",
        ),
        Reading(
            "discarded_card",
            ("first", "last"),
            NZ.cite("8.4(b)"),
            "which card of the community packet is the bottom one",
        ),
    ),
}


def require_readings(sign: AnySign) -> None:
    """Refuse a reading that no one has proposed, naming the setting, its values and the clause in doubt."""
    for reading in READINGS[sign.rulebook]:
        chosen = getattr(sign, reading.setting)
        if chosen not in reading.values or type(chosen) is not type(reading.values[0]):
            legal = [str(value) for value in reading.values]
            raise RuleViolation("sign-reading", reading.cites, f"{reading.setting} cannot be {chosen!r}", legal=legal)


def require_chips(amount: int, unit: int, cites: Cites) -> None:
    """Refuse a maximum payout that the table's chips cannot pay out."""
    if amount % unit:
        raise RuleViolation(
            "sign-max-payout", cites, f"a maximum payout of {money(amount)} is not whole chips of {money(unit)}"
        )


def require_table(table: PayTable, name: str) -> None:
    """Refuse a pay table hung in another table's place."""
    if table.name != name:
        raise RuleViolation("sign-pay-table", table.cites, f"pay table {table.name!r} stands where {name!r} belongs")


# What the sign says of each reading, by its value.
PRINTED: Final[Mapping[str, Mapping[object, str]]] = {
    "unqualified_call": {
        "returned": "a call is returned when the dealer fails to qualify",
        "paid": "a call is paid when the dealer fails to qualify",
    },
    "unqualified_tie": {
        "ante-wins": "against a dealer who fails to qualify an equal hand wins the ante",
        "void": "against a dealer who fails to qualify the ante of an equal hand is void",
    },
    "unqualified_lower": {
        "ante-wins": "against a dealer who fails to qualify a lower hand wins the ante too",
        "void": "against a dealer who fails to qualify the ante of a lower hand is void",
    },
    "folded_bonus": {
        "declared-paid": "a bonus declared before a fold is paid",
        "lost": "a bonus is lost with a fold, also if it was declared",
    },
    "auto_declare": {
        False: "a winning bonus is paid only if its player declares it",
        True: "a winning bonus is paid, declared or not",
    },
    "limits_cover": {
        "ante": "the limits of a box are for its ante",
        "box": "the limits of a box are for ante and bonus together",
    },
    "max_payout_covers": {
        "ante": "the maximum payout is for the ante",
        "ante-and-call": "the maximum payout is for ante and call together",
    },
    "board_fault": {
        "rebuild": "a fault on the flop or the river is put right",
        "void": "a fault on the flop or the river voids the round",
    },
    "cover_call": {
        True: "an ante needs the chips for its call behind it",
        False: "an ante may be made without the chips for its call",
    },
    "ante_pays": {
        "even-money": "a winning ante pays even money",
        "raise-table": "a winning ante pays as the raise does",
    },
    "sevens": {"stand-off": "a pair of sevens is a stand-off", "lose": "a pair of sevens loses"},
    "standoff_ante": {
        "returned": "the ante of a stand-off is returned",
        "lost": "the ante of a stand-off is lost",
        "paid": "the ante of a stand-off is paid",
    },
    "exposed_community": {
        "raises-stand": "raises made before a community card was exposed stand",
        "raises-cut": "raises made before a community card was exposed are cut to the ante",
    },
    "discarded_card": {
        "first": "of the community packet the first card is discarded",
        "last": "of the community packet the last card is discarded",
    },
}


def reading_lines(sign: AnySign) -> tuple[Line, ...]:
    """The readings in force, printed on the sign."""
    return tuple(
        Line(PRINTED[reading.setting][getattr(sign, reading.setting)], reading.cites)
        for reading in READINGS[sign.rulebook]
    )


def odds_text(table: PayTable) -> str:
    """A table in one line: "flush 2 to 1, all other 1 to 1"."""
    return ", ".join(
        f"{hand.replace('-', ' ')} {f'{to_one} to 1' if to_one else 'stand-off'}" for hand, to_one in table.rows
    )


def sign_for(key: str) -> AnySign:
    """The standard sign of a house-banked game.

    >>> sign_for("roulette")
    Traceback (most recent call last):
    openfelt.errors.NotationError: no house-banked game 'roulette'; allowed: act-holdem, nz-big-raise
    """
    if key == "act-holdem":
        return HoldemSign()
    if key == "nz-big-raise":
        return BigRaiseSign()
    raise NotationError(f"no house-banked game {key!r}", legal=tuple(READINGS))


TABLE_FIELDS: Final[Mapping[str, str]] = {
    ANTE: "ante_table",
    SUPER_ACES: "super_aces_table",
    RAISE: "raise_table",
    THREE_CARD_BONUS: "bonus_table",
}


def with_tables(sign: AnySign, tables: Mapping[str, PayTable]) -> AnySign:
    """The sign with other pay tables on it, as `read_file` returns them."""
    return validate(msgspec.structs.replace(sign, **{TABLE_FIELDS[name]: table for name, table in tables.items()}))


assert set(get_args(AnteReading)) == set(READINGS["nz-big-raise"][0].values)
assert all(reading.setting in get_type_hints(HoldemSign) for reading in READINGS["act-holdem"])
assert all(reading.setting in get_type_hints(BigRaiseSign) for reading in READINGS["nz-big-raise"])
