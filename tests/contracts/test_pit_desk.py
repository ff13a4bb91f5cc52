"""The desk of a house-banked table: every order of staff as a form, tried, given, on record; who may give which."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.books.nz_big_raise.pit import BigRaiseSign
from openfelt.cards import FULL_DECK
from openfelt.pit import Limits, game_of
from openfelt.pit import commands as c
from openfelt.pit.engine import deciders
from openfelt.pit.forms import SECTION_OF, TITLES
from openfelt.room.banked import PLAY
from openfelt.service.people.accounts import Account
from openfelt.service.record.audit import check_hands
from openfelt.service.record.pit_record import pit_event
from tests.service_kit import Sim, run, whole
from tests.twin_kit import page

SMALL = {"ante": Limits(1000, 5000, 500), "bonus": Limits(500, 2500, 500)}
SIGNS = {"act-holdem": HoldemSign(boxes=2, **SMALL), "nz-big-raise": BigRaiseSign(positions=4, **SMALL)}
KNOWN = [
    (book, kind.__name__)
    for book, sign in SIGNS.items()
    for kind in sorted(deciders(game_of(sign)), key=lambda one: one.__name__)
    if kind is not c.Open and (book, kind) != ("act-holdem", c.SpokenWager)
]
FLOOR = Account("p_flo", "Flo", ("floor", "operator"), guest=False)
DEALER = Account("p_dee", "Dee", ("dealer",), guest=False)
VIEWED = {"DeemSeatHand", "VoidViewed", "LetStand"}
DECISIONS = {"Call", "Raise", "Stay", "Fold", "DeclareBonus"}
FIRST = {"LetBack": "ExcludePlayer", "LiftDirection": "Direct", "PutIntoEffect": "AnnounceClosing"}
SETTLING = {"ShowHand", "SettleBonus", "SettleBox"}


class Desk:
    """Someone at the desk of a table, who knows only what the room tells, and holds a real deck."""

    def __init__(self, sim, name="P", account=FLOOR, seed=0):
        self.sim, self.name, self.account = sim, name, account
        self.rng = random.Random(f"desk {seed}")
        self.asked = 0

    @property
    def host(self):
        return self.sim.hall.pits[self.name]

    async def ask(self, method, path="", **body):
        status, data = await page(self.sim, self.account, method, f"/api/floor/{self.name}{path}", body)
        return status, json.loads(data)

    async def read(self):
        status, told = await self.ask("GET")
        assert status == 200, told
        return told

    async def try_(self, order):
        return await self.ask("POST", "/preview", order=order)

    async def give(self, order, reason="seen by all", **changes):
        self.asked += 1
        body = {"id": f"o{self.asked}", "order": order, "number": self.host.round.number, "reason": reason, **changes}
        return await self.ask("POST", "/order", **body)

    async def freeze(self, *, frozen):
        self.asked += 1
        return await self.ask("POST", "/freeze", id=f"f{self.asked}", frozen=frozen, reason="the floor looks")

    def filled(self, form, offer=None):
        """An order that a form allows: one of its offers, with its free fields filled in."""
        offer = offer or self.rng.choice(form["offers"])
        order = dict(offer["order"])
        for field in form["fields"]:
            name = field["name"]
            if field["varies"]:
                low, high, step = offer["bounds"]
                number = low + step * self.rng.randint(0, min(2, (high - low) // step))
                if form["kind"] == "Join":
                    number = 200_000
                if form["kind"] == "VerifyDeck":
                    number = 52
                order |= dict.fromkeys((name, *field["also"]), number)
            elif field["free"] and field["kind"] == "cards":
                order[name] = self.cards(form["kind"], offer, order)
            elif field["free"] and field["kind"] == "player":
                order[name] = f"Guest {self.rng.randrange(10**6)}"
            elif field["free"] and field["kind"] == "text":
                order[name] = "as dealt"
        return order

    def cards(self, kind, offer, order):
        """Cards that lie face up are next in the real deck; hole cards are dealt unseen."""
        round_ = self.host.round
        count = offer["cards"] or (len(round_.boxes[order["box"]].cards) if kind == "ShowHand" else 0)
        if kind == "Deal":
            return ["??"] * count
        dealt = set(round_.dealt())
        return [str(card) for card in self.rng.sample([one for one in FULL_DECK.cards if one not in dealt], count)]

    async def step(self, wanted):
        """Play on: the order that a round needs next, or what leads to the one that is wanted."""
        forms = {one["kind"]: one for one in (await self.read())["forms"]}
        kind = self.next_kind(forms, wanted)
        order = self.filled(forms[kind])
        status, told = await self.give(order)
        assert status == 200, (kind, order, told)

    def next_kind(self, forms, wanted):
        if VIEWED & forms.keys():
            return "LetStand"
        if wanted in VIEWED and "ReportViewed" in forms and self.rng.random() < 0.8:
            return "ReportViewed"
        if FIRST.get(wanted) in forms and self.host.round.seats:
            return FIRST[wanted]
        if "Join" in forms and len(self.host.round.seats) < 2 and wanted != "Join":
            return "Join"
        if "NoMoreBets" in forms and self.rng.random() < 0.5:
            return "NoMoreBets"
        if "Wager" in forms:
            return "Wager"
        names = [one for one in forms if one in DECISIONS] or [one for one in forms if one in SETTLING]
        if names:
            return self.rng.choice(names)
        return next(one for one in forms if forms[one]["section"] == "deal" and one != "Cut")


def events_of(sim, name="P"):
    return [pit_event(row.record) for row in sim.store.read(f"pit/{name}", 0, 100_000)]


def test_every_order_of_staff_has_its_section_and_its_title():
    kinds = set(c.Command.__args__) - {c.Open}
    assert len(kinds) == 59
    assert set(SECTION_OF) == kinds
    assert set(TITLES) == {kind.__name__ for kind in kinds}


@pytest.mark.parametrize(("book", "kind"), KNOWN)
def test_every_order_that_a_book_knows_is_tried_and_given_at_the_desk(book, kind):
    async def reached(seed):
        async with Sim(f"desk {book} {kind} {seed}") as sim:
            await sim.hall.open_pit("P", SIGNS[book], live=True)
            desk = Desk(sim, seed=seed)
            for _ in range(120):
                form = next((one for one in (await desk.read())["forms"] if one["kind"] == kind), None)
                if form is not None:
                    await tried_and_given(desk, form)
                    assert check_hands(sim.store).fault is None
                    return True
                await desk.step(kind)
        return False

    assert any(run(reached(seed)) for seed in range(4)), f"{kind} was never offered"


async def tried_and_given(desk, form):
    """The order is tried, which changes nothing, then given; a second time under its id it changes nothing either."""
    sim, order, before = desk.sim, desk.filled(form), desk.host.version
    status, foreseen = await desk.try_(order)
    assert status == 200, (order, foreseen)
    assert desk.host.version == before
    assert foreseen["cites"], form["kind"]
    assert all(line["phrase"] for line in foreseen["effects"])
    if form["kind"] == "PutIntoEffect":
        await sim.run((desk.host.round.notice.due_ms - sim.hall.now_ms()) / 1000)
    if form["reason"]:
        status, refused = await desk.give(order, reason=" ")
        assert (status, desk.host.version) == (400, before), refused
    status, told = await desk.give(order, id="once")
    assert (status, told) == (200, {"done": True})
    events = events_of(sim)[before:]
    assert events
    is_play = form["kind"] in {one.__name__ for one in PLAY}
    noted = [(one.order, one.by, one.role) for one in events if type(one).__name__ == "StaffOrdered"]
    assert noted == ([] if is_play else [(form["kind"], "Flo", "manager")])
    after = desk.host.version
    again = {"id": "once", "order": order, "number": foreseen["number"], "reason": "seen by all"}
    assert (await desk.ask("POST", "/order", **again))[0] == 200
    assert desk.host.version == after
    status, other = await desk.ask("POST", "/order", **{**again, "reason": "another"})
    assert (status, other["error"]["code"]) == (400, "request-reused")


def test_a_spoken_wager_is_refused_where_chips_are_put_on_a_box():
    async def refused():
        async with Sim("spoken") as sim:
            await sim.hall.open_pit("P", SIGNS["act-holdem"], live=True)
            desk = Desk(sim)
            await desk.step("")
            player = next(iter(desk.host.round.seats))
            order = {"type": "SpokenWager", "player": player, "box": 1, "spot": "ante", "amount": 1000, "chips": 1000}
            return await desk.give(order)

    status, told = run(refused())
    assert (status, told["error"]["rule"]) == (400, ["act-holdem 4.2"])


async def dealt_round(sim, book="act-holdem", name="P"):
    """A table that the house deals, a player who decides, and the floor at its desk."""
    await sim.hall.open_pit(name, SIGNS[book])
    ann = await sim.player("ann")
    await ann.ask("watch", table=name)
    assert await ann.ask("pit-join", table=name, box=1, stake=100_000) is None
    wager = {"type": "Wager", "player": ann.account.id, "box": 1, "spot": "ante", "amount": 1000}
    assert await ann.ask("pit-act", table=name, number=1, order=wager) is None
    return ann, Desk(sim, name)


@pytest.mark.parametrize("book", SIGNS)
def test_the_floor_stops_a_round_rules_and_lets_it_go_on(book):
    async def stopped():
        async with Sim(f"stopped {book}") as sim:
            ann, desk = await dealt_round(sim, book)
            await sim.run(13)
            ann.pump()
            assert ann.tables["P"]["round"]["phase"] == "decision"
            await sim.run(20)
            assert (await desk.freeze(frozen=True))[0] == 200
            ann.pump()
            assert ann.tables["P"]["frozen"]
            assert ann.tables["P"]["clock"] is None
            assert not ann.tables["P"]["may_deal"]
            refused = await ann.ask("pit-act", table="P", number=1, order={"type": "Fold", "box": 1})
            assert refused["code"] == "frozen"
            await sim.run(600)
            assert desk.host.round.phase == "decision", "no clock runs at a stopped table"
            kinds = {one["kind"] for one in (await desk.read())["forms"]}
            assert not kinds & {one.__name__ for one in PLAY}
            assert (await desk.give({"type": "VerifyDeck", "count": 52}, reason=""))[0] == 200
            assert (await desk.freeze(frozen=False))[0] == 200
            ann.pump()
            assert not ann.tables["P"]["frozen"]
            assert ann.tables["P"]["clock"]["left_ms"] > 29_000, "the whole time again"
            record = (await desk.read())["record"]
            assert [(one["number"], one["by"]) for one in record] == [(1, "Flo")]
            assert any("stops the table" in str(one) for one in ann.frames)
            assert check_hands(sim.store).fault is None

    run(stopped())


def test_a_dealer_gives_what_the_clause_leaves_to_a_dealer_and_no_more():
    async def given():
        async with Sim("dealer") as sim:
            ann, desk = await dealt_round(sim)
            desk.account = DEALER
            await sim.run(13)
            assert {one["by"] for one in (await desk.read())["forms"]} == {"dealer"}
            before = desk.host.version
            for order in ({"type": "VoidRound", "cause": "fraud"}, {"type": "GiveRules", "player": ann.account.id}):
                for ask in (desk.try_, desk.give):
                    status, told = await ask(order)
                    assert (status, told["error"]["code"]) == (403, "not-your-office")
            assert (await desk.freeze(frozen=True))[0] == 403
            assert desk.host.version == before
            assert (await desk.give({"type": "VerifyDeck", "count": 52}))[0] == 200
            assert events_of(sim)[-2].role == "dealer"
            desk.account = ann.account
            assert (await desk.ask("GET"))[0] == 403

    run(given())


def test_staff_do_not_play_for_the_players_of_a_table_that_the_house_deals():
    async def played():
        async with Sim("own") as sim:
            ann, desk = await dealt_round(sim)
            for order in (
                {"type": "Withdraw", "box": 1, "spot": "ante"},
                {"type": "Join", "player": "Zed", "box": 2, "purse": 5000},
                {"type": "Leave", "player": ann.account.id},
            ):
                status, told = await desk.give(order)
                assert (status, told["error"]["code"]) == (400, "not-staffs"), told
            assert "play" not in {one["section"] for one in (await desk.read())["forms"]}

    run(played())


def test_the_dealer_closes_the_betting_and_the_root_is_told_first():
    async def closed():
        async with Sim("closing") as sim:
            ann, desk = await dealt_round(sim)
            desk.account = DEALER
            assert (await desk.give({"type": "NoMoreBets"}))[0] == 200
            names = [type(one).__name__ for one in events_of(sim)]
            assert names.index("ShuffleCommitted") < names.index("BettingClosed")
            ann.pump()
            states = [one["state"] for one in whole(ann.frames) if "state" in one]
            assert next(one for one in states if one["commitment"])["round"]["phase"] == "betting"
            assert desk.host.round.phase == "decision"
            assert check_hands(sim.store).fault is None

    run(closed())


def test_what_is_announced_is_told_and_happens_by_itself_when_no_wager_lies():
    async def announced():
        async with Sim("notice") as sim:
            ann, desk = await dealt_round(sim)
            order = {"type": "AnnounceLimits", "low": 2000, "high": 4000, "minutes": 1, "at_ms": 5}
            now = sim.hall.now_ms()
            assert (await desk.give(order))[0] == 200
            ann.pump()
            told = ann.tables["P"]["notice"]
            assert told == {"closing": False, "low": 2000, "high": 4000, "due_ms": now + 60_000}, "the room's own time"
            assert ann.tables["P"]["clock"]["whole_ms"] == 12_000, "the time for betting runs, not that of the notice"
            assert any("the limits will be" in str(one) for one in ann.frames)
            await sim.run(59)
            assert desk.host.round.sign.ante == SMALL["ante"]
            await sim.run(6)
            assert (desk.host.round.sign.ante.low, desk.host.round.notice) == (2000, None)
            assert (await desk.give({"type": "AnnounceClosing", "minutes": 2}))[0] == 200
            await sim.run(100)
            ann.pump()
            assert (ann.tables["P"]["closed"], ann.tables["P"]["clock"]) == (False, None)
            await sim.run(25)
            ann.pump()
            assert (ann.tables["P"]["closed"], ann.tables["P"]["notice"]) == (True, None)
            assert check_hands(sim.store).fault is None
            return sim.store

    async def after():
        async with Sim("again", store=store) as sim:
            return sim.hall.pits["P"].round.closed

    store = run(announced())
    assert run(after())


def test_whom_the_desk_excluded_it_lets_back_though_the_player_has_left():
    async def back():
        async with Sim("back") as sim:
            await sim.hall.open_pit("P", SIGNS["act-holdem"])
            ann, desk = await sim.player("ann"), Desk(sim)
            assert await ann.ask("pit-join", table="P", box=1, stake=100_000) is None
            assert (await desk.give({"type": "ExcludePlayer", "player": ann.account.id, "breach": "other"}))[0] == 200
            assert ann.account.id not in desk.host.round.seats, "sent off with the chips"
            refused = await ann.ask("pit-join", table="P", box=1, stake=100_000)
            assert "act-holdem 15.2(b)" in refused["rule"], refused
            told = await desk.read()
            form = next(one for one in told["forms"] if one["kind"] == "LetBack")
            assert [offer["order"]["player"] for offer in form["offers"]] == [ann.account.id]
            assert ann.account.id in told["names"], "who has left is named too"
            assert (await desk.give(form["offers"][0]["order"], reason=" "))[1]["error"]["code"] == "notation"
            assert (await desk.give(form["offers"][0]["order"]))[0] == 200
            assert await ann.ask("pit-join", table="P", box=1, stake=100_000) is None

    run(back())


def test_an_order_for_a_round_that_is_over_is_stale():
    async def late():
        async with Sim("late") as sim:
            _, desk = await dealt_round(sim)
            return await desk.give({"type": "VerifyDeck", "count": 52}, number=7)

    status, told = run(late())
    assert (status, told["error"]["code"]) == (400, "stale")


def test_naming_cards_that_nobody_sees_is_on_record_and_soon_over():
    async def guessed():
        async with Sim("guesses") as sim:
            _, desk = await dealt_round(sim)
            await sim.run(13)
            round_ = desk.host.round
            hand = round_.boxes[1].cards
            board = [str(card) for card in round_.board]
            refusals = []
            for card in (*hand, *round_.dealer):
                status, told = await desk.try_({"type": "ReportBoard", "cards": [*board[:2], str(card)]})
                refusals.append(told["error"]["code"])
                assert status == 400
            named = [one for one in sim.store.read("room", 0, 1000) if one.record.name == "HiddenCardNamed"]
            return refusals, len(named)

    refusals, named = run(guessed())
    assert refusals == ["card-dealt"] * 3 + ["too-many-guesses"]
    assert named == 3


def test_a_table_with_real_cards_is_played_by_its_dealer_and_stands_after_a_restart(tmp_path):
    async def played():
        async with Sim("live", data=tmp_path) as sim:
            await sim.hall.open_pit("P", SIGNS["act-holdem"], live=True)
            desk = Desk(sim, account=DEALER)
            dee = await sim.player("dee", roles=("dealer",))
            assert await dee.ask("call-floor", table="P", words="a torn card") is None
            assert next(iter(desk.host.calls.open.values())).seat == 0
            while desk.host.round.number < 3:
                await desk.step("")
            await sim.run(3600)
            assert desk.host.round.number == 3, "no clock deals real cards"
            assert check_hands(sim.store).fault is None
            told = await desk.read()
        async with Sim("again", store=sim.store, data=tmp_path) as again:
            assert await Desk(again, account=DEALER).read() == told
            zoe = await again.player("zoe")
            refused = await zoe.ask("pit-join", table="P", box=1, stake=100_000)
            assert refused["code"] == "real-cards"

    run(played())


def test_a_box_that_is_refused_has_no_chips_issued_for_it():
    """A round that is over, a table that was stopped, and two dealers who give one box at the same moment."""

    async def refused():
        async with Sim("no chips") as sim:
            await sim.hall.open_pit("P", SIGNS["act-holdem"], live=True)
            desk = Desk(sim, account=DEALER)
            number, before = desk.host.round.number, sim.store.balance("issued")
            join = {"type": "Join", "player": "Ruth", "box": 1, "purse": 50_000}
            body = {"order": join, "number": number + 7, "reason": ""}
            for at in range(2):
                status, told = await page(sim, DEALER, "POST", "/api/floor/P/order", {**body, "id": f"late-{at}"})
                assert (status, json.loads(told)["error"]["code"]) == (400, "stale")
            desk.host.state.frozen = True
            status, _ = await page(
                sim, DEALER, "POST", "/api/floor/P/order", {**body, "id": "stopped", "number": number}
            )
            assert status == 400
            desk.host.state.frozen = False
            assert sim.store.balance("issued") == before
            bodies = [{**body, "id": f"both-{at}", "number": number} for at in range(2)]
            both = [page(sim, DEALER, "POST", "/api/floor/P/order", one) for one in bodies]
            assert sorted(status for status, _ in await asyncio.gather(*both)) == [200, 400]
            assert sim.store.balance("issued") == before - 50_000

    run(refused())
