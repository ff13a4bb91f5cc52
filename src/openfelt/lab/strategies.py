"""Strategies as short texts: lines tried from the top, the first that fits decides. Knows no game.

    # Canberra Hold-em, a cautious player
    call  hand >= pair
    call  high >= K  and  board-pair = no
    fold

A condition compares a feature of the cards with a number, a rank, a hand or yes/no. A game supplies the features as
whole numbers, one for each decision, so a strategy is applied to all decisions of a game at once.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from openfelt.errors import NotationError
from openfelt.pit.paytables import read_short

MOST_LINES: Final = 200
MOST_CHARACTERS: Final = 20_000

Numbers = NDArray[np.int16]
COMPARE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "!=": operator.ne,
}
CONDITION: Final = re.compile(r"([a-z][a-z-]*)\s*(>=|<=|!=|=|>|<)\s*(\S+)")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a game's strategies may say: decisions, and features with the words for their values."""

    game: str
    decisions: Mapping[str, int]
    features: Mapping[str, Mapping[str, int]]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """A feature compared with a value."""

    feature: str
    compare: str
    value: int
    text: str

    def fits(self, features: Mapping[str, Numbers]) -> NDArray[np.bool_]:
        """For which decisions the condition holds."""
        found: NDArray[np.bool_] = COMPARE[self.compare](features[self.feature], self.value)
        return found


@dataclass(frozen=True, slots=True)
class Line:
    """A decision and the conditions under which it is taken, all of them."""

    decision: str
    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return " and ".join([f"{self.decision:<8}" + (self.conditions[0].text if self.conditions else "")]
                            + [one.text for one in self.conditions[1:]]).rstrip()  # fmt: skip


@dataclass(frozen=True, slots=True)
class Strategy:
    """A named list of lines for one game."""

    name: str
    lines: tuple[Line, ...]
    vocabulary: Vocabulary

    def apply(self, features: Mapping[str, Numbers]) -> NDArray[np.uint8]:
        """The decision (its number) taken with each set of cards."""
        first = next(iter(features.values()))
        taken = np.zeros(first.shape, np.uint8)
        open_still = np.ones(first.shape, np.bool_)
        for line in self.lines:
            fits = open_still.copy()
            for condition in line.conditions:
                fits &= condition.fits(features)
            taken[fits] = self.vocabulary.decisions[line.decision]
            open_still &= ~fits
        return taken

    def __str__(self) -> str:
        return "\n".join(str(line) for line in self.lines)


def parse(text: str, vocabulary: Vocabulary, *, name: str) -> Strategy:
    """A strategy from its text. The last line must have no condition, so that every decision is covered."""
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"{name}: {len(text)} characters, more than {MOST_CHARACTERS}")
    lines: list[Line] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        words = raw.partition("#")[0].strip()
        if not words:
            continue
        where = f"{name}, line {number}"
        if lines and not lines[-1].conditions:
            raise NotationError(f"{where}: nothing can follow a line without a condition")
        lines.append(parse_line(words, vocabulary, where))
        if len(lines) > MOST_LINES:
            raise NotationError(f"{name}: more than {MOST_LINES} lines")
    if not lines or lines[-1].conditions:
        raise NotationError(f"{name}: the last line must decide without a condition", cites=vocabulary.cites,
                            legal=tuple(vocabulary.decisions))  # fmt: skip
    return Strategy(name, tuple(lines), vocabulary)


def parse_line(words: str, vocabulary: Vocabulary, where: str) -> Line:
    """One line: the longest decision it begins with, then conditions joined by "and"."""
    for decision in sorted(vocabulary.decisions, key=len, reverse=True):
        if words == decision or words.startswith(decision + " "):
            rest = words[len(decision) :].strip()
            parts: Sequence[str] = re.split(r"\s+and\s+", rest) if rest else ()
            return Line(decision, tuple(parse_condition(part.strip(), vocabulary, where) for part in parts))
    raise NotationError(f"{where}: no decision in {words!r}", cites=vocabulary.cites, legal=tuple(vocabulary.decisions))


def parse_condition(text: str, vocabulary: Vocabulary, where: str) -> Condition:
    """One condition: a feature, a comparison, a value that the feature can have."""
    found = CONDITION.fullmatch(text)
    if found is None:
        raise NotationError(f"{where}: {text!r} is not 'feature >= value'", legal=tuple(vocabulary.features))
    feature, compare, value = found.groups()
    if feature not in vocabulary.features:
        raise NotationError(f"{where}: no feature {feature!r}", legal=tuple(vocabulary.features))
    values = vocabulary.features[feature]
    if value not in values:
        raise NotationError(f"{where}: {feature} cannot be {value!r}", legal=tuple(values))
    return Condition(feature, compare, values[value], f"{feature} {compare} {value}")


def read_strategy(path: str | Path, vocabulary: Vocabulary) -> Strategy:
    """A strategy from a file; the file's name and line stand in every refusal."""
    return parse(read_short(path, MOST_CHARACTERS), vocabulary, name=str(path))
