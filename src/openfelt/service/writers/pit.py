"""One writer per house-banked table: the same promise as at a poker table, for boxes against the house."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from openfelt import pit
from openfelt.errors import OpenfeltError, RuleViolation, StaleView
from openfelt.journal import Record
from openfelt.phrases import Name, phrase
from openfelt.pit import events as ev
from openfelt.pit.round import BETTING
from openfelt.room.banked import PitDecided, PitState, decide
from openfelt.room.banked_orders import PitOrder
from openfelt.room.calls import Calls
from openfelt.room.house_events import ShuffleCommitted
from openfelt.rulebooks import Cites
from openfelt.service.house import House
from openfelt.service.record.history import LINES_KEPT
from openfelt.service.record.loading import other_rules
from openfelt.service.record.pit_record import Segment, chips_in, ledger_fault, pit_record, segments
from openfelt.service.record.refold import RecordBroken
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.pit_work import PitWork
from openfelt.service.writers.tables import TableWriter

log = logging.getLogger("openfelt")

# An event with its number, and whose each box was when it happened.
PitLogged = tuple[int, Any, dict[int, str]]


class PitHost(TableWriter):
    """A house-banked table in memory, the only writer of its stream."""

    kind: ClassVar[Literal["pit"]] = "pit"
    state: PitState

    def __init__(self, hall: House, state: PitState) -> None:
        super().__init__(hall, f"pit/{state.name}", state.version)
        self.state = state
        self.log: deque[PitLogged] = deque(maxlen=LINES_KEPT)
        self.began: dict[int, int] = {}  # where each round begins in the stream
        self.passed_over: set[int] = set()  # finished rounds of other rules that today's cannot follow
        self.work: PitWork = PitWork(self)

    @property
    def round(self) -> pit.Round:
        """The round in play, or the last one."""
        return self.state.round

    @property
    def commitment(self) -> ShuffleCommitted | None:
        """The published root of the present or last deck."""
        return self.state.shuffle

    @property
    def pending(self) -> ShuffleCommitted | None:
        """A deck that is fixed and not yet dealt from."""
        return self.state.pending

    @property
    def calls(self) -> Calls:
        """Calls for the floor."""
        return self.state.calls

    # -- changing ----------------------------------------------------------------------------------------------------

    def rulebook_of(self, state: PitState) -> str:
        """The rulebook that the table plays by."""
        return state.round.rulebook

    def decide(self, order: PitOrder, facts: Facts) -> PitDecided:
        """What an order does now."""
        return decide(self.state, order, facts)

    def record(self, event: Any, actor: str, at_ms: int) -> Record:  # noqa: ANN401 - any event of the stream
        """The journal record of an event."""
        return pit_record(event, actor, at_ms)

    def chips(self, state: PitState) -> dict[str, int]:
        """Each player's chips and the layout, by the table's own count."""
        return chips_in(state)

    def remember(self, after: int, events: Sequence[Any]) -> None:
        """Keep the latest lines."""
        for seq, event in enumerate(events, start=after + 1):
            self.note(seq, event)

    def note(self, seq: int, event: Any) -> PitLogged:  # noqa: ANN401 - any event of the stream
        """Keep what the log shows, and whose each box was."""
        before = self.log[-1][2] if self.log else {}
        players = before
        if isinstance(event, ev.RoundOpened):
            players = {}
            self.began[event.number] = seq
            self.work.asked_deal.clear()
        elif isinstance(event, ev.Wagered | ev.Withdrawn):
            # A player who changes a wager no longer counts as ready to be dealt to.
            self.work.asked_deal.discard(event.player if isinstance(event, ev.Wagered) else before.get(event.box, ""))
        if isinstance(event, ev.Wagered):
            players = {**before, event.box: event.player}
        logged = (seq, event, players)
        self.log.append(logged)
        return logged

    def may_ask_deal(self, player: str) -> bool:
        """Whether a player may say now that the cards can be dealt: wagers lie there, and the betting is open."""
        state, round_ = self.state, self.state.round
        is_open = round_.phase == BETTING and not state.frozen and not self.stopped
        return is_open and player in round_.seats and player not in self.work.asked_deal and round_.laid > 0

    async def ask_deal(self, player: str, number: int) -> None:
        """Deal before the time for betting ends, once everyone who sits here has asked for it.

        Nothing is recorded: after a restart the time for betting runs anew, and the players may ask again.
        """
        async with self.lock:
            self.require_running()
            if self.round.number != number:
                raise StaleView(
                    phrase("round {number} is over; the present one is {round}", number=number, round=self.round.number)
                )
            if player in self.work.asked_deal:
                return
            if not self.may_ask_deal(player):
                seated = player in self.round.seats
                message = (
                    "nobody has wagered, or the betting is closed"
                    if seated
                    else phrase("you have no box at {name}", name=Name(self.name))
                )
                raise RuleViolation("no-deal", self.round.game.ready, message)
            self.work.asked_deal.add(player)
            self.work.plan()
            self.hall.tell(self, self.version, ())

    # -- starting ----------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, hall: House, stream: str) -> PitHost:
        """The table that a stream folds into, with the deck of its live round. A broken live round is to be voided."""
        journal = hall.journal.store
        rounds = list(segments(journal, stream))
        first = rounds[0].records[0][1] if rounds[0].records else None
        if not isinstance(first, ev.TableOpened):
            raise RecordBroken(f"stream {stream!r} does not begin with the opening of a table")
        host = cls(hall, PitState(stream.partition("/")[2], pit.Round()))
        for segment in rounds:
            base = host.state.copy()
            try:
                host.fold(segment, first.sign.rulebook)
            except (RecordBroken, OpenfeltError) as fault:
                is_over, host.state = segment is not rounds[-1] or segment.is_over, base
                if is_over and (rules := other_rules(journal, segment.records, first.sign.rulebook)):
                    host.pass_over(segment, rules, str(fault))
                elif segment is not rounds[-1]:
                    raise RecordBroken(str(fault)) from None
                else:
                    host.fault = str(fault)
                    segment.fold_around(host.state)
            for one, event in segment.records:
                host.version = one.version
                if event is not None:
                    host.note(one.version, event)
        if not host.fault and (wrong := ledger_fault(journal, host.state)):
            raise RecordBroken(wrong)
        if host.round.in_play and (rules := other_rules(journal, rounds[-1].records, host.rulebook)):
            hall.significant.note("OtherRules", {"table": host.name, "number": host.round.number, "rules": rules})
        return host

    def pass_over(self, segment: Segment, rules: str, why: str) -> None:
        """A finished round of other rules does not fold any more: the operator is told, and the table goes on."""
        segment.fold_as_posted(self.state, self.hall.journal.store)
        number = self.round.number
        self.passed_over.add(number)
        log.warning("round %d of %s, decided by %s, cannot be followed: %s", number, self.name, rules, why)
        what = {"table": self.name, "number": number, "rules": rules}
        self.hall.significant.note("RoundNotFollowed", what)

    def fold(self, segment: Segment, book: str) -> None:
        """Fold a round with every check; one that other rules decided is followed as it was played."""
        journal, base = self.hall.journal.store, self.state.copy()
        try:
            if segment.is_voided:
                segment.fold_around(self.state)
            else:
                segment.fold(self.state, journal)
        except (RecordBroken, OpenfeltError):
            if not other_rules(journal, segment.records, book):
                raise
            self.state = base
            segment.fold_loosely(self.state, journal)

    @property
    def is_in_play(self) -> bool:
        """Whether a round is being played that the house and its clocks bring to an end."""
        return self.round.in_play and not (self.stopped or self.state.frozen or self.state.live)

    def seats(self) -> dict[str, int]:
        """Who has which box."""
        return self.round.seats

    def sign_fault(self) -> OpenfeltError | None:
        """What today's rules would refuse in the sign, or None."""
        try:
            pit.validate(self.round.sign)
        except OpenfeltError as fault:
            return fault
        return None

    async def see_off(self, player: str, cites: Cites) -> None:  # noqa: ARG002 - a box is left by the house's own order
        """Have a player who may not play any more leave, at once or when the round is over."""
        if player not in self.round.seats:
            return
        if self.work.may_let_go():
            await self.work.let_go()
        else:
            self.work.plan()
