"""One tournament from its first entry to its prizes, by the orders of the same director that runs one in the room.

Time is the event's own: rounds take as long as the pace says, levels and breaks as long as the conditions say, nothing
waits. Between two rounds in which nobody lost the last chips a table that is not held goes on by itself; the director
reads those rounds, in their order, when it is asked next. That changes nothing in what it orders.
"""

from __future__ import annotations

import heapq
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from openfelt.cage.accounts import Account, kind_of
from openfelt.errors import InvariantBroken, NotationError, RuleViolation
from openfelt.lab.events.law import seconds
from openfelt.lab.events.tables import Tables
from openfelt.room.offices import OFFICES, Officer
from openfelt.rulebooks import HOUSE_RULEBOOK
from openfelt.tournaments import events as e
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.checking import rules_of
from openfelt.tournaments.conditions import AddOns, Conditions
from openfelt.tournaments.deciding import EventGiven, Tournament, decide, evolve
from openfelt.tournaments.directing import due_ms, next_orders
from openfelt.tournaments.duty_orders import Nominate
from openfelt.tournaments.entered import entry_sessions
from openfelt.tournaments.facts import Revealed, start_of
from openfelt.tournaments.play_facts import is_in_period, plan_of
from openfelt.tournaments.sessions import is_finished

Pace: TypeAlias = Literal["live", "online"]
NAME: Final = "lab"
USUAL_START: Final = datetime(2026, 1, 2, 19, 0)  # by the room's clock; of an event that begins when it is called
PLENTY: Final = 10**15  # cents in everyone's purse
MOST_LOOKS: Final = 10_000
MOST_HOURS: Final = 500
HOUR_MS: Final = 3_600_000
TAKES_REBUY: Final = 0.5
TAKES_ADD_ON: Final = 0.8


def in_the_laboratory(conditions: Conditions) -> Conditions:
    """The same event, as the house runs it by itself: no officer has to start its clock or to accept its moves.

    Chips that are exchanged for larger ones are worth the same: nothing is coloured up here.
    """
    schedules = tuple(
        replace(one, levels=tuple(replace(level, remove_chip=0) for level in one.levels))
        for one in conditions.schedules
    )
    chips = conditions.chips
    if chips.colour_up in ("race", "round-up"):
        chips = replace(chips, colour_up="none")
    return replace(conditions, play=replace(conditions.play, dealt="online"), schedules=schedules, chips=chips)


def pace_of(conditions: Conditions) -> Pace:
    """How fast the event's own tables are, by how they are dealt."""
    return "online" if conditions.play.dealt == "online" else "live"


class PlayedEvent:
    """An event, its tables and its time."""

    def __init__(
        self, conditions: Conditions, names: tuple[str, ...], seed: str, tables: Tables, *, pace: Pace
    ) -> None:
        self.conditions = in_the_laboratory(conditions)
        self.names, self.seed, self.tables, self.pace = names, seed, tables, pace
        self.event = Tournament()
        self.events: list[e.TournamentEvent] = []
        starts = start_of(conditions) or USUAL_START
        self.now_ms = int(starts.replace(tzinfo=UTC).timestamp() * 1_000)
        self.chance = Random(f"{seed} choices")
        offices = [one.name for book in (conditions.book, HOUSE_RULEBOOK) for one in OFFICES.of(book).every]
        self.officer = Officer("lab", "lab", tuple(dict.fromkeys(offices)))
        self._ends: list[tuple[int, int]] = []  # of rounds in play: when, at which table
        self._given: set[str] = set()
        self._is_waiting = False  # something was refused that is to be ordered again
        levels = [level for one in conditions.schedules for level in one.levels]
        self._is_counted = any(isinstance(level.hands, int) for level in levels)

    # -- orders --------------------------------------------------------------------------------------------------------

    def given(self, at_ms: int) -> EventGiven:
        """What a decision is given: purses that hold plenty, and draws that depend on the seed alone."""
        at = datetime(1970, 1, 1) + timedelta(milliseconds=at_ms)  # by the room's own clock
        return EventGiven(at, balance=_plenty, draw=self._draw, at_ms=at_ms, reveal=self._reveal, recall=self._draw)

    def _draw(self, name: str, count: int) -> tuple[int, ...]:
        order = list(range(count))
        Random(f"{self.seed} draw {name} {count}").shuffle(order)
        return tuple(order)

    def _reveal(self, name: str, count: int, at: int) -> Revealed:
        return Revealed(self._draw(name, count)[at])

    def give(self, order: o.TournamentOrder, at_ms: int | None = None) -> tuple[e.TournamentEvent, ...]:
        """Give an order to the event itself."""
        made = decide(self.event, order, self.given(self.now_ms if at_ms is None else at_ms))
        for one in made:
            evolve(self.event, one)
        self.events += made
        return made

    def enter(self) -> None:
        """Publish the conditions and let everyone enter, a day before the start."""
        before = self.now_ms - 24 * HOUR_MS
        self.give(o.Publish(NAME, self.conditions, self.officer), before)
        self.give(o.OpenRegistration(self.officer), before)
        sessions = entry_sessions(self.conditions)
        for at, name in enumerate(self.names):
            session = sessions[at % len(sessions)]
            self.give(o.Apply(name, form=True, session=str(session.name)), before)
            if self.conditions.entry.acceptance == "written":
                self.give(o.AcceptConditions(name, self.event.digest), before)
            if session.entry_fee_cents:
                self.give(o.PayFee(name), before)
            if session.buy_in_cents:
                self.give(o.PayBuyIn(name), before)

    # -- the director --------------------------------------------------------------------------------------------------

    def direct(self) -> None:
        """Carry out what the director orders until it orders nothing that can be done now."""
        for _ in range(MOST_LOOKS):
            noted = self.event.play.tables
            reports = {
                number: self.tables.report(number, noted[number].hands if number in noted else PLENTY)
                for number in self.tables.numbers()
            }
            orders = next_orders(self.event, reports, self.now_ms)
            done = sum(self.carry_out(one.request, one.table, one.order) for one in orders)
            if not done:
                self._is_waiting = bool(orders)
                return
        raise InvariantBroken("the director does not come to rest")

    def carry_out(self, request: str, table: int, order: object) -> bool:
        """Give one order of the director, once; False if it was given before or cannot be done now."""
        if request in self._given:
            return False
        if table == 0:
            self.choose(self.give(order))  # type: ignore[arg-type]
        else:
            try:
                self.tables.carry_out(table, order, self.now_ms)  # type: ignore[arg-type]
            except RuleViolation:
                return False
        self._given.add(request)
        return True

    def choose(self, made: tuple[e.TournamentEvent, ...]) -> None:
        """What players choose by themselves: whether to buy chips."""
        for one in made:
            if isinstance(one, p.WentBroke) and one.until_ms:
                takes = self.chance.random() < TAKES_REBUY
                self.give(q.BuyChips(one.player, "re-buy") if takes else q.DeclineRebuy(one.player))
            elif isinstance(one, p.StageReached | p.SeatsDrawn):
                self._add_ons()

    def _add_ons(self) -> None:
        """Everyone who may takes an add-on with the same chance, once, where the period of them begins."""
        terms = self.conditions.add_ons
        stage = self.event.play.stage
        if not isinstance(terms, AddOns) or not is_in_period(self.event, terms.period, stage):
            return
        if stage and is_in_period(self.event, terms.period, stage - 1):
            return
        for player in list(self.event.play.players):
            if self.chance.random() < TAKES_ADD_ON:
                self.give(q.BuyChips(player, "add-on"))

    # -- time ----------------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """From the start to the prizes."""
        self.enter()
        if rules_of(self.conditions.book).nominated:
            self.give(Nominate(self.officer.account, self.officer))
        self.give(o.Start(self.officer))
        began = self.now_ms
        self.direct()
        while not self.is_over():
            self._deal_all()
            self._go_on()
            if self.now_ms - began > MOST_HOURS * HOUR_MS:
                text = f"not over after {MOST_HOURS} hours: the last level asks for too little"
                raise NotationError(text, legal="higher blinds in the last level")
        if self.event.phase != "awarded":
            self.give(q.ConfirmPlaces(self.officer))

    def is_over(self) -> bool:
        """Whether only the confirmation of the places is missing, if that."""
        return self.event.phase == "awarded" or (is_finished(self.event) and not self._ends)

    def _deal_all(self) -> None:
        for number in self.tables.numbers():
            self._deal(number)

    def _deal(self, number: int) -> None:
        if self.tables.may_deal(number):
            players = self.tables.deal(number, self.now_ms)
            ends = self.now_ms + round(1_000 * seconds(self.pace, players, self.chance))
            heapq.heappush(self._ends, (ends, number))

    def _go_on(self) -> None:
        """Play on until the director is needed, and ask it."""
        due = due_ms(self.event, self.now_ms)
        while self._ends and (due is None or self._ends[0][0] < due):
            self.now_ms, number = heapq.heappop(self._ends)
            closed = self.tables.close(number, self.now_ms)
            is_needed = self._is_waiting or self._is_counted or self.tables.is_held(number)
            if is_needed or not closed.results or any(one.after == 0 for one in closed.results):
                self.direct()
                return
            self._deal(number)
        if due is None:
            self._wake()
        else:
            self.now_ms = max(due, self.now_ms)
        self.direct()

    def _wake(self) -> None:
        """Nothing happens by itself: after a night somebody lets the clock go on. The night takes no time here."""
        play = self.event.play
        if not play.is_going_on or not plan_of(self.event)[play.stage].is_break:
            text = "the event stands still: nobody has an opponent, and the conditions move nobody"
            raise NotationError(text, legal="play.balancing and play.breaking")
        self.give(q.NextStage(self.officer))


def _plenty(account: Account) -> int:
    """Purses and the house hold plenty; nobody has won an entry before."""
    return 0 if kind_of(account) == "ticket" else PLENTY
