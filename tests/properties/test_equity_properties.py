"""What must hold for the odds of any hands in any game, whatever the numbers are."""

from __future__ import annotations

import random
from itertools import chain, combinations, product
from math import comb, sqrt
from random import Random

import pytest
from hypothesis import assume, given, seed
from hypothesis import strategies as st

from openfelt.cards import ALL_CARDS, UNKNOWN, cards, deck, show
from openfelt.errors import NotationError
from openfelt.lab.equity import equity
from openfelt.lab.equity_games import GAMES, rules_of
from openfelt.lab.ranges import parse_range

RANK_CLASSES = [high + low + mark for i, high in enumerate("AKQJT98765432") for j, low in enumerate("AKQJT98765432")
                for mark in (("",) if i == j else ("s", "o")) if i <= j]  # fmt: skip


@st.composite
def questions(draw):
    """A game with hands, a board and dead cards, quick enough to count."""
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    book = draw(st.sampled_from(sorted(game.books)))
    size = draw(st.sampled_from(game.books[book].decks))
    shuffled = list(draw(st.permutations(deck(size).cards)))
    players = draw(st.integers(2, min(4 if game.hole < 7 else 3, (size - game.board) // game.hole)))
    known = game.hole if game.has_board else max(1, game.hole - draw(st.integers(0, 2 if players == 2 else 1)))
    hands = [[shuffled.pop() for _ in range(known)] + [UNKNOWN] * (game.hole - known) for _ in range(players)]
    board = [shuffled.pop() for _ in range(draw(st.integers(0, game.board)))]
    if players * game.hole + max(game.board, len(board)) > size:
        hands = hands[:2]
    gone = sum(map(len, hands)) + game.board
    dead = [shuffled.pop() for _ in range(draw(st.integers(0, min(3, size - gone))))]
    return game, book, size, hands, board, dead


def ask(question, **more):
    game, book, size, hands, board, dead = question
    texts = [show(hand) for hand in hands]
    return equity(*texts, game=game.key, rulebook=book, deck=size, board=show(board), dead=show(dead), **more)


@given(questions())
def test_shares_are_the_whole_pot_and_every_deal_is_counted_once_for_each_player(question):
    odds = ask(question)
    game, _, size, hands, board, dead = question
    assert sum(odds.shares) == 1
    left = size - len(board) - len(dead) - sum(card != UNKNOWN for hand in hands for card in hand)
    deals = 1
    for missing in (*(hand.count(UNKNOWN) for hand in hands), max(0, game.board - len(board))):
        deals *= comb(left, missing)
        left -= missing
    assert odds.deals == deals
    per_player = len(odds.counts) // len(hands)
    assert all(sum(odds.counts[p * per_player : (p + 1) * per_player]) == deals for p in range(len(hands)))


@st.composite
def open_questions(draw):
    """A board game with several open hands, each as its text and all it may be: a range, or one card unseen."""
    game = GAMES[draw(st.sampled_from(sorted(key for key, one in GAMES.items() if one.has_board)))]
    book = draw(st.sampled_from(sorted(game.books)))
    size = draw(st.sampled_from(game.books[book].decks))
    shuffled = list(draw(st.permutations(deck(size).cards)))
    board = [shuffled.pop() for _ in range(draw(st.integers(game.board - 1, game.board)))]
    ranged = draw(st.lists(st.booleans(), min_size=2, max_size=2 + game.takes_ranges))
    known = [[] if one and game.takes_ranges else [shuffled.pop() for _ in range(game.hole - 1)] for one in ranged]
    pairs = list(combinations(shuffled[:8], 2))  # few cards, so that the holdings of two ranges share some
    hands = []
    for cards_known in known:
        if cards_known or not game.takes_ranges:
            hands.append((show((*cards_known, UNKNOWN)), [(*cards_known, card) for card in shuffled]))
        else:
            chosen = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=5, unique=True))
            hands.append((",".join(show(pair).replace(" ", "") for pair in chosen), chosen))
    return {"game": game.key, "rulebook": book, "deck": size, "board": show(board)}, hands


@given(open_questions())
def test_open_hands_are_counted_as_all_their_holdings_one_by_one(question):
    """Renaming suits must not change what others can hold: AsKs and QQ is another range with hearts for spades."""
    common, hands = question
    dealt = [
        held for held in product(*(choices for _, choices in hands)) if len({*chain(*held)}) == sum(map(len, held))
    ]
    assume(dealt)
    found = equity(*(text for text, _ in hands), **common)
    some = Random(0).sample(dealt, min(len(dealt), 125))
    parts = [equity(*map(show, held), **common) for held in some]
    assert found.deals == len(dealt) * parts[0].deals
    if len(some) == len(dealt):
        assert list(found.counts) == [sum(column) for column in zip(*(part.counts for part in parts), strict=True)]


@pytest.mark.parametrize(
    ("hands", "board", "deals"),
    [
        (["AA", "AsKs, QQ"], "", 39 * comb(48, 5)),
        (["AhKh, AsKs", "AhQh, KsQs"], "", 2 * comb(48, 5)),
        (["AKs", "AhQh, AdQd, JJ"], "", 30 * comb(48, 5)),
        (["As ??", "Kd ??"], "2c 7h Jc", 47 * 46 * comb(45, 2)),
        (["Ah ??", "2d ??"], "Kh Jc Kc 9c 2h", 45 * 44),
    ],
)
def test_ranges_with_suits_and_half_known_hands_have_all_their_deals(hands, board, deals):
    assert equity(*hands, board=board).deals == deals


@given(questions(), st.permutations(range(4)))
def test_suits_are_equal(question, suits):
    """nsw-poker 13.1, act-stud 3.1, us-stud rank(1): renaming the suits changes nothing."""

    game, book, size, hands, board, dead = question
    there = sorted({card % 4 for card in deck(size).cards})  # decks for researchers have fewer
    new = dict(zip(there, (suit for suit in suits if suit in there), strict=True))

    def renamed(several):
        return [card if card == UNKNOWN else ALL_CARDS[card - card % 4 + new[card % 4]] for card in several]

    other = game, book, size, [renamed(hand) for hand in hands], renamed(board), renamed(dead)
    assert ask(question).counts == ask(other).counts


@given(questions(), st.randoms(use_true_random=False))
def test_seats_are_equal(question, rng):
    game, book, size, hands, board, dead = question
    order = rng.sample(range(len(hands)), len(hands))
    moved = ask((game, book, size, [hands[place] for place in order], board, dead))
    shares = ask(question).shares
    assert moved.shares == tuple(shares[place] for place in order)


@given(questions())
def test_threads_change_nothing(question):
    assert ask(question, threads=1).counts == ask(question, threads=3).counts


@given(st.lists(st.sampled_from(RANK_CLASSES), min_size=1, max_size=4), st.sampled_from([52, 36, 32]))
def test_a_range_holds_each_holding_once(classes, size):
    lowest = deck(size).lowest
    inside = [one for one in classes if all("23456789TJQKA".index(letter) + 2 >= lowest for letter in one[:2])]
    if inside:
        found = parse_range(", ".join(inside), deck(size))
        assert len(found) == len(set(found)) == sum({2: 6, "s": 4, "o": 12}[one[2:] or 2] for one in set(inside))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_samples_agree_with_the_exact_count(key):
    """Within five standard errors (one in 1.7 million by chance), and from a fixed seed, so never by chance."""
    rules = rules_of(key, None, None)
    rng = random.Random(key)
    dealt = list(rules.deck.cards)
    rng.shuffle(dealt)
    known = rules.game.hole if rules.game.has_board else rules.game.hole - 1
    hands = [[dealt.pop() for _ in range(known)] + [UNKNOWN] * (rules.game.hole - known) for _ in range(3)]
    question = rules.game, rules.rulebook, rules.deck.size, hands, [], []
    exact, drawn = ask(question), ask(question, samples=200_000, seed=11)
    assert drawn.deals == 200_000
    for one, other in zip(exact.players, drawn.players, strict=True):
        low, high = other.interval
        assert low <= float(other.share) <= high
        error = max((high - low) / (2 * 1.96), sqrt(1 / 200_000**2))
        assert abs(float(one.share) - float(other.share)) <= 5 * error


@pytest.mark.parametrize("hands", [("QQ+", "AKs, AhQh"), ("random", "AsAh"), ("As??", "KK"), ("22+", "random", "AKo")])
def test_samples_of_ranges_agree_with_the_exact_count(hands):
    exact, drawn = equity(*hands, board="2c 7d Jh"), equity(*hands, board="2c 7d Jh", samples=300_000, seed=5)
    for one, other in zip(exact.players, drawn.players, strict=True):
        low, high = other.interval
        assert abs(float(one.share) - float(other.share)) <= 5 * (high - low) / (2 * 1.96)


def test_intervals_contain_the_truth_about_nineteen_times_in_twenty():
    """Of 400 seeds 380 should; fewer than 362 or more than 395 happen once in many thousands."""
    truth = float(equity("AsKs", "QhQd").shares[0])
    held = 0
    for number in range(400):
        low, high = equity("AsKs", "QhQd", samples=1_000, seed=number).players[0].interval
        held += low <= truth <= high
    assert 362 <= held <= 395


def test_a_seed_gives_the_same_counts_whatever_the_threads():
    first = equity("AsKs", "QQ+", "random", samples=100_001, seed=42, threads=1)
    again = equity("AsKs", "QQ+", "random", samples=100_001, seed=42, threads=2)
    other = equity("AsKs", "QQ+", "random", samples=100_001, seed=43, threads=2)
    assert first.counts == again.counts != other.counts
    assert first.deals == 100_001


@seed(1)
@given(st.integers(2, 23))
def test_as_many_players_as_the_deck_allows(players):
    """23 hands of two and a board of five take 51 of 52 cards."""
    dealt = random.Random(players).sample(deck(52).cards, 2 * players)
    hands = [show(dealt[2 * place : 2 * place + 2]) for place in range(players)]
    odds = equity(*hands)
    assert (odds.deals, sum(odds.shares)) == (comb(52 - 2 * players, 5), 1)


def test_hands_board_and_dead_cards_may_be_cards():
    written = equity("AsKs", "QhQd", board="2c 7d Jh", dead="Qc")
    given_ = equity(cards("AsKs"), list(cards("QhQd")), board=cards("2c 7d Jh"), dead=cards("Qc"))
    assert (given_.counts, given_.hands, given_.board) == (written.counts, written.hands, written.board)


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"board": 5}, "board must be text, or a tuple or list of cards, not 5"),
        ({"dead": ["Ah"]}, "dead must be text"),
        ({"samples": 1.5}, "samples must be a whole number, not 1.5"),
        ({"samples": 10, "seed": "1"}, "seed must be a whole number"),
        ({"threads": True}, "threads must be a whole number"),
        ({"deck": "36"}, "named by its number of cards, not by '36'"),
    ],
)
def test_what_is_no_card_and_no_number_is_named(asked, fault):
    with pytest.raises(TypeError, match=fault):
        equity("AsKs", "QhQd", **asked)


def test_a_seed_without_samples_is_refused():
    with pytest.raises(NotationError, match="seed 5 is for samples"):
        equity("AsKs", "QhQd", seed=5)
