"""What a page need not read out of text: amounts, seats and wins of log lines, the cards of a hand, time sold."""

from __future__ import annotations

import json
import re
from typing import get_args

import pytest

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.books.act_holdem.pit_settlement import settle_super_aces
from openfelt.books.house.three_card_poker import ThreeCardSign, settle_fold
from openfelt.cards import card
from openfelt.errors import OpenfeltError
from openfelt.games import Clock
from openfelt.hands import value
from openfelt.phrases import Money, Name, phrase, read_text
from openfelt.pit import events as pit_events
from openfelt.pit.events import BonusSettled
from openfelt.pit.games import pit_game
from openfelt.pit.log import log_line as pit_log_line
from openfelt.pit.settlement import Spot
from openfelt.service.pages import archive
from openfelt.service.wire.lines import line
from openfelt.service.wire.protocol import write_frame
from openfelt.table import events as e
from tests.service_kit import Sim, run, said, whole

GAMES = (("nsw-poker", "omaha"), ("us-stud", "seven-card-stud-8"), ("us-stud", "razz"), ("house", "badugi"))


def told(client):
    """Every line that someone was told, each once."""
    lines = {}
    for data in client.frames:
        frame = json.loads(data)
        lines.update({one["seq"]: one for one in frame.get("lines", ())})
    return list(lines.values())


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
def test_amounts_seats_and_wins_are_fields_and_the_cards_used_are_named(rulebook, game):
    async def evening():
        async with Sim(f"lines {game}") as sim:
            host = await sim.table(rulebook, game, seats=3)
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob", "cat"))]
            await sim.play(host, clients, 12)
            replay = archive.replay_document(sim.hall, "T", max(host.finished), None)
            return replay, clients[0], host.hand.rules

    replay, ann, rules = run(evening())
    lines = told(ann)
    with_money = [one for one in lines if "parts" in one]
    assert {"Called", "PotAwarded", "SeatTaken"} <= {one["kind"] for one in with_money}
    assert not [one for one in lines if "text" in one]
    for one in lines:
        if one["kind"] == "PotAwarded":
            won = one["parts"].get("won", one)["parts"]["shares"]
            assert [win["amount"] for win in one["wins"]] == [share["parts"]["amount"]["money"] for share in won]
        if one["kind"] in {"Folded", "Checked", "Called", "Shown"}:
            assert one["seat"] in {1, 2, 3}
            assert ("ann", "bob", "cat")[one["seat"] - 1] in said(one)
    shown = 0
    for frame in whole(ann.frames):
        hand = frame.get("state", {}).get("hand") if frame["type"] in {"snapshot", "update"} else None
        for seat in hand["seats"] if hand else ():
            used, low = seat.get("used", []), seat.get("used_low", [])
            if not seat["shown"]:
                assert not used, "the cards of a hand that was not shown are told to nobody"
                assert not low
                continue
            held = {*seat["down"], *seat["up"], *hand["board"]}
            assert set(used) | set(low) <= held
            for half in rules.halves:
                cards = low if half.in_low else used
                shown += bool(cards)
                if len(cards) == 5:  # a badugi may be made of fewer cards than it needs to be judged
                    assert str(value(half.scale, tuple(map(card, cards)))) in [
                        str(read_text(one)) for one in seat["words"]
                    ]
    assert shown
    steps = json.loads(write_frame(replay))["steps"]
    assert any(step.get("wins") for step in steps)


def test_words_of_a_person_are_never_taken_for_a_template():
    made = phrase("{player} calls the floor: {words}", player=Name("Ann {words}"), words=Name("{player} $5 {0}"))
    assert str(made) == "Ann {words} calls the floor: {player} $5 {0}"
    assert said(json.loads(write_frame(made))) == str(made)
    assert str(OpenfeltError("no table {player}")) == "no table {player}"


def test_the_working_of_a_commission_names_its_amounts():
    from openfelt.table.log import log_line  # noqa: PLC0415

    working = "pot 1: 5% of 1650 in whole chips of 10 = 80, at most 1000; pot 2: nobody matched it; at most 1000 a hand"
    event = e.CommissionTaken((80,), working, ())
    made = line(1, log_line(event), event)
    steps = [step for step in made.parts["working"].parts if not isinstance(step, str)]
    amounts = [part.cents for step in steps for part in step.parts.values() if isinstance(part, Money)]
    assert (made.parts["amount"], amounts) == (Money(80), [1650, 10, 80, 1000, 1000])
    assert log_line(event).written(str) == f"commission 80 ({working})"


@pytest.mark.parametrize(
    ("rulebook", "clock", "sold"),
    [("nsw-poker", Clock(30, 20, 200), True), ("nsw-poker", Clock(30), False), ("act-stud", Clock(30), False)],
)
def test_time_is_offered_where_the_sign_sells_it_with_its_price(rulebook, clock, sold):
    async def evening():
        async with Sim(f"time {rulebook}") as sim:
            game = "texas-holdem" if rulebook == "nsw-poker" else "seven-card-stud"
            host = await sim.table(rulebook, game, seats=3, clock=clock)
            clients = [await sim.player(name, "T", at + 1) for at, name in enumerate(("ann", "bob"))]
            await sim.run(2)
            one = next(one for one in clients if one.turn("T"))
            time = [offer for offer in one.turn("T")["offers"] if offer["action"] == "time"]
            assert bool(time) is sold
            if not sold:
                error = await one.ask("act", table="T", turn=one.turn("T")["turn"], action="time")
                assert error["code"] == "no-extra-time"
                return
            assert (time[0]["amount"], time[0]["most"]) == (200, 20)
            assert "nsw-poker 7.12.2" in time[0]["cites"]
            left = host.work.left_ms()
            for more in (1, 2):  # nsw-poker 7.12.4: twice in a round
                assert await one.ask("act", table="T", turn=one.turn("T")["turn"], action="time") is None
                assert host.work.left_ms() == left + more * 20_000
            assert [offer for offer in one.turn("T")["offers"] if offer["action"] == "time"] == []
            # Who leaves is not waited for, whatever time was bought.
            assert await one.ask("stand", table="T") is None
            assert host.work.left_ms() <= 500
            other = next(client for client in clients if client is not one)
            other.pump()
            assert other.tables["T"]["hand"]["offers"] == []

    run(evening())


def test_a_bonus_that_nobody_declared_is_told_without_cards_or_a_hand():
    def told(*, declared):
        paid = settle_super_aces(HoldemSign(), stake=500, hand="pair", declared=declared)
        held = ((card("Ah"), card("Kd")), "pair of kings") if declared else ((), "")
        return str(pit_log_line(BonusSettled(3, *held, (paid,))))

    assert told(declared=False) == "box 3: the bonus was not declared; it loses $5"
    assert told(declared=True) == "box 3, Ah Kd: pair of kings; the bonus loses $5"


def test_a_wager_is_told_by_the_name_that_the_game_has_for_it():
    words, lost = pit_game("three-card-poker").words, settle_fold(ThreeCardSign(), ante=1000, bonus=500)
    for event, words_of in (
        (pit_events.Wagered("Ann", 2, Spot.BONUS, 500), "Ann wagers $5 on Pair Plus of box 2"),
        (pit_events.Wagered("Ann", 2, Spot.ANTE, 500), "Ann wagers $5 on the ante of box 2"),
        (pit_events.Withdrawn(2, Spot.BONUS, 500), "box 2 takes back $5 from Pair Plus"),
        (pit_events.Called(2, 1000), "box 2 plays $10"),
        (pit_events.Folded(2, lost), "the ante loses $10, Pair Plus loses $5"),
        (pit_events.WagerVoided(2, Spot.CALL, 1000), "the play of box 2 is void; $10 go back"),
    ):
        assert words_of in str(pit_log_line(event, words=words))
    assert str(pit_log_line(pit_events.Called(2, 1000))) == "box 2 calls $10"


def test_every_event_of_a_house_banked_table_is_told_in_words_names_and_dollars():
    amounts = {"purse": 12_300, "returned": 12_300, "amount": 12_300, "low": 12_300, "high": 12_300, "limit": 12_300}
    facts = {
        **amounts,
        "player": "p_ann",
        "players": ("p_ann",),
        "reason": "like-disturbance",
        "text": "the ante stands",
    }
    facts |= {"card": card("Ah"), "returns": pit_events.Return(3, 12_300, 0), "boxes": (3,), "cause": "vacant"}
    facts |= {"direction": "english-only", "cards": (card("Ah"),), "spot": Spot.ANTE, "game": True, "review": True}
    facts |= {"sign": None, "cut": (), "stakes": (), "targets": (3,), "hands": (), "payments": (), "cites": ()}
    facts["hand"] = "pair of kings with A-9-4"
    told = {}
    for kind in get_args(pit_events.Event):
        given = {name: facts.get(name, 3) for name in kind.__struct_fields__}
        given |= {"returns": (facts["returns"],)} if kind is pit_events.RoundVoided else {}
        told[kind.__name__] = str(pit_log_line(kind(**given), {"p_ann": "Ann"}.__getitem__))
    assert told["ShuffleOrdered"] == "the cards are shuffled again: the table stood empty"
    assert told["WagerVoided"] == "the ante of box 3 is void; $123 go back"
    assert told["RoundVoided"] == "the round is void (like disturbance); $123 go back to box 3"
    assert told["PlayerExcluded"] == "Ann is excluded from the game"
    assert told["Directed"] == "the floor directs: English only (Ann)"
    raw = re.compile(r"p_ann|12300|True|\b(cause|player|returned|amount|direction)\b")
    assert [line for line in told.values() if raw.search(line) or line != line.strip()] == []
