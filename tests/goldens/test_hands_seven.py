"""Seven-card counts: the published ones for the full deck, and every other deck under its own order, derived apart."""

from math import comb

import pytest

from openfelt.hands import SCALES, Category
from openfelt.lab.frequencies import frequencies
from tests.conftest import LONG
from tests.hands_counting import distinct_scales, seven_card_counts

C = Category
# The published counts of C(52, 7) = 133,784,560; 41,584 straight flushes, 4,324 of them royal (4 x C(47, 2)).
FULL_DECK = {
    C.ROYAL_FLUSH: 4_324,
    C.STRAIGHT_FLUSH: 37_260,
    C.FOUR_OF_A_KIND: 224_848,
    C.FULL_HOUSE: 3_473_184,
    C.FLUSH: 4_047_644,
    C.STRAIGHT: 6_180_020,
    C.THREE_OF_A_KIND: 6_461_620,
    C.TWO_PAIR: 31_433_400,
    C.PAIR: 58_627_800,
    C.HIGH_CARD: 23_294_460,
}
# nsw-poker 13.4 puts three of a kind over a straight: a holding with both counts as three of a kind.
NSW_36 = {
    C.ROYAL_FLUSH: 1_860,  # 4 x C(31, 2)
    C.STRAIGHT_FLUSH: 8_700,
    C.FOUR_OF_A_KIND: 44_640,  # 9 x C(32, 3)
    C.FLUSH: 175_560,
    C.FULL_HOUSE: 633_024,
    C.THREE_OF_A_KIND: 637_560,
    C.STRAIGHT: 1_139_580,
    C.TWO_PAIR: 3_157_056,
    C.PAIR: 2_316_600,
    C.HIGH_CARD: 233_100,
}
# house 2.2 ranks the same deck with the straight over three of a kind: holdings with both change sides, no others. They
# are five ranks in sequence (6 ways) with one of them held three times: 5 x C(4, 3) x 4^4, less those with five suited,
# 4 suits x 5 x 3 triples: 6 x (5,120 - 60) = 30,360.
BOTH_36 = 6 * (5 * 4 * 4**4 - 4 * 5 * 3)
HOUSE_36 = NSW_36 | {
    C.THREE_OF_A_KIND: NSW_36[C.THREE_OF_A_KIND] - BOTH_36,
    C.STRAIGHT: NSW_36[C.STRAIGHT] + BOTH_36,
}
# nsw-poker 13.3: flush over full house, straight over three of a kind, 10-9-8-7-A a straight.
NSW_32 = {
    C.ROYAL_FLUSH: 1_404,  # 4 x C(27, 2)
    C.STRAIGHT_FLUSH: 5_200,
    C.FOUR_OF_A_KIND: 26_208,  # 8 x C(28, 3)
    C.FLUSH: 57_940,
    C.FULL_HOUSE: 357_504,
    C.STRAIGHT: 639_520,
    C.THREE_OF_A_KIND: 258_060,
    C.TWO_PAIR: 1_398_600,
    C.PAIR: 605_880,
    C.HIGH_CARD: 15_540,
}
GOLDENS = {"nsw-52": FULL_DECK, "nsw-36": NSW_36, "house-36": HOUSE_36, "nsw-32": NSW_32}


def counted(key):
    return {row.category: row.count for row in frequencies(SCALES[key], 7).rows}


@pytest.mark.parametrize("key", GOLDENS)
def test_seven_card_counts_of_the_kernel(key):
    assert counted(key) == GOLDENS[key]
    assert sum(GOLDENS[key].values()) == comb(SCALES[key].deck.size, 7)


@pytest.mark.parametrize("key", GOLDENS)
def test_seven_card_counts_by_counting_suits_of_every_rank_multiset(key):
    assert seven_card_counts(SCALES[key]) == GOLDENS[key]


def test_the_36_card_order_moves_only_straights_and_threes():
    moved = {one for one in NSW_36 if NSW_36[one] != HOUSE_36[one]}
    assert moved == {C.STRAIGHT, C.THREE_OF_A_KIND}
    assert sum(NSW_36.values()) == sum(HOUSE_36.values()) == comb(36, 7)


SOME = [SCALES[key] for key in ("act-48", "act-44-acelow", "act-40", "us-low", "act-36-low")]
NATURAL = [
    one
    for one in distinct_scales()
    if not one.deck.joker and not one.eight_or_better and one.kind.value != "deuce-to-seven"
]


@pytest.mark.parametrize("scale", NATURAL if LONG else SOME, ids=str)
def test_other_decks_and_lows_by_counting_suits(scale):
    expected = {one: number for one, number in seven_card_counts(scale).items() if number}
    assert {row.category: row.count for row in frequencies(scale, 7).rows if row.count} == expected


def test_eight_or_better_by_counting_rank_sets():
    # A low needs five different ranks of A-8: choose how many cards lie in the eight ranks, then count rank sets.
    def spread(cards, ranks):
        """Ways to hold `cards` cards of exactly `ranks` given ranks."""
        return sum((-1) ** (ranks - one) * comb(ranks, one) * comb(4 * one, cards) for one in range(ranks + 1))

    expected = sum(
        comb(8, ranks) * spread(low, ranks) * comb(20, 7 - low) for low in range(5, 8) for ranks in range(5, 8)
    )
    assert counted("us-low-8")[C.HIGH_CARD] == expected == 24_530_944
    assert counted("us-low-8")[C.NOTHING] == comb(52, 7) - expected


def test_badugi_and_three_card_counts():
    # Badugi: 13 x 12 x 11 x 10 / 24 rank sets, 24 suit orders = 17,160. Three-card: the counts of three-card poker.
    badugi = {row.category: row.count for row in frequencies(SCALES["house-badugi"], 4).rows}
    assert badugi[C.FOUR_CARDS] == comb(13, 4) * 24 == 17_160
    assert badugi[C.ONE_CARD] == 13 + 4 * comb(13, 4)  # four of a rank, or four of a suit
    assert sum(badugi.values()) == comb(52, 4)
    five = {row.category: row.count for row in frequencies(SCALES["house-badugi-high-ace"], 5).rows}
    assert sum(five.values()) == comb(52, 5)
    assert five[C.ONE_CARD] == 4 * comb(13, 5)  # five of a suit: five cards of one rank there are none
    three = {row.category: row.count for row in frequencies(SCALES["nz-three-card"], 3).rows}
    assert three == {
        C.STRAIGHT_FLUSH: 12 * 4,
        C.THREE_OF_A_KIND: 13 * 4,
        C.STRAIGHT: 12 * (64 - 4),
        C.FLUSH: 4 * (comb(13, 3) - 12),
        C.PAIR: 13 * 6 * 48,
        C.HIGH_CARD: (comb(13, 3) - 12) * 60,
    }
