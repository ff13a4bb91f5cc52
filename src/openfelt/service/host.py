"""One writer per table: load, decide on copies, append, then publish. Nothing is told before it is on disk."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from openfelt import room
from openfelt.bots import find_bot
from openfelt.cards import deck
from openfelt.errors import InvariantBroken, OpenfeltError, RuleViolation, StaleView
from openfelt.journal import Batch, Entry, StorageFailed, StoredRecord
from openfelt.room import events as r
from openfelt.service.commitments import Commitment
from openfelt.service.sealing import opened, seal, sealed_order
from openfelt.service.stream import HandInspected, ShoeOrdered, ShuffleCommitted, TableFrozen, event_of, record_of
from openfelt.service.trial import SeededShoe, Trial
from openfelt.table import Hand, HandStarted, TimeOut, Viewer, begin, evolve, legal, view
from openfelt.table import events as e

if TYPE_CHECKING:
    from openfelt.service.hall import Hall

DEFAULT_CLOCK_S: Final = 30
RESULT_PAUSE_S: Final = 5.0
MISSES_BEFORE_SITTING_OUT: Final = 3
LINES_KEPT: Final = 200

Step = Callable[[Trial], None]


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """Where a finished hand stands in its table's stream, who played which seat, and its shuffle."""

    first: int
    last: int
    players: dict[int, str]
    shuffle: str


class TableStopped(OpenfeltError):
    """The table was stopped by a fault of ours; its last durable state stands."""

    code = "table-stopped"


class TableHost:
    """A table in memory, the only writer of its stream."""

    def __init__(self, hall: Hall, table: room.Table) -> None:
        self.hall = hall
        self.table = table
        self.stream = f"table/{table.name}"
        self.version = 0
        self.hand: Hand | None = None
        self.shoe: SeededShoe | None = None
        self.commitment: ShuffleCommitted | None = None
        self.committed: Commitment | None = None
        self.events: list[Any] = []  # of the present or last hand
        self.log: list[tuple[int, Any]] = []
        self.frozen = False
        self.stopped = ""
        self.pots = 0
        self.hands_seen = 0
        self.misses: dict[int, int] = {}
        self.dealt_to: dict[int, str] = {}  # who played which seat in the present or last hand
        self.finished: dict[int, FinishedHand] = {}
        self.inspected: set[tuple[int, str]] = set()
        self._began = 0
        self.deadline = 0.0
        self.whole_s = 0.0
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._chance = random.Random()  # bots' moods, never cards

    # -- changing ----------------------------------------------------------------------------------------------------

    async def submit(self, request: str, actor: str, step: Step) -> None:
        """Work a request out on copies, store it, then tell everyone. A repeated request gets the first answer."""
        async with self._lock:
            if self.hall.journal.store.receipt(request) is not None:
                return
            self.require_running()
            trial = Trial(self.table, self.hand, self.shoe)
            try:
                step(trial)
            except InvariantBroken as fault:
                self.stop(str(fault))
                raise
            await self.commit(request, actor, trial)
        self.plan_next()

    def require_running(self) -> None:
        """Refuse when a fault of ours has stopped the table."""
        if self.stopped:
            raise TableStopped(f"{self.table.name} is stopped: {self.stopped}")

    async def commit(self, request: str, actor: str, trial: Trial) -> None:
        """On disk first; then this is the state, and then it is told, in the order of the log."""
        if not trial.events:
            return
        now = self.hall.now_ms()
        records = tuple(record_of(event, actor, now) for event in trial.events)
        entry = Entry(request, (Batch(self.stream, self.version, records),), tuple(trial.postings), tuple(trial.sealed))
        try:
            await self.hall.journal.append(entry)
        except StorageFailed as fault:
            self.stop(f"storage failed: {fault}")
            raise
        after = self.version
        self.version += len(records)
        self.adopt(trial, after)
        self.hall.publish(self, after, trial.events)

    def adopt(self, trial: Trial, after: int) -> None:
        """The trial's state is the table's state now."""
        self.table, self.hand, self.shoe = trial.table, trial.hand, trial.shoe
        for offset, event in enumerate(trial.events, start=1):
            self.note(after + offset, event)

    def note(self, seq: int, event: Any) -> None:  # noqa: ANN401 - any event of the stream
        """Keep what the log and the lobby show."""
        if isinstance(event, HandStarted):
            self.events = []
            self.dealt_to = {seat: self.table.places[seat].player for seat in event.seats if seat in self.table.places}
            self._began = seq
        self.events.append(event)
        self.log.append((seq, event))
        del self.log[:-LINES_KEPT]
        if isinstance(event, ShuffleCommitted):
            self.commitment = event
        elif isinstance(event, TableFrozen):
            self.frozen = event.frozen
        elif isinstance(event, HandInspected):
            self.inspected.add((event.number, event.inspector))
        elif isinstance(event, e.PotAwarded):
            self.pots += sum(event.amounts)
        elif isinstance(event, e.HandEnded):
            self.hands_seen += 1
            shuffle = self.commitment.shuffle if self.commitment is not None else ""
            self.finished[self.table.number] = FinishedHand(self._began, seq, dict(self.dealt_to), shuffle)

    async def append_note(self, event: Any, actor: str, request: str) -> None:  # noqa: ANN401 - a service event
        """Put an event of the service itself on record: a freeze, an inspection."""

        def note(trial: Trial) -> None:
            trial.events.append(event)

        await self.submit(request, actor, note)

    def stop(self, why: str) -> None:
        """No more requests: what is durable stands, everyone who watches is told."""
        self.stopped = why
        self.cancel_timer()
        self.hall.stopped(self, why)

    # -- loading -----------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, hall: Hall, stream: str) -> TableHost:
        """The table that a stream folds into, its live hand with the deck it was dealt from."""
        stored: list[StoredRecord] = []
        while batch := hall.journal.store.read(stream, after=stored[-1].version if stored else 0):
            stored += batch
        host = cls(hall, room.begin(event_of(stored[0].record)))
        host.version = 0
        for one in stored:
            host.fold(event_of(one.record))
            host.version = one.version
        return host

    def fold(self, event: Any) -> None:  # noqa: ANN401 - any event of the stream
        """Fold one stored event."""
        kind = type(event)
        if kind is HandStarted:
            self.hand = begin(event)
        elif kind is ShuffleCommitted:
            self.restore_shoe(event)
        elif kind.__module__ == r.__name__:
            if kind is not r.TableOpened:
                room.evolve(self.table, event)
        elif kind is ShoeOrdered:
            self.restore_order(event)
        elif kind not in (TableFrozen, HandInspected):
            assert self.hand is not None
            self.follow_shoe(event)
            evolve(self.hand, event)
        self.note(self.version + 1, event)

    def restore_shoe(self, event: ShuffleCommitted) -> None:
        """The same deck again from its sealed seed."""
        sealed = self.hall.journal.store.sealed(event.shuffle)
        if sealed is None:
            raise InvariantBroken(f"shuffle {event.shuffle} has no sealed seed")
        self.committed = opened(sealed)
        self.shoe = SeededShoe(self.committed.order, sealed.seed)

    def restore_order(self, event: ShoeOrdered) -> None:
        """The shoe as a clause or a ruling left it, from its sealed order."""
        sealed = self.hall.journal.store.sealed(event.shuffle)
        if sealed is None or self.shoe is None:
            raise InvariantBroken(f"shoe {event.shuffle} has no sealed order")
        number = int(event.shuffle.rpartition("#")[2].partition(".")[0])
        self.shoe = SeededShoe(sealed_order(sealed), self.shoe.seed)
        self.shoe.number = number

    def follow_shoe(self, event: Any) -> None:  # noqa: ANN401 - any member of Event
        """Keep the shoe where the hand has dealt to."""
        # After a reshuffle or a ruling the sealed order of `ShoeOrdered` follows in the same entry and is what counts.
        if self.shoe is not None and type(event) in _DEALT:
            self.shoe.at += _DEALT[type(event)](event)

    # -- the house's own time ----------------------------------------------------------------------------------------

    def cancel_timer(self) -> None:
        """No timer runs."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def plan_next(self) -> None:
        """After every change: a bot's move, a player's clock, or the next hand, whichever is due."""
        self.cancel_timer()
        if self.stopped or self.frozen or self.table.live or self.hall.closing:
            return
        loop = asyncio.get_running_loop()
        if self.hand is None or self.hand.is_over or not self.table.in_hand:
            pause = self.hall.pace * RESULT_PAUSE_S if self.hand is not None else 0.2 * self.hall.pace
            self._timer = loop.call_later(pause, self.spawn, self.next_hand)
            return
        seat = self.hand.seat_to_act
        if seat is None:
            return
        place = self.table.places[seat]
        if place.bot:
            wait = self.hall.pace * self._chance.uniform(0.6, 1.8)
            self._timer = loop.call_later(wait, self.spawn, self.bot_move)
            return
        self.whole_s = float(self.table.sign.clock.seconds or DEFAULT_CLOCK_S)
        self.whole_s += self.table.sign.clock.extra_seconds * self.hand.bought[self.hand.to_act]
        if place.leaving:
            self.whole_s = 0.5
        self.deadline = time.monotonic() + self.whole_s
        self._timer = loop.call_later(self.whole_s, self.spawn, self.time_out)

    def spawn(self, work: Callable[[], Any]) -> None:
        """Run a piece of the house's own work; a refusal only means that something else came first."""
        self.hall.spawn(self.guard(work))

    async def guard(self, work: Callable[[], Any]) -> None:
        """The house's own work: refusals are expected, our own faults stop the table."""
        try:
            await work()
        except (RuleViolation, StaleView, TableStopped):
            return
        except Exception as fault:
            if not self.stopped:
                self.stop(f"{type(fault).__name__}: {fault}")
            self.hall.report(self, fault)

    async def next_hand(self) -> None:
        """Refill the bots, open the next hand, commit to its deck, tell the root, and only then deal."""
        number = self.table.number + 1
        name = self.table.name
        await self.refill_bots()
        if room.plan_hand(self.table) is None:
            return
        shuffle = f"{name}/{number}/{self.version}"
        seed = self.hall.shuffler.seed()
        of = deck(self.table.sign.deck, joker=self.table.sign.joker)
        committed = Commitment(shuffle, seed, of)

        def commit(trial: Trial) -> None:
            trial.room(room.OpenHand())
            trial.events.append(ShuffleCommitted(shuffle, committed.root.hex(), len(committed.order)))
            trial.sealed.append(seal(committed, seed, of))
            trial.shoe = SeededShoe(committed.order, seed)

        await self.submit_quietly(f"open {shuffle}", commit)
        self.committed = committed
        await self.deal()

    async def deal(self) -> None:
        """Deal the hand that has been opened and committed to."""
        opened_hand = next(event for _, event in reversed(self.log) if isinstance(event, r.HandOpened))
        assert self.commitment is not None
        shuffle = self.commitment.shuffle
        await self.submit(f"deal {shuffle}", "house", lambda trial: trial.start(opened_hand, shuffle))

    async def submit_quietly(self, request: str, step: Step) -> None:
        """Submit without planning what comes next: the caller goes on at once."""
        async with self._lock:
            self.require_running()
            trial = Trial(self.table, self.hand, self.shoe)
            step(trial)
            await self.commit(request, "house", trial)

    async def refill_bots(self) -> None:
        """Bots that are short buy chips between hands, like anyone else."""
        sign = self.table.sign
        goal = min(sign.max_stake or 100 * sign.limit.small, max(sign.min_stake, 100 * sign.limit.small))
        short = [place for place in self.table.places.values() if place.bot and place.stack < goal // 3]
        for place in short:
            amount = (goal - place.stack) // sign.unit * sign.unit
            command = room.AddStake(place.player, amount)
            await self.submit_quietly(f"refill {self.table.name} {place.seat} {self.version}", give(command))

    async def bot_move(self) -> None:
        """A bot looks at what its seat sees and chooses."""
        hand = self.hand
        turn = legal(hand) if hand is not None else None
        if hand is None or turn is None:
            return
        bot = find_bot(self.table.places[turn.seat].bot)
        command = bot(turn, lambda: view(hand, Viewer("seat", turn.seat)), self._chance)
        request = f"bot {hand.hand_id} {hand.turns}"
        await self.submit(request, f"bot {self.table.places[turn.seat].bot}", lambda trial: trial.play(command))

    async def time_out(self) -> None:
        """The clock has run out; after repeated misses the player sits out."""
        hand = self.hand
        if hand is None or hand.seat_to_act is None:
            return
        seat = hand.seat_to_act
        self.misses[seat] = self.misses.get(seat, 0) + 1
        await self.submit(f"clock {hand.hand_id} {hand.turns}", "clock", lambda trial: trial.play(TimeOut(seat)))
        place = self.table.places.get(seat)
        if place is not None and self.misses[seat] >= MISSES_BEFORE_SITTING_OUT and place.status == "playing":
            self.misses[seat] = 0
            request = f"away {hand.hand_id} {hand.turns} {seat}"
            await self.submit(request, "clock", lambda trial: trial.room(room.SitOut(place.player)))

    def left_ms(self) -> int:
        """How much of the running clock is left."""
        return max(0, int((self.deadline - time.monotonic()) * 1000))

    async def resume(self) -> None:
        """After a start: an opened hand that was not dealt yet is dealt; otherwise the next thing is planned."""
        undealt = self.table.in_hand and (self.hand is None or self.hand.is_over)
        if undealt:
            await self.deal()
        else:
            self.plan_next()


def give(command: room.RoomCommand) -> Step:
    """A step that gives one command to the table."""
    return lambda trial: trial.room(command)


_DEALT: Final[dict[type, Callable[[Any], int]]] = {
    e.Burned: lambda _: 1,
    e.StreetDealt: lambda event: len(event.board) + sum(map(len, event.down)) + sum(map(len, event.up)),
    e.SharedDealt: lambda _: 1,
    e.DrawDealt: lambda event: len(event.cards),
}
