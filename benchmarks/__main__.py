"""Run every benchmark, or those named: `python -m benchmarks [hands equity ...]`. Writes bench-results.json."""

from __future__ import annotations

import json
import platform
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.measure import Row

HERE = Path(__file__).parent
RESULTS = Path("bench-results.json")


def main(names: list[str]) -> int:
    """Run, print a table of ratios, write the results, and fail if two evaluators disagree about a hand."""
    known = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    results: dict[str, list[Row]] = {}
    for name in names or known:
        print(f"measuring {name} ...", file=sys.stderr)
        results[name] = import_module(f"benchmarks.bench_{name}").run()
    Console(width=120).print(table(results))
    RESULTS.write_text(json.dumps(as_object(results), indent=1) + "\n")
    print(f"written to {RESULTS}", file=sys.stderr)
    return 1 if any(row.agrees is False for rows in results.values() for row in rows) else 0


def table(results: dict[str, list[Row]]) -> Table:
    """All rows for reading."""
    shown = Table(title=f"{platform.machine()}, Python {platform.python_version()}, one core")
    for heading, justify in (("what", "left"), ("ours", "right"), ("peer", "right"), ("", "left"), ("ratio", "right"),
                             ("aim", "right"), ("agree", "left")):  # fmt: skip
        shown.add_column(heading, justify=justify)
    for rows in results.values():
        for row in rows:
            ratio = "" if row.ratio is None else f"{row.ratio:,.2f}" if row.ratio < 10 else f"{row.ratio:,.0f}"
            mark = {None: "", True: " met", False: " missed"}[row.reached]
            aim = "" if row.aim is None else f"{row.aim:g}{mark}"
            agrees = {None: "", True: "yes", False: "NO"}[row.agrees]
            shown.add_row(row.name, amount(row.ours, row.unit), amount(row.peer, ""), row.peer_name, ratio, aim, agrees)
        shown.add_section()
    return shown


def amount(rate: float | None, unit: str) -> str:
    """A rate for reading: 235 M hands/s."""
    if rate is None:
        return ""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:,.3g} {letter} {unit}".rstrip()
    return f"{rate:,.3g} {unit}".rstrip()


def as_object(results: dict[str, list[Row]]) -> dict[str, object]:
    """All rows as JSON, with the machine they were measured on."""
    return {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "benchmarks": {
            name: [{**asdict(row), "ratio": row.ratio, "reached": row.reached} for row in rows]
            for name, rows in results.items()
        },
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
