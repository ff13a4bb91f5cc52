"""How an amount of money reads to a person. Owns the one formatter; knows no game and no table.

Notation that programs read back (signs, stories, hand texts) keeps whole chips in cents. What is written for a person
(refusals, log lines, downloads, the terminal, the school) passes through `money`.
"""

from __future__ import annotations


def money(cents: int) -> str:
    """An amount in dollars: cents only where there are some, a comma between thousands.

    >>> money(250), money(1000), money(5_000_000), money(-50), money(0)
    ('$2.50', '$10', '$50,000', '-$0.50', '$0')
    """
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}${dollars:,}" + (f".{rest:02}" if rest else "")
