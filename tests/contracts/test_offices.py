"""Offices: what each book says of them, who may give which order, and that nobody else may."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from openfelt.errors import InvariantBroken, RuleViolation
from openfelt.room.offices import OFFICES, Duty, Named, Officer, Offices
from openfelt.rulebooks import RULEBOOK_KEYS, rulebook
from openfelt.rulebooks.chapters import Chapter

NSW = "nsw-poker"

# --- chapters ---------------------------------------------------------------------------------------------------------


def test_a_chapter_is_found_by_the_name_of_its_book_and_read_once():
    chapter = Chapter("offices", Offices)
    assert chapter.of("act-stud") is chapter.of("act-stud")
    assert chapter.of("act-stud").book == "act-stud"


def test_a_chapter_that_is_missing_or_of_another_type_is_our_fault():
    with pytest.raises(InvariantBroken, match="'cellar'"):
        Chapter("cellar", Offices).of(NSW)
    with pytest.raises(InvariantBroken, match="no chapter 'offices'"):
        Chapter("offices", Offices).of("no-such-book")
    with pytest.raises(InvariantBroken, match="is no Named"):
        Chapter("offices", Named).of(NSW)


# --- the chapter of each book -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", RULEBOOK_KEYS)
def test_every_clause_and_every_office_that_a_book_names_is_there(book):
    chapter = OFFICES.of(book)
    assert chapter.book == book
    assert set(chapter.clauses) <= set(rulebook(book))
    needs = [chapter.for_duty(duty) for duty in get_args(Duty)]
    namings = [*chapter.clauses.values(), *chapter.roles.values(), *(one for need in needs for one in need.namings)]
    assert all(chapter.office(name) for naming in namings for name in naming.offices)
    names = [name for one in chapter.every for name in one.names]
    assert len(names) == len(set(names)), "one name, one office"


@pytest.mark.parametrize(
    ("clause", "enough", "too_little"),
    [
        ("26.14", "gaming supervisor", "dealer"),  # a casino supervisor, by 1.1
        ("26.14", "Assistant Gaming Manager", "casino operator"),
        ("8.7.1", "Gaming Manager", "Assistant Gaming Manager"),
        ("8.7.1", "Poker Manager", "gaming supervisor"),
        ("8.10", "Gaming Manager", "Assistant Gaming Manager"),
        ("8.10.4", "gaming supervisor", "dealer"),
        ("25.9", "dealer", "inspector"),
        ("4.8", "inspector", "dealer"),
        ("27.4.1", "gaming supervisor", "dealer"),  # as 27.4, which it stands under
        ("27.14", "gaming supervisor", "dealer"),
        ("27.15", "casino operator", "Gaming Manager"),
        ("28.5.10.3", "Tournament Supervisor", "Gaming Manager"),
        ("29.2", "scrutineer", "casino operator"),
        ("30.7.2", "gaming supervisor", "dealer"),
        ("30.17.2", "Assistant Gaming Manager", "gaming supervisor"),
    ],
)
def test_whom_a_clause_of_nsw_poker_names(clause, enough, too_little):
    chapter = OFFICES.of(NSW)
    needed = chapter.for_clauses((f"{NSW} {clause}",))
    chapter.require(Officer("a1", "Kim", (enough,)), "this", needed)
    with pytest.raises(RuleViolation) as refused:
        chapter.require(Officer("a1", "Kim", (too_little,)), "this", needed)
    assert (refused.value.code, refused.value.cites) == ("not-your-office", (f"{NSW} {clause}",))
    assert chapter.office(enough).name in refused.value.legal
    assert too_little not in refused.value.legal


def test_an_office_named_without_or_above_is_satisfied_by_those_above_unless_only_it_counts():
    chapter = OFFICES.of(NSW)
    strict = replace(chapter, only_named=True)
    assistant = chapter.clauses["30.17.2"]
    assert chapter.that_do(assistant) == ("Assistant Gaming Manager", "Gaming Manager")
    assert strict.that_do(assistant) == ("Assistant Gaming Manager",)
    for clause in ("8.7.1", "26.14", "30.7.1"):  # or above: said, or by definition
        assert strict.that_do(chapter.clauses[clause]) == chapter.that_do(chapter.clauses[clause])


def test_an_officer_of_one_book_is_somebody_in_another():
    assert OFFICES.of("act-stud").role_of(("Assistant Gaming Manager",)) == "supervisor"
    assert OFFICES.of("us-stud").is_satisfied(("Assistant Gaming Manager",), Named(("poker shift supervisor",)))
    assert not OFFICES.of("us-stud").is_satisfied(("gaming supervisor",), Named(("poker shift supervisor",)))
    assert OFFICES.of("nz-big-raise").is_satisfied(("gaming supervisor",), Named(("game supervisor",)))
    assert OFFICES.of(NSW).role_of(("inspector",)) is None
