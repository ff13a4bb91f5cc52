"""Computes the conformance report: runs every story and every reader of a record; the result is package data.

python -m tests.stories.conformance            writes src/openfelt/rulebooks/data/conformance.json
python -m tests.stories.conformance --check    says whether it is stale
"""

import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from openfelt.rulebooks import conformance as report
from openfelt.stories import assertions
from openfelt.stories.lines import Asserted
from tests.stories import records
from tests.stories.doors import Doors, doors
from tests.stories.runner import ALL, FOLDER, files, stories

STORED = Path(__file__).parents[2] / "src" / "openfelt" / "rulebooks" / "data" / "conformance.json"


class Proofs(NamedTuple):
    """By clause: the files that assert it, and the orders that gave it there."""

    files: dict[str, set[str]]
    ways: Asserted

    def missing(self, open_to: Doors) -> dict[str, list[str]]:
        """The clauses that no order of these doors gives, with the orders that are missing."""
        lacking = {cite: open_to.missing(ways) for cite, ways in self.ways.items()}
        return {cite: orders for cite, orders in lacking.items() if orders}


def proofs(paths: Iterable[Path] | None = None) -> Proofs:
    """What the stories assert, found by telling them. A story that fails proves nothing; its own test says so."""
    found = Proofs(defaultdict(set), defaultdict(set))
    for path in files(*ALL) if paths is None else paths:
        name = path.relative_to(FOLDER).as_posix()
        try:
            told = [one for story in stories(path) for one in assertions(story).items()]
        except Exception as fault:  # whatever is wrong with a story, it proves nothing
            print(f"not counted: {name}: {fault}", file=sys.stderr)
            continue
        for cite, ways in told:
            found.files[cite].add(name)
            found.ways[cite] |= ways
    return found


def computed(shown: Proofs | None = None) -> str:
    """The report as the stories and readers of this moment make it."""
    shown = proofs() if shown is None else shown
    made = report.compute(shown.files, records.read_all(), report.read_reasons(), shown.missing(doors()))
    return report.write(made)


def main() -> None:
    now = computed()
    if "--check" not in sys.argv:
        STORED.write_text(now, encoding="utf-8")
    elif not STORED.exists() or STORED.read_text(encoding="utf-8") != now:
        sys.exit("conformance.json is stale: run `make conformance`")


if __name__ == "__main__":
    main()
