"""What every test can rely on: the tiers, counts for the long run, and the browser policy.

A test marked `slow` runs in `make test-slow`, every other one in `make test`; `make test-long` runs both with larger
counts. A test marked
`browser` needs an installed Chromium: without one it is skipped, and the run ends with a line that says so; with
OPENFELT_REQUIRE_BROWSER=1 its absence is a failure.
"""

import logging
import os
import shutil
import signal
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.which_table import SOURCE

LONG = os.environ.get("OPENFELT_LONG") == "1"
SHORT_TEST_S = 20  # no test of the short tier takes longer on an idle machine

settings.register_profile("short", max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("long" if LONG else "short")

# First the one without a window of its own: the same pages for two thirds of the work.
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW_TO_GET_CHROMIUM = (
    "install it (Debian: apt-get install chromium-headless-shell) or set OPENFELT_CHROMIUM to its path"
)


def count(short: int, long: int) -> int:
    """How many rounds a test plays: `short` in `make test` and `make test-slow`, `long` in `make test-long`."""
    return long if LONG else short


@pytest.fixture
def heeds_interrupts() -> Iterator[None]:
    """Programs started now can be interrupted: those of a run in the background would be deaf to Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Give a command as a shell does: its exit code, and what it printed and complained of."""

    def give(*words: object) -> tuple[int, str, str]:
        from openfelt.cli import main  # noqa: PLC0415 - most tests need no command

        with pytest.raises(SystemExit) as done:
            main([str(word) for word in words])
        printed = capsys.readouterr()
        return done.value.code or 0, printed.out, printed.err

    return give


@pytest.fixture(scope="session")
def long_run() -> bool:
    return LONG


def find_chromium() -> str | None:
    """The path of a Chromium: OPENFELT_CHROMIUM if that is set, else the first known name on the PATH."""
    if named := os.environ.get("OPENFELT_CHROMIUM"):
        return shutil.which(named)
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the Chromium that browser tests start."""
    found = find_chromium()
    assert found, f"no Chromium found: {HOW_TO_GET_CHROMIUM}"
    return found


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest tests first; and where the compiled table runs, those that bend its source are left to
    `test_compiled.py`."""
    items.sort(key=lambda item: item.get_closest_marker("longest") is None)
    bending = [] if SOURCE else [item for item in items if item.get_closest_marker("source")]
    if bending:
        items[:] = [item for item in items if not item.get_closest_marker("source")]
        config.hook.pytest_deselected(items=bending)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a browser test where there is no Chromium, or fail it where one is required.

    A test that reads the log gets ours, whatever a library did to logging in an earlier test of this process.
    """
    if "caplog" in getattr(item, "fixturenames", ()):
        logging.disable(logging.NOTSET)
        for name in [name for name in logging.root.manager.loggerDict if name.startswith("openfelt")]:
            logging.getLogger(name).disabled = False
            logging.getLogger(name).propagate = True
    if item.get_closest_marker("browser") is None or find_chromium():
        return
    if os.environ.get("OPENFELT_REQUIRE_BROWSER") == "1":
        pytest.fail(f"OPENFELT_REQUIRE_BROWSER=1, but no Chromium was found: {HOW_TO_GET_CHROMIUM}", pytrace=False)
    pytest.skip(f"no Chromium: {HOW_TO_GET_CHROMIUM}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests that are too slow for the short tier, so that they are mended or marked."""
    if LONG:
        return
    reports = [one for kind in ("passed", "failed") for one in terminalreporter.stats.get(kind, ())]
    for one in sorted(reports, key=lambda one: -one.duration):
        if one.duration > SHORT_TEST_S and "slow" not in one.keywords:
            terminalreporter.write_line(
                f"TOO SLOW for the short tier ({one.duration:.0f} s): {one.nodeid}", yellow=True
            )


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End the run by naming the browser tests that did not run; the workers' reports arrive at the one reporter."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(config, "workerinput"):
        return
    missed = [report.nodeid for report in reporter.stats.get("skipped", ()) if "browser" in report.keywords]
    if missed and not find_chromium():
        reporter.write_line(
            f"NOT RUN, no Chromium found: {', '.join(missed)}. To run them {HOW_TO_GET_CHROMIUM}.", yellow=True
        )
