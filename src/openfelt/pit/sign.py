"""The sign beside a house-banked table: limits, pay tables, maximum payouts, and how doubtful clauses are read.

A sign is a frozen value; `validate` checks it against its rulebook before it is put up, and nobody checks one that
hangs: what was played under it stays readable. Each reading that a rulebook leaves open is a named setting; its
default is our resolution and the other values are the other readings. Money is whole cents.

Every game has a sign of its own, in its book's folder. What a sign must be able to say stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

import msgspec

from openfelt.errors import RuleViolation
from openfelt.phrases import Listed, Money, Name, Phrase, Text, phrase, quoted
from openfelt.pit.paytables import PayTable, TableKind
from openfelt.rulebooks import Cites


class Line(NamedTuple):
    """One line of a printed sign with the clauses that ask for it."""

    text: Text
    cites: Cites


class Reading(NamedTuple):
    """A doubtful clause: the setting, what the sign prints for each value (the resolution first), and the clauses."""

    setting: str
    printed: Mapping[object, str]
    cites: Cites
    question: str

    @property
    def values(self) -> tuple[object, ...]:
        """Every way to read the clause, our resolution first."""
        return tuple(self.printed)


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the most that may be staked, in steps."""

    low: int
    high: int
    step: int

    def check(self, spread: Cites, steps: Cites) -> None:
        """Refuse limits that are none, by the clause of the least and the most or by that of the multiples."""
        if not 0 < self.low <= self.high:
            raise RuleViolation(
                "sign-limits", spread, phrase("limits of {words} are none: $0 < least <= most", words=self.words())
            )
        if self.step <= 0 or self.low % self.step or self.high % self.step:
            raise RuleViolation(
                "sign-limits", steps, phrase("limits of {words} are no such multiples", words=self.words())
            )

    def __str__(self) -> str:
        return f"{self.low}-{self.high}/{self.step}"

    def words(self) -> Phrase:
        """The limits as a sign prints them."""
        low, high, step = Money(self.low), Money(self.high), Money(self.step)
        return phrase("{low} to {high}, in multiples of {step}", low=low, high=high, step=step)


class AnySign:
    """The sign of any house-banked game. Events and orders name this; the codec finds the game by the sign's tag."""

    __slots__ = ()

    @property
    def ante(self) -> Limits:
        """The limits of an ante."""
        raise NotImplementedError

    @property
    def bonus(self) -> Limits:
        """The limits of a bonus wager."""
        raise NotImplementedError

    @property
    def unit(self) -> int:
        """The least chip of the table."""
        raise NotImplementedError

    @property
    def rulebook(self) -> str:
        """The rulebook this sign obeys."""
        raise NotImplementedError

    @property
    def places(self) -> int:
        """How many boxes the layout has."""
        raise NotImplementedError

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The doubtful clauses that this sign settles."""
        raise NotImplementedError

    def check(self) -> None:
        """Refuse what the rulebook does not allow."""
        raise NotImplementedError

    def displayed(self) -> tuple[Line, ...]:
        """What the rulebook asks to be displayed, each line with its clauses."""
        raise NotImplementedError

    def lines(self) -> tuple[Line, ...]:
        """The sign as it is printed: what the rulebook asks to be displayed, then the readings in force."""
        return (*self.displayed(), *reading_lines(self))


class PitSign(msgspec.Struct, AnySign, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the signs of all games hold."""

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
                phrase(
                    "wager steps {step} and {other} are not in {unit} chips",
                    step=Money(self.ante.step),
                    other=Money(self.bonus.step),
                    unit=Money(self.unit),
                ),
            )


Checked = TypeVar("Checked", bound=AnySign)


def validate(sign: Checked) -> Checked:
    """The sign itself, if its rulebook allows it; else its first fault."""
    sign.check()
    return sign


def require_readings(sign: AnySign) -> None:
    """Refuse a reading that no one has proposed, naming the setting, its values and the clause in doubt."""
    for reading in sign.readings:
        chosen = getattr(sign, reading.setting)
        if chosen not in reading.values or type(chosen) is not type(reading.values[0]):
            legal = [str(value) for value in reading.values]
            raise RuleViolation(
                "sign-reading",
                reading.cites,
                phrase("{setting} cannot be {chosen}", setting=Name(reading.setting), chosen=quoted(chosen)),
                legal=legal,
            )


def require_chips(amount: int, unit: int, cites: Cites) -> None:
    """Refuse a maximum payout that the table's chips cannot pay out."""
    if amount % unit:
        raise RuleViolation(
            "sign-max-payout",
            cites,
            phrase("a maximum payout of {amount} is not whole chips of {unit}", amount=Money(amount), unit=Money(unit)),
        )


def require_table(table: PayTable, kind: TableKind) -> None:
    """Refuse a pay table hung in another table's place."""
    if table.name != kind.name:
        raise RuleViolation(
            "sign-pay-table",
            table.cites,
            phrase("pay table {name} stands where {kind} belongs", name=quoted(table.name), kind=quoted(kind.name)),
        )


def reading_lines(sign: AnySign) -> tuple[Line, ...]:
    """The readings in force, printed on the sign."""
    return tuple(Line(one.printed[getattr(sign, one.setting)], one.cites) for one in sign.readings)


def odds_text(table: PayTable) -> Listed:
    """A table in one line: "flush 2 to 1, all other 1 to 1"."""
    return Listed(
        tuple(
            phrase("{hand} {odds} to 1" if odds else "{hand} stand-off", hand=hand.replace("-", " "), odds=odds)
            for hand, odds in table.rows
        )
    )


def settings_of(sign: AnySign) -> tuple[str, ...]:
    """The names of all that a sign says."""
    names: tuple[str, ...] = sign.__struct_fields__  # type: ignore[attr-defined]
    return names


def changed(sign: Checked, **settings: object) -> Checked:
    """The sign with some of its settings changed; nothing is checked."""
    return msgspec.structs.replace(sign, **settings)  # type: ignore[type-var]


def with_tables(sign: Checked, tables: Mapping[str, PayTable]) -> Checked:
    """The sign with other pay tables on it, as `read_file` returns them."""
    fields = {table.name: name for name in settings_of(sign) if isinstance(table := getattr(sign, name), PayTable)}
    return validate(changed(sign, **{fields[name]: table for name, table in tables.items()}))
