"""One writer per house-banked table: the same promise as at a poker table, for boxes against the house."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec

from openfelt import pit
from openfelt.cage import Posting, accounts
from openfelt.cage.ledger import transfer
from openfelt.cards import deck
from openfelt.errors import InvariantBroken, OpenfeltError, RuleViolation, StaleView
from openfelt.journal import Batch, Entry, Record, Sealed, StorageFailed, StoredRecord
from openfelt.pit import commands as c
from openfelt.pit.events import Event
from openfelt.pit.round import BETTING, DECISION, DONE
from openfelt.service.commitments import Commitment
from openfelt.service.host import LINES_KEPT, TableStopped
from openfelt.service.protocol import (
    ClockView,
    Line,
    LobbyTable,
    PitOffer,
    PitRound,
    PitSnapshot,
    PitState,
    PitUpdate,
    write_frame,
)
from openfelt.service.sealing import opened, seal
from openfelt.service.stream import ShuffleCommitted, record_of

if TYPE_CHECKING:
    from openfelt.service.hall import Hall

BETTING_S: Final = 12.0
DECISION_S: Final = 30.0
RESULT_S: Final = 6.0
KINDS: Final = {kind.__name__: kind for kind in get_args(Event)}
TITLES: Final = {"act-holdem": "Canberra Casino Hold-em", "nz-big-raise": "Big Raise Stud"}


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
            before, laid = dict(self.round.purses), chips_laid(self.round)
            bank = self.round.bank
            pit.evolve(self.round, event)
            self.events.append(event)
            self.postings += self.moved(event, before, laid, bank)

    def moved(self, event: Any, before: dict[str, int], laid: int, bank: int) -> list[Posting]:  # noqa: ANN401
        """Ledger lines: chips that came or left, wagers laid and taken back, the house's losses and gains."""
        lines: list[Posting] = []
        after = self.round.purses
        pot = accounts.pot(self.table)
        paid = bank - self.round.bank
        if paid > 0:
            lines += transfer(paid, source=accounts.HOUSE, target=pot, reason="banked game", cites=event.cites)
        for player in before.keys() | after.keys():
            amount = after.get(player, 0) - before.get(player, 0)
            mine = accounts.stake(self.table, player)
            if player not in before or player not in after:
                purse = accounts.purse(player)
                source, target = (purse, mine) if amount > 0 else (mine, purse)
                reason = "buy-in" if amount > 0 else "leave"
            else:
                source, target = (pot, mine) if amount > 0 else (mine, pot)
                reason = "award" if amount > 0 else "wager"
            if amount:
                lines += transfer(abs(amount), source=source, target=target, reason=reason, cites=event.cites)
        if paid < 0:
            lines += transfer(-paid, source=pot, target=accounts.HOUSE, reason="banked game", cites=event.cites)
        if laid + paid + sum(before.values()) - sum(after.values()) < 0:
            assert lines  # a newcomer's chips came from a purse
        return lines


def chips_laid(round_: pit.Round) -> int:
    """Chips on the boxes."""
    return sum(box.laid for box in round_.boxes.values())


class PitHost:
    """A house-banked table in memory, the only writer of its stream."""

    def __init__(self, hall: Hall, name: str, rulebook: str) -> None:
        self.hall = hall
        self.name = name
        self.rulebook = rulebook
        self.stream = f"pit/{name}"
        self.version = 0
        self.round = pit.Round()
        self.commitment: ShuffleCommitted | None = None
        self.log: list[tuple[int, Any]] = []
        self.stopped = ""
        self.deadline = 0.0
        self.whole_s = 0.0
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None

    # -- changing ----------------------------------------------------------------------------------------------------

    async def submit(self, request: str, actor: str, step: Callable[[PitTrial], None]) -> None:
        """Work an order out on a copy, store it, then tell everyone."""
        async with self._lock:
            if self.hall.journal.store.receipt(request) is not None:
                return
            if self.stopped:
                raise TableStopped(f"{self.name} is stopped: {self.stopped}")
            trial = PitTrial(self.name, self.round)
            try:
                step(trial)
            except InvariantBroken as fault:
                self.stop(str(fault))
                raise
            await self.commit(request, actor, trial)
        self.plan_next()

    async def commit(self, request: str, actor: str, trial: PitTrial) -> None:
        """On disk first, then the state, then the news."""
        now = self.hall.now_ms()
        records = tuple(pit_record(event, actor, now) for event in trial.events)
        entry = Entry(request, (Batch(self.stream, self.version, records),), tuple(trial.postings), tuple(trial.sealed))
        try:
            await self.hall.journal.append(entry)
        except StorageFailed as fault:
            self.stop(f"storage failed: {fault}")
            raise
        after = self.version
        self.version += len(records)
        self.round = trial.round
        for offset, event in enumerate(trial.events, start=1):
            self.note(after + offset, event)
        self.publish(after, trial.events)

    def note(self, seq: int, event: Any) -> None:  # noqa: ANN401 - any event of the stream
        """Keep what the log shows."""
        if isinstance(event, ShuffleCommitted):
            self.commitment = event
        self.log.append((seq, event))
        del self.log[:-LINES_KEPT]

    def stop(self, why: str) -> None:
        """No more orders; what is durable stands."""
        self.stopped = why
        self.cancel_timer()
        self.hall.report_fault(InvariantBroken(f"{self.name}: {why}"))

    async def open(self, sign: pit.AnySign) -> None:
        """Put up the sign."""
        await self.submit(f"open {self.stream}", "house", lambda trial: trial.play(pit.Open(sign, ())))

    async def join(self, player: str, box: int, stake: int, request: str) -> None:
        """Sit down at a box."""
        await self.submit(request, player, lambda trial: trial.play(c.Join(player, box, stake)))

    async def act(self, player: str, number: int, order: dict[str, Any], request: str) -> None:
        """Take one of the offers made to this player."""
        command = pit.decode_command(msgspec.json.encode(order))

        def step(trial: PitTrial) -> None:
            if trial.round.number != number:
                raise StaleView(f"round {number} is over; the present one is {trial.round.number}")
            viewer = pit.Viewer("player", player)
            mine = [offer for offer in pit.offers_for(trial.round, viewer) if offer.by == player]
            if not any(offer.covers(command) for offer in mine):
                cites = mine[0].cites if mine else ("act-holdem 4.4",)
                words = tuple(type(offer.command).__name__ for offer in mine)
                raise RuleViolation("not-offered", cites, "that is not among your offers now", legal=words)
            trial.play(command)

        await self.submit(request, player, step)

    # -- loading -----------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, hall: Hall, stream: str) -> PitHost:
        """The table that a stream folds into, with the deck of its live round."""
        stored: list[StoredRecord] = []
        while batch := hall.journal.store.read(stream, after=stored[-1].version if stored else 0):
            stored += batch
        first = pit_event(stored[0].record)
        host = cls(hall, stream.partition("/")[2], first.sign.rulebook)
        dealt = 0
        for one in stored:
            event = pit_event(one.record)
            host.version = one.version
            host.note(one.version, event)
            if isinstance(event, ShuffleCommitted):
                sealed = hall.journal.store.sealed(event.shuffle)
                if sealed is None:
                    raise InvariantBroken(f"shuffle {event.shuffle} has no sealed seed")
                host.round.load(opened(sealed).order)
                continue
            pit.evolve(host.round, event)
            dealt = sum(1 for _ in host.round.dealt())
        if host.round.in_play and dealt:
            gone = set(host.round.dealt())
            host.round.load([card for card in host.round.shoe if card not in gone])
        return host

    # -- the house's own time ----------------------------------------------------------------------------------------

    def cancel_timer(self) -> None:
        """No timer runs."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def plan_next(self) -> None:
        """Close the betting, fold a player out of time, or open the next round, whichever is due."""
        self.cancel_timer()
        if self.stopped or self.hall.closing:
            return
        phase = self.round.phase
        work: Callable[[], Any] | None = None
        if phase == BETTING and chips_laid(self.round):
            wait, work = BETTING_S * self.hall.pace, self.deal
        elif phase == DECISION:
            wait, work = DECISION_S, self.time_out
        elif phase == DONE:
            wait, work = RESULT_S * self.hall.pace, self.next_round
        if work is not None:
            self.whole_s, self.deadline = wait, time.monotonic() + wait
            self._timer = asyncio.get_running_loop().call_later(wait, self.spawn, work)

    def spawn(self, work: Callable[[], Any]) -> None:
        """Run the house's own work beside everything else."""

        async def guarded() -> None:
            try:
                await work()
            except OpenfeltError:
                return
            except Exception as fault:
                self.stop(f"{type(fault).__name__}: {fault}")
                self.hall.report_fault(fault)

        self.hall.spawn(guarded())

    async def deal(self) -> None:
        """Commit to the deck, tell its root, then close the betting and deal."""
        shuffle = f"{self.name}/{self.round.number}/{self.version}"
        seed = self.hall.shuffler.seed()
        committed = Commitment(shuffle, seed, deck(52))

        def commit(trial: PitTrial) -> None:
            trial.events.append(ShuffleCommitted(shuffle, committed.root.hex(), len(committed.order)))
            trial.sealed.append(seal(committed, seed, deck(52)))
            trial.round.load(committed.order)

        await self.submit(f"commit {shuffle}", "house", commit)
        await self.submit(f"deal {shuffle}", "house", lambda trial: trial.play(c.NoMoreBets()))

    async def time_out(self) -> None:
        """A player out of time folds."""
        box, number = self.round.to_act, self.round.number
        if box:
            request = f"clock {self.name} {number} {box} {self.version}"
            await self.submit(request, "clock", lambda trial: trial.play(c.Fold(box)))

    async def next_round(self) -> None:
        """Betting opens again."""
        request = f"next {self.name} {self.round.number} {self.version}"
        await self.submit(request, "house", lambda trial: trial.play(c.NextRound()))

    # -- telling -----------------------------------------------------------------------------------------------------

    def publish(self, after: int, events: list[Any]) -> None:
        """A frame for each viewer, made for that viewer."""
        for one in self.hall.subscribers:
            if self.name in one.tables:
                lines = tuple(self.line(after + at, event, one.player) for at, event in enumerate(events, start=1))
                state = self.state(one.player)
                frame = PitUpdate(table=self.name, after=after, seq=self.version, state=state, lines=lines)
                one.put(write_frame(frame))

    def snapshot(self, player: str) -> bytes:
        """The table as it stands for this player."""
        lines = tuple(self.line(seq, event, player) for seq, event in self.log[-60:])
        return write_frame(PitSnapshot(table=self.name, seq=self.version, state=self.state(player), lines=lines))

    def line(self, seq: int, event: Any, player: str) -> Line:  # noqa: ANN401 - any event of the stream
        """One line of the log as this player may see it."""
        if isinstance(event, ShuffleCommitted):
            text = f"the deck of this round is fixed: {event.root[:16]}…"
        else:
            players = {box.no: box.player for box in self.round.boxes.values()}
            seen = pit.seen_by(event, pit.Viewer("player", player), players)
            text = pit_line(seen, self.hall.name_of)
        return Line(seq=seq, text=text, cites=event.cites, kind=type(event).__name__)

    def state(self, player: str) -> PitState:
        """All that this player may see."""
        seated = player in self.round.seats
        viewer = pit.Viewer("player", player) if seated else pit.Viewer("rail")
        clock = None
        if self._timer is not None and self.round.phase in (BETTING, DECISION):
            left = max(0, int((self.deadline - time.monotonic()) * 1000))
            clock = ClockView(seat=self.round.to_act, left_ms=left, whole_ms=int(self.whole_s * 1000))
        offers = tuple(
            PitOffer(
                order=msgspec.json.decode(pit.encode(offer.command)),
                cites=offer.cites,
                amounts=(offer.amounts.low, offer.amounts.high, offer.amounts.step)
                if offer.amounts is not None
                else None,
                vary=offer.vary if offer.amounts is not None else (),
            )
            for offer in pit.offers_for(self.round, viewer)
            if seated and offer.by == player
        )
        names = {one: self.hall.name_of(one) for one in self.round.seats}
        return PitState(
            table=self.name,
            rulebook=self.rulebook,
            title=TITLES[self.rulebook],
            boxes=self.round.sign.places,
            round=pit_round(pit.view(self.round, viewer)),
            offers=offers,
            names=names,
            you=player if seated else "",
            chips=self.round.purses.get(player, 0),
            clock=clock,
            commitment=self.commitment.root if self.commitment is not None else "",
        )

    def lobby(self) -> LobbyTable:
        """The table as the lobby lists it."""
        sign = self.round.sign
        return LobbyTable(
            table=self.name,
            rulebook=self.rulebook,
            game=self.rulebook,
            title=TITLES[self.rulebook],
            limit="against the house",
            deck="52 cards, 2-A",
            blinds="",
            seats=sign.places,
            taken=len(self.round.seats),
            bots=0,
            pot_average=0,
            kind="pit",
            live=False,
        )


def pit_round(seen: pit.RoundView | None) -> PitRound | None:
    """The round for the page; the sign is shown beside it."""
    if seen is None:
        return None
    return PitRound(
        number=seen.number,
        phase=seen.phase,
        to_act=seen.to_act,
        boxes=seen.boxes,
        dealer=seen.dealer,
        community=seen.community,
        purses=seen.purses,
        outcome=seen.outcome,
    )


def pit_line(event: Any, name_of: Callable[[str], str]) -> str:  # noqa: ANN401 - any member of pit's Event
    """An event of a house-banked round in words: its name spelt out, and what it carries."""
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(event).__name__).strip()
    parts = []
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field in {"cites", "sign", "seats", "payments", "working"} or value in ((), "", None, 0, False):
            continue
        parts.append(f"{field} {shown(value, name_of)}")
    return f"{words}: {', '.join(parts)}" if parts else words


def shown(value: Any, name_of: Callable[[str], str]) -> str:  # noqa: ANN401 - any field of an event
    """A field's value for reading."""
    if isinstance(value, str):
        return name_of(value)
    if isinstance(value, tuple):
        return " ".join(shown(one, name_of) for one in value)
    if isinstance(value, msgspec.Struct):
        return " ".join(shown(getattr(value, name), name_of) for name in value.__struct_fields__)
    return str(value)


def pit_record(event: Any, actor: str, now_ms: int) -> Record:  # noqa: ANN401 - any event of the stream
    """The journal record of an event."""
    if isinstance(event, ShuffleCommitted):
        return record_of(event, actor, now_ms)
    return Record(f"pit.{type(event).__name__}", pit.encode(event), cites=event.cites[:50], actor=actor, time_ms=now_ms)


def pit_event(record: Record) -> Any:  # noqa: ANN401 - any event of the stream
    """The event that a record stores."""
    if record.name == "ShuffleCommitted":
        return msgspec.json.decode(record.payload, type=ShuffleCommitted)
    return pit.decode_event(record.payload)
