"""Runs tests again and again while the machine is busy: `python -m tools.again RUNS [options of pytest]`.

Without options it runs the browser tests of the short tier. As many processes as there are cores count meanwhile, so
that a test that waits for luck fails here. A line for each run goes to `build/again.txt`; the exit code is 1 if any
failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOG = ROOT / "build" / "again.txt"
USUAL = ("tests/browser", "-m", "browser and not slow", "-n", "2")
BUSY = "while True: pass"


def one_run(options: Sequence[str]) -> tuple[int, str]:
    """The exit code of a run, and the line in which pytest sums it up."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return done.returncode, " | ".join([*failed, lines[-1] if lines else done.stderr[-200:]])


def main(arguments: Sequence[str]) -> int:
    """Run, and write down how each run ended."""
    if not arguments or not arguments[0].isdecimal() or int(arguments[0]) < 1:
        print("usage: python -m tools.again RUNS [options of pytest]; RUNS is 1 or more", file=sys.stderr)
        return 2
    options = arguments[1:] or USUAL
    LOG.parent.mkdir(exist_ok=True)
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(os.cpu_count() or 1)]
    failures = 0
    try:
        for number in range(1, int(arguments[0]) + 1):
            began = time.monotonic()
            code, said = one_run(options)
            failures += code != 0
            ended = f"{'FAILED' if code else 'passed'} in {time.monotonic() - began:.0f} s"
            line = f"run {number} of {arguments[0]}: {ended}: {said}"
            print(line, flush=True)
            with LOG.open("a", encoding="utf-8") as log:
                log.write(line + "\n")
    finally:
        for one in busy:
            one.kill()
            one.wait()
    print(f"{failures} of {arguments[0]} runs failed; {LOG.relative_to(ROOT)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
