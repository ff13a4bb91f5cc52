"""What every kind of story has in common: steps that are taken one by one, and words for a line that does not hold."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from openfelt.errors import NotationError, OpenfeltError
from openfelt.rulebooks import RULEBOOK_KEYS, clause


class Failed(OpenfeltError):
    """A line that does not hold."""

    code = "story"


class Step(NamedTuple):
    """One thing that a story says: its line, its words, and how the engine repeats them if otherwise."""

    line: int
    text: str
    said: str = ""


class Telling(Protocol):
    """A story that was read and is told step by step."""

    @property
    def proves(self) -> tuple[str, ...]:
        """The clauses that it is to prove."""

    @property
    def cites(self) -> set[str]:
        """Every clause given so far."""

    @property
    def steps(self) -> Sequence[Step]:
        """What it says, in order."""

    def take(self, step: Step) -> Iterable[str]:
        """The clauses that the next step gives; NotationError if it cannot be read, another if it does not hold."""


def require(truth: object, text: str) -> None:
    """Fail with words that say what was so instead."""
    if not truth:
        raise Failed(text)


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
