"""Computes the conformance report: runs every story and every reader of a record; the result is package data.

python -m tests.stories.conformance            writes src/openfelt/rulebooks/data/conformance.json
python -m tests.stories.conformance --check    says whether it is stale
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

from openfelt.rulebooks import conformance as report
from tests.stories import floor_runner, pit_runner, records, room_runner, runner

STORED = Path(__file__).parents[2] / "src" / "openfelt" / "rulebooks" / "data" / "conformance.json"


def proofs() -> dict[str, set[str]]:
    """Which files prove each clause, found by running them. A story that fails proves nothing; its own test says so."""
    found: dict[str, set[str]] = defaultdict(set)

    def prove(path: Path, run: Callable[[], Iterable[str]]) -> None:
        try:
            cites = run()
        except Exception as fault:  # whatever is wrong with a story, it proves nothing
            print(f"not counted: {path.parent.name}/{path.name}: {fault}", file=sys.stderr)
            return
        for cite in cites:
            found[cite].add(path.relative_to(runner.FOLDER).as_posix())

    for path in sorted(runner.FOLDER.glob("*/*.hand")):
        prove(path, lambda path=path: runner.run(path))
    for path in sorted(runner.FOLDER.glob("*/*.room")):
        prove(path, lambda path=path: room_runner.run(path))
    for path in pit_runner.stories():
        prove(path, lambda path=path: pit_runner.run(path))
    for path in floor_runner.files():
        prove(path, lambda path=path: floor_runner.run(path))
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
