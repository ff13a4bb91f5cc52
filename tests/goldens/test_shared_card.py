"""Which card becomes the shared one when a stud deck runs short: the bottom of the shoe, or the next after a burn."""

import pytest

from openfelt.cards import FULL_DECK
from openfelt.games.standard import standard_sign
from openfelt.table import Shoe, open_hand, start

CARDS = FULL_DECK.cards
PLAYERS = [(seat, 50) for seat in range(1, 9)]  # the ante is all they have: every street is dealt without betting


def test_act_stud_takes_the_last_card_of_the_shoe():
    """act-stud 17.20: eight players have 48 of 52 cards; of the four that are left the last one is for all."""
    hand, _ = open_hand(start(standard_sign("act-stud", "seven-card-stud"), PLAYERS, button=8), Shoe(CARDS))
    assert hand.board == (CARDS[51],)
    assert hand.stub == 3


@pytest.mark.parametrize("game", ["seven-card-stud", "seven-card-stud-8", "razz"])
def test_us_stud_shuffles_the_burns_with_the_last_card(game):
    """us-stud stud(7): three burns and the last card are shuffled, one of them is burnt, the next is common."""
    pools = []

    def shuffle(pool):
        pools.append(pool)
        return tuple(reversed(pool))

    hand, _ = open_hand(start(standard_sign("us-stud", game), PLAYERS), Shoe(CARDS, shuffle))
    burnt = (CARDS[24], CARDS[33], CARDS[42])
    assert sorted(pools[0]) == sorted((*burnt, CARDS[51]))
    assert len(pools) == 1
    assert hand.board == (pools[0][-2],)


def test_us_stud_with_cards_to_burn_deals_from_the_top():
    """Seven players leave seven cards: the first is burnt, the second is common."""
    hand, _ = open_hand(start(standard_sign("us-stud", "seven-card-stud"), PLAYERS[:7]), Shoe(CARDS))
    assert hand.board == (CARDS[46],)
    assert hand.stub == 5
