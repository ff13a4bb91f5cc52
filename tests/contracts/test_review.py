"""The review of a finished hand: odds of what its player knew, and never while that player holds cards."""

from __future__ import annotations

import json
from fractions import Fraction

from openfelt.cards import cards, show
from openfelt.games.standard import standard_sign
from openfelt.lab.equity import equity
from openfelt.lab.review import decisions
from openfelt.service.pages import archive, review
from openfelt.table import commands as c
from openfelt.table import events as e
from openfelt.table import evolve, legal, open_hand, play, replay, start
from openfelt.table import ruling_events as ru
from openfelt.table.hand import DRAWING
from openfelt.table.shoe import Shoe
from tests.past_kit import person, seated, told
from tests.service_kit import Sim, run

HANDS = 9


def lab(monkeypatch):
    """The lab's command without a process of its own: the same answer."""
    asked = []

    async def worked_out(_, *words):
        asked.append(words)
        options = dict(one.removeprefix("--").split("=") for one in words[2 : words.index("--")])
        numbers = {name: int(options.pop(name)) for name in ("deck", "samples", "seed") if name in options}
        hands = words[words.index("--") + 1 :]
        return json.dumps(equity(*hands, threads=1, **options, **numbers).as_object()).encode()

    monkeypatch.setattr(review, "worked_out", worked_out)
    return asked


def test_each_decision_has_its_odds_and_only_cards_that_were_seen(monkeypatch):
    lab(monkeypatch)

    async def play():
        async with Sim(21) as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=4)
            ann, bob = await seated(sim, "Ann", "Bob")
            await sim.play(host, [ann, bob], HANDS)
            await leave(sim, ann, bob)
            checked = 0
            for number, hand in host.finished.items():
                status, found = await told(sim, ann.account, f"/api/past/review/T/{number}")
                assert status == 200, found
                rows = [one.event for one in archive.hand_rows(sim.hall, host, hand)]
                seat = next(seat for seat, player in hand.players.items() if player == ann.account.id)
                shown = {one.seat for one in rows if isinstance(one, e.Shown)}
                acts = [one for one in rows if isinstance(one, (e.Folded, e.Checked, e.Called, e.BetMade, e.Raised))]
                assert len(found["decisions"]) == sum(one.seat == seat for one in acts)
                for one in found["decisions"]:
                    assert ("?" in "".join(one["hands"][1:])) == (not shown - {seat})
                    assert one["cites"]
                    if one["exact"] and "?" not in "".join(one["hands"]):
                        checked += 1
                        odds = equity(*one["hands"], board=one["board"])
                        assert one["share"] == round(1000 * odds.players[0].share)
                    assert one["low"] <= one["share"] <= one["high"]
                    if one["act"] == "Called":
                        worth = round(Fraction(one["share"], 1000) * (one["pot"] + one["price"])) - one["price"]
                        assert abs(one["worth"] - worth) <= one["pot"] // 500 + 1
                        assert one["cost"] == max(0, -one["worth"])
            assert checked

    run(play())


async def leave(sim, *people):
    """Nobody holds cards any more."""
    for one in people:
        await one.ask("leave", table="T")
    await sim.run(300)


def test_nobody_who_holds_cards_looks_at_a_hand_again(monkeypatch):
    asked = lab(monkeypatch)

    async def play():
        async with Sim(22) as sim:
            host = await sim.table("nsw-poker", "texas-holdem", seats=4)
            await sim.table("house", "omaha", "O", seats=4)
            ann, bob = await seated(sim, "Ann", "Bob")
            cid = await person(sim, "Cid")
            await sim.play(host, [ann, bob], 1)
            for _ in range(100):
                await sim.top_up(host, [ann, bob])
                if host.state.is_dealt and any(one.turn("T") for one in (ann, bob)):
                    break
                await sim.run(1)
            before = len(asked)
            for who in (ann, bob):
                status, refused = await told(sim, who.account, "/api/past/review/T/1")
                assert (status, refused["error"]["code"], refused["error"]["rule"]) == (
                    400,
                    "holds-cards",
                    ["nsw-poker 27.1"],
                )
            assert len(asked) == before, "nothing was counted for them"
            status, refused = await told(sim, cid.account, "/api/past/review/T/1")
            assert (status, refused["error"]["code"], refused["error"]["rule"]) == (404, "no-hand", ["house 32.1"])
            actor = next(one for one in (ann, bob) if one.turn("T"))
            assert await actor.ask("act", table="T", action="fold", **turn_of(actor)) is None
            await leave(sim, ann, bob)
            assert (await told(sim, actor.account, "/api/past/review/T/1"))[0] == 200
            assert (await told(sim, actor.account, "/api/past/review/T/99"))[0] == 404

    run(play())


def turn_of(client):
    """What an act says of the turn that it is for."""
    hand = client.tables["T"]["hand"]
    return {"turn": hand["turn"]}


def test_stud_draw_and_pineapple_are_looked_at_with_what_was_known():
    async def play():
        for book, game in (
            ("nsw-poker", "seven-card-stud"),
            ("nsw-poker", "draw-ante"),
            ("nsw-poker", "pineapple"),
        ):
            async with Sim(23) as sim:
                host = await sim.table(book, game, seats=4)
                ann, bob = await seated(sim, "Ann", "Bob")
                await sim.play(host, [ann, bob], 3)
                for hand in host.finished.values():
                    rows = [one.event for one in archive.hand_rows(sim.hall, host, hand)]
                    for seat in hand.players:
                        real = truth(rows)
                        for one in decisions(rows, seat):
                            mine = cards(one.hands[0])
                            assert set(mine) == real[one.at][seat]
                            for other, held in zip(one.seats, one.hands[1:], strict=True):
                                named = {card for card in cards(held) if str(card) != "??"}
                                assert named <= real[one.at][other], "a card that was not there, or not then"

    run(play())


def truth(events):
    """What every seat held before each event."""
    held, found = {}, []
    for one in events:
        found.append({seat: set(some) for seat, some in held.items()})
        if isinstance(one, e.StreetDealt):
            for seat, down, up in zip(one.seats, one.down, one.up, strict=True):
                held.setdefault(seat, set()).update(down + up)
        elif isinstance(one, e.Discarded):
            held[one.seat] -= set(one.cards)
        elif isinstance(one, e.DrawDealt):
            held[one.seat] |= set(one.cards)
    return found


def test_a_hand_in_which_a_ruling_moved_cards_is_looked_at_without_odds():
    """A card that came by a ruling is given up at the draw: it was not among those that were dealt."""
    sign = standard_sign("house", "deuce-to-seven-single")
    first = start(sign, [(1, 10_000), (2, 10_000)], button=1)
    shoe = Shoe(replay([first]).rules.deck.cards)
    hand, record = open_hand(first, shoe)
    seat, (old, *_) = hand.seat_to_act, hand.down[hand.to_act]
    (new,) = shoe.take(1)
    for moved in (
        ru.CardsMoved((old,), "down", "muck", ("house 9",), seat),
        ru.CardsMoved((new,), "shoe", "down", ("house 9",), seat, to=(seat,)),
    ):
        evolve(hand, moved)
        record.append(moved)
    while (turn := legal(hand)) is not None:
        if hand.phase == DRAWING:
            record += play(hand, c.Draw(turn.seat, (new,) if turn.seat == seat else ()), shoe)
        else:
            owes = max(hand.bets) > hand.bets[hand.to_act]
            record += play(hand, (c.Call if owes else c.Check)(turn.seat), shoe)
    made = decisions(record, seat)
    assert made
    assert {one.why for one in made} == {"a ruling moved cards in this round"}
    assert show((new,)) in made[0].hands[0]
    assert show((old,)) not in made[0].hands[0]
    assert not any(set(one.hands[1]) - {"?"} for one in made), "nobody's hidden card"
