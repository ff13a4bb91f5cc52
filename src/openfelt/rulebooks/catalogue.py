"""Clause catalogues read from the books' folders, and citations that are checked when they are written down."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from openfelt.errors import BrokenBook, OpenfeltError
from openfelt.rulebooks.shelf import folders, module_of, outside, rulebook_keys, shelved

Cites = tuple[str, ...]

KINDS: Final = {
    "engine": "a hand's course: dealing, turns, betting, pots",
    "evaluator": "which hand is better",
    "settlement": "who is paid what: pots, odd chips, commission, wagers",
    "config": "what a table sign may say",
    "definition": "what a word means",
    "procedure": "what a dealer does with cards and chips",
    "irregularity": "what happens when something went wrong",
    "supervisor": "what the floor decides",
    "room": "seats, waiting lists, closing, conduct",
    "tournament": "tournaments",
    "jackpot": "jackpots",
    "promotion": "promotions",
    "legal": "titles, dates, statutes",
}

COLUMNS: Final = ("clause", "kind", "requirement", "software_behaviour", "note")


class UnknownClause(OpenfeltError, KeyError):
    """A clause number, or a rulebook, that does not exist; near matches follow."""

    code = "unknown-clause"
    offer = "near"


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

    @property
    def anchor(self) -> str:
        """The clause's place on its rulebook's page, unique across rulebooks.

        >>> clause("nsw-poker 1.1/active player").anchor
        'nsw-poker-1-1-active-player'
        """
        return re.sub(r"[^a-z0-9]+", "-", self.cite.lower()).strip("-")

    @property
    def section(self) -> str:
        """The part of the rulebook it stands in: the number before the first point, slash or bracket.

        >>> clause("nsw-poker 12.4").section, clause("us-stud rank(1)").section
        ('12', 'rank')
        """
        return re.split(r"[./(]", self.number, maxsplit=1)[0]

    def __str__(self) -> str:
        return self.cite


class Rulebook(Mapping[str, Clause]):
    """A rulebook's clauses by number, in the order of the book.

    >>> rulebook("nsw-poker")["12.44"]
    Traceback (most recent call last):
    openfelt.rulebooks.catalogue.UnknownClause: nsw-poker has no clause '12.44'; near: 12.4, 12.7, 12.6
    """

    def __init__(self, key: str, clauses: Mapping[str, Clause]) -> None:
        self.key = key
        self._clauses = clauses

    @property
    def title(self) -> str:
        """What the book calls itself, and where it holds."""
        return shelved(self.key).title

    @property
    def version(self) -> int:
        """The number of its rules as the software plays them."""
        return shelved(self.key).version

    def __getitem__(self, number: str) -> Clause:
        try:
            return self._clauses[number]
        except KeyError:
            if not isinstance(number, str):
                raise UnknownClause(f"{self.key} names its clauses by text, such as '8.8', not {number!r}") from None
            raise UnknownClause(f"{self.key} has no clause {number!r}", legal=self.near(number)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return rulebook, (self.key,)

    def __repr__(self) -> str:
        return f"rulebook({self.key!r})"

    def cite(self, *numbers: str) -> Cites:
        """Citations of several clauses, each checked to exist.

        >>> rulebook("house").cite("1", "2.1")
        ('house 1', 'house 2.1')
        """
        return tuple(self[number].cite for number in numbers)

    def under(self, number: str) -> tuple[Clause, ...]:
        """The clauses that stand below a number, not the clause itself: 12 holds 12.1, 12.2 and so on.

        >>> [one.number for one in rulebook("house").under("2")][:3]
        ['2.1', '2.2', '2.3']
        """
        heads = tuple(f"{number}{mark}" for mark in "./(")
        return tuple(one for one in self.values() if number and one.number.startswith(heads))

    def near(self, number: str) -> tuple[str, ...]:
        """The numbers a misspelt one may have meant: those below it, or the most alike."""
        below = tuple(one.number for one in self.under(number))
        alike = difflib.get_close_matches(number, self._clauses, n=60, cutoff=0.5)
        return (below or tuple(sorted(alike, key=lambda one: -shared_start(one, number))))[:3]


@cache
def joined(*several: Cites) -> Cites:
    """Citations in order, each clause once. The few combinations there are, are kept: every event is made with one.

    >>> joined(("house 2.1", "house 1"), ("house 1",))
    ('house 2.1', 'house 1')
    """
    return tuple(dict.fromkeys(cite for cites in several for cite in cites))


def shared_start(one: str, other: str) -> int:
    """How many letters two numbers share at the start: a slip is likelier in the last place than in the rule."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


@cache
def rulebook(key: str) -> Rulebook:
    """The rulebook of that name."""
    if key not in folders() and key not in outside():
        keys = rulebook_keys()
        raise UnknownClause(f"no rulebook {key!r}", legal=difflib.get_close_matches(key, keys, n=2, cutoff=0.5) or keys)
    path = files(module_of(key)) / "clauses.tsv"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise BrokenBook(f"{path}: {key} has no clauses that can be read: {fault}") from fault
    return Rulebook(key, read_catalogue(key, text, str(path)))


def read_catalogue(key: str, text: str, path: str = "clauses.tsv") -> dict[str, Clause]:
    """The clauses of a catalogue's text; a fault is named with the line of its file."""
    header, *lines = text.rstrip("\n").split("\n")
    clauses: dict[str, Clause] = {}
    for place, line in enumerate(lines, start=2):
        cells = tuple(cell.strip() for cell in line.split("\t"))
        if len(cells) != len(COLUMNS) or not all(cells[:4]):
            raise BrokenBook(f"{path}:{place}: {len(COLUMNS)} columns between tabs, all but the note filled")
        one = Clause(key, *cells)
        if one.kind not in KINDS:
            raise BrokenBook(f"{path}:{place}: {one} is of no known kind: {one.kind!r}; known: {', '.join(KINDS)}")
        if one.number in clauses:
            raise BrokenBook(f"{path}:{place}: {one} stands twice")
        clauses[one.number] = one
    if tuple(header.split("\t")) != COLUMNS:
        raise BrokenBook(f"{path}:1: the columns are not {', '.join(COLUMNS)}")
    return clauses


def clause(cite: str) -> Clause:
    """The clause a citation names.

    >>> clause("nsw-poker 12.4").kind
    'engine'
    """
    key, _, number = cite.partition(" ")
    return rulebook(key)[number]
