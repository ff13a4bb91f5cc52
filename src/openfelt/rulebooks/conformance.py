"""How far the software keeps each clause: enforced, recorded, or open and why. Computed by the stories, never typed in.

*enforced*: a story names the clause, and a line of it asserts that an event, a refusal, an offer or a ruling gives it.
*recorded*: it surfaces in a notice, checklist or record that a test reads. *open*: neither; why is in `open.tsv`.
An enforced clause is *reachable* if a frame, a form or a timer of the room makes the order that gave it; else the
report says which orders are missing. A heading takes the standing of its parts. Definitions, procedures and legal
duties may be recorded; the other kinds are done only when enforced and reachable. The result is package data, written
by `make conformance`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, NamedTuple

from openfelt.errors import InvariantBroken
from openfelt.rulebooks.catalogue import KINDS, Clause, clause, rulebook
from openfelt.rulebooks.shelf import rulebook_keys

ENFORCED, RECORDED, OPEN = "enforced", "recorded", "open"
STATUSES: Final = (ENFORCED, RECORDED, OPEN)
REACHABLE: Final = "reachable"
CASINOS, OUR_OWN_BOOK = "casino books", "house"
MAY_BE_RECORDED: Final = ("definition", "procedure", "legal")
TO_ENFORCE: Final = tuple(kind for kind in KINDS if kind not in MAY_BE_RECORDED)
ITS_PARTS: Final = ("its parts",)
EVERYTHING_REACHABLE: Final[Mapping[str, Iterable[str]]] = MappingProxyType({})
NOT_COUNTED: Final = "the book is not part of openfelt: its stories are not counted here"
# A clause that only introduces the clauses below it.
HEADING: Final = re.compile(r"ntroduces|[Hh]eading|that follow|listed|\bbelow\b|\(a\)|\(i\)|\(a\) to")


@dataclass(frozen=True, slots=True)
class ClauseStanding:
    """One clause: how far it is kept, by which stories or records, or why not.

    `missing` are the orders that a story gives to show it and that nothing in the running room makes.
    """

    cite: str
    status: str
    by: tuple[str, ...] = ()
    reason: str = ""
    missing: tuple[str, ...] = ()

    @property
    def clause(self) -> Clause:
        """The clause itself."""
        return clause(self.cite)

    @property
    def is_done(self) -> bool:
        """Whether the clause is kept as far as its kind asks: a record is enough for some kinds only."""
        if self.clause.kind in MAY_BE_RECORDED:
            return self.status != OPEN
        return self.status == ENFORCED and not self.missing

    @property
    def is_reachable(self) -> bool | None:
        """Whether what enforces the clause can happen in the running room; None for a clause that is not enforced."""
        return not self.missing if self.status == ENFORCED else None


@cache
def conformance() -> Mapping[str, ClauseStanding]:
    """The standing of every clause of every rulebook, as the last run of the stories left it."""
    text = (files("openfelt.rulebooks") / "data" / "conformance.json").read_text(encoding="utf-8")
    return read(text)


def standing_of(one: Clause) -> ClauseStanding:
    """How far a clause is kept; the stories of a book from outside are told by whoever brings it."""
    return conformance().get(one.cite) or ClauseStanding(one.cite, OPEN, reason=NOT_COUNTED)


def read(text: str) -> dict[str, ClauseStanding]:
    """The standings of a stored report."""
    return {
        cite: ClauseStanding(
            cite, one["status"], tuple(one.get("by", ())), one.get("reason", ""), tuple(one.get("missing", ()))
        )
        for cite, one in json.loads(text).items()
    }


def write(standings: Iterable[ClauseStanding]) -> str:
    """A report as stored: one line for each clause, in the order of the books."""
    lines = []
    for one in standings:
        fields: dict[str, object] = {"status": one.status}
        if one.by:
            fields["by"] = one.by
        if one.reason:
            fields["reason"] = one.reason
        if one.missing:
            fields["missing"] = one.missing
        lines.append(f"{json.dumps(one.cite)}: {json.dumps(fields, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def compute(
    proofs: Mapping[str, Iterable[str]],
    records: Mapping[str, Iterable[str]],
    reasons: Reasons,
    missing: Mapping[str, Iterable[str]] = EVERYTHING_REACHABLE,
) -> list[ClauseStanding]:
    """The standing of every clause, from the stories that prove it and the records that show it.

    `missing`: by clause, the orders that its stories give and that nothing in the room makes.
    """
    found: dict[str, ClauseStanding] = {}
    for key in rulebook_keys():
        # The parts of a clause stand after it in the book, so a heading is judged when its parts are.
        for one in reversed(list(rulebook(key).values())):
            standing = _standing(one, proofs, records, reasons, found)
            found[one.cite] = replace(standing, missing=_missing(standing, missing, found))
    return [found[one.cite] for key in rulebook_keys() for one in rulebook(key).values()]


def _standing(
    one: Clause,
    proofs: Mapping[str, Iterable[str]],
    records: Mapping[str, Iterable[str]],
    reasons: Reasons,
    found: Mapping[str, ClauseStanding],
) -> ClauseStanding:
    if one.cite in proofs:
        return ClauseStanding(one.cite, ENFORCED, tuple(sorted(proofs[one.cite])))
    parts = [found[part.cite] for part in rulebook(one.rulebook).under(one.number)]
    if parts and HEADING.search(one.requirement):
        # A part that need only be recorded does not hold back a heading whose other parts are to be enforced.
        binding = [part for part in parts if part.clause.kind in TO_ENFORCE or part.status == OPEN] or parts
        weakest = max(binding, key=lambda part: STATUSES.index(part.status))
        still = [part.cite.split(" ", 1)[1] for part in parts if part.status == OPEN]
        reason = f"open in its parts {', '.join(still)}" if still else ""
        if weakest.status != OPEN or one.cite not in records:
            return ClauseStanding(one.cite, weakest.status, ITS_PARTS if not still else (), reason)
    if one.cite in records:
        return ClauseStanding(one.cite, RECORDED, tuple(sorted(records[one.cite])))
    return ClauseStanding(one.cite, OPEN, reason=reasons.of(one))


def _missing(
    standing: ClauseStanding, missing: Mapping[str, Iterable[str]], found: Mapping[str, ClauseStanding]
) -> tuple[str, ...]:
    """The orders that nothing makes: those of the clause itself, or of the parts of a heading."""
    if standing.status != ENFORCED:
        return ()
    if standing.by != ITS_PARTS:
        return tuple(missing.get(standing.cite, ()))
    parts = (found[part.cite] for part in rulebook(standing.clause.rulebook).under(standing.clause.number))
    return tuple(sorted({order for part in parts for order in part.missing}))


class Reasons:
    """Why clauses are open: rows of `open.tsv`, a rulebook with a number, a kind or neither; the nearest answers."""

    def __init__(self, text: str) -> None:
        self.rows: dict[str, str] = {}
        header, *lines = text.rstrip("\n").split("\n")
        if header != "what\treason":
            raise InvariantBroken("open.tsv: the columns are what, reason")
        for place, line in enumerate(lines, start=2):
            what, _, reason = line.partition("\t")
            if not what.strip() or not reason.strip() or what in self.rows:
                raise InvariantBroken(f"open.tsv line {place}: a clause, kind or rulebook once, and a reason")
            self.rows[what] = reason.strip()

    def of(self, one: Clause) -> str:
        """The reason of a clause: its own, that of a clause above it, of its kind, or of its rulebook."""
        row = self.row(one)
        return self.rows[row] if row else ""

    def row(self, one: Clause) -> str:
        """The row that answers for a clause, or nothing."""
        number = one.number
        while number:
            if f"{one.rulebook} {number}" in self.rows:
                return f"{one.rulebook} {number}"
            number = re.sub(r"[./]?[^./(]+$|\([^()]*\)$", "", number)
        kinds = (f"{one.rulebook} kind {one.kind}", f"kind {one.kind}", one.rulebook)
        return next((row for row in kinds if row in self.rows), "")


def read_reasons() -> Reasons:
    """The reasons kept with the rulebooks."""
    return Reasons((files("openfelt.rulebooks") / "data" / "open.tsv").read_text(encoding="utf-8"))


def totals(standings: Iterable[ClauseStanding]) -> dict[tuple[str, str], Counter[str]]:
    """How many clauses stand how, by rulebook and kind; and how many of the enforced ones are reachable."""
    counted: dict[tuple[str, str], Counter[str]] = {}
    for one in standings:
        row = counted.setdefault((one.clause.rulebook, one.clause.kind), Counter())
        row[one.status] += 1
        if one.is_reachable:
            row[REACHABLE] += 1
    return counted


class Headline(NamedTuple):
    """How many clauses are done, of those to be enforced and of those that may be recorded."""

    to_enforce: int
    enforced: int  # and reachable in the room
    in_stories_only: int  # enforced by orders that nothing in the room makes
    may_be_recorded: int
    recorded: int  # or enforced

    def __str__(self) -> str:
        stories = f" ({self.in_stories_only} more in stories only)" if self.in_stories_only else ""
        return (
            f"{self.enforced} of {self.to_enforce} clauses to be enforced are enforced and reachable in the room"
            f"{stories}; "
            f"{self.recorded} of {self.may_be_recorded} that may be recorded are enforced or recorded"
        )


def headlines(standings: Iterable[ClauseStanding]) -> dict[str, Headline]:
    """The headline of the casinos' books, and that of our own, each where there are clauses of it."""
    grouped: dict[str, list[ClauseStanding]] = {}
    for one in standings:
        grouped.setdefault(OUR_OWN_BOOK if one.clause.rulebook == OUR_OWN_BOOK else CASINOS, []).append(one)
    return {name: _headline(group) for name, group in grouped.items()}


def _headline(group: list[ClauseStanding]) -> Headline:
    due = [one for one in group if one.clause.kind in TO_ENFORCE]
    may = [one for one in group if one.clause.kind not in TO_ENFORCE]
    return Headline(
        len(due),
        sum(one.is_done for one in due),
        sum(one.is_reachable is False for one in due),
        len(may),
        sum(one.is_done for one in may),
    )
