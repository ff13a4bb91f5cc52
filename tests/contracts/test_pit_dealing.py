"""A deck of a house-banked table is committed to once and then dealt: no second one to choose from (RNG-5, RNG-8)."""

from __future__ import annotations

import asyncio

import pytest

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.books.nz_big_raise.pit import BigRaiseSign
from openfelt.journal.verify import check_ledger
from openfelt.pit.games import pit_games, sign_for
from openfelt.service.record.audit import check_hands
from tests.service_kit import Sim, run

SIGNS = {key: sign_for(key) for key in pit_games()}


async def at_box(sim, name, box=1):
    one = await sim.player(name)
    await one.ask("watch", table="P")
    assert await one.ask("pit-join", table="P", box=box, stake=100_000) is None
    return one


async def act(one, kind):
    one.pump()
    state = one.tables["P"]
    offer = next(offer for offer in state["offers"] if offer["order"]["type"] == kind)
    order = {**offer["order"], **dict.fromkeys(offer["vary"], (offer["amounts"] or (0,))[0])}
    return await one.ask("pit-act", table="P", number=state["round"]["number"], order=order)


def names(sim):
    return [row.record.name.removeprefix("pit.") for row in sim.store.read("pit/P", 0, 1000)]


async def at_once(sim, pit, *works):
    """Several things that come in the same moment, in that order."""
    async with pit.lock:
        tasks = []
        for work in works:
            tasks.append(asyncio.ensure_future(work))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    await sim.settle()


@pytest.mark.parametrize("rulebook", SIGNS)
def test_two_ends_of_the_betting_at_once_commit_to_one_deck(rulebook):
    """A wager in the very moment in which the time for betting runs out has that time run out once more."""

    async def evening():
        async with Sim(f"once {rulebook}") as sim:
            pit = await sim.hall.open_pit("P", SIGNS[rulebook])
            ann, bob = await at_box(sim, "ann"), await at_box(sim, "bob", 2)
            assert await act(ann, "Wager") is None
            append = sim.journal.append

            async def takes_its_time(entry):
                for _ in range(5):
                    await asyncio.sleep(0)
                return await append(entry)

            sim.journal.append = takes_its_time
            bob.pump()
            wager = asyncio.ensure_future(act(bob, "Wager"))
            for _ in range(3):
                await asyncio.sleep(0)
            sim.clock.now = pit.work.time.deadline
            for _ in range(60):
                while work := sim.clock.pop(sim.clock.now):
                    work()
                await asyncio.sleep(0)
            assert await wager is None
            assert pit.round.phase == "decision"
            assert names(sim).count("ShuffleCommitted") == 1
            assert names(sim).count("BettingClosed") == 1
            assert check_hands(sim.store).fault is None

    run(evening())


def test_a_table_that_stood_empty_deals_a_new_deck():
    """nz-big-raise 7.1(c): a deck was committed to, the last bet was taken back and its player left; another comes."""

    async def evening():
        async with Sim("vacant") as sim:
            pit = await sim.hall.open_pit("P", BigRaiseSign())
            ann = await at_box(sim, "ann")
            assert await act(ann, "Wager") is None
            await at_once(sim, pit, pit.work.guard(pit.work.deal), act(ann, "Withdraw"))
            assert names(sim)[-2:] == ["ShuffleCommitted", "Withdrawn"]
            assert await ann.ask("pit-leave", table="P") is None
            bob = await at_box(sim, "bob", 2)
            assert names(sim)[-1] == "ShuffleOrdered"
            assert await act(bob, "Wager") is None
            await sim.run(13)
            assert pit.round.phase == "decision"
            assert not pit.stopped
            assert names(sim).count("ShuffleCommitted") == 2
            assert check_hands(sim.store).fault is None
            assert check_ledger(sim.store).fault is None

    run(evening())


async def ask_deal(one, number=1):
    return await one.ask("pit-deal", table="P", number=number)


@pytest.mark.parametrize("rulebook", SIGNS)
def test_a_lone_player_is_dealt_to_when_asking(rulebook):
    """act-holdem 4.1, nz-big-raise 8.1: everyone has wagered, so the dealer waits no longer."""

    async def evening():
        async with Sim(f"now {rulebook}") as sim:
            pit = await sim.hall.open_pit("P", SIGNS[rulebook])
            ann = await at_box(sim, "ann")
            refused = await ask_deal(ann)
            assert (refused["code"], refused["rule"][0].split()[0]) == ("no-deal", SIGNS[rulebook].rulebook)
            assert await act(ann, "Wager") is None
            ann.pump()
            assert ann.tables["P"]["may_deal"]
            assert await ask_deal(ann) is None
            await sim.run(0)
            assert pit.round.phase == "decision"
            ann.pump()
            assert not ann.tables["P"]["may_deal"]
            assert ann.tables["P"]["asked_deal"] == []
            assert await ask_deal(ann) is None  # sent again: it was done
            assert check_hands(sim.store).fault is None

    run(evening())


def test_the_deal_waits_for_everyone_at_the_table():
    """One who has not asked, and one who changes a wager after asking, keep the betting open until its time ends."""

    async def evening():
        async with Sim("both") as sim:
            pit = await sim.hall.open_pit("P", HoldemSign())
            ann, bob = await at_box(sim, "ann"), await at_box(sim, "bob", 2)
            rail = await sim.player("rail")
            assert await act(ann, "Wager") is None
            assert await ask_deal(ann) is None
            assert await ask_deal(ann) is None  # once more is no fault
            assert (await ask_deal(rail))["code"] == "no-deal"
            await sim.run(1)
            bob.pump()
            assert pit.round.phase == "betting"
            assert bob.tables["P"]["asked_deal"] == ["p_ann"]
            assert bob.tables["P"]["may_deal"]
            assert await act(ann, "Withdraw") is None
            assert await act(ann, "Wager") is None
            assert await ask_deal(bob) is None
            await sim.run(1)
            assert pit.round.phase == "betting"
            assert (await ask_deal(ann, number=2))["code"] == "stale"
            assert await ask_deal(ann) is None
            await sim.run(0)
            assert pit.round.phase == "decision"

    run(evening())


def test_the_last_one_who_had_not_asked_leaves():
    async def evening():
        async with Sim("leaves") as sim:
            pit = await sim.hall.open_pit("P", HoldemSign())
            ann, bob = await at_box(sim, "ann"), await at_box(sim, "bob", 2)
            assert await act(ann, "Wager") is None
            assert await ask_deal(ann) is None
            assert await bob.ask("pit-leave", table="P") is None
            await sim.run(0)
            assert pit.round.phase == "decision"

    run(evening())
