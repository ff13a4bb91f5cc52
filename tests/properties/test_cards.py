"""Cards read what they show, refuse what they are not, and are the same object everywhere."""

import copy
import pickle
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from openfelt.cards import (
    ALL_CARDS,
    DECK_SIZES,
    FULL_DECK,
    JOKER,
    UNKNOWN,
    Card,
    Deck,
    Rank,
    Suit,
    card,
    cards,
    deck,
    require_distinct,
    require_in_deck,
    require_known,
    show,
)
from openfelt.errors import NotationError
from openfelt.rulebooks import UnknownClause, rulebook

one_card = st.sampled_from(ALL_CARDS)
some_cards = st.lists(one_card, max_size=60).map(tuple)
separators = st.text(alphabet=" ,;\t\n\u00a0", max_size=3)
every_deck = [deck(size, joker=joker) for size in DECK_SIZES for joker in (False, True)]


def spellings(one: Card) -> list[str]:
    """Every way a card may be written."""
    if one is JOKER:
        return ["Jk", "jk", "JK", "jK"]
    if one is UNKNOWN:
        return ["??"]
    rank, suit = one.rank.letter, one.suit.letter
    ranks = {rank, rank.lower()} | ({"10"} if one.rank is Rank.TEN else set())
    suits = [suit, suit.upper(), one.suit.symbol, one.suit.symbol + "\ufe0f", one.suit.symbol + "\ufe0e"]
    return ["".join(parts) for parts in product(sorted(ranks), suits)]


# --- text both ways ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", ALL_CARDS, ids=str)
def test_every_spelling_of_every_card_is_that_card(one):
    for text in spellings(one):
        assert card(text) is one
        assert cards(text) == (one,)


def test_numbers_are_rank_times_four_plus_suit():
    assert [4 * (rank - 2) + suit for rank in Rank for suit in Suit] == list(range(52))
    for one in FULL_DECK.cards:
        assert int(one) == 4 * (one.rank - 2) + one.suit
        assert str(one) == one.rank.letter + one.suit.letter
    assert [int(card(text)) for text in ("2c", "2d", "3c", "Th", "As", "Jk", "??")] == [0, 1, 4, 34, 51, 52, 53]


def test_texts_are_distinct_and_so_are_the_words():
    assert len({str(one) for one in ALL_CARDS}) == len({one.words for one in ALL_CARDS}) == 54
    assert card("6d").words == "six of diamonds"


@given(some_cards, separators)
def test_what_is_shown_reads_back(several, between):
    assert cards(show(several, between)) == several


@given(st.lists(st.tuples(one_card, st.randoms(use_true_random=False), separators), max_size=20))
def test_spellings_and_separators_mix_freely(parts):
    text = "".join(chance.choice(spellings(one)) + between for one, chance, between in parts)
    assert cards(text) == tuple(one for one, _, _ in parts)


@given(some_cards)
def test_repr_rebuilds(several):
    assert eval(repr(several), {"card": card}) == several


@pytest.mark.parametrize("rank", Rank)
def test_ranks_read_back(rank):
    assert Rank.read(rank.letter) is Rank.read(rank.letter.lower()) is rank


@pytest.mark.parametrize("suit", Suit)
def test_suits_read_back(suit):
    assert Suit.read(suit.letter) is Suit.read(suit.letter.upper()) is Suit.read(suit.symbol) is suit


@pytest.mark.parametrize("read", [Rank.read, Suit.read])
@pytest.mark.parametrize("text", ["", "x", "1", "23", "cd", " ", "♥♥"])
def test_what_is_no_rank_or_suit_is_refused(read, text):
    with pytest.raises(NotationError, match=r"no (rank|suit)"):
        read(text)


def test_a_card_formats_as_text():
    assert f"{card('Ah')}|{card('Ah'):>4}|{JOKER:<3}|" == "Ah|  Ah|Jk |"


# --- what cannot be read ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "offender"),
    [
        ("Ax", 1, "Ax"),
        ("Ah Kx", 2, "Kx"),
        ("Ah,Kd;1c", 3, "1c"),
        ("AhKdQ", 3, "Q"),
        ("11h", 1, "11h"),
        ("Ah 0d", 2, "0d"),
        ("Ah ?", 2, "?"),
        ("Ah ???", 3, "?"),
        ("Jks", 1, "Jks"),
        ("Ah-Kd", 2, "-Kd"),
        ("hA", 1, "hA"),
        ("A h", 1, "A h"),
        ("Аh", 1, "Аh"),  # a Cyrillic А
        ("10", 1, "10"),
    ],
)
def test_an_unreadable_card_is_named_with_its_place(text, place, offender):
    with pytest.raises(NotationError) as refused:
        cards(text)
    assert str(refused.value).startswith(f"card {place} of {text!r} cannot be read at {offender!r}: ")
    assert refused.value.code == "notation"


def test_a_long_text_is_not_quoted_whole():
    with pytest.raises(NotationError) as refused:
        cards("Ah " * 5000 + "zz")
    assert str(refused.value).startswith("card 5001 of ")
    assert len(str(refused.value)) < 250


@pytest.mark.parametrize(("text", "said"), [("", "'' is no card"), ("AhKd", "'AhKd' is 2 cards, not one")])
def test_one_card_is_one_card(text, said):
    with pytest.raises(NotationError, match=said):
        card(text)


@given(st.text(max_size=12))
@example("Jk?")
@example("1０h")
def test_any_text_is_read_or_refused(text):
    try:
        found = cards(text)
    except NotationError:
        return
    assert cards(show(found)) == found


@pytest.mark.parametrize("number", [-1, 54, 255, 10**9])
def test_a_number_that_is_no_card_is_refused(number):
    with pytest.raises(NotationError, match=str(number)):
        Card(number)
    with pytest.raises(NotationError, match=str(number)):
        show([0, number])


@pytest.mark.parametrize("one", [JOKER, UNKNOWN])
def test_joker_and_unknown_have_no_rank_or_suit(one):
    with pytest.raises(NotationError, match="no rank"):
        _ = one.rank
    with pytest.raises(NotationError, match="no suit"):
        _ = one.suit


# --- one object for each ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", ALL_CARDS, ids=str)
def test_a_card_is_the_same_object_however_it_came(one):
    assert Card(int(one)) is one
    assert copy.copy(one) is copy.deepcopy(one) is one
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(one, protocol)) is one


def test_cards_go_into_arrays_as_numbers():
    hand = cards("As Kd 2c")
    assert np.array(hand, dtype=np.uint8).tolist() == [51, 45, 0]
    assert [Card(number) for number in np.array(hand, dtype=np.uint8)] == list(hand)


# --- decks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", every_deck, ids=repr)
def test_a_deck_holds_each_rank_in_each_of_its_suits_from_its_lowest_to_its_highest(of):
    plain = [one for one in of.cards if one is not JOKER]
    assert len(plain) == of.size == of.suits * len(of.ranks)
    assert len({one.suit for one in plain}) == of.suits
    assert {one.rank for one in plain} == set(of.ranks) == set(range(of.lowest, of.highest + 1))
    assert of.cards.count(JOKER) == of.joker
    assert [one for one in ALL_CARDS if one in of] == list(of.cards)
    assert UNKNOWN not in of
    assert -1 not in of


@pytest.mark.parametrize(("size", "lowest"), list(zip(DECK_SIZES[:-2], "234567T", strict=True)))
def test_decks_are_stripped_from_the_bottom(size, lowest):
    assert deck(size).lowest.letter == lowest
    assert deck(size).name == f"{size} cards, {lowest}-A"


def test_the_smallest_decks_have_court_cards_only():
    assert [show(deck(size).cards, "") for size in (6, 3)] == ["JhJsQhQsKhKs", "JsQsKs"]
    assert [deck(size).name for size in (6, 3)] == ["6 cards, J-K", "3 cards, J-K"]
    assert {deck(size).suits for size in DECK_SIZES[:-2]} == {4}
    assert {deck(size).highest.letter for size in DECK_SIZES[:-2]} == {"A"}


@pytest.mark.parametrize("of", every_deck, ids=repr)
def test_a_deck_survives_copying_pickling_and_printing(of):
    assert pickle.loads(pickle.dumps(of)) == copy.deepcopy(of) == of
    assert pickle.loads(pickle.dumps(of)).cards == of.cards
    assert eval(repr(of), {"deck": deck}) == of
    assert len({*every_deck, copy.copy(of)}) == 18


@pytest.mark.parametrize("size", [0, 31, 33, 51, 53, 54, -52, 28])
def test_other_sizes_are_refused_with_those_there_are(size):
    with pytest.raises(NotationError, match=f"no deck of {size} cards; allowed: 52, 48, 44, 40, 36, 32, 20, 6, 3"):
        Deck(size)


@pytest.mark.parametrize("of", every_deck, ids=repr)
def test_each_card_outside_the_deck_is_refused_at_its_place(of):
    for one in (*FULL_DECK.cards, JOKER):
        if one in of:
            assert of.read(f"{one}") == (one,)
            continue
        filler = show([card for card in of.cards if card != JOKER][:2])
        with pytest.raises(NotationError) as refused:
            of.read(f"{filler} {one}")
        assert str(refused.value) == f"card 3, {one}, is not in a deck of {of.name}"
        assert refused.value.code == "not-in-deck"


@given(st.lists(st.sampled_from(FULL_DECK.cards), min_size=1, max_size=20, unique=True), st.data())
def test_a_repeated_card_is_refused_with_both_places(several, data):
    first = data.draw(st.integers(0, len(several) - 1))
    second = data.draw(st.integers(first + 1, len(several)))
    repeated = [*several[:second], several[first], *several[second:]]
    assert FULL_DECK.read(show(several)) == tuple(several)
    with pytest.raises(NotationError) as refused:
        FULL_DECK.read(show(repeated))
    assert str(refused.value) == f"{several[first]} appears twice, as card {first + 1} and card {second + 1}"
    assert refused.value.code == "duplicate-card"


def test_two_jokers_are_a_repeated_card_and_two_unknown_ones_are_not():
    with pytest.raises(NotationError, match="Jk appears twice"):
        require_distinct(cards("Jk Jk"))
    require_distinct(cards("?? Ah ??"))
    require_in_deck(cards("?? 7h ??"), deck(32))


def test_an_unknown_card_is_refused_unless_it_may_be():
    with pytest.raises(NotationError, match=r"card 2, \?\?, is unknown") as refused:
        FULL_DECK.read("Ah ??")
    assert refused.value.code == "unknown-card"
    assert FULL_DECK.read("Ah ?? ??", unknown=True) == (card("Ah"), UNKNOWN, UNKNOWN)
    require_known(cards("Ah Jk"))


def test_every_pair_of_the_smallest_deck_reads():
    for pair in combinations(deck(32, joker=True).cards, 2):
        assert deck(32, joker=True).read(show(pair, "")) == pair


def test_a_deck_and_a_clause_are_named_by_what_names_them():
    with pytest.raises(TypeError, match="not by '52'"):
        deck("52")
    with pytest.raises(UnknownClause, match=r"by text, such as '8.8', not 8.8"):
        rulebook("nsw-poker")[8.8]
    assert 3 not in rulebook("nsw-poker")
