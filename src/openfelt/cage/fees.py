"""Fees that are not a percentage: per hand, by time, for sitting down, for extra time. Values and their arithmetic.

A percentage of the pot is settlement and is worked out at the table; the cage only posts it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from openfelt.errors import RuleViolation
from openfelt.money import money
from openfelt.rulebooks import Cites, rulebook

NSW = rulebook("nsw-poker")
ACT = rulebook("act-stud")
ROOM = rulebook("house")

MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
DOLLAR: Final = 100

PERCENTAGE_CITES: Final = NSW.cite("3.3.1")
HAND_CITES: Final = NSW.cite("3.3.2", "3.3.2.1")
TIME_CITES: Final = NSW.cite("3.3.3", "3.3.3.2")
TABLE_TIME_CITES: Final = NSW.cite("3.3.3.1")
MOVE_CITES: Final = NSW.cite("3.3.3.3")
NO_REFUND_CITES: Final = NSW.cite("3.3.3.4")
INACTIVE_CITES: Final = NSW.cite("3.3.3.5")
SITTING_CITES: Final = NSW.cite("3.3.3.6")
ACT_TIME_CITES: Final = ACT.cite("15.3")
ROUNDING_CITES: Final = ROOM.cite("11.4")
BOX_CITES: Final = NSW.cite("2.5")
CHECK_CITES: Final = NSW.cite("3.10")
BY_THE_SIGN: Final = ROOM.cite("7")  # the commission is what the sign states
TIME_PURCHASE_CITES: Final = NSW.cite("7.12.2", "7.12.3")


@dataclass(frozen=True, slots=True)
class FeeCites:
    """By which clauses of its own book, or of the house's rules, a table charges: no table cites another casino's."""

    hand: Cites
    time: Cites
    table_time: Cites
    sitting: Cites
    inactive: Cites = ()
    no_refund: Cites = ()
    moved: Cites = ()
    box: Cites = BY_THE_SIGN
    checks: Cites = BY_THE_SIGN


FEE_CITES: Final[dict[str, FeeCites]] = {
    "nsw-poker": FeeCites(
        HAND_CITES,
        TIME_CITES,
        TABLE_TIME_CITES,
        SITTING_CITES,
        INACTIVE_CITES,
        NO_REFUND_CITES,
        MOVE_CITES,
        BOX_CITES,
        CHECK_CITES,
    ),
    "act-stud": FeeCites(
        ACT.cite("15.1"),
        ACT_TIME_CITES,
        ACT_TIME_CITES,
        ACT.cite("15.1"),
        no_refund=ACT_TIME_CITES,
        moved=ACT_TIME_CITES,
    ),
    "us-stud": FeeCites(BY_THE_SIGN, BY_THE_SIGN, BY_THE_SIGN, BY_THE_SIGN),
    "house": FeeCites(BY_THE_SIGN, BY_THE_SIGN, BY_THE_SIGN, BY_THE_SIGN),
}


class Anchor(Enum):
    """From where the periods of a time charge run."""

    GAME_START = "game start"
    CLOCK_HOUR = "clock hour"
    ARRIVAL = "arrival"


@dataclass(frozen=True, slots=True)
class HandFee:
    """A fee for each hand dealt, from each player dealt in (3.3.2.1 names no payer; 3.10 implies the players)."""

    amount: int
    refund_when_void: bool = True
    cites: Cites = HAND_CITES

    def __post_init__(self) -> None:
        require_amount("fee per hand", self.amount, self.cites)


@dataclass(frozen=True, slots=True)
class SittingFee:
    """A fee once a session, when first sitting down; its amount stands on the sign."""

    amount: int
    cites: Cites = SITTING_CITES

    def __post_init__(self) -> None:
        require_amount("sitting fee", self.amount, self.cites)


@dataclass(frozen=True, slots=True)
class TimeFee:
    """A fee in advance for each period: per player, or per table and shared by those seated.

    A later arrival pays for the steps that remain; a started step counts unless `part_step_free` (nsw-poker 3.3.3.2
    does not say). With `step_minutes` 0 every arrival pays a whole period.
    """

    amount: int
    period_minutes: int = 60
    step_minutes: int = 15
    anchor: Anchor = Anchor.GAME_START
    per_table: bool = False
    part_step_free: bool = False
    cites: Cites = TIME_CITES

    def __post_init__(self) -> None:
        require_amount("time charge", self.amount, self.cites)
        if self.period_minutes <= 0 or self.step_minutes < 0:
            raise RuleViolation("bad-period", self.cites, f"a time charge every {self.period_minutes} minutes")
        if self.step_minutes and self.period_minutes % self.step_minutes:
            raise RuleViolation(
                "bad-step", self.cites, f"{self.period_minutes} minutes in steps of {self.step_minutes}"
            )

    @property
    def period_ms(self) -> int:
        """The length of a period."""
        return self.period_minutes * MINUTE_MS

    def period(self, game_start_ms: int, now_ms: int) -> tuple[int, int]:
        """The period that `now_ms` falls in: where it begins and ends."""
        if self.anchor is Anchor.ARRIVAL:
            return now_ms, now_ms + self.period_ms
        origin = game_start_ms if self.anchor is Anchor.GAME_START else 0
        begins = now_ms - (now_ms - origin) % self.period_ms
        return begins, begins + self.period_ms

    def share(self, begins_ms: int, from_ms: int, *, unit: int) -> int:
        """What one player owes for the rest of a period from `from_ms` on, in whole chip units, rounded down.

        >>> hourly = TimeFee(1200)
        >>> [hourly.share(0, minute * MINUTE_MS, unit=100) for minute in (0, 14, 15, 30, 44, 45, 59)]
        [1200, 1200, 900, 600, 600, 300, 300]
        """
        if not self.step_minutes:
            return self.amount
        steps = self.period_minutes // self.step_minutes
        late = max(0, from_ms - begins_ms)
        step_ms = self.step_minutes * MINUTE_MS
        left = steps - (-(-late // step_ms) if self.part_step_free else late // step_ms)
        return self.amount * max(0, left) // steps // unit * unit

    def each(self, players: int, *, unit: int) -> int:
        """What each of several players owes of a fee for the whole table, in whole chip units, rounded down."""
        return self.amount // players // unit * unit


def act_time_fee(amount: int, *, approved: int, period_minutes: int) -> TimeFee:
    """act-stud's time charge: within the approved rate, prepaid, a whole period for everyone, never refunded."""
    if amount > approved:
        raise RuleViolation(
            "rate-not-approved",
            ACT_TIME_CITES,
            f"a time charge of {money(amount)} is above the approved {money(approved)}",
        )
    return TimeFee(amount, period_minutes, 0, Anchor.ARRIVAL, cites=ACT_TIME_CITES)


def time_purchase(charge: int) -> tuple[int, int]:
    """How a charge for extra time is shared: (house, pot). Halves, in whole dollars; the odd dollar goes to the pot.

    >>> [time_purchase(dollars * 100) for dollars in (1, 2, 3)]
    [(0, 100), (100, 100), (100, 200)]
    """
    house = charge // 2 // DOLLAR * DOLLAR
    return house, charge - house


def require_amount(what: str, amount: int, cites: Cites) -> None:
    """Refuse a fee of nothing, or of less."""
    if type(amount) is not int or amount <= 0:
        raise RuleViolation("bad-amount", cites, f"a {what} is a whole number of cents above zero")
