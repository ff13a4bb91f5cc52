"""What every story decides, as stored hashes: event by event its name and its fields, clauses apart.

python -m tests.stories.decided                   lists the stories that are new, edited, changed or gone
python -m tests.stories.decided --write           stores what the stories decide now
python -m tests.stories.decided --events NAME     prints the events of the stories whose name contains NAME

`decided.json` has one line for each story: a hash of all its events, a hash of its text, then two hex digits for each
event, which tell where a story first differs. A story whose text was edited may decide something else. The file also
has, for each type, the fields that are hashed: a field that is added later changes no stored hash, one that is renamed
or removed does. `--write --all-fields` takes in the fields added since.

The file also names the versions of the rules it was written under (`openfelt.room.version`). A story that decides
something else with the same text is stored only if the version of its book, or that of the engine, has risen since:
journals keep the version with every order, and an audit tells a change of the rules from a fault by it.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from openfelt.pit import AnySign, PayTable
from openfelt.rulebooks import RULEBOOK_KEYS, rulebook
from openfelt.stories import Story, events_of
from openfelt.table.events import RULES_VERSION
from tests.stories.runner import ALL, FOLDER, files, stories

STORED = Path(__file__).with_name("decided.json")
BOOKS = sorted({path.relative_to(FOLDER).parts[0] for path in files(*ALL)})
APART = frozenset({"cites", "shuffle", "version"})  # clauses, and the number of the rules that decided
WHOLE, TEXT, EACH = 16, 8, 2  # hex digits
WRITE = "python -m tests.stories.decided --write"
GONE = ": is gone"
RAISE = "Raise VERSION in the book's folder (books/<book>/__init__.py), or RULES_VERSION (table/events.py) for all."

Fields = dict[str, list[str]]
Versions = dict[str, int]  # of the engine and of each rulebook


class Entry(NamedTuple):
    """What one story decides."""

    story: str
    events: str
    text: str
    each: str = ""
    names: tuple[str, ...] = ()  # of its events, if it was told now

    @property
    def file(self) -> str:
        return self.story.partition(" ")[0]


class Compared(NamedTuple):
    """Stored stories that decide something else with the same text or are gone, and those that were edited."""

    differences: list[str]
    edited: list[str]


class Decided(NamedTuple):
    """The stored file."""

    fields: Fields
    stories: dict[str, Entry]
    rules: Versions

    def of_book(self, book: str) -> list[Entry]:
        return [entry for entry in self.stories.values() if entry.story.startswith(f"{book}/")]


# --- an event as plain values -----------------------------------------------------------------------------------------


@cache
def fields_of(kind: type) -> tuple[str, ...]:
    """All that a type holds but what is kept apart."""
    names = kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else [f.name for f in dataclasses.fields(kind)]
    return tuple(sorted(set(names) - APART))


@cache
def name_of(kind: type) -> str:
    """The name an event has on record."""
    tag = kind.__struct_config__.tag if issubclass(kind, msgspec.Struct) else None
    return str(tag or kind.__name__)


def key_of(kind: type) -> str:
    """The name under which the fields of a type are stored: tables and pits both have a `Raised`. A sign is a pit's."""
    package = "pit" if issubclass(kind, AnySign) else kind.__module__.split(".")[1]
    return f"{package}.{name_of(kind)}"


class Reader:
    """Reads events by the stored fields and notes the fields of types that are not stored yet."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.seen: dict[str, type] = {}

    def event(self, event: object) -> str:
        """An event as one line of text."""
        return json.dumps([name_of(type(event)), self.plain(event)], separators=(",", ":"), sort_keys=True)

    def plain(self, value: object) -> object:
        match value:
            case None | bool() | str() | float():
                return value
            case Enum():
                return self.plain(value.value)
            case int():
                return int(value)
            case tuple() | list():
                return [self.plain(one) for one in value]
            case frozenset() | set():
                return sorted((self.plain(one) for one in value), key=json.dumps)
            case PayTable():
                return self.plain((value.name, value.rows))
            case dict():
                return sorted(([self.plain(key), self.plain(one)] for key, one in value.items()), key=json.dumps)
        kind = type(value)
        if not kind.__module__.startswith("openfelt."):
            return str(value)  # a date, a fraction
        if not (isinstance(value, msgspec.Struct) or dataclasses.is_dataclass(value)):
            return self.plain(value.__reduce__()[1])  # from what it is made again
        self.seen[key_of(kind)] = kind
        present = fields_of(kind)
        known = self.fields.get(key_of(kind), present)
        return {name: self.plain(getattr(value, name)) for name in present if name in known}


def entry_of(story: Story, reader: Reader) -> Entry:
    """Tell a story and hash what it decides."""
    return entry(key_of_story(story), story.text, events_of(story), reader)


def entry(name: str, text: str, events: Sequence[object], reader: Reader) -> Entry:
    """The hashes of a text, comments and blanks apart, and of its events."""
    said = " ".join(word for line in text.splitlines() for word in line.partition("#")[0].split())
    hashes = [hashlib.sha256(reader.event(event).encode()) for event in events]
    whole = hashlib.sha256(b"".join(one.digest() for one in hashes)).hexdigest()[:WHOLE]
    names = tuple(name_of(type(event)) for event in events)
    each = "".join(one.hexdigest()[:EACH] for one in hashes)
    return Entry(name, whole, hashlib.sha256(said.encode()).hexdigest()[:TEXT], each, names)


def key_of_story(story: Story) -> str:
    """The path of its file below this folder, and which story of the file it is."""
    assert story.path is not None
    place = story.path.relative_to(FOLDER)
    return place.as_posix() + story.name.removeprefix(f"{story.path.parent.name}/{place.name}")


def tell_book(book: str, reader: Reader) -> list[Entry]:
    """What the stories of one folder decide now."""
    paths = [path for path in files(*ALL) if path.relative_to(FOLDER).parts[0] == book]
    return [entry_of(story, reader) for story in stories(*paths)]


# --- comparing --------------------------------------------------------------------------------------------------------


def compare(stored: Iterable[Entry], now: Iterable[Entry]) -> Compared:
    """What became of the stored stories. A new story is nothing, wherever in its file it stands."""
    left, current = list(stored), list(now)
    pair(left, current, lambda one: (one.story, one.events))
    pair(left, current, lambda one: (one.file, one.events))  # it has another number: a story was put before it
    found = pair(left, current, lambda one: (one.file, one.text))
    edited = pair(left, current, lambda one: one.story) + pair(left, current, lambda one: one.file)
    differences = [f"{one.story}: {difference(one, other)}" for one, other in found]
    return Compared(differences + [f"{one.story}{GONE}" for one in left], [one.story for one, _ in edited])


def pair(left: list[Entry], current: list[Entry], key: Callable[[Entry], object]) -> list[tuple[Entry, Entry]]:
    """Take from both lists the stories that are alike."""
    waiting = defaultdict(list)
    for one in reversed(current):
        waiting[key(one)].append(one)
    pairs = [(one, waiting[key(one)].pop()) for one in left if waiting[key(one)]]
    for one, other in pairs:
        left.remove(one)
        current.remove(other)
    return pairs


def difference(stored: Entry, now: Entry) -> str:
    """The first thing that differs, in words."""
    before, after = chunks(stored.each), chunks(now.each)
    at = next((k for k, (one, two) in enumerate(zip(before, after, strict=False)) if one != two), None)
    if at is not None:
        return f"event {at + 1} of {len(after)}, {now.names[at]}, differs; stored are {len(before)}"
    if len(before) != len(after):
        return f"makes {len(after)} events, not {len(before)}; the first {min(len(before), len(after))} are as stored"
    return f"one of its {len(after)} events differs"


def chunks(text: str) -> list[str]:
    return [text[at : at + EACH] for at in range(0, len(text), EACH)]


def not_risen(differences: Iterable[str], stored: Versions, now: Versions) -> list[str]:
    """Stories that decide something else though neither the version of their book nor the engine's has risen."""
    if now["engine"] > stored.get("engine", 0):
        return []
    changed = (one for one in differences if not one.endswith(GONE))
    return [one for one in changed if now[one.partition("/")[0]] <= stored.get(one.partition("/")[0], 0)]


def versions() -> Versions:
    """The versions of today's rules."""
    return {"engine": RULES_VERSION, **{key: rulebook(key).version for key in RULEBOOK_KEYS}}


# --- the stored file --------------------------------------------------------------------------------------------------


def read() -> Decided:
    """The stored hashes."""
    raw = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {"fields": {}, "stories": {}}
    made = {name: Entry(name, *text.split()) for name, text in raw["stories"].items()}
    return Decided(raw["fields"], made, raw.get("rules", {}))


def written(decided: Decided) -> str:
    """The file: sorted, a line for each type and each story."""
    fields = [f"  {json.dumps(key)}: {json.dumps(names)}" for key, names in sorted(decided.fields.items())]
    rows = [
        f"  {json.dumps(name)}: {json.dumps(f'{one.events} {one.text} {one.each}'.strip())}"
        for name, one in sorted(decided.stories.items())
    ]
    rules = f' "rules": {json.dumps(decided.rules)},'
    parts = ("{", rules, ' "fields": {', ",\n".join(fields), " },", ' "stories": {', ",\n".join(rows), " }", "}", "")
    return "\n".join(parts)


def compute(fields: Fields) -> Decided:
    """What all stories decide now, by these fields; types that are new get theirs, types no story makes lose theirs."""
    reader = Reader(fields)
    entries = [entry for book in BOOKS for entry in tell_book(book, reader)]
    kept = {
        key: [name for name in fields.get(key, fields_of(kind)) if name in fields_of(kind)]
        for key, kind in reader.seen.items()
    }
    return Decided(kept, {entry.story: entry for entry in entries}, versions())


def report(stored: Decided, now: Decided) -> Iterator[str]:
    """What is new, edited, changed or gone."""
    for name in sorted(set(now.stories) - set(stored.stories)):
        yield f"new      {name}"
    compared = compare(stored.stories.values(), now.stories.values())
    yield from (f"edited   {one}" for one in compared.edited)
    yield from (f"changed  {one}" for one in compared.differences)
    for key, names in sorted(now.fields.items()):
        if (had := stored.fields.get(key)) is not None and had != names:
            yield f"fields   {key}: {', '.join(names)}; stored are {', '.join(had)}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.stories.decided")
    parser.add_argument("--write", action="store_true", help="store what the stories decide now")
    parser.add_argument("--all-fields", action="store_true", help="hash the fields that were added since, too")
    parser.add_argument("--events", metavar="NAME", help="print the events of the stories whose name contains NAME")
    given = parser.parse_args()
    stored = read()
    reader = Reader({} if given.all_fields else stored.fields)
    if given.events:
        for story in stories(*ALL):
            if given.events in key_of_story(story):
                print(key_of_story(story))
                for number, event in enumerate(events_of(story), start=1):
                    print(f"  {number:3} {reader.event(event)}")
        return
    now = compute(reader.fields)
    for line in report(stored, now):
        print(line)
    differences = compare(stored.stories.values(), now.stories.values()).differences
    if given.write and (found := not_risen(differences, stored.rules, now.rules)):
        print(f"Nothing is written: {len(found)} stories decide something else under the same version. {RAISE}")
        raise SystemExit(1)
    if given.write:
        STORED.write_text(written(now), encoding="utf-8")
        print(f"{len(now.stories)} stories in {STORED.name}")


if __name__ == "__main__":
    main()
