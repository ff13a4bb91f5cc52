"""Chips put out in silence: whatever they are, the reading is open to the player, and the chips add up."""

from __future__ import annotations

import random

import pytest

from openfelt.errors import RuleViolation
from openfelt.floor import Author, Gesture, RuleOn, interpret
from openfelt.floor import decide as decide_ruling
from openfelt.floor.customs import wagered
from openfelt.games import GAMES
from openfelt.table import Check, decide, evolve, legal, open_hand, play, start
from openfelt.table import events as e
from openfelt.table import ruling_events as r
from openfelt.table.chips import read_chips
from openfelt.table.commands import Call, Fold
from openfelt.table.hand import BETTING
from openfelt.table.shoe import RealCards
from tests.conftest import count
from tests.properties.random_tables import ALL_GAMES, random_command, random_shoe, random_start

NSW_GAMES = [key for key in ALL_GAMES if key[0] == "nsw-poker"]
KIM = Author("Kim", "dealer")


def random_chips(rng: random.Random, hand) -> tuple[int, ...]:
    """One chip, two equal ones or a few, around the call, the limits and all that is in front."""
    stack, owe = hand.stacks[hand.to_act], hand.high - hand.bets[hand.to_act]
    turn, unit = legal(hand), hand.rules.unit
    put = (
        owe,
        hand.high,
        turn.least - hand.bets[hand.to_act],
        turn.most - hand.bets[hand.to_act],
        stack,
        unit,
        2 * owe,
    )
    about = rng.choice(put) + rng.choice([-unit, 0, 0, unit, rng.randint(0, 1000) // unit * unit])
    total = min(max(about, unit), stack)
    parts = rng.choice([1, 2, 3])
    if parts == 1 or total < 3 * unit:
        return (total,)
    if parts == 2:
        return (total // 2, total // 2)
    return (total - 2 * unit, unit, unit)


def require_sense(hand, seat, chips) -> None:
    reading = interpret(Gesture(seat, motions=(chips,)), hand)
    assert reading.cites
    if reading.command is None:
        assert reading.choices
        assert 0 < sum(chips) < hand.high - hand.bets[hand.to_act]
        return
    made = decide(hand, reading.command)
    assert isinstance(made[0], (e.Checked, e.Called, e.BetMade, e.Raised))
    put = 0 if isinstance(reading.command, Check) else wagered(hand, legal(hand), reading.command)
    assert sum(chips) + reading.added - reading.returned == put
    assert 0 <= reading.returned <= sum(chips)
    assert reading.added >= 0


@pytest.mark.parametrize("key", NSW_GAMES, ids=" ".join)
def test_silent_chips_are_read_as_something_open_and_add_up(key):
    for seed in range(count(15, 400)):
        rng = random.Random(f"chips {key} {seed}")
        sign, players, button = random_start(rng, GAMES[key])
        shoe = random_shoe(rng, sign)
        hand, _ = open_hand(start(sign, players, button=button), shoe)
        while not hand.is_over:
            if hand.phase == BETTING:
                for _ in range(3):
                    require_sense(hand, hand.seats[hand.to_act], random_chips(rng, hand))
            play(hand, random_command(rng, hand), shoe)


@pytest.mark.parametrize("key", NSW_GAMES, ids=" ".join)
def test_a_blind_on_its_option_is_read_by_the_same_clauses_as_a_call(key):
    """7.7 to 7.9 at the option: nothing less than a raise is ever more than a check."""
    found = 0
    for seed in range(count(60, 400)):
        rng = random.Random(f"option {key} {seed}")
        sign, players, button = random_start(rng, GAMES[key])
        shoe = random_shoe(rng, sign)
        hand, _ = open_hand(start(sign, players, button=button), shoe)
        while not hand.is_over and hand.step < 2:
            turn = legal(hand)
            is_option = hand.phase == BETTING and turn.check and hand.high and hand.stacks[hand.to_act] > hand.high
            if is_option:
                found += 1
                chip = hand.high + rng.randint(1, hand.stacks[hand.to_act] - hand.high)
                reading = read_chips(hand, turn.seat, (chip,))
                assert reading == (Check(turn.seat), chip, ("nsw-poker 7.9",))
            owes = hand.phase == BETTING and turn.call
            play(hand, Call(turn.seat) if owes else random_command(rng, hand), shoe)
    has_blinds = "blinds" in GAMES[key].forced
    assert bool(found) == has_blinds


@pytest.mark.parametrize("key", NSW_GAMES, ids=" ".join)
def test_what_is_short_of_a_call_stays_in_the_pot_when_the_player_folds(key):
    found = 0
    for seed in range(count(25, 400)):
        rng = random.Random(f"short {key} {seed}")
        sign, players, button = random_start(rng, GAMES[key])
        shoe = random_shoe(rng, sign)
        hand, _ = open_hand(start(sign, players, button=button), shoe)
        while not hand.is_over:
            reading = None
            if hand.phase == BETTING:
                seat = hand.seats[hand.to_act]
                chip = min(sign.unit, hand.stacks[hand.to_act])  # loose chips: what is in front may be less
                reading = interpret(Gesture(seat, motions=((chip,),)), hand)
            if reading is None or reading.rule_on is None:
                play(hand, random_command(rng, hand), shoe)
                continue
            i, before = hand.to_act, hand.stacks[hand.to_act]
            for event in decide_ruling(hand, RuleOn(reading.rule_on, KIM, "short"), RealCards()):
                evolve(hand, event)
            with pytest.raises(RuleViolation):
                decide(hand, Check(seat))
            made = play(hand, Fold(seat), shoe)
            assert isinstance(made[0], r.WagerForfeited)
            assert made[0].amount == sign.unit
            if not hand.is_over:
                assert hand.stacks[i] == before - sign.unit
            found += 1
    assert found
