"""What keeps tournament conditions from being published: each finding has a code, words and clauses that exist.

The conditions themselves, refused and the nearest that are not, stand in the stories `*_contradictions.tournament`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from openfelt.rulebooks import clause
from openfelt.stories.tournaments import TournamentTelling
from openfelt.tournaments import check
from openfelt.tournaments.findings import written_path
from tests.stories.runner import stories

CONTRADICTIONS = stories("*/*_contradictions.tournament")


@pytest.mark.parametrize("story", CONTRADICTIONS, ids=lambda story: story.name)
def test_every_refusal_says_a_code_a_message_and_clauses_that_exist(story):
    telling = TournamentTelling(story)
    book, found = telling.steps[0].text.split()[0], 0
    for step in telling.steps:
        telling.take(step)
        for one in check(telling.conditions).faults if step.text.startswith("found") else ():
            found += 1
            assert one.code
            assert one.message
            assert all(clause(cite) for cite in one.cites)
            assert {cite.split()[0] for cite in one.cites} <= {book, "house"}
            assert "$" not in one.message or "cents" in written_path(one.path) or one.path[0] in {"prizes", "rebuys"}
    assert found


def test_every_code_is_on_the_page_of_conditions():
    root = Path(__file__).parents[2]
    codes = set()
    source = root / "src" / "openfelt"
    shared = (source / "documents" / "findings.py", source / "room" / "giving.py")
    for path in (*(source / "tournaments").glob("*.py"), *shared):
        codes |= set(
            re.findall(r'(?:contradiction|RuleViolation|Finding)\(\s*(?:"gap", )?"([a-z-]+)",', path.read_text("utf-8"))
        )
    page = (root / "docs" / "reference" / "tournaments.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([a-z-]+)`", page.split("## Codes")[1]))
    assert len(codes) > 50
    assert codes - {"no-template", "contradiction"} == told
