"""What the journal refuses is a refusal: it stops no table, and the house plans its own work again.

Storage that failed still stops the writer (`test_service_restart.py`).
"""

from __future__ import annotations

import asyncio

import pytest

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.cage import accounts
from openfelt.games import Commission
from openfelt.journal import VersionConflict
from openfelt.journal.verify import check_ledger
from openfelt.journal.writer import JournalBusy
from openfelt.room.house_events import FeePaid
from openfelt.service.record.audit import check_hands
from openfelt.service.record.stream import event_of
from tests.service_kit import Sim, run, said

HOUR = 3600


def slowly(journal):
    """Let every append wait a little, as for a disk, so that two tables can decide before either is stored."""
    append = journal.append

    async def later(entry):
        for _ in range(5):
            await asyncio.sleep(0)
        return await append(entry)

    journal.append = later


def busy_at(journal, *which):
    """Refuse the appends of these numbers, counted from now, as a disk that cannot keep up."""
    append, count = journal.append, 0

    async def refusing(entry):
        nonlocal count
        count += 1
        if count in which:
            raise JournalBusy("10000 entries are waiting for the disk")
        return await append(entry)

    journal.append = refusing


async def all_at_once(sim, until):
    """Let everything that falls due by then begin in the same moment."""
    sim.clock.now = until
    while work := sim.clock.pop(until):
        work()
    await sim.settle()


def fees_of(store, table):
    events = [event_of(one.record) for one in store.read(f"table/{table}", 0, 100_000)]
    return [event for event in events if isinstance(event, FeePaid) and event.player == "p_ann"]


@pytest.mark.parametrize(("left", "paid_from_stake"), [(1_200, [False, True]), (2_400, [False, False])])
def test_two_tables_charge_a_purse_in_the_same_moment(left, paid_from_stake):
    """The purse covers one of two hourly fees, or, in the twin, both."""

    async def evening():
        async with Sim("two fees") as sim:
            terms = Commission("time", hourly=1_200)
            hosts = [await sim.table("nsw-poker", "texas-holdem", name, commission=terms) for name in "TU"]
            ann = await sim.player("ann")
            for host in hosts:
                assert await ann.ask("sit", table=host.table.name, seat=1, stake=20_000) is None
            spare = sim.hall.purse("p_ann") - left
            await sim.table("nsw-poker", "texas-holdem", "Vault", max_stake=0)
            assert await ann.ask("sit", table="Vault", seat=1, stake=spare) is None
            slowly(sim.journal)
            for host in hosts:
                host.work.cancel()
                host.work._timer = sim.clock.call_later(HOUR, lambda host=host: host.work.spawn(host.work.next_hand))
            await all_at_once(sim, sim.clock.now + HOUR)
            await sim.run(5)
            assert [host.stopped for host in hosts] == ["", ""]
            latest = [fees_of(sim.store, host.table.name)[-1] for host in hosts]
            assert sorted(fee.from_stake for fee in latest) == paid_from_stake
            assert [host.state.paid_until["p_ann"] for host in hosts] == [latest[0].paid_until_ms] * 2
            assert sim.hall.purse("p_ann") == 0
            assert check_ledger(sim.store).fault is None

    run(evening())


def test_a_player_whose_purse_was_just_spent_elsewhere_is_refused_in_words():
    async def evening():
        async with Sim("spent") as sim:
            hosts = [await sim.table("nsw-poker", "texas-holdem", name, max_stake=0) for name in "TU"]
            ann, again = await sim.player("ann"), await sim.player("ann")
            slowly(sim.journal)
            stake = sim.hall.purse("p_ann") - 5_000
            sat = await asyncio.gather(
                *(
                    one.ask("sit", table=host.table.name, seat=1, stake=stake)
                    for one, host in zip((ann, again), hosts, strict=True)
                )
            )
            refused = next(one for one in sat if one is not None)
            assert sat.count(None) == 1
            assert refused["code"] == "purse"
            assert said(refused) == "the purse of ann holds $50 by now; $99,950 is needed"
            assert refused["rule"]
            assert [host.stopped for host in hosts] == ["", ""]

    run(evening())


@pytest.mark.parametrize("busy", [(1,), (2,), (3,), (4, 5), (6, 7, 8), tuple(range(2, 60, 2))])
def test_a_busy_disk_does_not_stop_a_table_in_the_house_s_own_work(busy):
    """Opening, dealing, bots' moves: whichever is refused is planned again, and hands go on."""

    async def evening():
        async with Sim("busy table") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=4)
            for seat in (1, 2, 3):
                await sim.hall.seat_bot(host, seat, "tight", f"Bot{seat}")
            busy_at(sim.journal, *busy)
            await sim.run(600)
            assert not host.stopped
            assert host.table.number >= 3
            assert check_hands(sim.store).fault is None
            assert check_ledger(sim.store).fault is None

    run(evening())


def test_a_disk_that_stays_busy_is_not_asked_again_and_again():
    """An hour of refusals: twice a minute each table tries, and goes on when the disk does."""

    async def evening():
        async with Sim("always busy", grace_s=0) as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=4)
            pit, _ = await at_a_box(sim)
            for seat in (1, 2, 3):
                await sim.hall.seat_bot(host, seat, "tight", f"Bot{seat}")
            append, tries = sim.journal.append, []

            async def busy(entry):
                tries.append(entry)
                raise JournalBusy("10000 entries are waiting for the disk")

            sim.journal.append = busy
            await sim.run(HOUR)
            assert len(tries) < 2 * 130
            sim.journal.append = append
            number = host.table.number
            await sim.run(600)
            assert (host.stopped, pit.stopped, pit.round.phase) == ("", "", "betting")
            assert host.table.number > number

    run(evening())


def test_a_hand_that_is_open_is_dealt_whoever_sits_down_before_the_next_try():
    async def evening():
        async with Sim("open") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=4)
            for seat in (1, 2, 3):
                await sim.hall.seat_bot(host, seat, "tight", f"Bot{seat}")
            ann = await sim.player("ann")
            busy_at(sim.journal, 2)
            await sim.run(0.5)
            assert (host.table.in_hand, host.state.is_dealt) == (True, False)
            assert await ann.ask("sit", table="T", seat=4, stake=20_000) is None
            await sim.run(5)
            assert host.state.is_dealt

    run(evening())


def test_work_that_came_too_late_is_no_news(caplog):
    """Somebody sits down while a hand is being opened: two clocks open the next hand, and one of them is late."""

    async def evening():
        async with Sim("late") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=4)
            for seat in (1, 2, 3):
                await sim.hall.seat_bot(host, seat, "tight", f"Bot{seat}")
            ann = await sim.player("ann")
            version = host.version
            slowly(sim.journal)
            asking = asyncio.create_task(ann.ask("sit", table="T", seat=4, stake=20_000))
            await asyncio.sleep(0)
            host.work.spawn(host.work.next_hand)
            while host.version == version:
                await asyncio.sleep(0)
            host.work.spawn(host.work.next_hand)
            assert await asking is None
            assert host.state.is_dealt
            await sim.run(600)
            assert host.table.number > 2

    run(evening())
    assert "refused" not in caplog.text


def test_a_player_s_request_is_refused_while_the_disk_is_busy_and_may_be_sent_again():
    async def evening():
        async with Sim("busy asker") as sim:
            host = await sim.table("nsw-poker", "texas-holdem")
            ann = await sim.player("ann")
            busy_at(sim.journal, 1)
            assert (await ann.ask("sit", id="s", table="T", seat=1, stake=20_000))["code"] == "busy"
            assert not host.stopped
            assert not host.table.places
            assert await ann.ask("sit", id="s", table="T", seat=1, stake=20_000) is None

    run(evening())


async def at_a_box(sim):
    pit, ann = await sim.hall.open_pit("P", HoldemSign()), await sim.player("ann")
    assert await ann.ask("watch", table="P") is None
    assert await ann.ask("pit-join", table="P", box=1, stake=50_000) is None
    order = {"type": "Wager", "player": "p_ann", "box": 1, "spot": "ante", "amount": 1_000}
    assert await ann.ask("pit-act", table="P", number=pit.round.number, order=order) is None
    return pit, ann


@pytest.mark.parametrize("busy", [(1,), (2,), (3,), (4,), (1, 2, 3), (2, 4, 6)])
def test_a_busy_disk_leaves_no_house_banked_table_asleep(busy):
    """The deck, the deal, a player's clock, the next round."""

    async def evening():
        async with Sim("busy pit", grace_s=0) as sim:
            pit, _ = await at_a_box(sim)
            number = pit.round.number
            busy_at(sim.journal, *busy)
            await sim.run(120)
            assert not pit.stopped
            assert (pit.round.number, pit.round.phase) == (number + 1, "betting")
            assert check_hands(sim.store).fault is None
            assert check_ledger(sim.store).fault is None

    run(evening())


def test_a_second_writer_still_stops_both_kinds_of_tables():
    async def evening():
        async with Sim("second writer", grace_s=0) as sim:
            host = await sim.table("nsw-poker", "texas-holdem")
            pit, ann = await at_a_box(sim)

            async def conflict(_):
                raise VersionConflict("someone else extended the stream")

            sim.journal.append = conflict
            assert (await ann.ask("sit", table="T", seat=1, stake=20_000))["code"] == "version-conflict"
            await sim.run(60)
            assert host.stopped
            assert pit.stopped

    run(evening())


def test_a_fault_while_telling_viewers_stops_neither_kind_of_table(monkeypatch):
    """What happened is durable; whoever watches gets a snapshot instead, and the table goes on."""

    async def evening():
        async with Sim("telling", grace_s=0) as sim:
            host = await sim.table("nsw-poker", "texas-holdem")
            pit, ann = await at_a_box(sim)
            assert await ann.ask("watch", table="T") is None

            def fault(*_, **__):
                raise ValueError("while telling")

            with monkeypatch.context() as broken:
                broken.setattr(sim.hall, "publish", fault)
                assert await ann.ask("sit", table="T", seat=1, stake=20_000) is None
                await sim.run(60)
                ann.pump()
            assert (host.stopped, pit.stopped) == ("", "")
            assert pit.round.phase == "betting"  # a round was played and another opened
            assert ann.tables["T"]["your_seat"] == 1
            assert ann.seqs == {"T": host.version, "P": pit.version}
            assert ann.gaps == 0
            await ann.ask("stand", table="T")
            await ann.ask("pit-leave", table="P")
            assert sim.store.balance(accounts.purse("p_ann")) == sum(sim.store.balances("purse").values())

    run(evening())
