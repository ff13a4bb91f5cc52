"""A document as TOML text that people read and fill in: each item with its clause, each gap as a comment."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import UNSET

from openfelt.documents.items import Item, fields_of
from openfelt.rulebooks import Cites

COLUMN: Final = 44
Asks: TypeAlias = Mapping[str, Cites]
Items: TypeAlias = Mapping[str, Item]


def write_document(
    document: Any,  # noqa: ANN401 - any document
    asks: Asks,
    items: Items,
    lists: tuple[str, ...],
) -> str:
    """The text that reads back as this document; an item without an answer is a line to fill in.

    `lists` are the parts, by their names, of which each has a heading of its own; those of a part with a heading may
    have one, too: `prizes.vehicle`.
    """
    lines = [f"schema = {document.schema}", f"book = {_value(document.book)}"]
    values = _fields(document)
    tables = [name for name, value in values.items() if isinstance(value, msgspec.Struct)]
    for name, value in values.items():
        if name not in ("schema", "book", *tables, *lists):
            lines += _item(name, value, name, asks, items)
    for name in values:
        if name in tables:
            lines += ["", f"[{name}]", *_table(values[name], name, asks, items)]
        elif name in lists:
            for one in values[name]:
                lines += _headed(one, name, f"{name}[]", asks, items, lists)
    return "\n".join(lines) + "\n"


def _headed(  # noqa: PLR0917 - the place of a part, and what is known of it
    part: msgspec.Struct, name: str, path: str, asks: Asks, items: Items, lists: tuple[str, ...]
) -> list[str]:
    """A part under a heading of its own, and below it those of its parts that have one."""
    values = _fields(part)
    inner = [key for key in values if f"{name}.{key}" in lists]
    lines = ["", f"[[{name}]]" if path.endswith("[]") else f"[{name}]"]
    for key, value in values.items():
        if key not in inner:
            lines += _item(key, value, f"{path}.{key}", asks, items)
    for key in inner:
        value = values[key]
        for one in value if isinstance(value, tuple) else (value,) if value is not UNSET else ():
            below = f"{path}.{key}[]" if isinstance(value, tuple) else f"{path}.{key}"
            lines += _headed(one, f"{name}.{key}", below, asks, items, lists)
    return lines


def _fields(part: msgspec.Struct) -> dict[str, Any]:
    """The fields of a part that are told: answers, silences, and what is not as usual."""
    found = {}
    for one in fields_of(type(part)):
        value = getattr(part, one.name)
        if one.required or one.default is UNSET or value != one.default or isinstance(value, msgspec.Struct | tuple):
            found[one.name] = value
    return found


def _table(part: msgspec.Struct, path: str, asks: Asks, items: Items) -> Iterator[str]:
    for name, value in _fields(part).items():
        yield from _item(name, value, f"{path}.{name}", asks, items)


def _item(name: str, value: Any, path: str, asks: Asks, items: Items) -> list[str]:  # noqa: ANN401 - any answer
    cites = asks.get(path, ())
    known = items.get(path)
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
    config = value.__struct_config__
    told = {config.tag_field: config.tag} if config.tag is not None else {}
    told |= {name: one for name, one in _fields(value).items() if one is not UNSET and one != ()}
    return "{ " + ", ".join(f"{name} = {_value(one)}" for name, one in told.items()) + " }" if told else "{}"
