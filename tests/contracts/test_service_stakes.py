"""Stakes outside the limits in a running room: what was brought counts, play is no irregularity (nsw-poker 8.2.1)."""

from __future__ import annotations

import pytest

from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.floor import RuleOn, StakeOutOfBounds, possible, rule
from openfelt.journal.verify import check_ledger
from openfelt.room import events as r
from openfelt.room.composition import Decided
from openfelt.room.draft import Draft
from openfelt.room.orders import OnFloor
from openfelt.rulebooks import rulebook
from openfelt.service.record.audit import check_hands
from openfelt.service.writers.facts import Facts
from openfelt.service.writers.writer import Part, store_and_tell
from tests.service_kit import FLOOR, Client, Sim, copy_store, run

LEAST, MOST = 4_000, 40_000
KIND = "stake-out-of-bounds"


async def seated(sim, *stakes):
    """A table at which these stakes lie; one outside the limits was counted wrongly when its player sat down."""
    host = await sim.table("nsw-poker", "texas-holdem", seats=6, min_stake=LEAST, max_stake=MOST)
    clients = []
    for seat, stake in enumerate(stakes, start=1):
        one = await sim.player(f"p{seat}")
        await one.ask("watch", table="T")
        sat = r.SeatTaken(seat, one.account.id, stake, "now", rulebook("nsw-poker").cite("8.4"))
        facts = Facts(sim.hall)
        draft = Draft(host.state, facts)
        draft.note(sat)
        made = Decided(draft.state, tuple(draft.events), tuple(draft.postings))
        part = Part(host, None, made, facts)
        await store_and_tell((part,), f"sits {seat}", "dealer", plan=seat == len(stakes))
        clients.append(one)
    return host, clients


async def until_dealt(sim, host, number):
    for _ in range(60):
        if host.state.is_dealt and host.table.number == number:
            return
        await sim.run(1)
    raise AssertionError("no hand is dealt")


async def do(clients, action, **fields):
    """Whoever is in turn does this."""
    actor = next(one for one in clients if one.turn("T"))
    assert await actor.ask("act", table="T", turn=actor.turn("T")["turn"], action=action, **fields) is None
    return actor


async def all_fold(clients, host):
    """The last blind wins what lies there."""
    number = host.table.number
    while host.table.in_hand and host.table.number == number:
        await do(clients, "fold")


async def ruled(host, seat, remedy=""):
    order = RuleOn(StakeOutOfBounds(seat=seat), FLOOR, "counted again", remedy)
    await host.submit(f"rule {host.version}", "house", OnFloor(host.hand.turns, order))


def test_a_stack_that_play_has_made_large_or_small_is_left_alone():
    """The winner above the maximum and the loser below the minimum brought what the sign asks for."""

    async def evening():
        async with Sim("grown") as sim:
            host, clients = await seated(sim, LEAST, MOST, 20_000)
            await until_dealt(sim, host, 1)
            await all_fold(clients, host)
            await until_dealt(sim, host, 2)
            assert dict(zip(host.hand.seats, host.hand.start, strict=True)) == {1: 3_900, 2: 40_100, 3: 20_000}
            assert host.hand.brought == ((1, LEAST), (2, MOST))
            assert KIND not in possible(host.hand)
            for seat in host.hand.seats:
                with pytest.raises(RuleViolation) as refused:
                    await ruled(host, seat)
                assert refused.value.cites[0] == "nsw-poker 8.2.1"
            assert check_hands(sim.store).fault is None

    run(evening())


def test_a_short_stake_is_made_up_from_the_purse_and_survives_a_restart():
    async def evening():
        async with Sim("short") as sim:
            host, clients = await seated(sim, 20_000, 20_000, 3_000)
            await until_dealt(sim, host, 1)
            assert KIND in possible(host.hand)
            purse = sim.store.balance(accounts.purse("p_p3"))
            await ruled(host, 3, "put right")
            assert sim.store.balance(accounts.purse("p_p3")) == purse - 1_000
            assert host.hand.start[host.hand.index[3]] == LEAST
            assert host.table.places[3].brought == LEAST
            assert KIND not in possible(host.hand)
            async with Sim("again", store=copy_store(sim.store, sim.store.head().entry)) as again:
                assert again.hall.hosts["T"].state.digest() == host.state.digest()
            await all_fold(clients, host)
            await until_dealt(sim, host, 2)
            assert KIND not in possible(host.hand)
            assert check_hands(sim.store).fault is None
            assert check_ledger(sim.store).fault is None

    run(evening())


@pytest.mark.parametrize(("left", "is_enough"), [(950, False), (1_000, True)])
def test_an_empty_purse_refuses_the_ruling_by_its_clause(left, is_enough):
    async def evening():
        async with Sim("empty") as sim:
            host, _ = await seated(sim, 20_000, 20_000, 3_000)
            await sim.table("nsw-poker", "texas-holdem", "Other", max_stake=0)
            one = Client(sim, "p3")
            assert await one.ask("sit", table="Other", seat=1, stake=sim.hall.purse("p_p3") - left) is None
            await until_dealt(sim, host, 1)
            if is_enough:
                await ruled(host, 3, "put right")
                assert sim.hall.purse("p_p3") == 0
                return
            with pytest.raises(RuleViolation) as refused:
                await ruled(host, 3, "put right")
            assert refused.value.code == "purse"
            assert refused.value.cites == ("nsw-poker 8.2.1", "nsw-poker 8.2.1.1")
            assert refused.value.message == "the purse of p_p3 holds $9.50 by now; $10 is needed"
            assert not host.stopped
            assert host.hand.start[host.hand.index[3]] == 3_000

    run(evening())


def test_a_short_stake_found_late_plays_on_and_is_made_up_before_the_next_hand():
    """nsw-poker 8.2.1.2: not dealt in with less than the minimum; the seat tells how much is missing."""

    async def evening():
        async with Sim("late") as sim:
            host, clients = await seated(sim, 20_000, 20_000, 20_000, 3_000)
            await until_dealt(sim, host, 1)
            await do(clients, "call")
            await do(clients, "call")
            remedies = rule(host.hand, StakeOutOfBounds(seat=4)).remedies
            assert [one.name for one in remedies] == ["after the round"]
            await ruled(host, 4)
            assert 4 in host.hand.index
            for _ in range(40):
                if not host.table.in_hand:
                    break
                actor = next(one for one in clients if one.turn("T"))
                free = any(offer["action"] == "check" for offer in actor.turn("T")["offers"])
                await do(clients, "check" if free else "fold")
            await until_dealt(sim, host, 2)
            place = host.table.places[4]
            missing = LEAST - place.stack
            assert missing > 0
            assert 4 not in host.hand.index
            clients[3].pump()
            seen = next(one for one in clients[3].tables["T"]["places"] if one["seat"] == 4)
            assert seen["needs"] == missing
            refused = await clients[3].ask("top-up", table="T", amount=missing - 50)
            assert refused["rule"] == ["nsw-poker 8.2.1", "nsw-poker 8.2.1.2"]
            assert await clients[3].ask("top-up", table="T", amount=missing) is None
            await all_fold(clients, host)
            await until_dealt(sim, host, 3)
            assert 4 in host.hand.index
            assert check_hands(sim.store).fault is None
            assert check_ledger(sim.store).fault is None

    run(evening())


def test_a_seat_that_has_lost_everything_tells_what_it_needs():
    """nsw-poker 8.4: the next stake is an initial one; the room says so instead of calling the seat ready."""

    async def evening():
        async with Sim("broke") as sim:
            host, clients = await seated(sim, LEAST, MOST, MOST)
            await until_dealt(sim, host, 1)
            for _ in range(20):
                if not host.table.in_hand:
                    break
                actor = next(one for one in clients if one.turn("T"))
                offers = {offer["action"]: offer for offer in actor.turn("T")["offers"]}
                if "raise" in offers and actor is not clients[0]:
                    await do(clients, "raise", amount=offers["raise"]["most"])
                else:
                    await do(clients, "call" if "call" in offers else "check")
            broke = [place.seat for place in host.table.places.values() if not place.stack]
            assert broke
            clients[0].pump()
            for seen in clients[0].tables["T"]["places"]:
                assert seen.get("needs", 0) == (LEAST if seen["seat"] in broke else 0)
            loser = clients[broke[0] - 1]
            assert (await loser.ask("top-up", table="T", amount=LEAST - 50))["rule"] == [
                "nsw-poker 8.4",
                "nsw-poker 8.2.1",
            ]
            assert await loser.ask("top-up", table="T", amount=LEAST) is None
            loser.pump()
            assert all(not seen.get("needs") for seen in loser.tables["T"]["places"] if seen["seat"] == broke[0])

    run(evening())
