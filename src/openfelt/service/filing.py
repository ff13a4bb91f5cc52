"""Putting what a table decided on disk: once for each request, and what the journal refuses is a refusal.

Owns how an entry of a table is made, which faults stop a writer (storage that failed, a second writer, a broken
invariant), and when the house's own work is tried again. An account that holds too little and a busy disk stop nobody:
whoever asked is told, and the house plans its own work again. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from openfelt.cage.accounts import kind_of
from openfelt.errors import InvariantBroken, OpenfeltError, RuleViolation
from openfelt.journal import Batch, Entry, Overdrawn, Record, StorageFailed, VersionConflict
from openfelt.money import money
from openfelt.rulebooks import joined
from openfelt.service.clock import Timer
from openfelt.service.requests import RequestId, was_done

if TYPE_CHECKING:
    from openfelt.service.hall import Hall
    from openfelt.service.pit_record import PitTrial
    from openfelt.service.trial import Trial

FIRST_WAIT_S: Final = 1.0
LONGEST_WAIT_S: Final = 30.0

Work = Callable[[], Coroutine[Any, Any, None]]


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


class Writer:
    """The only writer of a stream, as far as all tables are alike: what stops it, and the house's own time."""

    def __init__(self, hall: Hall, stream: str, version: int = 0) -> None:
        self.hall = hall
        self.stream = stream
        self.version = version
        self.stopped = ""
        self.deadline = 0.0
        self._timer: Timer | None = None
        self._retry = Retry()

    async def carry_on(self) -> None:
        """Go on from what is durable, and plan what is due."""
        raise NotImplementedError

    def was_done(self, request: str) -> bool:
        """Whether this request was carried out before; refuses another request under the same id."""
        return was_done(self.hall.journal.store, request)

    def stop(self, fault: BaseException) -> None:
        """No more requests: what is durable stands, everyone who watches is told. The reason names no card."""
        if self.stopped:
            return
        storage = isinstance(fault, StorageFailed)
        self.stopped = "the storage failed" if storage else f"a fault of ours ({type(fault).__name__})"
        self.cancel_timer()
        self.hall.stopped(self, fault)

    def cancel_timer(self) -> None:
        """No timer runs."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def left_ms(self) -> int:
        """How much of the running clock is left."""
        return max(0, int((self.deadline - self.hall.clock.monotonic()) * 1000))

    def spawn(self, work: Work) -> None:
        """Run a piece of the house's own work beside everything else."""
        self._timer = None
        self.hall.keep(self.guard(work))

    async def guard(self, work: Work) -> None:
        """The house's own work: refused work is planned again with fresh facts; our own faults stop the table."""
        try:
            await work()
        except OpenfeltError as refused:
            self.try_again(refused)
        except Exception as fault:
            self.stop(fault)

    def try_again(self, refused: OpenfeltError) -> None:
        """Something else came first, or the journal took no more: unless that has planned what follows, look again."""
        if self._timer is not None or self.stopped or self.hall.closing:
            return
        self.hall.report_refusal(self, refused)
        self._timer = self.hall.clock.call_later(self._retry.next_s(), lambda: self.spawn(self.carry_on))


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
