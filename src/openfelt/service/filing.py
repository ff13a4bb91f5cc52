"""Putting what a table decided on disk: once for each request, and what the journal refuses is a refusal.

Owns how an entry of a table is made and which faults stop a writer: storage that failed, a second writer, a broken
invariant. An account that holds too little and a busy disk stop nobody: whoever asked is told, and the house plans its
own work again. Knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from openfelt.cage.accounts import kind_of
from openfelt.errors import InvariantBroken, RuleViolation
from openfelt.journal import Batch, Entry, Overdrawn, Record, StorageFailed, VersionConflict
from openfelt.money import money
from openfelt.rulebooks import joined
from openfelt.service.requests import RequestId, was_done

if TYPE_CHECKING:
    from openfelt.service.hall import Hall
    from openfelt.service.pit_record import PitTrial
    from openfelt.service.trial import Trial

FIRST_WAIT_S: Final = 1.0
LONGEST_WAIT_S: Final = 30.0


class Writer(Protocol):
    """The only writer of a stream."""

    hall: Hall
    stream: str
    version: int

    def stop(self, fault: BaseException) -> None:
        """Take no more requests."""


class Retry:
    """How long the house waits before it plans refused work again: longer each time, until something is stored."""

    __slots__ = ("wait_s",)

    def __init__(self) -> None:
        self.wait_s = FIRST_WAIT_S

    def next_s(self) -> float:
        """The wait before the next try.

        >>> retry = Retry()
        >>> [retry.next_s() for _ in range(7)]
        [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
        """
        now, self.wait_s = self.wait_s, min(LONGEST_WAIT_S, 2 * self.wait_s)
        return now

    def stored(self) -> None:
        """Something was stored: the next wait is short again."""
        self.wait_s = FIRST_WAIT_S


async def file(host: Writer, request: str, records: Sequence[Record], trial: Trial | PitTrial) -> bool:
    """Store what a trial made; False if this request was stored before. Raises what the journal refuses."""
    mark = request.mark if isinstance(request, RequestId) else ""
    answer = msgspec.json.encode({"mark": mark, "stream": host.stream, "after": host.version})
    batch = Batch(host.stream, host.version, tuple(records))
    entry = Entry(str(request), (batch,), tuple(trial.postings), tuple(trial.sealed), answer)
    try:
        receipt = await host.hall.journal.append(entry)
    except (StorageFailed, VersionConflict, InvariantBroken) as fault:
        host.stop(fault)
        raise
    except Overdrawn as refused:
        raise lacking(host.hall, entry) from refused
    if receipt.answer != answer:
        was_done(host.hall.journal.store, request)  # filed before, or elsewhere in the same moment
        return False
    return True


def lacking(hall: Hall, entry: Entry) -> RuleViolation:
    """Why an entry was refused: which account holds too little, and by which clauses the chips were asked for."""
    asked: dict[str, int] = {}
    for line in entry.postings:
        asked[line.account] = asked.get(line.account, 0) - line.amount
    held = {account: hall.journal.store.balance(account) for account in asked}
    account = max(asked, key=lambda one: asked[one] - held[one])
    cites = joined(*(line.cites for line in entry.postings if line.account == account and line.amount < 0))
    kind, owner = kind_of(account), account.rpartition("/")[2]
    whose = f"the {kind} of {hall.name_of(owner)}" if kind in {"purse", "stake"} else f"the {kind} account"
    message = f"{whose} holds {money(held[account])} by now; {money(asked[account])} is needed"
    return RuleViolation("purse" if kind == "purse" else "overdrawn", cites, message)
