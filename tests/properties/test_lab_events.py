"""Whole tournaments in the laboratory: driven by the director, by the law that is stated, the seed decides alone."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from statistics import median as middle

import pytest

from openfelt.errors import NotationError
from openfelt.lab.events import law, many
from openfelt.lab.events.law import Stakes, play_round
from openfelt.lab.events.many import Series, field_size, play_one, play_series, require_playable
from openfelt.lab.events.outcomes import figures_of, median, outcome_of
from openfelt.lab.events.played import PlayedEvent
from openfelt.lab.events.structure import bets
from openfelt.lab.events.suggesting import WITHIN, Wish, suggest
from openfelt.lab.workers import team
from openfelt.tournaments import TEMPLATES, Answers, check, fill
from openfelt.tournaments import play_events as p
from openfelt.tournaments.conditions import ChipValue
from openfelt.tournaments.play_orders import PlanMoves
from tests.conftest import count
from tests.field_checker import Checker

BALANCED = ("freeze-out", "turbo", "mixed")  # one session at several tables
BOTS = ("tight", "caller", "pot-odds")


def series(template="freeze-out", players=18, method="model", seed=1, **answers):
    conditions = fill(template, "house", Answers(players=players, **answers))
    kinds = tuple((f"{BOTS[at % 3]} {at}", BOTS[at % 3]) for at in range(players))
    return Series(conditions, kinds, seed, "online", method)


# --- the law ----------------------------------------------------------------------------------------------------------


def stakes(**more):
    given = {"blinds": (50, 100), "ante": 0, "ante_by_last": False, "bring_in": 0, "big": 100, "unit": 25}
    return Stakes(**given | {"capped": False} | more)


@pytest.mark.parametrize(
    "asked",
    [
        stakes(),
        stakes(ante=25),
        stakes(ante=100, ante_by_last=True),
        stakes(blinds=(), ante=25, bring_in=50, capped=True),
    ],
)
def test_a_round_of_the_law_makes_and_loses_no_chip(asked):
    chance = random.Random(4)
    for _ in range(count(2_000, 50_000)):
        stacks = [25 * chance.randint(1, 400) for _ in range(chance.randint(2, 9))]
        put, won = play_round(stacks, asked, chance)
        assert sum(put) == sum(won)
        assert all(0 <= paid <= chips for paid, chips in zip(put, stacks, strict=True))
        assert sorted(put)[-1] == sorted(put)[-2], "what nobody calls is not put in"
        for paid, got in zip(put, won, strict=True):
            assert got <= sum(min(paid, other) for other in put) or got == sum(put), "a pot that was not paid into"


def test_everyone_wins_alike_and_short_stacks_play_for_everything():
    chance, nets = random.Random(7), Counter()
    rounds = count(20_000, 200_000)
    for _ in range(rounds):
        put, won = play_round([2_000] * 6, stakes(), chance)
        nets.update({at: got - paid for at, (paid, got) in enumerate(zip(put, won, strict=True))})
    assert abs(sum(nets[at] for at in (2, 3, 4, 5)) / rounds) < 100
    alone = [
        max(play_round([stack] * 6, stakes(), chance)[0]) == stack for stack in (150, 20_000) for _ in range(2_000)
    ]
    assert sum(alone[:2_000]) > 10 * sum(alone[2_000:]) > 0


def test_the_last_blind_wins_where_nobody_plays_and_heads_up_the_button_has_the_first(monkeypatch):
    monkeypatch.setattr(law, "OFTEN", 0.0)
    monkeypatch.setattr(law, "OFTEN_SHORT", 0.0)
    chance = random.Random(1)
    assert play_round([1_000, 1_000, 1_000], stakes(), chance) == ([50, 50, 0], [0, 100, 0])
    assert play_round([1_000, 1_000], stakes(), chance) == ([50, 50], [100, 0])


# --- events -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def dealing(monkeypatch):
    """By the number of an event of moves, the buttons of rounds that went on when they were worked out."""
    found, give = {}, PlayedEvent.give

    def giving(played, order, at_ms=None):
        if isinstance(order, PlanMoves):
            reports = [played.tables.report(at, 0) for at in played.tables.numbers()]
            found[len(played.events)] = {one.number: one.button for one in reports if one.in_hand}
        return give(played, order, at_ms)

    monkeypatch.setattr(PlayedEvent, "give", giving)
    return found


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_is_played_to_its_end_by_the_director(template, dealing):
    made = play_one(series(template, 12, **({"seats": 5} if template in BALANCED else {})), 1)
    assert made.event.phase == "awarded"
    assert sorted(name for group in made.event.places for name in group) == sorted(made.names)
    if template in BALANCED:
        Checker(made.conditions, made.events, dealing=dealing).check()
    found = outcome_of(made.conditions, made.events)
    assert found.rounds == sum(isinstance(one, p.HandNoted) for one in made.events)
    assert sum(found.prizes) > 0
    assert found.minutes > 0


def test_with_cards_the_room_deals_every_round_and_its_ledger_is_square(dealing):
    made = play_one(series(players=7, method="cards", seats=4, level_minutes=5), 2)
    assert made.event.phase == "awarded"
    tables = made.tables
    held = {name: chips for name, chips in tables.evening.ledger.balances().items() if chips}
    assert set(held) <= {"issued/lab"} | {name for name in held if name.startswith("chips/lab/stake/")}
    assert sum(held.values()) == 0
    hands = sum(table.table.number for table in tables.evening.tables.values())
    assert hands == sum(isinstance(one, p.HandNoted) for one in made.events)
    assert {type(one).__name__ for one in made.events} >= {"MovesOrdered", "StageReached", "TableBroken"}
    Checker(made.conditions, made.events, dealing=dealing).check()


def test_the_seed_alone_decides_and_processes_play_the_same():
    asked = series(players=8)
    events = count(6, 12)
    alone = play_series(asked, events)
    with team(jobs=2) as by:
        assert play_series(asked, events, by) == alone
    assert play_series(series(players=8, seed=2), events) != alone
    assert len({one.minutes for one in alone}) == events, "every event has a seed of its own"


class AskedEveryRound(PlayedEvent):
    """An event whose director is asked after every round of play."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self._is_counted = True


def test_asking_the_director_after_every_round_changes_nothing(monkeypatch):
    """Tables that go on by themselves while nobody goes out leave nothing for it to order otherwise."""
    asked = series(players=14, seats=5)
    one = play_one(asked, 3)
    monkeypatch.setattr(many, "PlayedEvent", AskedEveryRound)
    other = play_one(asked, 3)
    assert one.event.places == other.event.places
    assert outcome_of(one.conditions, one.events) == outcome_of(other.conditions, other.events)


def test_levels_begin_when_the_clock_says_and_breaks_take_their_time():
    made = play_one(series(players=12, level_minutes=10), 1)
    found = outcome_of(made.conditions, made.events)
    assert [level.at_minutes for level in found.levels[:6]] == [0, 10, 20, 30, 50, 60]  # a break after the fourth
    assert [level.players for level in found.levels] == sorted((one.players for one in found.levels), reverse=True)
    assert found.levels[0].depth == 100
    assert found.levels[0].burden == pytest.approx(75 / 5_000)


def test_who_sits_at_a_smaller_table_bears_more_of_the_blinds():
    """Two tables of 5 and 4 that never change: 1/5 and 1/4 of the blinds a round, beside 2/9 on average."""
    conditions = fill("shoot-out", "house", Answers(players=9, seats=5))
    kinds = tuple((f"p{at}", "any") for at in range(9))
    made = play_one(Series(conditions, kinds, 1, "online"), 1)
    first = [one for one in made.events if isinstance(one, p.HandNoted)]
    sizes = Counter(len(one.results) for one in first)
    assert {4, 5} <= set(sizes)
    shares = outcome_of(made.conditions, made.events).shares
    assert min(shares) < 1 < max(shares)


def test_intervals_of_a_median_hold_as_often_as_they_say():
    chance, held = random.Random(3), 0
    for _ in range(1_000):
        found = median([chance.expovariate(1) for _ in range(41)], 0.9)
        held += found.low <= 0.6931471805599453 <= found.high
    assert 870 <= held <= 960


@pytest.mark.slow
def test_figures_have_places_by_kind_of_player():
    asked = series(players=9)
    found = figures_of(play_series(asked, count(80, 800)), dict(asked.kinds), 0.999)  # three intervals that all hold
    assert [one.name for one in found.players] == sorted(BOTS)
    assert sum(one.wins.mean for one in found.players) == pytest.approx(1)
    assert all(one.wins.low <= 1 / 3 <= one.wins.high for one in found.players), "in the model all play alike"
    assert found.levels[0].reached.mean == 1
    first, *others = (one.mean for one in found.prizes)
    assert (first, first + sum(others)) == (9_000, pytest.approx(18_000))
    # Whoever goes out together with equal stakes shares: then a fourth has half of the third prize.
    assert others[:2] == pytest.approx([5_400, 3_600], rel=0.01)


@pytest.mark.parametrize(("players", "said"), [(1, "2 to 18"), (19, "2 to 18"), (None, None)])
def test_no_more_enter_than_the_conditions_allow(players, said):
    conditions = fill("freeze-out", "house", Answers(players=18))
    if said is None:
        assert field_size(conditions, None) == 18
        return
    with pytest.raises(NotationError, match=said):
        field_size(conditions, players)


def test_conditions_that_may_not_be_published_are_not_played():
    with pytest.raises(Exception, match=r"nothing is said of .* and 4 more"):
        require_playable(fill("freeze-out", "nsw-poker"))


# --- suggestions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "step"), [(100, 50), (20, 10), (50, 50), (200, 200)])
@pytest.mark.parametrize("growth", [1.2, 1.3, 1.4, 1.5, 1.7, 2.0])
def test_bets_rise_evenly_in_numbers_that_the_chips_can_pay(first, step, growth):
    made = bets(first, growth, 20, step)
    assert all(one % step == 0 for one in made)
    later = list(pairwise(made))[4:]  # the first steps are whole multiples of the first bet
    assert all(1.1 < high / low < 1.2 * growth for low, high in later)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "hours"), [(6, 2), (9, 3), pytest.param(27, 4, marks=pytest.mark.slow),
                                                pytest.param(60, 3, marks=pytest.mark.slow)])  # fmt: skip
def test_a_suggested_structure_ends_within_a_tenth_of_the_wished_length(players, hours):
    events = 200 if players > 9 else count(60, 200)
    found = suggest(Wish(players, 60 * hours), events=events)
    assert found.figures.events == events
    assert abs(found.minutes / (60 * hours) - 1) <= WITHIN
    assert not check(found.conditions).faults


@pytest.mark.slow
def test_the_length_of_a_suggestion_is_what_its_conditions_play():
    found = suggest(Wish(5, 60), events=50)
    kinds = tuple((f"player {at}", "any player") for at in range(1, 6))
    again = play_series(Series(found.conditions, kinds, 1, "live"), 50)
    assert middle(one.minutes for one in again) == found.minutes


def test_a_suggestion_keeps_to_the_set_of_chips_and_takes_off_what_is_not_needed():
    chips = tuple(
        ChipValue(value=value, colour=colour, count=number)
        for value, colour, number in (
            (25, "green", 100),
            (100, "black", 100),
            (500, "purple", 60),
            (1_000, "yellow", 40),
        )
    )
    found = suggest(Wish(9, 180, chips=chips), events=30)
    assert sum(value * number for value, number in found.bank.each) == found.bank.chips
    assert all(9 * number <= {one.value: one.count for one in chips}[value] for value, number in found.bank.each)
    levels = found.conditions.schedules[0].levels
    gone = [(at, level.remove_chip) for at, level in enumerate(levels) if level.remove_chip]
    assert [value for _, value in gone] == sorted(value for _, value in gone)
    assert gone[0][1] == 25
    for at, value in gone:
        above = min(one.value for one in chips if one.value > value)
        assert all(blind % above == 0 for level in levels[at + 1 :] for blind in level.blinds)
    assert not check(found.conditions).faults


@pytest.mark.parametrize("book", ["nsw-poker", "act-stud"])
def test_a_suggestion_by_a_casinos_book_leaves_the_operators_items_open(book):
    found = suggest(Wish(7, 120, book=book), events=20)
    faults = check(found.conditions).faults
    assert faults
    assert {one.kind for one in faults} == {"gap"}


def test_what_cannot_be_had_is_refused():
    few = (ChipValue(value=25, colour="green", count=20),)
    with pytest.raises(NotationError, match="less than 20 bets"):
        suggest(Wish(9, 120, chips=few))
    with pytest.raises(NotationError, match="too few to begin with"):
        suggest(Wish(9, 120, starting_chips=7))


@pytest.mark.slow
def test_a_long_event_of_few_players_begins_with_deeper_stacks():
    found = suggest(Wish(3, 300), events=20)
    assert found.bank.chips > 100 * found.bank.first
    assert abs(found.minutes / 300 - 1) <= WITHIN
