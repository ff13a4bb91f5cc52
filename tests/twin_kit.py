"""An evening written down while it is played, and played again with other cards wherever one viewer never looked.

Nothing that this viewer is sent may tell the two evenings apart: frames, pages, downloads, proofs but for their hashes.
"""

from __future__ import annotations

import gc
import json
import os
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import ClassVar

import msgspec

from openfelt import pit
from openfelt.cards import Card, deck
from openfelt.errors import OpenfeltError
from openfelt.floor import possible, powers_of
from openfelt.pit import commands as c
from openfelt.room.house_events import ShoeOrdered, ShuffleCommitted
from openfelt.school.situations import random_incident
from openfelt.service import app as service
from openfelt.service.deck import sealing, shoe
from openfelt.service.deck.commitments import Commitment, leaf, root_of
from openfelt.service.deck.sealing import opened
from openfelt.service.desks.floor import AT_THE_DESK
from openfelt.service.people.accounts import UNNAMED, Session
from openfelt.service.writers import facts
from openfelt.table import HandStarted
from tests.feed_oracle import CARD, EVERYONE, cards_in
from tests.service_kit import Client, Sim, choice, run

# Whole, or its beginning as a line of the log has it, on a page or in the parts of a frame.
HASH = re.compile(rb'[0-9a-f]{64}|[0-9a-f]{16}(?=\xe2\x80\xa6)|(?<="root":{"name":")[0-9a-f]{16}')
STAFF = {"rail": "player", "unnamed": "", "dee": "dealer", "ivy": "inspector", "flo": "floor operator"}
# What may happen otherwise when other cards are dealt where one viewer never looked: hands are shown, mucked, paid.
ENDINGS = {"uncovered", "deck-fault", "void-round", "not-shuffled"}  # most rulings on these end the hand
REVEALS = {
    "Shown", "Mucked", "CommissionTaken", "PotAwarded", "HandEnded", "HandClosed", "UncalledReturned",
    "DealerTurned", "BonusSettled", "BoxSettled", "Folded", "Racked",
}  # fmt: skip


class Stacked(Commitment):
    """A commitment to an order that a test chose."""

    orders: ClassVar[dict[str, tuple]] = {}

    def __init__(self, shuffle, seed, of):
        super().__init__(shuffle, seed, of)
        if shuffle in self.orders:
            self.order = self.orders[shuffle]
            pairs = zip(self.order, self._salts, strict=True)
            self._leaves = tuple(leaf(shuffle, at, card, salt) for at, (card, salt) in enumerate(pairs))
            self.root = root_of(self._leaves)


class Turned(shoe.Orders):
    """A shuffle within a hand with some of its places exchanged, as a test chose them."""

    __slots__ = ()
    places: ClassVar[dict[tuple[bytes, int], tuple[int, ...]]] = {}

    def __call__(self, mixed):
        made = super().__call__(mixed)
        places = self.places.get((self.seed, self.number))
        return made if places is None else tuple(made[at] for at in places)


def stack_the_decks(monkeypatch):
    """From here on a test may say what is dealt."""
    for module in (facts, sealing):
        monkeypatch.setattr(module, "Commitment", Stacked)
    monkeypatch.setattr(shoe, "Orders", Turned)
    monkeypatch.setattr(Stacked, "orders", {})
    monkeypatch.setattr(Turned, "places", {})


@cache
def pages():
    """The pages of a room, without a room."""
    return service.build(Path(), demo=False)


async def page(sim, account, method, path, body=None):
    """One request to the pages, by the account that it says: the status and the body as they are sent."""
    app, sent = pages(), []
    path, _, query = path.partition("?")
    app.state.hall = sim.hall
    sim.hall.accounts.session_of = lambda token, now: (
        Session(account, b"", now + 1) if account.id else None
    )  # the log-in is not what is tested
    headers = [(b"host", b"localhost"), (b"x-openfelt", b"1"), (b"cookie", b"openfelt=x")]
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1", "scheme": "http",
        "method": method, "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": headers, "client": ("127.0.0.1", 1), "server": ("localhost", 80),
    }  # fmt: skip

    async def receive():
        return {"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}

    async def send(message):
        sent.append(message)

    await app(scope, receive, send)
    await sim.settle()
    return sent[0]["status"], b"".join(one.get("body", b"") for one in sent[1:])


@dataclass
class Step:
    """Something that was done: by whom, what, and how it was answered. Then: how far the table and each viewer were."""

    who: str
    what: str
    fields: dict
    answer: object = None
    seq: int = 0
    heard: dict[str, int] = field(default_factory=dict)


class Evening:
    """A room in play, with everything that is done and everything that anyone is told."""

    def __init__(self, sim, table, event_of):
        self.sim = sim
        self.table = table
        self.event_of = event_of
        self.people = {}
        self.script = []
        self.began = 0
        self.number = 0

    @property
    def host(self):
        return self.sim.hall.pits.get(self.table) or self.sim.hall.hosts[self.table]

    @property
    def events(self):
        return [self.event_of(row.record) for row in self.sim.store.read(self.host.stream, 0, 100_000)]

    def sizes(self, last):
        """How many bytes each event took on disk."""
        return [len(row.record.payload) for row in self.sim.store.read(self.host.stream, 0, last)]

    async def come(self, names):
        """Players with chips and those who only look."""
        for name in names:
            self.people[name] = await self.sim.player(name)
        self.sim.hall.is_demonstration = True  # so that somebody may watch without a name
        for name, roles in STAFF.items():
            self.people[name] = Client(self.sim, name, roles.split(), account=UNNAMED if name == "unnamed" else None)
        for name in self.people:
            await self.do(name, "watch")
        await self.do("rail", "lobby")
        await self.do("unnamed", "lobby")

    async def do(self, who, what, **fields):
        """Do one thing and write it down; returns the error, or the status and the body of a page."""
        step = Step(who, what, fields)
        said = await self.carry_out(step)
        self.note(step, said[0] if isinstance(said, tuple) else (said or {}).get("code"))
        return said

    def note(self, step, answer):
        """Write down what was done, and how far everyone is."""
        step.answer = answer
        for one in self.people.values():
            one.pump()
        step.seq = self.host.version
        step.heard = {name: len(one.frames) for name, one in self.people.items()}
        self.script.append(step)

    async def carry_out(self, step):
        sim, one, fields = self.sim, self.people.get(step.who), step.fields
        method, _, path = step.what.partition(" ")
        if step.what == "wait":
            return await sim.run(fields["seconds"])
        if step.what == "return":
            one.disconnect()
            one.connect()
            return await one.ask("watch", table=self.table)
        if method in {"GET", "POST"}:
            if method == "POST":
                self.number += 1
            body = {**fields, "id": f"page-{self.number}"} if "reason" in fields else fields
            status, data = await page(sim, one.account, method, path, body)
            one.frames.append(f"{step.what} {status} ".encode() + data)
            return status, data
        return await one.ask(step.what, **({"table": self.table} if step.what != "lobby" else {}), **fields)

    def named_by(self, who, last):
        """Cards that someone named of their own accord, and therefore knows, in the first so many steps."""
        return [(step.seq, card) for step in self.script[:last] if step.who == who for card in cards_in(step.fields)]


# -- what happens in an evening ----------------------------------------------------------------------------------------


async def play_table(evening, rng):
    """Random choices, returns to the table, incidents that the floor looks at and rules on, powers; then downloads."""
    players = [name for name in evening.people if name not in STAFF]
    hands = rng.choice((1, 1, 2))
    told, idle = 0, 0
    for _ in range(400):
        table = evening.host.table
        if not table.in_hand and table.number > told:
            told = table.number
            await downloads(evening, rng, told)
        if idle > 5 or (not table.in_hand and table.number >= hands):
            return
        if evening.host.state.is_dealt and rng.random() < 0.25:
            await rng.choice((look_and_rule, look_and_rule, use_power))(evening, rng)
        if rng.random() < 0.04:
            await evening.do(rng.choice(list(evening.people)), "return")
        actor = next((one for one in players if evening.people[one].turn("T")), None)
        idle = 0 if actor else idle + 1
        if actor is None:
            await evening.do("", "wait", seconds=6)
            continue
        hand = evening.people[actor].turn("T")
        seat = evening.people[actor].tables["T"]["your_seat"]
        if await evening.do(actor, "act", turn=hand["turn"], **choice(rng, hand, seat)) is not None:
            await evening.do("", "wait", seconds=31)  # what a ruling leaves open the clock closes


async def look_and_rule(evening, rng):
    """The floor opens the desk, tries facts, and perhaps applies what comes out."""
    hand = evening.host.hand
    await evening.do("flo", "GET /api/floor/T")
    kinds = [kind for kind in possible(hand) if kind not in ENDINGS or rng.random() < 0.1]
    try:
        facts = json.loads(msgspec.json.encode(random_incident(rng, hand, rng.choice(kinds)), enc_hook=str))
    except (OpenfeltError, IndexError):
        return
    kind = facts.pop("kind")
    status, data = await evening.do("flo", "POST /api/floor/T/rule", kind=kind, facts=facts)
    if status == 200 and rng.random() < 0.75:
        said = json.loads(data)
        remedy, turn = rng.choice(said["remedies"])["name"], said["turn"]
        order = {"kind": kind, "facts": facts, "reason": "seen by all", "turn": turn, "remedy": remedy}
        await evening.do("flo", "POST /api/floor/T/apply", **order)


async def use_power(evening, rng):
    """A power is looked at and perhaps used; or the table is stopped and goes on."""
    hand = evening.host.hand
    seat = rng.choice(hand.seats)
    kinds = {
        "void-round": {}, "declare-folded": {"seat": seat}, "impose-clock": {"seat": hand.seat_to_act or seat},
        "count-cards": {"found": rng.choice((51, 52))}, "void-wagers": {"seat": seat, "ground": "breach"},
        "direct": {"what": "silence"},
    }  # fmt: skip
    kind = rng.choice([one for one in kinds if one in powers_of(hand) and one in AT_THE_DESK] or ["freeze"])
    if kind == "freeze" or rng.random() < 0.2:
        for frozen in (True, False):
            await evening.do("flo", "POST /api/floor/T/freeze", frozen=frozen, reason="a dispute")
        return
    status, _ = await evening.do("flo", "POST /api/floor/T/power", kind=kind, facts=kinds[kind])
    if status == 200 and rng.random() < (0.1 if kind in ENDINGS else 0.5):
        order = {"kind": kind, "facts": kinds[kind], "reason": "seen by all", "turn": hand.turns}
        await evening.do("flo", "POST /api/floor/T/use", **order)


STAFF_ORDERS = (
    c.ExposeCard, c.ExposeDealer, c.ExposeCommunity, c.ShowOwn, c.ReportRacked, c.ReportLaidDown, c.ReportAbsent,
    c.ReportViewed, c.DeemSeatHand, c.VoidViewed, c.LetStand, c.VoidHand, c.ReportCount, c.ReportSequence, c.VoidRound,
    c.Invalidate, c.VoidWager,
)  # fmt: skip

VOIDING = {"ExposeDealer", "ReportCount", "ReportSequence", "VoidRound", "Invalidate"}


async def play_pit(evening, rng):
    """Wagers, decisions, incidents that staff reports and rules on, players who leave and come back; then proofs."""
    players = [name for name in evening.people if name not in STAFF]
    rounds = rng.choice((1, 2))
    proved = 0
    for _ in range(60 * rounds):
        state = evening.host.round
        if state.number > proved + 1:
            proved = state.number - 1
            await downloads(evening, rng, proved)
        if proved >= rounds:
            return
        for name in players:
            await decide(evening, rng, name)
            if evening.host.round.in_play and rng.random() < 0.3:
                await report(evening, rng)
        if rng.random() < 0.1:
            await evening.do(rng.choice(list(evening.people)), "return")
        await evening.do("", "wait", seconds=rng.choice((5, 13)))
        if evening.host.round.in_play and rng.random() < 0.3:
            await report(evening, rng)


async def decide(evening, rng, name):
    """A player takes an offer at random, sits down again after leaving, or lets the time pass."""
    state = evening.people[name].tables["P"]
    if not state["you"]:
        taken = evening.host.round.seats.values()
        free = next(box for box in range(1, 8) if box not in taken)
        await evening.do(name, "pit-join", box=free, stake=200_000)
        return
    calm = rng.random() < 0.95
    offers = [one for one in state["offers"] if not calm or one["order"]["type"] not in {"Leave", "Withdraw", "Cut"}]
    if not offers or (state["round"]["phase"] == "betting" and rng.random() < 0.3):
        return
    order = any_order(rng, offers)
    await evening.do(name, "pit-act", number=state["round"]["number"], order=order)


def any_order(rng, offers):
    """An order that is offered at a pit, with one of the lowest amounts that are allowed."""
    offer = rng.choice(offers)
    order = dict(offer["order"])
    if offer["amounts"]:
        low, high, step = offer["amounts"]
        order |= dict.fromkeys(offer["vary"], low + step * rng.randint(0, min(3, (high - low) // step)))
    return order


async def report(evening, rng):
    """Something goes wrong at a house-banked table; what has to be ruled on is ruled on."""
    await evening.do("flo", "GET /api/floor/P")
    offers = [one for one in pit.staff_offers(evening.host.round) if isinstance(one.command, STAFF_ORDERS)]
    kinds = sorted({type(one.command).__name__ for one in offers})
    if not kinds:
        return
    due = [one for one in kinds if one in {"DeemSeatHand", "VoidViewed", "LetStand"}]
    ends = rng.random() < 0.3
    kind = rng.choice(due or [one for one in kinds if (one in VOIDING) == ends] or kinds)
    offer = rng.choice([one for one in offers if type(one.command).__name__ == kind])
    order = json.loads(pit.encode(offer.command))
    await evening.do("flo", "POST /api/floor/P/preview", order=order)
    if rng.random() < 0.85:
        number = evening.host.round.number
        await evening.do("flo", "POST /api/floor/P/order", order=order, number=number, reason="seen by all")


async def downloads(evening, rng, number):
    """Some ask for everything that can be had of a finished hand or round, others for one thing."""
    table = evening.table
    paths = [f"/api/hands/{table}/{number}{end}" for end in ("", ".txt", ".phh")]
    paths.append(f"/api/proofs/{table}/{number}")
    for name in evening.people:
        for path in paths if rng.random() < 0.3 else rng.sample(paths, 1):
            await evening.do(name, f"GET {path}")


# -- the same evening with other cards ---------------------------------------------------------------------------------


class Redealt:
    """Which cards change places for one viewer, up to one step of an evening, and what each is called by then."""

    def __init__(self, evening, tells, who, last, rng):
        self.orders, self.places = {}, {}
        self.names = [(0, {})]
        self.moved = 0
        until = evening.script[last].seq
        person = evening.people[who].account.id
        told = [(seq, card) for seq, to, card in tells if to in {person, EVERYONE} and seq <= until]
        told += evening.named_by(who, last + 1)
        store, events = evening.sim.store, list(enumerate(evening.events[:until], start=1))
        decks = [seq for seq, event in events if self.is_new_deck(evening, event)]
        for seq, event in events:
            end = next((one for one in decks if one > seq), until + 1)
            known = {card for when, card in told if seq < when <= end}
            if isinstance(event, ShuffleCommitted):
                sealed, shuffles = store.sealed(event.shuffle), 0
                order = opened(sealed).order
                at = self.exchange(rng, order, known)
                self.orders[event.shuffle] = tuple(order[one] for one in at)
                self.names.append((seq, {str(card): str(order[one]) for card, one in zip(order, at, strict=True)}))
            elif isinstance(event, ShoeOrdered) and event.root:
                shuffles += 1
                order = opened(store.sealed(event.shuffle)).order
                at = self.places[sealed.seed, shuffles] = self.exchange(rng, order, known)
                before = self.names[-1][1]
                new = {str(card): before[str(order[one])] for card, one in zip(order, at, strict=True)}
                self.names.append((seq, {**before, **new}))
            elif self.is_new_deck(evening, event):  # real cards: only those who hold them know where they lie
                order = deck(event.sign.deck, joker=event.sign.joker).cards
                at = self.exchange(rng, order, known)
                self.names.append((seq, {str(card): str(order[one]) for card, one in zip(order, at, strict=True)}))

    @staticmethod
    def is_new_deck(evening, event):
        is_real = isinstance(event, HandStarted) and evening.host.table.live
        return is_real or isinstance(event, ShuffleCommitted)

    def exchange(self, rng, order, known):
        """For each place of an order the place whose card lies there instead: those of known cards stay."""
        hidden = [at for at, card in enumerate(order) if str(card) not in known]
        moved = rng.sample(hidden, len(hidden))
        while moved == hidden and len(hidden) > 1:  # of three cards one order in six would be no twin
            moved = rng.sample(hidden, len(hidden))
        self.moved += hidden != moved
        at = list(range(len(order)))
        for source, target in zip(hidden, moved, strict=True):
            at[target] = source
        return tuple(at)

    def renamed(self, fields, seq):
        """What was said at a moment, in the other cards."""
        names = next(names for since, names in reversed(self.names) if since <= seq)
        return json.loads(CARD.sub(lambda found: names.get(found[0], found[0]), json.dumps(fields)))


def outline(events):
    """What everyone at the table could tell without seeing a card or a word: who did what for how much."""
    return [
        (type(one).__name__, [numbers(getattr(one, name)) for name in one.__struct_fields__ if name not in STRENGTHS])
        for one in events
    ]


STRENGTHS = {"high", "low"}


def numbers(value):
    if isinstance(value, Card):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, tuple) and not any(isinstance(one, str) for one in value):
        return [numbers(one) for one in value]
    if isinstance(value, msgspec.Struct):
        return [numbers(getattr(value, name)) for name in value.__struct_fields__]
    return None


def masked(frames):
    """Frames without the commitments, which are random and of fixed length."""
    return [HASH.sub(lambda one: b"#" * len(one[0]), data) for data in frames]


class Parted(Exception):
    """The other cards led to another evening: what differs is what everyone may know."""


async def replay(evening, again, redealt, who, last):
    """Do everything again up to one step. Only a hand that is shown or not, or won by another, makes it another one."""
    before = 0
    for step in evening.script[len(again.script) : last + 1]:
        if step.what.startswith("GET") and step.who != who:
            again.note(Step(step.who, step.what, {}), step.answer)  # what others read changes nothing
        else:
            await again.do(step.who, step.what, **redealt.renamed(step.fields, before))
        before = step.seq
        if again.script[-1].answer != step.answer:
            break
    step, same = again.script[-1], evening.script[len(again.script) - 1]
    was, now = outline(evening.events[: same.seq]), outline(again.events)
    if was != now:
        first = next(pair for pair in zip([*was, ("end",)], [*now, ("end",)], strict=False) if pair[0] != pair[1])
        assert {first[0][0], first[1][0]} & REVEALS, f"hidden cards changed what everyone sees: {first}"
        raise Parted(first)
    # A player without the cards to open may not bet: such a choice is that seat's own affair.
    assert step.answer == same.answer or step.what == "act", (step.what, same.answer, step.answer)
    if step.answer != same.answer:
        raise Parted(step.what, same.answer, step.answer)


def require_the_same(evening, again, who, last):
    """Every byte that the viewer was sent, in its order and its length, and the work that was done for it."""
    until = evening.script[last]
    mine, other = evening.people[who].frames[: until.heard[who]], again.people[who].frames
    for was, now in zip(masked(mine), masked(other), strict=False):
        assert was == now, f"{who} can tell: {around(was, now)}"
    assert [len(one) for one in mine] == [len(one) for one in other], who
    steps = zip(evening.script, again.script, strict=False)
    assert all(was.heard[who] == now.heard[who] for was, now in steps), "told in another step"
    assert evening.sizes(until.seq) == again.sizes(until.seq), "stored in other sizes"


def around(was, now):
    """Where two frames begin to differ."""
    at = next((at for at, (a, b) in enumerate(zip(was, now, strict=False)) if a != b), min(len(was), len(now)))
    return f"{was[:60]!r} ... {was[max(0, at - 80) : at + 40]!r} and {now[max(0, at - 80) : at + 40]!r}"


@dataclass
class Tally:
    """How many twins could be compared, and why others could not."""

    compared: int = 0
    parted: list = field(default_factory=list)


async def twins(seed, sit, play, oracle, only=()):
    """Play an evening, then its twins: for each viewer and moment, with other cards where the viewer never looked."""
    tally, rng = Tally(), random.Random(seed)
    async with Sim(seed) as sim:
        evening = await sit(sim)
        evening.began = len(evening.script)
        await play(evening, rng)
        tells = oracle(sim.store, evening.host.stream).tells
        for who, last in moments(evening, rng, only):
            redealt = Redealt(evening, tells, who, last, random.Random(f"{seed} {who} {last}"))
            Stacked.orders, Turned.places = redealt.orders, redealt.places
            try:
                async with Sim(seed) as other:
                    again = await sit(other)
                    await replay(evening, again, redealt, who, last)
                    require_the_same(evening, again, who, last)
                tally.compared += redealt.moved > 0
            except Parted as why:
                tally.parted.append((who, last, *why.args))
            finally:
                Stacked.orders, Turned.places = {}, {}
    return tally


def moments(evening, rng, only=()):
    """For each viewer, or those named, the end of the evening and a moment before it: cards are hidden until seen."""
    last = len(evening.script) - 1
    players = [name for name in evening.people if name not in STAFF]
    some = (*rng.sample(players, min(3, len(players))), rng.choice(("rail", "unnamed", "dee", "ivy")), "flo")
    for who in only or some:
        for at in (last, rng.randint(evening.began, last)):
            yield who, at


def compare(name, evenings, sit, play, oracle, *, least=3, only=()):
    """Evenings and their twins. What parts some is a hand that was shown or not; most can be compared.

    Where hardly a card stays hidden, `least` of an evening's twins are others.
    """
    compared, parted = 0, []
    for number in range(evenings):
        seed = f"twin {name} {number}"
        tally = run(twins(seed, sit, play, oracle, only))
        compared += tally.compared
        parted += tally.parted
    assert compared >= least * evenings, (compared, parted)


# -- the work that is done ---------------------------------------------------------------------------------------------


class Calls:
    """Counts every call of a function of the house while it is open: work without a clock."""

    def __init__(self):
        self.made = Counter()

    def __enter__(self):
        gc.disable()
        sys.setprofile(self.note)
        return self.made

    def __exit__(self, *_):
        sys.setprofile(None)
        gc.enable()

    def note(self, frame, event, _):
        if event == "call" and HOUSE in frame.f_code.co_filename:
            self.made[frame.f_code.co_qualname] += 1


async def work_for(seed, sit, play, oracle):
    """The calls that an evening took up to its first showdown: as it was, and with other cards that nobody saw."""
    async with Sim(seed) as sim:
        evening = await sit(sim)
        evening.began = len(evening.script)
        await play(evening, random.Random(seed))
        open_from = next((at for at, event in enumerate(evening.events, 1) if type(event).__name__ in SHOWN), 1 << 60)
        last = max(at for at, step in enumerate(evening.script) if step.seq < open_from)
        tells = oracle(sim.store, evening.host.stream).tells
        redealt = Redealt(evening, tells, "rail", last, random.Random(seed))
        assert redealt.moved
        same = {shuffle: opened(sim.store.sealed(shuffle)).order for shuffle in redealt.orders}
        made = []
        for orders in (same, same, redealt.orders):
            Stacked.orders = orders
            async with Sim(seed) as other:
                again = await sit(other)
                with Calls() as calls:
                    await replay(evening, again, redealt if orders is redealt.orders else Same(), "rail", last)
                made.append(calls)
        Stacked.orders = {}
    return made[1:]  # the first time fills what is remembered from call to call


class Same:
    """Nothing is called otherwise."""

    def renamed(self, fields, _):
        return fields


SHOWN = {"Shown", "Mucked", "PotAwarded", "ShoeOrdered"}
HOUSE = f"{os.sep}openfelt{os.sep}"
