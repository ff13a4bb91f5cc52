"""A whole evening of lists: hundreds of people, dozens of tables. Nobody is passed over, and the estimate is better
than the place times the average. An independent checker replays the journal.
"""

from __future__ import annotations

import random
import statistics
from dataclasses import dataclass, field

import pytest

from openfelt import room
from openfelt.errors import OpenfeltError
from openfelt.games.standard import standard_sign
from openfelt.lists import orders as o
from openfelt.lists.estimate import FEWEST
from openfelt.room.offices import Officer
from openfelt.room.orders import DealLive, InHand
from openfelt.service.record.list_audit import check_lists
from openfelt.service.tell.list_views import waits
from openfelt.table import Fold
from tests.seat_checker import Checker
from tests.service_kit import Sim, keep_out, run

BEA = Officer("p_bea", "Bea", ("gaming supervisor", "casino operator"))
SMALL = standard_sign("nsw-poker", "texas-holdem", seats=6, min_stake=4_000, max_stake=40_000)
BIG = SMALL.replace(blinds=(200, 400), limit=SMALL.limit.__class__("no-limit", 400), min_stake=8_000, max_stake=80_000)
SIGNS = {"small": SMALL, "big": BIG}
MINUTE_S = 60


@dataclass
class Evening:
    """People who come, wait, play and go; the brush; and what was told to whom."""

    sim: Sim
    rng: random.Random
    players: int
    most_tables: int
    minutes: int
    hands: dict[str, int] = field(default_factory=dict)  # until which minute a hand is played, by table
    goes: dict[tuple[str, str], int] = field(default_factory=dict)  # at which minute, by player and table
    told: dict[tuple[str, str], tuple[int, int | None, int | None]] = field(default_factory=dict)
    filled: dict[str, list[int]] = field(default_factory=dict)  # when seats were taken by whoever was called, by list
    errors: list[tuple[int, int]] = field(default_factory=list)  # of the estimate, and of the average
    waited: list[int] = field(default_factory=list)
    refused: int = 0
    opened: int = 0
    stay: int = 80  # minutes at a table, on average

    @property
    def lists(self):
        return self.sim.hall.lists

    async def order(self, order, actor="p_bea") -> bool:
        try:
            await self.lists.submit(f"{actor} {self.sim.store.head().entry}", actor, order)
        except OpenfeltError:
            return False
        await self.sim.settle()
        return True

    async def run(self) -> None:
        for name, sign in SIGNS.items():
            await self.sim.hall.open_table(f"{name} 1", sign, live=True)
            await self.order(o.OpenList(name, sign, BEA))
        comes = sorted(self.rng.randrange(self.minutes * 2 // 3) for _ in range(self.players))
        for minute in range(self.minutes):
            for number, at in enumerate(comes):
                if at == minute:
                    await self.arrive(f"p{number}")
            await self.look(minute)
            await self.sim.run(MINUTE_S)

    async def arrive(self, name: str) -> None:
        player = f"p_{name}"
        await self.sim.hall.issue(player, 1_000_000, f"issue {name}")
        for one in self.rng.choice((("small",), ("small",), ("big",), ("small", "big"))):
            if await self.order(o.Join(one, player, self.rng.choice(("page", "phone"))), player):
                mine = self.lists.state.lists[one]
                place = mine.place_of(player)
                if place:
                    self.told[one, player] = (
                        self.sim.hall.now_ms(),
                        waits(self.lists, mine, place),
                        self.by_average(one, place),
                    )

    def by_average(self, one: str, place: int) -> int | None:
        """The place times the average time between two calls: what the estimate has to be better than."""
        times = self.filled.get(one, [])
        return None if len(times) < FEWEST else round(place * (times[-1] - times[0]) / (len(times) - 1))

    async def look(self, minute: int) -> None:
        await self.answer_calls(minute)
        await self.play(minute)
        for name, host in list(self.sim.hall.hosts.items()):
            await self.at_table(name, host, minute)
        await self.brush(minute)

    async def answer_calls(self, minute: int) -> None:
        for offer in list(self.lists.state.offers.values()):
            key = (offer.list, offer.player)
            if offer.standing == "waiting" and key in self.told:
                since, guess, average = self.told.pop(key)
                if guess is not None and average is not None and minute > 60:
                    waited = offer.at_ms - since
                    self.waited.append(waited)
                    self.errors.append((abs(guess - waited), abs(average - waited)))
            if not offer.until_ms or self.rng.random() < 0.4:
                continue
            host, chance = self.sim.hall.hosts[offer.table], self.rng.random()
            if chance < 0.06:
                await self.order(o.PassOffer(offer.offer, offer.player), offer.player)
            elif chance < 0.9:
                sign = host.table.sign
                sit = room.SitDown(offer.player, offer.seat, sign.min_stake * 2)
                try:
                    await self.lists.take_seat(offer.offer, sit, host, request=f"take {offer.offer}")
                except OpenfeltError:
                    self.refused += 1
                else:
                    if offer.standing == "waiting":
                        self.filled.setdefault(offer.list, []).append(self.sim.hall.now_ms())
                await self.sim.settle()

    async def play(self, minute: int) -> None:
        """Hands are dealt with real cards and everybody folds; while one is played nobody moves."""
        for name, host in list(self.sim.hall.hosts.items()):
            table = host.table
            try:
                if table.in_hand and self.hands.get(name, 0) <= minute:
                    while host.table.in_hand and host.hand is not None and host.hand.seat_to_act is not None:
                        hand = host.hand
                        await host.submit(
                            f"{name} {host.version}", "house", InHand(hand.hand_id, hand.turns, Fold(hand.seat_to_act))
                        )
                elif not table.in_hand and len(table.places) > 1 and self.rng.random() < 0.5:
                    await host.submit(f"{name} {host.version}", "house", DealLive())
                    self.hands[name] = minute + self.rng.randrange(1, 4)
            except OpenfeltError:
                continue
            await self.sim.settle()

    async def at_table(self, name: str, host, minute: int) -> None:
        state = self.lists.state
        for place in list(host.table.places.values()):
            key = (place.player, name)
            self.goes.setdefault(key, minute + 5 + round(self.rng.expovariate(1 / self.stay)))
            chance = self.rng.random()
            if self.goes[key] <= minute and not place.leaving:
                await host.submit(f"{place.player} {host.version}", place.player, room.StandUp(place.player))
                await self.sim.settle()
            elif chance < 0.004:
                await self.order(o.AskSeat(place.player, name, self.rng.randrange(7)), place.player)
            elif chance < 0.007 and place.player not in [one.player for one in state.offers.values()]:
                await self.order(o.AskTable(place.player, name), place.player)
            elif chance < 0.0075:
                await keep_out(self.sim.hall, name, place.player)
                await self.sim.settle()
        if self.rng.random() < 0.05:  # somebody tries to sit down who was not called
            seat, who = self.rng.randrange(1, 7), f"p_p{self.rng.randrange(self.players)}"
            try:
                sit = room.SitDown(who, seat, host.table.sign.min_stake)
                await self.lists.sit(host, sit, actor=who, request=f"free {self.sim.store.head().entry} {who}")
            except OpenfeltError:
                self.refused += 1
            await self.sim.settle()

    async def brush(self, minute: int) -> None:
        hall = self.sim.hall
        for name, one in list(self.lists.state.lists.items()):
            free = sum(self.lists.state.offer_of(mine.player) is None for mine in one.line)
            open_ = [host for host in hall.hosts.values() if not host.table.closed]
            mine = [host for host in open_ if host.table.sign.limit == one.sign.limit and not host.table.notice]
            if free >= 5 and len(open_) < self.most_tables:
                table = f"{name} {len(hall.hosts) + 1}"
                listed = o.OpenFromList(name, table, one.sign, BEA)
                await hall.open_table(table, one.sign, by=BEA, live=True, request=f"open {table}", listed=listed)
                self.opened += 1
                await self.sim.settle()
            elif len(mine) > 3 and minute % 25 == 0:
                await self.order(o.SetFeeder(mine[-1].name, mine[0].name, BEA))
            small = [host for host in mine if len(host.table.places) < 3 and minute > 200]
            if len(mine) > 2 and small and not free:
                order = o.BreakGame(small[0].name, "too few players", BEA)
                await self.lists.break_game(small[0], order, request=f"break {small[0].name} {minute}")
                await self.sim.settle()
        if minute % 10 == 5:
            people = [place.player for host in hall.hosts.values() for place in host.table.places.values()]
            waiting = [mine.player for one in self.lists.state.lists.values() for mine in one.line]
            if people and waiting:
                pair = (self.rng.choice(people), waiting[0])
                host = next(iter(hall.hosts.values()))
                await host.submit(
                    f"apart {minute}", "house", room.Direct("apart", "Bea", "a suspicion", ("nsw-poker 26.11.3",), pair)
                )
                await self.sim.settle()


def evening_of(seed: str, players: int, tables: int, minutes: int, stay: int = 80):
    async def evening():
        async with Sim(seed) as sim:
            made = Evening(sim, random.Random(seed), players, tables, minutes, stay=stay)
            await made.run()
            return made, Checker(sim.store).run(), check_lists(sim.store)

    return run(evening())


def test_a_short_evening_passes_nobody_over():
    made, checked, audited = evening_of("a short evening", 60, 8, 120)
    assert checked.wrong == []
    assert audited.fault is None
    assert checked.given["waiting"] > 40
    assert made.refused > 5, "some tried to sit out of turn"


@pytest.mark.slow
def test_three_hundred_people_at_thirty_tables_pass_nobody_over_and_the_estimate_is_the_better_one():
    made, checked, audited = evening_of("three hundred", 300, 30, 420, stay=200)
    assert checked.wrong == []
    assert audited.fault is None
    print(dict(checked.given), made.opened, made.refused, statistics.median(made.waited) / 60_000)
    assert made.opened + len(SIGNS) == 30, "tables"
    kinds = (
        "waiting",
        "here own-wish",
        "like-table own-wish",
        "like-table must-move",
        "like-table broken-game",
        "draws",
    )
    assert all(checked.given[kind] for kind in kinds), checked.given
    ours, average = (statistics.median(one) for one in zip(*made.errors, strict=True))
    print(f"median error {ours / 60_000:.1f} min, by the average {average / 60_000:.1f} min, {len(made.errors)} waits")
    assert ours < average
