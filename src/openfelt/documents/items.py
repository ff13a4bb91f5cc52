"""The items that a document answers: each field by its path, what it is called, and what an answer looks like.

`[]` in a path stands for each part of a list. An item is asked for only where the part that it belongs to is there. A
field without an answer is `UNSET`: silence, which is a gap. "none" is an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from openfelt.documents.findings import Path

NONE: Final = "none"


class Item(NamedTuple):
    """What an item is called, and what may be answered."""

    label: str
    answers: str


def pattern(path: Path) -> str:
    """The item that a place belongs to.

    >>> pattern(("sessions", 0, "buy_in_cents"))
    'sessions[].buy_in_cents'
    """
    text = ""
    for one in path:
        text += "[]" if isinstance(one, int) else f".{one}" if text else one
    return text


def silences(document: msgspec.Struct, item: str) -> Iterator[Path]:
    """Where an item has no answer, though the part that it belongs to is there."""
    steps = item.replace("[]", ".[]").split(".")
    yield from _silences(document, steps, ())


def _silences(value: Any, steps: list[str], path: Path) -> Iterator[Path]:  # noqa: ANN401 - any part
    if not steps:
        if value is UNSET or value == ():
            yield path
        return
    step, rest = steps[0], steps[1:]
    if isinstance(value, tuple):
        for number, one in enumerate(value):
            yield from _silences(one, rest, (*path, number))
    elif isinstance(value, msgspec.Struct) and step in value.__struct_fields__:  # a word, such as "none", has no parts
        inner = getattr(value, step)
        if inner is not UNSET or not rest:
            yield from _silences(inner, rest, (*path, step))


def texts(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:  # noqa: ANN401 - any part
    """Every text in a document, and where it stands."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple):
        for number, one in enumerate(value):
            yield from texts(one, (*path, number))
    elif isinstance(value, msgspec.Struct):
        for field in fields_of(type(value)):
            yield from texts(getattr(value, field.name), (*path, field.name))


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a part, looked up once."""
    return msgspec.structs.fields(kind)


def is_none(value: object) -> bool:
    """Whether an item is answered with none, or not at all."""
    return value == NONE or value is UNSET
