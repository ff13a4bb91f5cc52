"""A tournament's stream: its events, what an order to it does, and that its own count and the ledger agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from openfelt.cage.accounts import OF_TOURNAMENTS, kind_of
from openfelt.errors import InvariantBroken
from openfelt.journal import Reader
from openfelt.service.record.kept import KeptEvents, Made, StreamDecided, sealed_as
from openfelt.service.record.origin import Origin
from openfelt.service.record.refold import read_stream
from openfelt.tournaments import deciding
from openfelt.tournaments.events import TournamentEvent
from openfelt.tournaments.facts import EventGiven
from openfelt.tournaments.ledger import ledger_lines, ledger_money
from openfelt.tournaments.orders import TournamentOrder
from openfelt.tournaments.reports import At
from openfelt.tournaments.tournament import Tournament, evolve

TOURNAMENT_EVENTS: Final = KeptEvents("event.", TournamentEvent, evolve, of="a tournament")


# -- deciding ----------------------------------------------------------------------------------------------------------


def given_by(
    source: Origin, stream: str, ahead_min: int, barred: tuple[str, ...], apart: tuple[tuple[str, ...], ...]
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


def drawing(source: Origin, stream: str) -> Callable[[str, int], tuple[int, ...]]:
    """Draws under the name of a stream: no table has a shuffle of such a name."""
    return lambda name, count: source.draw(sealed_as(stream, name), count)


def persons(order: Any) -> set[str]:  # noqa: ANN401 - any order to a tournament
    """The players whom an order lets play."""
    return {str(getattr(order, name)) for name in ("player", "substitute", "reserve") if hasattr(order, name)}


def decide(state: Tournament, order: TournamentOrder, given: EventGiven) -> StreamDecided[Tournament]:
    """What happens if `order` is given now. Raises a refusal; changes nothing."""
    events = deciding.decide(state, order, given)
    after = TOURNAMENT_EVENTS.after(state, events)
    return StreamDecided(after, events, ledger_lines(after, events))


def require_moved(before: Tournament, made: Made) -> None:
    """Refuse ledger lines that are not the difference of what the event's own accounts hold before and after."""
    due = Counter(ledger_money(made.after))
    due.subtract(ledger_money(before))
    for line in made.postings:
        if kind_of(line.account) in OF_TOURNAMENTS:
            due[line.account] -= line.amount
    if wrong := [account for account, cents in due.items() if cents]:
        raise InvariantBroken(f"account {wrong[0]} would not hold what the event says")


# -- the record ------------------------------------------------------------------------------------------------------


def record_of(journal: Reader, stream: str) -> Iterator[At]:
    """The events of a tournament with their times."""
    for one in read_stream(journal, stream):
        yield At(one.record.time_ms, TOURNAMENT_EVENTS.event(one.record))


def ledger_fault(journal: Reader, state: Tournament) -> str:
    """How the event's own count of its money differs from the ledger; empty if they agree."""
    for account, cents in ledger_money(state).items():
        found = journal.balance(account)
        if found != cents:
            return f"account {account} holds {found} in the ledger and {cents} by the event"
    return ""
