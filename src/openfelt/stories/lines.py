"""What every kind of story has in common: steps that are taken one by one, and words for a line that does not hold."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from openfelt.cards import Card
from openfelt.errors import NotationError, OpenfeltError
from openfelt.room.orders import ByOfficer
from openfelt.rulebooks import RULEBOOK_KEYS, clause
from openfelt.table.script import LONG_NUMBER, MOST_DIGITS


class Failed(OpenfeltError):
    """A line that does not hold."""

    code = "story"


class Step(NamedTuple):
    """One thing that a story says: its line, its words, and how the engine repeats them if otherwise."""

    line: int
    text: str
    said: str = ""


class Source(NamedTuple):
    """An order that a story gives, by its kind: what a door of the room must make for the same to happen there.

    `fields` are those that are not left as usual: whoever makes the order must be able to set them.
    """

    kind: str
    fields: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(self.fields)})" if self.fields else self.kind


Sources = tuple[Source, ...]  # all of which are needed
# By clause: every way in which a line asserts it.
Asserted = dict[str, set[Sources]]


def source_of(order: msgspec.Struct) -> Source:
    """An order as a source: its type, and which of its optional fields it sets.

    >>> from openfelt.room import SitDown
    >>> print(source_of(SitDown("ann", 3, 20000)), source_of(SitDown("ann", 3, 20000, consent=True)))
    SitDown SitDown(consent)
    """
    if isinstance(order, ByOfficer):
        return source_of(order.order)
    optional = (field for field in msgspec.structs.fields(order) if not field.required)
    unusual = tuple(field.name for field in optional if getattr(order, field.name) != field.default)
    return Source(type(order).__name__, unusual)


class GivenOrder(NamedTuple):
    """An order as a story gave it: what happened, or how it was refused, and the cards that it took from the shoe."""

    order: Any  # a command to a hand or a round, a ruling, a power used; "the sign", "the start"; Paused or WentOn
    events: tuple[Any, ...] = ()
    refusal: OpenfeltError | None = None
    took: tuple[tuple[Card, ...], ...] = ()  # time after time, by a ruling or a power, looked at or taken
    by_house: bool = False
    by_hand: bool = False  # the house does not go on by itself


class Telling(Protocol):
    """A story that was read and is told step by step."""

    @property
    def proves(self) -> tuple[str, ...]:
        """The clauses that it is to prove."""

    @property
    def cites(self) -> set[str]:
        """Every clause given so far."""

    @property
    def events(self) -> Sequence[object]:
        """Every event made so far, in order."""

    @property
    def asserted(self) -> Mapping[str, set[Sources]]:
        """The clauses that lines name in brackets and that were given there, each with the orders that gave it."""

    @property
    def steps(self) -> Sequence[Step]:
        """What it says, in order."""

    def take(self, step: Step) -> Iterable[str]:
        """The clauses that the next step gives; NotationError if it cannot be read, another if it does not hold."""


def require(truth: object, text: str) -> None:
    """Fail with words that say what was so instead."""
    if not truth:
        raise Failed(text)


def require_short_numbers(text: str) -> None:
    """A line whose numbers are longer than any amount cannot be read."""
    if LONG_NUMBER.search(text):
        raise NotationError(f"a number of more than {MOST_DIGITS} digits")


def whole_number(text: str, what: str = "number") -> int:
    """A whole number, perhaps with a sign.

    >>> whole_number("-530")
    -530
    """
    if not re.fullmatch(r"[+-]?\d{1,18}", text.strip(), re.ASCII):
        raise NotationError(f"{text.strip()!r} is no {what}", legal=("a whole number",))
    return int(text)


def nearest(text: str, forms: Sequence[str]) -> tuple[str, ...]:
    """The forms that a line resembles most."""
    return tuple(difflib.get_close_matches(text, forms, n=3, cutoff=0.3)) or tuple(forms[:3])


def read_proofs(text: str) -> list[str]:
    """The clauses after `proves`, each with its rulebook or with the one named before it."""
    book, found = "", []
    for one in text.split(","):
        first, _, rest = one.strip().partition(" ")
        book, number = (first, rest) if first in RULEBOOK_KEYS else (book, one.strip())
        if not book:
            raise NotationError(f"{one.strip()!r} names no rulebook", legal=RULEBOOK_KEYS)
        found.append(clause(f"{book} {number.strip()}").cite)
    return found
