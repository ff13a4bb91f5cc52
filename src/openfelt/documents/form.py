"""A document as a form: what each item is called, what may be answered there and what is, and one answer put in.

Knows no document: its items, the clauses that ask for them and the words of its choices are the caller's. A document
stays what it is, a typed value: an answer that does not fit is refused by the item's own name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, inspect

from openfelt.documents.findings import Path, written_path
from openfelt.documents.items import NONE, Item, pattern
from openfelt.errors import NotationError
from openfelt.phrases import phrase, quoted
from openfelt.rulebooks import Cites

Document = TypeVar("Document", bound=msgspec.Struct)
Shape: TypeAlias = Literal["text", "money", "percent", "number", "yes-no", "choice", "list"]
Choices: TypeAlias = tuple[tuple[str, str], ...]  # what is answered, and its words
IT_IS: Final = "yes"  # the answer of an item that is answered by a part of its own
DOLLARS: Final = re.compile(r"\$?\s*(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<part>\d{1,2}))?")
PERCENT: Final = re.compile(r"(?P<whole>\d{1,3})(?:\.(?P<tenth>\d))?\s*%?")
MOST_DIGITS: Final = 15
EXAMPLES: Final = {
    "money": "200 or 2.50", "percent": "50 or 12.5", "number": "a whole number", "yes-no": "yes or no",
    "list": "several, with commas between them",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sheet:
    """How a kind of document is filled in: its items, its choices by item, and what its lists are called.

    `choices` stand where the type alone does not say what may be answered, or says it in no word of a card room.
    `begins`: what a part of a list begins with where it is the first; another one begins as the last one is.
    """

    items: Mapping[str, Item]
    choices: Mapping[str, Choices] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)  # the items that are lists: what one of them is called
    is_shown: Callable[[str, Path], bool] = lambda _item, _path: True  # whether an item concerns it
    sections: Mapping[str, str] = field(default_factory=dict)  # the heading of each part of the document that has one
    begins: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


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
    return tuple(
        (written_path((*one.path, number)), one.name_of(number))
        for one in lists_of(document, sheet)
        for number in range(len(one.parts))
    )


class PartList(NamedTuple):
    """A list that has parts, or may have: where it stands, what one of them is called, and in which part it stands."""

    path: Path
    called: str
    within: str
    parts: tuple[Any, ...]

    def name_of(self, number: int) -> str:
        """What one of its parts is called: "schedule 1, level 3"."""
        return ", ".join(filter(None, (self.within, f"{self.called} {number + 1}")))


def lists_of(document: msgspec.Struct, sheet: Sheet) -> Iterator[PartList]:
    """Every list of a document that has a name, with parts in it or without."""
    return _lists(document, (), "", sheet)


def _lists(part: msgspec.Struct, path: Path, within: str, sheet: Sheet) -> Iterator[PartList]:
    for one in _kind(type(part)).fields:
        value, here = getattr(part, one.name), (*path, one.name)
        if isinstance(value, msgspec.Struct):
            yield from _lists(value, here, within, sheet)
        if pattern(here) not in sheet.parts:
            continue
        found = PartList(here, sheet.parts[pattern(here)], within, value if isinstance(value, tuple) else ())
        yield found
        for number, below in enumerate(found.parts):
            yield from _lists(below, (*here, number), found.name_of(number), sheet)


class ItemPlace(NamedTuple):
    """Where an item stands, of which type it is, and what is answered there."""

    path: Path
    part: str
    item: Item
    kind: inspect.Field
    value: Any


def _shown(document: msgspec.Struct, sheet: Sheet) -> Iterator[ItemPlace]:
    """The items that concern this document: those that are answered, and those that are asked."""
    for one in _places(document, (), "", sheet):
        if one.value is not UNSET or sheet.is_shown(pattern(one.path), one.path):
            yield one


def _places(part: msgspec.Struct, path: Path, name: str, sheet: Sheet, within: str = "") -> Iterator[ItemPlace]:
    """Every item of a part, and of the parts below it. `within`: the part of a list that all of it belongs to."""
    for one in _kind(type(part)).fields:
        value, here = getattr(part, one.name), (*path, one.name)
        at = pattern(here)
        item, shown = sheet.items.get(at), name or sheet.sections.get(at, "")
        if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
            found = PartList(here, sheet.parts.get(at, ""), within, value)
            for number, below in enumerate(value):
                called = found.name_of(number) if found.called else ""
                yield from _places(below, (*here, number), called or shown, sheet, called or within)
            continue
        if item is not None and not _is_always_there(one):
            yield ItemPlace(here, shown, item, one, value)
        if isinstance(value, msgspec.Struct):
            yield from _places(value, here, shown, sheet, within)


def _field(place: ItemPlace, sheet: Sheet, asks: Mapping[str, Cites]) -> FormField:
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
        example=_example(place.item) if shape == "text" else _other_words(kind) if shape in {"number", "list"} else "",
        cites=asks.get(at, ()),
    )


# -- what may be answered ----------------------------------------------------------------------------------------------


def _example(item: Item) -> str:
    """What an answer looks like where a text alone would not do, without the marks of a file."""
    return item.answers.replace('"', "") if any(one.isdigit() for one in item.answers) else ""


def _other_words(kind: inspect.Type) -> str:
    """The words that may stand in place of a number, or in a list."""
    return " · ".join(one.replace("-", " ") for one in (*_words(kind), *_words(_element(kind))) if one != NONE)


def _element(kind: inspect.Type) -> inspect.Type:
    """What a list is made of; of what is no list, anything."""
    for one in _alternatives(kind):
        if isinstance(one, inspect.VarTupleType):
            return one.item_type
        if isinstance(one, inspect.TupleType):
            return one.item_types[0]
    return inspect.AnyType()


@cache
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
    if not isinstance(_element(one.type), inspect.AnyType | inspect.StructType):
        return "list"
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
    if isinstance(value, tuple):
        return ", ".join(str(one).replace("-", " ") for one in value)
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


def _value(typed: str, place: ItemPlace, asked: FormField) -> Any:  # noqa: ANN401 - any answer
    """What was typed, as the document has it."""
    kind = place.kind.type
    if asked.may_be_none and typed.lower() == NONE:
        return NONE
    if asked.shape == "number" and _as_word(typed) in _words(kind):
        return _as_word(typed)
    if asked.shape == "list":
        return _several(typed, _element(kind))
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


def _as_word(typed: str) -> str:
    """What was typed as a document has its words: "half pot" is "half-pot"."""
    return "-".join(typed.lower().split())


def _several(typed: str, element: inspect.Type) -> list[str | int]:
    """The parts of a list as they were typed."""
    found = [one.strip() for one in typed.split(",") if one.strip()]
    if isinstance(element, inspect.LiteralType):
        return [_as_word(one) for one in found]
    return [int(one) if one.isdecimal() and len(one) <= MOST_DIGITS else one for one in found]


def _chosen(typed: str, place: ItemPlace, asked: FormField) -> Any:  # noqa: ANN401 - a word, a number or a part
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
    """The document with one more part in a list; where it had none, this is the first."""
    content = plain(document)
    *above, name = _steps(path)
    node = _node(content, tuple(above))
    before = node.get(name)
    node[name] = [*(before if isinstance(before, list) else ()), dict(part)]
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
