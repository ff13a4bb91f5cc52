"""Computes the conformance report: runs every story and every reader of a record; the result is package data.

python -m tests.stories.conformance            writes src/openfelt/rulebooks/data/conformance.json
python -m tests.stories.conformance --check    says whether it is stale
"""

import sys
from collections import defaultdict
from pathlib import Path

from openfelt.rulebooks import conformance as report
from tests.stories import records
from tests.stories.runner import ALL, FOLDER, files, stories, tell

STORED = Path(__file__).parents[2] / "src" / "openfelt" / "rulebooks" / "data" / "conformance.json"


def proofs() -> dict[str, set[str]]:
    """Which files prove each clause, found by running them. A story that fails proves nothing; its own test says so."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in files(*ALL):
        name = path.relative_to(FOLDER).as_posix()
        try:
            cites = [cite for story in stories(path) for cite in tell(story).proves]
        except Exception as fault:  # whatever is wrong with a story, it proves nothing
            print(f"not counted: {name}: {fault}", file=sys.stderr)
            continue
        for cite in cites:
            found[cite].add(name)
    return found


def computed() -> str:
    """The report as the stories and readers of this moment make it."""
    return report.write(report.compute(proofs(), records.read_all(), report.read_reasons()))


def main() -> None:
    now = computed()
    if "--check" not in sys.argv:
        STORED.write_text(now, encoding="utf-8")
    elif not STORED.exists() or STORED.read_text(encoding="utf-8") != now:
        sys.exit("conformance.json is stale: run `make conformance`")


if __name__ == "__main__":
    main()
