"""Random rounds pay what the rulebooks' matrices say, worked out here by another way: no settlement code, no kernel."""

import random
from collections import Counter
from itertools import combinations

import pytest

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.books.nz_big_raise.pit import BigRaiseSign
from openfelt.cards import FULL_DECK
from openfelt.pit import (
    Call,
    DeclareBonus,
    Fold,
    NextRound,
    NoMoreBets,
    Open,
    Raise,
    Round,
    Seat,
    Spot,
    Stay,
    Wager,
    play,
)
from tests.conftest import count

ROYAL, STRAIGHT_FLUSH, FOUR, FULL, FLUSH, STRAIGHT, THREE, TWO_PAIRS, PAIR, HIGH = range(9, -1, -1)
ANTE_ODDS = {ROYAL: 100, STRAIGHT_FLUSH: 20, FOUR: 10, FULL: 3, FLUSH: 2}
BONUS_ODDS = {ROYAL: 100, STRAIGHT_FLUSH: 50, FOUR: 40, FULL: 30, FLUSH: 20, STRAIGHT: 7, THREE: 7, TWO_PAIRS: 7}
RAISE_ODDS = {ROYAL: 500, STRAIGHT_FLUSH: 100, FOUR: 40, FULL: 8, FLUSH: 6, STRAIGHT: 4, THREE: 3, TWO_PAIRS: 2}


def five(hand):
    """Category and ranks of five cards, counted on fingers."""
    ranks = sorted((card // 4 + 2 for card in hand), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda one: (one[1], one[0]), reverse=True)
    shape = [times for _, times in groups]
    order = [rank for rank, _ in groups]
    flush = len({card % 4 for card in hand}) == 1
    top = 5 if ranks == [14, 5, 4, 3, 2] else ranks[0] if ranks == list(range(ranks[0], ranks[0] - 5, -1)) else 0
    if top and flush:
        return (ROYAL if top == 14 else STRAIGHT_FLUSH, [top])
    if shape[0] == 4:
        return (FOUR, order)
    if shape == [3, 2]:
        return (FULL, order)
    if flush:
        return (FLUSH, ranks)
    if top:
        return (STRAIGHT, [top])
    return ({3: THREE, 2: TWO_PAIRS if shape[:2] == [2, 2] else PAIR, 1: HIGH}[shape[0]], order)


def best(cards):
    return max(five(hand) for hand in combinations(cards, 5))


def three(cards):
    """What the Three Card Bonus pays to one, or None."""
    ranks = sorted(card // 4 + 2 for card in cards)
    flush = len({card % 4 for card in cards}) == 1
    straight = ranks in ([2, 3, 14], [ranks[0], ranks[0] + 1, ranks[0] + 2])
    if straight and flush:
        return 40
    if len(set(ranks)) == 1:
        return 30
    if straight:
        return 6
    if flush:
        return 3
    return 1 if len(set(ranks)) == 2 else None


def shuffled(rng):
    deck = list(FULL_DECK.cards)
    rng.shuffle(deck)
    return deck


def holdem_net(own, dealer, board, *, ante, bonus, declared, call):
    hand, house = best(own + board), best(dealer + board)
    net = 0
    if bonus:
        category, ranks = five(own + board[:3])
        odds = BONUS_ODDS.get(category, 7 if category == PAIR and ranks[0] == 14 else None)
        net += bonus * odds if declared and odds else -bonus
    if not call:
        return net - ante
    odds = ANTE_ODDS.get(hand[0], 1)
    if house < (PAIR, [4]):
        return net + ante * odds
    if hand == house:
        return net
    return net + (ante * odds + 2 * ante if hand > house else -3 * ante)


def test_canberra_holdem_pays_the_matrix():
    seen = Counter()
    for seed in range(count(1_500, 25_000)):
        rng = random.Random(f"act matrix {seed}")
        deck = shuffled(rng)
        table = Round(deck)
        play(table, Open(HoldemSign(max_payout=10**9), (Seat(1, "Ann", 10**6), Seat(2, "Bob", 10**6))))
        bets = {}
        for box, name in ((1, "Ann"), (2, "Bob")):
            ante, bonus = rng.randrange(1000, 5000, 500), rng.choice((0, 500))
            play(table, Wager(name, box, Spot.ANTE, ante))
            if bonus:
                play(table, Wager(name, box, Spot.BONUS, bonus))
            bets[box] = (ante, bonus, bool(bonus) and rng.random() < 0.7, rng.random() < 0.8)
        play(table, NoMoreBets())
        for box, (ante, _, declared, call) in bets.items():
            if declared:
                play(table, DeclareBonus(box))
            play(table, Call(box, 2 * ante) if call else Fold(box))
        own = {1: [deck[0], deck[3]], 2: [deck[1], deck[4]]}
        dealer, board = [deck[2], deck[5]], deck[6:11]
        nets = dict(table.outcome.nets)
        for box, name in ((1, "Ann"), (2, "Bob")):
            ante, bonus, declared, call = bets[box]
            facts = {"ante": ante, "bonus": bonus, "declared": declared, "call": call}
            assert nets[name] == holdem_net(own[box], dealer, board, **facts), (seed, box)
            seen[best(own[box] + board)[0]] += 1
        assert table.bank == -sum(nets.values())
    assert len(seen) >= 7


def big_raise_net(own, community, *, ante, bonus, bet):
    net = 0
    if bonus:
        odds = three(own)
        net += bonus * odds if odds else -bonus
    if not bet:
        return net - ante
    category, ranks = five(own + community)
    if category > PAIR:
        return net + ante + bet * RAISE_ODDS[category]
    if category == PAIR and ranks[0] >= 10:
        return net + ante + bet
    if category == PAIR and ranks[0] >= 6:
        return net
    return net - ante - bet


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_big_raise_pays_the_matrix(device):
    for seed in range(count(1_500, 25_000)):
        rng = random.Random(f"nz matrix {device} {seed}")
        deck = shuffled(rng)
        table = Round(deck)
        sign = BigRaiseSign(device=device, max_raise_payout=10**9)
        play(table, Open(sign, (Seat(1, "Ann", 10**6), Seat(2, "Bob", 10**6))))
        bets = {}
        for box, name in ((1, "Ann"), (2, "Bob")):
            ante, bonus = rng.randrange(1000, 5000, 500), rng.choice((0, 500))
            times, blind = rng.randint(0, 4), rng.random() < 0.3
            play(table, Wager(name, box, Spot.ANTE, ante))
            if bonus:
                play(table, Wager(name, box, Spot.BONUS, bonus))
            if blind:
                play(table, Wager(name, box, Spot.BET, ante * (times or 2)))
            bets[box] = (ante, bonus, times * ante, blind)
        play(table, NoMoreBets())
        for box, (_, _, bet, blind) in bets.items():
            play(table, Fold(box) if not bet else Stay(box) if blind else Raise(box, bet))
        if device == "shoe":
            own, community = {1: [deck[0], deck[3], deck[6]], 2: [deck[1], deck[4], deck[7]]}, [deck[2], deck[5]]
        else:
            own, community = {1: deck[:3], 2: deck[3:6]}, deck[7:9]
        nets = dict(table.outcome.nets)
        for box, name in ((1, "Ann"), (2, "Bob")):
            ante, bonus, bet, _ = bets[box]
            assert nets[name] == big_raise_net(own[box], community, ante=ante, bonus=bonus, bet=bet), (seed, box)


def test_the_shoe_is_empty_after_a_round_and_the_next_needs_new_cards():
    table = Round(FULL_DECK.cards)
    play(table, Open(HoldemSign(), (Seat(1, "Ann", 10**6),)))
    play(table, Wager("Ann", 1, Spot.ANTE, 1000))
    play(table, NoMoreBets())
    play(table, Fold(1))
    assert table.shoe == []
    play(table, NextRound())
    play(table, Wager("Ann", 1, Spot.ANTE, 1000))
    play(table, NoMoreBets())
    assert table.phase == "dealing"
