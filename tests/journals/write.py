"""Writes rooms as this program keeps them: a journal and the accounts beside it, for later releases to open.

`python -m tests.journals.write DIRECTORY` plays four evenings with virtual time and leaves each as it would lie on a
disk after the program was stopped: hands and rounds are open in all of them.
"""

from __future__ import annotations

import asyncio
import lzma
import random
import sys
from pathlib import Path

from msgspec.structs import replace

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.books.nz_big_raise.pit import BigRaiseSign
from openfelt.errors import OpenfeltError
from openfelt.floor import RuleOn, possible, rule
from openfelt.games import Commission
from openfelt.games.standard import standard_sign
from openfelt.journal import SqliteStore
from openfelt.room import GiveNotice
from openfelt.room.orders import Freeze, OnFloor
from openfelt.school.situations import random_incident
from openfelt.service.pages import archive, people
from openfelt.service.record.pit_record import Segment, pit_event
from openfelt.service.record.refold import RecordBroken
from openfelt.service.record.stream import event_of
from openfelt.service.tell import calls
from openfelt.service.writers import table as hosts
from tests.live_kit import RealDeck, enter, play_live
from tests.service_kit import FLOOR, Client, Sim
from tests.twin_kit import STAFF, Evening, decide, play_pit, report

PASSWORD = "a long password"
FILES = ("journal.sqlite", "accounts.sqlite")
HOUR = 3600

# Name, game, what differs from the usual sign. The second three ask for fees: for a hand, for the time, for sitting.
POKER = (
    ("Sydney", ("nsw-poker", "texas-holdem"), {"seats": 4}),
    ("Reno", ("us-stud", "razz"), {"seats": 4}),
    ("Attic", ("house", "badugi"), {"seats": 4}),
)
FEES = (
    ("Manly", ("nsw-poker", "seven-card-stud"), {"seats": 4, "commission": Commission(per_hand=100)}),
    ("Glebe", ("nsw-poker", "draw-blind"), {"seats": 4, "commission": Commission(hourly=1_200, sitting=500)}),
    (
        "Canberra",
        ("act-stud", "seven-card-stud"),
        {"seats": 4, "commission": Commission(kind="time", hourly=1_200, most=2_000)},
    ),
)


class Room(Sim):
    """A simulated room on a disk."""

    def __init__(self, seed, data):
        super().__init__(seed, store=SqliteStore(data / FILES[0]), data=data)

    async def __aexit__(self, *why):
        await super().__aexit__(*why)
        self.store.close()


async def person(sim, name, roles=(), password=PASSWORD):
    """Someone who came in by the door: with a role by an invitation, with a password, or as a guest."""
    hall = sim.hall
    if not password:
        account, _ = await hall.welcome_guest(name)
    else:
        token = hall.invitations.invite(roles, hall.now_ms()) if roles else ""
        body = people.LoginBody(name, password, token, not roles)
        account = await people.admitted(hall, body, None)
        await hall.welcome(account)
    return connection(sim, account)


def connection(sim, account):
    """A simulated connection of an account."""
    one = Client(sim, account.name, account.roles)
    one.disconnect()
    one.account = account
    one.connect()
    return one


def everyone(sim):
    """Who has a password, by name, connected again."""
    return {account.name: connection(sim, account) for account, closed in sim.hall.accounts.known() if not closed}


async def staff(sim):
    """An operator, a dealer, the floor and an inspector; one account is closed again."""
    made = {name: await person(sim, name, (name,)) for name in ("operator", "dealer", "floor", "inspector")}
    gone = await person(sim, "Mallory")
    await sim.hall.disable(gone.account, made["operator"].account, "asked for it")
    return made


async def void(sim, host):
    """The floor ends the hand that is dealt; what was wagered goes back."""
    for kind in possible(host.hand):
        try:
            incident = random_incident(sim.rng, host.hand, kind)
            names = [one.name for one in rule(host.hand, incident).remedies]
        except (OpenfeltError, IndexError):
            continue
        ending = next((name for name in names if name in {"misdeal", "void the round"}), None)
        if ending:
            order = RuleOn(incident, FLOOR, "seen by all", ending)
            await host.submit(f"void {host.version}", "house", OnFloor(host.hand.turns, order))
            await sim.settle()
            return
    raise AssertionError("nothing ends this hand")


async def begin_hand(sim, host):
    """Let time pass until a hand is dealt and a player has to act."""
    for _ in range(100):
        if host.state.is_dealt and host.hand.seat_to_act:
            return
        await sim.run(1)
    raise AssertionError("no hand is dealt")


async def poker(data, tables):
    """Three tables: hands, rulings, a void, a freeze, a call, an inspection, a notice; a restart voids a hand."""
    first = tables[0][0]
    async with Room(f"old {first}", data) as sim:
        await sim.hall.significant.started()
        crew = await staff(sim)
        players = [await person(sim, name) for name in ("Ann", "Bob")] + [await person(sim, "Gus", (), "")]
        for name, key, changes in tables:
            host = await sim.hall.open_table(name, standard_sign(*key, **changes))
            seated = players[: 2 if name == "Reno" else 3]
            for seat, one in enumerate(seated, start=1):
                assert await one.ask("watch", table=name) is None
                assert await one.ask("sit", table=name, seat=seat, stake=20_000, entry="post") is None
            if name == "Reno":
                await sim.hall.seat_bot(host, 3, "caller", "Ada of Reno")
            await sim.play(host, seated, 1)
            await sim.play(host, seated, 2, incidents=0.15)
            await begin_hand(sim, host)
            await void(sim, host)
            await freeze(sim, host, crew["floor"].account, frozen=True)
        host = sim.hall.hosts[first]
        floor = crew["floor"].account
        await sim.run(HOUR)
        for name, _, _ in tables:
            await freeze(sim, sim.hall.hosts[name], floor, frozen=False)
        await players[0].ask("call-floor", table=first, words="the seventh card was exposed")
        (call,) = host.calls.open
        await calls.answer(host, call, by=floor, role="manager", words="it stands", request="answer")
        await archive.inspect(sim.hall, first, 1, crew["inspector"].account, "a complaint")
        sign = replace(host.table.sign, seats=5)
        await host.submit("notice", "house", GiveNotice(sim.hall.now_ms(), sign, consent=True))
        await open_hands(sim, tables, players)
    async with restarted_with_a_fault(data, f"table/{first}") as sim:
        players = [connection(sim, account) for account in seated_at(sim, tables)]
        await sim.play(sim.hall.hosts[tables[1][0]], players, 1)
        await open_hands(sim, tables, players)


async def open_hands(sim, tables, players):
    """Leave every table in the middle of a hand."""
    for name, _, _ in tables:
        host = sim.hall.hosts[name]
        seated = [one for one in players if host.table.place_of(one.account.id)]
        for one in players:
            await one.ask("watch", table=name)
        await sim.top_up(host, seated)
        await begin_hand(sim, host)


def seated_at(sim, tables):
    """The accounts of those who sit at any of the tables."""
    hosts = [sim.hall.hosts[name] for name, _, _ in tables]
    ids = dict.fromkeys(place.player for host in hosts for place in host.table.places.values())
    return [account for account in map(sim.hall.accounts.find, ids) if account is not None]


async def freeze(sim, host, floor, *, frozen):
    """The floor stops the table, or lets it go on."""
    await host.submit(f"freeze {host.stream} {host.version}", "house", Freeze(frozen, "a dispute"))
    await sim.settle()


def restarted_with_a_fault(data, stream):
    """The room after a restart that found the live hand or round of one stream broken, and voided it."""
    first, second = hosts.load, Segment.fold

    def load(journal, name):
        made = first(journal, name)
        made.fault = "a fault of the disk" if name == stream else made.fault
        return made

    def fold(self, round_, journal):
        if self.records[0][0].stream == stream and self.records[-1][0].version == journal.version(stream):
            raise RecordBroken("a fault of the disk")
        second(self, round_, journal)

    class Restarted(Room):
        async def __aenter__(self):
            self.clock.step_ms = 2 * HOUR * 1000
            names = (hosts, "load", load), (Segment, "fold", fold)
            before = [getattr(where, name) for where, name, _ in names]
            for where, name, new in names:
                setattr(where, name, new)
            try:
                await super().__aenter__()
                await self.hall.significant.started()
            finally:
                for (where, name, _), old in zip(names, before, strict=True):
                    setattr(where, name, old)
            return self

    return Restarted("old room again", data)


class OldEvening(Evening):
    """An evening of people who have accounts."""

    async def come(self, names):
        for name in names:
            self.people[name] = await person(self.sim, name)
        for name, roles in STAFF.items():
            self.people[name] = await person(self.sim, name, tuple(roles.split()))
        for name in self.people:
            await self.do(name, "watch")


async def live(data):
    """A dealer's table: real cards entered one by one, slips of the hand, rulings; a hand is open at the end."""
    rng = random.Random("old live")
    async with Room("old live", data) as sim:
        await sim.hall.significant.started()
        terms = {"commission": Commission(kind="percentage", per_mille=50, most=2_000)}
        await sim.hall.open_table("T", standard_sign("nsw-poker", "texas-holdem", seats=4, **terms), live=True)
        evening = OldEvening(sim, "T", event_of)
        await evening.come(["Zoe"])
        for seat in (1, 2, 3):
            assert await evening.do("dee", "dealer-seat", seat=seat, name=f"Guest {seat}", stake=20_000) is None
        assert await evening.do("Zoe", "sit", seat=4, stake=20_000, entry="post") is None
        for _ in range(3):
            await play_live(evening, rng)
        assert await evening.do("dee", "dealer-open") is None
        real = RealDeck(rng, evening.host.table.sign)
        for _ in range(6):
            await enter(evening, rng, real)
        assert evening.host.table.in_hand


async def pit(data, sign):
    """A house-banked table: wagers, incidents, rulings, a restart that voids a round; a round is open at the end."""
    rng = random.Random(f"old pit {sign.rulebook}")
    async with Room("old pit", data) as sim:
        await sim.hall.significant.started()
        await sim.hall.open_pit("P", sign)
        evening = OldEvening(sim, "P", pit_event)
        await evening.come(["Ann", "Bob", "Cat"])
        await play_pit(evening, rng)
        for _ in range(8):
            await until_in_play(evening, rng)
            await play_out(evening, rng)
        await until_in_play(evening, rng)
        await report(evening, rng)
        await until_in_play(evening, rng)
    async with restarted_with_a_fault(data, "pit/P") as sim:
        evening = OldEvening(sim, "P", pit_event)
        evening.number = 1_000
        evening.people = everyone(sim)
        for name in evening.people:
            await evening.do(name, "watch")
        await until_in_play(evening, rng)
        await play_out(evening, rng)
        await until_in_play(evening, rng)


async def until_in_play(evening, rng):
    """Wager until cards are out."""
    for _ in range(200):
        if evening.host.round.in_play:
            return
        for name in evening.people:
            if name not in STAFF:
                await decide(evening, rng, name)
        await evening.do("", "wait", seconds=5)
    raise AssertionError("no round begins")


async def play_out(evening, rng):
    """Decide, or let time pass, until the next round."""
    number = evening.host.round.number
    while evening.host.round.number == number:
        for name in evening.people:
            if name not in STAFF and evening.host.round.in_play:
                await decide(evening, rng, name)
        await evening.do("", "wait", seconds=5)


EVENINGS = {
    "poker": lambda data: poker(data, POKER),
    "fees": lambda data: poker(data, FEES),
    "live": live,
    "act-holdem": lambda data: pit(data, HoldemSign()),
    "nz-big-raise": lambda data: pit(data, BigRaiseSign()),
}


def main(directory):
    """Write every evening, packed."""
    for name, evening in EVENINGS.items():
        data = directory / name
        data.mkdir(parents=True)
        asyncio.run(evening(data))
        pack(data)


def pack(data):
    """A room as it lies on its disk, packed; nothing else is left there."""
    for file in FILES:
        store = data / file
        store.with_suffix(".sqlite.xz").write_bytes(lzma.compress(store.read_bytes(), preset=9))
    for left in data.iterdir():
        if left.suffix != ".xz":
            left.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
