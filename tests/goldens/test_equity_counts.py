"""Odds in whole numbers, counted a second time by enumerating every deal with `hands.batch`.

The second count shares no table and no method with the odds kernel: each board (or each pair of holdings) is dealt,
evaluated and compared on its own. `hands.batch` itself is proved against the reference elsewhere.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

import openfelt
from openfelt.cards import cards, show
from openfelt.hands import Selection, batch
from openfelt.lab.equity import equity
from openfelt.lab.equity_games import rules_of
from openfelt.lab.ranges import parse_range
from tests.conftest import count


def every_board(rules, hands, board, dead=()):
    """All boards of five that begin with `board`, one row each."""
    gone = {*board, *dead, *(card for hand in hands for card in hand)}
    left = [int(card) for card in rules.deck.cards if card not in gone]
    wanted = rules.game.board - len(board)
    flat = np.fromiter(
        (c for some in combinations(left, wanted) for c in some), np.uint8, comb(len(left), wanted) * wanted
    )
    rows = flat.reshape(comb(len(left), wanted), wanted)
    return np.hstack((np.tile(np.array(board, np.uint8), (len(rows), 1)), rows))


def strengths(scale, selection, hand, boards):
    holes = np.tile(np.array(hand, np.uint8), (len(boards), 1))
    if selection is Selection.TWO_AND_THREE:
        return batch(scale, holes, boards, selection=selection, trusted=True)
    return batch(scale, np.hstack((holes, boards)), trusted=True)


def outcome(rows):
    """For each player and number of sharers: in how many columns that player is among the best."""
    best = rows == rows.max(axis=0)
    sharers = best.sum(axis=0)
    return [{k: int(np.count_nonzero(own & (sharers == k))) for k in range(1, len(rows) + 1)} for own in best]


def test_aces_and_kings_against_queens():
    odds = openfelt.equity("AsKs", "QhQd")
    assert odds.deals == comb(48, 5) == 1_712_304
    assert [(player.wins, player.ties) for player in odds.players] == [(787_966, {2: 6_732}), (917_606, {2: 6_732})]
    assert odds.shares[0] == Fraction(787_966 * 2 + 6_732, 2 * 1_712_304)


# Game, rulebook, deck, hands, board; deals, wins of each player, ties of each by two. The first is the number the whole
# field agrees on; the others guard the methods that the tests below count again, from pre-flop and third street on. The
# last three by hand: no fifth card takes two pairs below a pair of aces; three sevens make 7-5-4-3-2 and a six makes a
# straight; the 4, 5 and 6 of spades make a badugi lower than 7-6-5-4.
GOLDEN = [
    ("texas-holdem", "nsw-poker", 52, "AsKs QhQd", "", 1_712_304, [787_966, 917_606], 6_732),
    ("texas-holdem", "nsw-poker", 52, "AsAh KsKh", "", 1_712_304, [1_410_336, 292_660], 9_308),
    ("texas-holdem", "nsw-poker", 52, "AsKs QhQd 7c7d", "2s7h9s", 903, [230, 43, 630], 0),
    ("texas-holdem", "nsw-poker", 36, "AsKs QhQd", "", 201_376, [102_726, 96_917], 1_733),
    ("texas-holdem", "house", 36, "AsKs QhQd", "", 201_376, [108_298, 91_071], 2_007),
    ("texas-holdem", "nsw-poker", 32, "AsKs QhQd", "", 98_280, [53_316, 43_918], 1_046),
    ("short-deck", "house", 36, "AsKs QhQd", "", 201_376, [108_298, 91_071], 2_007),
    ("omaha", "nsw-poker", 52, "AsKsQhJh 9c9d8c8d", "", 1_086_008, [532_079, 553_929], 0),
    ("five-card-omaha", "house", 52, "AsKsQhJh2c 9c9d8c8d3h", "", 850_668, [431_174, 419_494], 0),
    ("courchevel", "house", 52, "AsKsQhJh2c 9c9d8c8d3h", "2s", 101_270, [64_872, 36_398], 0),
    ("greek-holdem", "house", 52, "AsKs QhQd", "", 1_712_304, [806_207, 906_097], 0),
    ("royal-holdem", "house", 20, "AsKs QhQd", "", 4_368, [2_086, 2_001], 281),
    ("rhode-island-holdem", "house", 52, "As Kd", "", 1_225, [1_021, 204], 0),
    ("leduc-holdem", "house", 6, "Kh Qs", "", 4, [3, 1], 0),
    ("leduc-holdem", "house", 6, "Kh Ks", "", 4, [0, 0], 4),
    ("kuhn-poker", "house", 3, "Ks Qs", "", 1, [1, 0], 0),
    ("two-card-manila", "nsw-poker", 32, "AsKs QhQd", "", 98_280, [56_219, 42_061], 0),
    ("two-card-manila", "nsw-poker", 36, "AsKs QhQd", "", 201_376, [106_212, 95_164], 0),
    ("three-card-manila", "nsw-poker", 32, "AsKsTh QhQd9c", "", 65_780, [38_518, 27_262], 0),
    ("three-card-manila", "nsw-poker", 36, "AsKsTh QhQd9c", "", 142_506, [69_943, 72_563], 0),
    ("pineapple", "nsw-poker", 52, "AsKs QhQd", "2c7d", 15_180, [4_970, 10_210], 0),
    ("five-card-stud", "nsw-poker", 52, "AsKs QhQd", "", 245_430_240, [65_158_668, 180_270_474], 1_098),
    ("five-card-stud", "nsw-poker", 32, "AsKs QhQd", "", 7_534_800, [2_683_712, 4_850_530], 558),
    ("seven-card-stud", "nsw-poker", 52, "AsKsQd 2h2d3c", "", 18_265_297_050, [8_645_210_345, 9_619_570_245], 516_460),
    ("seven-card-stud", "act-stud", 40, "AsKsQd 9h9d8c", "", 1_270_934_280, [583_727_367, 687_093_550], 113_363),
    ("seven-card-stud", "nsw-poker", 32, "AsKsQd 9h9d8c", "", 109_359_250, [55_567_596, 53_737_622], 54_032),
    ("razz", "us-stud", 52, "As2s3d 4h5d6c", "", 18_265_297_050, [9_651_514_149, 8_607_267_099], 6_515_802),
    ("draw", "nsw-poker", 52, "AsAhKdQcJs TsTh9d9c??", "", 43, [0, 43], 0),
    ("deuce-to-seven", "house", 52, "2c3d4h5s?? 7c6d4s3h2h", "", 43, [3, 40], 0),
    ("badugi", "house", 52, "Ac2d3h?? 4c5d6h7s", "", 45, [3, 42], 0),
]


@pytest.mark.parametrize(("game", "book", "size", "hands", "board", "deals", "wins", "ties"), GOLDEN)
def test_golden_counts(game, book, size, hands, board, deals, wins, ties):
    odds = equity(*hands.split(), game=game, rulebook=book, deck=size, board=board)
    assert odds.deals == deals
    assert [player.wins for player in odds.players] == wins
    assert all(player.ties == ({2: ties} if ties else {}) for player in odds.players)
    assert sum(odds.shares) == 1


# Game, rulebook, hands; deals, those without a low, and for each player scoops, high and low won by number of sharers.
SPLIT = [
    ("omaha-8", "house", "As2s3hKh QcQdJcJd", 1_086_008, 455_344,
     [(454_347, {1: 454_347, 2: 88}, {1: 630_664}), (301_017, {1: 631_573, 2: 88}, {})]),
    ("seven-card-stud-8", "us-stud", "As2s3d KhKdQc", 18_265_297_050, 8_643_794_250,
     [(5_618_216_341, {1: 5_618_216_341, 2: 274_070}, {1: 9_621_502_800}),
      (5_592_702_633, {1: 12_646_806_639, 2: 274_070}, {})]),
    ("seven-card-stud-split", "act-stud", "As2s3d4c KhKdQcQs", 141_181_040, 0,
     [(16_944_895, {1: 18_127_671}, {1: 139_821_738}), (176_526, {1: 123_053_369}, {1: 1_359_302})]),
    # 5-4-3-2 wins every badugi; three sevens and three eights make the better deuce-to-seven low, a six a straight.
    ("badeucy", "house", "2c3d4h5s?? 8c7d4s3h2h", 43, 0, [(6, {1: 43}, {1: 6}), (0, {}, {1: 37})]),
    # In ace-to-five the four sixes and the four aces make the better low too.
    ("badacey", "house", "2c3d4h5s?? 8c7d4s3h2h", 43, 0, [(14, {1: 43}, {1: 14}), (0, {}, {1: 29})]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "book", "hands", "deals", "no_low", "players"), SPLIT)
def test_golden_counts_of_split_pots(game, book, hands, deals, no_low, players):
    odds = equity(*hands.split(), game=game, rulebook=book)
    assert (odds.deals, odds.no_low) == (deals, no_low)
    assert [(player.scoops, player.high, player.low) for player in odds.players] == players


BOARD_GAMES = [
    ("texas-holdem", "nsw-poker", 52), ("texas-holdem", "nsw-poker", 36), ("texas-holdem", "nsw-poker", 32),
    ("texas-holdem", "house", 36), ("omaha", "nsw-poker", 52), ("two-card-manila", "nsw-poker", 32),
    ("two-card-manila", "nsw-poker", 36), ("three-card-manila", "nsw-poker", 32),
    ("three-card-manila", "nsw-poker", 36), ("five-card-omaha", "house", 52), ("greek-holdem", "house", 52),
    ("royal-holdem", "house", 20), ("rhode-island-holdem", "house", 52),
]  # fmt: skip


@pytest.mark.parametrize(("key", "book", "size"), BOARD_GAMES)
@pytest.mark.parametrize("seed", range(count(2, 20)))
def test_every_board_counted_again(key, book, size, seed):
    rules = rules_of(key, book, size)
    rng = random.Random(f"{key} {book} {size} {seed}")
    dealt = rng.sample(rules.deck.cards, min(30, size))
    players = 2 if seed == 0 else 3
    hands = [tuple(dealt.pop() for _ in range(rules.game.hole)) for _ in range(players)]
    known = 0 if size < 52 or seed == 0 else min(rng.choice([1, 3]), rules.game.board)
    board = tuple(dealt.pop() for _ in range(known))
    boards = every_board(rules, hands, board)
    rows = np.stack([strengths(*rules.halves[0], hand, boards) for hand in hands])
    odds = equity(*map(show, hands), game=key, rulebook=book, deck=size, board=show(board))
    assert odds.deals == len(boards)
    for player, counted in zip(odds.players, outcome(rows), strict=True):
        assert player.wins == counted.pop(1)
        assert player.ties == {k: number for k, number in counted.items() if number}


@pytest.mark.parametrize("seed", range(count(2, 20)))
def test_omaha_eight_or_better_counted_again(seed):
    rules = rules_of("omaha-8", None, None)
    rng = random.Random(seed)
    low_cards = [card for card in rules.deck.cards if card.rank <= 8 or card.rank == 14]
    dealt = rng.sample(low_cards, 13)
    hands, board = [tuple(dealt[0:4]), tuple(dealt[4:8]), tuple(dealt[8:12])], tuple(dealt[12:])
    boards = every_board(rules, hands, board)
    highs = np.stack([strengths(*rules.halves[0], hand, boards) for hand in hands])
    lows = np.stack([strengths(*rules.halves[1], hand, boards) for hand in hands])
    odds = equity(*map(show, hands), game="omaha-8", board=show(board))
    made = lows.max(axis=0) > 0
    best_high, best_low = highs == highs.max(axis=0), (lows == lows.max(axis=0)) & made
    assert odds.no_low == np.count_nonzero(~made)
    for place, player in enumerate(odds.players):
        alone = best_high[place] & (best_high.sum(axis=0) == 1)
        scoops = alone & (~made | (best_low[place] & (best_low.sum(axis=0) == 1)))
        assert player.scoops == np.count_nonzero(scoops)
        assert player.high == {k: n for k, n in outcome(highs)[place].items() if n}
        shared = {k: int(np.count_nonzero(best_low[place] & (best_low.sum(axis=0) == k))) for k in (1, 2, 3)}
        assert player.low == {k: n for k, n in shared.items() if n}


def holdings(rules, known, missing, left):
    """A player's possible holdings: their cards as bits, and as rows."""
    rows = np.array([(*known, *more) for more in combinations(left, missing)], np.uint8)
    bits = (np.uint64(1) << rows[:, len(known) :].astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return rows, bits


@pytest.mark.parametrize(
    ("key", "first", "second"),
    [
        ("five-card-stud", "As Ah", "Kd Qd Jd"),
        ("seven-card-stud", "As Ah 2c 3d", "Kd Qd Jd 5c 9h"),
        ("seven-card-stud-8", "As 2h 3c 4d 9d", "Kd Qd 6d 5c"),
        ("razz", "As 2h 3c 4d 9d", "Kd 8d 6d 5c"),
    ],
)
def test_stud_with_many_cards_to_come_counted_again(key, first, second):
    """So many deals that the kernel sweeps sorted holdings instead; here every pair of holdings is compared."""
    rules = rules_of(key, None, None)
    known = [cards(first), cards(second)]
    left = [int(card) for card in rules.deck.cards if card not in {*known[0], *known[1]}]
    (rows_a, bits_a), (rows_b, bits_b) = (holdings(rules, one, rules.game.hole - len(one), left) for one in known)
    values = [(batch(scale, rows_a, trusted=True), batch(scale, rows_b, trusted=True)) for scale in rules.scales]
    odds = equity(first, second, game=key)
    counted = dict.fromkeys(["deals", "win", "tie", "scoop", "low win"], 0)
    for at, bits in enumerate(bits_a):
        apart = (bits_b & bits) == 0
        ours, theirs = values[0][0][at], values[0][1][apart]
        better = ours > theirs
        counted["deals"] += int(np.count_nonzero(apart))
        counted["win"] += int(np.count_nonzero(better))
        counted["tie"] += int(np.count_nonzero(ours == theirs))
        if len(values) > 1:
            our_low, their_low = values[1][0][at], values[1][1][apart]
            counted["low win"] += int(np.count_nonzero(our_low > their_low))
            none = max(our_low, 0) + their_low == 0
            counted["scoop"] += int(np.count_nonzero(better & ((our_low > their_low) | none)))
    player = odds.players[0]
    assert odds.deals == counted["deals"] > 1_000_000
    if rules.game.is_split:
        assert (player.scoops, player.high[1], player.low[1]) == (counted["scoop"], counted["win"], counted["low win"])
    else:
        assert (player.wins, player.ties.get(2, 0)) == (counted["win"], counted["tie"])


def test_ranges_add_up_over_their_holdings():
    """QQ+ against AKs, one pair of holdings after the other."""
    whole = equity("QQ+", "AKs", board="2c 7d Jh")
    wins = ties = deals = 0
    for one in parse_range("QQ+"):
        for two in parse_range("AKs"):
            if not set(one) & set(two):
                odds = equity(show(one), show(two), board="2c 7d Jh")
                deals, wins = deals + odds.deals, wins + odds.players[0].wins
                ties += odds.players[0].ties.get(2, 0)
    assert (whole.deals, whole.players[0].wins, whole.players[0].ties.get(2, 0)) == (deals, wins, ties)


def test_before_the_flop_ranges_are_merged_by_suit():
    """AA against KK: 36 pairs of holdings, 3 classes (two suits, one suit or none in common) of 6, 24 and 6."""
    classes = [("AsAh", "KsKh", 6), ("AsAh", "KsKd", 24), ("AsAh", "KdKc", 6)]
    parts = [(equity(one, two), times) for one, two, times in classes]
    whole = equity("AA", "KK")
    assert whole.deals == 36 * comb(48, 5)
    assert whole.players[0].wins == sum(part.players[0].wins * times for part, times in parts)
    assert whole.players[0].ties == {2: sum(part.players[0].ties[2] * times for part, times in parts)}
