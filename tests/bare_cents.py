"""Finds amounts that were written in cents where a person reads them."""

from __future__ import annotations

import re

# Dollars, clauses in brackets, dates, and numbers that count something else than money.
OTHER = re.compile(
    r"NI\d+-\d+|Act \d{4}|\$[\d,]+(?:\.\d\d)?|\[[^\]]*\]|\d{4}-\d\d-\d\d|(?:hand|round|number|turn|seed) \d+"
    r"|\d+ (?:second|minute|hand|card|round)"
)


def bare_cents(text: str) -> list[str]:
    """Whole numbers of four or more digits that are neither dollars nor a count: a table has no such seat or card."""
    return re.findall(r"(?<![\w.])\d{4,}(?!\w)", OTHER.sub(" ", text))
