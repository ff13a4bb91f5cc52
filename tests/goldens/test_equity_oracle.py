"""Every game on a deck reduced by dead cards: the kernel's counts are those of the slow oracle, number by number."""

from __future__ import annotations

import random

import pytest

from openfelt.cards import JOKER, UNKNOWN, cards, show
from openfelt.lab.equity import equity
from openfelt.lab.equity_games import GAMES, rules_of
from openfelt.lab.ranges import parse_range
from tests.conftest import count
from tests.equity_oracle import slow_equity

# A version of a game: rulebook, deck, and settings that change the scales.
VERSIONS = [
    (game.key, book, size, settings)
    for game in GAMES.values()
    for book, version in game.books.items()
    for size in version.decks
    for settings in (({}, {"ace_low_straights": True}) if book == "act-stud" and not game.halves[0].is_low else ({},))
]
VERSIONS += [
    ("seven-card-stud-split", "act-stud", 44, {"low_ace": False}),
    ("seven-card-stud-low", "act-stud", 52, {"low_ace": False}),
]
VERSIONS += [
    (key, book, size, {**settings, "joker": True}) for key, book, size, settings in VERSIONS if book == "act-stud"
]


def cards_to_come(rng: random.Random, game, players: int, most: int) -> list[int]:
    """How many cards each player and the board (last) still miss: few enough for the oracle."""
    if game.has_board:
        return [0] * players + [min(rng.choice([0, 1, 2, 5]), game.board)]
    return [rng.randint(0, min(most, game.hole)) for _ in range(players)] + [0]


def check(rules, settings, hands, board, to_come, dead, stock):
    """Ask both, compare everything."""
    game = rules.game
    texts = [show((*known, *[UNKNOWN] * missing)) for known, missing in hands]
    odds = equity(
        *texts,
        game=game.key,
        rulebook=rules.rulebook,
        deck=rules.deck.size,
        board=show(board),
        dead=show(dead),
        **settings,
    )
    deals, players = slow_equity(
        rules.halves, hands, (tuple(board), to_come), stock, community=game.has_board
    )  # fmt: skip
    assert odds.deals == deals
    for player, slow in zip(odds.players, players, strict=True):
        assert (player.wins, player.share) == (slow.wins, slow.share)
        assert player.ties == slow.ties
        if game.is_split:
            assert (player.high, player.low) == (slow.high, slow.low)
    assert sum(odds.shares) == 1


@pytest.mark.parametrize(("key", "book", "size", "settings"), VERSIONS)
@pytest.mark.parametrize("seed", range(count(2, 30)))
def test_kernel_counts_as_the_oracle_does(key, book, size, settings, seed):
    rules = rules_of(key, book, size, **settings)
    game = rules.game
    rng = random.Random(f"{key} {book} {size} {seed}")
    players = rng.choice([2, 2, 3])
    missing = cards_to_come(rng, game, players, most=3 if players == 2 else 1)
    deck = list(rules.deck.cards)
    rng.shuffle(deck)
    if rules.deck.joker:  # in the first hand, or still to come
        deck.remove(JOKER)
        deck.insert(rng.choice([0, len(deck)]), JOKER)
    hands = [(tuple(deck.pop() for _ in range(game.hole - missing[p])), missing[p]) for p in range(players)]
    board = tuple(deck.pop() for _ in range(game.board - missing[-1])) if game.has_board else ()
    left = rng.randint(sum(missing), sum(missing) + 2)
    check(rules, settings, hands, board, missing[-1], tuple(deck[left:]), deck[:left])


# Suited and paired cards, so that flushes, full houses and ties happen on almost every board.
CROWDED = [
    ("texas-holdem", 52, ["AhKh", "QhJh", "AsAd"], "", "2h 3h 4h 9h Ks Kd 9c 9d"),
    ("texas-holdem", 36, ["AhKh", "QhJh", "6s6d"], "", "6h 7h 8h 9h Ks Kd 9c 9d"),
    ("texas-holdem", 32, ["AhKh", "QhJh", "7s7d"], "", "7h 8h 9h Th Ks Kd 9c 9d"),
    ("omaha", 52, ["AhKhQsJs", "2h3hAsKs", "9c9dTh8h"], "", "4h 5h 6h 7s 8s 9s Ad Kd"),
    ("omaha-8", 52, ["AhKh2s3s", "Ad2d5h6h", "9c9dTh8h"], "", "4h 5d 4d 7h 8s 3h Ac Kd"),
    ("five-card-omaha", 52, ["AhKhQsJs2c", "2h3hAsKs2d", "9c9dTh8h2s"], "", "4h 5h 6h 7s 8s 9s Ad Kd"),
    ("greek-holdem", 52, ["AhKh", "QhJh", "AsAd"], "", "2h 3h 4h 9h Ks Kd 9c 9d"),
    ("royal-holdem", 20, ["AhKh", "QhJs", "TsTd"], "", "Th Jh Qs Ks Kd Ac Jc Tc"),
    ("rhode-island-holdem", 52, ["Ah", "Ad", "3c"], "", "2h 3h 4h Kh Qh As 2d 3d"),
    ("two-card-manila", 32, ["AhKh", "QhJh"], "", "7h 8h 9h Th Ks Kd 9c 9d"),
    ("two-card-manila", 36, ["6h7h", "AhJh"], "", "8h 9h Th Kh 6s 6d 9c Ad"),
    ("three-card-manila", 32, ["AhKhAd", "QhJhQd"], "", "7h 8h 9h Th Ks Kd 9c 9d"),
    ("three-card-manila", 36, ["6h7h6s", "AhJhTs"], "", "8h 9h Th Kh 6d 7d 9c Ad"),
]


@pytest.mark.parametrize(("key", "size", "hands", "board", "stock"), CROWDED)
def test_crowded_boards(key, size, hands, board, stock):
    rules = rules_of(key, None, size)
    stock = cards(stock)
    held = [(cards(hand), 0) for hand in hands]
    known = {card for hand, _ in held for card in hand} | set(stock)
    dead = tuple(card for card in rules.deck.cards if card not in known)
    check(rules, {}, held, cards(board), rules.game.board - len(cards(board)), dead, stock)


# Hands with cards missing, and the cards that may still come.
PARTIAL = [
    ("texas-holdem", 52, ["Ah ??", "?? ??"], "Tc Qd 8c", "2h 3h 4h 5h 6s As Kd 9c"),
    ("texas-holdem", 52, ["Ah ??", "?? ??", "Kh Ks"], "Tc Qd 8c 2d", "2h Th 4h Qh 6s As Kd"),
    ("omaha", 52, ["Ah Kh Qs ??", "As Ks ?? ??"], "Tc Qd 8c", "2h 3h 4h Ts Js 9s Ad 9d"),
    ("omaha-8", 52, ["Ah 2h 3s ??", "As 2s ?? ??"], "Tc Qd 8c", "4h 3h 4s 5s 6s 7h Ad 9d"),
    ("three-card-manila", 36, ["6h 7h ??", "Ah Kh ??"], "Tc Qd 8c", "8h 9h Th 6s 7s Ad 9d"),
    ("seven-card-stud", 52, ["Ah Kh Qh", "2s 3s 4s"], "", "Jh Th 9h 5s 6s 7s As Ks Ad"),
    ("seven-card-stud-8", 52, ["Ah 2h 3h", "2s 3s 4s"], "", "4h 5h 6h 5s 6s 7s As Ks 8d"),
    ("razz", 52, ["Ah 2h 3h 9c Tc", "2s 3s 4s 9d Td", "4c 5c 6d 9h Th"], "", "4h 5h 6h 5s 6s 7s As"),
    ("five-card-stud", 32, ["Ah Kh", "7s 8s Qs", "9c Qc Qd"], "", "Jh Th 9h 7d 8d 7c As Ks"),
    ("badugi", 52, ["Ah 2h ?? ??", "2s 3s ?? ??"], "", "4h 5h 6c 5s 6s 7d As Kd 8d"),
    ("badeucy", 52, ["7h 2h 4c ?? ??", "2s 3s 4s ?? ??"], "", "Ah 5h 3d 5s 6s 7d As Kd 8c"),
    ("badacey", 52, ["7h 2h 4c ?? ??", "2s 3s 4s ?? ??"], "", "Ah 5h 3d 5s 6s 7d As Kd 8c"),
    ("deuce-to-seven", 52, ["7h 2h ?? ?? ??", "2s 3s 4s ?? ??"], "", "4h 5h 3h 5s 6s 7d As Kd 8d"),
]


# Four to a flush, a straight or four of a kind beside the joker, and cards to come that make or spoil them.
WITH_JOKER = [
    ("seven-card-stud", 52, ["Ah Kh Qh Jk", "2s 3s 4s 5d"], "Jh Th 9h 6s As Ks Ad"),
    ("seven-card-stud", 52, ["Ah As Ad 2c", "Kc Kd Ks 3d"], "Jk Ac Kh 9h 9d 8c"),
    ("seven-card-stud", 32, ["7h 8h 9h Jk", "As Ad Ks Kd"], "Th Jh Ac Kc 7c 8c"),
    ("seven-card-stud-split", 40, ["5h 6h 7h Jk", "As Ad 5s 6d"], "8h 9h Ac Kc 7c 8c"),
    ("seven-card-stud-low", 52, ["Ah 2h 3h Jk", "4s 5s 6s 7d"], "8h 9h Ac 2c 3c 4c"),
    ("seven-card-stud-8", 52, ["Ah 2h 3h 4c", "4s 5s 6s 7d"], "Jk 8h 9h Ac 2c 5c"),
]


@pytest.mark.parametrize(("key", "size", "texts", "stock"), WITH_JOKER)
@pytest.mark.parametrize("settings", [{}, {"ace_low_straights": True}], ids=["ace high", "ace low"])
def test_a_joker_counts_as_the_card_it_stands_for(key, size, texts, stock, settings):
    """act-stud 2.3, 3.7: on every deal the hands are those of the rulebook's own words."""
    settings = settings if not GAMES[key].halves[0].is_low else {}
    rules = rules_of(key, "act-stud", size, joker=True, **settings)
    stock = cards(stock)
    held = [(cards(text), 7 - len(cards(text))) for text in texts]
    known = {card for hand, _ in held for card in hand} | set(stock)
    dead = tuple(card for card in rules.deck.cards if card not in known)
    check(rules, {**settings, "joker": True}, held, (), 0, dead, stock)


@pytest.mark.parametrize("hands", [("AsKsJk", "QhQdQc"), ("AsKsQs", "QhQdQc")])
def test_two_ways_of_counting_agree_on_a_joker(hands):
    """Two players' holdings are swept, and deals are drawn one by one: they share the tables, not the counting."""
    asked = {"game": "seven-card-stud", "rulebook": "act-stud", "joker": True}
    counted, drawn = equity(*hands, **asked), equity(*hands, **asked, samples=count(200_000, 20_000_000), seed=1)
    spread = (0.25 / drawn.deals) ** 0.5
    assert abs(float(counted.players[0].share) - float(drawn.players[0].share)) < 4 * spread


def test_a_joker_may_be_the_shared_card():
    rules = rules_of("seven-card-stud", "act-stud", 52, joker=True)
    stock = cards("Jk Ac 9d")
    held = [(cards("AhAs2c3c4d5d"), 0), (cards("KhKsKd7c8c9h"), 0)]
    known = {card for hand, _ in held for card in hand} | set(stock)
    dead = tuple(card for card in rules.deck.cards if card not in known)
    texts = [show(hand) for hand, _ in held]
    odds = equity(*texts, game="seven-card-stud", rulebook="act-stud", board="??", dead=show(dead), joker=True)
    deals, players = slow_equity(rules.halves, held, ((), 1), stock, community=False)
    assert (odds.deals, [player.wins for player in odds.players]) == (deals, [player.wins for player in players])


@pytest.mark.parametrize(("key", "size", "texts", "board", "stock"), PARTIAL)
def test_unknown_cards_are_dealt_in_every_way(key, size, texts, board, stock):
    rules = rules_of(key, None, size)
    known = [tuple(card for card in cards(text) if card != UNKNOWN) for text in texts]
    hands = [(some, rules.game.hole - len(some)) for some in known]
    board, stock = cards(board), cards(stock)
    live = {*board, *stock, *(card for some in known for card in some)}
    dead = tuple(card for card in rules.deck.cards if card not in live)
    check(rules, {}, hands, board, max(0, rules.game.board - len(board)), dead, stock)


def test_a_shared_seventh_card():
    """nsw-poker 17.5.2: when the stub runs out, one card serves as everyone's seventh."""
    rules = rules_of("seven-card-stud", None, None)
    one, two = cards("AhKhQh2c3d4s"), cards("2s3s5s5d4hKc")
    stock = cards("Jh Th 9h 4d As Ks Ad")
    dead = tuple(card for card in rules.deck.cards if card not in {*one, *two, *stock})
    odds = equity(show(one), show(two), game="seven-card-stud", board="??", dead=show(dead))
    deals, players = slow_equity(rules.halves, [(one, 0), (two, 0)], ((), 1), stock, community=False)
    assert (odds.deals, [player.wins for player in odds.players]) == (deals, [player.wins for player in players])
    known = equity(show(one), show(two), game="seven-card-stud", board="As")
    assert (known.deals, known.players[1].wins) == (1, 1)  # 5-4-3-2-A beats a pair of aces


@pytest.mark.parametrize("text", ["AKs, QQ", "AhKh, 9c9d", "random", "T9s-87s, AA"])
def test_a_range_is_the_sum_of_its_holdings(text):
    stock = cards("2h 3h 9c 9d Ts 9s 8s Qh Qd Ac Kc Ad")
    rules = rules_of("texas-holdem", None, None)
    one, board = cards("AhKh"), cards("2s 4h 9h")
    dead = tuple(card for card in rules.deck.cards if card not in {*one, *board, *stock})
    live = [holding for holding in parse_range(text) if set(stock).issuperset(holding)]
    odds = equity(show(one), text, board=show(board), dead=show(dead))
    deals, players = slow_equity(rules.halves, [(one, 0), live], (board, 2), stock, community=True)
    assert (odds.deals, odds.shares) == (deals, tuple(player.share for player in players))
