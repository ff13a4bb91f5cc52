"""A tournament with real cards in the running room: walk-ins at the desk, dealers with their consoles.

The test holds the decks. Everything that the room learns comes by a frame of a dealer or by a form of the desk.
"""

from __future__ import annotations

import json
import random

from openfelt.phrases import read_text
from openfelt.table import legal
from openfelt.table.live import due
from openfelt.tournaments import Answers, fill
from openfelt.tournaments import orders as o
from openfelt.tournaments import play_events as p
from tests.contracts.test_appointments import sent
from tests.contracts.test_tournament_room import audited, chips_left
from tests.journals.write import Room, connection, person
from tests.live_kit import RealDeck
from tests.service_kit import choice, run
from tests.tournament_kit import OPERATOR, changed
from tests.twin_kit import page

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"]
CHIPS = [{"value": value, "colour": "red", "count": 1_000} for value in (25, 100, 500)]
LEVELS = [{"minutes": 15, "least": 50, "most": "stake", "blinds": [25, 50], "break_minutes": 5}] + [
    {"minutes": 10, "least": 2 * blind, "most": "stake", "blinds": [blind, 2 * blind]} for blind in (200, 500, 1_000)
]


class Event:
    """The desk, the dealers, and the decks of an evening."""

    def __init__(self, sim, boss, sue, dealers):
        self.sim, self.boss, self.sue, self.dealers = sim, boss, sue, dealers
        self.rng, self.number, self.real = random.Random("live"), 0, {}

    @property
    def host(self):
        return self.sim.hall.events["friday"]

    async def post(self, who, way, **body):
        self.number += 1
        status, error = await sent(self.sim, who, f"/api/tournaments/friday/{way}", {"id": f"r{self.number}", **body})
        return "" if status == 200 else error["code"]

    async def order(self, kind, way="order", who=None, **fields):
        return await self.post(who or self.sue, way, order={"type": kind, **fields})

    async def view(self):
        return json.loads((await page(self.sim, self.sue, "GET", "/api/tournaments/friday"))[1])

    async def deal(self):
        """Every table that may deals one hand, act by act and card by card."""
        for number, table in list(self.sim.hall.event_tables("friday").items()):
            dealer = self.dealers[number % len(self.dealers)]
            if (
                table.table.closed
                or table.table.is_held
                or sum(one.stack > 0 for one in table.table.places.values()) < 2
            ):
                continue
            if table.name not in dealer.tables:
                assert await dealer.ask("watch", table=table.name) is None
            assert await dealer.ask("dealer-open", table=table.name) is None
            real = RealDeck(self.rng, table.table.sign)
            for _ in range(200):
                if not table.table.in_hand:
                    break
                await self.enter(dealer, table, real)
            assert not table.table.in_hand
        await self.sim.settle()

    async def enter(self, dealer, table, real):
        hand = table.hand
        real.follow(hand)
        wanted = due(hand)
        if wanted is not None:
            cards = [str(card) for card in real.take(wanted.count)]
            assert await dealer.ask("dealer-deal", table=table.name, cards=cards) is None
            return
        turn = legal(hand)
        dealer.pump()
        acts = choice(self.rng, dealer.tables[table.name]["hand"], turn.seat)
        if acts["action"] == "show":
            acts["cards"] = real.texts(turn.seat)
        assert await dealer.ask("dealer-act", table=table.name, turn=hand.turns, **acts) is None


async def opened(sim, book="nsw-poker", more=None):
    """A live event that is open, its staff, and two dealers."""
    boss, sue = (await person(sim, "Boss", ("operator",))), (await person(sim, "Sue", ("floor",)))
    give = {"id": "appoint", "account": sue.account.id, "office": "Tournament Supervisor", "reason": "the event"}
    assert await sent(sim, boss.account, "/api/offices", give) == (200, {})
    dealers = [await person(sim, name, ("dealer",)) for name in ("Dee", "Dot")]
    made = changed(fill("re-buy", book, Answers(players=8, seats=4, starting_chips=5_000)), OPERATOR[book])
    period = {"first_level": 1, "last_level": 1}
    rebuys = {"most": 1, "period": period, "cost_cents": 1_000, "chips": 5_000}
    live = {"play.dealt": "live", "chips.set": CHIPS, "schedules.0.levels": LEVELS, "rebuys": rebuys}
    made = changed(made, {**live, "add_ons": "none", "entry.late_entry": "none", **(more or {})})
    officer = sim.hall.accounts.officer(boss.account, "tournament/friday")
    host = await sim.hall.open_event("friday", made, by=officer, request="publish")
    await host.submit("open", officer.account, o.OpenRegistration(officer))
    return Event(sim, boss.account, sue.account, dealers)


async def desk(event):
    """What the supervisor does between hands: accepts moves, and asks the walk-ins without chips."""
    view = await event.view()
    for one in view["staff"].get("walk_ins", []):
        kinds = {offer["kind"]: offer for offer in one["offers"]}
        if "DeclineRebuy" not in kinds:
            continue
        what = "BuyChips" if "BuyChips" in kinds and event.rng.random() < 0.5 else "DeclineRebuy"
        assert await event.post(event.sue, "for", player=one["player"], order=kinds[what]["order"]) == ""
    for number in list(event.host.state.play.proposed):
        assert await event.order("AcceptMoves", id=number) == ""


async def first_part(event):
    """Entries at the desk, the draw, and the first hands."""
    assert await event.post(event.sue, "walk-ins", names=NAMES[:5]) == ""
    for names, code in ((["ANN"], "bad-name"), (["Zoe", "zoe"], "bad-name"), ([""], "bad-body")):
        assert await event.post(event.sue, "walk-ins", names=names) == code
    someone = {"player": event.sue.id, "order": {"type": "Withdraw"}}
    assert await event.post(event.sue, "for", **someone) == "no-walk-in"
    assert await event.order("Start") == ""
    await event.sim.run(5)
    tables = event.sim.hall.event_tables("friday")
    assert [one.table.live for one in tables.values()] == [True, True]
    first = event.dealers[0]
    assert await first.ask("watch", table=tables[1].name) is None
    refused = await first.ask("dealer-open", table=tables[1].name)
    assert refused["code"] == "held", "the clock does not run yet"
    refused = await first.ask("dealer-seat", table=tables[1].name, seat=4, name="Zoe", stake=5_000)
    assert refused["code"] == "event-seat"
    refused = await first.ask("dealer-unseat", table=tables[1].name, seat=1)
    assert refused["code"] == "event-stay"
    for absent, status in ((True, "out"), (False, "playing")):
        assert await first.ask("dealer-absent", table=tables[1].name, seat=1, absent=absent) is None
        assert tables[1].table.places[1].status == status
    assert (await first.ask("dealer-absent", table=tables[1].name, seat=4, absent=True))["code"] == "no-seat"
    assert await event.order("StartClock") == ""
    await event.sim.run(2)
    chips = {one["value"]: one["issued"] for one in (await event.view())["staff"]["chips"]}
    assert sum(value * count for value, count in chips.items()) == event.host.state.play.issued


def test_a_whole_live_event_from_walk_ins_to_the_prizes(tmp_path):
    async def evening():
        async with Room("live", tmp_path) as sim:
            event = await opened(sim)
            await first_part(event)
            for _ in range(4):
                await event.deal()
                await sim.run(60)
                await desk(event)
            assert any(isinstance(one, p.HandNoted) for _, _, one in event.host.log)
            return event.boss.id, event.sue.id, [one.account.id for one in event.dealers], event.number

    async def again(boss, sue, dealers, number):
        async with Room("again", tmp_path) as sim:
            find = sim.hall.accounts.find
            event = Event(sim, find(boss), find(sue), [connection(sim, find(one)) for one in dealers])
            event.number = number + 100
            host = event.host
            for _ in range(400):
                if host.state.play.sessions:
                    break
                await event.deal()
                await sim.run(90)
                await desk(event)
            assert host.state.play.sessions, (host.stopped, host.work.problems, host.state.play.clock)
            left = {one["value"]: one["issued"] for one in (await event.view())["staff"]["chips"]}
            for value, count in left.items():
                assert await event.order("CheckReturned", value=value, returned=max(0, count - 1)) == ""
            assert {value: host.state.missing[host.state.play.sessions[-1].name, value] for value in left} == {
                value: min(1, count) for value, count in left.items()
            }
            assert await event.order("ConfirmPlaces", way="money") == ""
            await sim.run(60)
            assert chips_left(sim.store) == {}
            audited(sim.store)

    run(again(*run(evening())))


def test_a_dealer_enters_that_a_player_uses_a_card_for_more_time(tmp_path):
    async def evening():
        async with Room("live cards", tmp_path) as sim:
            event = await opened(sim, more={"play.time_bank": {"cards": 1, "seconds": 30}})
            await first_part(event)
            table, dealer = sim.hall.event_tables("friday")[1], event.dealers[1]
            assert await dealer.ask("watch", table=table.name) is None
            assert await dealer.ask("dealer-open", table=table.name) is None
            real = RealDeck(event.rng, table.table.sign)
            while due(table.hand) is not None:
                await event.enter(dealer, table, real)
            dealer.pump()
            hand = dealer.tables[table.name]["hand"]
            (more,) = [one for one in hand["offers"] if one["action"] == "time"]
            assert (more["most"], more["least"]) == (30, 1)
            place = table.table.places[hand["to_act"]]
            assert await dealer.ask("dealer-act", table=table.name, turn=hand["turn"], action="time") is None
            assert table.table.places[place.seat].time_cards == 0
            dealer.pump()
            hand = dealer.tables[table.name]["hand"]
            assert hand["to_act"] == place.seat, "the turn stays"
            assert all(one["action"] != "time" for one in hand["offers"])
            refused = await dealer.ask("dealer-act", table=table.name, turn=hand["turn"], action="time")
            assert refused["code"] == "no-time-card"
            audited(sim.store)

    run(evening())


def test_a_difference_in_a_bag_is_decided_before_play_goes_on_and_the_table_has_it(tmp_path):
    night = [{**LEVELS[0], "break_minutes": 0, "overnight": True}, *LEVELS[1:]]

    async def evening():
        async with Room("bags", tmp_path) as sim:
            event = await opened(sim, more={"schedules.0.levels": night, "rebuys": "none"})
            await first_part(event)
            await sim.run(16 * 60)
            host = event.host
            tom = (await person(sim, "Tom", ("floor", "dealer"))).account
            stacks = {one.player: one.all_chips for one in host.state.play.players.values()}
            first, second = list(stacks)[:2]
            found = {**stacks, first: stacks[first] - 25, second: stacks[second] + 100}

            async def offered():
                return {one["kind"]: one for one in (await event.view())["staff"]["offers"]}

            assert await event.order("CountBags", who=tom, counts=list(stacks.items())) == ""
            assert await event.order("SealBags") == ""
            assert "DecideBag" not in await offered()
            assert await event.order("OpenBags", who=tom, counts=list(found.items())) == ""
            assert await event.order("ConfirmBags") == ""
            assert await event.order("NextStage") == "bags"
            choices = next(one for one in (await offered())["DecideBag"]["fields"] if one["name"] == "player")[
                "choices"
            ]
            assert [one["value"] for one in choices] == [first, second]
            assert str(read_text(choices[0]["label"])).endswith(f"{found[first]:,} found, {stacks[first]:,} on record")
            decided = {"player": first, "stands": "bag", "reason": "recounted twice"}
            assert await event.order("DecideBag", who=tom, **decided) == "not-your-office"
            assert await event.order("DecideBag", **decided) == ""
            assert await event.order("DecideBag", **decided) == "bags", "once"
            assert await event.order("NextStage") == "bags", "the other one is open"
            assert await event.order("DecideBag", player=second, stands="record", reason="the next seat's") == ""
            assert await event.order("NextStage") == ""
            await sim.run(30)
            seated = {
                place.player: place.stack
                for table in sim.hall.event_tables("friday").values()
                for place in table.table.places.values()
            }
            assert seated == {**stacks, first: stacks[first] - 25}
            assert host.state.play.exchanges == {}
            assert host.state.play.issued == sum(stacks.values()) - 25
            issued = {one["value"]: one["issued"] for one in (await event.view())["staff"]["chips"]}
            assert sum(value * count for value, count in issued.items()) == host.state.play.issued
            await event.deal()
            audited(sim.store)

    run(evening())
