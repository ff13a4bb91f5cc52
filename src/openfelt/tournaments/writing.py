"""Conditions as TOML text that people read and fill in: each item with its clause, each gap as a comment."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET

from openfelt.tournaments.checking import rules_of
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.items import ITEMS, fields_of

WIDTH: Final = 118
COLUMN: Final = 44
LISTS: Final = ("schedules", "sessions")


def write_conditions(conditions: Conditions) -> str:
    """The text that reads back as these conditions; an item without an answer is a line to fill in.

    >>> from openfelt.tournaments.reading import read_conditions
    >>> print(write_conditions(read_conditions('book = "house"')).splitlines()[2])
    # name = ...                               # the name of the event: "a text"  [house 20.2.1]
    """
    asks = rules_of(conditions.book).asks
    lines = [f"schema = {conditions.schema}", f"book = {_value(conditions.book)}"]
    values = _fields(conditions)
    tables = [name for name, value in values.items() if isinstance(value, msgspec.Struct)]
    for name, value in values.items():
        if name not in ("schema", "book", *tables, *LISTS):
            lines += _item(name, value, name, asks)
    for name in values:
        if name in tables:
            lines += ["", f"[{name}]", *_table(values[name], name, asks)]
        elif name in LISTS:
            for one in values[name]:
                lines += ["", f"[[{name}]]", *_table(one, f"{name}[]", asks)]
    return "\n".join(lines) + "\n"


def _fields(part: msgspec.Struct) -> dict[str, Any]:
    """The fields of a part that are told: answers, silences, and what is not as usual."""
    found = {}
    for one in fields_of(type(part)):
        value = getattr(part, one.name)
        if one.required or one.default is UNSET or value != one.default or isinstance(value, msgspec.Struct | tuple):
            found[one.name] = value
    return found


def _table(part: msgspec.Struct, path: str, asks: Mapping[str, Any]) -> Iterator[str]:
    for name, value in _fields(part).items():
        yield from _item(name, value, f"{path}.{name}", asks)


def _item(name: str, value: Any, path: str, asks: Mapping[str, Any]) -> list[str]:  # noqa: ANN401 - any answer
    cites = asks.get(path, ())
    known = ITEMS.get(path)
    if value is UNSET:
        if not cites or known is None:
            return []
        return [_beside(f"# {name} = ...", f"{known.label}: {known.answers}", cites)]
    if value == () and known is None:
        return []
    text = f"{name} = {_value(value)}"
    if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
        head = _beside(f"{name} = [", known.label if known else "", cites)
        return [head, *(f"  {_value(one)}," for one in value), "]"]
    return [_beside(text, known.label if known else "", cites)]


def _beside(text: str, label: str, cites: tuple[str, ...]) -> str:
    if not cites:
        return text
    return f"{text:<{COLUMN - 2}} # {label}  [{', '.join(cites)}]"


def _value(value: Any) -> str:  # noqa: ANN401 - any answer
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    told = {name: one for name, one in _fields(value).items() if one is not UNSET and one != ()}
    return "{ " + ", ".join(f"{name} = {_value(one)}" for name, one in told.items()) + " }" if told else "{}"
