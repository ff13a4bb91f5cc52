"""A document from TOML text: typed, or one refusal that names the line, the item and its clause."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, Final, Generic, TypeVar

import msgspec

from openfelt.documents.findings import Path, written_path
from openfelt.documents.items import Item, pattern
from openfelt.errors import NotationError
from openfelt.phrases import Count, Name, Text, phrase
from openfelt.rulebooks import Cites

T = TypeVar("T")
MOST_CHARACTERS: Final = 256 * 1024
AT_LINE: Final = re.compile(r" ?\(at line (\d+), column \d+\)$")
PLACE: Final = re.compile(r" - at `(?:key in )?`?\$(?P<path>[^`]*)`$")
STEP: Final = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<number>\d+|\.\.\.)\]")
HEADER: Final = re.compile(r"\s*\[(?P<list>\[?)\s*(?P<name>[\w\s.\"'-]+?)\s*\]\]?\s*(?:#.*)?$")
OPEN_LIST: Final = re.compile(r"=\s*\[\s*(?:#.*)?$")
# A name of so many parts: nothing has one, and reading it takes a time that grows with the square of their number.
MANY_PARTS: Final = re.compile(r"""(?<![\w"'-])(?:["'\w-]+[ \t]*\.[ \t]*){16}""")
KEY: Final = re.compile(r"\s*(?P<name>[\w.-]+)\s*=")
TO_FILL_IN: Final = re.compile(r"\s*#\s*(?P<name>[\w.-]+)\s*=\s*\.\.\.")  # a gap as `writing` leaves it


class Unreadable(NotationError):
    """A text that holds no such document: the line if it is known, the item, its clause."""

    def __init__(self, line: int, message: Text, cites: Cites, legal: tuple[str, ...] = ()) -> None:
        super().__init__(message, cites=cites, legal=legal)
        self.line = line


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """A kind of document: its type, what it is called, its items, and who asks for them.

    `asks` says by which clauses the book of a text asks for which item; `cites` stand where no item is known.
    """

    holds: type[T]
    word: str
    items: Mapping[str, Item]
    asks: Callable[[object], Mapping[str, Cites]]
    cites: Cites
    error: type[Unreadable]


def read_document(text: str, kind: Kind[T]) -> T:
    """The document that a text holds; what it does not say is silence."""
    if len(text) > MOST_CHARACTERS:
        raise kind.error(0, phrase("longer than {most} characters", most=Count(MOST_CHARACTERS)), kind.cites)
    if deep := MANY_PARTS.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        told = phrase("not TOML of {kind}: a name of too many parts", kind=kind.word)
        raise kind.error(line, told, kind.cites)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        said = str(fault)
        place = AT_LINE.search(said)
        line = int(place[1]) if place else text.count("\n") + 1
        raise kind.error(line, phrase("not TOML: {fault}", fault=Name(AT_LINE.sub("", said))), kind.cites) from None
    except RecursionError:
        raise kind.error(0, "not TOML: nested too deep", kind.cites) from None
    except ValueError:  # a number of thousands of digits
        raise kind.error(0, "not TOML: a number is too long", kind.cites) from None
    try:
        return msgspec.convert(_with_texts(found), kind.holds)
    except RecursionError:
        raise kind.error(0, "nested too deep", kind.cites) from None
    except msgspec.ValidationError as fault:
        raise _unreadable(text, found, str(fault), kind) from None


def _with_texts(value: Any) -> Any:  # noqa: ANN401 - whatever TOML holds
    """The same with dates and times as text: TOML has them with and without quotes."""
    if isinstance(value, dict):
        return {key: _with_texts(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_with_texts(one) for one in value]
    if isinstance(value, datetime):
        return value.isoformat(" ", "minutes" if not value.second else "auto")
    return value.isoformat() if isinstance(value, date | time) else value


def _unreadable(text: str, found: dict[str, Any], said: str, kind: Kind[Any]) -> Unreadable:
    place = PLACE.search(said)
    path = _path(place["path"]) if place else ()
    message = PLACE.sub("", said)
    if unknown := re.search(r"unknown field `([^`]*)`", message):
        path = (*path, unknown[1])
        message = "there is no such item"
    elif silent := re.search(r"missing required field `([^`]*)`", message):
        path = (*path, silent[1])
        message = "nothing is said of it"
    item = pattern(path)
    asks = kind.asks(found.get("book"))
    answers = (kind.items[item].answers,) if item in kind.items else ()
    cites = asks.get(item) or _nearest(asks, item) or kind.cites
    told: Text = _plain(message)
    if path:
        told = phrase("{place}: {fault}", place=Name(written_path(path)), fault=told)
    return kind.error(Lines(text).of(path), told, cites, answers)


def _plain(message: str) -> str:
    return message[:1].lower() + message[1:]


def _nearest(asks: Mapping[str, Cites], item: str) -> Cites:
    """The clause of the part that an unknown item stands in; none where there is none."""
    while "." in item:
        item = item.rpartition(".")[0].removesuffix("[]")
        if item in asks:
            return asks[item]
    return ()


def _path(text: str) -> Path:
    """A place as msgspec writes it; `[...]` is any part of a list.

    >>> _path(".sessions[0].ends")
    ('sessions', 0, 'ends')
    """
    steps: list[str | int] = []
    for one in STEP.finditer(text):
        if one["name"] is not None:
            steps.append(one["name"])
        elif one["number"] != "...":
            steps.append(int(one["number"]))
    return tuple(steps)


class Lines:
    r"""On which line of a TOML text an item stands, as far as its layout shows it.

    >>> Lines('name = "x"\n[[sessions]]\nbuy_in_cents = 5\n').of(("sessions", 0, "buy_in_cents"))
    3
    """

    def __init__(self, text: str) -> None:
        self._known: dict[Path, int] = {}
        counts: dict[Path, int] = {}
        inside: Path = ()
        lists: Path = ()
        for number, line in enumerate(text.splitlines(), start=1):
            if (header := HEADER.match(line)) and not _in_list(line, lists):
                inside = self._header(header, counts)
                self._known.setdefault(inside, number)
                lists = ()
            elif lists and re.match(r"\s*\{", line):
                count = counts[lists] = counts.get(lists, -1) + 1
                self._known.setdefault((*lists, count), number)
            elif to_fill_in := TO_FILL_IN.match(line):
                self._known.setdefault((*inside, to_fill_in["name"]), number)
            elif key := KEY.match(line):
                lists = (*inside, *key["name"].split("."))
                self._known.setdefault(lists, number)
                if OPEN_LIST.search(line):
                    continue
                lists = ()
            if line.strip() == "]":
                lists = ()

    @staticmethod
    def _header(header: re.Match[str], counts: dict[Path, int]) -> Path:
        path: Path = ()
        names = [one.strip(" \"'") for one in header["name"].split(".")]
        for place, name in enumerate(names):
            path = (*path, name)
            if header["list"] and place == len(names) - 1:
                counts[path] = counts.get(path, -1) + 1
            if path in counts:
                path = (*path, counts[path])
        return path

    def of(self, path: Path) -> int:
        """The line of an item, or of the part that it belongs to; 0 if neither is known."""
        while path and path not in self._known:
            path = path[:-1]
        return self._known.get(path, 0)


def _in_list(line: str, lists: Path) -> bool:
    """Whether a line that looks like a header is an element of a list over several lines."""
    return bool(lists) and line.lstrip().startswith("[") and line.rstrip().endswith(",")
