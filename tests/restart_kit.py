"""Evenings that are stopped midway and begun again: the same people, what they do, what was damaged meanwhile."""

from __future__ import annotations

import random

from msgspec.structs import replace

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.journal.records import record_hash, stream_genesis
from tests.service_kit import Client, choice

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")


def steady_choice(hand, state):
    """A choice that depends on the turn and on nothing else: calls and draws much, so that hands go all the way."""
    rng = random.Random(f"turn {hand['turn']}")
    offers = hand["offers"]
    raising = next((offer for offer in offers if offer["action"] == "raise"), None)
    if raising and rng.random() < 0.15:
        return {"action": "raise", "amount": raising["least"]}
    for word in ("call", "check", "bring-in", "show"):
        if any(offer["action"] == word for offer in offers):
            return {"action": word}
    if offers[0]["action"] == "draw":
        mine = next(one["down"] for one in hand["seats"] if one["seat"] == state["your_seat"])
        return {"action": "draw", "cards": mine[: min(len(mine), offers[0]["most"])]}
    return choice(rng, hand, state["your_seat"])


async def go_on(sim, clients, host):
    """Play until the hand that is open, or the next one, is over."""
    goal = host.table.number if host.table.in_hand else host.table.number + 1
    for _ in range(2000):
        if host.table.number >= goal and not host.table.in_hand:
            return
        actor = next((one for one in clients if one.turn("T")), None)
        if actor is None:
            await sim.run(6)
        else:
            hand = actor.turn("T")
            fields = steady_choice(hand, actor.tables["T"])
            name = f"steady-{hand['turn']}-{host.table.number}"
            assert await actor.ask("act", id=name, table="T", turn=hand["turn"], **fields) is None
    raise AssertionError("the hand does not end")


async def seated(sim, key, seats, changes):
    host = await sim.table(*key, seats=seats, **changes)
    clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(NAMES[:seats])]
    return host, clients


async def back(sim, seats):
    """The same people after a restart, watching again."""
    clients = [Client(sim, name) for name in NAMES[:seats]]
    for one in clients:
        assert await one.ask("watch", table="T") is None
    return sim.hall.hosts["T"], clients


def payloads(store, stream):
    return [(one.record.name, one.record.payload, one.record.cites) for one in store.read(stream, 0, 100_000)]


def keep_digests(sim, digests):
    """Remember where the table stood after each entry."""
    publish = sim.hall.publish

    def noted(host, after, events, *reply):
        digests[sim.store.head().entry] = host.state.digest()
        publish(host, after, events, *reply)

    sim.hall.publish = noted


def replace_record(store, stream, version, **changes):
    """Change a stored record as someone with the file might."""
    rows = store._streams[stream]
    old = rows[version - 1]
    new = replace(old, record=replace(old.record, **changes))
    rows[version - 1] = new
    store._records[store._records.index(old)] = new


async def mid_hand(sim, entries=4):
    host, clients = await seated(sim, ("nsw-poker", "texas-holdem"), 3, {})
    other = await sim.table("nsw-poker", "omaha", name="Other", seats=3)
    more = [await sim.player(name, "Other", at + 1) for at, name in enumerate(("xan", "yul"))]
    await sim.run(6)
    for _ in range(entries):
        actor = next(one for one in clients if one.turn("T"))
        hand = actor.turn("T")
        fields = {"action": "call"} if any(one["action"] == "call" for one in hand["offers"]) else {"action": "check"}
        assert await actor.ask("act", table="T", turn=hand["turn"], **fields) is None
    assert host.state.is_dealt
    assert host.hand.pot > 0
    return host, clients, other, more


def chain_again(store, stream):
    """Hashes made to fit, as someone with the file and this program could."""
    link = stream_genesis(store.journal, stream)
    for at, one in enumerate(store._streams[stream]):
        link = record_hash(link, stream, one.version, one.record)
        store._streams[stream][at] = replace(one, hash=link)


async def pit_evening(sim, rounds, *, digests=None, names=("ann", "bob")):
    """A house-banked table with players who take whatever is offered."""
    pit = sim.hall.pits.get("P") or await sim.hall.open_pit("P", HoldemSign())
    clients = [await sim.player(name) for name in names]
    for at, one in enumerate(clients):
        await one.ask("watch", table="P")
        if one.account.id not in pit.round.seats:
            assert await one.ask("pit-join", table="P", box=at + 1, stake=100_000) is None
    goal = pit.round.number + rounds
    for _ in range(400):
        if pit.round.number >= goal:
            return pit, clients
        for one in clients:
            one.pump()
            state = one.tables["P"]
            wagers = [
                offer
                for offer in state["offers"]
                if offer["order"]["type"] in {"Wager", "Call", "Fold", "Raise", "Stay"}
            ]
            mine = [box for box in state["round"]["boxes"] if box["player"] == one.account.id and box["stakes"]]
            if not wagers or (mine and state["round"]["phase"] == "betting"):
                continue
            offer = wagers[0]
            order = dict(offer["order"])
            if offer["amounts"]:
                for field in offer["vary"]:
                    order[field] = offer["amounts"][0]
            error = await one.ask("pit-act", table="P", number=state["round"]["number"], order=order)
            assert error is None, (error, order, offer)
        if digests is not None:
            digests[sim.store.head().entry] = pit.round.copy()
        await sim.run(13)
    raise AssertionError(f"the rounds do not end: {pit.round.phase} {pit.stopped}")
