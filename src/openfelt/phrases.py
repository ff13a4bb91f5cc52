"""Sentences with typed parts: words stand apart from the amounts in them, so that a reader chooses how to write those.

Owns the template and its parts; knows no game. A refusal is such a phrase: a page writes its amounts in dollars, the
replay of a history in the units of its file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from openfelt.money import money

WriteMoney: TypeAlias = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Money:
    """An amount inside a phrase, in cents."""

    cents: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """A template in English and what stands in its braces.

    >>> said = phrase("{to} is below the minimum of {least}", to=Money(450), least=Money(600))
    >>> str(said)
    '$4.50 is below the minimum of $6'
    >>> said.written(lambda cents: f"{cents} chips")
    '450 chips is below the minimum of 600 chips'
    """

    template: str
    parts: dict[str, object]

    def written(self, write_money: WriteMoney) -> str:
        """The sentence, its amounts as `write_money` writes them."""
        return self.template.format_map({name: _written(part, write_money) for name, part in self.parts.items()})

    def __str__(self) -> str:
        return self.written(money)


def phrase(template: str, **parts: object) -> Phrase:
    """A sentence with its parts. Amounts are `Money`, a list of texts is a tuple of phrases."""
    return Phrase(template, parts)


def written(said: str | Phrase, write_money: WriteMoney) -> str:
    """A phrase or a plain text, its amounts as `write_money` writes them."""
    return said.written(write_money) if isinstance(said, Phrase) else said


def _written(part: object, write_money: WriteMoney) -> str:
    if isinstance(part, Money):
        return write_money(part.cents)
    if isinstance(part, Phrase):
        return part.written(write_money)
    if isinstance(part, tuple):
        return ", ".join(_written(one, write_money) for one in part)
    return str(part)
