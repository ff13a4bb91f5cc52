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
    Reasons,
    Standing,
    compute,
    read,
    read_reasons,
    write,
)
from openfelt.table.script import CITED
from tests.stories import conformance, records
from tests.stories.runner import FLOOR, HANDS, ROOMS, stories

NO_REASONS = Reasons("what\treason\nnsw-poker\tnot yet\nnsw-poker 12\ttwelve\nkind room\trooms")


def standing(cite: str, *, proofs=(), recorded=(), reasons=NO_REASONS) -> Standing:
    made = compute({one: {"a story"} for one in proofs}, {one: {"a sign"} for one in recorded}, reasons)
    return next(one for one in made if one.cite == cite)


def test_the_stored_report_is_the_computed_one():
    assert conformance.STORED.read_text(encoding="utf-8") == conformance.computed(), "stale: run `make conformance`"


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
    assert standing("nsw-poker 12.4", proofs=["nsw-poker 12.4"]) == Standing("nsw-poker 12.4", ENFORCED, ("a story",))
    assert standing("nsw-poker 8.1", recorded=["nsw-poker 8.1"]) == Standing("nsw-poker 8.1", RECORDED, ("a sign",))
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


def test_what_a_story_proves_stands_in_brackets_where_it_decides():
    """Given somewhere in a story is weak: at least one line says which event, refusal or offer gives the clause."""
    proved, decided = set(), set()
    for story in stories(HANDS, FLOOR, ROOMS):
        book = ""
        for line in (line.split("#", 1)[0].strip() for line in story.text.split("\n")):
            if line.startswith("proves "):
                proved |= cited(line.removeprefix("proves "), "")
            elif found := CITED.search(line):
                decided |= cited(found[1], book)
            book = book or next((key for key in RULEBOOK_KEYS if line.startswith(f"{key} ")), "")
    assert len(proved) > 750
    assert proved - decided == set()


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
    assert set(clauses[0]) == {"rulebook", "clause", "kind", "status", "done", "by", "reason"}
    counted = sum(row.get(status, 0) for row in last["totals"] for status in (ENFORCED, RECORDED, OPEN))
    assert counted == len(clauses)


def test_the_command_reports_a_rulebook_a_kind_or_a_clause(capsys):
    *clauses, last = run(capsys, "--rulebook", "nsw-poker", "--kind", "evaluator")
    assert {(one["rulebook"], one["kind"]) for one in clauses} == {("nsw-poker", "evaluator")}
    assert len(last["totals"]) == 1
    one, _ = run(capsys, "nsw-poker", "12.4")
    assert (one["clause"], one["status"]) == ("12.4", ENFORCED)
