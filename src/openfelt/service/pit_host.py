"""One writer per house-banked table: the same promise as at a poker table, for boxes against the house."""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from openfelt import pit
from openfelt.cards import deck
from openfelt.errors import InvariantBroken, OpenfeltError, RuleViolation, StaleView
from openfelt.money import money
from openfelt.pit import commands as c
from openfelt.pit import events as ev
from openfelt.pit.round import BETTING, DECISION, DONE
from openfelt.pit.settlement import Spot
from openfelt.pit.wagers import least_purse
from openfelt.rulebooks import rulebook as book
from openfelt.service.calls import Calls
from openfelt.service.chronicle import LINES_KEPT
from openfelt.service.citing import ROOM_CITES
from openfelt.service.commitments import Commitment
from openfelt.service.conservation import require_moved
from openfelt.service.filing import Work, Writer, file
from openfelt.service.host import TableStopped
from openfelt.service.pit_feed import PitLogged, pit_lobby, pit_snapshot, pit_update
from openfelt.service.pit_record import (
    PitTrial,
    Step,
    chips_in,
    chips_laid,
    ledger_fault,
    pit_record,
    refunds,
    segments,
)
from openfelt.service.protocol import LobbyTable
from openfelt.service.refold import RecordBroken
from openfelt.service.sealing import seal
from openfelt.service.stream import HandVoided, ShuffleCommitted

if TYPE_CHECKING:
    from openfelt.service.hall import Hall

BETTING_S: Final = 12.0
DECISION_S: Final = 30.0
RESULT_S: Final = 6.0
LEAVING_S: Final = 0.5
VOID: Final = {"act-holdem": book("act-holdem").cite("15.3"), "nz-big-raise": book("nz-big-raise").cite("11.11")}
# The dealer closes the betting once every player has had the opportunity to wager.
EVERYONE_WAGERED: Final = {
    "act-holdem": book("act-holdem").cite("4.1"),
    "nz-big-raise": book("nz-big-raise").cite("8.1"),
}
NOT_OFFERED: Final = {"act-holdem": book("act-holdem").cite("4.4"), "nz-big-raise": book("nz-big-raise").cite("5.1")}


class PitHost(Writer):
    """A house-banked table in memory, the only writer of its stream."""

    def __init__(self, hall: Hall, name: str, rulebook: str) -> None:
        super().__init__(hall, f"pit/{name}")
        self.name = name
        self.rulebook = rulebook
        self.round = pit.Round()
        self.commitment: ShuffleCommitted | None = None
        self.pending: ShuffleCommitted | None = None  # a deck that is committed and not yet dealt from
        self.log: deque[PitLogged] = deque(maxlen=LINES_KEPT)
        self.calls = Calls()
        self.asked_deal: set[str] = set()  # who has wagered and wants the cards, of this round
        self.began: dict[int, int] = {}  # where each round begins in the stream
        self.fault = ""
        self.whole_s = 0.0
        self._turn: tuple[Any, ...] = ()
        self._since = 0.0
        self._extra = 0.0
        self._graced: dict[str, int] = {}
        self._lock = asyncio.Lock()

    # -- changing ----------------------------------------------------------------------------------------------------

    async def submit(self, request: str, actor: str, step: Step, *, plan: bool = True) -> None:
        """Work an order out on a copy, store it, then tell everyone. What was begun is finished."""
        await asyncio.shield(self.hall.keep(self._submit(request, actor, step, plan=plan)))

    async def _submit(self, request: str, actor: str, step: Step, *, plan: bool) -> None:
        async with self._lock:
            if self.stopped:
                raise TableStopped(f"{self.name} is stopped: {self.stopped}")
            trial = PitTrial(self.name, self.round)
            try:
                step(trial)
            except InvariantBroken as fault:
                self.stop(fault)
                raise
            except OpenfeltError:
                if self.was_done(request):
                    return  # a repeated request is not judged again
                raise
            await self.commit(request, actor, trial, plan=plan)

    async def commit(self, request: str, actor: str, trial: PitTrial, *, plan: bool) -> None:
        """On disk first, then the state and its clock, then the news."""
        if not trial.events:
            return
        chips = chips_in(self.round), chips_in(trial.round)
        try:
            require_moved(self.name, chips, trial.events, trial.postings)
        except InvariantBroken as fault:
            if self.was_done(request):
                return  # a repeated request is not judged again
            self.stop(fault)
            raise
        now = self.hall.clock.now_ms()
        records = tuple(pit_record(event, actor, now) for event in trial.events)
        if not await file(self, request, records, trial):
            return
        self._retry.stored()
        after = self.version
        self.version += len(records)
        self.round = trial.round
        logged = [self.note(seq, event) for seq, event in enumerate(trial.events, start=after + 1)]
        if plan:
            self.plan_next()
        with self.hall.telling(self):
            self.tell_watchers(after, logged)

    def tell_watchers(self, after: int, logged: list[PitLogged]) -> None:
        """Send everyone who watches what has happened since `after`."""
        for one in self.hall.subscribers.watching(self.name):
            one.tell(self.name, pit_update(self, after, logged, one.player))

    def note(self, seq: int, event: Any) -> PitLogged:  # noqa: ANN401 - any event of the stream
        """Keep what the log shows, and whose each box was."""
        if isinstance(event, ShuffleCommitted):
            self.commitment = self.pending = event
        elif isinstance(event, ev.BettingClosed | HandVoided | ev.ShuffleOrdered | ev.CardsChanged):
            self.pending = None  # it is dealt, or a clause asks for another
        self.calls.note(seq, event)
        before = self.log[-1][2] if self.log else {}
        players = before
        if isinstance(event, ev.RoundOpened):
            players = {}
            self.began[event.number] = seq
            self.asked_deal.clear()
        elif isinstance(event, ev.Wagered | ev.Withdrawn):
            # A player who changes a wager is not ready any more.
            self.asked_deal.discard(event.player if isinstance(event, ev.Wagered) else before.get(event.box, ""))
        if isinstance(event, ev.Wagered):
            players = {**before, event.box: event.player}
        logged = (seq, event, players)
        self.log.append(logged)
        return logged

    async def open(self, sign: pit.AnySign) -> None:
        """Put up the sign."""
        await self.submit(f"open {self.stream}", "house", lambda trial: trial.play(pit.Open(sign, ())))

    async def join(self, player: str, box: int, stake: int, request: str) -> None:
        """Sit down at a box, with the chips for a first wager: none can be brought later."""

        def step(trial: PitTrial) -> None:
            least, cites = least_purse(trial.round.sign)
            if stake < least:
                message = f"a stake of {money(stake)} is too little for the least ante"
                raise RuleViolation("stake", cites, message, legal=(f"{money(least)} or more",))
            trial.play(c.Join(player, box, stake))

        await self.submit(request, player, step)

    async def act(self, player: str, number: int, order: dict[str, Any], request: str) -> None:
        """Take one of the offers made to this player."""
        command = pit.decode_command(msgspec.json.encode(order))

        def step(trial: PitTrial) -> None:
            if trial.round.number != number:
                raise StaleView(f"round {number} is over; the present one is {trial.round.number}")
            viewer = pit.Viewer("player", player)
            mine = [offer for offer in pit.offers_for(trial.round, viewer) if offer.by == player]
            if not any(offer.covers(command) for offer in mine):
                words = tuple(type(offer.command).__name__ for offer in mine)
                raise RuleViolation(
                    "not-offered", NOT_OFFERED[self.rulebook], "that is not among your offers now", legal=words
                )
            trial.play(command)

        await self.submit(request, player, step)

    def may_ask_deal(self, player: str) -> bool:
        """Whether a player may say now that the cards can be dealt: wagers lie there, and the betting is open."""
        is_open = self.round.phase == BETTING and chips_laid(self.round) > 0
        return is_open and player in self.round.seats and player not in self.asked_deal and not self.stopped

    async def ask_deal(self, player: str, number: int) -> None:
        """Deal before the time for betting ends, once everyone who sits here has asked for it.

        Nothing is recorded: after a restart the time for betting runs anew, and the players may ask again.
        """
        async with self._lock:
            if self.stopped:
                raise TableStopped(f"{self.name} is stopped: {self.stopped}")
            if self.round.number != number:
                raise StaleView(f"round {number} is over; the present one is {self.round.number}")
            if player in self.asked_deal:
                return
            if not self.may_ask_deal(player):
                seated = player in self.round.seats
                message = (
                    "nobody has wagered, or the betting is closed" if seated else f"you have no box at {self.name}"
                )
                raise RuleViolation("no-deal", EVERYONE_WAGERED[self.rulebook], message)
            self.asked_deal.add(player)
            self.plan_next()
            with self.hall.telling(self):
                self.tell_watchers(self.version, [])

    # -- starting ----------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, hall: Hall, stream: str) -> PitHost:
        """The table that a stream folds into, with the deck of its live round. A broken live round is to be voided."""
        journal = hall.journal.store
        rounds = list(segments(journal, stream))
        first = rounds[0].records[0][1] if rounds[0].records else None
        if not isinstance(first, ev.TableOpened):
            raise RecordBroken(f"stream {stream!r} does not begin with the opening of a table")
        host = cls(hall, stream.partition("/")[2], first.sign.rulebook)
        for segment in rounds:
            base = host.round.copy()
            try:
                if segment.is_voided:
                    segment.fold_around(host.round)
                else:
                    segment.fold(host.round, journal)
            except (RecordBroken, OpenfeltError) as fault:
                if segment is not rounds[-1]:
                    raise RecordBroken(str(fault)) from None
                host.round, host.fault = base, str(fault)
                segment.fold_around(host.round)
            for one, event in segment.records:
                host.version = one.version
                if event is not None:
                    host.note(one.version, event)
        if not host.fault and (wrong := ledger_fault(journal, host.name, host.round)):
            raise RecordBroken(wrong)
        return host

    async def carry_on(self) -> None:
        """Go on from what is durable: void a round whose record does not stand, and plan what is due."""
        if self.fault:
            cites, number, why = VOID[self.rulebook], self.round.number, self.fault
            lines = refunds(self.hall.journal.store, self.name, self.round, cites)

            def undo(trial: PitTrial) -> None:
                trial.note(HandVoided(number, why, cites))
                trial.postings += lines

            await self.submit(f"void {self.name} {number} {self.version}", "house", undo, plan=False)
            self.fault = ""
        self.plan_next()

    # -- the house's own time ----------------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether time runs."""
        return self._timer is not None

    def plan_next(self) -> None:
        """Close the betting, fold a player out of time, or open the next round. A clock that runs is not wound up."""
        self.cancel_timer()
        phase, number = self.round.phase, self.round.number
        turn: tuple[Any, ...]
        work: Work
        if self.stopped or self.hall.closing:
            return
        if self.may_let_go():
            turn, wait, work = ("leave", number, self.version), 0.0, self.let_go
        elif self.round.closed:
            return
        elif phase == BETTING and chips_laid(self.round):
            is_asked = self.round.seats.keys() <= self.asked_deal
            turn, wait, work = ("bet", number), 0.0 if is_asked else BETTING_S * self.hall.pace, self.deal
        elif phase == DECISION:
            wait = LEAVING_S if self.is_leaving(self.round.to_act) else DECISION_S
            turn, work = ("act", number, self.round.to_act), self.time_out
        elif phase == DONE:
            turn, wait, work = ("next", number), RESULT_S * self.hall.pace, self.next_round
        else:
            return
        now = self.hall.clock.monotonic()
        if turn != self._turn:
            self._turn, self._since, self._extra = turn, now, 0.0
        self.whole_s = wait + self._extra
        self.deadline = self._since + self.whole_s
        self._timer = self.hall.clock.call_later(max(0.0, self.deadline - now), lambda: self.spawn(work))

    def is_leaving(self, box: int) -> bool:
        """Whether the account of whoever plays a box has been closed: it is waited for no longer."""
        return box in self.round.boxes and self.round.boxes[box].player in self.hall.closed

    def may_let_go(self) -> bool:
        """Whether players whose accounts have been closed sit here and can leave: no card is on the table."""
        return self.round.phase in (BETTING, DONE) and not self.round.seats.keys().isdisjoint(self.hall.closed)

    async def see_off(self, by: str) -> None:
        """An account was closed whose player sits here: at once, or when the round is over."""
        if self.may_let_go():
            await self.let_go(by)
        else:
            self.plan_next()

    async def let_go(self, by: str = "house") -> None:
        """Players whose accounts have been closed leave with their chips.

        Before the deal their wagers go back; a round that is being played is played out first, without waiting for
        their decisions.
        """
        for player in sorted(self.round.seats.keys() & self.hall.closed):
            request = f"leave {self.name} {player} {self.version}"
            await self.submit(request, by, partial(leave, player=player), plan=False)
        self.plan_next()

    async def deal(self) -> None:
        """Commit to the deck, tell its root, then close the betting and deal. A deck once committed to is dealt."""
        if self.round.phase != BETTING:
            return
        if self.pending is None:
            shuffle = f"{self.name}/{self.round.number}/{self.version}"
            seed = self.hall.shuffler.seed()
            committed = Commitment(shuffle, seed, deck(52))

            def commit(trial: PitTrial) -> None:
                if self.pending is not None or trial.round.phase != BETTING:
                    raise StaleView("a deck is committed to")  # a wager came meanwhile, and its clock was first
                trial.note(
                    ShuffleCommitted(
                        shuffle, committed.root.hex(), len(committed.order), ROOM_CITES[self.rulebook].shuffle
                    )
                )
                trial.sealed.append(seal(committed, seed, deck(52)))
                trial.round.load(committed.order)

            await self.submit(f"commit {shuffle}", "house", commit, plan=False)
        assert self.pending is not None
        request = f"deal {self.pending.shuffle} {self.version}"
        await self.submit(request, "house", lambda trial: trial.play(c.NoMoreBets()))

    async def time_out(self) -> None:
        """A player out of time folds; who lost the connection has a grace first."""
        box, number = self.round.to_act, self.round.number
        if not box:
            return
        player = self.round.boxes[box].player
        if self.hall.is_away(player) and (grace := self.grace_of(box)):
            self._graced[player] = number
            self._extra += grace
            self.plan_next()
            return

        def fold(trial: PitTrial) -> None:
            if (trial.round.number, trial.round.to_act) != (number, box):
                raise StaleView("the player has acted")
            trial.play(c.Fold(box))

        await self.submit(f"clock {self.name} {number} {box} {self.version}", "clock", fold)

    def grace_of(self, box: int) -> float:
        """The seconds that a player who decides gets for a lost connection: once in ten rounds, not while leaving."""
        player, number = self.round.boxes[box].player, self.round.number
        return self.hall.grace_s if not self.is_leaving(box) and self._graced.get(player, -9) < number - 9 else 0.0

    async def next_round(self) -> None:
        """Betting opens again."""
        request = f"next {self.name} {self.round.number} {self.version}"
        await self.submit(request, "house", lambda trial: trial.play(c.NextRound()))

    # -- telling -----------------------------------------------------------------------------------------------------

    def snapshot(self, player: str) -> bytes:
        """The table as it stands for this player."""
        return pit_snapshot(self, player)

    def lobby(self) -> LobbyTable:
        """The table as the lobby lists it."""
        return pit_lobby(self)


def leave(trial: PitTrial, player: str) -> None:
    """A step: take a player's wagers off the layout, those that need an ante before the ante, and let the player go."""
    if player not in trial.round.seats:
        return
    for box in trial.round.boxes.values():
        laid = sorted(box.stakes, key=lambda spot: spot is Spot.ANTE) if box.player == player else ()
        for spot in laid:
            trial.play(c.Withdraw(box.no, spot))
    trial.play(c.Leave(player))
