"""Fees beside the percentage, notices and the shift report, at a running table; chips conserved and audited."""

from __future__ import annotations

import json

import pytest

from openfelt import floor
from openfelt.cage import accounts
from openfelt.cage.reports import shift_report
from openfelt.games import Commission
from openfelt.games.signtext import sign_lines
from openfelt.games.standard import standard_sign
from openfelt.journal.verify import check_ledger
from openfelt.room import GiveNotice
from openfelt.room.house_events import FeePaid, FeeReturned
from openfelt.room.orders import OnFloor
from openfelt.service.desks.operating import dated_postings
from openfelt.service.record.audit import check_hands
from openfelt.service.record.stream import event_of
from tests.service_kit import FLOOR, START_MS, Sim, copy_store, run

NAMES = ("ann", "bob", "cat")
HOUR = 3600


async def table_with(sim, terms, **changes):
    host = await sim.table("nsw-poker", "texas-holdem", seats=4, commission=terms, **changes)
    clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(NAMES)]
    return host, clients


def taken(store, method):
    return store.balance(accounts.commission("T", method))


def fees_of(store, kind=FeePaid):
    events = [event_of(one.record) for one in store.read("table/T", 0, 100_000)]
    return [event for event in events if isinstance(event, kind)]


def test_a_fee_for_each_hand_from_everyone_dealt_in():
    async def evening():
        async with Sim("per hand") as sim:
            host, clients = await table_with(sim, Commission(per_hand=100))
            await sim.play(host, clients, 3)
            paid = fees_of(sim.store)
            assert taken(sim.store, "per-hand") == 100 * len(paid)
            assert len(paid) >= 6
            assert all(fee.cites == ("nsw-poker 3.3.2", "nsw-poker 3.3.2.1") for fee in paid)
            assert check_hands(sim.store).fault is None
            assert check_ledger(sim.store).fault is None
            async with Sim("again", store=copy_store(sim.store, sim.store.head().entry)) as again:
                assert not again.hall.hosts["T"].stopped

    run(evening())


def test_the_fee_of_a_void_hand_goes_back():
    async def evening():
        async with Sim("void fee") as sim:
            from openfelt.floor import RuleOn, possible, rule  # noqa: PLC0415
            from openfelt.school.situations import random_incident  # noqa: PLC0415

            host, _ = await table_with(sim, Commission(per_hand=100))
            await sim.run(1)
            for kind in possible(host.hand):
                try:
                    incident = random_incident(sim.rng, host.hand, kind)
                    names = [one.name for one in rule(host.hand, incident).remedies]
                except Exception:
                    continue
                ending = next((name for name in names if name in {"misdeal", "void the round"}), None)
                if ending:
                    order = RuleOn(incident, FLOOR, "seen", ending)
                    await host.submit("rule", "house", OnFloor(host.hand.turns, order))
                    break
            assert not host.table.in_hand
            assert len(fees_of(sim.store, FeeReturned)) == 3
            assert taken(sim.store, "per-hand") == 0
            assert check_hands(sim.store).fault is None

    run(evening())


def test_the_fee_of_a_round_that_is_undone_goes_back():
    """nsw-poker 27.6: with the wagers goes the fee for a hand whose outcome does not count."""

    async def evening():
        async with Sim("undone fee") as sim:
            host, clients = await table_with(sim, Commission(per_hand=100))
            await sim.run(1)
            while host.table.in_hand:
                actor = next(one for one in clients if one.turn("T"))
                assert await actor.ask("act", table="T", turn=actor.turn("T")["turn"], action="fold") is None
            assert taken(sim.store, "per-hand") == 300
            stacks = {place.player: place.stack for place in host.table.places.values()}
            assert len(set(stacks.values())) > 1
            power = floor.read_power("invalidate-outcome", {"ground": "fraud"})
            order = floor.Use(power, FLOOR, "marked cards")
            await host.submit("undo", "house", OnFloor(host.hand.turns, order))
            assert len(fees_of(sim.store, FeeReturned)) == 3
            assert taken(sim.store, "per-hand") == 0
            assert check_hands(sim.store).fault is None
            assert check_ledger(sim.store).fault is None

    run(evening())


@pytest.mark.parametrize(("hours", "first"), [("game", 1_200), ("clock", 900)])
def test_time_is_charged_in_quarters_on_arrival_and_by_the_hour_after(hours, first):
    """nsw-poker 3.3.3.2: the hours count from the opening of the table, or by the clock where the sign says so."""

    async def evening():
        async with Sim("time") as sim:
            into = START_MS % (HOUR * 1000)
            await sim.run((HOUR * 1000 - into) / 1000 + 16 * 60)  # a quarter past the hour, and a minute
            host, clients = await table_with(sim, Commission("time", hourly=1_200, sitting=500, hours=hours))
            assert [fee.amount for fee in fees_of(sim.store) if fee.method == "time"] == [first] * 3
            assert [fee.amount for fee in fees_of(sim.store) if fee.method == "sitting"] == [500] * 3
            await sim.play(host, clients, 2)
            assert taken(sim.store, "time") == 3 * first
            await sim.run(HOUR)
            await sim.play(host, clients, 1)
            assert [fee.amount for fee in fees_of(sim.store) if fee.method == "time"][3:] == [1_200] * 3
            assert check_hands(sim.store).fault is None
            assert check_ledger(sim.store).fault is None

    run(evening())


def test_who_can_pay_no_more_sits_out_and_keeps_the_stake():
    async def evening():
        async with Sim("poor") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=4, commission=Commission("time", hourly=30_000))
            clients = []
            for at, name in enumerate(NAMES):
                one = await sim.player(name)
                await one.ask("watch", table="T")
                clients.append(one)
                assert await one.ask("sit", table="T", seat=at + 1, stake=20_000, entry="post") is None
            purse = accounts.purse(clients[0].account.id)
            spare = sim.store.balance(purse)
            from openfelt.cage.ledger import transfer  # noqa: PLC0415
            from openfelt.journal import Batch, Entry, Record  # noqa: PLC0415

            lines = transfer(spare, source=purse, target=accounts.HOUSE, reason="test", cites=())
            batch = Batch("room", sim.store.version("room"), (Record("Test", b"{}"),))
            sim.store.append(Entry("drain", (batch,), lines))
            await sim.run(2 * HOUR)
            place = host.table.place_of(clients[0].account.id)
            assert place.status == "out"
            assert place.stack > 0
            assert check_hands(sim.store).fault is None

    run(evening())


def test_notices_take_effect_between_hands_after_their_time():
    async def evening():
        async with Sim("notice") as sim:
            host, clients = await table_with(sim, Commission())
            await sim.play(host, clients, 1)
            await host.submit("close", "house", GiveNotice(sim.clock.now_ms()))
            await sim.play(host, clients, 1)
            assert not host.table.closed
            await sim.run(21 * 60)
            for _ in range(40):
                if host.table.closed:
                    break
                await sim.run(31)
            assert host.table.closed
            assert not host.table.places  # everyone left with the stake
            purses = sum(sim.store.balance(accounts.purse(one.account.id)) for one in clients)
            assert purses == 30_000_000 - sum(sim.store.balances("commission").values())
            assert check_hands(sim.store).fault is None

    run(evening())


def test_a_player_is_told_of_a_notice_until_its_hour_and_of_the_new_sign_from_then_on():
    async def evening():
        async with Sim("new sign") as sim:
            host, clients = await table_with(sim, Commission())
            await sim.play(host, clients, 1)
            before = host.table.sign
            await host.submit("raise", "house", GiveNotice(sim.clock.now_ms(), before.replace(blinds=(200, 400))))
            told = []

            async def look():
                clients[0].pump()
                state = clients[0].tables["T"]
                told.append((state["notice"], state["big"]))

            await look()
            await sim.run(60)
            await sim.play(host, clients, 1)
            await look()
            await sim.run(20 * 60)
            await sim.play(host, clients, 1)
            await look()
            announced = "A new sign has been announced."
            assert told == [(announced, 200), (announced, 200), ("", 400)]

    run(evening())


def test_the_shift_report_adds_up():
    async def evening():
        async with Sim("shift") as sim:
            host, clients = await table_with(sim, Commission("percentage", per_mille=50, per_hand=50))
            await sim.play(host, clients, 3)
            middle = sim.clock.now_ms()
            await sim.run(10)
            await sim.play(host, clients, 2)
            made = shift_report(dated_postings(sim.store), from_ms=middle, to_ms=sim.clock.now_ms() + 1)
            for kind, closing in made.closing.items():
                assert made.opening.get(kind, 0) + sum(made.moved.get(kind, {}).values()) == closing
            assert sum(made.closing.values()) == 0
            assert made.closing["commission"] == sum(sim.store.balances("commission").values())
            assert made.commission.methods.get("per-hand", 0) > 0
            assert json.dumps(made.commission.tables)

    run(evening())


def test_the_sign_says_every_fee():
    sign = standard_sign(
        "nsw-poker", "texas-holdem", commission=Commission("time", hourly=1200, sitting=500, per_hand=100)
    )
    words = " / ".join(str(line.text) for line in sign_lines(sign))
    for part in ("an hour", "Sitting fee", "Fee per hand"):
        assert part in words
