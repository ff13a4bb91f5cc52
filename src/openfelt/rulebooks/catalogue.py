"""Clause catalogues read from package data, and citations that are checked when they are written down."""

from __future__ import annotations

import csv
import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from openfelt.errors import OpenfeltError

Cites = tuple[str, ...]

CASINO_RULEBOOKS: Final = ("nsw-poker", "act-stud", "act-holdem", "nz-big-raise", "us-stud")
HOUSE_RULEBOOK: Final = "house"
RULEBOOK_KEYS: Final = (*CASINO_RULEBOOKS, HOUSE_RULEBOOK)

TITLES: Final = {
    "nsw-poker": "Poker, The Star, Sydney (New South Wales)",
    "act-stud": "Seven Card Stud Poker, Casino Canberra (ACT)",
    "act-holdem": "Canberra Casino Hold-em Poker (ACT)",
    "nz-big-raise": "Big Raise Stud Poker (New Zealand)",
    "us-stud": "Seven Card Stud (US room)",
    "house": "openfelt's house rules: what the five leave to custom",
}


class UnknownClause(OpenfeltError, KeyError):
    """A clause number, or a rulebook, that does not exist."""

    code = "unknown-clause"


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered clause: what it asks, in our words, what the software does about it, and any doubt."""

    rulebook: str
    number: str
    kind: str
    requirement: str
    behaviour: str
    note: str

    @property
    def cite(self) -> str:
        """The citation as it stands in events and refusals: "nsw-poker 12.4"."""
        return f"{self.rulebook} {self.number}"


class Rulebook(Mapping[str, Clause]):
    """A rulebook's clauses by number, in the order of the book."""

    def __init__(self, key: str, clauses: Mapping[str, Clause]) -> None:
        self.key = key
        self.title = TITLES[key]
        self._clauses = clauses

    def __getitem__(self, number: str) -> Clause:
        try:
            return self._clauses[number]
        except KeyError:
            near = difflib.get_close_matches(number, self._clauses, n=3)
            raise UnknownClause(f"{self.key} has no clause {number!r}", legal=near) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)

    def __hash__(self) -> int:
        return hash(self.key)

    def cite(self, *numbers: str) -> Cites:
        """Citations of several clauses, each checked to exist."""
        return tuple(self[number].cite for number in numbers)

    def __repr__(self) -> str:
        return f"rulebook({self.key!r})"


@cache
def rulebook(key: str) -> Rulebook:
    """The rulebook of that name."""
    if key not in RULEBOOK_KEYS:
        raise UnknownClause(f"no rulebook {key!r}", legal=RULEBOOK_KEYS)
    text = (files("openfelt.rulebooks") / "data" / f"{key}.tsv").read_text(encoding="utf-8")
    rows = csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    next(rows)
    clauses = {row[0]: Clause(key, row[0], *(cell.strip() for cell in (row + [""] * 5)[1:5])) for row in rows if row}
    return Rulebook(key, clauses)


def clause(cite: str) -> Clause:
    """The clause a citation names.

    >>> clause("nsw-poker 12.4").kind
    'engine'
    """
    key, _, number = cite.partition(" ")
    return rulebook(key)[number]
