"""What players wish for the rounds to come is done in the room: stakes made up, bomb pots, a bank of time."""

from __future__ import annotations

import json

from openfelt.room.events import BombVoted, HandOpened, StakeAdded, TimeBankUsed, TopUpChosen, TopUpEnded
from openfelt.room.wishes import top_ups
from openfelt.service.record.audit import check_hands
from openfelt.service.record.stream import event_of
from tests.service_kit import Sim, run


async def seated(sim, **options):
    """A house table with two players, in their first hand."""
    host = await sim.table("house", "texas-holdem", seats=3, **options)
    players = [await sim.player(name, "T", at) for at, name in enumerate(("ann", "bob"), start=1)]
    await sim.run(2)
    return host, *players


def events(sim, host, kind):
    found = [event_of(row.record) for row in sim.store.read(host.stream, 0, 100_000)]
    return [one for one in found if isinstance(one, kind)]


def mine(client):
    """The own place as the table tells it."""
    return next(one for one in client.tables["T"]["places"] if one["you"])


async def fold(players):
    actor = next(one for one in players if one.turn("T"))
    assert await actor.ask("act", table="T", turn=actor.turn("T")["turn"], action="fold") is None


def test_a_stake_is_made_up_before_the_next_hand_and_only_its_player_knows_the_wish():
    async def evening():
        async with Sim("top up") as sim:
            host, ann, bob = await seated(sim)
            players, most = (ann, bob), host.table.sign.max_stake
            assert (await ann.ask("auto-top-up", table="T", to=most + 1))["code"] == "stake"
            for one in players:
                assert await one.ask("auto-top-up", table="T", to=most) is None
            for one in players:
                one.pump()
            assert mine(ann)["top_up"] == most
            told = json.dumps([json.loads(frame) for frame in bob.frames])
            assert "TopUp" not in told, "what is chosen is nobody else's concern"
            assert not events(sim, host, StakeAdded), "never in a hand"
            assert top_ups(host.table) == ()
            await fold(players)
            await sim.run(8)
            assert len(events(sim, host, StakeAdded)) == 2
            assert [one.to for one in events(sim, host, TopUpChosen)] == [most, most]
            assert check_hands(sim.store).fault is None, "decided again, it is the same"

    run(evening())


def test_a_purse_that_is_empty_ends_it_with_the_clause():
    async def evening():
        async with Sim("no purse") as sim:
            host, ann, bob = await seated(sim, max_stake=0)
            assert await ann.ask("auto-top-up", table="T", to=10**11) is None
            await fold((ann, bob))
            await sim.run(8)
            (ended,) = events(sim, host, TopUpEnded)
            assert (ended.why, ended.cites) == ("purse", ("house 27.7", "house 11.2"))
            ann.pump()
            assert (mine(ann).get("top_up", 0), mine(ann)["top_up_off"]) == (0, list(ended.cites))
            bob.pump()
            assert "house 27.7" not in json.dumps(bob.tables["T"]["places"])

    run(evening())


def test_time_runs_on_from_the_bank_and_then_it_is_over():
    async def evening():
        async with Sim("bank") as sim:
            host, ann, bob = await seated(sim, time_bank=15)
            wait = host.table.sign.clock.seconds or 30
            await sim.run(wait)
            ann.pump()
            seat = host.hand.seat_to_act
            assert [(one.seat, one.seconds, one.left) for one in events(sim, host, TimeBankUsed)] == [(seat, 10, 5)]
            await sim.run(9)
            assert not host.hand.is_over, "ten seconds more"
            await sim.run(3)
            assert [one.left for one in events(sim, host, TimeBankUsed)] == [5, 0]
            await sim.run(5)
            assert host.hand.is_over, "the bank is empty, and time is out"
            assert check_hands(sim.store).fault is None
            assert bob

    run(evening())


def test_a_bomb_pot_is_dealt_once_all_want_it():
    async def evening():
        async with Sim("vote") as sim:
            host, ann, bob = await seated(sim, bomb_vote=True)
            assert await ann.ask("bomb-vote", table="T", agrees=True) is None
            await fold((ann, bob))
            await sim.run(8)
            assert await ann.ask("bomb-vote", table="T", agrees=True) is None
            assert await bob.ask("bomb-vote", table="T", agrees=True) is None
            bob.pump()
            assert [one["wants_bomb"] for one in bob.tables["T"]["places"]] == [True, True]
            await fold((ann, bob))
            await sim.run(8)
            assert [one.bomb for one in events(sim, host, HandOpened)] == [False, False, True]
            assert len(events(sim, host, BombVoted)) == 3
            assert len(host.hand.board) == 3, "straight to the flop"
            assert check_hands(sim.store).fault is None

    run(evening())
