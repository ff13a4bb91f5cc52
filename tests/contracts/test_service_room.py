"""What the running room does by itself: warns before time is up, and shuffles before every round of play."""

from __future__ import annotations

import json

import pytest

from openfelt.service.record.stream import event_of
from tests.service_kit import Sim, run, said


async def two_players(sim, rulebook="nsw-poker", game="texas-holdem", **changes):
    host = await sim.table(rulebook, game, **changes)
    ann = await sim.player("ann", "T", 1)
    bob = await sim.player("bob", "T", 2)
    await sim.run(1)
    assert host.state.is_dealt
    return host, ann, bob


def events(sim, *names):
    stored = sim.store.records(0, 10_000)
    return [(one.record.time_ms, event_of(one.record)) for one in stored if one.record.name in names]


def heard(client, kind):
    """The lines of a kind that a client was sent."""
    client.pump()
    frames = [json.loads(frame) for frame in client.frames]
    return [line for frame in frames for line in frame.get("lines", ()) if line["kind"] == kind]


def test_everyone_is_warned_before_the_last_five_seconds_and_time_runs_on():
    async def story():
        async with Sim(1) as sim:
            host, ann, bob = await two_players(sim)
            await sim.run(60)
            (warned_at, warned), *_ = events(sim, "TimeWarned")
            times = [at for at, _ in events(sim, "Folded", "Checked") if at >= warned_at]
            assert warned.cites == ("nsw-poker 7.12.5",)
            assert warned.left_s >= 5
            assert times[0] - warned_at == 7_000, "the warning neither winds the clock up nor stops it"
            assert heard(ann, "TimeWarned")[0] == heard(bob, "TimeWarned")[0]
            assert said(heard(ann, "TimeWarned")[0]).endswith(f"has {warned.left_s} seconds left to act")
            assert not host.stopped

    run(story())


def test_who_acts_in_time_is_not_warned():
    async def story():
        async with Sim(2) as sim:
            host, ann, bob = await two_players(sim)
            for _ in range(6):
                await sim.run(20)
                actor = next((one for one in (ann, bob) if one.turn("T")), None)
                if actor is not None:
                    await actor.act("T", sim.rng)
            assert events(sim, "TimeWarned") == []
            assert host.table.number

    run(story())


def test_no_warning_where_no_clause_asks_for_one():
    async def story():
        async with Sim(3) as sim:
            await two_players(sim, "house", "omaha-8")
            await sim.run(60)
            assert events(sim, "TimeWarned") == []
            assert any(event.timed_out for _, event in events(sim, "Folded", "Checked"))

    run(story())


@pytest.mark.parametrize(
    ("rulebook", "game", "first", "later"),
    [
        ("nsw-poker", "texas-holdem", "nsw-poker 5.1.1", "nsw-poker 5.1.2"),
        ("act-stud", "seven-card-stud", "act-stud 7.1", "act-stud 7.1"),
        ("us-stud", "razz", "us-stud shuffle/s1", "us-stud shuffle/s1"),
    ],
)
def test_the_cards_are_shuffled_before_every_round_of_play(rulebook, game, first, later):
    async def story():
        async with Sim(4) as sim:
            host, ann, bob = await two_players(sim, rulebook, game)
            await sim.play(host, (ann, bob), 3)
            made = [event for _, event in events(sim, "HandOpened", "ShuffleCommitted", "HandStarted")]
            kinds = [type(event).__name__ for event in made]
            assert kinds[:9] == ["HandOpened", "ShuffleCommitted", "HandStarted"] * 3
            shuffles = made[1::3]
            assert first in shuffles[0].cites
            assert all(later in one.cites for one in shuffles[1:])
            assert len({one.root for one in shuffles}) == len(shuffles)

    run(story())


def test_a_table_that_stood_empty_is_shuffled_for_that_too():
    async def story():
        async with Sim(5) as sim:
            host, ann, bob = await two_players(sim)
            await sim.play(host, (ann, bob), 1)
            for one in (ann, bob):
                assert await one.ask("stand", table="T") is None
            assert not host.table.places
            before = host.table.number
            for seat, one in enumerate((ann, bob), start=1):
                assert await one.ask("sit", table="T", seat=seat, stake=20_000, entry="post") is None
            await sim.run(80)
            cites = [event.cites for _, event in events(sim, "ShuffleCommitted")]
            assert ["nsw-poker 5.1.3" in one for one in cites[: before + 1]] == [False] * before + [True]

    run(story())


@pytest.mark.parametrize(
    ("rulebook", "game", "changes", "free"),
    [
        ("nsw-poker", "texas-holdem", {}, "check"),
        ("nsw-poker", "draw-ante", {}, ""),
        ("act-stud", "seven-card-stud", {"ante": 0, "blinds": (100, 200)}, "call"),
    ],
)
def test_everyone_is_told_what_costs_nothing_in_this_betting_round(rulebook, game, changes, free):
    """Draw poker knows no check (nsw-poker 11.5), so none is chosen ahead; nor the first round of act-stud (11.1)."""

    async def story():
        async with Sim(4) as sim:
            host, ann, _ = await two_players(sim, rulebook, game, **changes)
            ann.pump()
            assert host.hand.round is not None
            assert ann.tables["T"]["free"] == free

    run(story())


def test_who_leaves_in_a_hand_may_stay_and_is_waited_for_again():
    async def story():
        async with Sim(5) as sim:
            host, ann, bob = await two_players(sim)
            other = next(one for one in (ann, bob) if not one.turn("T"))
            assert (await other.ask("stay", table="T"))["code"] == "not-leaving"
            assert await other.ask("stand", table="T") is None
            other.pump()
            assert next(one for one in other.tables["T"]["places"] if one["you"])["leaving"]
            assert await other.ask("stay", table="T") is None
            assert said(heard(bob, "LeaveWithdrawn")[0]).endswith("stays")
            await next(one for one in (ann, bob) if one is not other).act("T", sim.rng)
            await sim.run(10)
            other.pump()
            assert not any(one.get("leaving") for one in other.tables["T"]["places"])
            assert host.table.place_of(other.account.id) is not None
            assert not [event for _, event in events(sim, "Folded", "Checked") if event.timed_out]

    run(story())


def test_who_stays_in_the_own_turn_has_its_time_back():
    async def story():
        async with Sim(5) as sim:
            host, ann, bob = await two_players(sim)
            mine = next(one for one in (ann, bob) if one.turn("T"))
            began = host.work.left_ms()
            assert await mine.ask("stand", table="T") is None
            assert host.work.left_ms() < 1000
            assert await mine.ask("stay", table="T") is None
            assert host.work.left_ms() == began
            await sim.run(5)
            assert not [event for _, event in events(sim, "Folded", "Checked") if event.timed_out]

    run(story())
