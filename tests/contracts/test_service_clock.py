"""Clocks: the table's own, the one that a supervisor gives a slow player, and time-outs of earlier hands."""

from __future__ import annotations

import random
from functools import partial

import pytest
from msgspec import structs

from openfelt.floor import Author, Use, read_power
from openfelt.formats import dump_phh, replay_text
from openfelt.games import Clock
from openfelt.room.orders import Freeze, OnFloor
from openfelt.service.record.audit import check_hands
from openfelt.service.record.loading import read_event
from openfelt.service.record.refold import read_stream
from openfelt.table import Viewer, clock, legal
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.text import read_hand, write_hand
from tests.service_kit import Sim, run, under_rules

CITES = {"nsw-poker": ("nsw-poker 26.12",), "act-stud": ("act-stud 4.6",)}


@pytest.mark.parametrize("own", [0, 20, 40, 41, 90, 200])
@pytest.mark.parametrize(("rulebook", "seconds"), [("nsw-poker", 40), ("act-stud", 90)])
def test_a_clock_of_the_floor_folds_also_where_checking_is_free(rulebook, seconds, own):
    """nsw-poker 26.12, act-stud 4.6, whatever the table's own clock is. A stopped table does not count."""

    async def evening():
        async with Sim(f"slow {rulebook}") as sim:
            game = "texas-holdem" if rulebook == "nsw-poker" else "seven-card-stud"
            host = await sim.table(rulebook, game, seats=3, clock=Clock(own))
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
            await sim.run(2)
            rng = random.Random("to a free check")
            for _ in range(200):
                one = next((one for one in clients if one.turn("T")), None)
                if one is None:
                    await sim.run(6)
                    continue
                if any(offer["action"] == "check" for offer in one.turn("T")["offers"]):
                    break
                await goes_along(one, rng)
            seat = one.turn("T")["to_act"]
            await sim.run(5)
            await impose(host, seat)
            assert (host.work.left_ms(), host.work.time.whole_s) == (seconds * 1000, seconds)
            await sim.run(seconds - 10)
            await host.submit("stop", "house", Freeze(True, "a question"))
            await sim.run(500)
            await host.submit("go", "house", Freeze(False, "answered"))
            await sim.run(9)
            assert host.hand.seat_to_act == seat
            await sim.run(1.5)
            folded = [event for _, event in host.log if isinstance(event, e.Folded)]
            assert folded[-1].seat == seat
            assert (folded[-1].timed_out, folded[-1].cites) == (True, CITES[rulebook])
            await sim.run(300)
            return sim.store

    store = run(evening())
    assert check_hands(store).fault is None


def test_after_a_restart_a_clock_of_the_floor_begins_anew():
    async def evening():
        async with Sim("slow restart") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3)
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
            await sim.run(2)
            seat = next(one for one in clients if one.turn("T")).turn("T")["to_act"]
            await impose(host, seat)
            await sim.run(35)
            store = sim.store
        async with Sim("slow restart again", store=store, grace_s=0.0) as sim:
            host = sim.hall.hosts["T"]
            await sim.run(39)
            assert host.hand.seat_to_act == seat
            await sim.run(2)
            assert [event.seat for _, event in host.log if isinstance(event, e.Folded)] == [seat]

    run(evening())


def test_a_clock_of_the_floor_given_as_the_tables_own_runs_out_is_given_whole():
    async def evening():
        async with Sim("slow at the last moment") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3, clock=Clock(20))
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
            await sim.run(2)
            seat = next(one for one in clients if one.turn("T")).turn("T")["to_act"]
            await impose(host, seat)
            await host.work.time_out()  # of the table's own clock, on its way when the floor gave its time
            assert host.hand.seat_to_act == seat
            await sim.run(39.5)
            assert host.hand.seat_to_act == seat
            await sim.run(1)
            assert [event.cites for _, event in host.log if isinstance(event, e.Folded)] == [CITES["nsw-poker"]]

    run(evening())


def test_who_leaves_is_not_waited_for_by_a_clock_of_the_floor():
    async def evening():
        async with Sim("slow and gone") as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=3, clock=Clock(200))
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
            await sim.run(2)
            one = next(one for one in clients if one.turn("T"))
            await impose(host, one.turn("T")["to_act"])
            assert await one.ask("stand", table="T") is None
            assert host.work.left_ms() <= 500
            await sim.run(1)
            assert [event.cites for _, event in host.log if isinstance(event, e.Folded)] == [("nsw-poker 7.12",)]

    run(evening())


@pytest.mark.parametrize(("game", "step"), [("draw-blind", "drawing"), ("pineapple", "discarding")])
def test_a_clock_of_the_floor_runs_for_a_draw_and_a_discard(game, step):
    """nsw-poker 26.12: any decision. The table's own clock would stand pat, or discard the last card."""

    async def evening():
        async with Sim(f"slow {game}") as sim:
            host = await sim.table("nsw-poker", game, seats=3)
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
            await sim.run(2)
            seat = await until(host, clients, step)
            await impose(host, seat)
            await sim.run(39)
            assert legal(host.hand).kind == step
            await sim.run(1.5)
            dead = [event for _, event in host.log if isinstance(event, r.HandDead)]
            assert [(one.seat, one.kind, one.refund, one.cites) for one in dead] == [
                (seat, "folded", 0, CITES["nsw-poker"])
            ]
            await sim.run(100)
            return sim.store

    assert check_hands(run(evening())).fault is None


async def goes_along(one, rng):
    """Check or call where that is open, otherwise anything."""
    words = [offer["action"] for offer in one.turn("T")["offers"]]
    easy = next((word for word in ("check", "call") if word in words), None)
    if easy is None:
        await one.act("T", rng)
    else:
        assert await one.ask("act", table="T", turn=one.turn("T")["turn"], action=easy) is None


async def until(host, clients, step):
    """Call until a choice of this kind is due; whose it is."""
    for _ in range(20):
        turn = legal(host.hand)
        if turn.kind == step:
            return turn.seat
        await goes_along(next(one for one in clients if one.turn("T")), random.Random(step))
    raise AssertionError(step)


async def impose(host, seat):
    """A supervisor gives the player a limited time."""
    order = Use(read_power("impose-clock", {"seat": seat}), Author("Kim", "supervisor"), "too slow")
    await host.submit(f"impose {seat}", "house", OnFloor(host.hand.turns, order))


@pytest.mark.parametrize("own", [0, 5])
def test_without_a_supervisor_a_clock_of_act_stud_is_the_houses(own):
    """act-stud 4.6 needs a supervisor's instruction; house 8: the opener's bet is made, a free check checks."""

    async def evening():
        async with Sim(f"own clock {own}") as sim:
            host = await sim.table("act-stud", "seven-card-stud", seats=3, clock=Clock(own))
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
            await sim.run((own or 30) + 1)
            one = next(one for one in clients if one.turn("T"))
            assert await one.ask("act", table="T", turn=one.turn("T")["turn"], action="call") is None
            await sim.run((own or 30) + 1)
            return sim.store, [event for _, event in host.log if isinstance(event, e.BetMade | e.Checked | e.Folded)]

    store, (opened, checked) = run(evening())
    assert isinstance(opened, e.BetMade)
    assert opened.cites[0] == "house 8"
    assert "act-stud 10.1(d)(i)" in opened.cites
    assert isinstance(checked, e.Checked)
    assert (checked.cites, checked.timed_out) == (("house 8",), True)
    assert check_hands(store).fault is None


def as_it_was(hand, seat, seen):
    """What the clock did before: in act-stud a fold by 4.6, whatever was free; a fold where the opener must bet."""
    turn, policy = legal(hand), hand.rules.policy
    seen.add("free" if turn.check else "owed" if turn.fold else "must bet" if turn.most else "shows")
    is_act = policy.rulebook == "act-stud"
    cites = ("act-stud 4.6",) if is_act else policy.time_out
    if turn.kind == "betting":
        if turn.check and not is_act:
            return (e.Checked(seat, cites, True),)
        return (e.Folded(seat, cites, turn.fold_cost, True),)
    assert turn.may_muck
    return (e.Mucked(seat, cites),)


@pytest.mark.parametrize("rulebook", ["nsw-poker", "act-stud"])
def test_hands_in_which_the_clock_did_otherwise_still_stand(rulebook, monkeypatch):
    """Events are facts: the audit, a restart and the text of a hand take a time-out as it was."""

    seen = set()

    async def evening():
        async with Sim(f"earlier {rulebook}") as sim:
            host = await sim.table(rulebook, "seven-card-stud", seats=3, mucking="claimed")
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob", "cat"))]
            rng = random.Random(rulebook)
            with monkeypatch.context() as before:
                before.setattr(clock, "least_due", lambda _: None)
                before.setattr(clock, "on_time_out", partial(as_it_was, seen=seen))
                under_rules(before, "engine 0")
                for _ in range(300):
                    host.work.misses.clear()
                    one = next((one for one in clients if one.turn("T")), None)
                    if one is not None and rng.random() < (0.85 if legal(host.hand).kind == "betting" else 0.2):
                        await goes_along(one, rng)
                    else:
                        await sim.run(6 if one is None else 31)
            return sim.store

    store = run(evening())
    hands = stored_hands(store)
    assert seen == {"free", "owed", "must bet", "shows"}
    assert check_hands(store).fault is None
    for events in hands:
        assert [*map(plain, read_hand(write_hand(events)))] == [*map(plain, events)]
        (verdict,) = replay_text(dump_phh(events, viewer=Viewer("inspector")))
        assert verdict.ok, verdict


def stored_hands(store):
    """The events of every finished hand."""
    hands = []
    for event in map(read_event, read_stream(store, "table/T")):
        if isinstance(event, e.HandStarted):
            hands.append([])
        if type(event).__module__.startswith("openfelt.table"):
            hands[-1].append(event)
    return [events for events in hands if isinstance(events[-1], e.HandEnded)]


def plain(event):
    """An event; what a time-out at the showdown cites is read anew."""
    return structs.replace(event, cites=()) if isinstance(event, e.Mucked) else event
