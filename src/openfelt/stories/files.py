"""Files of stories: where one story ends and the next begins, and the tables that make several of one text.

A file holds one or more stories with `---` between them. A table after `with` makes one story of each of its rows:

    with rule game | 20 texas-holdem | 21 omaha

A ~ in a cell stands for a space.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from openfelt.errors import NotationError, OpenfeltError

KINDS: Final = ("hand", "room", "round", "tournament", "jackpot", "promotion")  # each is the ending of a file's name
BETWEEN: Final = re.compile(r"^---(.*)$", re.MULTILINE)
TABLE: Final = re.compile(r"^with[^\S\n]+(?P<names>[^|\n]+)(?P<rows>(?:\|[^\n]*|\n\s*\|[^\n]*)*)", re.MULTILINE)
PLACE: Final = re.compile(r"\{(\w*)\}")
LINE_OF: Final = re.compile(r"line (\d+): ")
MOST_BYTES: Final = 1_000_000  # of a file; the longest of ours has 20,000
MOST_ROWS: Final = 1_000


class NotAStory(NotationError):
    """A text that is no story: the line (0 if it has none), what is wrong, and what was expected there."""

    offer = "expected"

    def __init__(self, line: int, message: str, *, expected: tuple[str, ...] = ()) -> None:
        super().__init__(message, legal=expected)
        self.line = line

    @classmethod
    def of(cls, fault: OpenfeltError, line: int = 0) -> NotAStory:
        """The same fault with its line, which a reader of lines has put before its message."""
        if isinstance(fault, NotAStory):
            return fault
        said = LINE_OF.match(fault.message)
        if not said:
            return cls(line, fault.message, expected=fault.legal)
        return cls(int(said[1]), fault.message[said.end() :], expected=fault.legal)


@dataclass(frozen=True, slots=True)
class Story:
    """One story: the name it goes by, its kind, and its text padded to the lines of its file."""

    name: str
    kind: str
    text: str
    title: str = ""
    path: Path | None = None

    @property
    def book(self) -> str:
        """The name of the folder it stands in, which is a rulebook's among our own."""
        return self.path.parent.name if self.path else ""


def read_stories(path: Path) -> list[Story]:
    """The stories of a file, one for each part and each row of its table; NotAStory says why it holds none."""
    kind = path.suffix.removeprefix(".")
    if path.is_dir():
        raise NotAStory(0, "is a directory", expected=(file_names(),))
    if not path.exists():
        raise NotAStory(0, "no such file", expected=(file_names(),))
    if kind not in KINDS:
        raise NotAStory(0, f"the name ends with {path.suffix or 'nothing'!r}", expected=(file_names(),))
    return stories_of(read_text(path), kind, name=f"{path.parent.name}/{path.name}", path=path)


def file_names() -> str:
    """What a file of stories may be called."""
    return "a file *." + ", *.".join(KINDS)


def read_text(path: Path) -> str:
    """The text of a file; NotAStory if it cannot be read or is no text."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as fault:
        raise NotAStory(0, str(fault.strerror or fault)) from None
    if len(raw) > MOST_BYTES:
        raise NotAStory(0, "is too long", expected=(f"at most {MOST_BYTES:,} bytes",))
    try:
        text = raw.decode()
    except UnicodeDecodeError as fault:
        raise NotAStory(raw.count(b"\n", 0, fault.start) + 1, f"byte {fault.start} is not UTF-8 text") from None
    if "\0" in text:
        raise NotAStory(text.count("\n", 0, text.index("\0")) + 1, "holds a null byte", expected=("text",))
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def stories_of(whole: str, kind: str, *, name: str = "a story", path: Path | None = None) -> list[Story]:
    """The stories of a text."""
    marks = list(BETWEEN.finditer(whole))
    starts = [0, *(found.end() for found in marks)]
    ends = [*(found.start() for found in marks), len(whole)]
    titles = [first_comment(whole), *(found[1].strip() for found in marks)]
    made = []
    for number, (start, end, title) in enumerate(zip(starts, ends, titles, strict=True), start=1):
        text = "\n" * whole.count("\n", 0, start) + whole[start:end]
        part = name + (f" ({number})" if len(starts) > 1 else "")
        made += [Story(part + (f" {row}" if row else ""), kind, one, title, path) for row, one in rows(text)]
    return made


def first_comment(text: str) -> str:
    """What the first line says in words."""
    first = text.lstrip().partition("\n")[0]
    return first.removeprefix("#").strip() if first.startswith("#") else ""


def rows(text: str) -> list[tuple[str, str]]:
    """The text once for each row of its `with` table, each name in braces replaced; as it is without a table."""
    table = TABLE.search(text)
    if not table:
        return [("", text)]
    line = text.count("\n", 0, table.start()) + 1
    names = table["names"].split()
    rest = text[: table.start()] + "\n" * table[0].count("\n") + text[table.end() :]
    if unknown := next((found for found in PLACE.finditer(rest) if found[1] not in names), None):
        at = rest.count("\n", 0, unknown.start()) + 1
        raise NotAStory(at, f"the table has no column {unknown[1]!r}", expected=tuple(f"{{{one}}}" for one in names))
    made = []
    for cells in (row.split() for row in table["rows"].split("|") if row.strip()):
        if len(cells) != len(names):
            _refuse_row(text, table, cells, names)
        values = dict(zip(names, (cell.replace("~", " ") for cell in cells), strict=True))
        made.append((" ".join(cells), PLACE.sub(lambda found, row=values: row[found[1]], rest)))  # type: ignore[misc]
    if not made or len(made) > MOST_ROWS:
        raise NotAStory(line, f"the table has {len(made)} rows", expected=(f"1 to {MOST_ROWS}, each after a |",))
    return made


def _refuse_row(text: str, table: re.Match[str], cells: list[str], names: list[str]) -> NoReturn:
    """Say in which line a row has too few or too many cells."""
    row = re.compile(r"\s+".join(map(re.escape, cells))).search(text, table.start("rows"))
    line = text.count("\n", 0, row.start() if row else table.start()) + 1
    raise NotAStory(
        line, f"the row {' '.join(cells)!r} has {len(cells)} cells", expected=(f"{len(names)}: {' '.join(names)}",)
    )
