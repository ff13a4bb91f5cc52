"""Browser tests run where a Chromium is, are named at the end where none is, and fail where one is required."""

import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from tests.conftest import find_chromium

ROOT = Path(__file__).parents[2]
CONFTEST = ROOT / "tests" / "conftest.py"
BROWSER_TEST = """
import pytest

@pytest.mark.browser
def test_in_a_browser(chromium):
    assert chromium.endswith({name!r})

def test_elsewhere():
    pass
"""


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    """Run a small suite with our conftest and nothing on the PATH but what the test puts there."""
    for name in ("OPENFELT_CHROMIUM", "OPENFELT_REQUIRE_BROWSER", "OPENFELT_LONG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(pytester.mkdir("bin")))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    pytester.makeini("[pytest]\nmarkers = browser")

    def start(*args: str, name: str = "") -> pytest.RunResult:
        pytester.makepyfile(BROWSER_TEST.format(name=name))
        return pytester.runpytest_subprocess(*args)

    return start


def install(pytester: pytest.Pytester, name: str) -> Path:
    program = pytester.path / "bin" / name
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
def test_without_chromium_the_last_line_names_what_did_not_run(run, workers):
    result = run(*workers)
    result.assert_outcomes(passed=1, skipped=1)
    last = [line for line in result.outlines if line.strip()][-1]
    assert last.startswith("NOT RUN, no Chromium found: ")
    assert "::test_in_a_browser." in last
    assert "apt-get install chromium" in last


def test_a_required_browser_that_is_absent_is_a_failure(run, monkeypatch):
    monkeypatch.setenv("OPENFELT_REQUIRE_BROWSER", "1")
    result = run()
    result.assert_outcomes(passed=1, errors=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_a_browser_test_runs_where_chromium_is(run, pytester):
    install(pytester, "chromium")
    result = run(name="chromium")
    result.assert_outcomes(passed=2)
    assert "NOT RUN" not in result.stdout.str()


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome"])
def test_a_chromium_that_is_present_is_found(run, pytester, name):
    assert find_chromium() is None
    program = install(pytester, name)
    assert find_chromium() == str(program)


def test_a_named_chromium_is_used_and_a_wrong_name_is_not_replaced(run, pytester, monkeypatch):
    install(pytester, "chromium")
    monkeypatch.setenv("OPENFELT_CHROMIUM", str(install(pytester, "my-build")))
    assert find_chromium() == str(pytester.path / "bin" / "my-build")
    monkeypatch.setenv("OPENFELT_CHROMIUM", str(pytester.path / "missing"))
    assert find_chromium() is None


# --- .ci/run ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def ci(tmp_path):
    """Run `.ci/run` in an empty repository where make, apt-get and id only write down how they were called."""
    programs, log = tmp_path / "bin", tmp_path / "log"
    for folder in (programs, tmp_path / ".ci", tmp_path / "tests" / "browser"):
        folder.mkdir(parents=True)
    shutil.copy(CONFTEST.parents[1] / ".ci" / "run", tmp_path / ".ci" / "run")
    for name in ("bash", "dirname", "env"):
        (programs / name).symlink_to(shutil.which(name))

    def stub(name: str, does: str = "") -> None:
        (programs / name).write_text(f'#!/bin/sh\necho "{name} $* $OPENFELT_REQUIRE_BROWSER" >>"{log}"\n{does}\n')
        (programs / name).chmod(0o755)

    def start(*present: str, browser_tests: bool, apt: str = "") -> list[str]:
        for name, does in {"make": "", "apt-get": apt, "id": "echo 0"}.items():
            stub(name, does)
        for name in present:
            stub(name)
        if browser_tests:
            (tmp_path / "tests" / "browser" / "test_play.py").touch()
        subprocess.run([tmp_path / ".ci" / "run"], env={"PATH": str(programs)}, check=True, capture_output=True)
        return [line.strip() for line in log.read_text().splitlines() if not line.startswith("id")]

    return start


CHECKS = ["make lint types layers docs 1", "make test 1", "make test-slow 1"]  # each requires a browser


def test_ci_requires_a_browser_but_installs_none_while_no_test_needs_it(ci):
    assert ci(browser_tests=False) == CHECKS


def test_ci_uses_a_chromium_that_is_there(ci):
    assert ci("google-chrome", browser_tests=True) == CHECKS


INSTALL = "apt-get install -y -qq --no-install-recommends"
ONLY_THE_USUAL = 'case "$*" in *headless-shell) exit 100; esac'


@pytest.mark.parametrize(
    ("apt", "asked"),
    [
        ("", ["chromium-headless-shell"]),
        (ONLY_THE_USUAL, ["chromium-headless-shell", "chromium"]),
        ("exit 100", []),
    ],
)
def test_ci_installs_a_missing_chromium_and_runs_the_tests_even_if_that_fails(ci, apt, asked):
    update = "apt-get update -qq"
    assert ci(browser_tests=True, apt=apt) == [update, *(f"{INSTALL} {name}" for name in asked), *CHECKS]
