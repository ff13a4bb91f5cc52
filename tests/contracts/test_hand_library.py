"""A hand as a caller of the library meets it: its text, its columns by seat, chosen cards, and its pots."""

from __future__ import annotations

import re

import pytest

import openfelt
from openfelt.cards import FULL_DECK, cards
from openfelt.errors import NotationError
from openfelt.games import Limit, Sign
from openfelt.table import RAIL, Bet, Call, Check, RaiseTo, RealCards, Shoe, open_hand, play, start, view
from openfelt.table.pots import build_pots

HOLDEM = Sign(rulebook="nsw-poker", game="texas-holdem", limit=Limit("no-limit", 200), seats=9, blinds=(100, 200))
STUD = Sign(
    rulebook="us-stud", game="seven-card-stud", limit=Limit("structured", 200, 400), seats=8, ante=50, bring_in=100
)


def opened(**more):
    shoe = Shoe(FULL_DECK.cards)
    hand, _ = open_hand(start(HOLDEM, [(1, 10_000), (2, 20_000), (3, 30_000)], button=1), shoe, **more)
    return hand, shoe


def test_a_hand_says_where_it_stands_and_names_no_hidden_card():
    hand, shoe = opened(deal={1: "AcKc"})
    assert repr(hand) == (
        "<Hand unnamed: nsw-poker texas-holdem, betting by seat 1, pot 300, stacks 1: 10000, 2: 19900, 3: 29800>"
    )
    for act in (Call(1), Call(2), Check(3)):
        play(hand, act, shoe)
    assert re.search(r"betting by seat 2, board (\w\w ){2}\w\w, pot 600", repr(hand))
    assert repr(shoe) == "<Shoe: 42 cards left, 10 dealt>"
    assert repr(build_pots(hand)) == "[Pot(600, eligible=(0, 1, 2), contributors=(0, 1, 2))]"
    assert repr(RealCards()) == "RealCards()"


def test_columns_are_told_by_seat_number():
    hand, _ = opened(deal={1: "AcKc", 3: "7h2d"})
    mine = hand.by_seat
    assert hand.seats == (2, 3, 1)
    assert mine.stacks == {1: 10_000, 2: 19_900, 3: 29_800}
    assert mine.bets == mine.put == {1: 0, 2: 100, 3: 200}
    assert (mine.down[1], mine.down[3]) == (cards("AcKc"), cards("7h2d"))
    assert mine.up == {1: (), 2: (), 3: ()}
    assert mine.status == {1: "in", 2: "in", 3: "in"}


def test_chosen_cards_leave_the_rest_of_the_shoe_in_its_order():
    plain, shoe = opened()
    chosen, other = opened(deal={1: plain.by_seat.down[1]})
    assert chosen.by_seat.down[1] == plain.by_seat.down[1]
    assert sorted(shoe.cards) == sorted(other.cards)
    hand, _ = open_hand(start(STUD, [(1, 1000), (2, 1000)]), Shoe(FULL_DECK.cards), deal={2: "AcKd2h", 1: "Qs"})
    assert (hand.by_seat.down[2], hand.by_seat.up[2]) == (cards("AcKd"), cards("2h"))
    assert hand.by_seat.down[1][0] == cards("Qs")[0]


@pytest.mark.parametrize(
    ("deal", "fault"),
    [
        ({4: "AcKc"}, "seat 4 is not dealt in"),
        ({1: "AcKcQc"}, "seat 1 is dealt 2 cards at first, not 3"),
        ({1: "AcKc", 2: "Ac"}, "seat 2 is dealt Ac, twice"),
        ({1: "Jk"}, "seat 1 is dealt Jk, which is not in the shoe"),
        ({1: "A"}, "A"),
    ],
)
def test_cards_that_cannot_be_dealt_are_refused(deal, fault):
    with pytest.raises(NotationError, match=fault):
        opened(deal=deal)


def test_cards_are_chosen_only_for_a_shoe_of_known_order():
    with pytest.raises(NotationError, match="whose order is known"):
        open_hand(start(HOLDEM, [(1, 1000), (2, 1000)], button=1), RealCards(), deal={1: "AcKc"})


def test_names_are_those_a_caller_needs():
    hand, _ = opened()
    names = [name for name in dir(hand) if not name.startswith("_")]
    assert "by_seat" in names
    assert len(names) < 20
    assert all(hasattr(hand, name) for name in names)
    assert {name for name in dir(openfelt) if not name.startswith("_")} == {"Evening", "equity"}


def test_pots_are_those_of_closed_rounds():
    """The chips of an all-in over the blinds lie before the seats until the round is closed."""
    shoe = Shoe(FULL_DECK.cards)
    hand, _ = open_hand(start(HOLDEM, [(1, 40_000), (2, 40_000), (3, 15_650)], button=3), shoe)
    play(hand, RaiseTo(3, 15_650), shoe)
    seen = view(hand, RAIL)
    assert (seen.pots, seen.pot) == ((), 15_950)
    assert [one.bet for one in seen.seats] == [100, 200, 15_650]
    for act in (Call(1), Call(2)):
        play(hand, act, shoe)
    assert [pot.amount for pot in view(hand, RAIL).pots] == [46_950]


def test_side_pots_stay_while_a_later_round_is_bet():
    shoe = Shoe(FULL_DECK.cards)
    hand, _ = open_hand(start(HOLDEM, [(1, 40_000), (2, 40_000), (3, 600)], button=3), shoe)
    for act in (RaiseTo(3, 600), RaiseTo(1, 1_200), Call(2), Bet(1, 500)):
        play(hand, act, shoe)
    seen = view(hand, RAIL)
    assert [(pot.amount, pot.seats) for pot in seen.pots] == [(1_800, (1, 2, 3)), (1_200, (1, 2))]
    assert seen.pot == 3_500
