"""A deck of a house-banked table is committed to once and then dealt: no second one to choose from (RNG-5, RNG-8)."""

from __future__ import annotations

import asyncio

import pytest

from openfelt.journal.verify import check_ledger
from openfelt.pit import BigRaiseSign, HoldemSign
from openfelt.service.audit import check_hands
from tests.service_kit import Sim, run

SIGNS = {"act-holdem": HoldemSign(), "nz-big-raise": BigRaiseSign()}


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
    async with pit._lock:
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
            sim.clock.now = pit.deadline
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
            await at_once(sim, pit, pit.guard(pit.deal), act(ann, "Withdraw"))
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
