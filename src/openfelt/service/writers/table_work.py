"""The house's own work at a poker table: the next hand, players' clocks, bots' turns, notices and fees falling due."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from openfelt import floor, room
from openfelt.bots import find_bot
from openfelt.errors import InvariantBroken, RuleViolation, StaleView
from openfelt.room.charging import has_fees
from openfelt.room.events import HandClosed
from openfelt.room.jackpots import tabling
from openfelt.room.orders import (
    AskChoice,
    ChargeFees,
    ChooseGame,
    DealHand,
    EndChoice,
    FixDeck,
    GoOn,
    InHand,
    OnFloor,
    VoidRecord,
)
from openfelt.room.rotation import is_choice_due
from openfelt.room.state import TableState
from openfelt.room.wish_orders import TopUp, UseTimeBank
from openfelt.room.wishes import BANK_PART_S, top_ups
from openfelt.service.writers.tables import TableWriter
from openfelt.service.writers.work import Task, Work
from openfelt.table import Hand, TimeOut, Viewer, legal, view
from openfelt.table.events import HandsOpened, StreetDealt
from openfelt.table.hand import HOUSE

DEFAULT_CLOCK_S: Final = 30
RESULT_PAUSE_S: Final = 5.0
FLOP_PAUSE_S: Final = 15.0  # for whoever won alone at a table with a jackpot: to see the flop, or not (nsw-poker 30.11)
STREET_PAUSE_S: Final = 1.2  # clients show each street of a run-out for so long before its result
QUIET_PAUSE_S: Final = 60.0
LEAVING_CLOCK_S: Final = 0.5
LOOK_AGAIN_S: Final = 30.0
WARNING_S: Final = 7.0  # before the last five seconds, with time to read it
MISSES_BEFORE_SITTING_OUT: Final = 3
HANDS_BETWEEN_GRACES: Final = 10


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


def run_out(events: Sequence[Any]) -> int | None:
    """How many looks the entry that ended a hand has at once: hands turned up, streets; nothing if none ended in it."""
    if not any(type(event) is HandClosed for event in events):
        return None
    return sum(type(event) is HandsOpened or (type(event) is StreetDealt and bool(event.board)) for event in events)


class TableWork(Work):
    """What the house does at a table by itself, and how long it waits for each player."""

    def __init__(self, writer: TableWriter, imposed_before: int = 0) -> None:
        super().__init__(writer)
        self.misses: dict[str, int] = {}
        self.graced: dict[str, int] = {}  # the hand in which a player last had the grace
        self.streets_run_out = 0  # in the last hand: everyone sees them one by one before the result
        self.imposed_before = imposed_before  # the seconds that the floor gave before a restart
        self._imposed = Imposed()
        self._warned: tuple[tuple[Any, ...], float] = ((), 0.0)  # for which turn and deadline everyone was warned
        self._chance = random.Random(self.hall.moods and f"{self.hall.moods} {writer.stream}")  # never cards

    @property
    def state(self) -> TableState:
        """The table as it stands."""
        found: TableState = self.writer.state
        return found

    @property
    def table(self) -> room.Table:
        """Seats, button, sign, notices."""
        found: room.Table = self.writer.state.table
        return found

    @property
    def hand(self) -> Hand | None:
        """The present or last hand."""
        found: Hand | None = self.writer.state.hand
        return found

    async def resume(self) -> None:
        """After a start, time runs anew, and the table goes on."""
        if not self.writer.fault:
            self.impose_again()
        await self.carry_on()

    async def carry_on(self) -> None:
        """Go on from what is durable: void a hand whose record does not stand, deal an opened one, plan what is due."""
        if self.writer.fault:
            await self.void_record()
        elif self.table.in_hand and not self.state.is_dealt and not self.table.live:
            await self.deal()
            return
        self.plan()

    def impose_again(self) -> None:
        """After a start, a limited time that ran begins anew: the outage is given back."""
        if self.is_timed():
            self.impose(self.imposed_before)

    def is_timed(self) -> bool:
        """Whether the floor has given this turn a limited time."""
        hand = self.hand
        return hand is not None and hand.special is not None and hand.special.clock == (hand.to_act, hand.turns)

    def turn_back(self) -> None:
        """An entry was taken back: where the floor had given its turn a limited time, that has run on."""
        if self.is_timed():
            self._imposed.turn = self.turn_key()

    def impose(self, seconds: int) -> None:
        """The floor gives whoever has the turn a limited time; it runs from now."""
        if seconds:
            self._imposed = Imposed(self.turn_key(), self.hall.clock.monotonic() + seconds, seconds)

    def ended(self, events: Sequence[Any]) -> None:
        """Note how much of the board was dealt at the end of a hand."""
        found = run_out(events)
        if found is not None:
            self.streets_run_out = found

    def acted(self, player: str) -> None:
        """A player has acted in time."""
        self.misses.pop(player, None)

    async def void_record(self) -> None:
        """Every wager of the hand goes back in one entry, and the incident is on record."""
        request = f"void {self.table.name} {self.table.number} {self.writer.version}"
        await self.writer.submit(request, "house", VoidRecord(self.writer.fault), plan=False)
        self.writer.fault = ""

    def turn_key(self) -> tuple[Any, ...]:
        """What time runs for: a player's turn, a bot's, or the pause before the next hand. It runs once for each."""
        hand = self.hand
        if not self.state.is_dealt or hand is None:
            asked = self.table.choosing
            if asked is None:
                return "next", self.table.number, self.is_flop_offered()
            return "choice", self.table.number, asked.seat
        return hand.hand_id, hand.turns, hand.seat_to_act

    def is_quiet(self) -> bool:
        """Whether only bots sit here and nobody looks on. An event waits for none of its tables."""
        if self.table.event is not None:
            return False
        is_watched = self.hall.subscribers.is_watched(self.writer.name)
        return not is_watched and all(place.bot for place in self.table.places.values())

    def is_flop_offered(self) -> bool:
        """Whether a player may still ask for the flop. It is so whatever the cards: a pause says nothing about them."""
        _, flops = tabling(self.table, self.hand)
        places = (self.table.places.get(seat) for seat in flops)
        return any(place is not None and not place.bot for place in places)

    def run_out_s(self) -> float:
        """How long the last hand's run-out takes on the screens of those who look on."""
        return STREET_PAUSE_S * self.streets_run_out if self.hall.subscribers.is_watched(self.writer.name) else 0.0

    def due(self) -> tuple[float, Task] | None:
        """What the house does next by itself, and after how long."""
        hand = self.hand
        if self.table.closed:
            return RESULT_PAUSE_S * self.hall.pace, self.see_winner_off
        if not self.state.is_dealt or hand is None:
            if self.table.choosing is not None:
                return self.choice_due(self.table.choosing)
            if self.table.is_held and not self.table.in_hand:
                return None  # until the event lets the table on
            shown_s = FLOP_PAUSE_S if self.is_flop_offered() else RESULT_PAUSE_S + self.run_out_s()
            pause = QUIET_PAUSE_S if self.is_quiet() else shown_s
            return (pause if hand is not None else 0.2) * self.hall.pace, self.next_hand
        if hand.phase == HOUSE:
            return 0.0, self.go_on
        seat = hand.seat_to_act
        if seat is None:
            return None
        place = self.table.places[seat]
        if place.bot:
            return self.hall.pace * self._chance.uniform(0.6, 1.8), self.move_bot
        if place.leaving or place.excused or (self.table.event is not None and place.status == "out"):
            return LEAVING_CLOCK_S, self.time_out
        return float(self.table.sign.clock.seconds or DEFAULT_CLOCK_S), self.time_out

    def choice_due(self, asked: room.ChoiceAsked) -> tuple[float, Task]:
        """A game is to be chosen: a bot thinks for a moment, a player has the time on the sign, nobody else any."""
        place = self.table.place_of(asked.player)
        rotation = self.table.posted.rotation
        if place is None or place.leaving or place.status == "out" or rotation is None:
            return 0.0, self.end_choice
        if place.bot:
            return self.hall.pace * self._chance.uniform(0.6, 1.8), self.choose_for_bot
        return float(rotation.choice_s), self.end_choice

    def plan(self) -> None:
        """After every change: a bot's move, a player's clock, or the next hand. A clock that runs is not wound up."""
        self.cancel()
        state = self.state
        table, hand, is_stopped = state.table, state.hand, self.writer.stopped or state.frozen
        if table.live and not is_stopped:
            self.show_time()
            return
        if is_stopped or (table.closed and not table.places) or self.hall.closing:
            self.time.stand()
            self._imposed.hold(self.hall.clock.monotonic())
            return
        found = self.due()
        if found is None:
            return
        wait, task = found
        is_clock = task == self.time_out
        now, time = self.hall.clock.monotonic(), self.time
        if not time.begin(self.turn_key(), wait, now) and (wait < time.wait or is_clock):
            time.wait = wait  # whoever leaves has no time left; whoever stays has it back
        bought = 0
        if is_clock and hand is not None and wait > LEAVING_CLOCK_S:  # who leaves waits for nothing
            bought = table.sign.clock.extra_seconds * hand.bought[hand.to_act]
        time.run(bought)
        self._imposed.go_on(now)
        if is_clock and self.is_imposed():
            time.whole_s, time.deadline = float(self._imposed.seconds), self._imposed.ends
        if is_clock and self.warns() and now < time.deadline - WARNING_S:
            self.do_at(time.deadline - WARNING_S, self.warn)
        else:
            self.do_at(time.deadline, task)

    def show_time(self) -> None:
        """At a table with real cards the dealer and the floor look at the clock, and nothing happens by itself."""
        hand, time, now = self.hand, self.time, self.hall.clock.monotonic()
        self._imposed.go_on(now)
        seconds = self.table.sign.clock.seconds
        is_turn = self.state.is_dealt and hand is not None and hand.seat_to_act is not None
        if not is_turn or not (seconds or self.is_imposed()):
            time.stand()
            return
        time.begin(self.turn_key(), float(seconds), now)
        assert hand is not None
        time.run(self.table.sign.clock.extra_seconds * hand.bought[hand.to_act])
        if self.is_imposed():
            time.whole_s, time.deadline = float(self._imposed.seconds), self._imposed.ends

    def is_imposed(self) -> bool:
        """Whether the floor's clock runs for this turn instead of the table's. Neither runs for a player who leaves."""
        if not self._imposed.turn:
            return False
        seat = self.hand.seat_to_act if self.hand is not None else None
        is_leaving = seat is not None and self.table.places[seat].leaving
        return self._imposed.turn == self.turn_key() and not is_leaving

    def warns(self) -> bool:
        """Whether everyone is still to be warned that this turn's time is nearly over (nsw-poker 7.12.5)."""
        signed = self.table.rules.time_warning and self.table.sign.clock.seconds
        return bool(signed) and self._warned != (self.time.turn, self.time.deadline)

    async def warn(self) -> None:
        """Tell everyone that a player's time is nearly over; the clock runs on."""
        hand = self.hand
        self._warned = (self.time.turn, self.time.deadline)
        if hand is None or hand.seat_to_act is None:
            return
        command = room.WarnTime(hand.seat_to_act, self.left_ms() // 1000)
        try:
            await self.writer.submit(f"warn {hand.hand_id} {hand.turns} {self.writer.version}", "clock", command)
        except RuleViolation:
            self.plan()  # whatever the warning met, time still runs out

    async def next_hand(self) -> None:
        """Refill the bots, open the next hand, commit to its deck, tell the root, and only then deal."""
        if self.state.is_dealt:
            return
        if self.table.in_hand:  # opened and not dealt: that was refused, and somebody sat down before the next try
            await self.carry_on()
            return
        if self.hall.finishing:
            return
        await self.apply_notice()
        await refill_bots(self.writer, self.table)
        await self.top_up()
        await self.take_fees()
        if self.table.closed or self.table.is_held or self.waits_for_players() or room.plan_hand(self.table) is None:
            self.look_again()
            return
        if is_choice_due(self.table, self.hall.now_ms()):
            if self.table.choosing is None:
                await self.writer.submit(f"choice {self.table.name} {self.writer.version}", "house", AskChoice())
            return
        shuffle = f"{self.table.name}/{self.table.number + 1}/{self.writer.version}"
        await self.writer.submit(f"open {shuffle}", "house", FixDeck(shuffle), plan=False)
        await self.deal()

    async def top_up(self) -> None:
        """Make up the stakes of players who wish it (house 27.7)."""
        for player in top_ups(self.table):
            request = f"top-up {self.table.name} {player} {self.writer.version}"
            with contextlib.suppress(RuleViolation, StaleView):  # the purse has just been spent elsewhere, or left
                await self.writer.submit(request, "house", TopUp(player), plan=False)

    async def choose_for_bot(self) -> None:
        """A bot with the button chooses any game of the sign."""
        asked = self.table.choosing
        if asked is not None:
            game = self._chance.randrange(len(self.table.posted.games))
            request = f"chosen {self.table.name} {self.writer.version}"
            await self.writer.submit(request, "house", ChooseGame(asked.player, game))

    async def end_choice(self) -> None:
        """Nobody has chosen in time: the game that was played last goes on."""
        if self.table.choosing is not None:
            await self.writer.submit(f"unchosen {self.table.name} {self.writer.version}", "clock", EndChoice())

    def waits_for_players(self) -> bool:
        """Nobody may join a Freeze Out that has started: the house starts it when every seat is taken."""
        table = self.table
        return table.freeze_out and not table.number and len(table.places) < table.sign.seats

    async def see_winner_off(self) -> None:
        """A Freeze Out is over: whoever has won it takes the chips along."""
        for place in list(self.table.places.values()):
            request = f"won {self.table.name} {place.seat} {self.writer.version}"
            await self.writer.submit(request, "house", room.StandUp(place.player))

    def look_again(self) -> None:
        """Nobody is ready to play; a notice that hangs and time that is charged run on all the same."""
        waits = self.table.notice is not None or self.table.sign.commission.hourly
        if waits and self.table.places and not self.table.closed and not self.is_running:
            self.do_after(LOOK_AGAIN_S, self.next_hand)

    async def deal(self) -> None:
        """Deal the hand that has been opened and committed to."""
        shuffle = self.state.shuffle
        assert shuffle is not None
        try:
            await self.writer.submit(f"deal {shuffle.shuffle}", "house", DealHand(shuffle.shuffle))
        except RuleViolation as refused:  # the hand is open and no later request would deal it: not in silence
            raise InvariantBroken(f"{shuffle.shuffle} was opened and cannot be dealt") from refused

    async def go_on(self) -> None:
        """Deal on from a new order of the shoe, now that its root has been told."""
        hand = self.hand
        if hand is None or hand.phase != HOUSE or not self.state.is_dealt:
            return
        await self.writer.submit(f"house {hand.hand_id} {self.writer.version}", "house", GoOn(hand.hand_id))

    async def apply_notice(self) -> None:
        """A new sign, or the closing of the table, once its notice has run; at a closed table everyone leaves."""
        if self.table.notice is None:
            return
        order = room.ApplyNotice(self.hall.clock.now_ms())
        with contextlib.suppress(RuleViolation):  # it has not run yet
            await self.writer.submit(f"notice {self.table.name} {self.writer.version}", "house", order, plan=False)

    async def take_fees(self) -> None:
        """Charge what the sign asks for between hands; a player who cannot pay sits out."""
        if has_fees(self.table):
            request = f"fees {self.table.name} {self.writer.version} {self.hall.clock.now_ms()}"
            await self.writer.submit(request, "house", ChargeFees(), plan=False)

    async def move_bot(self) -> None:
        """A bot looks at what its seat sees and chooses."""
        hand = self.hand
        if hand is not None and self.state.is_dealt:
            await bot_move(self.writer, self.table, hand, self._chance)

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
            self.time.extra += grace
            self.plan()
            self.hall.refresh(self.writer.name)
            return
        if place.time_bank and not place.leaving and await self.use_bank(hand, place):
            return
        order = InHand(hand.hand_id, hand.turns, TimeOut(seat))
        await self.writer.submit(f"clock {hand.hand_id} {hand.turns}", "clock", order)
        self.misses[player] = self.misses.get(player, 0) + 1
        is_out = self.table.freeze_out or place.status == "out"  # nobody sits out of a Freeze Out, or twice
        is_gone = self.table.event is not None and self.hall.is_away(player)  # absent, by the rules of its event
        if (self.misses[player] >= MISSES_BEFORE_SITTING_OUT or is_gone) and not is_out:
            away = f"away {hand.hand_id} {hand.turns} {seat}"
            await self.writer.submit(away, "clock", room.SitOut(player))
            self.misses.pop(player, None)

    async def use_bank(self, hand: Hand, place: room.Place) -> bool:
        """The time of a turn is over: the player's time bank runs on (house 27.8). False if that is refused."""
        seconds = min(BANK_PART_S, place.time_bank)
        self.time.extra += seconds
        request = f"bank {hand.hand_id} {hand.turns} {place.time_bank}"
        try:
            await self.writer.submit(request, "clock", UseTimeBank(hand.hand_id, hand.turns, place.seat))
        except RuleViolation:
            self.time.extra -= seconds
            return False
        return True

    async def end_clock(self, seat: int) -> None:
        """The time that the floor gave has run out: the hand is folded (nsw-poker 26.12, act-stud 4.6)."""
        hand = self.hand
        assert hand is not None
        if self._imposed.ends > self.hall.clock.monotonic():
            self.plan()  # the table's clock ran out while the floor's was being set
            return
        power = floor.read_power("end-clock", {"seat": seat, "waited_ms": self._imposed.seconds * 1000})
        order = floor.Use(power, floor.Author("the clock", "dealer"), "the limited time has run out")
        await self.writer.submit(f"clock {hand.hand_id} {hand.turns} ends", "clock", OnFloor(hand.turns, order))

    def grace_of(self, place: room.Place) -> float:
        """The seconds a player in turn gets for a lost connection: once in so many hands, none on the floor's clock."""
        last = self.graced.get(place.player)
        if place.leaving or self.is_imposed():
            return 0.0
        return self.hall.grace_s if last is None or self.table.number - last >= HANDS_BETWEEN_GRACES else 0.0


# -- bots --------------------------------------------------------------------------------------------------------------


async def bot_move(writer: TableWriter, table: room.Table, hand: Hand, chance: random.Random) -> None:
    """The bot whose turn it is looks at what its seat sees and chooses."""
    turn = legal(hand)
    if turn is None:
        return
    name = table.places[turn.seat].bot
    command = find_bot(name)(turn, lambda: view(hand, Viewer("seat", turn.seat)), chance)
    await writer.submit(f"bot {hand.hand_id} {hand.turns}", f"bot {name}", InHand(hand.hand_id, hand.turns, command))


async def refill_bots(writer: TableWriter, table: room.Table) -> None:
    """Bots that are short buy chips between hands, like anyone else."""
    sign = table.sign
    goal = min(sign.max_stake or 100 * sign.limit.small, max(sign.min_stake, 100 * sign.limit.small))
    short = [place for place in table.places.values() if place.bot and place.stack < goal // 3]
    if table.freeze_out or table.event is not None:  # everyone plays with one buy-in, or with an event's chips
        return
    for place in short:
        amount = (goal - place.stack) // sign.unit * sign.unit
        request = f"refill {table.name} {place.seat} {writer.version}"
        with contextlib.suppress(RuleViolation):  # the bot plays on with what it has
            await writer.submit(request, "house", room.AddStake(place.player, amount), plan=False)
