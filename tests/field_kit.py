"""A simulated field: an event driven through the director with toy tables whose rounds of play are random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from openfelt.cage import accounts
from openfelt.cage.ledger import Ledger, transfer
from openfelt.room.offices import Officer
from openfelt.tournaments import Conditions
from openfelt.tournaments import events as e
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments import table_orders as t
from openfelt.tournaments.checking import rules_of
from openfelt.tournaments.deciding import EventGiven, Tournament, decide, evolve
from openfelt.tournaments.directing import Directed, in_entries, next_orders
from openfelt.tournaments.duty_orders import Nominate
from openfelt.tournaments.facts import Revealed
from openfelt.tournaments.moving import is_final_due, moves_due
from openfelt.tournaments.play_facts import plan_of
from openfelt.tournaments.sessions import is_finished, is_over
from openfelt.tournaments.vocabulary import HandResult
from tests.tournament_kit import whole

OPERATOR = Officer("op", "op", ("casino operator",))
CONDUCTS = Officer("sue", "sue", ("Tournament Supervisor",))  # act-stud knows the Director by this name too
NOON = datetime(2026, 12, 4, 12, 0)
NOON_MS = int(NOON.replace(tzinfo=UTC).timestamp() * 1_000)
HAND_MS = 90_000


class NotNow(Exception):
    """A table refuses for now what the director asks, since it has gone on meanwhile."""


@dataclass
class ToyTable:
    """A table that deals rounds with random results as the director lets it."""

    number: int
    seats: int
    session: str
    level: int
    chance: random.Random
    players: dict[int, tuple[str, int]] = field(default_factory=dict)
    hands: int = 0
    button: int = 0
    held_until: int | None = None
    closed: list[t.ClosedHand] = field(default_factory=list)
    is_shut: bool = False
    seq: int = 0
    penalties: dict[str, int] = field(default_factory=dict)
    kept: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by player: acts, until let back
    kept_in: list[tuple[int, str]] = field(default_factory=list)  # rounds from which somebody was kept, and when
    dealt: tuple[int, ...] = ()  # seats of the round in play
    began_ms: int = 0
    levels: list[int] = field(default_factory=list)  # at which each round was played
    given: tuple[str, ...] = ()  # acts by which chips were given out
    given_before: tuple[str, ...] = ()  # those before the last round began

    def report(self, noted: int) -> t.TableReport:
        """The table as the service would report it."""
        return t.TableReport(
            self.number, f"toy {self.number}", self.hands, bool(self.dealt), dict(self.players), self.button,
            self.level, self.session, self.held_until,
            tuple(self.closed[noted:]), self.is_shut, self.seq, dict(self.penalties),
            self.given, {player: acts for player, acts in self.kept.items() if acts},
        )  # fmt: skip

    @property
    def is_done(self) -> bool:
        return self.is_shut and not self.given

    def seat_of(self, player: str) -> int:
        found = next((seat for seat, (who, _) in self.players.items() if who == player), None)
        if found is None:
            raise NotNow
        return found

    def penalise(self, order: t.KeepFromPlay | t.LetBackToPlay) -> None:
        """Keep somebody from play, for some rounds or until let back."""
        assert self.seat_of(order.player)
        if isinstance(order, t.LetBackToPlay):
            self.kept[order.player] = tuple(one for one in self.kept[order.player] if one != order.act)
        elif order.hands:
            self.penalties[order.player] = order.hands
        else:
            self.kept[order.player] = (*self.kept.get(order.player, ()), order.act)

    # -- play ----------------------------------------------------------------------------------------------------------

    def may_open(self) -> bool:
        live = [seat for seat, (_, chips) in self.players.items() if chips]
        free = self.held_until is None or self.hands < self.held_until
        return not self.dealt and free and len(live) > 1 and not self.is_shut

    def open(self, now_ms: int) -> None:
        """Deal a round to everyone who has chips."""
        live = sorted(seat for seat, (_, chips) in self.players.items() if chips)
        self.button = next((seat for seat in live if seat > self.button), live[0])
        self.hands, self.dealt, self.began_ms = self.hands + 1, tuple(live), now_ms
        self.given_before = self.given
        self.kept_in += ((now_ms, player) for player, acts in self.kept.items() if acts)
        self.levels.append(self.level)
        self.seq += 1

    def close(self, now_ms: int, swing: float) -> None:
        """End the round: some put in a part of their stacks, others all; the best hands win layer by layer."""
        pick = self.chance
        before = {seat: self.players[seat][1] for seat in self.dealt}
        fighters = pick.sample(self.dealt, min(len(self.dealt), pick.choice((2, 2, 2, 3, 4))))
        put = {
            seat: before[seat] if pick.random() < swing else max(1, before[seat] // pick.randint(2, 12))
            for seat in fighters
        }
        top = sorted(put.values())[-2]
        put = {seat: min(chips, top) for seat, chips in put.items()}  # what nobody calls goes back
        strength = {seat: pick.randrange(6) for seat in fighters}
        won = Counter[int]()
        paid = 0
        for layer in sorted(set(put.values())):
            into = [seat for seat in fighters if put[seat] >= layer]
            best = max(strength[seat] for seat in into)
            winners = sorted(seat for seat in into if strength[seat] == best)
            pot = (layer - paid) * len(into)
            for at, seat in enumerate(winners):
                won[seat] += pot // len(winners) + (at < pot % len(winners))
            paid = layer
        self.end(now_ms, put, won)

    def end(self, now_ms: int, put: dict[int, int], won: dict[int, int]) -> None:
        """End the round by what each put in and won."""
        before = {seat: self.players[seat][1] for seat in self.dealt}
        after = {seat: before[seat] - put.get(seat, 0) + won.get(seat, 0) for seat in self.dealt}
        assert sum(before.values()) == sum(after.values())
        results = tuple(
            HandResult(seat, self.players[seat][0], before[seat], put.get(seat, 0), after[seat], won.get(seat, 0))
            for seat in self.dealt
        )
        for seat in self.dealt:
            self.players[seat] = (self.players[seat][0], after[seat])
        self.over(now_ms, results)

    def void(self, now_ms: int) -> None:
        """The round is void, or was misdealt: everybody has the chips as before."""
        self.over(now_ms, ())

    def over(self, now_ms: int, results: tuple[HandResult, ...]) -> None:
        self.closed.append(t.ClosedHand(self.hands, results, self.button, self.began_ms, now_ms, self.given_before))
        self.dealt = ()
        self.penalties = {player: left - 1 for player, left in self.penalties.items() if left > 1}
        self.seq += 1


def exchange(table: ToyTable, order: t.ExchangeChips) -> None:
    """Chips of a table are exchanged between rounds, each act once."""
    if table.dealt:
        raise NotNow
    assert order.act not in table.given
    for player, before, after in order.stacks:
        seat = table.seat_of(player)
        assert table.players[seat][1] == before
        table.players[seat] = (player, after)
    table.given += (order.act,)


class Field:
    """An event, its ledger, its toy tables and a clock of its own."""

    def __init__(self, conditions: Conditions, players: int, seed: int, *, swing: float = 0.5) -> None:
        self.conditions, self.chance, self.swing = conditions, random.Random(seed), swing
        self.names = [f"p{number}" for number in range(1, players + 1)]
        self.event, self.events, self.ledger = Tournament(), [], Ledger()
        self.tables: dict[int, ToyTable] = {}
        self.open: dict[int, ToyTable] = {}  # those of them that are not done, as the room reads them
        self.now_ms = NOON_MS
        self.apart: frozenset[frozenset[str]] = frozenset()
        self.requests: Counter[str] = Counter()
        self.told: dict[int, tuple[tuple[int, int], t.TableReport]] = {}  # by table: at which point, and what it said
        self.dealing: dict[int, dict[int, int]] = {}  # by the number of an event of moves, the buttons of open rounds
        self.seated: set[str] = set()
        self.later: list[str] = []  # who may enter late
        self.notes_together = seed % 2 == 0  # rounds of several tables in one entry, as the room does
        for account, cents in [(accounts.purse(one), 1_000_000) for one in self.names] + [(accounts.HOUSE, 10**9)]:
            self.ledger.post(transfer(cents, source=accounts.ISSUED, target=account, reason="issue", cites=()))

    def draw(self, name: str, count: int) -> tuple[int, ...]:
        """A permutation by name; the same for the same name."""
        order = list(range(count))
        random.Random(f"{name} {count}").shuffle(order)
        return tuple(order)

    def given(self) -> EventGiven:
        at = NOON + timedelta(milliseconds=self.now_ms - NOON_MS)
        return EventGiven(
            at,
            self.ledger.balance,
            frozenset(),
            self.draw,
            self.apart,
            self.now_ms,
            self.commit,
            self.reveal,
            recall=self.draw,
        )

    def commit(self, name: str, count: int) -> str:
        """The root of a draw, before any of it is shown."""
        return f"root of {self.draw(name, count)}"

    def reveal(self, name: str, count: int, at: int) -> Revealed:
        return Revealed(self.draw(name, count)[at])

    def give(self, order: o.TournamentOrder) -> tuple[e.TournamentEvent, ...]:
        made = decide(self.event, order, self.given())
        for one in made:
            evolve(self.event, one)
            self.ledger.post(e.postings(one))
            if isinstance(one, p.MovesOrdered | p.MovesProposed):
                self.dealing[len(self.events)] = {at: each.button for at, each in self.open.items() if each.dealt}
            self.events.append(one)
        return made

    def enter(self) -> None:
        """Publish, open, and let everyone enter and pay."""
        self.give(o.Publish("field", self.conditions, OPERATOR))
        self.give(o.OpenRegistration(OPERATOR))
        for name in self.names:
            self.pay(name)

    def pay(self, name: str) -> None:
        self.give(o.Apply(name, form=True))
        if self.conditions.entry.acceptance == "written":
            self.give(o.AcceptConditions(name, self.event.digest))
        session = self.conditions.session(self.event.entries[name].session)
        if session.entry_fee_cents:
            self.give(o.PayFee(name))
        if session.buy_in_cents:
            self.give(o.PayBuyIn(name))

    # -- the director's orders -----------------------------------------------------------------------------------------

    def reports(self) -> dict[int, t.TableReport]:
        known = self.event.play.tables
        self.open = {number: one for number, one in self.open.items() if number in known or not one.is_done}
        for number, table in self.open.items():
            noted = known[number].hands if number in known else table.hands
            if (told := self.told.get(number)) is None or told[0] != (table.seq, noted):
                self.told[number] = (table.seq, noted), table.report(noted)
        return {number: self.told[number][1] for number in self.open}

    def direct(self, most: int = 10_000) -> int:
        """Carry out what the director orders until it orders nothing."""
        count = 0
        for _ in range(most):
            orders = next_orders(self.event, self.reports(), self.now_ms)
            if not orders:
                return count
            own = [one for one in orders if not one.table]
            several = in_entries(self.event, own) if self.notes_together else ((one,) for one in own)
            for one in (*(together for together, *_ in several), *(one for one in orders if one.table)):
                self.carry_out(one)
                count += 1
        raise AssertionError(f"the director does not come to rest: {[one.request for one in orders][:5]}")

    def carry_out(self, one: Directed) -> None:
        self.requests[one.request] += 1
        assert self.requests[one.request] == 1, f"{one.request} was ordered again"
        if one.table == 0:
            self.give(one.order)
            return
        self.at_table(one.table, one.order)

    def seat(self, table: ToyTable, order: t.SeatPlayer) -> None:
        """Somebody sits down, at one table only."""
        if order.seat in table.players:
            raise NotNow
        assert 1 <= order.seat <= table.seats
        assert order.player not in self.seated
        self.seated.add(order.player)
        table.players[order.seat] = (order.player, order.chips)

    def seat_instead(self, table: ToyTable, player: str, substitute: str) -> None:
        """Somebody has another's seat, between rounds, with all that goes with it."""
        seat = table.seat_of(player)
        if table.dealt or not table.players[seat][1]:
            raise NotNow
        assert substitute not in self.seated
        self.seated.remove(player)
        self.seated.add(substitute)
        table.players[seat] = (substitute, table.players[seat][1])
        table.kept[substitute] = table.kept.pop(player, ())
        if player in table.penalties:
            table.penalties[substitute] = table.penalties.pop(player)

    def at_table(self, number: int, order: Any) -> None:  # noqa: C901 - a case for each order
        """What a table of the room would do."""
        if isinstance(order, t.SetUpTable):
            assert number not in self.tables
            table = ToyTable(number, order.seats, order.session, order.level, self.chance)
            self.tables[number] = self.open[number] = table
            return
        table = self.tables[number]
        table.seq += 1
        match order:
            case t.SeatPlayer():
                self.seat(table, order)
            case t.SeatInstead(player, substitute):
                self.seat_instead(table, player, substitute)
            case t.GiveMoreChips(player, chips):
                seat = table.seat_of(player)
                self.require_between(table, seat)
                assert order.act not in table.given
                table.players[seat] = (player, table.players[seat][1] + chips)
                table.given += (order.act,)
            case t.ExchangeChips():
                exchange(table, order)
            case t.TakeOut(player, why):
                seat = table.seat_of(player)
                self.require_between(table, seat)
                last = self.event.play.eliminated.get(player)
                taken = player in self.event.play.taken  # and has played on before that was known here
                assert why != "eliminated" or taken or table.players[seat][1] in (0, last.chips if last else 0)
                del table.players[seat]
                self.seated.remove(player)
            case t.MovePlayer(_, player, from_seat, to_table, to_seat):
                seat, target = table.seat_of(player), self.tables[to_table]
                assert seat == from_seat
                self.require_between(table, seat)
                if to_seat in target.players or not table.players[seat][1]:
                    raise NotNow
                assert order.reason
                assert order.cites
                target.players[to_seat] = table.players.pop(seat)
                target.kept[player] = table.kept.pop(player, ())
                target.seq += 1
            case t.PlayLevel(session, level):
                table.session, table.level = session, level
            case t.HoldTable(until):
                table.held_until = until
            case t.LetTable():
                self.require_level(table)
                table.held_until = None
            case t.KeepFromPlay() | t.LetBackToPlay():
                table.penalise(order)
            case t.ShutTable():
                assert not table.players
                assert not table.dealt
                table.is_shut = True
            case _:
                raise AssertionError(order)

    def require_level(self, table: ToyTable) -> None:
        """A table that is let on may deal at once: chips have been exchanged, and the level is the present one."""
        play = self.event.play
        stage = plan_of(self.event)[play.stage]
        assert stage.is_break or (table.session, table.level) == (play.session, stage.level), "let on at an old level"
        assert not play.exchanges

    def require_between(self, table: ToyTable, seat: int) -> None:
        if seat in table.dealt:
            raise NotNow

    # -- play ----------------------------------------------------------------------------------------------------------

    def play(self, rounds: int = 100_000, each: Any = None) -> None:
        """Play to the end: open and close rounds in random order, with the director between."""
        for _ in range(rounds):
            self.direct()
            if self.event.phase == "awarded" or self.is_over():
                return
            if each:
                each(self)
                self.direct()
            self.look()
            self.one_round()
        raise AssertionError("no end")

    def is_over(self) -> bool:
        """Whether only the confirmation of the places is missing."""
        return is_finished(self.event) and all(one.is_shut for one in self.tables.values())

    def one_round(self) -> None:
        """Some tables open a round, some end theirs; time goes on."""
        live = [one for one in self.open.values() if not one.is_shut]
        for table in live:
            if table.dealt:
                if self.chance.random() < 0.7:
                    table.close(self.now_ms, self.swing)
            elif table.may_open() and self.chance.random() < 0.9:
                table.open(self.now_ms)
        self.now_ms += self.chance.randrange(HAND_MS)

    def look(self) -> None:
        """Where the director has nothing more to do: chips are conserved at the tables too, sizes are even."""
        play = self.event.play
        here = sum(chips for one in self.open.values() if not one.dealt for _, chips in one.players.values())
        known = sum(
            play.players[who].all_chips
            for one in self.open.values()
            if not one.dealt
            for who, _ in one.players.values()
        )
        assert here == known, "chips at the tables are not those of the record"


def start(made: Field) -> None:
    """Whoever conducts the event, nominated where the book wants that, starts it."""
    if rules_of(made.conditions.book).nominated:
        made.give(Nominate(CONDUCTS.account, Officer("gil", "gil", ("Gaming Shift Manager",))))
    made.give(o.Start(CONDUCTS))


def field_of(conditions: Conditions, players: int, seed: int, **how: Any) -> Field:
    """A field that has started."""
    made = Field(conditions, players, seed, **how)
    made.enter()
    start(made)
    return made


# -- events to be driven, and what holds at their end ------------------------------------------------------------------

MANY = {"entry__most_players": 20_000}


MOVED = {"play__balancing": {}, "play__breaking": {}}


def bands(places: int) -> list[dict]:
    """As many paid places as said, the first with what the others leave."""
    each = 1_000 // (places + 1)
    rest = [{"place": 2, "to": places, "per_mille": each}] if places > 1 else []
    return [
        {"from_entries": 1, "prizes": [{"place": 1, "per_mille": 1_000}]},
        {"from_entries": places + 2, "prizes": [{"place": 1, "per_mille": 1_000 - each * (places - 1)}, *rest]},
    ]


def conditions(book: str, template: str = "freeze-out", places: int = 3, **changes: object):
    more = dict(MANY) | {"prizes__bands": bands(places)} | changes
    if book == "act-stud" and template == "freeze-out":
        more = MOVED | more
    if book == "nsw-poker":
        more |= {"sessions__0__tables": 5_000}
    return whole(book, template, **more)


def finish(made: Field) -> None:
    """The places are confirmed by whoever conducts the event, where nobody else may."""
    if made.event.phase != "awarded":
        made.give(q.ConfirmPlaces(CONDUCTS))
        made.direct()
    assert made.event.phase == "awarded"
    assert made.event.pool == 0
    assert all(one.is_shut and not one.players for one in made.tables.values())
    assert next_orders(made.event, made.reports(), made.now_ms) == ()


def even(made: Field) -> None:
    """Where nothing is left to be ordered, no two tables differ by more than the conditions say.

    But for a session that is over or ends with the present rounds, in which no table deals another; and while players
    are on their way, or wait to go until all tables stand: those that are to go, and no table deals before.
    """
    no_round_after_the_end(made)
    play, terms = made.event.play, made.conditions.play
    sizes = [len(one.players) for one in play.tables.values()]
    if not sizes or play.closing or is_over(made.event) or max(sizes) - min(sizes) <= terms.balancing.most_difference:
        return
    if play.moves:
        assert all(one.from_table in play.tables and one.to_table in play.tables for one in play.moves.values())
        return
    due = moves_due(made.event)
    assert due in {"redraw", "balance", "break"} or (is_final_due(made.event) and play.broke), sizes
    assert due != "balance" or play.waits, f"tables of {sizes} and nobody goes"
    assert due != "break" or play.waits, f"tables of {sizes} and none is broken"
    assert any(one.dealt for one in made.open.values()) or play.broke, f"all tables stand, of {sizes}, and nobody goes"
    assert not [number for number in play.tables if made.tables[number].may_open()], sizes


def no_round_after_the_end(made: Field) -> None:
    """Once a session is over, or ends with the present rounds, no table may deal another."""
    if made.event.play.closing or is_over(made.event):
        assert not [number for number in made.event.play.tables if made.tables[number].may_open()]
