"""What the clauses say of particular hands: low aces, the joker, lows, selection, hands in words, up-cards."""

import pickle

import numpy as np
import pytest

from openfelt.cards import ALL_CARDS, JOKER, cards, deck
from openfelt.errors import NotationError, RuleViolation
from openfelt.hands import SCALES, Category, Selection, joker_as, scale, showing, strength, unpack, value, winners
from openfelt.hands.words import in_words, read_words
from openfelt.rulebooks import clause
from tests.conftest import count

C = Category

# act-stud 2.2 and 3.5(a): the ace sits directly under the lowest rank of the deck.
LOW_STRAIGHTS = {52: "5432A", 48: "6543A", 44: "7654A", 40: "8765A", 36: "9876A", 32: "T987A"}


def mixed(ranks):
    return cards(" ".join(rank + suit for rank, suit in zip(ranks, "hcdsh", strict=True)))


def suited(ranks):
    return cards(" ".join(rank + "h" for rank in ranks))


@pytest.mark.parametrize("joker", [False, True])
@pytest.mark.parametrize("size", LOW_STRAIGHTS)
def test_a_low_ace_sits_under_the_lowest_rank_where_the_setting_allows_it(size, joker):
    on = scale("act-stud", deck(size, joker=joker), ace_low_straights=True)
    off = scale("act-stud", deck(size, joker=joker))
    ranks = LOW_STRAIGHTS[size]
    assert value(on, mixed(ranks)).category is C.STRAIGHT
    assert value(on, suited(ranks)).category is C.STRAIGHT_FLUSH
    assert value(off, mixed(ranks)).category is C.HIGH_CARD
    assert value(off, suited(ranks)).category is C.FLUSH
    lowest = off.deck.lowest
    next_up = "".join(rank.letter for rank in reversed(off.deck.ranks[:5]))
    assert strength(on, mixed(next_up)) == strength(on, mixed(ranks)) + 1, "the lowest straight of all"
    assert value(on, mixed(ranks)).ranks == (lowest + 3,), "ranked by its top card, not by the ace"


@pytest.mark.parametrize("size", LOW_STRAIGHTS)
def test_the_ace_is_low_only_under_the_lowest_rank_of_this_deck(size):
    on = scale("act-stud", deck(size), ace_low_straights=True)
    for other, ranks in LOW_STRAIGHTS.items():
        if other < size:
            assert value(on, mixed(ranks)).category is C.HIGH_CARD, f"{ranks} is no straight in {size} cards"
    around = "KA" + "".join(rank.letter for rank in on.deck.ranks[:3])
    assert value(on, mixed(around)).category is C.HIGH_CARD, "no straight goes round the corner"


ALWAYS_LOW = {
    "5432A": ("nsw-52", "act-holdem-52", "nz-52", "us-52", "house-52"),
    "9876A": ("nsw-36", "house-36"),
    "T987A": ("nsw-32",),
}


@pytest.mark.parametrize(("ranks", "key"), [(ranks, key) for ranks, keys in ALWAYS_LOW.items() for key in keys])
def test_the_other_rulebooks_always_allow_the_low_ace(key, ranks):
    assert value(SCALES[key], mixed(ranks)).category is C.STRAIGHT
    assert value(SCALES[key], suited(ranks)).category is C.STRAIGHT_FLUSH


def beats(key, better, worse):
    return strength(SCALES[key], cards(better)) > strength(SCALES[key], cards(worse))


FLUSH, FULL_HOUSE, STRAIGHT, TRIPS = "Ah Jh 9h 8h 7h", "7h 7d 7c 8h 8d", "Jh Tc 9d 8s 7c", "Ah Ad Ac Kd Qc"


@pytest.mark.parametrize(("key", "flush_first", "trips_first"), [
    ("nsw-52", False, False), ("nsw-32", True, False), ("nsw-36", True, True), ("house-36", True, False),
    ("act-52", False, False), ("act-52-joker", False, False), ("act-48", True, False), ("act-36", True, False),
    ("act-32-joker", True, False),
    ("us-52", False, False), ("nz-52", False, False), ("act-holdem-52", False, False),
])  # fmt: skip
def test_flush_and_full_house_straight_and_three_of_a_kind(key, flush_first, trips_first):
    assert beats(key, FLUSH, FULL_HOUSE) is flush_first
    assert beats(key, FULL_HOUSE, FLUSH) is not flush_first
    assert beats(key, TRIPS, STRAIGHT) is trips_first
    assert beats(key, STRAIGHT, TRIPS) is not trips_first


@pytest.mark.parametrize("size", LOW_STRAIGHTS)
def test_royal_flush_beats_five_of_a_kind_beats_straight_flush(size):
    one = scale("act-stud", deck(size, joker=True))
    royal, five, straight_flush = cards("Ah Kh Qh Jh Jk"), cards("Ah Ad Ac As Jk"), cards("Kh Qh Jh Th 9h")
    sevens, quads = cards("7h 7d 7c 7s Jk"), cards("Ah Ad Ac As Kd")
    order = [strength(one, hand) for hand in (royal, five, sevens, straight_flush, quads)]
    assert order == sorted(order, reverse=True)
    assert len(set(order)) == 5
    assert strength(one, royal) == strength(one, cards("Ad Kd Qd Jd Td")) == one.kernel.top, (
        "joker and natural tie (3.7)"
    )


JOKER_HANDS = [
    ("Ah Kh 7h 3h Jk", C.FLUSH, "Qh", "flush, A-K-Q-7-3"),  # no double-ace flush: the highest rank missing
    ("Kh 7h 4h 3h Jk", C.FLUSH, "Ah", "flush, A-K-7-4-3"),
    ("9h 8h 7h 6h Jk", C.STRAIGHT_FLUSH, "Th", "straight flush, ten high"),
    ("Ah Kh Qh Jh Jk", C.ROYAL_FLUSH, "Th", "royal flush"),
    ("Ah Kd Qs Jc Jk", C.STRAIGHT, "Ts", "straight, ace high"),
    ("Kh Kd 4c 4s Jk", C.FULL_HOUSE, "Ks", "full house, kings over fours"),
    ("Kh Kd Kc 4s Jk", C.FOUR_OF_A_KIND, "Ks", "four of a kind, kings with a four"),
    ("Kh Kd Kc Ks Jk", C.FIVE_OF_A_KIND, "Ks", "five of a kind, kings"),
    ("Kh Kd 9c 4s Jk", C.THREE_OF_A_KIND, "Ks", "three of a kind, kings with 9-4"),
    ("Ah 9d 7c 4s Jk", C.PAIR, "As", "pair of aces with 9-7-4"),
    ("As 9d 7c 4s Jk", C.PAIR, "Ah", "pair of aces with 9-7-4"),
]


@pytest.mark.parametrize(("hand", "category", "stands_for", "words"), JOKER_HANDS)
def test_what_the_joker_stands_for(hand, category, stands_for, words):
    found = value(SCALES["act-52-joker"], cards(hand))
    assert (found.category, str(found.joker_as), str(found)) == (category, stands_for, words)
    assert set(found.cards) == set(cards(hand))


def test_the_joker_as_an_ace_under_a_low_straight():
    hand = cards("5h 4c 3d 2s Jk")
    assert str(value(SCALES["act-52-joker-acelow"], hand)) == "straight, six high"
    hand = cards("5h 4c 3d Ah Jk")
    assert value(SCALES["act-52-joker-acelow"], hand).joker_as == cards("2s")[0]
    assert value(SCALES["act-52-joker"], hand).category is C.PAIR


def test_the_joker_in_lows_becomes_the_lowest_rank_missing():
    assert str(value(SCALES["act-52-joker-low"], cards("7h 5d 4c 3s Jk"))) == "7-5-4-3-A low"
    assert str(value(SCALES["act-52-joker-low"], cards("7h 5d 4c As Jk"))) == "7-5-4-2-A low"
    assert str(value(SCALES["act-52-joker-low-acehigh"], cards("7h 5d 4c 3s Jk"))) == "7-5-4-3-2 low"
    assert value(SCALES["act-32-joker-low"], cards("Th 9d 8c 7s Jk")).joker_as == cards("As")[0]


@pytest.mark.parametrize("key", [key for key, one in SCALES.items() if one.deck.joker])
def test_a_joker_is_never_worse_than_any_card_it_could_stand_for(key):
    one = SCALES[key]
    natural = [card for card in one.deck.cards if card != JOKER]
    generator = np.random.default_rng(37)
    for size in (4, 6):
        for _ in range(count(40, 2000)):
            held = tuple(ALL_CARDS[at] for at in generator.choice(natural, size, replace=False))
            wild = strength(one, (*held, JOKER))
            stood = [strength(one, (*held, card)) for card in natural if card not in held]
            assert wild >= max(stood)


def test_lows_by_the_clauses():
    razz = SCALES["us-low"]
    low = lambda text: strength(razz, cards(text))  # noqa: E731
    assert low("5h 4d 3c 2s Ah") == razz.kernel.top, "stud(12)(ii): best razz hand 5-4-3-2-A"
    assert low("5h 4h 3h 2h Ah") == low("5h 4d 3c 2s Ah"), "straights and flushes do not hurt"
    assert low("8h 7d 6c 5s 4h") > low("9h 4d 3c 2s Ah") > low("2h 2d 3c 4s 5h") > low("3h 3d 2c 4s 5h")
    assert low("Kh Qd Jc Ts 9h") > low("Ah Ad 2c 3s 4h"), "any hand without a pair beats any pair"
    assert low("Ah Ad 2c 2s 3h") > low("Ah Ad Ac 2s 3h") > low("Ah Ad Ac 2s 2h") > low("Ah Ad Ac As 2h") > 0


def test_eight_or_better_three_ways():
    for key in ("us-low-8", "act-52-low-8", "house-a5-low-8"):
        one = SCALES[key]
        assert strength(one, cards("7h 4d 3c 2s Ah")) > strength(one, cards("8h 7d 6c 5s 4h")) == 1
        assert strength(one, cards("9h 4d 3c 2s Ah")) == 0
        assert strength(one, cards("2h 2d 3c 4s 5h")) == 0
        assert str(value(one, cards("9h 4d 3c 2s Ah"))) == "no qualifying low"
        assert winners(one, [cards("9h 4d 3c 2s Ah"), cards("Kh Kd 3h 2d As")]) == ()
    acehigh = SCALES["act-52-low-acehigh-8"]
    assert strength(acehigh, cards("7h 4d 3c 2s Ah")) == 0
    assert strength(acehigh, cards("6h 5d 4c 3s 2h")) == acehigh.kernel.top, "3.6: a straight is disregarded"
    assert SCALES["act-40-low-8"].kernel.top == 1, "only 8-7-6-5-A qualifies with 40 cards"


def test_three_cards_in_the_order_they_are_paid():
    """nz-big-raise 10.3: straight flush 40, three of a kind 30, straight 6, flush 3, pair 1 to 1; else it loses."""
    ladder = ["AhKhQh", "4s3s2s", "3d2dAd", "AsAhAd", "2s2h2d", "AhKdQs", "4s3h2d", "3h2sAd", "AhKhJh", "5c3c2c",
              "AsAhKd", "2s2h3d", "AhKdJs", "5s3h2d"]  # fmt: skip
    strengths = [strength(SCALES["nz-three-card"], cards(hand)) for hand in ladder]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(ladder)
    named = [value(SCALES["nz-three-card"], cards(hand)).category for hand in ladder]
    assert list(dict.fromkeys(named)) == [
        C.STRAIGHT_FLUSH, C.THREE_OF_A_KIND, C.STRAIGHT, C.FLUSH, C.PAIR, C.HIGH_CARD,
    ]  # fmt: skip


def test_deuce_to_seven_and_badugi():
    low = lambda text: strength(SCALES["house-27-low"], cards(text))  # noqa: E731
    assert low("7h 5d 4c 3s 2h") == SCALES["house-27-low"].kernel.top
    assert low("7h 6d 4c 3s 2h") > low("8h 5d 4c 3s 2h") > low("Ah 5d 4c 3s 2h") > low("2h 2d 3c 4s 5h")
    assert low("2h 2d 3c 4s 5h") > low("6h 5d 4c 3s 2h") > low("7h 5h 4h 3h 2h") > low("6h 5h 4h 3h 2h")
    assert low("Kh Qh Jh Th 9h") > low("Ah Kh Qh Jh Th") == 1
    badugi = lambda text: strength(SCALES["house-badugi"], cards(text))  # noqa: E731
    assert badugi("4h 3d 2c As") > badugi("Kh Qd Jc Ts") > badugi("3h 2d Ac As") > badugi("4h 2d Ac Ah")
    assert badugi("Ah Ad Ac As") > badugi("2h 3h 4h 5h")
    assert value(SCALES["house-badugi"], cards("4h 2d Ac Ah")).cards == cards("4h 2d Ac")
    high = lambda text: strength(SCALES["house-badugi-high-ace"], cards(text))  # noqa: E731
    assert high("5h 4d 3c 2s") > high("Kh Qd Jc Ts") > high("Ah 4d 3c 2s") > high("3h 2d 4c 4h")
    assert high("Ks 5h 4d 3c 2s") == high("5h 4d 3c 2s") == SCALES["house-badugi-high-ace"].kernel.top


def test_high_and_low_come_from_different_cards_of_one_holding():
    held = cards("Ah 2h 3h 4d 8c Kh Qh")  # us-stud stud(10), stud(11): one ace is high for high and low for low
    high, low = value(SCALES["us-52"], held), value(SCALES["us-low-8"], held)
    assert (str(high), str(low)) == ("flush, A-K-Q-3-2", "8-4-3-2-A low")
    assert set(high.cards) != set(low.cards)


def test_omaha_uses_exactly_two_and_manila_both():
    four, board = cards("Ah Kh Qh Jh"), cards("Th 2d 2c 3s 4c")
    assert str(value(SCALES["nsw-52"], four, board, selection=Selection.TWO_AND_THREE)) == "pair of twos with A-K-T"
    assert value(SCALES["nsw-52"], four[:2], board).category is C.PAIR
    playing_the_board = cards("Ah Kh Qh Jh Th")
    found = value(SCALES["nsw-32"], cards("7c 7d"), playing_the_board, selection=Selection.TWO_AND_THREE)
    assert str(found) == "pair of sevens with A-K-Q"
    assert str(value(SCALES["nsw-32"], cards("7c 7d"), playing_the_board)) == "royal flush"


WORDS = [
    ("nsw-52", "Kh Kd Kc Jh Js", "full house, kings over jacks"),
    ("nsw-52", "6h 6d 9c 2s 2h", "two pair, sixes and twos with a nine"),
    ("nsw-52", "8h 8d 8c 8s Ah", "four of a kind, eights with an ace"),
    ("nsw-52", "Qh 9d 7c 4s 2h", "queen high, Q-9-7-4-2"),
    ("nsw-52", "5h 4h 3h 2h Ah", "straight flush, five high with a low ace"),
    ("nz-three-card", "3h 2h Ah", "straight flush, three high with a low ace"),
    ("nz-three-card", "Qh Qd 2c", "pair of queens with a two"),
    ("nz-three-card", "Qh Qd Qc", "three of a kind, queens"),
    ("house-badugi", "4h 3d 2c As", "4-3-2-A badugi"),
    ("house-badugi-high-ace", "4h 3d 2c As Ks", "K-4-3-2 badugi"),
    ("house-badugi-high-ace", "Ah 2h 2s 9s Kh", "9-2 two-card hand"),
    ("house-27-low", "7h 5d 4c 3s 2h", "7-5-4-3-2 low"),
    ("us-low", "Kh Kd Kc Jh Js", "full house, kings over jacks, low"),
]


@pytest.mark.parametrize(("key", "hand", "words"), WORDS)
def test_values_in_words(key, hand, words):
    found = value(SCALES[key], cards(hand))
    assert str(found) == words
    assert found.cites[0] == SCALES[key].cite(found.category)


def test_every_class_of_every_scale_has_words_of_its_own():
    for one in {one.spec: one for one in SCALES.values()}.values():
        said = {in_words_of(one, number) for number in range(1, one.kernel.top + 1)}
        assert len(said) == one.kernel.top, one.key


def in_words_of(one, number):
    said = in_words(one, *unpack(one, number))
    assert read_words(str(said)) == said
    return str(said)


def test_up_cards_compare_by_groups_then_ranks():
    nsw, razz = SCALES["nsw-52"], SCALES["us-low"]
    boards = ["2c2d2h2s", "AhAdAcKs", "3h3d2c2s", "2h2dAsKs", "2h2dAsQs", "AhKhQhJh", "KhQhJhTh"]
    high = [showing(nsw, cards(text)) for text in boards]
    assert high == sorted(high, reverse=True)
    assert len(set(high)) == len(high)
    assert showing(nsw, cards("Ah Kh Qh Jh")) == showing(nsw, cards("As Kd Qc Jh")), "no flush or straight of four"
    assert showing(nsw, cards("2h 3h 4h 5h 7h")) > showing(nsw, cards("Ah Ad Ac Ks Qh")), (
        "five cards showing are a hand"
    )
    low = [
        showing(razz, cards(text))
        for text in ("Ah 2d 3c 4s", "Ah 2d 3c 5s", "2h 3d 4c 5s", "Kh Qd Jc Ts", "Ah Ad 2c 3s", "Kh Kd 2c 3s")
    ]
    assert low == sorted(low, reverse=True)
    assert len(set(low)) == len(low)
    assert showing(nsw, cards("Ah")) > showing(nsw, cards("Kh"))
    assert showing(razz, cards("Ah")) > showing(razz, cards("Kh"))
    joker = SCALES["act-52-joker"]
    assert showing(joker, (JOKER,)) == showing(joker, cards("Ah")), "act-stud 4.2(h): a joker showing counts as an ace"
    with pytest.raises(NotationError, match="8 up-cards"):
        showing(nsw, cards("Ah Kh Qh Jh Th 9h 8h 7h"))


REFUSED = [
    (("nsw-poker", deck(48)), {}, "no-such-deck", "nsw-poker 4.1"),
    (("nsw-poker", deck(52, joker=True)), {}, "no-joker", "nsw-poker 4.1.1"),
    (("nsw-poker", deck(52)), {"kind": "low"}, "no-such-kind", "nsw-poker 13.1"),
    (("nsw-poker", deck(52)), {"ace_low_straights": False}, "ace-low-fixed", "nsw-poker 13.2"),
    (("act-stud", deck(36)), {"kind": "low", "eight_or_better": True}, "no-qualifying-low", "act-stud 3.5(d)"),
    (("act-stud", deck(40)), {"kind": "low", "eight_or_better": True, "low_ace": False},
     "no-qualifying-low", "act-stud 3.5(d)"),
    (("act-stud", deck(52)), {"kind": "badugi"}, "no-such-kind", "act-stud 3.5(b)"),
    (("act-stud", deck(52)), {"eight_or_better": True}, "no-qualifier", "act-stud 3.5(d)"),
    (("act-holdem", deck(36)), {}, "no-such-deck", "act-holdem 2.1"),
    (("us-stud", deck(52)), {"kind": "low", "low_ace": False}, "ace-is-low", "us-stud stud(12)(i)"),
    (("nz-big-raise", deck(32)), {}, "no-such-deck", "nz-big-raise 7.3"),
    (("house", deck(36)), {"kind": "low"}, "no-such-deck", "house 2"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "settings", "code", "cite"), REFUSED)
def test_what_a_rulebook_does_not_have_is_refused_with_its_clause(given, settings, code, cite):
    with pytest.raises(RuleViolation) as refused:
        scale(*given, **settings)
    assert (refused.value.code, refused.value.cites) == (code, (cite,))


def test_an_eight_qualifier_just_at_the_edge():
    assert scale("act-stud", deck(40), kind="low", eight_or_better=True).kernel.top == 1
    assert scale("act-stud", deck(44), kind="low", eight_or_better=True, low_ace=False).kernel.top == 1


BAD_HANDS = [
    ("Ah Ah Kd Qd Jd", "duplicate-card", "Ah appears twice, as card 1 and card 2"),
    ("Ah Kd Qd Jd", "wrong-count", "4 cards given"),
    ("Ah Kd Qd Jd 9c 8c 7c 6c", "wrong-count", "8 cards given"),
    ("Ah Kd Qd Jd Jk", "not-in-deck", "card 5, Jk"),
    ("Ah Kd ?? Jd 9c", "unknown-card", "card 3 is unknown"),
]


@pytest.mark.parametrize(("hand", "code", "says"), BAD_HANDS)
def test_bad_hands_are_refused_by_the_single_call_and_by_value(hand, code, says):
    for evaluate in (strength, value):
        with pytest.raises(NotationError, match=says) as refused:
            evaluate(SCALES["nsw-52"], cards(hand))
        assert refused.value.code == code


def test_bad_calls():
    nsw = SCALES["nsw-52"]
    with pytest.raises(NotationError, match="not in a deck of 32"):
        strength(SCALES["nsw-32"], cards("Ah Kd 6c Jd 9c"))
    with pytest.raises(NotationError, match="a board of 6"):
        strength(nsw, cards("Ah"), cards("Kd 6c Jd 9c 2c 3c"))
    with pytest.raises(NotationError, match=r"6 cards given; nsw-52 evaluates 5$"):
        strength(nsw, cards("Ah Kd 6c Jd 9c 2c"), selection=Selection.OWN_FIVE)
    with pytest.raises(RuleViolation, match="1 hole cards and a board of 5"):
        strength(nsw, cards("Ah"), cards("Kd 6c Jd 9c 2c"), selection=Selection.TWO_AND_THREE)
    for wrong in (None, "AhKdQdJd9c", [1.0] * 5, [99] * 5, [-1] * 5, [10**30] * 5, {1, 2, 3, 4, 5}):
        with pytest.raises(TypeError):
            strength(nsw, wrong)
    with pytest.raises(TypeError):
        strength("nsw-52", cards("Ah Kd Qd Jd 9c"))
    with pytest.raises(TypeError):
        strength(nsw, cards("Ah Kd Qd Jd 9c"), chosen=1)
    with pytest.raises(TypeError):
        strength(nsw, cards("Ah Kd Qd Jd 9c"), selection="any")


def test_joker_as_is_none_without_a_joker():
    nsw = SCALES["nsw-52"]
    hand = cards("Ah Kd Qd Jd 9c")
    assert joker_as(nsw, hand, *unpack(nsw, strength(nsw, hand))) is None


def test_scales_are_values():
    for key, one in SCALES.items():
        assert one.key == key == str(one)
        assert pickle.loads(pickle.dumps(one)) is one
        assert len({one, SCALES[key]}) == 1
        assert all(clause(cite) for cite in (*one.cites, *(rung.cite for rung in one.order)))


# 7,462 = 10 + 156 + 156 + 1,277 + 10 + 858 + 858 + 2,860 + 1,277 with 13 ranks; five of a kind adds one per rank.
CLASSES = {
    "nsw-52": 7462, "act-52-joker": 7475, "act-48": 5148, "act-44": 3454, "act-40": 2244, "nsw-36": 1404, "nsw-32": 840,
    "us-low": 6175, "us-low-8": 56, "house-27-low": 7462, "house-badugi": 1092, "house-badugi-high-ace": 1092,
    "nz-three-card": 741,
}  # fmt: skip


@pytest.mark.parametrize(("key", "classes"), CLASSES.items())
def test_how_many_classes_a_scale_has(key, classes):
    assert SCALES[key].kernel.top == classes


def test_no_card_is_in_two_hands_of_one_deal():
    with pytest.raises(NotationError, match="Ah is in holding 1 and in holding 3"):
        winners(SCALES["nsw-52"], [cards("AhKh"), cards("QsQd"), cards("2hAh")], cards("2c 3c 4c 5d 9d"))


def test_an_unknown_card_shows_nothing():
    with pytest.raises(NotationError, match="card 3"):
        showing(SCALES["nsw-52"], cards("AhAd??"))
