"""The page `docs/reference/refusals.md` as a table: which clauses may stand beside which code, book by book."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from openfelt.errors import RuleViolation

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "refusals.md"
MOST_CLAUSES = 3
# Which sections of the page have the places and the orders of a section.
PLACES = "Places in a game"
ORDERS = {
    "At the table": "Orders of the dealer",
    "In the room": "Orders in the room",
    "Money of tables": "Acts about the money of tables",
    "Against the house": "Orders against the house",
}
PLACE = re.compile(r"\{[a-z]+\}")


@dataclass(frozen=True)
class Row:
    """A line of the page: a code, an order or a place, its meaning, and its clauses under each rulebook."""

    key: str
    meaning: str
    cells: dict[str, tuple[str, ...]]


@cache
def sections() -> dict[str, dict[str, Row]]:
    """Every table of the page that has a rulebook at the head of a column, by its heading."""
    found: dict[str, dict[str, Row]] = {}
    heading, columns = "", []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading, columns = line.removeprefix("## "), []
        if not line.startswith("| ") or line.startswith("|---"):
            continue
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if not columns:
            columns = cells
        elif "house" in columns or "act-holdem" in columns:
            rows = found.setdefault(heading, {})
            row = dict(zip(columns, cells, strict=True))
            key, meaning = row.pop(columns[0]).strip("`"), row.pop("meaning", "")
            assert key not in rows, f"{heading}: {key} stands twice"
            rows[key] = Row(key, meaning, {book: read_cell(cell) for book, cell in row.items()})
    return found


def read_cell(cell: str) -> tuple[str, ...]:
    return () if cell == "-" else tuple(cell.split(", "))


def clauses(cell: tuple[str, ...], book: str, *, rule: str = "", order: str = "", area: str = "") -> list[str]:
    """The cell with its places and orders written out: clauses of the book, or of the house by its name."""
    found: list[str] = []
    for entry in cell:
        if entry == "{order}":
            found += clauses(sections()[ORDERS[area]][order].cells[book], book, rule=rule)
        elif PLACE.fullmatch(entry):
            found += clauses(sections()[PLACES][entry].cells[book], book, rule=rule)
        else:
            found.append(entry)
    return found


def fits(cited: str, entry: str, rule: str) -> bool:
    """Whether a cited clause is this entry of a cell: itself, one of its items, or the sentence that opens it."""
    number = re.escape(rule) if rule else r"(?:1[4-9]|2[0-3])"
    items = entry.endswith("*")
    pattern = re.escape(entry.removesuffix(".*").removesuffix("(*)")).replace(r"\{rule\}", number)
    if re.fullmatch(pattern + (r"(?:[.(].*)?" if items else ""), cited):
        return True
    opened = re.compile(re.escape(cited) + r"[.(].*")
    return bool(opened.fullmatch(entry.replace("{rule}", rule or "20")))


def fault(
    area: str, refusal: RuleViolation, book: str, *, rule: str = "", order: str = "", ruled: tuple[str, ...] = ()
) -> str:
    """What is wrong with the clauses of a refusal, or nothing. `ruled`: the clauses of what the floor rules on."""
    row = sections()[area].get(refusal.code)
    if row is None:
        return f"no code {refusal.code!r} on the page"
    if not refusal.cites:
        return "no clause is cited"
    cell = row.cells.get(book, ())
    allowed = clauses(tuple(one for one in cell if one not in RULED), book, rule=rule, order=order, area=area)
    more = set(ruled) if set(cell) & set(RULED) else set()
    for cite in refusal.cites:
        of, _, clause = cite.partition(" ")
        if of not in (book, "house"):
            return f"{cite} is another casino's clause"
        said = clause if of == book else cite
        if cite not in more and not any(fits(said, entry, rule) for entry in allowed):
            return f"{cite} is not among {', '.join(cell) or 'none'}"
    return ""


RULED = ("{incident}", "{power}", "{office}")
