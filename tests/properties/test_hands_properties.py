"""What holds for every hand of every scale: order and suits do not matter, more cards never hurt, the story adds up."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from openfelt.cards import ALL_CARDS, JOKER
from openfelt.hands import SCALES, Category, Selection, strength, unpack, value, winners

KEYS = st.sampled_from(sorted(SCALES))
FIVE_CARD_KEYS = st.sampled_from(sorted(key for key, one in SCALES.items() if one.hand_size == 5))
JOKER_KEYS = st.sampled_from(sorted(key for key, one in SCALES.items() if one.deck.joker))
SUIT_ORDERS = list(permutations(range(4)))


@st.composite
def holdings(draw, keys=KEYS, most=7):
    """A scale and a holding of as many cards as it evaluates."""
    scale = SCALES[draw(keys)]
    size = draw(st.integers(scale.hand_size, min(scale.most_cards, most)))
    return scale, tuple(draw(st.permutations(scale.deck.cards))[:size])


@given(holdings(), st.randoms(use_true_random=False))
def test_the_order_of_cards_does_not_matter(held, chance):
    scale, hand = held
    shuffled = list(hand)
    chance.shuffle(shuffled)
    assert strength(scale, shuffled) == strength(scale, hand)


@given(holdings(), st.sampled_from(SUIT_ORDERS))
def test_suits_are_equal(held, suits):
    # nsw-poker 13.1, act-stud 3.1, act-holdem 2.9, nz-big-raise 4.1, us-stud rank(1)
    scale, hand = held
    there = sorted({card % 4 for card in scale.deck.cards if card != JOKER})  # decks for researchers have fewer
    new = dict(zip(there, (suit for suit in suits if suit in there), strict=True))
    renamed = [card if card == JOKER else ALL_CARDS[card // 4 * 4 + new[card % 4]] for card in hand]
    assert strength(scale, renamed) == strength(scale, hand)


@given(holdings(FIVE_CARD_KEYS))
def test_more_cards_never_hurt(held):
    scale, hand = held
    for fewer in range(5, len(hand)):
        assert strength(scale, hand[:fewer]) <= strength(scale, hand)


@given(holdings())
def test_the_cards_of_a_value_make_that_value(held):
    scale, hand = held
    found = value(scale, hand)
    assert found.strength == strength(scale, hand)
    assert unpack(scale, found.strength) == (found.category, found.ranks)
    assert set(found.cards) <= set(hand)
    if found.category is Category.NOTHING:
        assert found.cards == ()
    elif scale.hand_size == 4:
        assert len(found.cards) == len(found.ranks) == len({card.suit for card in found.cards})
    else:
        assert len(found.cards) == scale.hand_size
        assert strength(scale, found.cards) == found.strength


@given(holdings(JOKER_KEYS))
def test_the_joker_counts_as_the_card_it_is_said_to_stand_for(held):
    # act-stud 3.7
    scale, hand = held
    hand = (JOKER, *(card for card in hand if card != JOKER))
    found = value(scale, hand[:7])
    if found.joker_as is None:
        assert JOKER not in found.cards
        return
    assert found.joker_as in scale.deck
    stood = tuple(found.joker_as if card == JOKER else card for card in found.cards)
    if found.category is Category.FIVE_OF_A_KIND:
        assert {card.rank for card in stood} == {found.joker_as.rank}
    else:
        assert strength(scale, stood) == found.strength


@given(FIVE_CARD_KEYS, st.data())
def test_winners_are_exactly_the_best(key, data):
    scale = SCALES[key]
    dealt = data.draw(st.permutations(scale.deck.cards))
    board, seats = tuple(dealt[:5]), [tuple(dealt[5 + 2 * at : 7 + 2 * at]) for at in range(4)]
    for rule in (Selection.ANY_FIVE, Selection.TWO_AND_THREE):
        strengths = [strength(scale, seat, board, selection=rule) for seat in seats]
        expected = tuple(at for at, one in enumerate(strengths) if one == max(strengths) and one)
        assert winners(scale, seats, board, selection=rule) == expected


@given(holdings(FIVE_CARD_KEYS))
def test_two_and_three_is_never_better_than_any_five(held):
    scale, hand = held
    if len(hand) == 7:
        chosen = strength(scale, hand[:3], hand[3:], selection=Selection.TWO_AND_THREE)
        assert chosen <= strength(scale, hand[:3], hand[3:])
