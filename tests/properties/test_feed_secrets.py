"""No frame, replay, export or proof names a card to someone who may not see it: every game, with incidents."""

from __future__ import annotations

import contextlib
import itertools
import json
import random

import pytest

from openfelt.errors import NotationError
from openfelt.floor.ruling import Author
from openfelt.games import GAMES
from openfelt.room.orders import AnswerCall, Freeze
from openfelt.service.pages import archive, downloads
from openfelt.service.tell.feed import Broadcast
from openfelt.service.wire.protocol import write_frame
from tests.conftest import count
from tests.feed_oracle import Oracle, cards_in
from tests.service_kit import Client, Sim, run, seats_at, state_after, whole

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
        for frame in whole(client.frames):
            assert not oracle.leaks(client.account.id, frame), (client.account.name, frame)
            checked += len(cards_in(frame))
    return checked


def ask_again_at_every_entry(sim, clients):
    """What someone gets who comes back in that very moment, everyone in turn: nothing more than before (HID-3)."""
    fresh = {one.account.id: [] for one in clients}
    publish, turns = sim.hall.publish, itertools.cycle(fresh.items())

    def tell(host, *what):
        publish(host, *what)
        person, told = next(turns)
        told.append(sim.hall.fresh("T", person))

    sim.hall.publish = tell
    return fresh


def require_one_story(client):
    """A line of the log reads the same whenever it is told to the same reader."""
    lines = {}
    for data in client.frames:
        for line in json.loads(data).get("lines", ()):
            assert lines.setdefault(line["seq"], line) == line, client.account.name


@every_game
def test_no_frame_names_a_card_its_reader_may_not_see(key):
    async def evening(number):
        rng = random.Random(f"feed {key} {number}")
        seats = rng.randint(2, min(6, *(limit.most for limit in GAMES[key].decks.values())))
        async with Sim(f"secrets {key} {number}") as sim:
            host = await sim.table(*key, seats=max(seats, 2), mucking=rng.choice(["automatic", "claimed"]))
            players, others = await people(sim, seats)
            fresh = ask_again_at_every_entry(sim, (*players, *others))
            await sim.play(host, players, count(2, 12))
            await sim.play(host, players, count(2, 12), incidents=0.08)
            for one in (*players, *others):
                one.disconnect()  # a reconnection gets a snapshot, and nothing more than before
                one.connect()
                await one.ask("watch", table="T")
                one.pump()
                assert one.gaps == 0
            oracle = Oracle(sim.store, host.stream)
            for one in (*players, *others):
                one.frames += fresh[one.account.id]
                require_one_story(one)
            seen = require_no_leak(oracle, (*players, *others))
            require_records(sim, host, oracle, (*players, *others))
            assert not host.stopped
            return seen

    seen = sum(run(evening(number)) for number in range(count(1, 2)))
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
                downloads.text_document(hall, "T", number, account),
                archive.proof_document(hall, "T", number, account),
            ]
            with contextlib.suppress(NotationError):  # PHH has no words for a ruling
                told.append(downloads.phh_document(hall, "T", number, account))
            for one in told:
                bad = [card for card in cards_in(one) if not oracle.knows(at, person, card, 1 << 59)]
                assert not bad, (person, number, bad, one)


@every_game
def test_what_a_seat_is_told_is_what_its_view_says(key):
    """A frame put together from encoded parts says what a frame built from nothing for that viewer says."""

    async def hands():
        async with Sim(f"fast {key}") as sim:
            host = await sim.table(*key, seats=seats_at(key, 4))
            players, others = await people(sim, seats_at(key, 3), roles=("player",))
            compared, known = 0, {}

            def compare(told, after, events, *reply):
                nonlocal compared
                lines = list(told.history.log)[-len(events) :]
                for since in (after, None):
                    broadcast = Broadcast(told, sim.hall, lines, since)
                    for one in (*players, *others):
                        fast = json.loads(broadcast.frame(one.account.id), object_pairs_hook=said_once)
                        plain = json.loads(broadcast.plain_frame(one.account.id))
                        assert fast["lines"] == plain["lines"]
                        if since is None or one in known:
                            state = known[one] = state_after(known.get(one), fast)
                            assert state == plain["state"]
                            compared += since is not None
                publish(told, after, events, *reply)

            publish, sim.hall.publish = sim.hall.publish, compare
            await sim.play(host, players, 2, incidents=0.05)
            return compared

    assert run(hands()) > 20


def said_once(pairs):
    """A frame put together from parts names no field twice."""
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), names
    return dict(pairs)


def require_plain(sim, host, clients):
    """Everyone's snapshot says what one built from nothing says; returns how the places are told."""
    broadcast = Broadcast(host, sim.hall, host.history.latest(5))
    for one in clients:
        fast = json.loads(broadcast.frame(one.account.id), object_pairs_hook=said_once)
        plain = json.loads(broadcast.plain_frame(one.account.id))
        assert fast == plain
    return {one["seat"]: one for one in fast["state"]["places"]}


def test_places_are_told_as_they_are_now():
    """What is kept of a table from frame to frame is put together anew when any of it has changed."""

    async def evening():
        async with Sim("places") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=5)
            players, others = await people(sim, 3, roles=("player",))
            ann, bob, cat = players
            everyone = (*players, *others)
            await sim.play(host, players, 1)
            await sim.run(6)
            assert host.table.in_hand
            places = require_plain(sim, host, everyone)
            assert not places[2]["away"]
            assert not places[1].get("calls_floor")
            bob.disconnect()
            assert require_plain(sim, host, everyone)[2]["away"]
            bob.connect()
            assert not require_plain(sim, host, everyone)[2]["away"]
            await bob.ask("watch", table="T")
            assert await ann.ask("call-floor", table="T", words="a chip fell") is None
            assert require_plain(sim, host, everyone)[1]["calls_floor"]
            call = next(iter(host.calls.open))
            await host.submit("answered", "house", AnswerCall(call, Author("Flo", "supervisor"), "seen"))
            assert not require_plain(sim, host, everyone)[1].get("calls_floor")
            assert await cat.ask("top-up", table="T", amount=500) is None
            assert require_plain(sim, host, everyone)[3]["queued"] == 500
            await host.submit("stopped", "house", Freeze(True, "a dispute"))
            assert require_plain(sim, host, everyone)
            await host.submit("goes on", "house", Freeze(False, "settled"))
            assert await ann.ask("stand", table="T") is None
            assert require_plain(sim, host, everyone)[1]["leaving"]
            await sim.play(host, players, 1)
            assert require_plain(sim, host, everyone)

    run(evening())


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
            assert host.state.is_dealt
            oracle = Oracle(sim.store, host.stream)
            lines = list(host.history.log)
            told = json.loads(Broadcast(host, sim.hall, lines).frame(players[0].account.id))
            assert not oracle.leaks(players[0].account.id, told)
            assert oracle.leaks(players[1].account.id, told)

    run(evening())
