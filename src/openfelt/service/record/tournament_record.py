"""A tournament's stream: its events as journal records, both ways, its fold, and what an order to it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final, Protocol, get_args

import msgspec

from openfelt.cage import Posting
from openfelt.cage.accounts import OF_TOURNAMENTS, Account, kind_of
from openfelt.errors import InvariantBroken, NotationError
from openfelt.journal import Reader, Record
from openfelt.room.playing import Standing
from openfelt.service.record.refold import UNFIT, RecordBroken, read_stream
from openfelt.service.record.shapes import event_payload, written_event
from openfelt.table.codec import decode_card, encode
from openfelt.tournaments import deciding
from openfelt.tournaments.events import TournamentEvent
from openfelt.tournaments.facts import EventGiven, Revealed
from openfelt.tournaments.ledger import ledger_lines, ledger_money
from openfelt.tournaments.orders import TournamentOrder
from openfelt.tournaments.reports import At
from openfelt.tournaments.tournament import Tournament, evolve

PREFIX: Final = "event."
KINDS: Final[dict[str, Any]] = {f"{PREFIX}{kind.__name__}": kind for kind in get_args(TournamentEvent)}


def event_record(event: Any, actor: str, at_ms: int) -> Record:  # noqa: ANN401 - any event of a tournament
    """The journal record of an event."""
    return written_event(f"{PREFIX}{type(event).__name__}", event, encode, actor=actor, time_ms=at_ms)


@cache
def decoder_of(kind: type) -> msgspec.json.Decoder[Any]:
    """What reads a kind of event; made when it is first asked for, as most rooms have no tournament."""
    return msgspec.json.Decoder(kind, dec_hook=decode_card)


def event_of(record: Record) -> Any:  # noqa: ANN401 - any event of a tournament
    """The event that a record stores, in whichever shape."""
    if record.name not in KINDS:
        raise NotationError(f"no event of a tournament is called {record.name!r}")
    try:
        return decoder_of(KINDS[record.name]).decode(event_payload(record))
    except (msgspec.DecodeError, UnicodeDecodeError) as bad:
        raise NotationError(f"record {record.name!r} cannot be read: {bad}") from None


# -- deciding ----------------------------------------------------------------------------------------------------------


class Source(Protocol):
    """Where what a decision is given comes from: the running room, or what is stored with the order."""

    @property
    def at_ms(self) -> int:
        """The time, UTC in milliseconds."""

    def balance(self, account: Account) -> int:
        """What an account of the ledger holds."""

    def standing(self, player: str) -> Standing:
        """How somebody who wants to play stands with the house."""

    def draw(self, name: str, count: int) -> tuple[int, ...]:
        """A draw by the committed shuffle."""

    def commit(self, name: str, count: int) -> str:
        """The root of a draw that is shown later."""

    def recall(self, name: str, count: int) -> tuple[int, ...]:
        """A whole draw that was committed to earlier."""

    def reveal(self, name: str, count: int, at: int) -> Revealed:
        """One position of a draw that was committed to earlier."""


def given_by(
    source: Source, stream: str, ahead_min: int, barred: tuple[str, ...], apart: tuple[tuple[str, ...], ...]
) -> EventGiven:
    """What a decision about a tournament is given. Its draws are sealed under the name of its stream."""
    at = datetime.fromtimestamp(source.at_ms / 1000, UTC).replace(tzinfo=None) + timedelta(minutes=ahead_min)
    return EventGiven(
        at,
        source.balance,
        frozenset(barred),
        drawing(source, stream),
        frozenset(frozenset(pair) for pair in apart),
        at_ms=source.at_ms,
        commit=lambda name, count: source.commit(sealed_as(stream, name), count),
        reveal=lambda name, count, at: source.reveal(sealed_as(stream, name), count, at),
        standing=source.standing,
        recall=lambda name, count: source.recall(sealed_as(stream, name), count),
    )


def drawing(source: Source, stream: str) -> Callable[[str, int], tuple[int, ...]]:
    """Draws under the name of a stream: no table has a shuffle of such a name."""
    return lambda name, count: source.draw(sealed_as(stream, name), count)


def sealed_as(stream: str, name: str) -> str:
    """The name under which a draw of a stream is sealed.

    >>> sealed_as("tournament/friday", "friday/the event/seats")
    'tournament/friday/draw/friday/the event/seats'
    """
    return f"{stream}/draw/{name}"


def persons(order: Any) -> set[str]:  # noqa: ANN401 - any order to a tournament
    """Whom an order names to play."""
    return {str(getattr(order, name)) for name in ("player", "substitute", "reserve") if hasattr(order, name)}


@dataclass(frozen=True, slots=True)
class EventDecided:
    """What an order to a tournament does: the event after it, what happened, and its ledger lines."""

    after: Tournament
    events: tuple[Any, ...]
    postings: tuple[Posting, ...]


def decide(state: Tournament, order: TournamentOrder, given: EventGiven) -> EventDecided:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    events = deciding.decide(state, order, given)
    after = state.copy()
    for event in events:
        evolve(after, event)
    return EventDecided(after, events, ledger_lines(after, events))


def require_moved(before: Tournament, made: EventDecided) -> None:
    """Refuse ledger lines that are not the difference of what the event's own accounts hold before and after."""
    due = Counter(ledger_money(made.after))
    due.subtract(ledger_money(before))
    for line in made.postings:
        if kind_of(line.account) in OF_TOURNAMENTS:
            due[line.account] -= line.amount
    if wrong := [account for account, cents in due.items() if cents]:
        raise InvariantBroken(f"account {wrong[0]} would not hold what the event says")


# -- the fold ----------------------------------------------------------------------------------------------------------


def load(journal: Reader, stream: str, note: Callable[[int, int, Any], None]) -> tuple[Tournament, int]:
    """Fold a tournament's stream; refused if it does not fold, or if the ledger holds something else.

    `note` is told the number, the time and what happened.
    """
    state, version = Tournament(), 0
    for one in read_stream(journal, stream):
        event = fold_record(state, one.record)
        version = one.version
        note(version, one.record.time_ms, event)
    if wrong := ledger_fault(journal, state):
        raise RecordBroken(wrong)
    return state, version


def record_of(journal: Reader, stream: str) -> Iterator[At]:
    """What happened to a tournament, and when."""
    for one in read_stream(journal, stream):
        yield At(one.record.time_ms, event_of(one.record))


def fold_record(state: Tournament, record: Record) -> Any:  # noqa: ANN401 - any event of a tournament
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


def ledger_fault(journal: Reader, state: Tournament) -> str:
    """What does not agree between the event's own count of its money and the ledger; empty when all does."""
    for account, cents in ledger_money(state).items():
        found = journal.balance(account)
        if found != cents:
            return f"account {account} holds {found} in the ledger and {cents} by the event"
    return ""
