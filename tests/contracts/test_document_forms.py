"""Documents as forms: every item in words, one answer after the other, and no answer that the text could not have."""

from __future__ import annotations

import pytest

from openfelt.documents.form import added, answered, form_fields, removed
from openfelt.errors import NotationError
from openfelt.jackpots import check as check_parameters
from openfelt.jackpots import read_parameters, write_parameters
from openfelt.jackpots.reading import asks_of
from openfelt.jackpots.sheet import sheet_of
from openfelt.promotions import write_terms
from openfelt.promotions.checking import check
from openfelt.promotions.checking import rules_of as promotion_rules
from openfelt.promotions.items import SHEET
from openfelt.promotions.templates import TEMPLATES, fill
from openfelt.promotions.writing import read_terms
from openfelt.stories.promotions import complete

BOOKS = ("house", "nsw-poker")
MOMENT = "2026-12-04 19:30 Australia/Sydney"
TYPED = {"text": "as shown", "money": "400", "percent": "50", "number": "2", "yes-no": "no"}


def by_path(document, sheet, asks):
    return {one.path: one for one in form_fields(document, sheet, asks)}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("template", TEMPLATES)
def test_terms_can_be_completed_item_by_item(book, template):
    terms = fill(template, book)
    for _ in range(60):
        silent = {".".join(map(str_of, one.path)): one for one in check(terms) if one.kind == "gap"}
        fields = by_path(terms, SHEET, promotion_rules(book).asks)
        assert set(silent) <= set(fields), "every gap has a field of its own"
        if not silent:
            break
        asked = fields[next(iter(silent))]
        value = MOMENT if "2026" in asked.example else asked.choices[0][0] if asked.choices else TYPED[asked.shape]
        terms = answered(terms, asked.path, value, SHEET)
    assert [one for one in check(terms) if one.kind == "gap"] == []
    assert read_terms(write_terms(terms)) == terms


def str_of(step):
    return str(step + 1) if isinstance(step, int) else step


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("template", TEMPLATES)
def test_whatever_a_field_shows_can_be_typed_into_it_again(book, template):
    terms = complete(template, book)
    for one in form_fields(terms, SHEET, {}):
        assert answered(terms, one.path, one.value, SHEET) == terms, one.path


def test_no_field_says_a_name_of_the_code():
    fields = form_fields(complete("travel", "nsw-poker"), SHEET, {})
    words = [*(one.label for one in fields), *(words for one in fields for _, words in one.choices)]
    assert not [one for one in words if "_" in one or "cents" in one]


def test_amounts_are_typed_in_dollars_and_shares_in_percent():
    given = read_parameters('book = "nsw-poker"\n[[events]]\nname = "Quads"\nprize = { kind = "percentage" }')
    sheet = sheet_of(given)
    made = answered(given, "base_cents", "$1,234.5", sheet)
    made = answered(made, "events.1.prize.per_mille", "12.5", sheet)
    assert (made.base_cents, made.events[0].prize.per_mille) == (123_450, 125)
    fields = by_path(made, sheet, asks_of("nsw-poker"))
    assert (fields["base_cents"].value, fields["base_cents"].shape) == ("1234.50", "money")
    assert (fields["events.1.prize.per_mille"].value, fields["events.1.prize.per_mille"].part) == ("12.5", "event 1")
    assert fields["base_cents"].cites == ("nsw-poker 30.4",)
    assert read_parameters(write_parameters(made)) == made


@pytest.mark.parametrize(
    ("item", "typed"),
    [
        ("base_cents", "much"), ("base_cents", "1.234"), ("base_cents", "-1"), ("deck", "51"), ("game", "whist"),
        ("events.1.dealt_in", "2.5"), ("events.1.showdown", "perhaps"), ("events.1.prize.kind", "some"),
        ("events.2.name", "x"), ("nothing", "x"), ("events.1.prize.per_mille", "1234"), ("schema", "2"),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_refused_by_the_name_of_its_item(item, typed):
    text = 'book = "nsw-poker"\ngame = "texas-holdem"\n[[events]]\nname = "Quads"\nprize = { kind = "percentage" }'
    given = read_parameters(text)
    with pytest.raises(NotationError):
        answered(given, item, typed, sheet_of(given))


def test_an_event_is_asked_for_what_concerns_it():
    given = read_parameters('book = "nsw-poker"\ngame = "texas-holdem"\ndeck = 52')
    given = added(given, "events", {"name": "Event 1"})
    assert "events.1.window_minutes" not in by_path(given, sheet_of(given), {})
    given = answered(given, "events.1.kind", "high-hand", sheet_of(given))
    fields = by_path(given, sheet_of(given), {})
    assert "events.1.window_minutes" in fields
    assert "events.1.hand" not in fields
    given = answered(given, "events.1.kind", "bad-beat", sheet_of(given))
    given = answered(given, "events.1.shares", "yes", sheet_of(given))
    given = answered(given, "events.1.shares.loser_per_mille", "50", sheet_of(given))
    assert given.events[0].shares.loser_per_mille == 500
    given = answered(given, "events.1.kind", "hand", sheet_of(given))
    assert "full house" in dict(by_path(given, sheet_of(given), {})["events.1.hand"].choices)
    assert removed(given, "events.1").events == ()
    with pytest.raises(NotationError):
        removed(given, "events.2")


def test_an_answer_can_be_taken_away_again():
    given = read_parameters('book = "nsw-poker"\ntitle = "Hold\'em"')
    silent = answered(given, "title", " ", sheet_of(given))
    assert silent == read_parameters('book = "nsw-poker"')
    assert "nothing is said of its name on signs" in [one.message for one in check_parameters(silent)]
