"""What the operator reads: commission by table and method, and a shift from its opening to its closing balance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from openfelt.cage.accounts import kind_of
from openfelt.cage.ledger import Posting


class Dated(msgspec.Struct, frozen=True):
    """A posting and the time of its entry."""

    time_ms: int
    posting: Posting


class CommissionReport(msgspec.Struct, frozen=True):
    """What was taken in a span of time: by table, then by method; refunds already subtracted."""

    from_ms: int
    to_ms: int
    tables: dict[str, dict[str, int]]

    @property
    def total(self) -> int:
        """All commission of the span."""
        return sum(sum(methods.values()) for methods in self.tables.values())

    @property
    def methods(self) -> dict[str, int]:
        """All commission of the span, by method."""
        found: dict[str, int] = defaultdict(int)
        for methods in self.tables.values():
            for method, amount in methods.items():
                found[method] += amount
        return dict(sorted(found.items()))


class ShiftReport(msgspec.Struct, frozen=True):
    """A shift: what each kind of account held at its start, what moved by reason, what it held at its end."""

    from_ms: int
    to_ms: int
    opening: dict[str, int]
    moved: dict[str, dict[str, int]]
    closing: dict[str, int]
    commission: CommissionReport


def commission_report(postings: Iterable[Dated], *, from_ms: int, to_ms: int) -> CommissionReport:
    """Commission taken from `from_ms` on and before `to_ms`."""
    tables: dict[str, dict[str, int]] = {}
    for dated in postings:
        kind, _, rest = dated.posting.account.partition("/")
        if kind == "commission" and from_ms <= dated.time_ms < to_ms:
            table, _, method = rest.partition("/")
            methods = tables.setdefault(table, {})
            methods[method] = methods.get(method, 0) + dated.posting.amount
    return CommissionReport(from_ms, to_ms, {table: dict(sorted(tables[table].items())) for table in sorted(tables)})


def shift_report(postings: Iterable[Dated], *, from_ms: int, to_ms: int) -> ShiftReport:
    """One shift, from the whole history of postings: opening + moved = closing for each kind of account."""
    history = [dated for dated in postings if dated.time_ms < to_ms]
    opening: dict[str, int] = defaultdict(int)
    closing: dict[str, int] = defaultdict(int)
    moved: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for dated in history:
        kind, line = kind_of(dated.posting.account), dated.posting
        closing[kind] += line.amount
        if dated.time_ms < from_ms:
            opening[kind] += line.amount
        else:
            moved[kind][line.reason] += line.amount
    return ShiftReport(
        from_ms,
        to_ms,
        dict(sorted(opening.items())),
        {kind: dict(sorted(reasons.items())) for kind, reasons in sorted(moved.items())},
        dict(sorted(closing.items())),
        commission_report(history, from_ms=from_ms, to_ms=to_ms),
    )
