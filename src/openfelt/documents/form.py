"""A document as a form: what each item is called, what may be answered there and what is, and one answer put in.

Knows no document: its items, the clauses that ask for them and the words of its choices are the caller's. A document
stays what it is, a typed value: an answer that does not fit is refused by the item's own name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, inspect

from openfelt.documents.findings import Path, written_path
from openfelt.documents.items import NONE, Item, pattern
from openfelt.errors import NotationError
from openfelt.phrases import phrase, quoted
from openfelt.rulebooks import Cites

Document = TypeVar("Document", bound=msgspec.Struct)
Shape: TypeAlias = Literal["text", "money", "percent", "number", "yes-no", "choice"]
Choices: TypeAlias = tuple[tuple[str, str], ...]  # what is answered, and its words
IT_IS: Final = "yes"  # the answer of an item that is answered by a part of its own
DOLLARS: Final = re.compile(r"\$?\s*(?P<whole>\d[\d,]*)(?:\.(?P<part>\d{1,2}))?")
PERCENT: Final = re.compile(r"(?P<whole>\d{1,3})(?:\.(?P<tenth>\d))?\s*%?")
MOST_DIGITS: Final = 15
EXAMPLES: Final = {"money": "200 or 2.50", "percent": "50 or 12.5", "number": "a whole number", "yes-no": "yes or no"}


@dataclass(frozen=True, slots=True)
class Sheet:
    """How a kind of document is filled in: its items, its choices by item, and what its lists are called.

    `choices` stand where the type alone does not say what may be answered, or says it in no word of a card room.
    """

    items: Mapping[str, Item]
    choices: Mapping[str, Choices] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)  # the items that are lists: what one of them is called
    is_shown: Callable[[str, Path], bool] = lambda _item, _path: True  # whether an item concerns it


@dataclass(frozen=True, slots=True)
class FormField:
    """An item as a field: its place, its name, what stands there as one types it, and by which clauses it is asked."""

    path: str
    part: str  # the part of a list that it belongs to, such as "prize 2"; else nothing
    label: str
    shape: Shape
    value: str
    choices: Choices
    may_be_none: bool
    example: str
    cites: Cites


def form_fields(document: msgspec.Struct, sheet: Sheet, asks: Mapping[str, Cites]) -> tuple[FormField, ...]:
    """Every item of the document that is answered, or silent though its part is there."""
    return tuple(_field(one, sheet, asks) for one in _shown(document, sheet))


def parts_of(document: msgspec.Struct, sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """The parts of lists that can be taken out: their places, and what they are called."""
    found = []
    for name, called in sheet.parts.items():
        value = getattr(document, name, ())
        found += [(f"{name}.{number}", f"{called} {number}") for number in range(1, len(value) + 1)]
    return tuple(found)


class Place(NamedTuple):
    """Where an item stands, of which type it is, and what is answered there."""

    path: Path
    part: str
    item: Item
    kind: inspect.Field
    value: Any


def _shown(document: msgspec.Struct, sheet: Sheet) -> Iterator[Place]:
    """The items that concern this document: those that are answered, and those that are asked."""
    for one in _places(document, (), "", sheet):
        if one.value is not UNSET or sheet.is_shown(pattern(one.path), one.path):
            yield one


def _places(part: msgspec.Struct, path: Path, name: str, sheet: Sheet) -> Iterator[Place]:
    """Every item of a part, and of the parts below it."""
    for one in _kind(type(part)).fields:
        value, here = getattr(part, one.name), (*path, one.name)
        item = sheet.items.get(pattern(here))
        if isinstance(value, tuple):
            called = sheet.parts.get(pattern(here), "")
            for number, below in enumerate(value):
                if isinstance(below, msgspec.Struct):
                    yield from _places(below, (*here, number), f"{called} {number + 1}" if called else name, sheet)
            continue
        if item is not None and not _is_always_there(one):
            yield Place(here, name, item, one, value)
        if isinstance(value, msgspec.Struct):
            yield from _places(value, here, name, sheet)


def _field(place: Place, sheet: Sheet, asks: Mapping[str, Cites]) -> FormField:
    at, kind = pattern(place.path), place.kind.type
    shape: Shape = "choice" if at in sheet.choices else _shape(place.kind)
    return FormField(
        path=written_path(place.path),
        part=place.part,
        label=place.item.label,
        shape=shape,
        value=_typed(place.value, shape),
        choices=(sheet.choices.get(at) or _choices(kind)) if shape == "choice" else (),
        may_be_none=NONE in _words(kind) or f'"{NONE}"' in place.item.answers,
        example=_example(place.item) if shape == "text" else "",
        cites=asks.get(at, ()),
    )


# -- what may be answered ----------------------------------------------------------------------------------------------


def _example(item: Item) -> str:
    """What an answer looks like where a text alone would not do, without the marks of a file."""
    return item.answers.replace('"', "") if any(one.isdigit() for one in item.answers) else ""


def _kind(of: type[msgspec.Struct]) -> inspect.StructType:
    found = inspect.type_info(of)
    assert isinstance(found, inspect.StructType)
    return found


def _alternatives(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _words(kind: inspect.Type) -> tuple[str, ...]:
    """The words that may stand there."""
    return tuple(
        str(word) for one in _alternatives(kind) if isinstance(one, inspect.LiteralType) for word in one.values
    )


def _parts(kind: inspect.Type) -> tuple[inspect.StructType, ...]:
    return tuple(one for one in _alternatives(kind) if isinstance(one, inspect.StructType))


def _is_always_there(one: inspect.Field) -> bool:
    """Whether it is a part without which there is no document, so that nothing is to be chosen."""
    is_silent_at_first = not one.required and one.default is msgspec.NODEFAULT
    return isinstance(one.type, inspect.StructType) and one.type.tag is None and not is_silent_at_first


def _choices(kind: inspect.Type) -> Choices:
    parts = tuple(str(one.tag) if one.tag is not None else IT_IS for one in _parts(kind))
    return tuple((one, one.replace("-", " ")) for one in (*parts, *_words(kind)))


def _shape(one: inspect.Field) -> Shape:
    kinds = _alternatives(one.type)
    if _parts(one.type):
        return "choice"
    if any(isinstance(kind, inspect.BoolType) for kind in kinds):
        return "yes-no"
    if any(isinstance(kind, inspect.IntType) for kind in kinds):
        return "money" if one.name.endswith("cents") else "percent" if one.name.endswith("per_mille") else "number"
    if any(isinstance(kind, inspect.StrType) for kind in kinds):
        return "text"
    return "choice"


def _typed(value: Any, shape: Shape) -> str:  # noqa: ANN401 - any answer
    """An answer as somebody would type it; nothing for silence."""
    if value is UNSET:
        return ""
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        return str(tag) if tag is not None else IT_IS
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and shape == "money":
        return f"{value // 100}.{value % 100:02}" if value % 100 else str(value // 100)
    if isinstance(value, int) and shape == "percent":
        return f"{value / 10:g}"
    return str(value)


# -- answering ---------------------------------------------------------------------------------------------------------


def answered(document: Document, path: str, typed: str, sheet: Sheet) -> Document:
    """The document with one item answered; an empty answer is silence."""
    content = plain(document)
    place = next((one for one in _shown(document, sheet) if written_path(one.path) == path), None)
    if place is None:
        raise NotationError(phrase("there is no item {path}", path=quoted(path)))
    *above, name = place.path
    node = _node(content, tuple(above))
    node.pop(name, None)
    if typed.strip():
        node[name] = _value(typed.strip(), place, _field(place, sheet, {}))
    return _converted(content, document, place.item.label)


def _value(typed: str, place: Place, asked: FormField) -> Any:  # noqa: ANN401 - any answer
    """What was typed, as the document has it."""
    if asked.may_be_none and typed.lower() == NONE:
        return NONE
    if asked.shape == "choice":
        return _chosen(typed, place, asked)
    if asked.shape == "yes-no" and typed in {"yes", "no"}:
        return typed == "yes"
    if asked.shape == "money" and (found := DOLLARS.fullmatch(typed)):
        return int(found["whole"].replace(",", "")) * 100 + int((found["part"] or "").ljust(2, "0"))
    if asked.shape == "percent" and (found := PERCENT.fullmatch(typed)):
        return int(found["whole"]) * 10 + int(found["tenth"] or 0)
    if asked.shape == "number" and typed.isdecimal() and len(typed) <= MOST_DIGITS:
        return int(typed)
    if asked.shape == "text":
        return typed
    raise NotationError(
        phrase("{label}: {typed} is no answer", label=asked.label, typed=quoted(typed)), legal=(EXAMPLES[asked.shape],)
    )


def _chosen(typed: str, place: Place, asked: FormField) -> Any:  # noqa: ANN401 - a word, a number or a part
    """One of the choices of an item: a word, or a part of its own that is begun."""
    if typed not in dict(asked.choices):
        words = tuple(words for _, words in asked.choices)
        raise NotationError(phrase("{label}: choose one", label=asked.label), legal=words)
    for one in _parts(place.kind.type):
        if typed == (IT_IS if one.tag is None else str(one.tag)):
            same = isinstance(place.value, msgspec.Struct) and _typed(place.value, "choice") == typed
            return plain(place.value) if same else {} if one.tag is None else {one.tag_field: one.tag}
    return int(typed) if _shape(place.kind) == "number" else typed


def added(document: Document, path: str, part: Mapping[str, Any]) -> Document:
    """The document with one more part in a list."""
    content = plain(document)
    *above, name = _steps(path)
    _node(content, tuple(above)).setdefault(name, []).append(dict(part))
    return _converted(content, document, str(name))


def removed(document: Document, path: str) -> Document:
    """The document without a part of a list."""
    content = plain(document)
    *above, number = _steps(path)
    parts = _node(content, tuple(above)) if above else content
    if not isinstance(parts, list) or not isinstance(number, int) or not 0 <= number < len(parts):
        raise NotationError(phrase("there is no item {path}", path=quoted(path)))
    del parts[number]
    return _converted(content, document, path)


def plain(part: msgspec.Struct) -> Any:  # noqa: ANN401 - maps, lists, texts and numbers
    """A part as plain values, whose lists may be changed."""
    return msgspec.json.decode(msgspec.json.encode(part))


def _steps(path: str) -> Path:
    return tuple(int(one) - 1 if one.isdecimal() else one for one in path.split("."))


def _node(content: Any, path: Path) -> Any:  # noqa: ANN401 - a part, as plain values
    for step in path:
        if isinstance(content, dict):
            content = content.setdefault(step, {})
        elif isinstance(content, list) and isinstance(step, int) and 0 <= step < len(content):
            content = content[step]
        else:
            raise NotationError(phrase("there is no item {path}", path=quoted(written_path(path))))
    return content


def _converted(content: Any, document: Document, label: str) -> Document:  # noqa: ANN401 - a document, as plain values
    try:
        return msgspec.convert(content, type(document))
    except msgspec.ValidationError:
        raise NotationError(phrase("{label}: that is no answer", label=label)) from None
