"""The slow tier gives a failed test one second try on its own, and names the tests that needed it."""

from __future__ import annotations

import pytest

from tools import slow_tier

FLAKY = """
import pathlib, pytest

@pytest.mark.slow
def test_steady(): pass

@pytest.mark.slow
def test_flaky():
    seen = pathlib.Path("seen")
    if not seen.exists():
        seen.touch()
        assert False

def test_of_the_short_tier():
    assert False
"""
BROKEN = """
import pytest

@pytest.mark.slow
def test_broken(): assert False
"""


@pytest.fixture
def tier(pytester, capfd):
    """Run the tier over test files written here; gives the exit code and what was printed."""

    def run(**files: str) -> tuple[int, str]:
        pytester.makepyfile(**files)
        pytester.makeini("[pytest]\nmarkers =\n    slow: of the slow tier\n")
        code = slow_tier.main(["-q"])
        return code, capfd.readouterr().out

    return run


@pytest.mark.slow
def test_a_test_that_passes_at_the_second_try_is_named_as_unstable(tier):
    code, printed = tier(test_flaky=FLAKY)
    assert code == 0
    assert "UNSTABLE, passed only at the second try: test_flaky.py::test_flaky\n" in printed
    assert "test_steady" not in printed.split("UNSTABLE")[1]


@pytest.mark.slow
def test_a_test_that_fails_twice_fails_the_tier(tier):
    code, printed = tier(test_flaky=FLAKY, test_broken=BROKEN)
    assert code == 1
    assert "FAILED twice: test_broken.py::test_broken\n" in printed
    assert "UNSTABLE, passed only at the second try: test_flaky.py::test_flaky\n" in printed


@pytest.mark.parametrize(("text", "code"), [("def test_short(): pass", 5), ("import nothing_of_this_name", 2)])
def test_a_run_that_could_not_test_is_not_tried_again(tier, text, code):
    found, printed = tier(test_other=text)
    assert found == code
    assert "second try" not in printed
