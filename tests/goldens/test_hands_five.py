"""Every five-card hand of every deck, with and without joker: kernel and reference agree, in strict order."""

from collections import Counter
from math import comb

import numpy as np
import pytest

from openfelt.cards import JOKER
from openfelt.hands import SCALES, Category, batch, reference, unpack
from tests.hands_counting import all_hands, category_of, dense, distinct_scales, suit_patterns, with_joker

C = Category
# C(52, 5) = 2,598,960. Straight flush: 10 tops x 4 suits, 4 of them royal; four of a kind 13 x 48; full house
# 13 x 4 x 12 x 6; flush 4 x C(13, 5) - 40; straight 10 x 4^5 - 40; three of a kind 13 x 4 x C(12, 2) x 16; two pair
# C(13, 2) x 36 x 44; pair 13 x 6 x C(12, 3) x 64; high card (C(13, 5) - 10) x (4^5 - 4).
FULL_DECK = {
    C.ROYAL_FLUSH: 4,
    C.STRAIGHT_FLUSH: 36,
    C.FOUR_OF_A_KIND: 624,
    C.FULL_HOUSE: 3_744,
    C.FLUSH: 5_108,
    C.STRAIGHT: 10_200,
    C.THREE_OF_A_KIND: 54_912,
    C.TWO_PAIR: 123_552,
    C.PAIR: 1_098_240,
    C.HIGH_CARD: 1_302_540,
}


def by_formula(ranks, *, ace_low):
    """Five-card counts of a deck with that many ranks and four suits, counted by hand as for the full deck."""
    straights = ranks - 4 + ace_low
    return {
        C.ROYAL_FLUSH: 4,
        C.STRAIGHT_FLUSH: 4 * (straights - 1),
        C.FOUR_OF_A_KIND: ranks * 4 * (ranks - 1),
        C.FULL_HOUSE: ranks * 4 * (ranks - 1) * 6,
        C.FLUSH: 4 * (comb(ranks, 5) - straights),
        C.STRAIGHT: straights * (4**5 - 4),
        C.THREE_OF_A_KIND: ranks * 4 * comb(ranks - 1, 2) * 16,
        C.TWO_PAIR: comb(ranks, 2) * 36 * 4 * (ranks - 2),
        C.PAIR: ranks * 6 * comb(ranks - 1, 3) * 64,
        C.HIGH_CARD: (comb(ranks, 5) - straights) * (4**5 - 4),
    }


def counted(scale, strengths):
    """How often each category occurs among strengths."""
    counts = Counter()
    for one, number in enumerate(np.bincount(strengths).tolist()):
        if number:
            counts[unpack(scale, one)[0]] += number
    return counts


def test_the_full_deck_has_the_published_counts():
    assert by_formula(13, ace_low=True) == FULL_DECK
    assert counted(SCALES["nsw-52"], batch(SCALES["nsw-52"], all_hands(52, 5))) == FULL_DECK
    assert sum(FULL_DECK.values()) == comb(52, 5) == 2_598_960


@pytest.mark.slow
@pytest.mark.parametrize("scale", distinct_scales(), ids=str)
def test_kernel_equals_reference_on_every_hand(scale):
    size = scale.deck.size
    natural, which = suit_patterns(size, 5)
    wild, which_wild = suit_patterns(size, 4) if scale.deck.joker else ([], np.zeros(0, dtype=int))
    standings = [reference.standing(scale, hand) for hand in [*natural, *with_joker(wild)]]
    expected = np.array(dense(standings), dtype=np.uint16)

    found = batch(scale, all_hands(size, 5))
    assert (found == expected[: len(natural)][which]).all()
    if scale.deck.joker:
        rows = np.insert(all_hands(size, 4), 2, JOKER, axis=1)
        assert (batch(scale, rows) == expected[len(natural) :][which_wild]).all()
    assert expected.max() == scale.kernel.top, "every class is some hand"

    # Category by category, and the ranks as the reference compares them.
    for standing, strength in zip(standings, expected.tolist(), strict=True):
        category, ranks = unpack(scale, strength)
        assert category is category_of(scale, standing)
        assert standing is None or tuple(-rank if scale.is_low else rank for rank in ranks) == standing[1:]


@pytest.mark.parametrize("scale", [one for one in distinct_scales() if one.kind.value == "high"], ids=str)
def test_category_counts_of_every_deck_follow_from_its_ranks(scale):
    ranks = len(scale.deck.ranks)
    found = counted(scale, batch(scale, all_hands(scale.deck.size, 5)))
    ace_low = scale.ace_low_straights and ranks > 5  # five ranks are one straight, whichever end the ace has
    assert found == {k: v for k, v in by_formula(ranks, ace_low=ace_low).items() if v}
    assert sum(found.values()) == comb(scale.deck.size, 5)


# 52 cards and the joker, act-stud 3.3 with 3.5(a): counts of the 270,725 hands that hold the joker, by hand.
# Royal: 5 four-card subsets x 4 suits. Five of a kind: 13. Straight flush: four-card subsets of a suit that lie in a
# straight flush: 10 tops; four from a run of five without being royal.
def test_joker_hands_of_the_full_deck_by_hand():
    scale = SCALES["act-52-joker-acelow"]
    rows = np.insert(all_hands(52, 4), 4, JOKER, axis=1)
    found = counted(scale, batch(scale, rows))
    assert found[C.ROYAL_FLUSH] == 4 * 5
    assert found[C.FIVE_OF_A_KIND] == 13
    assert found[C.FOUR_OF_A_KIND] == 13 * 4 * 48  # three of a kind and the joker
    assert found[C.FULL_HOUSE] == comb(13, 2) * 36  # two pair and the joker: the joker joins the higher pair
    assert found[C.TWO_PAIR] == 0, "a pair and a joker are three of a kind"
    assert found[C.THREE_OF_A_KIND] == 13 * 6 * comb(12, 2) * 16
    runs = set(four_rank_runs())
    assert found[C.STRAIGHT_FLUSH] == 4 * len(runs) - found[C.ROYAL_FLUSH]
    assert found[C.STRAIGHT] == len(runs) * (4**4 - 4)
    assert found[C.FLUSH] == 4 * (comb(13, 4) - len(runs))
    assert found[C.PAIR] == (comb(13, 4) - len(runs)) * (4**4 - 4)
    assert found[C.HIGH_CARD] == 0
    assert sum(found.values()) == comb(52, 4)


def four_rank_runs():
    """Sets of four ranks (ace 14) that one more rank completes to a straight, A-2-3-4-5 included."""
    for top in range(5, 15):
        run = [14 if rank == 1 else rank for rank in range(top - 4, top + 1)]
        for left_out in run:
            yield frozenset(run) - {left_out}
