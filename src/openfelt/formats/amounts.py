"""Money in histories: exact decimals as whole numbers of the smallest unit a hand uses. No floats."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from openfelt.errors import NotationError

# An infinite stack (research histories) is a stack that no pot can exhaust; it is not checked at the end.
UNBOUNDED: Final = 10**15
MOST_PLACES: Final = 12
_AMOUNT: Final = re.compile(r"[+-]?(\d[\d_]*)(?:\.(\d+))?$")
_INFINITE: Final = frozenset({"inf", "+inf"})

Written = int | str  # a TOML integer, or the text of a TOML decimal


def places_of(amounts: Iterable[Written]) -> int:
    """How many decimals the finest of the amounts has.

    >>> places_of([10, "0.5", "12.250", "inf"])
    2
    """
    most = 0
    for one in amounts:
        if type(one) is str and "." in one:
            digits = len(one.rstrip("0")) - one.index(".") - 1
            most = max(most, digits)
    if most > MOST_PLACES:
        raise NotationError(f"amounts with {most} decimals; at most {MOST_PLACES} are read")
    return most


def scaled(amount: Written, places: int) -> int:
    """The amount in units of 10 ** -places.

    >>> scaled("12.5", 2), scaled(3, 2), scaled("-0.05", 2)
    (1250, 300, -5)
    """
    if type(amount) is int:
        return amount * 10**places
    if amount in _INFINITE:
        return UNBOUNDED
    found = _AMOUNT.match(amount) if isinstance(amount, str) else None
    if found is None or not amount.isascii():  # type: ignore[union-attr]
        raise NotationError(f"{amount!r} is not an amount; a whole number, an exact decimal or inf is")
    assert isinstance(amount, str)
    whole, _, part = amount.partition(".")
    part = part.rstrip("0")
    if len(part) > places:
        raise NotationError(f"{amount} is finer than the amounts of this hand ({places} decimals)")
    return int(whole + part.ljust(places, "0"))


def is_unbounded(amount: Written) -> bool:
    """Whether the amount is written as infinite."""
    return type(amount) is str and amount in _INFINITE


def plain(units: int, places: int) -> int | Decimal:
    """The amount as people write it, exact.

    >>> plain(1250, 2), plain(1200, 2), plain(7, 0)
    (Decimal('12.5'), 12, 7)
    """
    if not places:
        return units
    whole, rest = divmod(units, 10**places)
    return whole if not rest else Decimal(units).scaleb(-places).normalize()


def text_of(units: int, places: int) -> str:
    """The amount as text.

    >>> text_of(1250, 2), text_of(-5, 2)
    ('12.5', '-0.05')
    """
    if not places:
        return str(units)
    sign, digits = ("-", str(-units)) if units < 0 else ("", str(units))
    digits = digits.rjust(places + 1, "0")
    part = digits[-places:].rstrip("0")
    return sign + digits[:-places] + ("." + part if part else "")
