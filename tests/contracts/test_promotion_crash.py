"""A room that stops at any write of a promotion goes on from there: nobody wins twice, and no cent is paid twice."""

from __future__ import annotations

import contextlib

import pytest

from openfelt.cage import accounts
from openfelt.journal import MemoryStore, StorageFailed
from openfelt.journal.verify import check_ledger
from openfelt.promotions import orders as o
from openfelt.room.offices import Officer
from openfelt.service.deck.sealing import check_shuffles
from openfelt.service.record.promotion_audit import check_promotions
from openfelt.service.writers.writer import TableStopped
from openfelt.stories.acting import answered
from openfelt.stories.promotions import complete
from tests.contracts.test_promotion_counts import moment
from tests.service_kit import START_MS, Sim, copy_store, run

OLGA, BEA = (Officer(f"p_{name}", name, ("casino operator",)) for name in ("olga", "bea"))
CLOSES = 60
ENTER = {"entries.rule": {"by": "asking"}, "held.starts": moment(0), "claim.until": "none"}
ANSWERS = {**ENTER, "entries.close": moment(CLOSES), "award.when": moment(CLOSES)}
PLAYERS = ("p_ann", "p_bob", "p_cat")


async def offer(sim):
    """The draft, and players with a purse: what was stored is not done again."""
    for name in PLAYERS:
        await sim.hall.issue(name, 1_000_000, f"issue {name}")
    terms = answered(complete("cash", "house"), ANSWERS.items())
    if "spring" not in sim.hall.promotions:
        await sim.hall.open_promotion("spring", terms, by=OLGA, request="draft")
    return sim.hall.promotions["spring"]


def steps(winner):
    """Every order from the notice to the end, each with its request and whose it is, and when it may be given."""
    yield 0, "notice", OLGA, o.PublishNotice("at the desk", "come", OLGA)
    yield 0, "start", OLGA, o.Start(OLGA)
    for one in PLAYERS:
        yield 0, f"enter {one}", one, o.Enter(one)
    yield CLOSES, "draw", OLGA, o.Draw(OLGA)
    yield CLOSES, "tell", OLGA, o.TellWinner(1, "telephone", reached=True, by=OLGA)
    yield CLOSES, "claim", winner, o.ClaimPrize(winner, 1)
    yield CLOSES, "approve", OLGA, o.ApproveClaim(1, OLGA)
    yield CLOSES, "pay", OLGA, o.PayPrize(1, OLGA)
    yield CLOSES, "back", BEA, o.CorrectPayment(1, "paid too early", BEA)
    yield CLOSES, "again", BEA, o.PayPrize(1, BEA)
    yield CLOSES, "close", OLGA, o.Close(OLGA)


async def go_on(sim, winner=""):
    """The whole promotion, from wherever the journal stands; who has won."""
    host = await offer(sim)
    for at, request, who, order in steps(winner):
        while sim.hall.now_ms() < START_MS + at * 1_000:
            await sim.run(10)
        given = order
        if request == "claim":
            winner = host.state.awards[1].player
            given = o.ClaimPrize(winner, 1)
        actor = winner if request == "claim" else getattr(who, "account", who)
        await host.submit(request, actor, given)
    return host


def require_end(store, host, purses):
    """Paid once, taken back once and paid again: the winner has the prize, the others what they had."""
    winner = host.state.awards[1].player
    assert host.state.phase == "closed"
    assert store.balance(accounts.promotion("spring")) == 0
    for one in PLAYERS:
        prize = purses if one == winner else 0
        assert store.balance(accounts.purse(one)) == 1_000_000 + prize
    for check in (check_ledger, check_promotions, check_shuffles):
        assert check(store).fault is None, check(store).fault
    return winner


def test_wherever_it_stops_the_same_winner_is_paid_once():
    """The journal is cut after each entry from the draft to the end, and everything is asked again."""

    async def whole():
        store = MemoryStore()
        async with Sim("promotion", store=store) as sim:
            host = await go_on(sim)
            prize = store.balance(accounts.purse(host.state.awards[1].player)) - 1_000_000
            return store, prize, require_end(store, host, prize)

    async def cut(store, last, prize):
        short = copy_store(store, last)
        async with Sim(f"cut {last}", store=short) as sim:
            return require_end(short, await go_on(sim), prize)

    store, prize, winner = run(whole())
    assert prize == 50_000
    closed = next(one.entry for one in store.read("promotion/spring") if one.record.name.endswith("EntriesClosed"))
    last = store.head().entry
    assert last - closed >= 8
    for at in range(1, last + 1):
        found = run(cut(store, at, prize))
        assert found in PLAYERS
        if at >= closed:
            assert found == winner, "the draw that was committed to is the one that is made"


@pytest.mark.parametrize("step", range(14))
def test_a_disk_that_fails_at_any_write_of_a_promotion_loses_nothing(step):
    async def evening():
        store = MemoryStore()
        async with Sim("fails", store=store) as sim:
            await offer(sim)
            sim.journal.fail_at = sim.journal.appends + 1 + step
            with contextlib.suppress(StorageFailed, TableStopped):
                await go_on(sim)
        async with Sim("goes on", store=store) as sim:
            host = await go_on(sim)
            require_end(store, host, 50_000)

    run(evening())
