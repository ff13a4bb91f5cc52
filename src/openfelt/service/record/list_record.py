"""The stream of lists and seats: its events as journal records, both ways, its fold, and what an order to it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol, get_args

import msgspec

from openfelt.cage import Posting
from openfelt.errors import InvariantBroken, NotationError
from openfelt.journal import Reader, Record
from openfelt.lists import deciding
from openfelt.lists.events import ListEvent
from openfelt.lists.facts import Apart, KeptOut, ListGiven, TableFacts
from openfelt.lists.orders import AnyListOrder
from openfelt.lists.state import Lists, evolve
from openfelt.service.record.asked import LISTS
from openfelt.service.record.refold import UNFIT, RecordBroken, read_stream
from openfelt.service.record.shapes import event_payload, written_event

PREFIX: Final = "list."
DRAWS: Final = f"{LISTS}/draw/"  # begins the names of draws for a seat: no table has a shuffle of such a name
KINDS: Final[dict[str, Any]] = {f"{PREFIX}{kind.__name__}": kind for kind in get_args(ListEvent)}


def list_record(event: Any, actor: str, at_ms: int) -> Record:  # noqa: ANN401 - any event of lists
    """The journal record of an event."""
    return written_event(f"{PREFIX}{type(event).__name__}", event, msgspec.json.encode, actor=actor, time_ms=at_ms)


@cache
def decoder_of(kind: type) -> msgspec.json.Decoder[Any]:
    """What reads a kind of event; made when it is first asked for, as many rooms have no list."""
    return msgspec.json.Decoder(kind)


def event_of(record: Record) -> Any:  # noqa: ANN401 - any event of lists
    """The event that a record stores, in whichever shape."""
    if record.name not in KINDS:
        raise NotationError(f"no event of lists is called {record.name!r}")
    try:
        return decoder_of(KINDS[record.name]).decode(event_payload(record))
    except (msgspec.DecodeError, UnicodeDecodeError) as bad:
        raise NotationError(f"record {record.name!r} cannot be read: {bad}") from None


class Source(Protocol):
    """Where what a decision is given comes from: the running room, or what is stored with the order."""

    @property
    def at_ms(self) -> int:
        """The time, UTC in milliseconds."""

    def draw(self, name: str, count: int) -> tuple[int, ...]:
        """A draw by the committed shuffle."""


def given_by(
    source: Source, tables: tuple[TableFacts, ...], kept_out: tuple[KeptOut, ...], apart: tuple[Apart, ...]
) -> ListGiven:
    """What a decision about lists is given. Its draws are sealed under names of their own."""
    return ListGiven(source.at_ms, tables, kept_out, apart, lambda name, count: source.draw(f"{DRAWS}{name}", count))


@dataclass(frozen=True, slots=True)
class ListsDecided:
    """What an order about lists does: the lists after it, and what happened. No chips move on a list."""

    after: Lists
    events: tuple[Any, ...]
    postings: tuple[Posting, ...] = ()


def decide(state: Lists, order: AnyListOrder, given: ListGiven) -> ListsDecided:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    events = deciding.decide(state, order, given)
    after = state.copy()
    for event in events:
        evolve(after, event)
    return ListsDecided(after, events)


def load(journal: Reader, note: Callable[[int, Any], None]) -> tuple[Lists, int]:
    """Fold the stream of lists; refused if it does not fold. `note` is told the time and what happened."""
    state, version = Lists(), 0
    for one in read_stream(journal, LISTS):
        event = fold_record(state, one.record)
        version = one.version
        note(one.record.time_ms, event)
    return state, version


def fold_record(state: Lists, record: Record) -> Any:  # noqa: ANN401 - any event of lists
    """Record one stored event; what it says must fit."""
    try:
        event = event_of(record)
        evolve(state, event)
    except NotationError as bad:
        raise RecordBroken(bad.message) from None
    except InvariantBroken as fault:
        raise RecordBroken(str(fault)) from None
    except UNFIT as fault:
        raise RecordBroken(f"{record.name} does not fit ({type(fault).__name__})") from None
    return event
