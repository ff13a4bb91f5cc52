"""`openfelt promotion`: exit codes, lines, clauses and JSON."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

from openfelt.promotions import write_terms
from openfelt.stories.promotions import complete


@pytest.fixture
def run(command):
    return partial(command, "promotion")


@pytest.fixture
def file(tmp_path):
    def file(text):
        path = tmp_path / "terms.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return file


def test_complete_terms_have_a_hash(run, file):
    code, out, _ = run("check", file(write_terms(complete("travel", "nsw-poker"))))
    assert code == 0
    assert "version 1 is complete, hash " in out


def test_each_gap_has_its_line_and_its_clause(run, file):
    text = write_terms(complete("vehicle", "nsw-poker"))
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("make = "))
    lines[at] = "#"
    code, out, _ = run("check", "--json", file("\n".join(lines)))
    first, last = map(json.loads, out.splitlines())
    assert code == 1
    assert first["item"] == "prizes.1.vehicle.make"
    assert first["cites"] == ["nsw-poker 29.7.11.2", "nsw-poker 29.7.11.2(i)"]
    assert last["totals"] == {"gaps": 1, "contradictions": 0, "version": 1, "digest": None}


def test_new_terms_can_be_read_and_print_as_a_draft(run, file):
    _, made, _ = run("new", "real-estate", "--book", "nsw-poker", "--name", "Villa")
    code, out, _ = run("print", file(made))
    assert code == 0
    assert out.startswith("Villa\n")
    assert "DRAFT, not published:" in out
    assert run("print", "--html", file(made))[1].startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("book = ", 1, "not TOML"),
        ('book = "nsw-poker"\nnme = "x"', 2, "nme: there is no such item"),
        ('book = "nsw-poker"\n[[prizes]]\ncount = 0', 3, "prizes.1.count: expected `int` >= 1 [nsw-poker 29.7.11]"),
        ('book = "nsw-poker"\n[[prizes]]\nvehicle = { make = 5 }', 3, "prizes.1.vehicle.make: expected `str`"),
        (
            'book = "nsw-poker"\n[entries]\nrule = { by = "luck" }',
            3,
            "entries.rule.by: invalid value 'luck' [nsw-poker 29.7.3]",
        ),
        ("", 0, "book: nothing is said of it"),
    ],
)
def test_what_is_no_terms_exits_with_two(run, file, text, line, said):
    code, out, err = run("check", file(text))
    assert code == 2
    assert out == ""
    assert said in err
    assert f"terms.toml:{line}:" in err if line else "terms.toml:" in err


@pytest.mark.parametrize(
    "args",
    [("new", "boat"), ("new", "cash", "--book", "act-stud"), ("check", "nowhere.toml"), ("print", "nowhere.toml")],
)
def test_mistakes_exit_with_two(run, args):
    code, _, err = run(*args)
    assert code == 2
    assert "Traceback" not in err


def test_a_prescribed_item_is_named(run, file):
    terms = write_terms(complete("goods", "nsw-poker")).replace('"as shown in the room"', '"fireworks"')
    code, out, _ = run("check", "--prescribed", "fireworks", file(terms))
    assert code == 1
    assert "nsw-poker 29.5.5" in out


def test_every_code_is_on_the_page_of_promotions():
    root = Path(__file__).parents[2]
    source = root / "src" / "openfelt"
    codes = set()
    shared = (source / "documents" / "findings.py", source / "room" / "giving.py")
    for path in (*(source / "promotions").glob("*.py"), *shared):
        pattern = r'(?:contradiction|RuleViolation|Finding)\(\s*(?:"gap", )?"([a-z-]+)",'
        codes |= set(re.findall(pattern, path.read_text("utf-8")))
    page = (root / "docs" / "reference" / "promotions.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([a-z-]+)`", page.split("## Codes")[1]))
    assert len(codes) > 40
    assert codes - {"contradiction"} == told
