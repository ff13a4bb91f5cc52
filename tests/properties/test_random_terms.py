"""Terms of promotions made at random: every silence is named with its clause, and nothing else is found."""

from __future__ import annotations

import random

import msgspec
import pytest

from openfelt.documents.findings import written_path
from openfelt.documents.items import pattern
from openfelt.promotions import read_terms, write_terms
from openfelt.promotions.checking import check
from openfelt.promotions.items import ITEMS
from openfelt.promotions.page import as_html, as_text, page_of
from openfelt.promotions.rules import PROMOTIONS
from openfelt.promotions.templates import TEMPLATES
from openfelt.stories.acting import SILENT, answered
from openfelt.stories.promotions import complete
from tests.conftest import count

PARTS = ("cash", "dollars", "goods", "liquor", "appliances", "vehicle", "travel", "real_estate")


def leaves(value, path=()):
    """Every answer of a document as it is stored, by its place."""
    if isinstance(value, dict) and value and "by" not in value:
        for name, one in value.items():
            yield from leaves(one, (*path, name))
    elif isinstance(value, list) and value:
        for number, one in enumerate(value):
            yield from leaves(one, (*path, number))
    else:
        yield path


def random_terms(seed: int):
    """Complete terms with several prizes of several parts, and which answers are then taken away."""
    rng = random.Random(seed)
    book = rng.choice(PROMOTIONS.books())
    kinds = rng.choices(list(TEMPLATES), k=rng.randint(1, 4))
    made = [complete(kind, book) for kind in kinds]
    terms = msgspec.structs.replace(made[0], prizes=tuple(one.prizes[0] for one in made))
    raw = msgspec.json.decode(msgspec.json.encode(terms))
    answers = [path for path in leaves(raw) if pattern(path) in ITEMS]
    gone = rng.sample(answers, rng.randint(0, min(12, len(answers))))
    for path in gone:
        terms = answered(terms, [(written_path(path), SILENT)])
    return terms, gone


@pytest.mark.parametrize("first", range(0, count(500, 5_000), 50))
def test_every_gap_of_generated_terms_is_named_with_its_clause(first):
    for seed in range(first, first + 50):
        terms, gone = random_terms(seed)
        asks = PROMOTIONS.of(terms.book).asks
        found = check(terms)
        assert {one.path for one in found} == set(gone), f"seed {seed}"
        assert all(one.kind == "gap" and one.cites == asks[pattern(one.path)] for one in found), f"seed {seed}"
        assert all(one.cites[0].startswith((f"{terms.book} ", "house ")) for one in found)


@pytest.mark.parametrize("seed", range(count(40, 500)))
def test_generated_terms_are_written_read_and_printed(seed):
    terms, gone = random_terms(seed)
    assert read_terms(write_terms(terms)) == terms
    page = page_of(terms, "spring/01234567")
    assert len(page.missing) == len(gone)
    text = as_text(page)
    assert ("DRAFT" in text) == bool(gone)
    assert "spring/01234567" in text
    assert as_html(page).startswith("<!doctype html>")


def test_the_generated_terms_are_not_all_alike():
    made = [random_terms(seed) for seed in range(100)]
    kinds = {name for terms, _ in made for prize in terms.prizes for name in PARTS if getattr(prize, name, ())}
    assert kinds == set(PARTS)
    assert {len(gone) for _, gone in made} >= set(range(8))
