"""The sign of a Big Raise Stud table, with its pay tables and how doubtful clauses are read.

>>> from openfelt.pit import validate
>>> validate(BigRaiseSign(positions=8))
Traceback (most recent call last):
openfelt.errors.RuleViolation: a Big Raise table has 1 to 7 wagering positions, not 8 [nz-big-raise 3.1]
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from openfelt.errors import RuleViolation
from openfelt.phrases import Money, Name, phrase, quoted
from openfelt.pit.paytables import PayTable, TableKind
from openfelt.pit.sign import Line, PitSign, Reading, odds_text, require_chips, require_readings, require_table
from openfelt.rulebooks import rulebook

NZ = rulebook("nz-big-raise")

# Citations, checked when this module is imported.
ONE_DECK = NZ.cite("3.4(a)", "3.4(a)(i)")
TWO_DECKS = NZ.cite("3.4(a)", "3.4(a)(ii)")
SHOE = NZ.cite("3.4(c)", "3.4(c)(i)")
SHUFFLER = NZ.cite("3.4(c)", "3.4(c)(ii)")
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

Layout = Literal["appendix A"]
Device = Literal["shoe", "shuffler"]
LAYOUTS: Final = get_args(Layout)
DEVICES: Final = get_args(Device)
AnteReading = Literal["even-money", "raise-table"]
ANTE_WORDS: Final = {"even-money": "1 to 1", "raise-table": "as the raise"}

RAISE_PAYS: Final = TableKind(
    name="raise",
    title="Raise",
    hands=(
        "royal-flush",
        "straight-flush",
        "four-of-a-kind",
        "full-house",
        "flush",
        "straight",
        "three-of-a-kind",
        "two-pair",
        "pair-10-or-better",
        "pair-6-to-9",
    ),
    losing=("low-pair", "high-card"),
    cites=NZ.cite("5.7"),
)
THREE_CARD_BONUS_PAYS: Final = TableKind(
    name="three-card-bonus",
    title="Three Card Bonus",
    hands=("straight-flush", "three-of-a-kind", "straight", "flush", "pair"),
    losing=("high-card",),
    cites=NZ.cite("10.3"),
)
RAISE_TABLE: Final = RAISE_PAYS.table(500, 100, 40, 8, 6, 4, 3, 2, 1, 0)
THREE_CARD_BONUS_TABLE: Final = THREE_CARD_BONUS_PAYS.table(40, 30, 6, 3, 1)

READINGS: Final = (
    Reading(
        "ante_pays",
        {"even-money": "a winning ante pays even money", "raise-table": "a winning ante pays as the raise does"},
        NZ.cite("5.7"),
        "what a winning ante pays (the US variant pays the table)",
    ),
    Reading(
        "sevens",
        {"stand-off": "a pair of sevens is a stand-off", "lose": "a pair of sevens loses"},
        NZ.cite("5.7", "10.2(b)", "10.2(c)"),
        "a pair of sevens",
    ),
    Reading(
        "standoff_ante",
        {
            "returned": "the ante of a stand-off is returned",
            "lost": "the ante of a stand-off is lost",
            "paid": "the ante of a stand-off is paid",
        },
        NZ.cite("10.2(b)", "10.4"),
        "the ante of a stand-off",
    ),
    Reading(
        "exposed_community",
        {
            "raises-stand": "raises made before a community card was exposed stand",
            "raises-cut": "raises made before a community card was exposed are cut to the ante",
        },
        NZ.cite("11.7"),
        "raises made before a community card was exposed",
    ),
    Reading(
        "discarded_card",
        {
            "first": "of the community packet the first card is discarded",
            "last": "of the community packet the last card is discarded",
        },
        NZ.cite("8.4(b)"),
        "which card of the community packet is the bottom one",
    ),
)


class BigRaiseSign(PitSign, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="nz-big-raise"):
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
            raise RuleViolation(
                "sign-layout", NZ_3_2, phrase("no layout {layout}", layout=quoted(self.layout)), legal=LAYOUTS
            )
        if self.device not in DEVICES:
            raise RuleViolation(
                "sign-device",
                NZ_3_4_C,
                phrase("cards are not dealt from a {device}", device=quoted(self.device)),
                legal=DEVICES,
            )
        if not 1 <= self.positions <= 7:
            raise RuleViolation(
                "sign-positions",
                NZ_3_1,
                phrase("a Big Raise table has 1 to 7 wagering positions, not {positions}", positions=self.positions),
            )
        if self.max_raise_payout <= 0 or not self.max_raise_payout_approval:
            raise RuleViolation("sign-max-payout", NZ_5_8, "the maximum payout on raises must be above 0 and approved")
        require_chips(self.max_raise_payout, self.unit, NZ_5_8)
        require_table(self.raise_table, RAISE_PAYS)
        require_table(self.bonus_table, THREE_CARD_BONUS_PAYS)

    @property
    def rulebook(self) -> str:
        """The rulebook this sign obeys."""
        return "nz-big-raise"

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The doubtful clauses of the book."""
        return READINGS

    @property
    def places(self) -> int:
        """How many wagering positions the layout has."""
        return self.positions

    @property
    def decks(self) -> int:
        """One deck in a shoe, two in a shuffler, of which one is in play at a time."""
        return 1 if self.device == "shoe" else 2

    def displayed(self) -> tuple[Line, ...]:
        """What the rulebook asks to be displayed, each line with its clauses; `write` says how an amount is written."""
        deck = ONE_DECK if self.device == "shoe" else TWO_DECKS
        device = SHOE if self.device == "shoe" else SHUFFLER
        return (
            Line(
                "Big Raise Stud Poker, under the Gambling Act 2003 and the general rules of Division 1",
                NZ_1_1_2_0,
            ),
            Line(
                phrase(
                    "layout after {layout}: {positions} positions, a community card area, a drop box",
                    layout=Name(self.layout),
                    positions=self.positions,
                ),
                STUD_LAYOUT,
            ),
            Line("wagering areas: Ante, Bet, Three Card Bonus", STUD_AREAS),
            Line(
                phrase(
                    "{decks} deck of 52 cards" if self.decks == 1 else "{decks} decks of 52 cards", decks=self.decks
                ),
                deck,
            ),
            Line(phrase("cards are dealt from a {device}", device=self.device), device),
            Line(phrase("ante {words}", words=self.ante.words()), NZ_2_0),
            Line(phrase("cards are laid {card_placement}", card_placement=self.card_placement), NZ_9_3A),
            Line("blind betting is allowed" if self.blind_betting else "blind betting is not allowed", NZ_5_1_C),
            Line(
                phrase(
                    "ante pays {ante}; raise pays {odds}",
                    ante=ANTE_WORDS[self.ante_pays],
                    odds=odds_text(self.raise_table),
                ),
                self.raise_table.cites,
            ),
            Line(
                phrase(
                    "maximum payout {max_raise_payout} on each raise, approved: {approval}",
                    max_raise_payout=Money(self.max_raise_payout),
                    approval=Name(self.max_raise_payout_approval),
                ),
                NZ_5_8,
            ),
            *(self.bonus_lines() if self.bonus_offered else ()),
        )

    def bonus_lines(self) -> tuple[Line, ...]:
        """What the sign says about the Three Card Bonus where it is offered."""
        limits = self.bonus.words()
        return (
            Line(
                phrase("Three Card Bonus: {limits}; pays {odds}", limits=limits, odds=odds_text(self.bonus_table)),
                NZ_5_1_B_10_3,
            ),
        )


assert set(get_args(AnteReading)) == set(READINGS[0].values)
