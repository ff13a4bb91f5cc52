"""What is noted of a round of play while its records are read, for the lists of those who played it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from openfelt.cards import Card, show
from openfelt.journal import StoredRecord
from openfelt.room import events as r
from openfelt.room.house_events import EntryTakenBack
from openfelt.service.record.stream import event_of
from openfelt.table import HandStarted
from openfelt.table import events as e

READ: Final = frozenset({
    "TableOpened", "HandOpened", "HandStarted", "StreetDealt", "SharedDealt", "RoundOpened", "RoundSkipped", "Folded",
    "Called", "BetMade", "Raised", "Discarded", "DrawDealt", "TwiceAgreed", "TwiceDeclined", "HandEnded", "HandClosed",
    "EntryTakenBack",
})  # fmt: skip


class Played(msgspec.Struct, frozen=True):
    """How one player fared. `put_in`, `raised`: of one's own will, in the first round of betting."""

    player: str
    net: int
    won: int
    cards: str
    put_in: bool
    raised: bool
    showdown: bool


class Finished(msgspec.Struct, frozen=True):
    """A completed round of play, and everyone who was in it."""

    at: int
    place: str
    number: int
    event: str
    rulebook: str
    game: str
    began_ms: int
    ended_ms: int
    pot: int
    board: str
    players: tuple[Played, ...]


@dataclass(slots=True)
class InPlay:
    """The round that is being read."""

    rulebook: str = ""
    game: str = ""
    began_ms: int = 0
    rounds: int = 0
    is_shown_down: bool = False
    board: tuple[Card, ...] = ()
    fork: int | None = None  # how many community cards belong to both boards, where all agreed to deal it twice
    held: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    put_in: set[int] = field(default_factory=set)
    raised: set[int] = field(default_factory=set)
    folded: set[int] = field(default_factory=set)

    def deal(self, event: e.StreetDealt) -> None:
        """Cards for the seats and the board."""
        self.board += event.board
        for seat, down, up in zip(event.seats, event.down, event.up, strict=True):
            self.held[seat] = self.held.get(seat, ()) + down + up

    @property
    def boards(self) -> str:
        """The community cards; where the board was dealt twice, both boards whole, with a space between."""
        fork = len(self.board) if self.fork is None else self.fork
        half, odd = divmod(len(self.board) - fork, 2)
        if odd or not half:
            return show(self.board, "")
        return f"{show(self.board[: fork + half], '')} {show(self.board[:fork] + self.board[fork + half :], '')}"

    def wager(self, seat: int, *, raises: bool) -> None:
        """Chips put in by choice count in the first round of betting."""
        if self.rounds <= 1:
            self.put_in.add(seat)
            if raises:
                self.raised.add(seat)

    def note(self, event: Any) -> None:  # noqa: ANN401, C901, PLR0912 - one case each
        """One more event of the round."""
        match event:
            case HandStarted():
                self.rulebook, self.game = event.sign.rulebook, event.sign.game
            case e.StreetDealt():
                self.deal(event)
            case e.SharedDealt():
                self.board += (event.card,)
            case e.RoundOpened() | e.RoundSkipped():
                self.rounds += 1
            case e.Called(seat=seat, amount=amount):
                if amount:
                    self.wager(seat, raises=False)
            case e.BetMade(seat=seat) | e.Raised(seat=seat):
                self.wager(seat, raises=True)
            case e.Folded():
                self.folded.add(event.seat)
            case e.Discarded():
                left = [card for card in self.held.get(event.seat, ()) if card not in event.cards]
                self.held[event.seat] = tuple(left)
            case e.DrawDealt():
                self.held[event.seat] = self.held.get(event.seat, ()) + event.cards
            case e.TwiceAgreed():
                self.fork = len(self.board)
            case e.TwiceDeclined():
                self.fork = None
            case e.HandEnded():
                self.is_shown_down = event.reason == "showdown"


class HandNotes:
    """One table's stream, read record by record. `first`: the version that the round in play began with, or 0."""

    def __init__(self, event: str) -> None:
        self.event = event  # the tournament that the table is of
        self.first = 0
        self._now = InPlay()
        self._read: list[tuple[int, Any]] = []  # the events of the round in play, with their numbers

    def take(self, one: StoredRecord) -> Finished | None:
        """One more record; the round that it completes, if it does."""
        event: Any = event_of(one.record)
        now = self._now
        match event:
            case r.TableOpened():
                self.event = event.event.event if event.event is not None else ""
            case r.HandOpened():
                self._now, self._read = InPlay(began_ms=one.record.time_ms), []
                self.first = one.version
            case EntryTakenBack():
                self._now = InPlay(began_ms=now.began_ms)
                self._read = [(seq, was) for seq, was in self._read if seq < event.entry]
                for _, was in self._read:
                    self._now.note(was)
            case r.HandClosed():
                self.first = 0
                self._now = InPlay()
                return self._finished(one, event, now) if event.results else None
            case _:
                self._read.append((one.version, event))
                now.note(event)
        return None

    def _finished(self, one: StoredRecord, event: r.HandClosed, now: InPlay) -> Finished:
        players = tuple(
            Played(
                done.player,
                done.won - done.put_in,
                done.won,
                show(now.held.get(done.seat, ()), ""),
                done.seat in now.put_in,
                done.seat in now.raised,
                now.is_shown_down and done.seat not in now.folded,
            )
            for done in event.results
        )
        return Finished(
            one.position,
            one.stream.partition("/")[2],
            event.number,
            self.event,
            now.rulebook,
            now.game,
            now.began_ms,
            one.record.time_ms,
            sum(done.put_in for done in event.results),
            now.boards,
            players,
        )
