"""What an update weighs: it tells what changed, once encoded for everybody, and leaves each reader with the whole."""

from __future__ import annotations

import json

import pytest

from openfelt.pit.games import pit_games, sign_for
from openfelt.service.tell import feed, pit_updates, updates
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


async def pit_evening(sim, rulebook, watchers, rounds=3):
    """Three players against the house, and some who only watch."""
    pit = await sim.hall.open_pit("P", sign_for(rulebook))
    players = [await sim.player(name) for name in NAMES[:3]]
    rail = [Client(sim, f"rail {at}") for at in range(watchers)]
    for at, one in enumerate((*players, *rail), start=1):
        await one.ask("watch", table="P")
        if one in players:
            assert await one.ask("pit-join", table="P", box=at, stake=200_000) is None
    while pit.round.number <= rounds:
        for one in players:
            one.pump()
            offers = [each for each in one.tables["P"]["offers"] if each["order"]["type"] not in {"Leave", "Withdraw"}]
            if offers and not any(
                box["stakes"] for box in one.tables["P"]["round"]["boxes"] if box["player"] == one.account.id
            ):
                await one.ask("pit-act", table="P", number=pit.round.number, order=offers[0]["order"])
        await sim.run(13)
    for one in (*players, *rail):
        one.pump()
    return players, rail


def weights(readers, kind):
    """What updates weigh on average, and what they would weigh with the whole state."""
    pairs = [
        (len(data), len(json.dumps(frame, separators=(",", ":"), ensure_ascii=False).encode()))
        for one in readers
        for data, frame in zip(one.frames, whole(one.frames), strict=True)
        if frame["type"] == kind
    ]
    return sum(was for was, _ in pairs) / len(pairs), sum(left for _, left in pairs) / len(pairs), len(pairs)


@pytest.mark.parametrize("rulebook", sorted(pit_games()))
def test_an_update_of_a_house_banked_table_tells_what_changed(rulebook):
    async def weighed():
        async with Sim("pit weights") as sim:
            players, rail = await pit_evening(sim, rulebook, 2)
            return weights(players, "pit-update"), weights(rail, "pit-update")

    (own, own_state, _), (update, state, frames) = run(weighed())
    assert frames > 20
    assert update <= 1050
    assert update <= state / 2
    assert own <= 0.6 * own_state, "the own choices change with most events"


def test_an_update_is_at_most_half_of_a_state():
    async def weighed():
        async with Sim("weights") as sim:
            _, players, rail = await evening(sim, 2)
            return weights((*players, *rail), "update")

    update, state, frames = run(weighed())
    assert frames > 500
    assert update <= 1050, "half of the 2.1 kB that a frame was when every one had the whole state"
    assert update <= state / 2


def test_an_act_is_told_in_the_same_bytes_to_all_but_who_acted_and_who_is_to_act():
    async def told():
        async with Sim("same bytes") as sim:
            _, players, _ = await evening(sim, 1)
            return [[(json.loads(data), data) for data in one.frames] for one in players]

    frames = {}
    for one in run(told()):
        for frame, data in one:
            if frame["type"] == "update" and len(frame["lines"]) == 1 and "your_seat" not in frame["state"]:
                frames.setdefault(frame["seq"], []).append(data)
    assert len(frames) > 40
    assert {len(several) for several in frames.values()} == {len(NAMES)}
    assert max(len(set(several)) for several in frames.values()) == 3


def test_nobody_is_asked_whether_they_see_a_table_later_where_nobody_does(monkeypatch):
    asked = []

    async def played():
        async with Sim("now") as sim:
            monkeypatch.setattr(type(sim.hall), "sees_now", lambda *given: asked.append(given))
            _, players, _ = await evening(sim, 1, hands=1)
            return [len(one.frames) for one in players]

    assert min(run(played())) > 5
    assert not asked


@pytest.mark.parametrize("kind", ["table", "pit"])
def test_the_public_part_of_an_event_is_encoded_once_however_many_watch(kind, monkeypatch):
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
                if kind == "table":
                    await evening(sim, watchers, hands=2)
                else:
                    await pit_evening(sim, "act-holdem", watchers)
                return count, sim.store.head().entry

        with monkeypatch.context() as patch:
            for module in (updates, pit_updates):
                patch.setattr(module, "write_frame", counted(module.write_frame))
            return run(played())

    few, many = encodings(1), encodings(41)
    assert few[0] > 50
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
