"""Finished hands: replay and proofs of the shuffle, each in the reader's own view.

An inspector opens every seat of a finished hand by a request that is itself recorded.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import structs

from openfelt.cards import Card
from openfelt.cards.naming import cards_in
from openfelt.errors import RuleViolation
from openfelt.phrases import Name, Seat, Text, phrase
from openfelt.room.house_events import EntryTakenBack, ShoeOrdered
from openfelt.room.orders import ByOfficer, InspectHand
from openfelt.room.rules import ROOM
from openfelt.room.state import Entered, hand_of
from openfelt.room.taking_back import standing
from openfelt.service.deck.commitments import OrderCommitment, Seen, document_of
from openfelt.service.deck.sealing import opened
from openfelt.service.doors.routing import Asked
from openfelt.service.hall import Hall
from openfelt.service.pages.pit_archive import PitReplay, pit_proof, pit_replay, require_finished
from openfelt.service.people.accounts import Account, NotAllowed
from openfelt.service.record.history import FinishedHand
from openfelt.service.record.refold import DEALT
from openfelt.service.record.stream import event_of
from openfelt.service.tell.directions import is_staff
from openfelt.service.tell.room_words import room_words
from openfelt.service.wire.lines import Line, line
from openfelt.service.wire.values import Id
from openfelt.service.writers.table import TableHost
from openfelt.table import RAIL, Viewer, begin, event_view, evolve, view
from openfelt.table import events as e
from openfelt.table import ruling_events as ru
from openfelt.table.log import log_line
from openfelt.table.seen import HandView
from openfelt.tournaments.watching import require_shown

_EVENT_KINDS = get_args(e.Event)


class ReplayStep(Line, frozen=True, kw_only=True, omit_defaults=True):
    """One step of a replay: what happened, by which clauses, and how the table stood after it."""

    state: HandView


class ReplayDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand in the reader's own view."""

    table: str
    number: int
    title: str
    names: dict[int, str]
    commitment: str
    steps: tuple[ReplayStep, ...]


def find(hall: Hall, table: str, number: int, account: Account | None) -> tuple[TableHost, FinishedHand]:
    """A finished hand that this reader may see by now, or a plain refusal."""
    host = hall.host(table)
    found = host.finished.get(number)
    if found is not None:
        require_seen(hall, host, found, account)
    if found is None:
        last = max(host.finished, default=0)
        raise NotAllowed(
            phrase("{table} has no finished hand {number}", table=Name(table), number=number),
            code="no-hand",
            legal=(phrase("1 to {last}", last=last),) if last else (),
        )
    return host, found


def viewer_for(host: TableHost, hand: FinishedHand, number: int, account: Account | None) -> Viewer:
    """The seat the reader played, the rail, or an inspector whose request is on record."""
    if account is None:
        return RAIL
    if "inspector" in account.roles and has_inspected(host, number, account.id):
        return Viewer("inspector")
    return seat_of(hand, account.id)


def seat_of(hand: FinishedHand, player: str) -> Viewer:
    """The seat that somebody played, or the rail."""
    seat = next((seat for seat, one in hand.players.items() if one == player), 0)
    return Viewer("seat", seat) if seat else RAIL


def is_shown(hall: Hall, host: TableHost, hand: FinishedHand, account: Account | None) -> bool:
    """Whether a reader may see a finished hand by now: those who only watch an event see its tables with a delay."""
    try:
        require_seen(hall, host, hand, account)
    except RuleViolation:
        return False
    return True


def require_seen(hall: Hall, host: TableHost, hand: FinishedHand, account: Account | None) -> None:
    """Refuse a finished hand of a delayed event to a reader who may not see it yet."""
    if not hall.watch_delay_ms(host):
        return
    only_watches = account is None or not (account.id in hand.players.values() or is_staff(account))
    ended = next(iter(hall.journal.store.read(host.stream, hand.last - 1)), None)
    if ended is not None:
        now = hall.now_ms()
        require_shown(hall.conditions_at(host), ended.record.time_ms, now, only_watches=only_watches)


def has_inspected(host: TableHost, number: int, inspector: str) -> bool:
    """Whether this inspector's request for this hand is in the table's stream."""
    return (number, inspector) in host.inspected


def reader_key(hall: Hall, table: str, number: int, account: Account | None) -> tuple[Hashable, ...]:
    """The key of a page about a hand: readers with the same key are told the same. Refuses a hand that is not there.

    An inspector shares no page with anyone: the request that opens the hand may come while the page is being made.
    """
    reader = account.id if account is not None else ""
    if (pit := hall.pit(table)) is not None:
        return table, number, pit.version, reader
    host, hand = find(hall, table, number, account)
    alone = reader if account is not None and "inspector" in account.roles else ""
    return table, number, hand.first, hand.last, viewer_for(host, hand, number, account), alone


class InspectBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which hand to open, and why."""

    id: Id
    table: str
    number: int
    reason: str


async def inspect_hand(asked: Asked[None, InspectBody]) -> None:
    """An inspector's recorded request to see a finished hand whole."""
    body = asked.body
    await inspect(asked.hall, body.table, body.number, asked.account, body.reason, request=asked.id)


async def inspect(hall: Hall, table: str, number: int, account: Account, reason: str, *, request: str = "") -> None:
    """Record an inspector's request to see every card of a finished hand."""
    account.require("inspector")
    pit = hall.pit(table)
    if pit is not None:
        require_finished(pit, number)
    host = pit or find(hall, table, number, account)[0]
    cites = ROOM.of(host.rulebook).acts.inspection
    if not reason.strip():
        raise RuleViolation("reason", cites, "an inspection needs a reason")
    order = InspectHand(number, account.id, " ".join(reason.split())[:200])
    officer = hall.accounts.officer(account, host.stream)
    await host.submit(request or f"inspect {account.id} {table} {number}", account.id, ByOfficer(officer, order))


class StoredEvent(NamedTuple):
    """An event of a table's stream with its number and the time it was stored."""

    seq: int
    event: Any
    time_ms: int


def stored_events(hall: Hall, host: TableHost, hand: FinishedHand) -> list[StoredEvent]:
    """All events of the stream from the first of the hand to its last."""
    rows = hall.journal.store.read(host.stream, after=hand.first - 1, limit=hand.last - hand.first + 1)
    return [StoredEvent(row.version, event_of(row.record), row.record.time_ms) for row in rows]


def hand_rows(hall: Hall, host: TableHost, hand: FinishedHand) -> list[StoredEvent]:
    """The events of the hand alone that stand."""
    rows = stored_events(hall, host, hand)
    stand = standing([(row.seq, row.event) for row in rows])
    return [row for row in rows if row.seq in stand and isinstance(row.event, _EVENT_KINDS)]


def replay_document(hall: Hall, table: str, number: int, account: Account | None) -> ReplayDocument | PitReplay:
    """The hand, or the round against the house, step by step."""
    if (pit := hall.pit(table)) is not None:
        return pit_replay(pit, number, account)
    host, hand = find(hall, table, number, account)
    return replay_as(hall, host, hand, number, viewer_for(host, hand, number, account))


def replay_as(hall: Hall, host: TableHost, hand: FinishedHand, number: int, viewer: Viewer) -> ReplayDocument:
    """The hand step by step, as that viewer saw it: also an entry that was taken back, and that it was."""
    steps = []
    state = None
    stood: list[Entered] = []
    names = {seat: hall.name_of(player) for seat, player in hand.players.items()}
    for seq, event, _ in stored_events(hall, host, hand):
        if isinstance(event, e.HandStarted):
            state = begin(event)
        elif isinstance(event, _EVENT_KINDS):
            assert state is not None
            evolve(state, event)
        elif isinstance(event, EntryTakenBack):
            stood = [one for one in stood if one.seq < event.entry]
            state = hand_of(stood)
        else:
            continue
        said = line(seq, step_words(event, viewer, names, hall), event)
        if not isinstance(event, EntryTakenBack):
            stood.append(Entered(0, seq, event))
        steps.append(ReplayStep(**structs.asdict(said), state=view(state, viewer, replayed=True)))
    assert state is not None
    return ReplayDocument(
        table=host.name,
        number=number,
        title=state.rules.game.name,
        names=names,
        commitment=hand.shuffle,
        steps=tuple(steps),
    )


def step_words(event: Any, viewer: Viewer, names: dict[int, str], hall: Hall) -> Text:  # noqa: ANN401 - any of a replay
    """What is said of one step, as that viewer may see it."""

    def seat_name(seat: int) -> Seat:
        return Seat(seat, names.get(seat, ""))

    if isinstance(event, EntryTakenBack):
        return room_words(event, hall.name_of, seat_name)
    return log_line(event_view(event, viewer), seat_name)


def proof_document(hall: Hall, table: str, number: int, account: Account | None) -> object:
    """Root and proofs of every card the reader saw, as `openfelt verify-shuffle` reads them.

    One document for the deck; where cards were shuffled anew within the hand, a list with one for each order.
    """
    if (pit := hall.pit(table)) is not None:
        return pit_proof(pit, number, account)
    host, hand = find(hall, table, number, account)
    first = hall.journal.store.sealed(hand.shuffle)
    if first is None:
        raise NotAllowed(
            phrase("hand {number} of {table} was dealt with real cards", number=number, table=Name(table)),
            code="no-shuffle",
        )
    seen = Sight(viewer_for(host, hand, number, account), opened(first))
    for _, event, _ in stored_events(hall, host, hand):
        if isinstance(event, _EVENT_KINDS):
            seen.note(event)
        elif isinstance(event, ShoeOrdered) and event.root:
            sealed = hall.journal.store.sealed(event.shuffle)
            assert sealed is not None
            seen.orders.append((opened(sealed), {}))
    documents = [document_of(one) for one in seen.proofs()]
    return documents[0] if len(documents) == 1 else documents


class Sight:
    """Which cards a viewer saw, each with the order it was dealt from: a card may come again from a later one."""

    def __init__(self, viewer: Viewer, first: OrderCommitment) -> None:
        self.viewer = viewer
        self.orders: list[tuple[OrderCommitment, dict[Card, None]]] = [(first, {})]
        self.dealt: dict[Card, int] = {}

    def note(self, event: Any) -> None:  # noqa: ANN401 - any member of Event
        """What an event dealt, and what of it the viewer saw."""
        present = len(self.orders) - 1
        if type(event) in DEALT or (isinstance(event, ru.CardsMoved) and event.source == "shoe"):
            self.dealt |= dict.fromkeys(cards_in(event), present)
        for card in cards_in(event_view(event, self.viewer)):
            self.orders[self.dealt.get(card, present)][1][card] = None

    def proofs(self) -> Iterator[Seen]:
        """One for each order."""
        for order, cards in self.orders:
            places = {card: index for index, card in enumerate(order.order)}
            reveals = tuple(order.reveal(places[card]) for card in cards if card in places)
            yield Seen(order.shuffle, len(order.order), order.root, reveals)
