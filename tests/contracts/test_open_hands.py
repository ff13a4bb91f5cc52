"""Players are all-in: where the sign says so everyone sees every hand from then on, else nobody before the showdown."""

from __future__ import annotations

import asyncio
import json
import threading

import pytest

from openfelt.cards import cards
from openfelt.games.standard import standard_sign
from openfelt.lab.equity import equity
from openfelt.service.record.stream import event_of
from openfelt.service.tell import shares
from openfelt.service.tell.shares import counted, street_shares
from openfelt.table import events as e
from tests.service_kit import Sim, run


async def all_in(sim, *, open_all_in):
    """Two players put everything in before the flop: what everyone was told from then on, and what happened."""
    host = await sim.table("house", "texas-holdem", seats=3, open_all_in=open_all_in, min_stake=0)
    rail = await sim.player("rail")
    await rail.ask("watch", table="T")
    players = [await sim.player(name, "T", at, 2_000) for at, name in enumerate(("ann", "bob"), start=1)]
    await sim.run(2)
    for _ in range(4):
        actor = next((one for one in players if one.turn("T")), None)
        if actor is None:
            break
        hand = actor.turn("T")
        offers = {one["action"]: one for one in hand["offers"]}
        last = "raise" in offers
        fields = {"action": "raise", "amount": offers["raise"]["most"]} if last else {"action": "call"}
        assert await actor.ask("act", table="T", turn=hand["turn"], **fields) is None
    rail.pump()
    return host, rail, [event_of(row.record) for row in sim.store.read(host.stream, 0, 100_000)]


def check_shares(told, opened, events):
    """What was told is what the lab counts from the open hands and the board, street by street."""
    board = tuple(card for one in events if isinstance(one, e.StreetDealt) for card in one.board)
    assert [one["board"] for one in told["streets"]] == [0, 3, 4, 5]
    for street in told["streets"]:
        odds = equity(*opened.cards, board=board[: street["board"]], rulebook="house")
        assert sum(one["per_mille"] for one in street["shares"]) == 1000
        for seat, share, player in zip(opened.seats, street["shares"], odds.players, strict=True):
            assert seat == share["seat"]
            assert abs(share["per_mille"] - 1000 * player.share) < 1
        if street["board"] == 4 and street.get("behind"):
            behind = odds.players[opened.seats.index(street["behind"])]
            assert (street.get("outs", 0), street["unseen"]) == (behind.wins, 44)


@pytest.mark.parametrize("open_all_in", [True, False])
def test_hands_are_turned_up_before_the_board_only_where_the_sign_says_so(open_all_in):
    async def evening():
        async with Sim("open hands") as sim:
            _, rail, events = await all_in(sim, open_all_in=open_all_in)
            kinds = [type(one) for one in events]
            assert e.HandEnded in kinds, "the hand was played to its end"
            opened = [one for one in events if isinstance(one, e.HandsOpened)]
            assert len(opened) == open_all_in
            lines = [json.loads(frame) for frame in rail.frames]
            texts = " ".join(str(line) for frame in lines for line in frame.get("lines", ()))
            assert ("hands are turned up" in texts) == open_all_in
            told = [one for one in lines if one["type"] == "shares"]
            assert len(told) == open_all_in, "shares are told of open hands only"
            if open_all_in:
                check_shares(told[0], opened[0], events)
                flop = next(at for at, one in enumerate(events) if isinstance(one, e.StreetDealt) and one.board)
                assert kinds.index(e.HandsOpened) < flop
                known = [at for at, one in enumerate(lines) if "hands are turned up" in str(one.get("lines"))]
                assert known[0] < lines.index(told[0]), "the streets first, then what the hands win"

    run(evening())


def test_shares_are_counted_beside_the_tables(monkeypatch):
    """Every count asks the event loop a question and waits for the answer: on the loop itself it would wait in vain."""
    asked = []

    def beside(loop, work):
        async def turn():
            return True

        def answered(*args, **kwargs):
            asked.append(work.__name__)
            assert threading.current_thread().name.startswith("shares")
            assert asyncio.run_coroutine_threadsafe(turn(), loop).result(timeout=5)
            return work(*args, **kwargs)

        return answered

    async def evening():
        async with Sim("beside") as sim:
            loop = asyncio.get_running_loop()
            for work in (shares.counted, shares.street_shares):
                monkeypatch.setattr(shares, work.__name__, beside(loop, work))
            _, rail, _ = await all_in(sim, open_all_in=True)
            told = [one for one in map(json.loads, rail.frames) if one["type"] == "shares"]
            assert len(told) == 1
            assert asked == ["counted", *["street_shares"] * 4]

    run(evening())


def test_nothing_is_counted_where_nobody_watches(monkeypatch):
    async def evening():
        async with Sim("unseen") as sim:
            host, _, events = await all_in(sim, open_all_in=True)
            monkeypatch.setattr(sim.hall.counting, "beside", None)
            opened = next(one for one in events if isinstance(one, e.HandsOpened))
            with pytest.raises(TypeError):
                await shares.tell_shares(host, sim.hall, [opened])
            for one in list(sim.hall.subscribers.watching("T")):
                sim.hall.subscribers.unwatch(one, "T")
            await shares.tell_shares(host, sim.hall, [opened])

    run(evening())


def test_shares_are_the_same_whatever_lies_in_hands_that_were_folded():
    """A share is counted from the open hands and the board: the event that turned hands up has no other."""
    sign = standard_sign("house", "texas-holdem")
    opened = e.HandsOpened((1, 2), (cards("AsKs"), cards("QhQc")), ())
    street = street_shares(sign, opened, cards("Js7d4s2h"), 1)
    assert (street.behind, street.outs, street.unseen) == (1, 15, 44)
    assert [one.per_mille for one in street.shares] == [341, 659]


@pytest.mark.parametrize(("game", "is_counted"), [("texas-holdem", True), ("omaha", True), ("seven-card-stud", False)])
def test_shares_are_told_only_where_a_board_decides(game, is_counted):
    assert counted(standard_sign("house", game)) is is_counted
