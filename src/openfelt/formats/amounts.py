"""Money in histories: exact decimals as whole numbers of the smallest unit a hand uses. No floats."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Final

from openfelt.errors import NotationError

# Every amount that is written is below this.
ABOVE_ANY_POT: Final = 10**15
MOST_PLACES: Final = 12
# An infinite stack (research histories): a thousand of the largest amounts in the finest unit do not exhaust it.
ENDLESS: Final = 10**30
MOST_DIGITS: Final = 30
MOST_SHOWN: Final = 60
TEN: Final[tuple[int, ...]] = tuple(10**places for places in range(MOST_PLACES + 1))
_INFINITE: Final = frozenset({"inf", "+inf"})
_NO_NUMBER: Final = frozenset({"-inf", "nan", "+nan", "-nan"})
_INT_DIGITS: Final = 15  # a whole number of so many digits is below ABOVE_ANY_POT


class DecimalText(str):
    """The text of a decimal as it stands in a file, so that it is never a float and never mistaken for a word."""

    __slots__ = ()


Written = int | DecimalText


def shown(value: object) -> str:
    """A value as a refusal names it: on one line and short, whatever a file holds.

    >>> shown("NT"), shown(10**5000)
    ("'NT'", 'a number of more than 4300 digits')
    """
    try:
        text = repr(value)
    except ValueError:
        return f"a number of more than {sys.get_int_max_str_digits()} digits"
    except RecursionError:
        return "a list of lists of lists"
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def require_amount(one: object, key: str, *, endless: bool = False) -> None:
    """Refuse what is no amount of a field; only a stack may be infinite."""
    if type(one) is int:
        if not -ABOVE_ANY_POT < one < ABOVE_ANY_POT:
            raise NotationError(f"{shown(one)} in the field {key!r} is more than any pot holds; amounts are below 1e15")
    elif type(one) is not DecimalText or one in _NO_NUMBER:
        raise NotationError(f"{shown(one)} in the field {key!r} is no amount")
    elif one in _INFINITE and not endless:
        raise NotationError(f"{shown(one)} in the field {key!r}: only a stack can be infinite")


def require_size(value: object, key: str) -> None:
    """Refuse a whole number that is more than any pot holds, wherever in a field of our own it stands."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            left += one.values()
        elif isinstance(one, list):
            left += one
        elif type(one) is int:
            require_amount(one, key)


def places_of(amounts: Iterable[Written]) -> int:
    """How many decimals the finest of the amounts has.

    >>> places_of([10, DecimalText("0.5"), DecimalText("12.250"), DecimalText("inf")])
    2
    """
    most = 0
    for one in amounts:
        if type(one) is DecimalText and one not in _INFINITE:
            digits = (
                len(one.rstrip("0")) - one.find(".") - 1
                if "." in one and one.isascii() and "e" not in one and "E" not in one
                else _places(one)
            )
            most = max(most, digits)
    if most > MOST_PLACES:
        raise NotationError(f"amounts with {most} decimals; at most {MOST_PLACES} are read")
    return most


def _places(amount: str) -> int:
    """The decimals of an amount in any notation: none of 1e3, three of 5e-3."""
    exponent = _decimal(amount).normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    return max(-exponent, 0)


def _decimal(amount: str) -> Decimal:
    """The number that a text writes, in any notation."""
    if len(amount) > MOST_DIGITS:
        raise NotationError(f"{shown(amount)} is an amount of {len(amount)} characters; at most {MOST_DIGITS} are read")
    try:
        found = Decimal(amount)
    except InvalidOperation:
        found = Decimal("nan")
    if not found.is_finite() or not amount.isascii():
        raise NotationError(f"{shown(amount)} is not an amount; a whole number or an exact decimal is")
    if abs(found) >= ABOVE_ANY_POT:
        raise NotationError(f"{amount} is more than any pot holds; amounts are below 1e15")
    return found


def scaled(amount: int | str, places: int) -> int:
    """The amount in units of 10 ** -places. An infinite one is none; `ENDLESS` stands for an infinite stack.

    >>> scaled("12.5", 2), scaled(3, 2), scaled("-0.05", 2), scaled("1e3", 0)
    (1250, 300, -5, 1000)
    """
    if type(amount) is int:
        return amount * TEN[places]
    assert isinstance(amount, str)
    if amount.isdecimal() and amount.isascii() and len(amount) <= _INT_DIGITS:
        return int(amount) * TEN[places]
    units = _decimal(amount).scaleb(places)
    if units != units.to_integral_value():
        raise NotationError(f"{amount} is finer than the amounts of this hand ({places} decimals)")
    return int(units)


def is_unbounded(amount: Written) -> bool:
    """Whether the amount is written as infinite."""
    return type(amount) is DecimalText and amount in _INFINITE


def written_stack(units: int) -> Written:
    """A stack as a file writes it.

    >>> written_stack(1250), written_stack(ENDLESS - 1250)
    (1250, 'inf')
    """
    return DecimalText("inf") if units > ENDLESS // 2 else units


def plain(units: int, places: int) -> int | Decimal:
    """The amount as people write it, exact.

    >>> plain(1250, 2), plain(1200, 2), plain(7, 0)
    (Decimal('12.5'), 12, 7)
    """
    if not places:
        return units
    whole, rest = divmod(units, TEN[places])
    return whole if not rest else Decimal(text_of(units, places))


def text_of(units: int, places: int) -> str:
    """The amount as text.

    >>> text_of(1250, 2), text_of(-5, 2), text_of(1000, 2)
    ('12.5', '-0.05', '10')
    """
    if not places:
        return str(units)
    sign, digits = ("-", str(-units)) if units < 0 else ("", str(units))
    digits = digits.rjust(places + 1, "0")
    part = digits[-places:].rstrip("0")
    return sign + digits[:-places] + ("." + part if part else "")
