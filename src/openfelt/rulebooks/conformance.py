"""How far the software keeps each clause: enforced, recorded, or open and why. Computed by the stories, never typed in.

*enforced*: a story names the clause and, while it ran, the engine gave it in an event, a refusal, an offer or a ruling.
*recorded*: it surfaces in a notice, checklist or record that a test reads. *open*: neither; why is in `open.tsv`.
A heading takes the standing of its parts. Definitions, procedures and legal duties may be recorded; the other kinds are
done only when enforced. The result is package data, written by `make conformance`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from openfelt.errors import InvariantBroken
from openfelt.rulebooks.catalogue import KINDS, RULEBOOK_KEYS, Clause, clause, rulebook

ENFORCED, RECORDED, OPEN = "enforced", "recorded", "open"
STATUSES: Final = (ENFORCED, RECORDED, OPEN)
MAY_BE_RECORDED: Final = ("definition", "procedure", "legal")
TO_ENFORCE: Final = tuple(kind for kind in KINDS if kind not in MAY_BE_RECORDED)
# A clause that only introduces the clauses below it.
HEADING: Final = re.compile(r"ntroduces|[Hh]eading|that follow|listed|\bbelow\b|\(a\)|\(i\)|\(a\) to")


@dataclass(frozen=True, slots=True)
class Standing:
    """One clause: how far it is kept, by which stories or records, or why not."""

    cite: str
    status: str
    by: tuple[str, ...] = ()
    reason: str = ""

    @property
    def clause(self) -> Clause:
        """The clause itself."""
        return clause(self.cite)

    @property
    def is_done(self) -> bool:
        """Whether the clause is kept as far as its kind asks: a record is enough for some kinds only."""
        return self.status == ENFORCED or (self.status == RECORDED and self.clause.kind in MAY_BE_RECORDED)


@cache
def conformance() -> Mapping[str, Standing]:
    """The standing of every clause of every rulebook, as the last run of the stories left it."""
    text = (files("openfelt.rulebooks") / "data" / "conformance.json").read_text(encoding="utf-8")
    return read(text)


def read(text: str) -> dict[str, Standing]:
    """The standings of a stored report."""
    return {
        cite: Standing(cite, one["status"], tuple(one.get("by", ())), one.get("reason", ""))
        for cite, one in json.loads(text).items()
    }


def write(standings: Iterable[Standing]) -> str:
    """A report as stored: one line for each clause, in the order of the books."""
    lines = []
    for one in standings:
        fields: dict[str, object] = {"status": one.status}
        if one.by:
            fields["by"] = one.by
        if one.reason:
            fields["reason"] = one.reason
        lines.append(f"{json.dumps(one.cite)}: {json.dumps(fields, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def compute(
    proofs: Mapping[str, Iterable[str]], records: Mapping[str, Iterable[str]], reasons: Reasons
) -> list[Standing]:
    """The standing of every clause, from the stories that prove it and the records that show it."""
    found: dict[str, Standing] = {}
    for key in RULEBOOK_KEYS:
        # The parts of a clause stand after it in the book, so a heading is judged when its parts are.
        for one in reversed(list(rulebook(key).values())):
            found[one.cite] = _standing(one, proofs, records, reasons, found)
    return [found[one.cite] for key in RULEBOOK_KEYS for one in rulebook(key).values()]


def _standing(
    one: Clause,
    proofs: Mapping[str, Iterable[str]],
    records: Mapping[str, Iterable[str]],
    reasons: Reasons,
    found: Mapping[str, Standing],
) -> Standing:
    if one.cite in proofs:
        return Standing(one.cite, ENFORCED, tuple(sorted(proofs[one.cite])))
    parts = [found[part.cite] for part in rulebook(one.rulebook).under(one.number)]
    if parts and HEADING.search(one.requirement):
        # A part that need only be recorded does not hold back a heading whose other parts are to be enforced.
        binding = [part for part in parts if part.clause.kind in TO_ENFORCE or part.status == OPEN] or parts
        weakest = max(binding, key=lambda part: STATUSES.index(part.status))
        still = [part.cite.split(" ", 1)[1] for part in parts if part.status == OPEN]
        reason = f"open in its parts {', '.join(still)}" if still else ""
        if weakest.status != OPEN or one.cite not in records:
            return Standing(one.cite, weakest.status, ("its parts",) if not still else (), reason)
    if one.cite in records:
        return Standing(one.cite, RECORDED, tuple(sorted(records[one.cite])))
    return Standing(one.cite, OPEN, reason=reasons.of(one))


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


def totals(standings: Iterable[Standing]) -> dict[tuple[str, str], Counter[str]]:
    """How many clauses stand how, by rulebook and kind."""
    counted: dict[tuple[str, str], Counter[str]] = {}
    for one in standings:
        counted.setdefault((one.clause.rulebook, one.clause.kind), Counter())[one.status] += 1
    return counted
