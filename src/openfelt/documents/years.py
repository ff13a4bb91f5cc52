"""The years that a moment in a document may lie in: so many that every clock and every zone can tell its instant."""

from __future__ import annotations

from typing import Final

YEARS: Final = range(1970, 9999)


def is_kept_year(year: int) -> bool:
    """Whether a moment of this year has an instant wherever its zone puts it.

    >>> is_kept_year(2026), is_kept_year(1), is_kept_year(9999)
    (True, False, False)
    """
    return year in YEARS
