"""What goes into a cell of a file for a spreadsheet: texts that people thought of are shown, never computed."""

from __future__ import annotations

from typing import Any, Final

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would compute instead of showing


def cell(value: Any) -> str | int:  # noqa: ANN401 - whatever a line has
    """A value as a spreadsheet shows it: never as a formula.

    >>> cell("=1+1"), cell("Table 1"), cell(-5), cell(("a", "b"))
    ("'=1+1", 'Table 1', -5, 'a, b')
    """
    if isinstance(value, int):
        return value
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return f"'{text}" if text.startswith(FORMULA) else text
