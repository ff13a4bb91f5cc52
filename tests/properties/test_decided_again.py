"""Whole evenings are decided again from their journals: every order gives the events and the postings it gave then."""

from __future__ import annotations

import json
import random
import re

import pytest

from openfelt.games import GAMES, Commission
from openfelt.pit.games import pit_games, sign_for
from openfelt.room.orders import Freeze
from openfelt.service.people.house_bots import BotSeat
from openfelt.service.record.asked import read_asked
from openfelt.service.record.audit import check_hands
from openfelt.service.record.pit_record import pit_event
from openfelt.service.record.stream import event_of
from tests import live_kit
from tests.conftest import count
from tests.feed_oracle import CARD
from tests.service_kit import Sim, copy_store, run, seats_at
from tests.twin_kit import Evening, play_pit, play_table

KEYS = sorted(key for key in GAMES if seats_at(key, 4) == 4)
FEES = Commission(per_hand=100, hourly=1_200, sitting=500)


def tables(store):
    return [stream for stream in store.streams() if stream.startswith(("table/", "pit/"))]


def require_decided_again(store):
    """Every entry of a table has its order, and each of them is decided again as it was."""
    verdict = check_hands(store)
    assert verdict.fault is None, verdict.fault
    assert verdict.notes == ()
    assert verdict.summary.endswith(" 0 entries not decided again"), verdict.summary
    for stream in tables(store):
        made = {one.entry for one in store.read(stream, 0, 100_000)}
        assert {one.entry for one in store.orders(1, store.head().entry, stream)} == made


def require_no_secrets(store):
    """An order names no card that the events of its stream do not name, and nothing of a seed."""
    orders = store.orders(1, store.head().entry)
    seeds = [secret.seed for _, secret in store.seals(1, store.head().entry)]
    for stream in tables(store):
        seen: set[str] = set()
        rows = iter(store.read(stream, 0, 100_000))
        row = next(rows, None)
        for order in (one for one in orders if one.stream == stream):
            while row is not None and row.entry <= order.entry:
                seen |= set(re.findall(CARD, row.record.payload.decode()))
                row = next(rows, None)
            text = order.payload.decode()
            named = set(re.findall(CARD, json.dumps(json.loads(text)["order"])))
            assert named <= seen, (order.entry, named - seen)
            assert not any(seed.hex() in text for seed in seeds)
            assert read_asked(stream, order.payload).at_ms > 0


async def poker(sim, rng, key, changes):
    """Bots and players, hands with incidents, the floor at its desk; the table is full of other people's money."""
    from openfelt.games.standard import standard_sign  # noqa: PLC0415

    bots = (BotSeat(4, "caller", "Ada"),) if rng.random() < 0.5 else ()
    host = await sim.hall.open_table("T", standard_sign(*key, seats=4, **changes), bots=bots)
    evening = Evening(sim, "T", event_of)
    await evening.come(["ann", "bob", "cat"])
    for seat, name in enumerate(("ann", "bob", "cat"), start=1):
        assert await evening.do(name, "sit", seat=seat, stake=20_000, entry="post") is None
    await play_table(evening, rng)
    for name, what, fields in (
        ("ann", "top-up", {"amount": 1_000}),
        ("bob", "sit-out", {}),
        ("bob", "come-back", {"entry": "post"}),
        ("cat", "call-floor", {"words": "look"}),
        ("cat", "leave", {}),
    ):
        await evening.do(name, what, **fields)
    players = [evening.people[name] for name in ("ann", "bob")]
    await sim.play(host, players, 1, incidents=0.1)
    return host


@pytest.mark.parametrize("seed", range(count(8, 200)))
def test_evenings_of_poker_are_decided_again(seed):
    async def evening():
        rng = random.Random(f"again {seed}")
        key = KEYS[(seed * 7) % len(KEYS)]
        changes = {"commission": FEES} if key[0] == "nsw-poker" and seed % 2 else {}
        async with Sim(f"again {seed}") as sim:
            await poker(sim, rng, key, changes)
            require_decided_again(sim.store)
            require_no_secrets(sim.store)

    run(evening())


@pytest.mark.parametrize("key", pit_games())
@pytest.mark.parametrize("seed", range(count(2, 40)))
def test_evenings_at_house_banked_tables_are_decided_again(seed, key):
    async def evening():
        rng = random.Random(f"again {seed}")
        async with Sim(f"again pit {seed}") as sim:
            await sim.hall.open_pit("P", sign_for(key))
            evening = Evening(sim, "P", pit_event)
            await evening.come(["ann", "bob", "cat"])
            await play_pit(evening, rng)
            await evening.do("ann", "call-floor", words="look")
            require_decided_again(sim.store)
            require_no_secrets(sim.store)

    run(evening())


@pytest.mark.parametrize("key", [("nsw-poker", "texas-holdem"), ("house", "badugi"), ("act-stud", "seven-card-stud")])
@pytest.mark.parametrize("seed", range(count(1, 20)))
def test_evenings_with_real_cards_are_decided_again(seed, key):
    async def evening():
        rng = random.Random(f"again {seed}")
        async with Sim(f"again live {seed}") as sim:
            evening = await live_kit.seated(key, 4)(sim)
            await live_kit.play_live(evening, rng)
            require_decided_again(sim.store)

    run(evening())


@pytest.mark.parametrize("seed", range(count(3, 40)))
def test_after_a_restart_at_any_entry_it_goes_on_being_so(seed):
    """What was loaded decides as what was never stopped."""

    async def evening():
        rng = random.Random(f"again {seed}")
        key = KEYS[(seed * 11) % len(KEYS)]
        async with Sim(f"stopped {seed}") as sim:
            await poker(sim, rng, key, {})
            first = next(one.entry for one in sim.store.read("table/T") if one.record.name == "HandStarted")
            store = copy_store(sim.store, rng.randint(first, sim.store.head().entry))
        async with Sim(f"stopped {seed} again", store=store) as sim:
            host = sim.hall.hosts["T"]
            clients = [await sim.player(name) for name in ("ann", "bob", "cat")]
            for one in clients:
                await one.ask("watch", table="T")
            if host.state.frozen:  # the floor had stopped the table, and that holds
                await host.submit("goes on", "house", Freeze(frozen=False, reason="settled"))
            await sim.play(host, clients, 2, incidents=0.05)
            require_decided_again(store)

    run(evening())
