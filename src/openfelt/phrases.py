"""Sentences with typed parts: words stand apart from what is named in them, so that a reader chooses how to write that.

Owns the template and its parts, and the one way to write them; knows no game. A line of a log and a refusal are such
phrases: a page writes amounts in dollars and cards in colour, the replay of a history the units of its file.
The English template is the key to a translation. On the wire a phrase is `{"phrase": template, "parts": {...}}`; the
client's formatter (`web/src/lib/phrases.ts`) writes the same, and a test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from openfelt.money import money

WriteMoney: TypeAlias = Callable[[int], str]
_PART: Final = re.compile(r"\{(\w+)\}")


class Money(msgspec.Struct, frozen=True, rename={"cents": "money"}, gc=False):
    """An amount inside a phrase, in cents; at a table of a tournament, in its chips."""

    cents: int


class Seat(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A seat, by the name of its player where that is known."""

    seat: int
    name: str = ""


class Cards(msgspec.Struct, frozen=True):
    """Cards by their short names, `??` for one that is hidden."""

    cards: tuple[str, ...]


class Clause(msgspec.Struct, frozen=True, gc=False):
    """A clause of a rulebook."""

    clause: str


class Count(msgspec.Struct, frozen=True, gc=False):
    """A quantity: written with its thousands apart. A number that is a label (a hand, a table) is a plain integer."""

    count: int


class Name(msgspec.Struct, frozen=True, gc=False):
    """A name, or words that a person wrote: the same in every language."""

    name: str


class Listed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Several parts in a row, and what stands between them. A plain tuple has commas.

    `last` is the template by which the last part joins those before it: "{first} and {more}".
    """

    parts: tuple[Any, ...] = msgspec.field(name="list")
    between: str = ", "
    last: str = ""


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A template in English and what stands in its braces.

    >>> said = phrase("{to} is below the minimum of {least}", to=Money(450), least=Money(600))
    >>> str(said)
    '$4.50 is below the minimum of $6'
    >>> said.written(lambda cents: f"{cents} chips")
    '450 chips is below the minimum of 600 chips'
    """

    template: str = msgspec.field(name="phrase")
    parts: dict[str, Any] = {}

    def written(self, write_money: WriteMoney = money) -> str:
        """The sentence, its amounts as `write_money` writes them."""
        parts = self.parts

        def fill(found: re.Match[str]) -> str:
            name = found[1]
            return part_written(parts[name], write_money) if name in parts else found[0]

        return _PART.sub(fill, self.template) if parts else self.template

    def __str__(self) -> str:
        return self.written(money)


Text: TypeAlias = str | Phrase
# Words of ours that are translated by themselves: `tools.templates` lists what is given to a parameter, a field or a
# table that is declared so, or as Text.
Word: TypeAlias = str


def phrase(template: str, **parts: Any) -> Phrase:  # noqa: ANN401 - any of the parts above
    """A sentence with its parts."""
    return Phrase(template, parts)


def quoted(written_so: object) -> Name:
    """What somebody wrote, between quotation marks.

    >>> str(phrase("there is no list {list}", list=quoted("a")))
    "there is no list 'a'"
    """
    return Name(repr(written_so))


def as_named(words: str) -> Phrase:
    """A text that is a name, or words that a person wrote: no language changes it."""
    return phrase("{name}", name=Name(words))


def names(several: Iterable[str], between: str = ", ", nobody: Text = "nobody") -> Listed | Text:
    """Names in a row, or a word for none of them."""
    listed = tuple(Name(one) for one in several)
    return Listed(listed, between) if listed else nobody


def both(several: Iterable[Any]) -> Listed:
    """All of these.

    >>> str(phrase("{several} agreed", several=both((Seat(1), Seat(3), Name("Ann")))))
    'seat 1, seat 3 and Ann agreed'
    """
    return Listed(tuple(several), last="{first} and {more}")


def either(several: Iterable[Any]) -> Listed:
    """One of these.

    >>> str(phrase("{several} may answer", several=either((Seat(1), Seat(3)))))
    'seat 1 or seat 3 may answer'
    """
    return Listed(tuple(several), last="{first} or {more}")


def written(said: Text, write_money: WriteMoney) -> str:
    """A phrase or a plain text, its amounts as `write_money` writes them."""
    return said.written(write_money) if isinstance(said, Phrase) else said


def rewritten(said: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - a text, or a part of one
    """A text in which `change` was made to every word: where accounts are called by their ids, to put names instead."""
    match said:
        case str():
            return change(said)
        case Name():
            return Name(change(said.name))
        case Phrase():
            return Phrase(change(said.template), {name: rewritten(part, change) for name, part in said.parts.items()})
        case Listed():
            return Listed(rewritten(said.parts, change), said.between, said.last)
        case tuple():
            return tuple(rewritten(one, change) for one in said)
    return said


def part_written(part: Any, write_money: WriteMoney = money) -> str:  # noqa: ANN401 - any of the parts above
    """A part as a person reads it.

    >>> [part_written(one) for one in (Seat(3), Seat(3, "Ann"), Count(1200), 1200, Cards(("Ah", "Td")), ("a", "b"))]
    ['seat 3', 'Ann', '1,200', '1200', 'Ah Td', 'a, b']
    """
    match part:
        case Money():
            return write_money(part.cents)
        case Seat():
            return part.name or f"seat {part.seat}"
        case Cards():
            return " ".join(part.cards)
        case Count():
            return f"{part.count:,}"
        case Name():
            return part.name
        case Clause():
            return part.clause
        case Phrase():
            return part.written(write_money)
        case Listed():
            return _joined(part, [part_written(one, write_money) for one in part.parts])
        case tuple() | list():
            return ", ".join(part_written(one, write_money) for one in part)
    return str(part)


def _joined(listed: Listed, several: list[str]) -> str:
    if not listed.last or len(several) < 2:
        return listed.between.join(several)
    return listed.last.format(first=listed.between.join(several[:-1]), more=several[-1])


_KINDS: Final[dict[str, type[Any]]] = {
    "money": Money,
    "seat": Seat,
    "cards": Cards,
    "clause": Clause,
    "count": Count,
    "name": Name,
    "phrase": Phrase,
    "list": Listed,
}


def read_text(told: Mapping[str, Any] | str) -> Text:
    """A text as the wire tells it: a plain one, or an object with `phrase` and `parts` among its fields.

    >>> str(read_text({"seq": 7, "phrase": "{seat} bets {to}", "parts": {"seat": {"seat": 2}, "to": {"money": 250}}}))
    'seat 2 bets $2.50'
    """
    if isinstance(told, str):
        return told
    return Phrase(told["phrase"], {name: _read(part) for name, part in told.get("parts", {}).items()})


def _read(told: Any) -> Any:  # noqa: ANN401 - any of the parts above
    if isinstance(told, list):
        return tuple(_read(one) for one in told)
    if not isinstance(told, dict):
        return told
    kind = next(kind for field, kind in _KINDS.items() if field in told)
    if kind is Phrase:
        return read_text(told)
    if kind is Listed:
        return Listed(tuple(_read(one) for one in told["list"]), told.get("between", ", "), told.get("last", ""))
    return msgspec.convert(told, kind)
