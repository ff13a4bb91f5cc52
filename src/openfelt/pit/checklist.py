"""What staff do and what everyone is bound to, as lists by the moment: rulebook steps that move no chip.

The lists are in the books; each step cites its clause. `MOMENTS` says which lists belong to a phase of the round.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from openfelt.rulebooks import Cites, Rulebook

Moment = Literal["terms", "conduct", "opening", "shuffle", "betting", "dealing", "rack", "closing"]


class Step(NamedTuple):
    """One thing to do or to keep to, by whom, and the clause that asks for it."""

    text: str
    by: str
    cites: Cites


def steps(book: Rulebook, *rows: tuple[str, str, str]) -> tuple[Step, ...]:
    """Steps from rows of clauses, who, and what; several clauses are separated by a comma."""
    return tuple(Step(text, by, book.cite(*clauses.split(", "))) for clauses, by, text in rows)


MOMENTS: Final[Mapping[str, tuple[Moment, ...]]] = {
    "betting": ("shuffle", "betting"),
    "dealing": ("dealing",),
    "racking": ("rack",),
    "done": ("shuffle", "closing"),
}
