"""Fees that are not a percentage: by which clauses they are charged, and the arithmetic of time.

A percentage of the pot is settlement and is worked out at the table; the cage only posts it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from openfelt.errors import RuleViolation
from openfelt.phrases import phrase
from openfelt.rulebooks import HOUSE_RULEBOOK, Cites, rulebook
from openfelt.rulebooks.chapters import Chapter

HOUSE: Final = rulebook(HOUSE_RULEBOOK)

MINUTE_MS: Final = 60_000

DUE_CITES: Final = HOUSE.cite("11.5")
ROUNDING_CITES: Final = HOUSE.cite("11.4")
BY_THE_SIGN: Final = HOUSE.cite("7")  # the commission is what the sign states


@dataclass(frozen=True, slots=True)
class FeeRules:
    """By which clauses of its own book, or of the house's rules, a table charges: no table cites another casino's.

    `own_hours`: each player's time runs in whole hours from the player's arrival.
    """

    hand: Cites = BY_THE_SIGN
    time: Cites = BY_THE_SIGN
    table_time: Cites = BY_THE_SIGN
    sitting: Cites = BY_THE_SIGN
    inactive: Cites = ()
    no_refund: Cites = ()
    moved: Cites = ()
    box: Cites = BY_THE_SIGN
    checks: Cites = BY_THE_SIGN
    own_hours: bool = False
    float_tray: Cites = ()  # () where the book has none: the house's rules
    change: Cites = ()


MONEY: Final = Chapter("money", FeeRules)


class Anchor(Enum):
    """From where the periods of a time charge run."""

    GAME_START = "game start"
    CLOCK_HOUR = "clock hour"
    ARRIVAL = "arrival"


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
    cites: Cites = BY_THE_SIGN

    def __post_init__(self) -> None:
        require_amount("time charge", self.amount, self.cites)
        if self.period_minutes <= 0 or self.step_minutes < 0:
            raise RuleViolation(
                "bad-period",
                self.cites,
                phrase("a time charge every {period_minutes} minutes", period_minutes=self.period_minutes),
            )
        if self.step_minutes and self.period_minutes % self.step_minutes:
            raise RuleViolation(
                "bad-step",
                self.cites,
                phrase(
                    "{period_minutes} minutes in steps of {step_minutes}",
                    period_minutes=self.period_minutes,
                    step_minutes=self.step_minutes,
                ),
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


def require_amount(what: str, amount: int, cites: Cites) -> None:
    """Refuse a fee of nothing, or of less."""
    if type(amount) is not int or amount <= 0:
        raise RuleViolation("bad-amount", cites, phrase("a {what} is a whole number of cents above zero", what=what))
