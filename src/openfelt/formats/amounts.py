"""Money in histories: exact decimals as whole numbers of the smallest unit a hand uses. No floats."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Final

from openfelt.errors import NotationError

# An infinite stack (research histories) is a stack that no pot can exhaust; it is not checked at the end.
UNBOUNDED: Final = 10**15
MOST_PLACES: Final = 12
MOST_DIGITS: Final = 30
TEN: Final[tuple[int, ...]] = tuple(10**places for places in range(MOST_PLACES + 1))
_INFINITE: Final = frozenset({"inf", "+inf"})


class DecimalText(str):
    """The text of a decimal as it stands in a file, so that it is never a float and never mistaken for a word."""

    __slots__ = ()


Written = int | DecimalText


def places_of(amounts: Iterable[Written]) -> int:
    """How many decimals the finest of the amounts has.

    >>> places_of([10, DecimalText("0.5"), DecimalText("12.250"), DecimalText("inf")])
    2
    """
    most = 0
    for one in amounts:
        if type(one) is DecimalText:
            digits = (
                len(one.rstrip("0")) - one.find(".") - 1
                if "." in one and one.isascii() and "e" not in one
                else _places(one)
            )
            most = max(most, digits)
    if most > MOST_PLACES:
        raise NotationError(f"amounts with {most} decimals; at most {MOST_PLACES} are read")
    return most


def _places(amount: str) -> int:
    """The decimals of an amount in any notation: none of 1e3, three of 5e-3."""
    exponent = _decimal(amount).normalize().as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def _decimal(amount: str) -> Decimal:
    try:
        found = Decimal(amount)
    except InvalidOperation:
        found = Decimal("nan")
    if found.is_nan() or len(amount) > MOST_DIGITS or (found.is_finite() and abs(found) >= UNBOUNDED):
        raise NotationError(f"{amount[:MOST_DIGITS]!r} is not an amount; a whole number, an exact decimal or inf is")
    return found


def scaled(amount: int | str, places: int) -> int:
    """The amount in units of 10 ** -places.

    >>> scaled("12.5", 2), scaled(3, 2), scaled("-0.05", 2), scaled("1e3", 0)
    (1250, 300, -5, 1000)
    """
    if type(amount) is int:
        return amount * TEN[places]
    assert isinstance(amount, str)
    if amount.isdecimal() and amount.isascii() and len(amount) < MOST_DIGITS:
        return int(amount) * TEN[places]
    if amount in _INFINITE:
        return UNBOUNDED
    units = _decimal(amount).scaleb(places)
    if units != units.to_integral_value():
        raise NotationError(f"{amount} is finer than the amounts of this hand ({places} decimals)")
    return int(units)


def is_unbounded(amount: Written) -> bool:
    """Whether the amount is written as infinite."""
    return type(amount) is DecimalText and amount in _INFINITE


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
