"""Runs the stories: hands as text that name the clauses they prove.

How to write one is in `docs/how-to/write-a-story.md`. A file holds one or more stories with `---` between them. A table
after `with` makes one story of each of its rows:

    with rule game | 20 texas-holdem | 21 omaha

A ~ in a cell stands for a space.
"""

import re
from pathlib import Path
from typing import NamedTuple

from openfelt.table.performance import Performance, ScriptFailed
from openfelt.table.script import read_script

FOLDER = Path(__file__).parent
BETWEEN = re.compile(r"^---.*$", re.MULTILINE)
TABLE = re.compile(r"^with\s+(?P<names>[^|\n]+)(?P<rows>(?:\|[^\n]*|\n\s*\|[^\n]*)+)", re.MULTILINE)
PLACE = re.compile(r"\{(\w+)\}")


class Story(NamedTuple):
    """One story: where it stands, which row of its table it is, and its text padded to the lines of its file."""

    path: Path
    name: str
    text: str


class Told(NamedTuple):
    """A story that came true: what it set out to prove, and every clause the engine gave."""

    proves: frozenset[str]
    cites: frozenset[str]


def stories(path: Path) -> list[Story]:
    """The stories of a file, one for each part and each row of its table."""
    whole = path.read_text(encoding="utf-8")
    starts = [0, *(found.end() for found in BETWEEN.finditer(whole))]
    ends = [*(found.start() for found in BETWEEN.finditer(whole)), len(whole)]
    made = []
    for number, (start, end) in enumerate(zip(starts, ends, strict=True), start=1):
        text = "\n" * whole.count("\n", 0, start) + whole[start:end]
        name = f"{path.parent.name}/{path.name}" + (f" ({number})" if len(starts) > 1 else "")
        made += [Story(path, name + (f" {row}" if row else ""), one) for row, one in rows(text)]
    return made


def rows(text: str) -> list[tuple[str, str]]:
    """The text once for each row of its `with` table, each name in braces replaced; as it is without a table."""
    table = TABLE.search(text)
    if not table:
        return [("", text)]
    names = table["names"].split()
    rest = text[: table.start()] + "\n" * table[0].count("\n") + text[table.end() :]
    made = []
    for cells in (row.split() for row in table["rows"].split("|") if row.strip()):
        assert len(cells) == len(names), f"{' '.join(cells)!r}: {len(names)} columns: {' '.join(names)}"
        values = dict(zip(names, (cell.replace("~", " ") for cell in cells), strict=True))
        made.append((" ".join(cells), PLACE.sub(lambda found, row=values: row[found[1]], rest)))
    return made


def tell(story: Story) -> Told:
    """Play a story. It fails at a line that does not come true, or if the engine never gave a clause that it proves."""
    try:
        script = read_script(story.text)
        played = Performance(script).run()
    except Exception as fault:
        fault.add_note(f"in the story {story.name}")
        raise
    if missing := [cite for cite in script.proves if cite not in played.cites]:
        raise ScriptFailed(f"{story.name}: the engine never gave {', '.join(missing)}")
    return Told(frozenset(script.proves), frozenset(played.cites))


def run(path: Path) -> set[str]:
    """Run a file and give every clause that it proves."""
    return {cite for story in stories(path) for cite in tell(story).proves}


def all_stories() -> list[Story]:
    """Every story of a player-against-player game, in order."""
    return [story for path in sorted(FOLDER.glob("*/*.hand")) for story in stories(path)]
