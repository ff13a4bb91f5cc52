"""Colouring up: races over random stacks, and whole fields whose chips leave level by level."""

from __future__ import annotations

import contextlib
import random
from collections import Counter

import pytest

from openfelt.cards import FULL_DECK
from openfelt.errors import RuleViolation
from openfelt.tournaments import play_events as p
from openfelt.tournaments import play_orders as q
from openfelt.tournaments.chip_race import chips_raced, coloured, smallest_chip, stack_of
from openfelt.tournaments.conditions import ChipValue
from tests.field_kit import field_of
from tests.tournament_kit import whole

SETS = ((25, 100), (25, 500), (100, 500), (100, 1_000), (5, 25))
CHIPS = [{"value": value, "colour": "red", "count": 5_000} for value in (25, 100, 500)]
LEVELS = [
    {"minutes": 20, "least": 50, "most": "stake", "blinds": [25, 50], "break_minutes": 5, "remove_chip": 25},
    {"minutes": 20, "least": 200, "most": "stake", "blinds": [100, 200], "remove_chip": 100},
    {"minutes": 20, "least": 1_000, "most": "stake", "blinds": [500, 1_000]},
    {"minutes": 20, "least": 4_000, "most": "stake", "blinds": [2_000, 4_000]},
]


def shuffled(chance):
    while True:
        cards = list(FULL_DECK.cards)
        chance.shuffle(cards)
        yield from cards


@pytest.mark.parametrize("seed", range(300))
def test_a_race_is_for_one_chip_each_and_nobody_is_raced_out(seed):
    chance = random.Random(seed)
    gone, into = chance.choice(SETS)
    players = [f"p{at}" for at in range(chance.randint(1, 10))]
    stacks = {player: chance.randrange(1, 200) * gone for player in players}
    made = coloured(stacks, gone, into, "race", shuffled(chance))
    odd = {player: chips % into for player, chips in stacks.items()}
    assert [one.player for one in made.stacks] == players
    assert all(one.after % into == 0 and one.after > 0 for one in made.stacks)
    gained = {one.player: one.after - (one.before - odd[one.player]) for one in made.stacks}
    assert set(gained.values()) <= {0, into}, "at most one chip each"
    assert all(odd[player] for player, chips in gained.items() if chips), "only whoever had odd chips"
    saved = [one.player for one in made.stacks if one.before < into]
    raced = chips_raced(sum(odd.values()), into)
    won = sum(1 for player, chips in gained.items() if chips)
    assert raced <= won <= raced + len(saved)
    cards = Counter(one.player for one in made.drawn)
    assert cards == Counter({player: chips // gone for player, chips in odd.items() if chips})
    assert [one.player for one in made.drawn] == sorted((one.player for one in made.drawn), key=players.index)


@pytest.mark.parametrize("seed", range(50))
def test_rounding_up_takes_nothing_from_anybody(seed):
    chance = random.Random(seed)
    gone, into = chance.choice(SETS)
    stacks = {f"p{at}": chance.randrange(1, 200) * gone for at in range(9)}
    made = coloured(stacks, gone, into, "round-up", shuffled(chance))
    assert all(0 <= one.after - one.before < into and one.after % into == 0 for one in made.stacks)


@pytest.mark.parametrize("method", ["race", "round-up"])
@pytest.mark.parametrize("seed", range(2))
def test_a_field_is_coloured_up_level_by_level_and_conserves_its_chips(method, seed):
    levels = {"chips__set": CHIPS, "chips__colour_up": method, "schedules__0__levels": LEVELS}
    made = field_of(whole("house", **levels, play__seats=6, entry__most_players="none"), 31, seed, swing=0.05)
    made.play()
    events = [one for one in made.events if isinstance(one, p.ChipsColouredUp)]
    assert {one.level for one in events} == {1, 2}
    noted = [one.act for one in made.events if isinstance(one, p.ExchangeNoted)]
    assert sorted(noted) == sorted(one.act for one in events)
    assert smallest_chip(made.conditions, made.conditions.schedules[0].levels, 3) == 500


@pytest.mark.parametrize("seed", range(3))
def test_chips_that_were_bought_before_others_leave_are_exchanged_with_the_stack(seed):
    """No round of play notes what was bought once tables are held for it: nothing waits for one."""
    terms = {
        "most": 1,
        "period": {"first_level": 1, "last_level": 2, "with_break": True},
        "cost_cents": 500,
        "chips": 3_000,
    }
    more = {"chips__set": CHIPS, "chips__colour_up": "race", "schedules__0__levels": LEVELS, "add_ons": terms}
    made = field_of(whole("house", **more, play__seats=6, entry__most_players="none"), 31, seed, swing=0.05)

    def each(field):
        for name in list(field.event.play.players):
            if field.chance.random() < 0.02:
                with contextlib.suppress(RuleViolation):
                    field.give(q.BuyChips(name, "add-on"))

    made.play(each=each)
    assert any(isinstance(one, p.GivenNoted) for one in made.events)
    assert any(isinstance(one, p.ChipsColouredUp) for one in made.events)


def test_a_stack_is_made_of_the_set():
    several = tuple(ChipValue(value=value, colour="red", count=1_000) for value in (25, 100, 500, 1_000))
    for chips in (25, 50, 1_500, 5_000, 10_000, 30_000, 123_475):
        made = stack_of(chips, several)
        assert sum(value * count for value, count in made.items()) == chips
    assert stack_of(30, several) == {}
    assert set(stack_of(10_000, several, 100)) <= {100, 500, 1_000}


@pytest.mark.parametrize("seed", range(20))
def test_a_stack_of_everyones_share_keeps_to_the_set_and_is_the_usual_one_where_that_will_do(seed):
    chance = random.Random(seed)
    found = 0
    for _ in range(50):
        players = chance.randint(2, 12)
        counts = {25: chance.randint(0, 200), 100: chance.randint(0, 200), 500: chance.randint(0, 120)}
        several = tuple(ChipValue(value=value, colour="red", count=count) for value, count in counts.items())
        chips = 100 * chance.randint(10, 60)
        made, usual = stack_of(chips, several, players=players), stack_of(chips, several)
        if all(players * count <= counts[value] for value, count in usual.items()):
            assert made == usual
        if made:
            found += 1
            assert sum(value * count for value, count in made.items()) == chips
            assert all(players * count <= counts[value] for value, count in made.items())
            assert made[25] >= 4, "small ones for the first bets"
    assert found
