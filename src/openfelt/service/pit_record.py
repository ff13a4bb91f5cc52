"""A house-banked table's stream: records both ways, its fold after a start, and what its acts post in the ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from openfelt import pit
from openfelt.cage import Posting, accounts
from openfelt.cage.ledger import transfer
from openfelt.errors import InvariantBroken, NotationError, OpenfeltError
from openfelt.journal import Reader, Record, Sealed, StoredRecord
from openfelt.pit import commands as c
from openfelt.pit import events as ev
from openfelt.pit.round import DONE
from openfelt.rulebooks import Cites
from openfelt.service.conservation import POT
from openfelt.service.refold import RecordBroken, read_stream
from openfelt.service.sealing import opened
from openfelt.service.shapes import payload_of, written
from openfelt.service.stream import FloorAnswered, FloorCalled, HandVoided, ShuffleCommitted, record_of

PREFIX: Final = "pit."
SERVICE: Final[dict[str, Any]] = {
    kind.__name__: kind for kind in (ShuffleCommitted, HandVoided, FloorCalled, FloorAnswered)
}
CALLS: Final = (FloorCalled, FloorAnswered)


def pit_record(event: Any, actor: str, now_ms: int) -> Record:  # noqa: ANN401 - any event of the stream
    """The journal record of an event."""
    if type(event) is SERVICE.get(type(event).__name__):
        return record_of(event, actor, now_ms)
    name = f"{PREFIX}{type(event).__name__}"
    return written(name, pit.encode(event), cites=event.cites, actor=actor, time_ms=now_ms)


def pit_event(record: Record) -> Any:  # noqa: ANN401 - any event of the stream
    """The event that a record stores; its name must be its kind."""
    try:
        if record.name in SERVICE:
            return msgspec.json.decode(payload_of(record), type=SERVICE[record.name])
        event = pit.decode_event(payload_of(record))
    except (msgspec.DecodeError, UnicodeDecodeError) as bad:
        raise NotationError(f"record {record.name!r} cannot be read: {bad}") from None
    if record.name != f"{PREFIX}{type(event).__name__}":
        raise NotationError(f"record {record.name!r} holds a {type(event).__name__}")
    return event


def fold(round_: pit.Round, event: Any, journal: Reader | None) -> None:  # noqa: ANN401 - any event of the stream
    """Record one event; with a journal a committed deck goes into the shoe, checked against its published root."""
    if isinstance(event, CALLS):
        return  # a call for the floor changes nothing in the round
    if isinstance(event, HandVoided):
        void(round_)
    elif not isinstance(event, ShuffleCommitted):
        pit.evolve(round_, event)
    elif journal is not None:
        round_.load(committed_order(event, journal))


def committed_order(event: ShuffleCommitted, journal: Reader) -> tuple[Any, ...]:
    """The deck of a published root, from its sealed seed."""
    sealed = journal.sealed(event.shuffle)
    if sealed is None:
        raise RecordBroken(f"shuffle {event.shuffle} has no sealed seed")
    committed = opened(sealed)
    if committed.root.hex() != event.root or committed.root != sealed.root:
        raise RecordBroken(f"shuffle {event.shuffle}: the seed does not give the root that was published")
    return committed.order


def void(round_: pit.Round) -> None:
    """The round does not count: purses and bank as they were when it opened, no card on the table."""
    for player in round_.seats:
        round_.purses[player] = round_.opening[player]
    round_.clear()
    round_.shoe = []
    round_.bank = round_.total - sum(round_.purses.values())
    round_.phase = DONE


def checked_fold(round_: pit.Round, event: Any, due: list[Any], journal: Reader) -> None:  # noqa: ANN401 - any event
    """Record one event after checking it: the house's own steps come out again as they were stored."""
    if isinstance(event, CALLS):
        return
    if isinstance(event, ev.Dealt | ev.BoardDealt) and tuple(round_.shoe[: len(event.cards)]) != event.cards:
        raise RecordBroken(f"{type(event).__name__} deals other cards than the deck has next")
    if due:
        if due.pop(0) != event:
            raise RecordBroken(f"{type(event).__name__} is not what the rules and the deck give here")
    elif not isinstance(event, ShuffleCommitted) and (step := pit.house_step(round_)):
        made = list(pit.decide(round_, step))
        if made and made[0] == event:
            due[:] = made[1:]
    try:
        fold(round_, event, journal)
    except InvariantBroken as fault:
        raise RecordBroken(str(fault)) from None
    except (AssertionError, AttributeError, IndexError, KeyError, ValueError) as fault:
        raise RecordBroken(f"{type(event).__name__} does not fit ({type(fault).__name__})") from None


@dataclass(slots=True)
class Segment:
    """The records of one round of play, from its opening to the next one's."""

    records: list[tuple[StoredRecord, Any]] = field(default_factory=list)

    @property
    def is_voided(self) -> bool:
        """Whether the record of this round was found broken before and every wager went back."""
        return any(isinstance(event, HandVoided) for _, event in self.records)

    def fold(self, round_: pit.Round, journal: Reader) -> None:
        """Fold with every check."""
        due: list[Any] = []
        for one, event in self.records:
            if event is None:
                raise RecordBroken(f"record {one.version} ({one.record.name}) cannot be read")
            checked_fold(round_, event, due, journal)

    def fold_around(self, round_: pit.Round) -> None:
        """Fold only that table and round opened, who came, who went, and that the round was voided."""
        for _, event in self.records:
            if isinstance(event, ev.TableOpened | ev.RoundOpened | ev.Joined | ev.Left | HandVoided):
                fold(round_, event, None)


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


def chips_in(round_: pit.Round) -> dict[str, int]:
    """What lies at the table by its own count: each player's chips, and the layout."""
    return {**round_.purses, POT: chips_laid(round_)}


def ledger_fault(journal: Reader, table: str, round_: pit.Round) -> str:
    """What does not agree between the table's own counts and the ledger; empty when all does."""
    for player, chips in round_.purses.items():
        found = journal.balance(accounts.stake(table, player))
        if found != chips:
            return f"a stake is {found} in the ledger and {chips} at the table"
    found, laid = journal.balance(accounts.pot(table)), chips_laid(round_)
    return f"the layout is {found} in the ledger and {laid} at the table" if found != laid else ""


def refunds(journal: Reader, table: str, round_: pit.Round, cites: Cites) -> list[Posting]:
    """Ledger lines that undo the present round: what lies on the layout, and what the bank took or paid."""
    pot = accounts.pot(table)
    lines: list[Posting] = []
    due = {
        accounts.stake(table, player): round_.opening[player] - journal.balance(accounts.stake(table, player))
        for player in round_.seats
    }
    for mine, amount in due.items():
        if amount < 0:
            lines += transfer(-amount, source=mine, target=pot, reason="void", cites=cites)
    short = sum(due.values()) - journal.balance(pot)
    if short > 0:
        lines += transfer(short, source=accounts.HOUSE, target=pot, reason="void", cites=cites)
    for mine, amount in due.items():
        if amount > 0:
            lines += transfer(amount, source=pot, target=mine, reason="void", cites=cites)
    if short < 0:
        lines += transfer(-short, source=pot, target=accounts.HOUSE, reason="void", cites=cites)
    return lines


class PitTrial:
    """A copy of the round, and what an order would do to it."""

    def __init__(self, table: str, round_: pit.Round) -> None:
        self.table = table
        self.round = round_.copy()
        self.events: list[Any] = []
        self.postings: list[Posting] = []
        self.sealed: list[Sealed] = []

    def play(self, order: c.Command) -> None:
        """Give an order, then let the house go on."""
        self.record(pit.decide(self.round, order))
        while step := pit.house_step(self.round):
            self.record(pit.decide(self.round, step))

    def record(self, events: tuple[Any, ...]) -> None:
        """Fold events and post what they moved."""
        for event in events:
            before, bank = dict(self.round.purses), self.round.bank
            pit.evolve(self.round, event)
            self.events.append(event)
            self.postings += moved(self.table, self.round, event, before, bank)

    def note(self, event: Any) -> None:  # noqa: ANN401 - an event of the service
        """Record an event that is not the game's own; it moves no chips by itself."""
        fold(self.round, event, None)
        self.events.append(event)


def moved(table: str, round_: pit.Round, event: Any, before: dict[str, int], bank: int) -> list[Posting]:  # noqa: ANN401
    """Ledger lines: chips that came or left, wagers laid and taken back, the house's losses and gains."""
    lines: list[Posting] = []
    after, pot, paid = round_.purses, accounts.pot(table), bank - round_.bank
    if paid > 0:
        lines += transfer(paid, source=accounts.HOUSE, target=pot, reason="banked game", cites=event.cites)
    for player in sorted(before.keys() | after.keys()):
        amount = after.get(player, 0) - before.get(player, 0)
        mine = accounts.stake(table, player)
        if player in before and player in after:
            source, target = (pot, mine) if amount > 0 else (mine, pot)
            reason = "award" if amount > 0 else "wager"
        else:
            purse = accounts.purse(player)
            source, target = (purse, mine) if amount > 0 else (mine, purse)
            reason = "buy-in" if amount > 0 else "leave"
        if amount:
            lines += transfer(abs(amount), source=source, target=target, reason=reason, cites=event.cites)
    if paid < 0:
        lines += transfer(-paid, source=pot, target=accounts.HOUSE, reason="banked game", cites=event.cites)
    return lines


def chips_laid(round_: pit.Round) -> int:
    """Chips on the boxes."""
    return sum(box.laid for box in round_.boxes.values())


Step = Callable[[PitTrial], None]
