"""A table as it stands, in or between its hands: the fold of its stream. The same live, after a restart, in a story."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from openfelt.room import events as r
from openfelt.room.calls import NO_CALLS, Calls
from openfelt.room.given import HouseShoe
from openfelt.room.house_events import (
    BoxCounted,
    CheckValueSet,
    EntryTakenBack,
    FeeOwed,
    FeePaid,
    FloorAnswered,
    FloorCalled,
    HandVoided,
    ShoeOrdered,
    ShuffleCommitted,
    TableFrozen,
)
from openfelt.room.recording import evolve as evolve_table
from openfelt.room.table import Table
from openfelt.table import Hand, HandStarted, begin, evolve
from openfelt.table import ruling_events as ru
from openfelt.table.events import HAND_EVENTS
from openfelt.table.hand import FIELDS

DECISIONS_KEPT: Final = 1_000
SENT_KEPT: Final = 100
NOTED: Final = frozenset((ru.RulingMade, ru.PowerUsed))


class Decision(NamedTuple):
    """A ruling made or a power used: its number in the stream, the number of the hand, and who played which seat."""

    seq: int
    number: int
    event: ru.RulingMade | ru.PowerUsed
    players: dict[int, str]


class Entered(NamedTuple):
    """An event of the hand in play at a table with real cards, and its number.

    `began` is the number of the last event before the order that made it: events of one entry have the same.
    """

    began: int
    seq: int
    event: Any


@dataclass(slots=True)
class TableState:
    """A table between or in its hands. `players` are those dealt into the present or last hand, by seat.

    The shoe is attached by whoever keeps it: no event holds a card that is not dealt.
    """

    table: Table
    hand: Hand | None = None
    shoe: HouseShoe | None = None
    shuffle: ShuffleCommitted | None = None
    opened: r.HandOpened | None = None
    coming: dict[int, str] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    frozen: bool = False
    paid_until: dict[str, int] = field(default_factory=dict)  # the time charge of each sitter, in advance
    hand_fees: tuple[FeePaid, ...] = ()
    owns_table: bool = True
    root: str = ""  # of the order that is dealt from: the deck's, or that of the last shuffle within the hand
    version: int = 0  # how many events of the stream have been folded
    calls: Calls = NO_CALLS
    decisions: tuple[Decision, ...] = ()  # the latest rulings and powers used
    owed: dict[str, FeeOwed] = field(default_factory=dict)  # who owes a fee
    shared_until_ms: int = 0  # until when a time charge of the whole table has been shared out
    check_value: int = 0  # of a commission check
    counted: int = 0  # of the commission, what has left the box
    sent: tuple[r.PlayerSent, ...] = ()  # the latest players sent to other tables; a move is open while it holds chips
    began: int = 0  # how many events had been folded when the latest order was given
    entered: tuple[Entered, ...] = ()  # with real cards: the events of the hand in play, without those taken back
    is_taken_back: bool = False  # what was entered last

    def copy(self) -> TableState:
        """The same, to try something on. The table is copied when something first happens to either."""
        self.owns_table = False
        return TableState(
            self.table,
            self.hand.copy() if self.hand is not None else None,
            self.shoe.copy() if self.shoe is not None else None,
            self.shuffle,
            self.opened,
            self.coming,
            self.players,
            self.frozen,
            self.paid_until.copy(),
            self.hand_fees,
            owns_table=False,
            root=self.root,
            version=self.version,
            calls=self.calls,
            decisions=self.decisions,
            owed=self.owed,
            shared_until_ms=self.shared_until_ms,
            check_value=self.check_value,
            counted=self.counted,
            sent=self.sent,
            began=self.began,
            entered=self.entered,
            is_taken_back=self.is_taken_back,
        )

    def fold(self, event: Any) -> None:  # noqa: ANN401 - any event of a table's stream
        """Record one event. The shoe belongs to whoever deals and is not touched here."""
        kind = type(event)
        self.version += 1
        if kind is HandStarted:
            self.hand = begin(event)
            self.players = {seat: self.coming[seat] for seat in event.seats}
            self.entered = ()
            self.enter(event)
        elif kind in r.ROOM_EVENTS:
            self.fold_room(event)
        elif kind in HAND_EVENTS:
            assert self.hand is not None
            evolve(self.hand, event)
            self.enter(event)
            if kind in NOTED:
                self.remember(event)
        else:
            self.fold_house(event)

    def fold_house(self, event: Any) -> None:  # noqa: ANN401 - any member of HouseEvent
        """Record one event of the house."""
        kind = type(event)
        if kind is ShuffleCommitted:
            self.shuffle, self.root = event, event.root
        elif kind is ShoeOrdered:
            self.root = event.root or self.root
        elif kind is TableFrozen:
            self.frozen = event.frozen
        elif kind is FeePaid:
            if event.method == "time" and event.paid_until_ms:
                self.paid_until[event.player] = event.paid_until_ms
                self.owed = {player: fee for player, fee in self.owed.items() if player != event.player}
                self.share_until(event.paid_until_ms)
            elif event.method == "per-hand":
                self.hand_fees += (event,)
        elif kind is FeeOwed:
            self.owed = {**self.owed, event.player: event}
            self.share_until(event.paid_until_ms)
        elif kind is CheckValueSet:
            self.check_value = event.value
        elif kind is BoxCounted:
            self.counted += event.expected
        elif kind is HandVoided:
            self.hand, self.shoe, self.entered = None, None, ()
        elif kind is EntryTakenBack:
            self.entered = tuple(one for one in self.entered if one.seq < event.entry)
            assert self.hand is not None
            self.hand, self.is_taken_back = hand_without(self.hand, self.entered), True
        else:
            self.remember(event)

    def enter(self, event: Any) -> None:  # noqa: ANN401 - any event of a hand
        """Keep the events of each entry of the dealer in the hand in play, so that the last can be taken back."""
        if self.table.live:
            self.entered, self.is_taken_back = (*self.entered, Entered(self.began, self.version, event)), False

    @property
    def last_entry(self) -> tuple[Entered, ...]:
        """The events of the last entry in the hand in play; empty if that was taken back."""
        if not self.entered or self.is_taken_back:
            return ()
        return tuple(one for one in self.entered if one.began == self.entered[-1].began)

    def share_until(self, ends_ms: int) -> None:
        """Note until when a shared charge is paid for the table: nobody who comes later pays a part of it."""
        if self.table.sign.commission.shared:
            self.shared_until_ms = max(self.shared_until_ms, ends_ms)

    def remember(self, event: Any) -> None:  # noqa: ANN401 - any event of a table's stream
        """Keep what is asked about later, even when its hand is no longer folded: rulings and calls."""
        kind = type(event)
        if kind is ru.RulingMade or kind is ru.PowerUsed:
            made = Decision(self.version, self.table.number, event, self.players)
            self.decisions = (*self.decisions[1 - DECISIONS_KEPT :], made)
        elif kind is FloorCalled or kind is FloorAnswered:
            self.calls = self.calls.after(self.version, event)

    def fold_room(self, event: Any) -> None:  # noqa: ANN401 - any member of RoomEvent
        """Record one event between rounds of play."""
        if not self.owns_table:
            self.table, self.owns_table = self.table.copy(), True
        kind = type(event)
        if kind is r.SeatLeft or kind is r.PlayerSent:
            gone = event.player if kind is r.SeatLeft else event.who.player
            self.paid_until.pop(gone, None)
            self.owed = {player: fee for player, fee in self.owed.items() if player != gone}
        elif kind is r.SeatTaken and self.shared_until_ms:
            self.paid_until[event.player] = self.shared_until_ms
        elif kind is r.PlayerReceived or (kind is r.PlayerReturned and event.seat):
            self.paid_until[event.who.player] = max(event.who.paid_until_ms, self.shared_until_ms)
        if kind is r.PlayerSent:
            self.sent = (*self.sent[1 - SENT_KEPT :], event)
        elif kind is r.HandOpened:
            self.opened, self.hand_fees = event, ()
            self.coming = {seat: self.table.places[seat].player for seat in event.seats}
        elif kind is r.HandClosed:
            self.entered = ()
        evolve_table(self.table, event)

    @property
    def reviewable(self) -> dict[int, ru.RulingMade | ru.PowerUsed]:
        """The rulings and powers on record at this table, by their numbers: what a review can be of."""
        return {one.seq: one.event for one in self.decisions}

    def player_in(self, seat: int) -> str:
        """The player of a seat in the present or last hand, or whoever sits in it; empty for an empty seat."""
        place = self.table.places.get(seat)
        return self.players.get(seat) or (place.player if place is not None else "")

    @property
    def is_dealt(self) -> bool:
        """Whether the hand that the room has opened has been dealt."""
        return self.table.in_hand and self.hand is not None and not self.hand.is_over

    def digest(self) -> str:
        """A hash of everything here, the undealt cards included: equal states have equal ones."""
        hand, shoe = self.hand, self.shoe
        parts = (
            repr(self.table),
            repr([(name, getattr(hand, name)) for name in FIELDS if name not in {"rules", "turn"}])
            if hand is not None
            else "",
            repr((shoe.cards[shoe.at :], shoe.number)) if shoe is not None else "",
            repr((self.shuffle, self.opened, sorted(self.coming.items()), sorted(self.players.items()), self.frozen)),
            repr((sorted(self.paid_until.items()), self.hand_fees, self.root, self.version, self.calls.open)),
            repr((sorted(self.owed.items()), self.shared_until_ms, self.check_value, self.counted)),
            repr((self.entered, self.is_taken_back)),
        )
        return hashlib.sha256("\x00".join(parts).encode()).hexdigest()


def hand_of(entered: Sequence[Entered]) -> Hand:
    """The hand that its events, from the first on, fold into."""
    hand = begin(entered[0].event)
    for one in entered[1:]:
        evolve(hand, one.event)
    return hand


def hand_without(before: Hand, entered: Sequence[Entered]) -> Hand:
    """The hand that is left of its events once an entry was taken back.

    Its turn has a new number, not the one that it had: whoever answers a turn of the entry that does not stand is told.
    """
    hand = hand_of(entered)
    mind = hand.special
    is_timed = mind is not None and mind.clock == (hand.to_act, hand.turns)
    hand.turns = before.turns + 1
    if mind is not None and is_timed:  # the floor's clock runs for this turn as it did
        hand.special = mind.replace(clock=(hand.to_act, hand.turns))
    return hand
