"""What may happen to the chips in front of a player, as each rulebook has it. Values, read by one code path."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from openfelt.cage.fees import FEE_CITES, FeeCites, HandFee, SittingFee, TimeFee
from openfelt.errors import RuleViolation
from openfelt.money import money
from openfelt.rulebooks import Cites, rulebook

NSW = rulebook("nsw-poker")
ACT = rulebook("act-stud")
US = rulebook("us-stud")
ROOM = rulebook("house")


@dataclass(frozen=True, slots=True)
class StakeRules:
    """How one rulebook treats a stake: its limits, when it may grow or shrink, what happens to a short one."""

    limits: Cites
    frozen: Cites
    no_removal: Cites
    leaving: Cites
    # May a seated player who is not in the round add to the stake while it runs?
    inactive_may_add: bool = False
    # The clauses that let chips be taken off the table to buy goods or services, and with a manager's approval.
    service: Cites = ()
    approval: Cites = ()
    # A player below the minimum at the start of a round becomes declared: no more chips, out when the stake is lost.
    declared: Cites = ()
    # A player who has lost the whole stake buys in for the minimum again.
    rebuy: Cites = ()
    # A player moved from a broken game keeps a short stake.
    broken_game: Cites = ()


NSW_STAKES: Final = StakeRules(
    limits=NSW.cite("8.1", "8.4"),
    frozen=NSW.cite("8.7"),
    no_removal=NSW.cite("8.7"),
    leaving=NSW.cite("8.7"),
    inactive_may_add=True,
    service=NSW.cite("8.7"),
    approval=NSW.cite("8.7.1"),
    rebuy=NSW.cite("8.4", "8.2.1"),
    broken_game=NSW.cite("8.5"),
)
ACT_STAKES: Final = StakeRules(
    limits=ACT.cite("4.3"),
    frozen=ACT.cite("4.4"),
    no_removal=ACT.cite("4.3"),
    leaving=ACT.cite("4.4"),
    declared=ACT.cite("14.3"),
)
US_STAKES: Final = StakeRules(
    limits=ROOM.cite("11.2"),
    frozen=US.cite("wagers(3)(i)"),
    no_removal=US.cite("wagers(3)(i)"),
    leaving=US.cite("wagers(3)(i)"),
)
HOUSE_STAKES: Final = StakeRules(
    limits=ROOM.cite("11.2"),
    frozen=ROOM.cite("11.3"),
    no_removal=ROOM.cite("11.3"),
    leaving=ROOM.cite("11.3"),
)
STAKE_RULES: Final = {"nsw-poker": NSW_STAKES, "act-stud": ACT_STAKES, "us-stud": US_STAKES, "house": HOUSE_STAKES}


@dataclass(frozen=True, slots=True)
class Terms:
    """The money lines of a table's sign: stake limits, the chip unit, fees. `most` of None is no maximum."""

    rulebook: str
    least: int
    most: int | None
    unit: int = 100
    hand_fee: HandFee | None = None
    sitting_fee: SittingFee | None = None
    time_fee: TimeFee | None = None
    box: bool = False  # a commission box holds what was collected until it is counted

    @property
    def rules(self) -> StakeRules:
        """How the rulebook treats a stake."""
        return STAKE_RULES[self.rulebook]

    @property
    def fees(self) -> FeeCites:
        """By which clauses the table charges."""
        return FEE_CITES[self.rulebook]

    def __post_init__(self) -> None:
        if self.rulebook not in STAKE_RULES:
            raise RuleViolation(
                "no-stakes", ROOM.cite("11.2"), f"{self.rulebook} has no table stakes", legal=tuple(STAKE_RULES)
            )
        # A fee that names no clause of its own is charged by those of the table's book.
        for name, usual in (("hand_fee", "hand"), ("sitting_fee", "sitting"), ("time_fee", "time")):
            fee = getattr(self, name)
            if fee is not None and fee.cites == getattr(FEE_CITES["nsw-poker"], usual):
                object.__setattr__(self, name, replace(fee, cites=getattr(self.fees, usual)))
        wrong = self.least <= 0 or self.unit <= 0 or self.least % self.unit
        if wrong or (self.most is not None and (self.most < self.least or self.most % self.unit)):
            most = "any" if self.most is None else money(self.most)
            text = f"a stake from {money(self.least)} to {most} in units of {money(self.unit)}"
            raise RuleViolation("bad-limits", self.rules.limits, text)
        for fee in (self.hand_fee, self.sitting_fee, self.time_fee):
            if fee and fee.amount % self.unit:
                raise RuleViolation(
                    "bad-amount", fee.cites, f"a fee of {money(fee.amount)} is not in units of {money(self.unit)}"
                )
