"""A restart in the middle of anything: the same hand goes on with the same cards, or it is void and chips go back."""

from __future__ import annotations

import asyncio
import json
import random

import msgspec
import pytest

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.cage import accounts
from openfelt.errors import RuleViolation
from openfelt.journal.verify import check_chain, check_ledger
from openfelt.room import draft
from openfelt.service.record.audit import check_hands
from openfelt.service.record.stream import event_of
from openfelt.service.wire.subscribers import Subscriber
from openfelt.table import events as e
from tests.conftest import count
from tests.restart_kit import (
    NAMES,
    back,
    chain_again,
    go_on,
    keep_digests,
    mid_hand,
    payloads,
    pit_evening,
    replace_record,
    seated,
    steady_choice,
)
from tests.service_kit import Client, PlainJournal, Sim, copy_store, run

# Game, seats, what must have happened for the sample to be worth something.
SAMPLES = [
    (("nsw-poker", "texas-holdem"), 3, {}, e.PotAwarded),
    (("nsw-poker", "crazy-pineapple"), 3, {}, e.Discarded),
    (("nsw-poker", "two-card-manila"), 3, {"deck": 32}, e.Shown),
    (("nsw-poker", "draw-blind"), 5, {}, e.DrawDealt),
    (("house", "deuce-to-seven-triple"), 6, {}, e.Reshuffled),
    (("nsw-poker", "seven-card-stud"), 8, {}, e.SharedDealt),
    (("us-stud", "razz"), 4, {}, e.Shown),
    (("house", "omaha-8"), 4, {}, e.PotAwarded),
]
samples = pytest.mark.parametrize(
    ("key", "seats", "changes", "must"), SAMPLES, ids=[" ".join(one[0]) for one in SAMPLES]
)


@samples
def test_a_restart_after_any_entry_gives_the_same_hand(key, seats, changes, must):
    async def uninterrupted():
        digests = {}
        async with Sim(f"restart {key}") as sim:
            host, clients = await seated(sim, key, seats, changes)
            first = sim.store.head().entry
            keep_digests(sim, digests)
            await go_on(sim, clients, host)
            return sim.store, first, digests, payloads(sim.store, host.stream), host.state.digest()

    async def interrupted(store, entry, digest, due, final):
        async with Sim(f"restart {key}", store=copy_store(store, entry)) as sim:
            host, clients = await back(sim, seats)
            if digest is not None and sim.store.head().entry == entry:  # nothing was due at once
                assert host.state.digest() == digest, f"entry {entry}"
            await go_on(sim, clients, host)
            assert payloads(sim.store, host.stream) == due, f"entry {entry}"
            assert host.state.digest() == final
            assert check_ledger(sim.store).fault is None

    store, first, digests, due, final = run(uninterrupted())
    assert any(name == must.__name__ for name, _, _ in due), "the sample hand misses what it is there for"
    assert check_hands(store).fault is None
    last = store.head().entry
    indices = (
        range(first, last) if count(0, 1) else sorted({*range(first, min(first + 4, last)), *range(first, last, 3)})
    )
    for entry in indices:
        run(interrupted(store, entry, digests.get(entry), due, final))


@pytest.mark.parametrize(
    "key", [("nsw-poker", "texas-holdem"), ("nsw-poker", "seven-card-stud"), ("act-stud", "seven-card-stud")]
)
def test_the_fold_of_the_log_is_the_live_state_with_incidents_too(key):
    """Rulings move cards and shoe; what a restart folds is what the table had, undealt cards included."""

    async def evening(number):
        digests = {}
        async with Sim(f"fold {key} {number}") as sim:
            host, clients = await seated(sim, key, 4, {})
            keep_digests(sim, digests)
            await sim.play(host, clients, count(4, 60), incidents=0.15)
            assert not host.stopped
            assert digests
            assert check_hands(sim.store).fault is None
            for entry in random.Random(number).sample(sorted(digests), min(len(digests), count(6, 60))):
                async with Sim("again", store=copy_store(sim.store, entry)) as again:
                    twin = again.hall.hosts["T"]
                    if again.store.head().entry == entry:  # nothing was due at once
                        assert twin.state.digest() == digests[entry], entry

    for number in range(count(1, 5)):
        run(evening(number))


@pytest.mark.parametrize("damage", ["card", "card, hashes fitted", "amount", "unreadable", "seed", "unknown"])
def test_a_hand_whose_record_fails_is_void_and_every_wager_goes_back(damage):
    async def evening():
        async with Sim("void") as sim:
            host, _, _, _ = await mid_hand(sim)
            before = {place.player: place.stack for place in host.table.places.values()}
            rows = sim.store.read("table/T", 0, 1000)
            dealt = next(one for one in rows if one.record.name == "StreetDealt")
            called = next(one for one in rows if one.record.name in {"Called", "BlindPosted"})
            if damage.startswith("card"):
                event = event_of(dealt.record)
                twisted = event.down[::-1]
                payload = msgspec.json.encode(
                    {**msgspec.to_builtins(event, enc_hook=str), "down": twisted}, enc_hook=str
                )
                replace_record(sim.store, "table/T", dealt.version, payload=payload)
                if "fitted" in damage:
                    chain_again(sim.store, "table/T")
            elif damage == "amount":
                payload = called.record.payload.replace(b'"amount":', b'"amount":1')
                replace_record(sim.store, "table/T", called.version, payload=payload)
            elif damage == "unreadable":
                replace_record(sim.store, "table/T", dealt.version, payload=b"{}")
            elif damage == "unknown":
                replace_record(sim.store, "table/T", called.version, name="Wished")
            else:
                del sim.store._sealed[host.commitment.shuffle]
            store = sim.store
        assert check_chain(store).fault is not None or damage == "seed"
        assert check_hands(store).fault is not None
        async with Sim("after", store=store) as sim:
            host = sim.hall.hosts["T"]
            assert not host.stopped
            assert not host.table.in_hand
            after = {place.player: place.stack for place in host.table.places.values()}
            assert after == before
            assert all(store.balance(accounts.stake("T", player)) == chips for player, chips in before.items())
            assert store.balance(accounts.pot("T")) == 0
            assert check_ledger(store).fault is None
            voided = [event_of(one.record) for one in store.read("table/T", 0, 1000) if one.record.name == "HandVoided"]
            assert [event.number for event in voided] == [1]
            # The other table's hand goes on, and this table deals its next.
            assert sim.hall.hosts["Other"].state.is_dealt
            clients = (await back(sim, 3))[1]
            await go_on(sim, clients, host)
            assert host.table.number == 2
        async with Sim("third", store=store) as sim:  # found once, recorded once
            assert sum(one.record.name == "HandVoided" for one in store.read("table/T", 0, 1000)) == 1
            assert not sim.hall.hosts["T"].stopped

    run(evening())


@pytest.mark.parametrize("lost", ["wager", "award", "top-up"])
def test_an_entry_that_would_part_table_and_ledger_is_not_stored_and_names_the_account(lost, monkeypatch):
    """The invariant is on in production: the table stops, others play on, and the account is on record (LED-2)."""

    def leaky(make):
        def made(*arguments):
            lines = list(make(*arguments))
            return [line for line in lines if line.reason != lost]

        return made

    async def evening():
        async with Sim("leak") as sim:
            host, clients, other, _ = await mid_hand(sim, entries=1)
            monkeypatch.setattr(draft, "hand_postings", leaky(draft.hand_postings))
            monkeypatch.setattr(draft, "seat_postings", leaky(draft.seat_postings))
            before = sim.store.version("table/T")
            for _ in range(20):
                actor = next((one for one in clients if one.turn("T")), None)
                if host.stopped or actor is None:
                    break
                before = sim.store.version("table/T")
                hand = actor.turn("T")
                words = [one["action"] for one in hand["offers"]]
                if lost == "top-up":
                    await actor.ask("top-up", table="T", amount=1_000)
                elif lost == "award":
                    await actor.ask("act", table="T", turn=hand["turn"], action="fold")
                else:
                    word = next(one for one in ("bet", "raise") if one in words)
                    least = next(one["least"] for one in hand["offers"] if one["action"] == word)
                    await actor.ask("act", table="T", turn=hand["turn"], action=word, amount=least)
            monkeypatch.undo()
            assert host.stopped
            assert not other.stopped
            assert sim.store.version("table/T") == before
            rows = [row for row in sim.store.read("room") if row.record.name == "TableStopped"]
            what = json.loads(rows[-1].record.payload)
            assert what["fault"] == "ChipsLost"
            assert what["account"].startswith(("stake/T/", "pot/T"))
            store = sim.store
        async with Sim("after the leak", store=store) as sim:
            host, clients = await back(sim, 3)
            assert not host.stopped
            await go_on(sim, clients, host)
            assert check_hands(sim.store).fault is None

    run(evening())


class Unhurried(PlainJournal):
    """A journal that takes its time: others get their turn between the request and the disk."""

    async def append(self, entry):
        for _ in range(4):
            await asyncio.sleep(0)
        receipt = await super().append(entry)
        for _ in range(4):
            await asyncio.sleep(0)
        return receipt


def test_a_table_asked_twice_for_the_next_hand_deals_it_once():
    """Whoever begins to watch may wake a table that is already about to deal."""

    async def evening():
        sim = Sim("twice")
        sim.journal = Unhurried(sim.store)
        async with sim:
            host, clients = await seated(sim, ("nsw-poker", "texas-holdem"), 3, {})
            for number in range(1, 6):
                await asyncio.gather(*(host.work.guard(host.work.next_hand) for _ in range(3)))
                await sim.settle()
                assert not host.stopped
                assert host.table.number == number
                await go_on(sim, clients, host)
            names = [row.record.name for row in sim.store.read("table/T", 0, 10_000)]
            assert names.count("HandStarted") == names.count("ShuffleCommitted") == 5
            assert check_hands(sim.store).fault is None

    run(evening())


def test_a_table_whose_room_record_is_unreadable_stops_and_the_others_go_on():
    async def evening():
        async with Sim("stop") as sim:
            await mid_hand(sim)
            replace_record(sim.store, "table/T", 2, payload=b"[]")
            store = sim.store
        async with Sim("after", store=store) as sim:
            assert "T" in sim.hall.broken
            client = Client(sim, "ann")
            assert (await client.ask("watch", table="T"))["code"] == "table-stopped"
            assert sim.hall.hosts["Other"].state.is_dealt

    run(evening())


def test_money_that_the_ledger_does_not_hold_stops_the_table():
    """The table and the ledger disagree: nothing is voided half, nothing is dealt."""

    async def evening():
        async with Sim("money") as sim:
            await mid_hand(sim)
            store = sim.store
            account = accounts.pot("T")
            head = store._accounts[account]
            store._accounts[account] = type(head)(head.seq, head.balance + 100)
        async with Sim("after", store=store) as sim:
            assert sim.hall.hosts["T"].stopped
            assert not sim.hall.hosts["Other"].stopped

    run(evening())


def watch_telling(sim):
    """Lines that were put into anyone's queue before they were in the store; to be empty for ever."""
    early = []
    tell = Subscriber.tell

    def watched(one, table, data):
        frame = json.loads(data)
        stored = {row.version: row.record.name for row in sim.store.read(f"table/{table}", 0, 100_000)}
        early.extend(line for line in frame["lines"] if stored.get(line["seq"]) != line["kind"])
        if frame["seq"] > len(stored):
            early.append(frame)
        return tell(one, table, data)

    for one in sim.hall.subscribers:
        one.tell = lambda table, data, one=one: watched(one, table, data)
    return early


def test_a_failed_append_stops_the_table_at_every_call():
    """No acknowledgement, no frame, no change; a restart goes on from what is stored (DUR-4)."""

    async def evening(fail_at):
        async with Sim("disk") as sim:
            host, clients = await seated(sim, ("nsw-poker", "texas-holdem"), 3, {})
            start = sim.journal.appends
            sim.journal.fail_at = start + fail_at
            told_early = watch_telling(sim)
            refused = None
            for _ in range(60):
                actor = next((one for one in clients if one.turn("T")), None)
                if host.stopped or (host.table.number and not host.table.in_hand):
                    break
                if actor is None:
                    await sim.run(6)
                    continue
                hand = actor.turn("T")
                before = host.state.digest()
                refused = await actor.ask("act", table="T", turn=hand["turn"], **steady_choice(hand, actor.tables["T"]))
                if host.stopped:
                    assert refused is not None
                    assert host.state.digest() == before
            if not host.stopped:
                return False
            told = max(one.seqs["T"] for one in clients)
            assert told <= len(sim.store.read("table/T", 0, 10_000))
            error = await clients[0].ask("sit-out", table="T")
            assert error["code"] == "table-stopped"
            assert not told_early
            store = sim.store
        async with Sim("after", store=store) as sim:
            host, clients = await back(sim, 3)
            assert not host.stopped
            await go_on(sim, clients, host)
        assert check_chain(store).fault is None
        assert check_hands(store).fault is None
        return True

    fail_at = 1
    while run(evening(fail_at)):
        fail_at += 1
    assert fail_at > 7


def test_repeated_requests_get_the_first_answer_across_connections_and_restarts():
    async def evening():
        async with Sim("again") as sim:
            host, clients = await seated(sim, ("nsw-poker", "texas-holdem"), 3, {})
            await sim.run(6)
            actor = next(one for one in clients if one.turn("T"))
            fields = {"table": "T", "turn": actor.turn("T")["turn"], "action": "call"}
            assert await actor.ask("act", id="mine", **fields) is None
            version, digest = host.version, host.state.digest()
            assert await actor.ask("act", id="mine", **fields) is None
            actor.disconnect()
            actor.connect()
            assert await actor.ask("act", id="mine", **fields) is None
            other = {**fields, "action": "fold"}
            assert (await actor.ask("act", id="mine", **other))["code"] == "request-reused"
            assert (host.version, host.state.digest()) == (version, digest)
            # Another person's id of the same name is another request.
            rival = next(one for one in clients if one is not actor)
            assert (await rival.ask("act", id="mine", **fields))["code"] == "stale"
            # The same id at another table in the same moment carries nothing out there.
            store, name = sim.store, actor.account.name
        async with Sim("after", store=store) as sim:
            _, clients = await back(sim, 3)
            actor = next(one for one in clients if one.account.name == name)
            assert await actor.ask("act", id="mine", **fields) is None
            assert (await actor.ask("act", id="mine", **other))["code"] == "request-reused"
            assert sim.hall.hosts["T"].version == version

    run(evening())


def test_the_clock_gives_the_outage_back_and_no_wall_clock_step_moves_it():
    async def evening():
        async with Sim("clock") as sim:
            host, clients = await seated(sim, ("nsw-poker", "texas-holdem"), 3, {})
            await sim.run(0.5)
            whole, turn = host.work.time.whole_s, host.hand.turns
            await sim.run(whole - 3)
            assert host.hand.turns == turn
            sim.clock.step_ms = 3_600_000  # the wall clock jumps an hour ahead: nobody's time is up
            await sim.run(1)
            assert host.hand.turns == turn
            store = sim.store
        async with Sim("after", store=store) as sim:
            host, clients = await back(sim, 3)
            await sim.run(whole - 1)
            assert host.hand.turns == turn
            actor = next(one for one in clients if one.turn("T"))
            assert actor.tables["T"]["clock"]["whole_ms"] == whole * 1000
            await sim.run(2)
            assert host.hand.turns > turn

    run(evening())


def test_others_cannot_wind_up_a_players_clock():
    async def evening():
        async with Sim("wind") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=6)
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(NAMES[:5])]
            await sim.run(0.5)
            whole, turn = host.work.time.whole_s, host.hand.turns
            sitter = await sim.player("zoe")
            for _ in range(5):
                await sim.run(whole / 5)
                await sitter.ask("sit", table="T", seat=6, stake=20_000, entry="wait")
                await sitter.ask("stand", table="T")
            await sim.run(0.1)
            assert host.hand.turns > turn
            assert clients

    run(evening())


def test_who_lost_the_connection_has_a_grace_once_and_comes_back_into_the_same_seat():
    async def evening():
        async with Sim("grace", grace_s=60.0) as sim:
            host, clients = await seated(sim, ("nsw-poker", "texas-holdem"), 3, {})
            await sim.run(0.5)
            actor = next(one for one in clients if one.turn("T"))
            seat, turn = host.hand.seat_to_act, host.hand.turns
            actor.disconnect()
            await sim.run(host.work.time.whole_s + 5)
            assert host.hand.turns == turn  # in the grace
            actor.connect()
            await actor.ask("watch", table="T")
            assert actor.tables["T"]["your_seat"] == seat
            assert actor.turn("T")["turn"] == turn
            actor.disconnect()
            await sim.run(60)
            assert host.hand.turns > turn  # once only
            present, turn = next(one for one in clients if one.turn("T")), host.hand.turns
            assert present is not actor
            left = host.work.left_ms() / 1000
            await sim.run(left + 1)
            assert host.hand.turns > turn or not host.table.in_hand  # who is connected has no grace

    run(evening())


def test_house_banked_tables_restart_after_any_entry_and_stand_up_to_the_audit():
    async def evening():
        digests = {}
        async with Sim("pit") as sim:
            pit, clients = await pit_evening(sim, 2, digests=digests)
            assert not pit.stopped
            assert all(one.gaps == 0 for one in clients)
            assert check_hands(sim.store).fault is None
            for entry, due in digests.items():
                async with Sim("again", store=copy_store(sim.store, entry)) as again:
                    if again.store.head().entry == entry:
                        found = again.hall.pits["P"].round
                        assert found == due
                        assert found.shoe == due.shoe or due.phase in {"betting", "done"}
                    await pit_evening(again, 1)
                    assert check_hands(again.store).fault is None
                    assert check_ledger(again.store).fault is None

    run(evening())


@pytest.mark.parametrize("broken", [1, 2])
def test_a_broken_round_against_the_house_is_void_and_all_goes_back(broken):
    async def evening():
        async with Sim("pit void") as sim:
            pit = await sim.hall.open_pit("P", HoldemSign())
            one = await sim.player("ann")
            await one.ask("watch", table="P")
            assert await one.ask("pit-join", table="P", box=1, stake=100_000) is None
            for number in range(1, broken + 1):
                one.pump()
                order = next(offer for offer in one.tables["P"]["offers"] if offer["order"]["type"] == "Wager")
                wager = {**order["order"], **dict.fromkeys(order["vary"], order["amounts"][0])}
                assert await one.ask("pit-act", table="P", number=number, order=wager) is None
                await sim.run(13)
                if number < broken:
                    await sim.run(31)
                    await sim.run(61)  # the round ends by the clock
                    await sim.run(7)
            assert pit.round.phase == "decision"
            opening = pit.round.opening[one.account.id]
            dealt = [row for row in sim.store.read("pit/P", 0, 1000) if row.record.name == "pit.Dealt"][-1]
            replace_record(sim.store, "pit/P", dealt.version, payload=b"{}")
            store = sim.store
        async with Sim("after", store=store) as sim:
            pit = sim.hall.pits["P"]
            assert not pit.stopped
            assert pit.round.purses[one.account.id] == opening
            assert store.balance(accounts.stake("P", one.account.id)) == opening
            assert store.balance(accounts.pot("P")) == 0
            assert check_ledger(store).fault is None
            await sim.run(20)
            assert pit.round.phase == "betting"
            assert pit.round.number == broken + 1
        async with Sim("third", store=store) as sim:
            assert sim.hall.pits["P"].round.purses[one.account.id] == opening
            await pit_evening(sim, 1)
            assert check_hands(store).fault is None

    run(evening())


def test_a_hand_that_is_open_and_cannot_be_dealt_stops_the_table_and_is_no_secret(monkeypatch):
    """No later request would deal it: everyone is told, and a start with the fault mended deals it."""

    def refuse(*_, **__):
        raise RuleViolation("off-unit", ("nsw-poker 7.1",), "not a whole number of chips")

    async def evening():
        async with Sim("undealt") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3)
            with monkeypatch.context() as patch:
                patch.setattr(draft, "start_hand", refuse)
                clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
                await sim.run(10)
            assert host.table.in_hand
            assert "fault of ours" in host.stopped
            for one in clients:
                one.pump()
                assert "stopped" in one.tables["T"]["notice"]
            store = sim.store
        async with Sim("undealt", store=store) as again:
            await again.run(1)
            assert again.hall.hosts["T"].state.is_dealt

    run(evening())
