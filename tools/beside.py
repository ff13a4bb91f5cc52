"""Two builds of openfelt measured beside each other: `python -m tools.beside DIRECTORY [hands table ...] [--turns 5]`.

DIRECTORY is a checkout of another commit with everything set up. Its benchmarks and ours run in turn, so that a machine
that is busy for a while slows both; each row's median is printed as a ratio, ours to theirs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parents[1]
NAMES = ("equity", "hands", "journal", "service", "solver", "table")
LEAST, LEAST_ROOM = 0.9, 1.0

Rates = dict[str, list[float]]


def main() -> int:
    """Measure in turn, print, and fail if a row is below what is asked of it."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("other", type=Path, metavar="DIRECTORY", help="a checkout of another commit, set up")
    asked.add_argument("names", nargs="*", metavar="BENCHMARK", help=f"some of {', '.join(NAMES)}; all of them if none")
    asked.add_argument("--turns", type=int, default=5, help="how often each side runs")
    given = asked.parse_args()
    if unknown := [name for name in given.names if name not in NAMES]:
        asked.error(f"no benchmark {', '.join(unknown)}; there are {', '.join(NAMES)}")
    if not (given.other / ".venv").is_dir():
        asked.error(f"{given.other} is not set up: run `make setup` and `make .venv/.stamps/peers` there")
    if given.turns < 1:
        asked.error(f"--turns {given.turns}: at least 1")
    below = False
    for name in given.names or NAMES:
        ours, theirs = in_turn(name, given.other.resolve(), given.turns)
        for row in ours:
            below |= say(row, ours[row], theirs.get(row, []))
    return int(below)


def in_turn(name: str, other: Path, turns: int) -> tuple[Rates, Rates]:
    """What each side did in every turn, by row."""
    ours: Rates = defaultdict(list)
    theirs: Rates = defaultdict(list)
    for turn in range(turns):
        print(f"{name}: turn {turn + 1} of {turns}", file=sys.stderr, flush=True)
        for where, rates in ((other, theirs), (HERE, ours)):
            for row, rate in measured(name, where).items():
                rates[row].append(rate)
    return ours, theirs


def measured(name: str, where: Path) -> dict[str, float]:
    """One run of a benchmark there; a row's name without the figures that a run adds to it."""
    command = [str(where / ".venv" / "bin" / "python"), "-m", "benchmarks", name]
    subprocess.run(command, cwd=where, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    written = json.loads((where / "bench-results.json").read_text())
    return {row["name"].split(": p50")[0]: row["ours"] for row in written["benchmarks"][name]}


def say(row: str, ours: list[float], theirs: list[float]) -> bool:
    """Print a row; whether it is below what is asked of it."""
    if not theirs:
        print(f"   new   {row}", flush=True)
        return False
    ratio = median(ours) / median(theirs)
    least = LEAST_ROOM if row.startswith("room") else LEAST
    print(f"{ratio:6.2f}{'  <' if ratio < least else '   '} {row}", flush=True)
    return ratio < least


if __name__ == "__main__":
    sys.exit(main())
