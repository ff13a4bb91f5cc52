"""A record made under an earlier reading of a clause stands up to verification; one made up does not."""

from __future__ import annotations

import pytest

from openfelt.cards import FULL_DECK, cards
from openfelt.games import Commission, Limit, Sign
from openfelt.service.record.refold import act_again, show_as_earlier
from openfelt.table import Bet, BringIn, Call, Check, RaiseTo, Shoe, decide, evolve, house_step, open_hand, play, start
from openfelt.table import events as e
from openfelt.table.hand import SHOWDOWN

CANBERRA = Sign(
    rulebook="act-stud", game="seven-card-stud", limit=Limit("spread", 200, 1000), seats=8, blinds=(100, 200),
    commission=Commission("time", hourly=100),
)  # fmt: skip
US = Sign(
    rulebook="us-stud", game="seven-card-stud", limit=Limit("structured", 400, 800), seats=8, ante=100, bring_in=200
)
STREETS = "Ks Qd 9h 8c Ad 2c 5s Ah 3d 5h Td 6s 5d Jc 7c 5c 4s 9c"


def shoe_of(first):
    top = cards(first)
    return Shoe(top + tuple(card for card in FULL_DECK.cards if card not in top))


def free_turn():
    """act-stud: the last blind, whom nobody raised, in the first betting round."""
    shoe = shoe_of("")
    hand, _ = open_hand(start(CANBERRA, [(1, 10_000), (2, 10_000)], button=2), shoe)
    play(hand, Call(1), shoe)
    return hand


@pytest.mark.parametrize(
    ("cites", "timed_out"), [(("act-stud 10.2", "act-stud 10.1/last-blind"), False), (("house 8",), True)]
)
def test_a_free_turn_that_was_recorded_as_a_check_stands(cites, timed_out):
    hand, event = free_turn(), e.Checked(2, cites, timed_out)
    assert act_again(hand, event) == (event,)
    evolve(hand, event)
    assert hand.to_act == -1


def test_a_check_under_other_clauses_does_not():
    event = e.Checked(2, ("act-stud 11.1",))
    assert act_again(free_turn(), event) != (event,)


def all_in_before_the_last_round(mucking):
    """us-stud: seat 2 made the last wager, on the fifth street; nobody can bet after it. Stops before the showdown."""
    shoe = shoe_of(STREETS)
    hand, _ = open_hand(start(US.replace(mucking=mucking), [(1, 10_000), (2, 1_700)]), shoe)
    for act in (BringIn(2), Call(1), Bet(1, 400), RaiseTo(2, 800), Call(1), Check(1), Bet(2, 600)):
        play(hand, act, shoe)
    order = Call(1)
    while hand.stage != SHOWDOWN:
        for event in decide(hand, order):
            evolve(hand, event)
        order = house_step(hand, shoe) if hand.stage != SHOWDOWN else None
    return hand


@pytest.mark.parametrize("mucking", ["automatic", "claimed"])
def test_hands_shown_from_the_opener_of_the_last_open_round_stand(mucking):
    hand = all_in_before_the_last_round(mucking)
    assert [hand.seats[i] for i in hand.show_order] == [2, 1]
    show_as_earlier(hand, e.Mucked(1, ()))
    assert [hand.seats[i] for i in hand.show_order] == [1, 2]
    assert hand.seat_to_act == (1 if mucking == "claimed" else None)


def test_hands_shown_from_the_maker_of_the_last_wager_are_left_as_they_are():
    hand = all_in_before_the_last_round("automatic")
    show_as_earlier(hand, e.Mucked(2, ()))
    assert [hand.seats[i] for i in hand.show_order] == [2, 1]
