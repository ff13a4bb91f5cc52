"""One writer for every kind of stream: decide, put it on disk, then it is the state, then it is told.

Owns how an entry is made, which faults stop a writer (storage that failed, a second writer, a broken invariant), and
when the house's own work is tried again. An account that holds too little and a busy disk stop nobody: whoever asked is
told, and the house plans its own work again. An act over several streams is decided part by part, each on its own
stream, and stored as one entry: all of it or nothing. Knows no game.
"""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from openfelt.cage.accounts import kind_of
from openfelt.errors import InvariantBroken, OpenfeltError, RuleViolation
from openfelt.journal import Batch, Entry, Overdrawn, Record, StorageFailed, VersionConflict
from openfelt.journal.records import MOST_BYTES
from openfelt.phrases import Money, Name, phrase
from openfelt.room.version import rules_of
from openfelt.rulebooks import joined
from openfelt.service.house import House
from openfelt.service.record.kept import Made
from openfelt.service.wire.requests import RequestId, was_done
from openfelt.service.writers.facts import Facts

if TYPE_CHECKING:
    from openfelt.service.wire.subscribers import Reply


class TableStopped(OpenfeltError):
    """The table was stopped by a fault of ours; its last durable state stands."""

    code = "table-stopped"


# An act over several streams: it names a writer and an order, is told what that does, and names the next.
Parts = Generator[tuple["Writer", Any], Made, None]


class Writer(ABC):
    """The only writer of a stream. A kind of stream says how it decides and what becomes of what was stored."""

    def __init__(self, hall: House, stream: str, version: int = 0) -> None:
        self.hall = hall
        self.stream = stream
        self.name = stream.partition("/")[2]  # of the table, or of whatever the stream is of
        self.version = version
        self.stopped = ""
        self.lock = asyncio.Lock()

    # -- what a kind of stream says ----------------------------------------------------------------------------------

    state: Any

    @abstractmethod
    def rulebook_of(self, state: Any) -> str:  # noqa: ANN401 - a state of that kind
        """The rulebook that decides there."""

    def rulebook_after(self, made: Made) -> str:
        """The rulebook that decides there once this has happened."""
        return self.rulebook_of(made.after)

    @property
    def rulebook(self) -> str:
        """The rulebook that decides here."""
        return self.rulebook_of(self.state)

    @abstractmethod
    def decide(self, order: Any, facts: Facts) -> Made:  # noqa: ANN401 - an order of that kind
        """What an order does now; refuses, or changes nothing."""

    @abstractmethod
    def record(self, event: Any, actor: str, at_ms: int) -> Record:  # noqa: ANN401 - an event of that kind
        """The journal record of an event."""

    @abstractmethod
    def require_given(self, order: Any, actor: str) -> None:  # noqa: ANN401 - an order of that kind
        """Refuse an order that this actor may not give at all."""

    @abstractmethod
    def require_counted(self, made: Made) -> None:
        """Refuse to let the chips here and the ledger part."""

    @abstractmethod
    def take(self, part: Part, after: int) -> None:
        """What was stored is the state now; the numbers of its events follow `after`."""

    @abstractmethod
    def stop(self, fault: BaseException) -> None:
        """No more requests: what is durable stands. The reason names no card."""

    @abstractmethod
    def plan(self) -> None:
        """Plan what the house does next by itself."""

    @abstractmethod
    def tell(self, after: int, events: Sequence[Any], reply: Reply | None) -> None:
        """Tell whoever watches what has happened since `after`."""

    # -- changing ----------------------------------------------------------------------------------------------------

    async def submit(
        self,
        request: str,
        actor: str,
        order: Any,  # noqa: ANN401 - an order of that kind
        *,
        plan: bool = True,
        reply: Reply | None = None,
    ) -> None:
        """Decide an order, store what it does, then tell everyone. A repeated request gets the first answer.

        The asker may go away meanwhile; what was begun is finished, so that memory and journal never part.
        """
        await asyncio.shield(self.hall.keep(self._submit(request, actor, order, plan, reply)))

    async def _submit(self, request: str, actor: str, order: Any, plan: bool, reply: Reply | None) -> None:  # noqa: ANN401, FBT001
        async with self.lock:
            self.require_running()
            try:
                part = self.draft(order, actor)
            except (OpenfeltError, InvariantBroken) as refused:
                self.require_new(request, refused)
                return
            if part.made.events:
                await store_and_tell((part,), request, actor, plan=plan, reply=reply)

    def draft(self, order: Any, actor: str) -> Part:  # noqa: ANN401 - an order of that kind
        """Decide an order on this stream alone; chips are counted before anything is kept."""
        self.require_given(order, actor)
        facts = self.facts(order)
        made = self.decide(order, facts)
        if made.events:
            self.require_counted(made)
        return Part(self, order, made, facts)

    def facts(self, order: Any) -> Facts:  # noqa: ANN401, ARG002 - an order of that kind
        """What a decision about an order is given."""
        return Facts(self.hall)

    def require_new(self, request: str, refused: BaseException) -> None:
        """Raise a refusal, unless the request was carried out before: that is not judged again."""
        if self.was_done(request):
            return
        if isinstance(refused, InvariantBroken):
            self.stop(refused)
        raise refused

    def require_running(self) -> None:
        """Refuse when a fault of ours has stopped the table."""
        if self.stopped:
            raise TableStopped(f"{self.name} is stopped: {self.stopped}")

    def adopt(self, part: Part) -> int:
        """What was stored is the state now; the number of the last event before it."""
        after = self.version
        self.version += len(part.made.events)
        self.take(part, after)
        return after

    def was_done(self, request: str) -> bool:
        """Whether this request was carried out before; refuses another request under the same id."""
        return was_done(self.hall.journal.store, request)


def why_stopped(fault: BaseException) -> str:
    """Why a writer takes no more, in words that name no card."""
    return "the storage failed" if isinstance(fault, StorageFailed) else f"a fault of ours ({type(fault).__name__})"


@dataclass(frozen=True, slots=True)
class Part:
    """A decided order of one stream, not stored yet. An order that nobody gave (a test's) is stored without one."""

    writer: Writer
    order: Any
    made: Made
    facts: Facts

    def batch(self, actor: str, lines: tuple[int, ...] = ()) -> Batch:
        """The part as the journal takes it: its events, and the order with what it was given."""
        writer, facts = self.writer, self.facts
        records = tuple(writer.record(event, actor, facts.at_ms) for event in self.made.events)
        asked = facts.asked(writer.stream, self.order, lines)
        if not asked or len(asked) > MOST_BYTES:  # thousands of accounts of an older room: nobody decides that again
            return Batch(writer.stream, writer.version, records)
        return Batch(writer.stream, writer.version, records, asked, rules_of(writer.rulebook_after(self.made)))


async def submit_together(writers: Sequence[Writer], parts: Parts, request: str, actor: str) -> None:
    """Carry out an act over several streams of this process: every part of it in one entry, or nothing.

    Locks are taken in the order of the streams' names, all before the first decision, so that no two acts wait for
    each other.
    """
    hall = writers[0].hall
    await asyncio.shield(hall.keep(_submit_together(writers, parts, request, actor)))


async def _submit_together(writers: Sequence[Writer], parts: Parts, request: str, actor: str) -> None:
    async with contextlib.AsyncExitStack() as locks:
        for one in sorted(set(writers), key=lambda writer: writer.stream):  # a stream may be named twice
            await locks.enter_async_context(one.lock)
        for one in writers:
            one.require_running()
        try:
            drafts = decide_all(parts, actor)
        except (OpenfeltError, InvariantBroken) as refused:
            for one in writers if isinstance(refused, InvariantBroken) else ():
                one.stop(refused)  # whichever of them it is, none of them is known to be sound
            writers[0].require_new(request, refused)
            return
        await store_and_tell(drafts, request, actor)


def decide_all(parts: Parts, actor: str) -> list[Part]:
    """Decide part after part, each on its own stream; a later order is made from what an earlier one does."""
    drafts: list[Part] = []
    try:
        writer, order = next(parts)
        while True:
            drafts.append(writer.draft(order, actor))
            writer, order = parts.send(drafts[-1].made)
    except StopIteration:
        return drafts


async def store_and_tell(
    parts: Sequence[Part], request: str, actor: str, *, plan: bool = True, reply: Reply | None = None
) -> None:
    """On disk first; then this is the state and its clock runs; then it is told, in the order of the log."""
    if not await file(parts, request, actor):
        return
    adopted = [(part.writer, part.writer.adopt(part), part.made.events) for part in parts]
    for writer, after, events in adopted:
        if plan:
            writer.plan()
        writer.tell(after, events, reply)


def batches(parts: Sequence[Part], actor: str) -> tuple[Batch, ...]:
    """The parts of one entry; of several each says which ledger lines are its own."""
    if len(parts) == 1:
        return (parts[0].batch(actor),)
    made, first = [], 0
    for part in parts:
        last = first + len(part.made.postings)
        made.append(part.batch(actor, (first, last)))
        first = last
    return tuple(made)


async def file(parts: Sequence[Part], request: str, actor: str) -> bool:
    """Store what was decided in one entry; False if this request was stored before. Raises what the journal refuses."""
    first = parts[0].writer
    mark = request.mark if isinstance(request, RequestId) else ""
    answer = msgspec.json.encode({"mark": mark, "stream": first.stream, "after": first.version})
    entry = Entry(
        str(request),
        batches(parts, actor),
        tuple(line for part in parts for line in part.made.postings),
        tuple(sealed for part in parts for sealed in part.facts.sealed),
        answer,
    )
    try:
        receipt = await first.hall.journal.append(entry)
    except (StorageFailed, VersionConflict, InvariantBroken) as fault:
        for part in parts:
            part.writer.stop(fault)
        raise
    except Overdrawn as refused:
        raise lacking(first.hall, entry) from refused
    if receipt.answer != answer:
        was_done(first.hall.journal.store, request)  # filed before, or elsewhere in the same moment
        return False
    return True


def lacking(hall: House, entry: Entry) -> RuleViolation:
    """Why an entry was refused: which account holds too little, and by which clauses the chips were asked for."""
    asked: dict[str, int] = {}
    for line in entry.postings:
        asked[line.account] = asked.get(line.account, 0) - line.amount
    held = {account: hall.journal.store.balance(account) for account in asked}
    account = max(asked, key=lambda one: asked[one] - held[one])
    cites = joined(*(line.cites for line in entry.postings if line.account == account and line.amount < 0))
    kind, owner = kind_of(account), account.rpartition("/")[2]
    whose = (
        phrase("the purse of {name}" if kind == "purse" else "the stake of {name}", name=Name(hall.name_of(owner)))
        if kind in {"purse", "stake"}
        else phrase("the {kind} account", kind=Name(kind))
    )
    message = phrase(
        "{whose} holds {held} by now; {asked} is needed",
        whose=whose,
        held=Money(held[account]),
        asked=Money(asked[account]),
    )
    return RuleViolation("purse" if kind == "purse" else "overdrawn", cites, message)
