"""How a kind of stream keeps its events: written as journal records, read in whichever shape, folded, decided.

Tournaments, jackpots, promotions and lists say what their events are and how one is recorded; the rest is here once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Generic, Protocol, TypeVar, get_args

import msgspec

from openfelt.cage import Posting
from openfelt.errors import InvariantBroken, NotationError, OpenfeltError
from openfelt.journal import Reader, Record, StoredRecord
from openfelt.phrases import Name, phrase, quoted
from openfelt.service.record.refold import UNFIT, RecordBroken, read_stream
from openfelt.service.record.shapes import event_payload, written_event
from openfelt.table.codec import decode_card, encode


class Copied(Protocol):
    """A state that can be tried out on a copy."""

    def copy(self) -> Any:  # noqa: ANN401 - the same kind of state
        """The same state, to be changed apart."""


class Made(Protocol):
    """What an order does, on whichever kind of stream."""

    @property
    def after(self) -> Any:  # noqa: ANN401 - the state of that kind
        """The state after it."""

    @property
    def events(self) -> tuple[Any, ...]:
        """What happened."""

    @property
    def postings(self) -> tuple[Posting, ...]:
        """The ledger lines of it."""


S = TypeVar("S", bound=Copied)


@dataclass(frozen=True, slots=True)
class StreamDecided(Generic[S]):
    """What an order does: the state after it, what happened, and its ledger lines."""

    after: S
    events: tuple[Any, ...]
    postings: tuple[Posting, ...] = ()


class KeptEvents(Generic[S]):
    """The events of a kind of stream: `prefix` begins the names of their records, `union` lists them."""

    def __init__(self, prefix: str, union: Any, evolve: Callable[[S, Any], None], *, of: str) -> None:  # noqa: ANN401
        self.prefix: Final = prefix
        self.kinds: Final[dict[str, Any]] = {f"{prefix}{kind.__name__}": kind for kind in get_args(union)}
        self.evolve: Final = evolve
        self.of: Final = of

    def record(self, event: Any, actor: str, at_ms: int) -> Record:  # noqa: ANN401 - any event of the stream
        """The journal record of an event."""
        return written_event(f"{self.prefix}{type(event).__name__}", event, encode, actor=actor, time_ms=at_ms)

    def event(self, record: Record) -> Any:  # noqa: ANN401 - any event of the stream
        """The event that a record stores, in whichever shape."""
        if record.name not in self.kinds:
            raise NotationError(phrase("no event of {of} is called {name}", of=Name(self.of), name=quoted(record.name)))
        try:
            return decoder_of(self.kinds[record.name]).decode(event_payload(record))
        except (msgspec.DecodeError, UnicodeDecodeError) as bad:
            raise NotationError(
                phrase("record {name} cannot be read: {bad}", name=quoted(record.name), bad=Name(str(bad)))
            ) from None

    def readable(self, one: StoredRecord) -> Any:  # noqa: ANN401 - any event of the stream, or None
        """The event of a record, or None if it cannot be read."""
        try:
            return self.event(one.record)
        except OpenfeltError:
            return None

    def fold(self, state: S, record: Record) -> Any:  # noqa: ANN401 - any event of the stream
        """Record one stored event; what it says must fit."""
        try:
            event = self.event(record)
            self.evolve(state, event)
        except NotationError as bad:
            raise RecordBroken(bad.message) from None
        except InvariantBroken as fault:
            raise RecordBroken(str(fault)) from None
        except UNFIT as fault:
            raise RecordBroken(f"{record.name} does not fit ({type(fault).__name__})") from None
        return event

    def load(
        self,
        journal: Reader,
        stream: str,
        state: S,
        *,
        note: Callable[[int, int, Any], None] | None = None,
        fault: Callable[[Reader, S], str] | None = None,
    ) -> int:
        """Fold a stream into an empty state; the number of its last record.

        Refused if it does not fold, or if `fault` finds that the ledger holds something else. `note` is told the
        number, the time and what happened.
        """
        version = 0
        for one in read_stream(journal, stream):
            event = self.fold(state, one.record)
            version = one.version
            if note is not None:
                note(version, one.record.time_ms, event)
        if wrong := fault(journal, state) if fault is not None else "":
            raise RecordBroken(wrong)
        return version

    def after(self, state: S, events: Sequence[Any]) -> S:
        """The state after some events, as a copy: the state before is unchanged."""
        found: S = state.copy()
        for event in events:
            self.evolve(found, event)
        return found


@cache
def decoder_of(kind: type) -> msgspec.json.Decoder[Any]:
    """The decoder of a kind of event, made on first use, as most rooms have few kinds."""
    return msgspec.json.Decoder(kind, dec_hook=decode_card)


def sealed_as(stream: str, name: str) -> str:
    """The name under which a draw of a stream is sealed: no table has a shuffle of such a name.

    >>> sealed_as("tournament/friday", "friday/the event/seats")
    'tournament/friday/draw/friday/the event/seats'
    """
    return f"{stream}/draw/{name}"
