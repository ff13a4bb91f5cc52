"""A house-banked table's stream: records both ways, its fold after a start, and what its acts post in the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, get_args

import msgspec

from openfelt import pit
from openfelt.cage import accounts
from openfelt.errors import InvariantBroken, NotationError, OpenfeltError
from openfelt.journal import Reader, Record, StoredRecord
from openfelt.phrases import Name, phrase, quoted
from openfelt.pit import events as ev
from openfelt.room.banked import PitState, end_without_play
from openfelt.room.house_events import (
    FloorAnswered,
    FloorCalled,
    HandInspected,
    HandVoided,
    RealCardsUsed,
    ShuffleCommitted,
    StaffOrdered,
    TableFrozen,
)
from openfelt.service.deck.sealing import opened
from openfelt.service.record.conservation import POT
from openfelt.service.record.refold import UNFIT, RecordBroken, agree, read_stream
from openfelt.service.record.shapes import event_payload, store_cites_once, written_event
from openfelt.service.record.stream import record_of

PREFIX: Final = "pit."
# They change nothing in the round.
BESIDE: Final = (FloorCalled, FloorAnswered, TableFrozen, RealCardsUsed, StaffOrdered, HandInspected)
SERVICE: Final[dict[str, Any]] = {kind.__name__: kind for kind in (ShuffleCommitted, HandVoided, *BESIDE)}
ENDED: Final = (ev.Racked, ev.RoundVoided)
# What outlasts a round: who came and went, and what the floor has ordered for the table.
KEPT_OF_A_VOID: Final = (
    ev.TableOpened, ev.RoundOpened, ev.Joined, ev.Left, ev.SeatVacated, ev.PlayerExcluded,
    ev.PlayerLetBack, ev.Directed, ev.DirectionLifted, ev.NoticeGiven, ev.LimitsChanged, ev.BoxMarked,
    ev.TableClosed, HandVoided, *BESIDE,
)  # fmt: skip

store_cites_once(f"{PREFIX}{kind.__name__}" for kind in get_args(ev.Event))


def pit_record(event: Any, actor: str, now_ms: int) -> Record:  # noqa: ANN401 - any event of the stream
    """The journal record of an event."""
    if type(event) is SERVICE.get(type(event).__name__):
        return record_of(event, actor, now_ms)
    name = f"{PREFIX}{type(event).__name__}"
    return written_event(name, event, pit.encode, actor=actor, time_ms=now_ms)


def pit_event(record: Record) -> Any:  # noqa: ANN401 - any event of the stream
    """The event that a record stores; its name must be its kind."""
    try:
        if record.name in SERVICE:
            return msgspec.json.decode(event_payload(record), type=SERVICE[record.name])
        event = pit.decode_event(event_payload(record))
    except (msgspec.DecodeError, UnicodeDecodeError) as bad:
        raise NotationError(
            phrase("record {name} cannot be read: {bad}", name=quoted(record.name), bad=Name(str(bad)))
        ) from None
    if record.name != f"{PREFIX}{type(event).__name__}":
        raise NotationError(
            phrase("record {name} holds a {type}", name=quoted(record.name), type=Name(type(event).__name__))
        )
    return event


def fold(state: PitState, event: Any, journal: Reader) -> None:  # noqa: ANN401 - any event of the stream
    """Record one event; a deck that was fixed goes into the shoe, checked against its published root."""
    state.fold(event)
    if isinstance(event, ShuffleCommitted):
        state.round.load(committed_order(event, journal))


def committed_order(event: ShuffleCommitted, journal: Reader) -> tuple[Any, ...]:
    """The deck of a published root, from its sealed seed."""
    sealed = journal.sealed(event.shuffle)
    if sealed is None:
        raise RecordBroken(f"shuffle {event.shuffle} has no sealed seed")
    committed = opened(sealed)
    if committed.root.hex() != event.root or committed.root != sealed.root:
        raise RecordBroken(f"shuffle {event.shuffle}: the seed does not give the root that was published")
    return committed.order


def checked_fold(state: PitState, event: Any, due: list[Any], journal: Reader) -> None:  # noqa: ANN401 - any event
    """Record one event after checking it: the house's own steps come out again as they were stored."""
    if isinstance(event, BESIDE):
        state.fold(event)
        return
    round_ = state.round
    is_dealt = isinstance(event, ev.Dealt | ev.BoardDealt) and not state.live
    if is_dealt and tuple(round_.shoe[: len(event.cards)]) != event.cards:
        raise RecordBroken(f"{type(event).__name__} deals other cards than the deck has next")
    if due:
        if not agree(due.pop(0), event):
            raise RecordBroken(f"{type(event).__name__} is not what the rules and the deck give here")
    elif not isinstance(event, ShuffleCommitted) and (step := pit.house_step(round_)):
        made = list(pit.decide(round_, step))
        if made and agree(made[0], event):
            due[:] = made[1:]
    loose_fold(state, event, due, journal)


def loose_fold(state: PitState, event: Any, due: list[Any], journal: Reader) -> None:  # noqa: ANN401, ARG001 - any event
    """Record one event that other rules gave, whether or not today's give it, as long as it folds."""
    try:
        fold(state, event, journal)
    except InvariantBroken as fault:
        raise RecordBroken(str(fault)) from None
    except UNFIT as fault:
        raise RecordBroken(f"{type(event).__name__} does not fit ({type(fault).__name__})") from None


Step = Callable[[PitState, Any, list[Any], Reader], None]


@dataclass(slots=True)
class Segment:
    """The records of one round of play, from its opening to the next one's."""

    records: list[tuple[StoredRecord, Any]] = field(default_factory=list)

    @property
    def is_voided(self) -> bool:
        """Whether the record of this round was found broken before and every wager went back."""
        return any(isinstance(event, HandVoided) for _, event in self.records)

    @property
    def is_over(self) -> bool:
        """Whether the round came to its end."""
        return any(isinstance(event, ENDED) for _, event in self.records)

    def fold(self, state: PitState, journal: Reader) -> None:
        """Fold with every check."""
        self.fold_with(checked_fold, state, journal)

    def fold_loosely(self, state: PitState, journal: Reader) -> None:
        """Fold a round that other rules decided, as it was played."""
        self.fold_with(loose_fold, state, journal)

    def fold_with(self, step: Step, state: PitState, journal: Reader) -> None:
        """Fold every record."""
        due: list[Any] = []
        for one, event in self.records:
            if event is None:
                raise RecordBroken(f"record {one.version} ({one.record.name}) cannot be read")
            step(state, event, due, journal)

    def fold_around(self, state: PitState) -> None:
        """Fold only what stays of a round that does not count: who came and went, and what holds for later rounds."""
        for one, event in self.records:
            if isinstance(event, KEPT_OF_A_VOID):
                state.fold(event)
            elif isinstance(event, ShuffleCommitted):
                state.shuffle = event
            state.version = one.version

    def fold_as_posted(self, state: PitState, journal: Reader) -> None:
        """Fold around a finished round of other rules that cannot be followed: the ledger says what everyone has."""
        before, bank = dict(state.round.purses), state.round.bank
        self.fold_around(state)
        round_, entries = state.round, {one.entry for one, _ in self.records}
        moved: Counter[str] = Counter()
        for line in journal.postings(min(entries), max(entries)):
            if line.entry in entries:
                moved[line.account] += line.amount
        for player in round_.seats:
            round_.opening[player] = before.get(player, 0) + moved[accounts.stake(state.name, player)]
        round_.total = bank + moved[accounts.HOUSE] + sum(round_.opening[player] for player in round_.seats)
        end_without_play(round_)


def segments(journal: Reader, stream: str) -> Iterator[Segment]:
    """The rounds of a stream; the opening of the table belongs to the first."""
    present = Segment()
    for one in read_stream(journal, stream):
        try:
            event = pit_event(one.record)
        except OpenfeltError:
            event = None
        if isinstance(event, ev.RoundOpened) and present.records and event.number > 1:
            yield present
            present = Segment()
        present.records.append((one, event))
    yield present


def chips_in(state: PitState) -> dict[str, int]:
    """The chips at the table by its own count: each player's, and those on the layout."""
    return {**state.round.purses, POT: state.round.laid}


def ledger_fault(journal: Reader, state: PitState) -> str:
    """How the table's own counts differ from the ledger; empty if they agree."""
    for player, chips in state.round.purses.items():
        found = journal.balance(accounts.stake(state.name, player))
        if found != chips:
            return f"a stake is {found} in the ledger and {chips} at the table"
    found, laid = journal.balance(accounts.pot(state.name)), state.laid
    return f"the layout is {found} in the ledger and {laid} at the table" if found != laid else ""
