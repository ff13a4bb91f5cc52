"""The house's own work at a house-banked table: dealing when the betting ends, players' clocks, the next round."""

from __future__ import annotations

from typing import Any, Final

from openfelt.pit import Round
from openfelt.pit.round import BETTING, DECISION, DONE
from openfelt.room.banked import PitState
from openfelt.room.banked_orders import ApplyPitNotice, CloseBetting, OpenBetting, SeeOff, TimeUp
from openfelt.room.orders import FixDeck, VoidRecord
from openfelt.service.writers.tables import TableWriter
from openfelt.service.writers.work import Task, Work

BETTING_S: Final = 12.0
DECISION_S: Final = 30.0
RESULT_S: Final = 6.0
LEAVING_S: Final = 0.5
ROUNDS_BETWEEN_GRACES: Final = 10


class PitWork(Work):
    """What the house does at a pit by itself, and how long it waits for each player."""

    def __init__(self, writer: TableWriter) -> None:
        super().__init__(writer)
        self.asked_deal: set[str] = set()  # who has wagered and wants the cards, of this round
        self.graced: dict[str, int] = {}  # the round in which a player last had the grace

    @property
    def state(self) -> PitState:
        """The table as it stands."""
        found: PitState = self.writer.state
        return found

    @property
    def round(self) -> Round:
        """The round in play, or the last one."""
        found: Round = self.writer.state.round
        return found

    async def carry_on(self) -> None:
        """Go on from what is stored: void a round whose record fails verification, and plan what is due."""
        if self.writer.fault:
            request = f"void {self.writer.name} {self.round.number} {self.writer.version}"
            await self.writer.submit(request, "house", VoidRecord(self.writer.fault), plan=False)
            self.writer.fault = ""
        self.plan()

    def plan(self) -> None:
        """Close the betting, fold a player out of time, or open the next round. A clock that runs is not wound up."""
        self.cancel()
        state = self.state
        round_ = state.round
        phase, number = round_.phase, round_.number
        turn: tuple[Any, ...]
        task: Task
        if self.writer.stopped or state.frozen or state.live or self.hall.closing:
            self.time.stand()  # the player whose turn it is gets the whole time again when the table goes on
            return
        if self.may_let_go():
            turn, wait, task = ("leave", number, self.writer.version), 0.0, self.let_go
        elif round_.closed or (self.hall.finishing and not round_.in_play):
            return
        elif (after := self.notice_after(round_)) is not None:
            turn, wait, task = ("notice", round_.notice), after, self.apply_notice
        elif phase == BETTING and round_.laid:
            is_asked = round_.seats.keys() <= self.asked_deal
            turn, wait, task = ("bet", number), 0.0 if is_asked else BETTING_S * self.hall.pace, self.deal
        elif phase == DECISION:
            wait = LEAVING_S if self.is_leaving(round_.to_act) else DECISION_S
            turn, task = ("act", number, round_.to_act), self.time_out
        elif phase == DONE:
            turn, wait, task = ("next", number), RESULT_S * self.hall.pace, self.next_round
        else:
            return
        if not self.time.begin(turn, wait, self.hall.clock.monotonic()):
            self.time.wait = wait
        self.time.run()
        self.do_at(self.time.deadline, task)

    def notice_after(self, round_: Round) -> float | None:
        """In how many seconds an announcement takes effect; None if something else comes first."""
        if round_.notice is None or round_.phase not in (BETTING, DONE) or round_.laid:
            return None
        left = max(0.0, (round_.notice.due_ms - self.hall.now_ms()) / 1000)
        return left if round_.phase == BETTING or not left else None

    async def apply_notice(self) -> None:
        """The time of a notice has come: the limits change, or the table closes."""
        request = f"notice {self.writer.name} {self.round.number} {self.writer.version}"
        await self.writer.submit(request, "house", ApplyPitNotice())

    def is_leaving(self, box: int) -> bool:
        """Whether the account of a box's player has been closed: the table then stops waiting for that player."""
        boxes = self.round.boxes
        return box in boxes and boxes[box].player in self.hall.closed

    @property
    def sent_off(self) -> list[str]:
        """Players here who may not play any more: their account is closed, or the house's record keeps them out."""
        round_ = self.round
        book = round_.rulebook
        return sorted(one for one in round_.seats if self.hall.must_leave(one, book, self.writer.name))

    def may_let_go(self) -> bool:
        """Whether somebody sits here who may not play any more, and can leave because no card is on the table."""
        return self.round.phase in (BETTING, DONE) and bool(self.sent_off)

    async def let_go(self) -> None:
        """Players who may play no longer leave with their chips.

        Before the deal their wagers go back; a round that is being played is played out first, without waiting for
        their decisions.
        """
        for player in self.sent_off:
            request = f"leave {self.writer.name} {player} {self.writer.version}"
            await self.writer.submit(request, "house", SeeOff(player), plan=False)
        self.plan()

    async def deal(self) -> None:
        """Commit to the deck, tell its root, then close the betting and deal. A deck once committed to is dealt."""
        if self.round.phase != BETTING:
            return
        if self.state.pending is None:
            shuffle = f"{self.writer.name}/{self.round.number}/{self.writer.version}"
            await self.writer.submit(f"commit {shuffle}", "house", FixDeck(shuffle), plan=False)
        assert self.state.pending is not None
        await self.writer.submit(f"deal {self.state.pending.shuffle} {self.writer.version}", "house", CloseBetting())

    async def time_out(self) -> None:
        """A player out of time folds; who lost the connection has a grace first."""
        box, number = self.round.to_act, self.round.number
        if not box:
            return
        player = self.round.boxes[box].player
        if self.hall.is_away(player) and (grace := self.grace_of(box)):
            self.graced[player] = number
            self.time.extra += grace
            self.plan()
            return
        await self.writer.submit(
            f"clock {self.writer.name} {number} {box} {self.writer.version}", "clock", TimeUp(number, box)
        )

    def grace_of(self, box: int) -> float:
        """The seconds that a player who decides gets for a lost connection: once in ten rounds, not while leaving."""
        last = self.graced.get(self.round.boxes[box].player)
        is_due = last is None or self.round.number - last >= ROUNDS_BETWEEN_GRACES
        return self.hall.grace_s if is_due and not self.is_leaving(box) else 0.0

    async def next_round(self) -> None:
        """Betting opens again."""
        request = f"next {self.writer.name} {self.round.number} {self.writer.version}"
        await self.writer.submit(request, "house", OpenBetting())
