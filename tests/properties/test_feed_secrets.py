"""No frame, replay, export or proof names a card to someone who may not see it: every game, with incidents."""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections import Counter
from typing import ClassVar

import msgspec
import pytest

from openfelt.errors import NotationError
from openfelt.games import GAMES
from openfelt.service import archive
from openfelt.service import host as host_module
from openfelt.service.commitments import Commitment, leaf, root_of
from openfelt.service.feed import Telling
from openfelt.service.protocol import write_frame
from openfelt.service.stream import event_of
from tests.conftest import count
from tests.feed_oracle import Oracle, cards_in
from tests.service_kit import Client, Sim, choice, run

ALL_GAMES = sorted(GAMES)
every_game = pytest.mark.parametrize("key", ALL_GAMES, ids=" ".join)
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")


async def people(sim, seats, table="T", roles=("player", "dealer", "floor", "inspector", "operator")):
    """Players in seats, and others who only look: the rail, a dealer, the floor, an inspector, the operator."""
    players = [await sim.player(name, table, at + 1) for at, name in enumerate(NAMES[:seats])]
    others = []
    for role in roles:
        other = Client(sim, f"rail {role}", (role,))
        await other.ask("watch", table=table)
        others.append(other)
    return players, others


def require_no_leak(oracle, clients):
    checked = 0
    for client in clients:
        for data in client.frames:
            frame = json.loads(data)
            assert not oracle.leaks(client.account.id, frame), (client.account.name, frame)
            checked += len(cards_in(frame))
    return checked


@every_game
def test_no_frame_names_a_card_its_reader_may_not_see(key):
    async def evening(number):
        rng = random.Random(f"feed {key} {number}")
        seats = rng.randint(2, min(6, *(limit.most for limit in GAMES[key].decks.values())))
        async with Sim(f"secrets {key} {number}") as sim:
            host = await sim.table(*key, seats=max(seats, 2), mucking=rng.choice(["automatic", "claimed"]))
            players, others = await people(sim, seats)
            await sim.play(host, players, count(2, 100))
            await sim.play(host, players, count(2, 100), incidents=0.08)
            for one in (*players, *others):
                one.disconnect()  # a reconnection gets a snapshot, and nothing more than before
                one.connect()
                await one.ask("watch", table="T")
                one.pump()
                assert one.gaps == 0
            oracle = Oracle(sim.store, host.stream)
            seen = require_no_leak(oracle, (*players, *others))
            require_records(sim, host, oracle, (*players, *others))
            assert not host.stopped
            return seen

    seen = sum(run(evening(number)) for number in range(count(1, 12)))
    assert seen > 50  # frames with no cards at all would prove nothing


def require_records(sim, host, oracle, clients):
    """Replays, texts, PHH and proofs of finished hands say no more than was told live."""
    numbers = sorted(host.finished)
    assert numbers
    for client in clients:
        person = client.account.id
        for at, number in enumerate(numbers):
            hall, account = sim.hall, client.account
            told = [
                json.loads(write_frame(archive.replay_document(hall, "T", number, account))),
                archive.text_document(hall, "T", number, account),
                archive.proof_document(hall, "T", number, account),
            ]
            with contextlib.suppress(NotationError):  # PHH has no words for a ruling
                told.append(archive.phh_document(hall, "T", number, account))
            for one in told:
                bad = [card for card in cards_in(one) if not oracle.knows(at, person, card, 1 << 59)]
                assert not bad, (person, number, bad, one)


@every_game
def test_what_a_seat_is_told_is_what_its_view_says(key):
    """A frame put together from encoded parts says what a frame built from nothing for that viewer says."""

    async def hands():
        async with Sim(f"fast {key}") as sim:
            host = await sim.table(*key, seats=4)
            players, others = await people(sim, 3, roles=("player",))
            compared = 0

            def compare(told, after, events):
                nonlocal compared
                lines = list(told.chronicle.log)[-len(events) :]
                for since in (after, None):
                    telling = Telling(told, sim.hall, lines, since)
                    for one in (*players, *others):
                        fast, plain = telling.frame(one.account.id), telling.plain_frame(one.account.id)
                        assert json.loads(fast) == json.loads(plain)
                        compared += 1
                publish(told, after, events)

            publish, sim.hall.publish = sim.hall.publish, compare
            await sim.play(host, players, 2, incidents=0.05)
            return compared

    assert run(hands()) > 20


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


def outline(events):
    """What everyone at the table could tell of a hand without seeing a card: who did what for how much."""
    made = []
    for event in events:
        fields = [
            getattr(event, name)
            for name in event.__struct_fields__
            if name not in {"cards", "card", "down", "up", "board", "high", "low", "root", "sign"}
        ]
        made.append((type(event).__name__, msgspec.json.encode(fields)))
    return made


def masked(frames, events):
    """Frames without the commitments, which are random and of fixed length: the deck's, and those within the hand."""
    roots = [event.root for event in events if getattr(event, "root", "")]
    found = re.compile("|".join(f"{root}|{root[:16]}(?=…)" for root in roots).encode())
    return [found.sub(lambda one: b"#" * len(one[0]), data) for data in frames]


@every_game
def test_two_deals_that_differ_in_hidden_cards_only_cannot_be_told_apart(key, monkeypatch):
    """Same acts, same awards, other cards where the viewer never sees them: every byte sent to that viewer is equal."""
    monkeypatch.setattr(host_module, "Commitment", Stacked)
    Stacked.orders = {}
    compared = Counter()
    for number in range(count(3, 200)):
        seats = min(3, *(limit.most for limit in GAMES[key].decks.values()))
        first = run(recorded(key, number, seats, None, {}))
        if first is None or not first["shuffle"]:
            continue
        order = first["order"]
        for person in first["frames"]:
            rng = random.Random(f"hidden {key} {number} {person}")
            hidden = [at for at, card in enumerate(order) if not first["oracle"].knows(0, person, str(card), 1 << 59)]
            moved = rng.sample(hidden, len(hidden))
            twin_order = list(order)
            for source, target in zip(hidden, moved, strict=True):
                twin_order[target] = order[source]
            names = {str(order[at]): str(twin_order[at]) for at in range(len(order))}
            Stacked.orders = {first["shuffle"]: tuple(twin_order)}
            twin = run(recorded(key, number, seats, first["sent"], names))
            Stacked.orders = {}
            if twin is None or outline(twin["events"]) != outline(first["events"]):
                continue  # another hand won: the twins differ in what everyone sees
            mine, others = (
                masked(first["frames"][person], first["events"]),
                masked(twin["frames"][person], twin["events"]),
            )
            assert mine == others, person
            compared[person] += names != {card: card for card in names}
    assert sum(compared.values()) >= 2, compared


async def recorded(key, number, seats, sent, names):
    """One hand from seeded cards; `sent` are acts to repeat, with cards renamed."""
    async with Sim(f"twin {key} {number}") as sim:
        host = await sim.table(*key, seats=seats)
        players, others = await people(sim, seats, roles=("player",))
        rng = random.Random(f"acts {key} {number}")
        script = list(sent) if sent is not None else None
        log = []
        for _ in range(400):
            if host.table.number >= 1 and not host.table.in_hand:
                break
            actor = next((one for one in players if one.turn("T")), None)
            if actor is None:
                await sim.run(6)
                continue
            if script is None:
                hand = actor.turn("T")
                fields = {"turn": hand["turn"], **choice(rng, hand, actor.tables["T"]["your_seat"])}
            else:
                if not script:
                    return None
                who, fields = script.pop(0)
                if who != actor.account.name:
                    return None
                if "cards" in fields:
                    fields = {**fields, "cards": [names[card] for card in fields["cards"]]}
            log.append((actor.account.name, fields))
            if await actor.ask("act", table="T", **fields) is not None:
                return None
        if 1 not in host.finished:
            return None
        for one in (*players, *others):
            one.one.owe("T")
            one.pump()
        sealed = sim.store.sealed(host.finished[1].shuffle)
        order = Stacked(sealed.shuffle, sealed.seed, host.hand.rules.deck).order
        return {
            "frames": {one.account.id: one.frames for one in (*players, *others)},
            "events": [event_of(row.record) for row in sim.store.read(host.stream, 0, 100_000)],
            "oracle": Oracle(sim.store, host.stream),
            "shuffle": host.finished[1].shuffle,
            "order": order,
            "sent": log,
        }


def test_whoever_takes_a_seat_next_learns_nothing_of_the_hand_before():
    """Log lines of a finished hand are told from the seat one had in that hand, not from the seat one has now."""

    async def evening():
        async with Sim("seat") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3)
            players, _ = await people(sim, 3)
            ann = players[0]
            await sim.play(host, players, 1)
            await ann.ask("stand", table="T")
            newcomer = await sim.player("zoe", "T", 1)
            await sim.play(host, [*players[1:], newcomer], 1)
            newcomer.one.owe("T")
            newcomer.pump()
            oracle = Oracle(sim.store, host.stream)
            dealt = {card for (who, card) in oracle.hands[0] if who == ann.account.id}
            assert len(dealt) == 2
            assert not oracle.leaks(newcomer.account.id, json.loads(newcomer.frames[-1]))
            lines = json.loads(newcomer.frames[-1])["lines"]
            assert any(line["kind"] == "StreetDealt" and oracle.hand_at[line["seq"]] == 0 for line in lines)

    run(evening())


def test_a_reader_that_falls_behind_gets_one_fresh_snapshot_without_waiting():
    """Numbers stay contiguous, answers are never dropped, and what waits is bounded."""

    async def evening():
        async with Sim("behind") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3)
            players, _ = await people(sim, 3, roles=())
            slow = Client(sim, "slow")
            await slow.ask("watch", table="T")
            before = len(slow.frames)
            await sim.play(host, players, 12)
            waiting = slow.one.waiting
            assert waiting <= slow.one.most
            assert slow.one.dropped
            slow.one.answer(b'{"type":"done","id":"kept"}')
            version = host.version
            slow.pump()
            assert slow.gaps == 0
            assert slow.seqs["T"] == version  # nothing more had to happen at the table
            assert "kept" in slow.answers
            kinds = [json.loads(data)["type"] for data in slow.frames[before:]]
            assert "snapshot" in kinds
            await sim.play(host, players, 1)
            slow.pump()
            assert (slow.gaps, slow.seqs["T"]) == (0, host.version)

    run(evening())


def test_the_oracle_bites():
    """A feed that told one seat's cards to another would be found."""

    async def evening():
        async with Sim("bites") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3)
            players, _ = await people(sim, 3)
            await sim.run(6)
            assert host.standing.is_dealt
            oracle = Oracle(sim.store, host.stream)
            lines = list(host.chronicle.log)
            told = json.loads(Telling(host, sim.hall, lines).frame(players[0].account.id))
            assert not oracle.leaks(players[0].account.id, told)
            assert oracle.leaks(players[1].account.id, told)

    run(evening())
