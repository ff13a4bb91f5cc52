"""What an update weighs: it tells what changed, once encoded for everybody, and leaves each reader with the whole."""

from __future__ import annotations

import json

import pytest

from openfelt.service.tell import feed, updates
from openfelt.service.tell.feed import Broadcast
from tests.service_kit import Client, Sim, run, whole

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay")


async def evening(sim, watchers, hands=6):
    """Six players and some who only watch, for some hands."""
    host = await sim.table("nsw-poker", "texas-holdem", seats=6)
    players = [await sim.player(name, "T", at + 1) for at, name in enumerate(NAMES)]
    rail = [Client(sim, f"rail {at}") for at in range(watchers)]
    for one in rail:
        await one.ask("watch", table="T")
    await sim.play(host, players, hands)
    for one in (*players, *rail):
        one.pump()
    return host, players, rail


def test_an_update_is_at_most_half_of_a_state():
    async def weighed():
        async with Sim("weights") as sim:
            _, players, rail = await evening(sim, 2)
            updates, states = [], []
            for one in (*players, *rail):
                for data, frame in zip(one.frames, whole(one.frames), strict=True):
                    if frame["type"] == "update":
                        updates.append(len(data))
                        states.append(len(json.dumps(frame, separators=(",", ":"), ensure_ascii=False).encode()))
            return sum(updates) / len(updates), sum(states) / len(states), len(updates)

    update, state, frames = run(weighed())
    assert frames > 500
    assert update <= 1050, "half of the 2.1 kB that a frame was when every one had the whole state"
    assert update <= state / 2


@pytest.mark.parametrize("more", [40])
def test_the_public_part_of_an_event_is_encoded_once_however_many_watch(more, monkeypatch):
    def encodings(watchers):
        count = 0

        def counted(write):
            def encode(value):
                nonlocal count
                count += 1
                return write(value)

            return encode

        async def played():
            async with Sim("once") as sim:
                await evening(sim, watchers, hands=2)
                events = sim.store.head().entry
                return count, events

        with monkeypatch.context() as patch:
            patch.setattr(updates, "write_frame", counted(updates.write_frame))
            return run(played())

    few, many = encodings(1), encodings(1 + more)
    assert few == many, "the same evening, and not one encoding more for forty who only watch"


def test_who_joins_between_two_updates_is_not_left_with_what_has_passed():
    """A snapshot may be ahead of the last update: a flag that has gone back by the next one is told to everybody."""

    async def joined():
        async with Sim("between") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=4)
            players = [await sim.player(name, "T", at + 1) for at, name in enumerate(NAMES[:3])]
            ann, bob, _ = players
            await sim.play(host, players, 1)
            await sim.run(6)
            bob.disconnect()
            rail = Client(sim, "rail")
            await rail.ask("watch", table="T")  # sees bob away, which no update has told
            assert [one["away"] for one in rail.tables["T"]["places"] if one["seat"] == 2] == [True]
            bob.connect()
            await bob.ask("watch", table="T")
            assert await ann.ask("call-floor", table="T", words="please") is None
            for one in (*players, rail):
                one.pump()
                fresh = json.loads(Broadcast(host, sim.hall, ()).plain_frame(one.account.id))["state"]
                assert {**one.tables["T"], "clock": None} == {**fresh, "clock": None}, one.account.name
            assert feed.snapshot(host, sim.hall, "")

    run(joined())
