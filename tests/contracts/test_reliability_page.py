"""The page on reliability names tests that exist, covers every starred row, and says what is open."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "reference" / "reliability.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([A-Z]{3}-\d+)( ★)? \| (.+) \| (.+) \|$", re.MULTILINE)
ROWS = {found[1]: found for found in ROW.finditer(PAGE)}
STARRED = (
    "RNG-1", "RNG-2", "RNG-5", "RNG-8", "HID-1", "HID-2", "HID-5", "DUR-1", "DUR-3", "DUR-4", "DUR-5", "DUR-6", "LED-1",
    "LED-2", "LED-3", "AUD-2", "SEC-1", "SEC-4", "TST-1",
)  # fmt: skip
DEFINED = {
    name
    for file in TESTS.rglob("test_*.py")
    for name in re.findall(r"^(?:async )?def (test_\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE)
}


@pytest.mark.parametrize("row", sorted(ROWS))
def test_each_row_names_tests_that_exist(row):
    named = re.findall(r"`(test_\w+)`", ROWS[row][4])
    assert named
    assert not set(named) - DEFINED


def test_every_starred_row_is_there_and_no_other_has_a_star():
    assert {row for row, found in ROWS.items() if found[2]} == set(STARRED)


def test_what_has_no_row_is_open():
    every = {f"{group}-{at}" for group, most in COUNTS.items() for at in range(1, most + 1)}
    opened = set(re.findall(r"\b[A-Z]{3}-\d+\b", PAGE.partition("## Open")[2]))
    assert every - set(ROWS) <= opened


COUNTS = {"RNG": 8, "HID": 7, "DUR": 11, "LED": 8, "AUD": 8, "SEC": 11, "TST": 3}
