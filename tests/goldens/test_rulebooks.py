"""The catalogues: how many clauses there are, that each can be cited, and that nothing else can."""

import copy
import pickle
import re
from collections import Counter
from importlib.resources import files

import pytest

from openfelt.errors import InvariantBroken, NotationError, OpenfeltError, RuleViolation, StaleView
from openfelt.rulebooks import (
    CASINO_RULEBOOKS,
    HOUSE_RULEBOOK,
    KINDS,
    RULEBOOK_KEYS,
    UnknownClause,
    clause,
    rulebook,
    search,
)
from openfelt.rulebooks.catalogue import COLUMNS, read_catalogue
from openfelt.rulebooks.shelf import module_of

# Counted from the catalogues when they were made; the instruments do not change, so neither do these.
CLAUSES = {"act-holdem": 105, "act-stud": 267, "nsw-poker": 834, "nz-big-raise": 132, "us-stud": 135}
KINDS_OF_NSW = {
    "engine": 353, "evaluator": 35, "settlement": 22, "config": 11, "definition": 73, "procedure": 37,
    "irregularity": 59, "supervisor": 26, "room": 34, "tournament": 81, "jackpot": 30, "promotion": 55, "legal": 18,
}  # fmt: skip
HEADER = "\t".join(COLUMNS)
everywhere = pytest.mark.parametrize("key", RULEBOOK_KEYS)


def test_the_five_rulebooks_have_1473_clauses():
    assert {key: len(rulebook(key)) for key in CASINO_RULEBOOKS} == CLAUSES
    assert sum(CLAUSES.values()) == 1473


def test_clauses_by_kind():
    assert Counter(one.kind for one in rulebook("nsw-poker").values()) == KINDS_OF_NSW
    assert {one.kind for key in RULEBOOK_KEYS for one in rulebook(key).values()} == set(KINDS)


def test_the_house_is_a_rulebook_of_its_own():
    assert HOUSE_RULEBOOK not in CASINO_RULEBOOKS
    assert clause("house 2.4").requirement.startswith("Badugi")


@everywhere
def test_every_line_of_a_catalogue_is_one_clause_in_the_order_of_the_book(key):
    text = (files(module_of(key)) / "clauses.tsv").read_text(encoding="utf-8")
    numbers = [line.split("\t")[0] for line in text.splitlines()[1:]]
    assert list(rulebook(key)) == numbers
    assert len(set(numbers)) == len(numbers)


@everywhere
def test_every_clause_can_be_cited_and_found_again(key):
    book = rulebook(key)
    for number, one in book.items():
        assert one.number == number
        assert one.rulebook == key
        assert book.cite(number) == (one.cite,) == (f"{key} {number}",)
        assert clause(one.cite) is one
        assert str(one) == one.cite
        assert "\n" not in one.cite


def test_anchors_are_unique_over_all_rulebooks_and_safe_in_an_address():
    anchors = [one.anchor for key in RULEBOOK_KEYS for one in rulebook(key).values()]
    assert len(set(anchors)) == len(anchors) >= 1473
    assert all(re.fullmatch(r"[a-z][a-z0-9-]*", anchor) for anchor in anchors)


# --- what does not exist ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "number", "near"),
    [
        ("nsw-poker", "12.44", "12.4"),
        ("nsw-poker", "8.8.99", "8.8.9"),
        ("nsw-poker", "active player", "1.1/active player"),
        ("nsw-poker", "13", "13.1"),
        ("us-stud", "rank(9)", "rank(4)"),
        ("act-stud", "3.33", "3.3"),
    ],
)
def test_a_misspelt_clause_is_refused_with_near_ones(key, number, near):
    with pytest.raises(UnknownClause) as refused:
        rulebook(key)[number]
    assert refused.value.message == f"{key} has no clause {number!r}"
    assert len(refused.value.legal) <= 3
    assert near in refused.value.legal
    assert all(one in rulebook(key) for one in refused.value.legal)


@pytest.mark.parametrize("cite", ["nsw-poker 99.99", "nsw-poker", "nsw-poker ", "", "nsw 12.4", "nsw-poker  12.4"])
def test_a_citation_that_names_nothing_is_refused(cite):
    with pytest.raises(UnknownClause):
        clause(cite)


def test_an_unknown_clause_fails_where_it_is_cited_and_cites_nothing():
    with pytest.raises(UnknownClause, match=r"no clause '12\.99'"):
        rulebook("nsw-poker").cite("12.4", "12.99")


def test_an_unknown_rulebook_is_refused_with_the_nearest():
    with pytest.raises(UnknownClause, match="no rulebook 'nsw-pokr'; near: nsw-poker"):
        rulebook("nsw-pokr")
    with pytest.raises(UnknownClause, match="house"):
        rulebook("zzz")


def test_asking_whether_a_clause_exists_does_not_raise():
    assert "12.4" in rulebook("nsw-poker")
    assert "12.44" not in rulebook("nsw-poker")
    assert rulebook("nsw-poker").get("12.44") is None


# --- parts and words --------------------------------------------------------------------------------------------------


def test_under_a_number_stand_its_parts_and_no_namesakes():
    numbers = [one.number for one in rulebook("nsw-poker").under("1")]
    assert "1.1/active player" in numbers
    assert not any(number.startswith(("10.", "11.", "12.")) for number in numbers)
    assert rulebook("nsw-poker").under("12.4") == ()
    assert rulebook("nsw-poker").under("") == ()


@everywhere
def test_sections_hold_every_clause_once(key):
    book = rulebook(key)
    for one in book.values():
        assert one.number == one.section or one in book.under(one.section)


def test_search_finds_every_word_in_any_case_and_any_order():
    found = search("ODD chip")
    assert found == search("chip odd")
    assert found
    assert all("odd" in text(one) and "chip" in text(one) for one in found)
    missed = [one for key in RULEBOOK_KEYS for one in rulebook(key).values() if one not in found]
    assert not any("odd" in text(one) and "chip" in text(one) for one in missed)


def test_search_keeps_to_a_rulebook_and_a_kind():
    assert {one.rulebook for one in search("pot", keys=["us-stud"])} == {"us-stud"}
    assert {one.kind for one in search("", kind="jackpot")} == {"jackpot"}
    assert len(search("", keys=CASINO_RULEBOOKS)) == 1473


def text(one):
    return f"{one.cite} {one.requirement} {one.behaviour} {one.note}".lower()


# --- faults of our own ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["1\tlegal\ta\tb"], "clauses.tsv:2: 5 columns"),
        (["1\tlegal\ta\tb\tc\td"], "clauses.tsv:2: 5 columns"),
        (["1\tlegal\t\tb\t"], "clauses.tsv:2: 5 columns"),
        (["1\tlegal\ta\tb\t", "2\tmagic\ta\tb\t"], "clauses.tsv:3: house 2 is of no known kind: 'magic'"),
        (["1\tlegal\ta\tb\t", "1\tlegal\ta\tb\t"], "clauses.tsv:3: house 1 stands twice"),
    ],
)
def test_a_faulty_catalogue_is_our_fault_and_names_the_line(lines, said):
    with pytest.raises(InvariantBroken, match=re.escape(said)):
        read_catalogue("house", "\n".join([HEADER, *lines]))


def test_a_catalogue_with_other_columns_is_refused():
    with pytest.raises(InvariantBroken, match="the columns are not clause, kind"):
        read_catalogue("house", "number\tkind\trequirement\tsoftware_behaviour\tnote\n1\tlegal\ta\tb\t\n")


# --- across processes -------------------------------------------------------------------------------------------------


@everywhere
def test_a_rulebook_is_itself_after_pickling_and_copying(key):
    book = rulebook(key)
    assert pickle.loads(pickle.dumps(book)) is copy.deepcopy(book) is book
    assert eval(repr(book), {"rulebook": rulebook}) is book


@pytest.mark.parametrize(
    "error",
    [
        NotationError("no card", code="duplicate-card"),
        RuleViolation("bet-not-reopened", ("nsw-poker 12.4",), "seat 1 may not raise", legal=("fold", "call 150")),
        StaleView("turn 7 is over"),
        UnknownClause("nsw-poker has no clause '9'", legal=("9.1",)),
        OpenfeltError("no", cites="nsw-poker 12.4", legal="fold"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_says_the_same_after_pickling(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), again.code, again.cites, again.legal) == (str(error), error.code, error.cites, error.legal)


def test_one_citation_is_not_taken_for_letters():
    assert RuleViolation("x", "nsw-poker 12.4", "no").cites == ("nsw-poker 12.4",)
