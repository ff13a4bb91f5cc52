"""The conditions as people read them: a printable page with the clause of every item, in plain text or HTML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET

from openfelt.documents.page import STYLE, Page, PageLine, as_html, as_text
from openfelt.money import money
from openfelt.rulebooks import rulebook
from openfelt.tournaments.checking import check, rules_of
from openfelt.tournaments.conditions import Conditions, Level
from openfelt.tournaments.findings import Path, written_path
from openfelt.tournaments.items import ITEMS, fields_of, pattern
from openfelt.tournaments.publishing import digest
from openfelt.tournaments.rules import TournamentRules

__all__ = ["STYLE", "Page", "PageLine", "as_html", "as_text", "page_of"]

HEADINGS: Final = {
    "": "The event",
    "play": "Play",
    "chips": "Chips",
    "schedules": "Levels",
    "sessions": "Sessions",
    "rebuys": "Re-buys",
    "add_ons": "Add-ons",
    "entry": "Entry",
    "prizes": "Prizes",
    "statements": "Statements",
}
LEVEL: Final = "schedules[].levels[]"
LISTS: Final = ("schedules[]", "sessions[]", "prizes.bands[]")
NOT_TOLD: Final = ("schema", "book", "name", "version", "statements")
NOTHING: Final = (0, "", ())  # a habit that is off, an amount that is not there


def page_of(conditions: Conditions, signed: str = "") -> Page:
    """The page of conditions; a draft has one too. `signed`: the hash of the version, if a start was moved since."""
    rules = rules_of(conditions.book)
    faults, replaced = check(conditions)
    parts = [(heading, tuple(_lines(conditions, part, rules))) for part, heading in HEADINGS.items()]
    stated = [PageLine("", one.text, one.cites) for one in rules.statements]
    if conditions.entry.refusal == "reserved":
        text = "The operator may refuse any application."
        stated.append(PageLine("", text, rules.asks["entry.refusal"]))
    if rules.dropped:
        text = f"These rules of the game do not apply: {', '.join(rules.dropped)}."
        text += f" These stay: {', '.join(rules.kept)}." if rules.kept else ""
        stated.append(PageLine("", text, rules.applies))
    stated.append(PageLine("", "A copy of these conditions is shown wherever the event is played.", rules.displayed))
    parts[-1] = (HEADINGS["statements"], (*parts[-1][1], *stated))
    if replaced:
        parts.append(("Rules that these conditions replace", tuple(map(_replaced, replaced))))
    title = conditions.name if conditions.name is not UNSET else "A tournament without a name"
    return Page(
        title,
        rulebook(conditions.book).title,
        conditions.version,
        signed or digest(conditions),
        tuple((heading, lines) for heading, lines in parts if lines),
        tuple(map(str, faults)),
    )


def _replaced(one: Any) -> PageLine:  # noqa: ANN401 - a rule that was replaced
    more = " (by a reading; a narrower one would forbid it)" if one.by_reading else ""
    return PageLine(written_path(one.path), one.message + more, one.cites)


def _lines(conditions: Conditions, part: str, rules: TournamentRules) -> Iterator[PageLine]:
    if part:
        yield from _part_lines(getattr(conditions, part), (part,), rules)
        return
    for one in fields_of(type(conditions)):
        if one.name not in HEADINGS and one.name not in NOT_TOLD:
            yield from _part_lines(getattr(conditions, one.name), (one.name,), rules)


def _part_lines(value: Any, path: Path, rules: TournamentRules) -> Iterator[PageLine]:  # noqa: ANN401 - any part
    item = pattern(path)
    if isinstance(value, msgspec.Struct) and _has_items(item):
        for one in fields_of(type(value)):
            yield from _part_lines(getattr(value, one.name), (*path, one.name), rules)
    elif isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
        for number, one in enumerate(value):
            yield from _part_lines(one, (*path, number), rules)
    else:
        yield from _line(value, path, rules)


def _has_items(item: str) -> bool:
    """Whether the fields of a part are items of their own; else the part is one line."""
    if item == LEVEL:
        return False
    return item in HEADINGS or item in LISTS or any(one.startswith(f"{item}.") for one in ITEMS)


def _line(value: Any, path: Path, rules: TournamentRules) -> Iterator[PageLine]:  # noqa: ANN401 - any answer
    item = pattern(path)
    cites = rules.asks.get(item) or next((rules.asks[one] for one in _above(item) if one in rules.asks), rules.others)
    if item not in rules.asks and (value is UNSET or value in NOTHING):
        return
    label = _label(path)
    text = "not answered" if value is UNSET else _words(value, str(path[-1]))
    yield PageLine(label, text, cites)


def _above(item: str) -> Iterator[str]:
    while item:
        item = item.removesuffix("[]") if item.endswith("[]") else item.rpartition(".")[0]
        yield item


def _label(path: Path) -> str:
    item = pattern(path)
    names = [one.replace("_", " ") for one in path if isinstance(one, str)]
    label = ITEMS[item].label if item in ITEMS else ", ".join(names[1:] or names)
    if isinstance(path[-1], int):
        label = names[-1].removesuffix("s")
    numbers = [one + 1 for one in path if isinstance(one, int)]
    return (f"{'.'.join(map(str, numbers))} " if numbers else "") + label


def _words(value: Any, name: str) -> str:  # noqa: ANN401 - any answer
    """An answer in words: money in dollars, a part as its fields."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return money(value) if name.endswith("cents") else f"{value:,}"
    if isinstance(value, tuple):
        return " / ".join(_words(one, name) for one in value) or "none"
    if isinstance(value, msgspec.Struct):
        told = [
            (one.name, getattr(value, one.name))
            for one in fields_of(type(value))
            if _is_told(getattr(value, one.name), one.default, is_level=isinstance(value, Level))
        ]
        return ", ".join(f"{key.replace('_', ' ').removesuffix(' cents')} {_words(one, key)}" for key, one in told)
    return str(value)


def _is_told(value: Any, usual: Any, *, is_level: bool) -> bool:  # noqa: ANN401 - any answer
    """Whether a field has something to say; of a level only what is not as usual."""
    return value is not UNSET and value not in NOTHING and not (is_level and value == usual)
