"""Whatever a conditions document says, it is published or refused with a clause; never a crash."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from openfelt.rulebooks import clause
from openfelt.tournaments import PublishedConditions, UnreadableConditions, publish, read_conditions, write_conditions
from openfelt.tournaments.page import as_html, as_text, page_of
from openfelt.tournaments.rules import TOURNAMENTS
from tests.conftest import count
from tests.tournament_kit import EVERY, faults, whole, with_more

WORDS = (
    *("by-position", "worst-position", "next-last-blind", "mystery", "first", "minutes", "one-step-draw"),
    *("none", "any", "final", "draw", "ballot", "stake", "pot", "levels", "no-limit", "structured", "texas-holdem"),
    *("omaha", "seven-card-stud", "razz", "at-bank", "prizes", "as-needed", "heads-up", "table", "2026-12-04 19:30"),
    *("", "x", "\u00e9\U0001f0a1\x7f", "nsw-poker", "act-stud", "house", "us-stud", "rules", "conditions"),
)
NUMBERS = (0, 1, 2, 3, 8, 9, 11, 12, 19, 20, 25, 50, 999, 1_000, 5_000, 1_000_000, 10**12, -1, 10**30)


def toml(value: Any) -> str:
    """A value as inline TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + " }"
    return str(value)


def document(raw: dict[str, Any]) -> str:
    return "".join(f"{key} = {toml(value)}\n" for key, value in raw.items())


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container with a key or an index of something in it."""
    if isinstance(value, dict):
        return [place for key, one in value.items() for place in ((value, key), *places(one))]
    if isinstance(value, list):
        return [place for number, one in enumerate(value) for place in ((value, number), *places(one))]
    return []


def any_value(rng: random.Random, raw: dict[str, Any]) -> Any:
    """A number, a word, a part of the same document, or nonsense."""
    kind = rng.randrange(8)
    if kind < 3:
        return rng.choice(NUMBERS)
    if kind < 6:
        return rng.choice(WORDS)
    if kind == 6:
        holder, key = rng.choice(places(raw))
        return json.loads(json.dumps(holder[key]))
    return rng.choice([True, False, {}, [], [[]], 1.5, {"minutes": 1}, [0, 0], ["none"]])


def like(rng: random.Random, value: Any) -> Any:
    """Another value of the same kind, or none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice(NUMBERS[:-2])
    return rng.choice(WORDS) if isinstance(value, str) and rng.random() < 0.4 else "none"


def bend(rng: random.Random, raw: dict[str, Any]) -> None:
    """Leave something out, put something else in its place, or add what nobody knows."""
    holder, key = rng.choice(places(raw))
    kind = rng.randrange(12)
    if kind < 5:
        del holder[key]
    elif kind < 10:
        holder[key] = like(rng, holder[key])
    elif kind < 11:
        holder[key] = any_value(rng, raw)
    elif isinstance(holder, list):
        holder.insert(key, any_value(rng, raw))
    else:
        names = [other for part, other in places(raw) if isinstance(part, dict)]
        holder[rng.choice([*names, "unheard_of"])] = any_value(rng, raw)


def random_document(seed: int) -> str:
    rng = random.Random(f"conditions {seed}")
    made = rng.choice((whole, with_more))
    raw = msgspec.json.decode(msgspec.json.encode(made(*rng.choice(EVERY))))
    for _ in range(rng.randrange(5)):
        bend(rng, raw)
    return document(raw)


def unreadable(fault: UnreadableConditions, text: str) -> str:
    assert fault.cites, fault
    assert all(clause(cite) for cite in fault.cites)
    assert 0 <= fault.line <= text.count("\n") + 1
    return "unreadable"


def outcome(text: str) -> str:
    """What becomes of a document; every refusal has clauses that exist."""
    try:
        made = read_conditions(text)
    except UnreadableConditions as fault:
        return unreadable(fault, text)
    found = publish(made)
    if made.book in TOURNAMENTS.books():
        assert read_conditions(write_conditions(made)) == made
        page = page_of(made)
        assert made.version == page.version
        assert as_text(page)
        assert as_html(page).count("<table>") == len(page.parts)
        assert bool(page.missing) == isinstance(found, tuple)
    if isinstance(found, PublishedConditions):
        return "published"
    assert found
    for one in found:
        assert one.cites, one
        assert all(clause(cite) for cite in one.cites), one
        assert str(one)
    return "refused"


@pytest.mark.parametrize(("book", "template"), EVERY)
def test_every_template_may_have_the_conditions_that_none_of_them_has(book, template):
    assert faults(with_more(book, template)) == ()


@pytest.mark.parametrize("part", range(10))
def test_a_random_document_is_published_or_refused_with_a_clause(part):
    size = count(50, 2_000)
    told = [outcome(random_document(seed)) for seed in range(part * size, part * size + size)]
    assert {"published", "refused", "unreadable"} == set(told)
