"""Random rounds of all house-banked games: chips conserved, replay equals play, `legal` is what `decide` accepts."""

import random

import pytest

from openfelt.errors import InvariantBroken, RuleViolation
from openfelt.pit import Round, decide, decode_command, decode_event, encode, evolve, is_legal, legal
from openfelt.pit import commands as c
from openfelt.pit import events as e
from openfelt.pit.games import pit_games
from openfelt.pit.notation import read_command, read_event, read_round, write, write_events
from tests.conftest import count
from tests.properties.pit_play import accepts, concrete, next_order, open_game, random_command, random_game
from tests.properties.random_tables import require_clauses

GAMES = tuple(pit_games())


def chips(round_):
    return sum(round_.purses.values()) + sum(box.laid for box in round_.boxes.values()) + round_.bank


@pytest.mark.parametrize("key", GAMES)
def test_chips_are_conserved_at_every_event(key):
    settled = seed = 0
    while settled < count(200, 10_000):
        seed += 1
        game = random_game(random.Random(f"chips {key} {seed}"), key)
        settled += sum(isinstance(event, e.Racked) for event in game.events)
        round_, brought = Round(), 0
        for event in game.events:
            evolve(round_, event)
            if isinstance(event, e.TableOpened):
                brought = sum(seat.purse for seat in event.seats)
            elif isinstance(event, e.Joined):
                brought += event.purse
            elif isinstance(event, e.Left | e.SeatVacated):
                brought -= event.purse
            assert chips(round_) == brought, (seed, event)


@pytest.mark.parametrize("key", GAMES)
def test_replay_from_events_and_from_text_equals_play(key):
    for seed in range(count(120, 2_000)):
        game = random_game(random.Random(f"replay {key} {seed}"), key, incidents=0.15)
        again = Round()
        for event in game.events:
            assert decode_event(encode(event)) == event
            evolve(again, event)
        assert again == game.round, seed
        require_clauses(game.events)
        text = write_events(game.events)
        assert [read_event(line) for line in text.splitlines()] == game.events, seed
        assert read_round(text) == game.round, seed


@pytest.mark.parametrize("key", GAMES)
def test_orders_read_back_from_their_text_and_their_json(key):
    for seed in range(count(60, 1_000)):
        rng = random.Random(f"orders {key} {seed}")
        game = random_game(rng, key, incidents=0.2)
        for order in (*game.commands, *(random_command(rng, game) for _ in range(10))):
            assert decode_command(encode(order)) == order
            assert read_command(write(order)) == order, write(order)


@pytest.mark.parametrize("key", GAMES)
def test_legal_is_exactly_what_decide_accepts(key):
    inside = outside = 0
    for seed in range(count(20, 500)):
        rng = random.Random(f"legal {key} {seed}")
        game = open_game(rng, key)
        for _ in range(60):
            before = game.round.copy()
            offers = legal(game.round)
            for offer in offers:
                order = concrete(rng, offer)
                assert accepts(game.round, order), (seed, game.round.phase, order)
                inside += 1
            for _ in range(20):
                order = random_command(rng, game)
                allowed = is_legal(game.round, order, offers)
                assert accepts(game.round, order) == allowed, (seed, game.round.phase, order)
                outside += not allowed
            assert game.round == before  # a question changes nothing
            game.give(next_order(rng, game, incidents=0.1))
            if game.round.closed:
                break
    assert inside > 1000
    assert outside > 1000


@pytest.mark.parametrize("key", GAMES)
def test_a_copy_goes_its_own_way(key):
    for seed in range(count(20, 200)):
        rng = random.Random(f"copy {key} {seed}")
        game = random_game(rng, key, most=rng.randint(2, 40))
        kept = game.round.copy()
        other = game.round.copy()
        assert other == kept
        for event in (e.DeckVerified(51), e.Directed("silence", ())):
            evolve(other, event)
        for box in other.boxes.values():
            box.seen.add(0)
            box.stakes.clear()
        assert game.round == kept
        assert other != kept


def test_a_settlement_that_does_not_fit_the_layout_stops_the_table():
    rng = random.Random("broken")
    game = open_game(rng, "act-holdem")
    player = next(iter(game.round.seats))
    box = game.round.seats[player]
    with pytest.raises(InvariantBroken):
        evolve(game.round.copy(), e.HandVoided(e.Return(box, 5, 0)))
    with pytest.raises(InvariantBroken):
        evolve(game.round.copy(), e.Wagered(player, box, "ante", 10**9))


def test_nothing_is_possible_before_a_table_is_open():
    assert legal(Round()) == ()
    with pytest.raises(RuleViolation, match="no table is open"):
        decide(Round(), c.NoMoreBets())
