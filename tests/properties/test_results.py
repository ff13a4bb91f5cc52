"""A closed hand says how it went for each seat: what was put in is what was won, and what the room took."""

from __future__ import annotations

import random

import pytest

from openfelt.cards import deck
from openfelt.floor import Author, Use, read_power
from openfelt.games.sign import Commission
from openfelt.games.standard import standard_sign
from openfelt.room import SitDown
from openfelt.room import events as r
from openfelt.room import orders as o
from openfelt.room.evening import Evening, NamedShoe
from openfelt.room.given import FixedDeck
from openfelt.table import events as e
from tests.conftest import count
from tests.properties.random_tables import random_command

GAMES = [
    ("nsw-poker", "texas-holdem", Commission("percentage", 50)),
    ("nsw-poker", "draw-ante", Commission()),
    ("act-stud", "seven-card-stud", Commission("act-10", most=500)),
    ("us-stud", "razz", Commission("percentage", 50)),
    ("house", "omaha-8", Commission()),
]


class Shuffled(Evening):
    """An evening with decks in random orders."""

    def __init__(self, rng):
        super().__init__()
        self.rng = rng

    def deck(self, shuffle, of):
        return FixedDeck(NamedShoe(self.rng.sample(of.cards, len(of.cards))), "")


def played(rng, book, game, commission):
    """One hand among four players with different stacks: its events."""
    evening = Shuffled(rng)
    evening.open("t", standard_sign(book, game, seats=4, min_stake=1_000, max_stake=0, commission=commission))
    for seat in range(1, 5):
        evening.issue(f"p{seat}", 1_000_000)
        evening.give("t", SitDown(f"p{seat}", seat, 1_000 * rng.randrange(1, 30), "post"))
    events = [*evening.give("t", o.FixDeck("t/1")), *evening.give("t", o.DealHand("t/1"))]
    while evening.tables["t"].is_dealt:
        hand = evening.tables["t"].hand
        events += evening.give("t", o.InHand(hand.hand_id, hand.turns, random_command(rng, hand)))
    return events


@pytest.mark.parametrize(("book", "game", "commission"), GAMES)
def test_a_closed_hand_says_how_it_went_for_each_seat(book, game, commission):
    for number in range(count(25, 400)):
        events = played(random.Random(f"results {book} {game} {number}"), book, game, commission)
        started = next(one for one in events if isinstance(one, e.HandStarted))
        closed = next(one for one in events if isinstance(one, r.HandClosed))
        results = {one.seat: one for one in closed.results}
        assert [one.seat for one in closed.results] == list(started.seats)
        folded = {one.seat for one in events if isinstance(one, e.Folded)}
        shown = {one.seat for one in events if isinstance(one, e.Shown)}
        stacks = dict(closed.stacks)
        for seat, one in results.items():
            assert one.player == f"p{seat}"
            assert one.before + one.won - one.put_in == stacks[seat]
            assert one.folded == (seat in folded), seat
            assert bool(one.shown) == (seat in shown), seat
        assert sum(one.put_in for one in results.values()) == sum(one.won for one in results.values()) + closed.taken
        assert all(card in deck(52).cards for one in results.values() for card in one.shown)


def test_a_void_round_has_no_results():
    evening = Evening()
    evening.open("t", standard_sign("nsw-poker", "texas-holdem", seats=4, min_stake=1_000))
    for seat in (1, 2):
        evening.issue(f"p{seat}", 100_000)
        evening.give("t", SitDown(f"p{seat}", seat, 10_000, "post"))
    evening.give("t", o.FixDeck("t/1"))
    evening.give("t", o.DealHand("t/1"))
    order = Use(read_power("void-round", {}), Author("mel", "manager"), "fire")
    closed = evening.give("t", o.OnFloor(evening.tables["t"].hand.turns, order))
    assert [one.results for one in closed if isinstance(one, r.HandClosed)] == [()]
