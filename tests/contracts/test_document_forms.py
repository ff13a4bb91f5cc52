"""Documents as forms: every item in words, one answer after the other, and no answer that the text could not have."""

from __future__ import annotations

import pytest
from msgspec import inspect

from openfelt.documents.form import added, answered, form_fields, parts_of, removed
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
from openfelt.service.tell.document_forms import additions_to
from openfelt.stories.promotions import complete
from openfelt.tournaments import Answers, read_conditions, write_conditions
from openfelt.tournaments import fill as fill_conditions
from openfelt.tournaments.checking import check as check_conditions
from openfelt.tournaments.checking import rules_of as tournament_rules
from openfelt.tournaments.conditions import Conditions
from openfelt.tournaments.rules import TOURNAMENTS
from openfelt.tournaments.sheet import LABELLED, PARTS, sheet_by

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


# -- conditions of a tournament ----------------------------------------------------------------------------------------

EVERY_EVENT = [(book, key) for book in TOURNAMENTS.books() for key in TOURNAMENTS.of(book).templates]
every_event = pytest.mark.parametrize(("book", "template"), EVERY_EVENT)
UNNAMED = ("schema", "book", "version")  # not answered by anybody


def conditions_by(book, template="re-buy"):
    return fill_conditions(template, book, Answers(name="Friday"))


@every_event
def test_conditions_can_be_completed_item_by_item(book, template):
    made, sheet, asks = conditions_by(book, template), sheet_by(book), tournament_rules(book).asks
    for _ in range(40):
        silent = {".".join(map(str_of, one.path)): one for one in check_conditions(made)[0] if one.kind == "gap"}
        fields = by_path(made, sheet, asks)
        assert set(silent) <= set(fields), "every gap has a field of its own"
        if not silent:
            break
        asked = fields[next(iter(silent))]
        made = answered(made, asked.path, asked.choices[0][0] if asked.choices else TYPED[asked.shape], sheet)
    assert [one for one in check_conditions(made)[0] if one.kind == "gap"] == []
    assert read_conditions(write_conditions(made)) == made


@pytest.mark.parametrize(("book", "template"), [("house", "re-buy"), ("house", "heads-up"), ("act-stud", "freeze-out")])
def test_whatever_conditions_show_can_be_typed_into_them_again(book, template):
    made, sheet = conditions_by(book, template), sheet_by(book)
    for one in form_fields(made, sheet, {}):
        assert answered(made, one.path, one.value, sheet) == made, one.path


def items_of(kind, path=""):
    """Every item that conditions can answer, by its place."""
    for one in inspect.type_info(kind).fields:
        here = f"{path}.{one.name}" if path else one.name
        several = one.type.types if isinstance(one.type, inspect.UnionType) else (one.type,)
        structs = [(of.cls, here) for of in several if isinstance(of, inspect.StructType)]
        lists = [of.item_type for of in several if isinstance(of, inspect.VarTupleType)]
        structs += [(of.cls, f"{here}[]") for of in lists if isinstance(of, inspect.StructType)]
        yield here, not structs, bool(structs) and bool(lists)
        for below, at in structs:
            yield from items_of(below, at)


def test_every_item_of_conditions_has_a_name_in_plain_words():
    items = list(items_of(Conditions))
    assert {here for here, is_leaf, _ in items if is_leaf} - set(LABELLED) == set(UNNAMED)
    assert {here for here, _, is_list in items if is_list} == set(PARTS)
    for one in form_fields(conditions_by("house"), sheet_by("house"), {}):
        assert "_" not in " ".join((one.label, one.part, one.example, *dict(one.choices).values())), one.path


@pytest.mark.parametrize(
    ("item", "typed", "meant"),
    [
        ("schedules.1.levels.2.blinds", "100, 250", (100, 250)),
        ("schedules.1.levels.2.most", "half pot", "half-pot"),
        ("schedules.1.levels.2.most", "900", 900),
        ("sessions.1.buy_in_cents", "12.50", 1_250),
        ("play.button", "newcomer waits", ("newcomer-waits",)),
        ("play.button", "none", "none"),
        ("prizes.bands.2.prizes.1.per_mille", "62.5", 625),
    ],
)
def test_an_item_is_answered_as_people_write_it(item, typed, meant):
    made = answered(conditions_by("house"), item, typed, sheet_by("house"))
    at = made
    for step in item.split("."):
        at = at[int(step) - 1] if step.isdecimal() else getattr(at, step)
    assert at == meant


@pytest.mark.parametrize(
    ("item", "typed"),
    [
        ("schedules.1.levels.2.blinds", "100, many"),
        ("schedules.1.levels.2.most", "all of it"),
        ("play.button", "as we like"),
        ("sessions.1.buy_in_cents", "12,5"),
        ("schedules.1.levels.99.ante", "5"),
        ("play", "x"),
    ],
)
def test_what_an_item_of_conditions_cannot_say_is_refused(item, typed):
    with pytest.raises(NotationError):
        answered(conditions_by("house"), item, typed, sheet_by("house"))


def test_lists_of_conditions_grow_and_shrink():
    sheet, made = sheet_by("house"), conditions_by("house")
    adds = additions_to(made, sheet)
    more = added(made, "schedules.1.levels", adds["schedules.1.levels"].part)
    assert more.schedules[0].levels[-2:] == (made.schedules[0].levels[-1],) * 2, "another level is as the last"
    last = len(more.schedules[0].levels)
    assert (f"schedules.1.levels.{last}", f"schedule 1, level {last}") in parts_of(more, sheet)
    assert removed(more, f"schedules.1.levels.{last}") == made
    chips = added(made, "chips.set", adds["chips.set"].part)  # there were none
    assert [one.value for one in chips.chips.set] == [100]
    none = removed(chips, "chips.set.1")
    assert answered(none, "chips.set", "none", sheet) == made
