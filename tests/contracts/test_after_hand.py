"""After a hand: a winner shows cards, rabbit cards come from the committed deck; only where the sign says so."""

from __future__ import annotations

import json

import pytest

from openfelt.games.standard import standard_sign
from openfelt.room.events import CardsShownAfter, RabbitShown
from openfelt.service.record.audit import check_hands
from openfelt.service.record.stream import event_of
from tests.service_kit import Sim, run


async def folded(sim, **options):
    """Two players, of whom one folds before the flop: the table, the winner and the other."""
    host = await sim.table("house", "texas-holdem", seats=3, **options)
    players = [await sim.player(name, "T", at) for at, name in enumerate(("ann", "bob"), start=1)]
    await sim.run(2)
    loser = next(one for one in players if one.turn("T"))
    winner = next(one for one in players if one is not loser)
    assert await loser.ask("act", table="T", turn=loser.turn("T")["turn"], action="fold") is None
    return host, winner, loser


def events(sim, host, kind):
    found = [event_of(row.record) for row in sim.store.read(host.stream, 0, 100_000)]
    return [one for one in found if isinstance(one, kind)]


def mine(client):
    """The cards of a player in the last hand."""
    state = client.tables["T"]
    return next(one["down"] for one in state["hand"]["seats"] if one["seat"] == state["your_seat"])


@pytest.mark.parametrize("count", [1, 2])
def test_a_winner_shows_one_card_or_both_and_everyone_is_told(count):
    async def evening():
        async with Sim("show after") as sim:
            host, winner, loser = await folded(sim, show_after=True)
            cards = mine(winner)
            hidden = [text for text in map(bytes.decode, loser.frames) if cards[0] in text]
            assert not hidden, "nobody saw it before"
            assert (await winner.ask("show-after", table="T", cards=["2c", "2c"]))["code"] == "notation"
            assert (await loser.ask("show-after", table="T", cards=mine(loser)))["code"] == "not-a-winner"
            assert await winner.ask("show-after", table="T", cards=cards[:count]) is None
            (shown,) = events(sim, host, CardsShownAfter)
            assert [str(one) for one in shown.cards] == cards[:count]
            assert shown.cites == ("house 27.4",)
            loser.pump()
            last = json.loads(loser.frames[-1])["lines"][-1]
            assert last["kind"] == "CardsShownAfter"
            assert not [one for one in cards[count:] if one in json.dumps(last)], "only what was shown is told"
            again = await winner.ask("show-after", table="T", cards=cards[:1])
            assert (again["code"], again["rule"]) == ("shown", ["house 27.4"])
            assert events(sim, host, CardsShownAfter) == [shown], "what lies open is not shown, told and kept again"

    run(evening())


def test_rabbit_cards_are_those_that_the_deck_had_next():
    async def evening():
        async with Sim("rabbit") as sim:
            host, winner, loser = await folded(sim, rabbit=True)
            shoe = host.state.shoe.copy()
            coming = [shoe.take(burn + board)[burn:] for burn, board in ((1, 3), (1, 1), (1, 1))]
            assert await loser.ask("rabbit", table="T") is None
            (shown,) = events(sim, host, RabbitShown)
            assert shown.cards == tuple(card for street in coming for card in street)
            assert shown.cites == ("house 27.5",)
            again = await winner.ask("rabbit", table="T")
            assert (again["code"], again["rule"]) == ("shown", ["house 27.5"])
            assert events(sim, host, RabbitShown) == [shown]
            await sim.run(8)
            assert host.table.in_hand
            assert (await loser.ask("rabbit", table="T"))["code"] == "hand-going", "never while anything is undecided"
            assert check_hands(sim.store).fault is None, "decided again, it is the same"

    run(evening())


def test_no_card_would_have_come_after_a_showdown():
    async def evening():
        async with Sim("no rabbit") as sim:
            host = await sim.table("house", "texas-holdem", seats=3, rabbit=True)
            players = [await sim.player(name, "T", at) for at, name in enumerate(("ann", "bob"), start=1)]
            await sim.run(2)
            while actor := next((one for one in players if one.turn("T")), None):
                hand = actor.turn("T")
                offered = {one["action"] for one in hand["offers"]}
                await actor.ask("act", table="T", turn=hand["turn"], action="check" if "check" in offered else "call")
            refused = await players[0].ask("rabbit", table="T")
            assert (refused["code"], refused["rule"]) == ("nothing-to-come", ["house 27.5"])
            assert not events(sim, host, RabbitShown)

    run(evening())


def test_without_the_setting_both_are_refused_by_their_clauses():
    async def evening():
        async with Sim("neither") as sim:
            host, winner, loser = await folded(sim)
            for one, frame, clause in ((winner, "show-after", "house 27.4"), (loser, "rabbit", "house 27.5")):
                fields = {"cards": mine(winner)} if frame == "show-after" else {}
                refused = await one.ask(frame, table="T", **fields)
                assert (refused["code"], refused["rule"]) == ("not-on-the-sign", [clause])
            assert not events(sim, host, CardsShownAfter | RabbitShown)

    run(evening())


def test_nobody_shows_a_card_that_the_room_does_not_know():
    """At a table with real cards the winner turns them up there; the room has nothing to show (house 27.4)."""

    async def evening():
        async with Sim("show unknown") as sim:
            host = await sim.hall.open_table("T", standard_sign("house", "texas-holdem", show_after=True), live=True)
            dealer = await sim.player("dee", roles=("dealer",))
            assert await dealer.ask("watch", table="T") is None
            players = [await sim.player(name, "T", at) for at, name in enumerate(("ann", "bob"), start=1)]
            assert await dealer.ask("dealer-open", table="T") is None
            hand = host.hand
            assert await dealer.ask("dealer-act", table="T", turn=hand.turns, action="fold") is None
            winner = next(one for one in players if host.hand.stacks[host.hand.index[seat_of(host, one)]] > 20_000)
            for named in (["??"], ["As"]):
                refused = await winner.ask("show-after", table="T", cards=named)
                assert (refused["code"], refused["rule"]) == ("unknown-card", ["house 27.4"])
            assert not events(sim, host, CardsShownAfter)

    run(evening())


def seat_of(host, client):
    return host.table.place_of(client.account.id).seat
