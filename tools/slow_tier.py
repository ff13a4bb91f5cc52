"""Runs the slow tier of the tests: `python -m tools.slow_tier [options of pytest]`.

A slow test waits for processes, disks and browsers, so one that fails is run once more, on its own. One that passes
only then is unstable: it is printed by name, to be mended next, and the run counts as passed. `make test` knows no
second try.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

FAILED = 1  # pytest's exit code where tests failed; every other one is a fault of the run itself


def run(options: Iterable[str], *, cache: Path) -> int:
    """One run of pytest over the slow tests; which of them failed is noted in the cache."""
    kept = ["-o", f"cache_dir={cache}", "-m", "slow"]
    return subprocess.run([sys.executable, "-m", "pytest", *kept, *options], check=False).returncode


def failures(cache: Path) -> list[str]:
    """The tests that failed in the last run, as pytest names them."""
    noted = cache / "v" / "cache" / "lastfailed"
    return sorted(json.loads(noted.read_text(encoding="utf-8"))) if noted.exists() else []


def main(options: Sequence[str]) -> int:
    """Run the tier, then each failed test once more on its own. Gives the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        code = run(options, cache=cache)
        if code != FAILED:
            return code
        first = failures(cache)
        if not first:
            return code
        unstable = [name for name in first if run([name, "--durations=0"], cache=cache) == 0]
    for name in unstable:
        print(f"UNSTABLE, passed only at the second try: {name}")
    for name in sorted(set(first) - set(unstable)):
        print(f"FAILED twice: {name}")
    return 0 if len(unstable) == len(first) else FAILED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
