"""The conformance report is what the stories make it: computed anew and compared, every open clause with its reason."""

import json

import pytest

from openfelt.cli import main
from openfelt.rulebooks import KINDS, RULEBOOK_KEYS, clause, rulebook
from openfelt.rulebooks.conformance import (
    ENFORCED,
    OPEN,
    RECORDED,
    TO_ENFORCE,
    ClauseStanding,
    Reasons,
    compute,
    headlines,
    read,
    read_reasons,
    write,
)
from tests.stories import conformance, records
from tests.stories.runner import ALL, stories

NO_REASONS = Reasons("what\treason\nnsw-poker\tnot yet\nnsw-poker 12\ttwelve\nkind room\trooms")


def standing(cite: str, *, proofs=(), recorded=(), reasons=NO_REASONS, missing=()) -> ClauseStanding:
    shown = {one: {"a story"} for one in proofs}
    made = compute(shown, {one: {"a sign"} for one in recorded}, reasons, dict(missing))
    return next(one for one in made if one.cite == cite)


@pytest.fixture(scope="module")
def shown():
    return conformance.proofs()


@pytest.mark.slow
def test_the_stored_report_is_the_computed_one(shown):
    stored = conformance.STORED.read_text(encoding="utf-8")
    assert stored == conformance.computed(shown), "stale: run `make conformance`"


def test_every_clause_stands_in_the_report_and_every_open_one_has_a_reason():
    stored = read(conformance.STORED.read_text(encoding="utf-8"))
    assert list(stored) == [one.cite for key in RULEBOOK_KEYS for one in rulebook(key).values()]
    assert [one.cite for one in stored.values() if one.status == OPEN and not one.reason] == []
    assert [one.cite for one in stored.values() if one.status != OPEN and not one.by] == []


def test_every_reason_answers_for_an_open_clause():
    reasons = read_reasons()
    stored = read(conformance.STORED.read_text(encoding="utf-8")).values()
    used = {reasons.row(one.clause) for one in stored if one.status == OPEN}
    assert {row for row in reasons.rows if " kind" not in f" {row}" and row not in RULEBOOK_KEYS} - used == set()


def test_a_story_enforces_a_record_records_and_nothing_is_open():
    assert standing("nsw-poker 12.4", proofs=["nsw-poker 12.4"]) == ClauseStanding(
        "nsw-poker 12.4", ENFORCED, ("a story",)
    )
    assert standing("nsw-poker 8.1", recorded=["nsw-poker 8.1"]) == ClauseStanding(
        "nsw-poker 8.1", RECORDED, ("a sign",)
    )
    assert standing("nsw-poker 12.4").reason == "twelve"
    assert standing("nsw-poker 8.1").reason == "rooms"
    assert standing("nsw-poker 9.3").reason == "not yet"


def test_a_heading_takes_the_standing_of_its_weakest_part():
    parts = [one.cite for one in rulebook("nsw-poker").under("20.7")]
    assert standing("nsw-poker 20.7", proofs=parts).status == ENFORCED
    assert standing("nsw-poker 20.7", proofs=parts[1:], recorded=parts[:1]).status == RECORDED
    missing = standing("nsw-poker 20.7", proofs=parts[1:])
    assert (missing.status, missing.reason) == (OPEN, "open in its parts 20.7.1")


def test_a_clause_with_a_rule_of_its_own_is_not_a_heading():
    assert standing("nsw-poker 9.3", proofs=["nsw-poker 9.3.1"]).status == OPEN


def test_the_report_reads_back():
    made = compute({}, {}, NO_REASONS)
    assert list(read(write(made)).values()) == made


@pytest.mark.parametrize("name", records.READERS)
def test_a_record_shows_clauses(name):
    assert records.READERS[name]()


def test_a_dealers_screen_shows_every_step_of_the_printed_lists():
    seen = {
        cite for sign in records.signs() for screen in records.screens(sign) for step in screen for cite in step.cites
    }
    printed = {cite for cite in records.checklists() if clause(cite).rulebook in {"nsw-poker", "act-stud", "us-stud"}}
    assert seen == printed


@pytest.mark.slow
def test_what_a_story_proves_is_asserted_by_a_line(shown):
    """Given somewhere in a story is weak: at least one line says which event, refusal or offer gives the clause."""
    lines = (line.strip() for story in stories(*ALL) for line in story.text.split("\n"))
    proofs = (line.split("#", 1)[0].removeprefix("proves ") for line in lines if line.startswith("proves "))
    proved = {cite for text in proofs for cite in cited(text, "")}
    assert len(proved) > 1_000
    assert proved - set(shown.ways) == set()


def cited(text: str, book: str) -> set[str]:
    """Clauses separated by commas, each of the rulebook named before it."""
    found = set()
    for one in filter(None, (part.strip() for part in text.split(","))):
        first, _, rest = one.partition(" ")
        book, number = (first, rest) if first in RULEBOOK_KEYS else (book, one)
        found.add(f"{book} {number.strip()}")
    return found


def test_a_record_is_not_enough_where_a_clause_is_to_be_enforced():
    assert not standing("nsw-poker 8.1", recorded=["nsw-poker 8.1"]).is_done
    assert standing("nsw-poker 8.1", proofs=["nsw-poker 8.1"]).is_done
    assert standing("nsw-poker 1.1/ante", recorded=["nsw-poker 1.1/ante"]).is_done
    assert standing("nsw-poker 5.4", recorded=["nsw-poker 5.4"]).is_done
    assert not standing("nsw-poker 5.4").is_done
    assert set(TO_ENFORCE) | {"definition", "procedure", "legal"} == set(KINDS)


def test_a_heading_is_not_held_back_by_a_part_that_need_only_be_recorded():
    parts = [one.cite for one in rulebook("nsw-poker").under("24.3")]
    last = "nsw-poker 24.3.4"
    assert clause(last).kind == "procedure"
    enforced = [one for one in parts if one != last]
    assert standing("nsw-poker 24.3", proofs=enforced, recorded=[last]).status == ENFORCED
    assert standing("nsw-poker 24.3", proofs=enforced).status == OPEN


def run(capsys, *args: str) -> list[dict]:
    with pytest.raises(SystemExit) as done:
        main(["rules", "--report", "--json", *args])
    assert done.value.code == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_command_reports_every_clause_and_ends_with_totals(capsys):
    *clauses, last = run(capsys)
    assert len(clauses) == sum(len(rulebook(key)) for key in RULEBOOK_KEYS)
    old = {"rulebook", "clause", "kind", "status", "done", "by", "reason"}
    assert set(clauses[0]) == old | {"reachable", "missing"}
    counted = sum(row.get(status, 0) for row in last["totals"] for status in (ENFORCED, RECORDED, OPEN))
    assert counted == len(clauses)


def test_the_command_reports_a_rulebook_a_kind_or_a_clause(capsys):
    *clauses, last = run(capsys, "--rulebook", "nsw-poker", "--kind", "evaluator")
    assert {(one["rulebook"], one["kind"]) for one in clauses} == {("nsw-poker", "evaluator")}
    assert len(last["totals"]) == 1
    one, _ = run(capsys, "nsw-poker", "12.4")
    assert (one["clause"], one["status"]) == ("12.4", ENFORCED)


# --- reachable in the room --------------------------------------------------------------------------------------------


def test_a_clause_is_done_only_if_something_in_the_room_makes_its_order():
    vacate = {"nsw-poker 8.1": ("Vacate",)}
    one = standing("nsw-poker 8.1", proofs=["nsw-poker 8.1"], missing=vacate)
    assert (one.status, one.missing, one.is_reachable, one.is_done) == (ENFORCED, ("Vacate",), False, False)
    assert standing("nsw-poker 8.1", proofs=["nsw-poker 8.1"]).is_reachable
    assert standing("nsw-poker 8.1", recorded=["nsw-poker 8.1"], missing=vacate).is_reachable is None


def test_a_heading_is_reachable_if_all_its_parts_are():
    parts = [one.cite for one in rulebook("nsw-poker").under("20.7")]
    one = standing("nsw-poker 20.7", proofs=parts, missing={parts[0]: ("Vacate",)})
    assert (one.status, one.missing, one.is_done) == (ENFORCED, ("Vacate",), False)
    assert standing("nsw-poker 20.7", proofs=parts).is_reachable


def test_the_headline_counts_the_casinos_and_our_own_book_apart(capsys):
    *clauses, last = run(capsys)
    made = headlines(read(conformance.STORED.read_text(encoding="utf-8")).values())
    assert last["headlines"] == {name: one._asdict() for name, one in made.items()}
    casinos, house = made["casino books"], made["house"]
    assert casinos.to_enforce == 1156
    assert casinos.enforced + house.enforced == sum(one["done"] for one in clauses if one["kind"] in TO_ENFORCE)
    listed = sum(one["reachable"] is False for one in clauses if one["kind"] in TO_ENFORCE)
    assert casinos.in_stories_only + house.in_stories_only == listed


def test_the_report_in_words_lists_what_is_not_reachable(capsys, monkeypatch):
    bent = [standing("nsw-poker 8.1", proofs=["nsw-poker 8.1"], missing={"nsw-poker 8.1": ("Vacate",)})]
    monkeypatch.setattr("openfelt.rulebooks.conformance.conformance", lambda: {one.cite: one for one in bent})
    with pytest.raises(SystemExit):
        main(["rules", "--report", "nsw-poker", "8.1"])
    first, *_, headline, _, last = capsys.readouterr().out.splitlines()
    assert first.split() == ["nsw-poker", "8.1", "enforced", "not", "reachable", "a", "story"]
    assert headline.startswith(
        "casino books: 0 of 1 clauses to be enforced are enforced and reachable in the room (1 more"
    )
    assert last == "  Vacate: nsw-poker 8.1"
