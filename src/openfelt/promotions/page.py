"""The terms as people read them: a printable page with the clause of every item, in plain text or HTML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET

from openfelt.documents.findings import Path
from openfelt.documents.items import fields_of, pattern
from openfelt.documents.page import Page, PageLine, as_html, as_text
from openfelt.money import money
from openfelt.promotions.checking import check, rules_of
from openfelt.promotions.items import ITEMS
from openfelt.promotions.rules import PromotionRules
from openfelt.promotions.terms import Terms
from openfelt.promotions.writing import digest
from openfelt.rulebooks import rulebook

__all__ = ["Page", "as_html", "as_text", "page_of"]

HEADINGS: Final = {
    "held": "Place and time",
    "": "Taking part",
    "entries": "Entries",
    "award": "Award",
    "nature": "Nature of the prize",
    "prizes": "Prizes",
    "claim": "Claims",
    "exclusion": "Exclusions",
}
NOT_TOLD: Final = ("schema", "book", "name", "version")


def page_of(terms: Terms, reference: str = "", prescribed: tuple[str, ...] = ()) -> Page:
    """The page of terms; a draft has one too. `reference`: what every notice of the promotion carries."""
    rules = rules_of(terms.book)
    parts = [(heading, tuple(_lines(terms, part, rules))) for part, heading in HEADINGS.items()]
    if rules.complaint:
        parts.append(("Disputes", (PageLine("", rules.complaint, rules.disputed),)))
    if reference:
        parts.append(("Reference", (PageLine("", reference, rules.published),)))
    return Page(
        terms.name if terms.name is not UNSET else "A promotion without a name",
        rulebook(terms.book).title,
        terms.version,
        digest(terms),
        tuple((heading, lines) for heading, lines in parts if lines),
        tuple(map(str, check(terms, prescribed))),
    )


def _lines(terms: Terms, part: str, rules: PromotionRules) -> Iterator[PageLine]:
    if part:
        yield from _part(getattr(terms, part), (part,), rules)
        return
    for one in fields_of(Terms):
        if one.name not in HEADINGS and one.name not in NOT_TOLD:
            yield from _part(getattr(terms, one.name), (one.name,), rules)


def _part(value: Any, path: Path, rules: PromotionRules) -> Iterator[PageLine]:  # noqa: ANN401 - any part
    if isinstance(value, msgspec.Struct):
        if by := value.__struct_config__.tag:
            yield PageLine(_label(path), f"by {by}", rules.asks.get(pattern(path), ()))
        for one in fields_of(type(value)):
            yield from _part(getattr(value, one.name), (*path, one.name), rules)
    elif isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
        for number, one in enumerate(value):
            yield from _part(one, (*path, number), rules)
    elif pattern(path) in rules.asks or (value is not UNSET and value != ()):
        text = "not answered" if value is UNSET or value == () else _words(value, str(path[-1]))
        yield PageLine(_label(path), text, _cites(path, rules))


def _cites(path: Path, rules: PromotionRules) -> tuple[str, ...]:
    while path:
        if found := rules.asks.get(pattern(path)):
            return found
        path = path[:-1]
    return rules.complete


def _label(path: Path) -> str:
    item = pattern(path)
    names = [one.replace("_", " ") for one in path if isinstance(one, str)]
    numbers = [one + 1 for one in path if isinstance(one, int)]
    label = ITEMS[item].label if item in ITEMS else " ".join(names[1:] or names)
    return (f"{'.'.join(map(str, numbers))} " if numbers else "") + label


def _words(value: Any, name: str) -> str:  # noqa: ANN401 - any answer
    if isinstance(value, int):
        if name == "millilitres":
            return f"{value / 1_000:g} litres"
        return money(value) if name.endswith("cents") else f"{value:,}"
    return str(value)
