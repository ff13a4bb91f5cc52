"""One writer per table: load, decide on copies, append, then publish. Nothing is told before it is on disk."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from openfelt import floor, room
from openfelt.bots import find_bot
from openfelt.cards import deck
from openfelt.errors import InvariantBroken, OpenfeltError, RuleViolation, StaleView
from openfelt.games.policy import policy
from openfelt.service import directions, fees
from openfelt.service.calls import Calls
from openfelt.service.chronicle import Chronicle, FinishedHand
from openfelt.service.citing import ROOM_CITES
from openfelt.service.commitments import Commitment
from openfelt.service.conservation import require_conserved
from openfelt.service.filing import Work, Writer, file
from openfelt.service.loading import load, refunds
from openfelt.service.sealing import seal
from openfelt.service.standing import SeededShoe, Standing
from openfelt.service.stream import HandVoided, ShuffleCommitted, record_of
from openfelt.service.trial import Trial
from openfelt.table import Hand, TimeOut, Viewer, legal, view
from openfelt.table.hand import HOUSE
from openfelt.table.ruling_events import ClockImposed

if TYPE_CHECKING:
    from openfelt.service.feed import Seating
    from openfelt.service.hall import Hall
    from openfelt.service.subscribers import Reply

DEFAULT_CLOCK_S: Final = 30
RESULT_PAUSE_S: Final = 5.0
QUIET_PAUSE_S: Final = 60.0
LEAVING_CLOCK_S: Final = 0.5
LOOK_AGAIN_S: Final = 30.0
WARNING_S: Final = 7.0  # before the last five seconds, with time to read it
MISSES_BEFORE_SITTING_OUT: Final = 3
HANDS_BETWEEN_GRACES: Final = 10

Step = Callable[[Trial], None]


@dataclass(slots=True)
class Imposed:
    """The time that the floor gave a slow player: for which turn, when it ends, and how long it was."""

    turn: tuple[Any, ...] = ()
    ends: float = 0.0
    seconds: int = 0
    left: float | None = None

    def hold(self, now: float) -> None:
        """While the table is stopped it does not run."""
        if self.left is None and self.turn:
            self.left = max(0.0, self.ends - now)

    def go_on(self, now: float) -> None:
        """The table goes on, and what was left runs."""
        if self.left is not None:
            self.ends, self.left = now + self.left, None


class TableStopped(OpenfeltError):
    """The table was stopped by a fault of ours; its last durable state stands."""

    code = "table-stopped"


class TableHost(Writer):
    """A table in memory, the only writer of its stream."""

    def __init__(
        self, hall: Hall, standing: Standing, *, version: int = 0, chronicle: Chronicle | None = None, fault: str = ""
    ) -> None:
        super().__init__(hall, f"table/{standing.table.name}", version)
        self.standing = standing
        self.chronicle = chronicle or Chronicle()
        self.fault = fault
        self.misses: dict[str, int] = {}
        self.graced: dict[str, int] = {}  # the hand in which a player last had the grace
        self.guesses = ("", 0)  # in which hand the floor named hidden cards wrongly, and how often
        self.whole_s = 0.0
        self._turn: tuple[Any, ...] = ()
        self._since = 0.0
        self._wait = 0.0
        self._extra = 0.0
        self._imposed = Imposed()
        self._warned: tuple[tuple[Any, ...], float] = ((), 0.0)  # for which turn and deadline everyone was warned
        self._lock = asyncio.Lock()
        self.seating = asyncio.Lock()  # held while chips are issued for a seat at a live table
        self.told: Seating | None = None  # kept from one frame to the next
        self._chance = random.Random(hall.moods and f"{hall.moods} {self.stream}")  # bots' moods, never cards

    @property
    def table(self) -> room.Table:
        """Seats, button, sign, notices."""
        return self.standing.table

    @property
    def hand(self) -> Hand | None:
        """The present or last hand."""
        return self.standing.hand

    @property
    def rulebook(self) -> str:
        """The rulebook that the table plays by."""
        return self.table.sign.rulebook

    @property
    def frozen(self) -> bool:
        """Whether the floor has stopped the table."""
        return self.standing.frozen

    @property
    def dealt_to(self) -> dict[int, str]:
        """Who played which seat in the present or last hand."""
        return self.standing.players

    @property
    def commitment(self) -> ShuffleCommitted | None:
        """The published root of the present or last deck."""
        return self.standing.shuffle

    @property
    def log(self) -> list[tuple[int, Any]]:
        """The latest events with their numbers."""
        return [(seq, event) for seq, event, _ in self.chronicle.log]

    @property
    def finished(self) -> dict[int, FinishedHand]:
        """Finished hands by number."""
        return self.chronicle.finished

    @property
    def calls(self) -> Calls:
        """Calls for the floor."""
        return self.chronicle.calls

    @property
    def inspected(self) -> set[tuple[int, str]]:
        """Which inspector opened which hand."""
        return self.chronicle.inspected

    # -- changing ----------------------------------------------------------------------------------------------------

    async def submit(
        self, request: str, actor: str, step: Step, *, plan: bool = True, reply: Reply | None = None
    ) -> None:
        """Work a request out on copies, store it, then tell everyone. A repeated request gets the first answer.

        The asker may go away meanwhile; what was begun is finished, so that memory and journal never part.
        """
        await asyncio.shield(self.hall.keep(self._submit(request, actor, step, plan, reply)))

    async def _submit(self, request: str, actor: str, step: Step, plan: bool, reply: Reply | None) -> None:  # noqa: FBT001
        async with self._lock:
            self.require_running()
            trial = Trial(self.standing, self.version)
            try:
                step(trial)
            except InvariantBroken as fault:
                self.stop(fault)
                raise
            except OpenfeltError:
                if self.was_done(request):
                    return  # a repeated request is not judged again
                raise
            await self.commit(request, actor, trial, plan=plan, reply=reply)

    def require_running(self) -> None:
        """Refuse when a fault of ours has stopped the table."""
        if self.stopped:
            raise TableStopped(f"{self.table.name} is stopped: {self.stopped}")

    async def commit(self, request: str, actor: str, trial: Trial, *, plan: bool, reply: Reply | None = None) -> None:
        """On disk first; then this is the state and its clock runs; then it is told, in the order of the log."""
        if not trial.events:
            return
        try:
            require_conserved(self.standing, trial)
        except InvariantBroken as fault:
            if self.was_done(request):
                return  # a repeated request is not judged again
            self.stop(fault)
            raise
        now = self.hall.clock.now_ms()
        records = tuple(record_of(event, actor, now) for event in trial.events)
        if not await file(self, request, records, trial):
            return
        self._retry.stored()
        after = self.version
        self.version += len(records)
        self.standing = trial.standing
        for seq, event in enumerate(trial.events, start=after + 1):
            self.chronicle.note(seq, event, self.standing)
            if isinstance(event, ClockImposed):
                self._imposed = Imposed(self.turn_key(), self.hall.clock.monotonic() + event.seconds, event.seconds)
            elif isinstance(event, room.DirectionGiven) and event.what == "apart":
                self.hall.keep(directions.separate(self.hall))
        if plan:
            self.plan_next()
        with self.hall.telling(self):
            self.hall.publish(self, after, trial.events, reply)

    async def append_note(self, event: Any, actor: str, request: str) -> None:  # noqa: ANN401 - a service event
        """Put an event of the service itself on record: a freeze, an inspection."""
        await self.submit(request, actor, lambda trial: trial.note(event))

    # -- starting ----------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, hall: Hall, stream: str) -> TableHost:
        """The table that a stream folds into, its live hand with the deck it was dealt from."""
        made = load(hall.journal.store, stream)
        return cls(hall, made.standing, version=made.version, chronicle=made.chronicle, fault=made.fault)

    async def resume(self) -> None:
        """After a start, time runs anew, and the table goes on."""
        if not self.fault:
            self.impose_again()
        await self.carry_on()

    async def carry_on(self) -> None:
        """Go on from what is durable: void a hand whose record does not stand, deal an opened one, plan what is due."""
        if self.fault:
            await self.void_record()
        elif self.table.in_hand and not self.standing.is_dealt and not self.table.live:
            await self.deal()
            return
        self.plan_next()

    def impose_again(self) -> None:
        """After a start, a limited time that ran begins anew: the outage is given back."""
        hand = self.hand
        if hand is None or hand.special is None or hand.special.clock != (hand.to_act, hand.turns):
            return
        seconds = next((event.seconds for _, event in reversed(self.log) if isinstance(event, ClockImposed)), 0)
        if seconds:
            self._imposed = Imposed(self.turn_key(), self.hall.clock.monotonic() + seconds, seconds)

    async def void_record(self) -> None:
        """Every wager of the hand goes back in one entry, and the incident is on record."""
        number, why = self.table.number, self.fault
        if not self.table.in_hand:
            raise InvariantBroken(why)
        cites = policy(self.table.sign.rulebook).void
        lines = refunds(self.hall.journal.store, self.standing, cites)

        def void(trial: Trial) -> None:
            trial.note(HandVoided(number, why, cites))
            trial.postings += lines
            stacks = tuple((seat, trial.table.places[seat].stack) for seat in trial.table.dealt)
            trial.room(room.CloseHand(stacks, 0, keep_button=True))

        await self.submit(f"void {self.table.name} {number} {self.version}", "house", void, plan=False)
        self.fault = ""

    # -- the house's own time ----------------------------------------------------------------------------------------

    def turn_key(self) -> tuple[Any, ...]:
        """What time runs for: a player's turn, a bot's, or the pause before the next hand. It runs once for each."""
        hand = self.hand
        if not self.standing.is_dealt or hand is None:
            return "next", self.table.number
        return hand.hand_id, hand.turns, hand.seat_to_act

    def due(self) -> tuple[float, Work] | None:
        """What the house does next by itself, and after how long."""
        hand = self.hand
        if not self.standing.is_dealt or hand is None:
            pause = QUIET_PAUSE_S if self.hall.is_quiet(self) else RESULT_PAUSE_S
            return (pause if hand is not None else 0.2) * self.hall.pace, self.next_hand
        if hand.phase == HOUSE:
            return 0.0, self.go_on
        seat = hand.seat_to_act
        if seat is None:
            return None
        place = self.table.places[seat]
        if place.bot:
            return self.hall.pace * self._chance.uniform(0.6, 1.8), self.bot_move
        if place.leaving:
            return LEAVING_CLOCK_S, self.time_out
        return float(self.table.sign.clock.seconds or DEFAULT_CLOCK_S), self.time_out

    def plan_next(self) -> None:
        """After every change: a bot's move, a player's clock, or the next hand. A clock that runs is not wound up."""
        self.cancel_timer()
        if self.stopped or self.frozen or self.table.live or self.table.closed or self.hall.closing:
            self._turn = ()  # time stands still and begins anew
            self._imposed.hold(self.hall.clock.monotonic())
            return
        found = self.due()
        if found is None:
            return
        wait, work = found
        now = self.hall.clock.monotonic()
        if self._turn != self.turn_key():
            self._turn, self._since, self._wait, self._extra = self.turn_key(), now, wait, 0.0
        elif wait < self._wait or work == self.time_out:  # whoever leaves has no time left; whoever stays has it back
            self._wait = wait
        hand = self.hand
        bought = 0
        if work == self.time_out and hand is not None and wait > LEAVING_CLOCK_S:  # who leaves waits for nothing
            bought = self.table.sign.clock.extra_seconds * hand.bought[hand.to_act]
        self.whole_s = self._wait + self._extra + bought
        self.deadline = self._since + self.whole_s
        self._imposed.go_on(now)
        if work == self.time_out and self.is_imposed():
            self.whole_s, self.deadline = float(self._imposed.seconds), self._imposed.ends
        at = self.deadline
        if work == self.time_out and self.warns() and now < self.deadline - WARNING_S:
            at, work = self.deadline - WARNING_S, self.warn
        self._timer = self.hall.clock.call_later(max(0.0, at - now), lambda: self.spawn(work))

    def is_imposed(self) -> bool:
        """Whether the floor's clock runs for this turn instead of the table's. Who leaves is waited for no longer."""
        seat = self.hand.seat_to_act if self.hand is not None else None
        is_leaving = seat is not None and self.table.places[seat].leaving
        return self._imposed.turn == self.turn_key() and not is_leaving

    def warns(self) -> bool:
        """Whether everyone is still to be warned that this turn's time is nearly over (nsw-poker 7.12.5)."""
        signed = self.table.rules.time_warning and self.table.sign.clock.seconds
        return bool(signed) and self._warned != (self._turn, self.deadline)

    async def warn(self) -> None:
        """Tell everyone that a player's time is nearly over; the clock runs on."""
        hand = self.hand
        self._warned = (self._turn, self.deadline)
        if hand is None or hand.seat_to_act is None:
            return
        command = room.WarnTime(hand.seat_to_act, self.left_ms() // 1000)
        try:
            await self.submit(f"warn {hand.hand_id} {hand.turns} {self.version}", "clock", give(command))
        except RuleViolation:
            self.plan_next()  # whatever the warning met, time still runs out

    async def next_hand(self) -> None:
        """Refill the bots, open the next hand, commit to its deck, tell the root, and only then deal."""
        if self.standing.is_dealt:
            return
        if self.table.in_hand:  # opened and not dealt: that was refused, and somebody sat down before the next try
            await self.carry_on()
            return
        await self.apply_notice()
        await self.refill_bots()
        await self.take_fees()
        if self.table.closed or room.plan_hand(self.table) is None:
            self.look_again()
            return
        shuffle = f"{self.table.name}/{self.table.number + 1}/{self.version}"
        seed = self.hall.shuffler.seed()
        of = deck(self.table.sign.deck, joker=self.table.sign.joker)
        committed = Commitment(shuffle, seed, of)

        def commit(trial: Trial) -> None:
            if trial.table.in_hand:
                raise StaleView("a hand has been opened")  # somebody sat down meanwhile, and its clock was first
            trial.room(room.OpenHand())
            why = trial.events[-1].shuffle or ROOM_CITES[self.rulebook].shuffle
            fees.on_opening(trial, self.hall.purse)
            trial.note(ShuffleCommitted(shuffle, committed.root.hex(), len(committed.order), why))
            trial.sealed.append(seal(committed, seed, of))
            trial.shoe = SeededShoe(committed.order, seed)

        await self.submit(f"open {shuffle}", "house", commit, plan=False)
        await self.deal()

    def look_again(self) -> None:
        """Nobody is ready to play; a notice that hangs and time that is charged run on all the same."""
        waits = self.table.notice is not None or self.table.sign.commission.hourly
        if waits and self.table.places and not self.table.closed and self._timer is None:
            self._timer = self.hall.clock.call_later(LOOK_AGAIN_S, lambda: self.spawn(self.next_hand))

    async def deal(self) -> None:
        """Deal the hand that has been opened and committed to."""
        shuffle, opened = self.standing.shuffle, self.standing.opened
        assert shuffle is not None
        assert opened is not None

        def start(trial: Trial) -> None:
            if trial.standing.is_dealt or not trial.table.in_hand:
                raise StaleView("this hand has been dealt")
            trial.start(opened, shuffle.shuffle)

        try:
            await self.submit(f"deal {shuffle.shuffle}", "house", start)
        except RuleViolation as refused:  # the hand is open and no later request would deal it: not in silence
            raise InvariantBroken(f"{shuffle.shuffle} was opened and cannot be dealt") from refused

    async def go_on(self) -> None:
        """Deal on from a new order of the shoe, now that its root has been told."""
        hand = self.hand
        if hand is None or hand.phase != HOUSE or not self.standing.is_dealt:
            return
        await self.submit(f"house {hand.hand_id} {self.version}", "house", lambda trial: trial.run_house())

    async def apply_notice(self) -> None:
        """A new sign, or the closing of the table, once its notice has run; at a closed table everyone leaves."""
        if self.table.notice is None:
            return
        now = self.hall.clock.now_ms()

        def apply(trial: Trial) -> None:
            trial.room(room.ApplyNotice(now))
            if trial.table.closed:
                for place in list(trial.table.places.values()):
                    trial.room(room.StandUp(place.player))

        try:
            await self.submit(f"notice {self.table.name} {self.version}", "house", apply, plan=False)
        except RuleViolation:
            return

    async def take_fees(self) -> None:
        """What the sign asks for between hands: time that has run out, and who can pay no more sits out."""
        if fees.has_fees(self.table):
            now = self.hall.clock.now_ms()
            request = f"fees {self.table.name} {self.version} {now}"
            work = partial(fees.before_hand, purse=self.hall.purse, now_ms=now)
            await self.submit(request, "house", work, plan=False)

    async def refill_bots(self) -> None:
        """Bots that are short buy chips between hands, like anyone else."""
        sign = self.table.sign
        goal = min(sign.max_stake or 100 * sign.limit.small, max(sign.min_stake, 100 * sign.limit.small))
        short = [place for place in self.table.places.values() if place.bot and place.stack < goal // 3]
        for place in short:
            amount = (goal - place.stack) // sign.unit * sign.unit
            command = room.AddStake(place.player, amount)
            request = f"refill {self.table.name} {place.seat} {self.version}"
            with contextlib.suppress(RuleViolation):  # the bot plays on with what it has
                await self.submit(request, "house", give(command), plan=False)

    async def bot_move(self) -> None:
        """A bot looks at what its seat sees and chooses."""
        hand = self.hand
        turn = legal(hand) if hand is not None and self.standing.is_dealt else None
        if hand is None or turn is None:
            return
        name = self.table.places[turn.seat].bot
        command = find_bot(name)(turn, lambda: view(hand, Viewer("seat", turn.seat)), self._chance)
        request = f"bot {hand.hand_id} {hand.turns}"
        await self.submit(request, f"bot {name}", in_turn(hand.hand_id, hand.turns, command))

    async def time_out(self) -> None:
        """The clock has run out. Who lost the connection has a grace first; after repeated misses a player sits out."""
        hand = self.hand
        if hand is None or hand.seat_to_act is None:
            return
        seat = hand.seat_to_act
        place = self.table.places[seat]
        player = place.player
        if self.is_imposed():
            await self.end_clock(seat)
            return
        if self.hall.is_away(player) and (grace := self.grace_of(place)):
            self.graced[player] = self.table.number
            self._extra += grace
            self.plan_next()
            self.hall.refresh(self)
            return
        give_up = in_turn(hand.hand_id, hand.turns, TimeOut(seat))

        def by_own_clock(trial: Trial) -> None:
            if self.is_imposed():
                raise StaleView("the floor has given this player its own time meanwhile")
            give_up(trial)

        await self.submit(f"clock {hand.hand_id} {hand.turns}", "clock", by_own_clock)
        self.misses[player] = self.misses.get(player, 0) + 1
        if self.misses[player] >= MISSES_BEFORE_SITTING_OUT:
            away = f"away {hand.hand_id} {hand.turns} {seat}"
            await self.submit(away, "clock", lambda trial: trial.room(room.SitOut(player)))
            self.misses.pop(player, None)

    async def end_clock(self, seat: int) -> None:
        """The time that the floor gave has run out: the hand is folded (nsw-poker 26.12, act-stud 4.6)."""
        hand = self.hand
        assert hand is not None
        if self._imposed.ends > self.hall.clock.monotonic():
            self.plan_next()  # the table's clock ran out while the floor's was being set
            return
        power = floor.read_power("end-clock", {"seat": seat, "waited_ms": self._imposed.seconds * 1000})
        order = floor.Use(power, floor.Author("the clock", "dealer"), "the limited time has run out")
        await self.submit(f"clock {hand.hand_id} {hand.turns} ends", "clock", lambda trial: trial.rule(order))

    def grace_of(self, place: room.Place) -> float:
        """The seconds a player in turn gets for a lost connection: once in so many hands, none on the floor's clock."""
        last = self.graced.get(place.player)
        if place.leaving or self.is_imposed():
            return 0.0
        return self.hall.grace_s if last is None or self.table.number - last >= HANDS_BETWEEN_GRACES else 0.0


def give(command: room.RoomCommand) -> Step:
    """A step that gives one command to the table."""
    return lambda trial: trial.room(command)


def in_turn(hand_id: str, turn: int, command: Any) -> Step:  # noqa: ANN401 - any member of Command
    """A step that gives a command to the hand, in that very turn and in no other."""

    def step(trial: Trial) -> None:
        hand = trial.hand
        if hand is None or not trial.table.in_hand or hand.hand_id != hand_id:
            raise StaleView("no hand is going on")
        if hand.turns != turn:
            raise StaleView(f"turn {turn} is over; the present one is {hand.turns}")
        if trial.standing.frozen:
            raise RuleViolation("frozen", ROOM_CITES[trial.table.sign.rulebook].stop, "the floor has stopped the table")
        trial.play(command)

    return step
