"""The room under a microscope: the real service code with virtual time, seeded cards, simulated sockets and storage.

One seed gives one trace, byte for byte. Nothing here waits for a clock, a thread or a disk.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import json
import random
import tempfile
from pathlib import Path

from openfelt import room
from openfelt.floor import Author, RuleOn, possible, rule
from openfelt.games import GAMES
from openfelt.games.standard import standard_sign
from openfelt.journal import Batch, Entry, MemoryStore, Receipt, StorageFailed
from openfelt.lists.state import WaitList
from openfelt.lists.terms import ListTerms
from openfelt.phrases import read_text
from openfelt.room.offices import Officer
from openfelt.room.orders import OnFloor
from openfelt.room.people_orders import ExcludeFromTable
from openfelt.school.situations import random_incident
from openfelt.service.doors.answers import answer
from openfelt.service.hall import Hall
from openfelt.service.people.accounts import Account
from openfelt.service.record import audit, loading
from openfelt.service.tell.directions import is_staff
from openfelt.service.wire.changes import applied
from openfelt.service.wire.subscribers import Subscriber
from openfelt.service.writers import writer
from openfelt.tournaments import fill

START_MS = 1_790_000_000_000
FLOOR = Author("Ann", "manager")


def said(told):
    """A line, a refusal or another text of the wire, in words."""
    return str(read_text(told))


def state_after(known, frame):
    """The state of a table after a frame."""
    return applied(known, frame["state"]) if "after" in frame else frame["state"]


def whole(frames):
    """Frames with the whole state that each leaves its reader with."""
    known = {}
    for data in frames:
        frame = json.loads(data)
        if frame["type"] in {"snapshot", "update", "pit-snapshot", "pit-update"}:
            known[frame["table"]] = frame["state"] = state_after(known.get(frame["table"]), frame)
        yield frame


class VirtualTimer:
    """A timer of the virtual clock."""

    def __init__(self):
        self.cancelled = False

    def cancel(self):
        self.cancelled = True


class VirtualClock:
    """Time that passes only when a test says so."""

    def __init__(self):
        self.now = 0.0
        self.step_ms = 0
        self._timers = []
        self._order = itertools.count()

    def now_ms(self):
        return START_MS + self.step_ms + int(self.now * 1000)

    def monotonic(self):
        return self.now

    def call_later(self, delay_s, work):
        timer = VirtualTimer()
        heapq.heappush(self._timers, (self.now + max(0.0, delay_s), next(self._order), timer, work))
        return timer

    def pop(self, until):
        """The next timer that is due by then; time jumps to it."""
        while self._timers and self._timers[0][0] <= until:
            at, _, timer, work = heapq.heappop(self._timers)
            if not timer.cancelled:
                self.now = max(self.now, at)
                return work
        return None


class PlainJournal:
    """The journal without a thread. `fail_at` makes one append fail, and every one after it."""

    def __init__(self, store):
        self.store = store
        self.appends = 0
        self.fail_at = 0

    async def append(self, entry: Entry) -> Receipt:
        self.appends += 1
        if self.fail_at and self.appends >= self.fail_at:
            raise StorageFailed("the disk is gone")
        return self.store.append(entry)

    async def close(self):
        pass


class Seeds:
    """Seeds of decks from a generator: for tests that deal the same cards twice."""

    def __init__(self, seed):
        self._chance = random.Random(f"decks {seed}")

    def seed(self):
        return self._chance.randbytes(32)


class Client:
    """A simulated connection that knows only what it was sent."""

    def __init__(self, sim, name, roles=("player",), account=None):
        self.sim = sim
        self.account = account or Account(f"p_{name}", name, tuple(roles), guest=True)
        self.frames = []
        self.tables = {}
        self.seqs = {}
        self.gaps = 0
        self.answers = {}
        self.number = 0
        self.run = sim.hall.journal.store.head().entry  # ids are unique to the account, also after a restart
        self.connect()

    def connect(self):
        self.one = Subscriber(self.account.id, is_staff=is_staff(self.account))
        self.sim.hall.subscribers.add(self.one)

    def disconnect(self):
        self.sim.hall.subscribers.remove(self.one)

    def pump(self):
        """Receive everything that waits."""
        while data := self.one.take(lambda table: self.sim.hall.fresh(table, self.account.id)):
            self.frames.append(data)
            self.hear(json.loads(data))

    def hear(self, frame):
        kind = frame["type"]
        if kind in {"done", "refused"}:
            self.answers[frame["id"]] = frame.get("error")
        elif kind in {"snapshot", "update", "pit-snapshot", "pit-update"}:
            table = frame["table"]
            if "after" in frame and frame["after"] != self.seqs.get(table):
                self.gaps += 1
            self.seqs[table] = frame["seq"]
            self.tables[table] = state_after(self.tables.get(table), frame)

    async def send(self, text):
        await answer(self.sim.hall, self.account, self.one, text)
        await self.sim.settle()
        self.pump()

    async def ask(self, kind, id="", **fields):  # noqa: A002 - the protocol's word
        """Make a request; returns the error, or None when it was done."""
        self.number += 1
        name = id or f"{self.account.name.replace(' ', '_')}-{self.run}-{self.number}"
        await self.send(json.dumps({"type": kind, "id": name, **fields}))
        return self.answers.get(name)

    def turn(self, table):
        """My turn's state of the hand, or None."""
        self.pump()
        state = self.tables.get(table)
        hand = state and state["hand"]
        if not hand or not hand["to_act"] or hand["to_act"] != state["your_seat"] or not hand["offers"]:
            return None
        return hand

    async def act(self, table, rng):
        """Take one of the offers at random."""
        hand = self.turn(table)
        return await self.ask(
            "act", table=table, turn=hand["turn"], **choice(rng, hand, self.tables[table]["your_seat"])
        )


def choice(rng, hand, seat):
    """A random choice among the offers, as a client states it."""
    offer = rng.choice(hand["offers"])
    if rng.random() < 0.5:
        offer = next((one for one in hand["offers"] if one["action"] in {"check", "call"}), offer)
    if offer["action"] in {"bet", "raise"}:
        steps = (offer["most"] - offer["least"]) // offer["step"]
        to = offer["least"] + rng.choice([0, rng.randint(0, min(3, steps)), rng.randint(0, steps)]) * offer["step"]
        return {"action": offer["action"], "amount": to}
    if offer["action"] in {"draw", "discard"}:
        mine = next(one["down"] for one in hand["seats"] if one["seat"] == seat)
        most = min(offer.get("most", 0), len(mine))
        count = most if offer["action"] == "discard" else rng.randint(0, most)
        return {"action": offer["action"], "cards": rng.sample(mine, count)}
    return {"action": offer["action"]}


class Sim:
    """A hall with everything simulated. Use as an async context manager."""

    def __init__(self, seed, *, store=None, pace=1.0, grace_s=60.0, data=None, **settings):
        self.seed = seed
        self.rng = random.Random(f"sim {seed}")
        self.clock = VirtualClock()
        self.store = store or MemoryStore()
        self.journal = PlainJournal(self.store)
        self._data = data
        self._settings = {"pace": pace, "grace_s": grace_s, **settings}
        self._folder = None
        self.hall = None

    async def __aenter__(self):
        if self._data is None:
            self._folder = tempfile.TemporaryDirectory()
            self._data = Path(self._folder.name)
        self.hall = Hall(
            self._data, journal=self.journal, clock=self.clock, moods=f"moods {self.seed}", **self._settings
        )
        self.hall.shuffler = Seeds(self.seed)
        await self.hall.start()
        await self.settle()
        return self

    async def __aexit__(self, *_):
        await self.hall.close()
        if self._folder is not None:
            self._folder.cleanup()

    async def settle(self):
        """Let everything that has been started come to rest."""
        for _ in range(10_000):
            if not self.hall._tasks:
                return
            await asyncio.sleep(0.001 if self.hall.counting.waiting else 0)
        raise AssertionError("the room does not come to rest")

    async def run(self, seconds):
        """Let time pass."""
        until = self.clock.now + seconds
        while (work := self.clock.pop(until)) is not None:
            work()
            await self.settle()
        self.clock.now = until

    async def table(self, rulebook, game, name="T", **changes):
        """A new table of a game."""
        return await self.hall.open_table(name, standard_sign(rulebook, game, **changes))

    async def player(self, name, table="", seat=0, stake=20_000, roles=("player",)):
        """A player with chips, seated and watching if a table is named."""
        client = Client(self, name, roles)
        await self.hall.issue(client.account.id, 10_000_000, f"issue {name}")
        if table:
            assert await client.ask("watch", table=table) is None
            error = await client.ask("sit", table=table, seat=seat, stake=stake, entry="post")
            assert error is None, error
        return client

    async def play(self, host, clients, hands, *, incidents=0.0):
        """Play so many hands with random choices, and perhaps random incidents that the floor rules on."""
        goal = host.table.number + hands
        for _ in range(4000 * hands):
            if host.table.number >= goal and not host.table.in_hand:
                return
            if incidents and host.state.is_dealt and self.rng.random() < incidents:
                await self.incident(host)
            actor = next((one for one in clients if one.turn(host.table.name)), None)
            if actor is not None:
                error = await actor.act(host.table.name, self.rng)
                assert error is None or incidents, error
                if error is not None:
                    await self.run(31)
            else:
                await self.top_up(host, clients)
                await self.run(6)
        raise AssertionError(f"the hands do not end: {host.hand and host.hand.phase} {host.stopped}")

    async def top_up(self, host, clients):
        """Between hands, whoever is short buys chips or comes back."""
        if host.table.in_hand:
            return
        for one in clients:
            place = host.table.place_of(one.account.id)
            if place is not None and place.stack < host.table.sign.min_stake:
                missing = (20_000 - place.stack) // host.table.sign.unit * host.table.sign.unit
                await one.ask("top-up", table=host.table.name, amount=missing)
            elif place is None:
                free = next(seat for seat in range(1, 99) if seat not in host.table.places)
                await one.ask("sit", table=host.table.name, seat=free, stake=20_000, entry="post")
            elif place.status == "out":
                await one.ask("come-back", table=host.table.name, entry="post")

    async def incident(self, host):
        """Something goes wrong, perhaps; the floor rules."""
        hand = host.hand
        kinds = possible(hand)
        if not kinds:
            return
        from openfelt.errors import OpenfeltError  # noqa: PLC0415

        try:
            incident = random_incident(self.rng, hand, self.rng.choice(kinds))
            remedy = self.rng.choice(rule(hand, incident).remedies)
            order = RuleOn(incident, FLOOR, "seen by the dealer", remedy.name)
            await host.submit(f"rule {host.version}", "house", OnFloor(hand.turns, order))
        except OpenfeltError:
            return
        await self.settle()


HOST = Officer("host", "Hal", ("casino operator",))


async def publish(hall, name="E", conditions=None):
    """A tournament whose conditions are published, by an officer of a room that keeps no roll yet."""
    return await hall.open_event(name, conditions or fill("freeze-out", "house"), by=HOST, request=f"publish {name}")


def copy_store(store, last):
    """A journal that ends after entry `last`: what a crash at that moment leaves."""
    made = MemoryStore(store.journal)
    for entry in store.entries(0, last):
        records = {}
        for one in store.records(entry.first - 1, entry.last - entry.first + 1):
            records.setdefault(one.stream, []).append(one)
        orders = {one.stream: (one.payload, one.rules) for one in store.orders(entry.number, entry.number)}
        batches = tuple(
            Batch(stream, several[0].version - 1, tuple(one.record for one in several), *orders.get(stream, ()))
            for stream, several in records.items()
        )
        seals = tuple(secret for _, secret in store.seals(entry.number, entry.number))
        made.append(
            Entry(entry.request, batches, tuple(store.postings(entry.number, entry.number)), seals, entry.answer)
        )
    assert made.entries(0, last)[-1].hash == store.entries(0, last)[-1].hash
    return made


def under_rules(context, rules):
    """From here on, what is decided is decided under these rules: a release that reads the rulebooks otherwise."""
    for module in (writer, loading, audit):
        context.setattr(module, "rules_of", lambda book: f"{rules}, {book} 1")


def every_sign(seats=4):
    """A sign of every game, as a table of the demo would have it."""
    for rulebook, game in sorted(GAMES):
        most = min(limit.most for limit in GAMES[rulebook, game].decks.values())
        yield rulebook, game, {"seats": max(seats, min(seats, most))}


def seats_at(key, wanted):
    """So many seats, or fewer where the game has fewer."""
    return min(wanted, *(limit.most for limit in GAMES[key].decks.values()))


def run(work):
    """Run a coroutine to its end."""
    return asyncio.run(work)


__all__ = [
    "Client",
    "PlainJournal",
    "Seeds",
    "Sim",
    "VirtualClock",
    "copy_store",
    "every_sign",
    "publish",
    "room",
    "run",
    "under_rules",
]


async def keep_out(hall, table, player, until_ms=0):
    """The house keeps somebody from the game at a table, by nsw-poker 27.13, and sends them away."""
    cites = ("nsw-poker 27.13",)
    order = ExcludeFromTable(player, table, "a breach", until_ms, "nsw-poker", cites)
    await hall.room.submit(f"out {table} {player} {hall.room.version}", "house", order)
    await hall.send_off(player)
    hall.lists.plan()


def keep_a_list(hall):
    """A list L of Omaha, as it would stand after the brush had opened it; no table is filled from it."""
    sign = standard_sign("nsw-poker", "omaha")
    hall.lists.state.lists["L"] = WaitList("L", sign, ListTerms(calls="by-hand"))
