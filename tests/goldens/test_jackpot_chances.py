"""How often a jackpot is hit: every deal counted, against brute force with 32 cards, and known numbers with 52."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from click.testing import CliRunner

from openfelt.cards import deck
from openfelt.cli.main import root
from openfelt.games.standard import standard_sign
from openfelt.jackpots import write_parameters
from openfelt.jackpots.matching import judge_for, matches, qualified
from openfelt.lab import jackpots as lab
from openfelt.lab import pairings
from openfelt.lab.jackpot_deals import sampled
from openfelt.lab.matches import Match, share
from openfelt.lab.pairings import by_formula, matchings
from openfelt.lab.pairings import deals as count_deals
from openfelt.room.jackpot_link import PlayedHand
from openfelt.room.results import SeatResult
from tests.conftest import count
from tests.jackpot_kit import event, parameters

SHORT = 32
lab_boards = lab.boards
EVENTS = {
    "royal": event(hand="royal flush"),
    "quads with both": event(hand="four of a kind", both_cards=True),
    "flush": event(hand="flush"),
    "high": event(kind="high-hand", least="As Ah Ad Ks Kh"),
    "beat": event(kind="bad-beat", least="7s 7h 7d 8s 8h"),
    "beat with both": event(kind="bad-beat", least="As Ah Ad Ks Kh", both_cards=True),
}


def hand_of(holdings, board):
    """A hand in which everyone stays and shows."""
    results = tuple(SeatResult(at, f"p{at}", 100, shown=held) for at, held in enumerate(holdings, start=1))
    return PlayedHand(1, 0, results, board)


def brute(given, board, players):
    """Every deal of so many players with a board, one by one, judged as a claim is."""
    judge = judge_for(given)
    rest = [card for card in deck(SHORT).cards if card not in board]
    pairs = list(combinations(rest, 2))
    hits = deals = 0
    for holdings in permutations(pairs, players):
        if len({card for held in holdings for card in held}) < 2 * players:
            continue
        deals += 1
        hits += bool(qualified(judge, given.events[0], hand_of(holdings, board)).players)
    return hits, deals


@pytest.mark.slow
@pytest.mark.parametrize("name", EVENTS)
def test_two_players_are_counted_as_brute_force_counts_them(name):
    given = parameters(EVENTS[name], deck=SHORT)
    chance = random.Random(f"boards of {name}")
    for _ in range(count(1, 40)):
        board = tuple(chance.sample(deck(SHORT).cards, 5))
        hits, deals = brute(given, board, 2)
        assert deals == comb(27, 2) * comb(25, 2)
        made = counted(EVENTS[name], board, 2)
        assert made.least == made.most == hits
        assert made.one * comb(25, 2) <= deals


def counted(given, board, players):
    """What the laboratory counts for one board of 32 cards."""
    judge = judge_for(parameters(given, deck=SHORT))
    ((cards, _, strengths, hole),) = lab.strengths_of(judge, np.array([board], dtype=np.uint8), np.array([1]))
    fit = lab.allowed(judge, given)[strengths]
    return lab.count_board(judge, given, lab.Dealt(cards, hole, strengths, fit), players)


def three_by_brute_force(given, board):
    """Every deal of three players with a board: how often the event is hit, told as the clause tells it."""
    judge = judge_for(parameters(given, deck=SHORT))
    pairs = list(combinations([card for card in deck(SHORT).cards if card not in board], 2))
    worth = np.array([judge.strength(held, board) for held in pairs])
    fit = np.array(
        [
            matches(judge, given, one) and (given.both_cards is not True or judge.uses_both(held, board, one))
            for held, one in zip(pairs, worth.tolist(), strict=True)
        ]
    )
    apart = np.array([[not {*one} & {*other} for other in pairs] for one in pairs])
    hits = 0
    for at in range(len(pairs)):
        there = apart[at][:, None] & apart[at][None, :] & apart
        if given.kind != "bad-beat":
            hits += int((there & (fit[at] | fit[:, None] | fit[None, :])).sum())
            continue
        best = np.maximum(worth[at], np.maximum(worth[:, None], worth[None, :]))
        several = ((worth[at], fit[at]), (worth[:, None], fit[:, None]), (worth[None, :], fit[None, :]))
        wins = sum(ok & (mine == best) for mine, ok in several) > 0
        loses = sum(ok & (mine < best) for mine, ok in several) > 0
        hits += int((there & wins & loses).sum())
    return hits


@pytest.mark.parametrize("name", EVENTS)
def test_three_players_are_counted_as_brute_force_counts_them(name):
    chance = random.Random(f"three boards of {name}")
    for _ in range(count(1, 10)):
        board = tuple(chance.sample(deck(SHORT).cards, 5))
        made = counted(EVENTS[name], board, 3)
        assert made.least == made.most == three_by_brute_force(EVENTS[name], board)


def pairs_of(chance, cards, most):
    return np.array(sorted({tuple(sorted(chance.sample(range(cards), 2))) for _ in range(chance.randint(1, most))}))


def test_pairs_that_share_no_card_are_counted_as_brute_force_counts_them():
    """Over pairs of a small graph: every choice of up to five that share no card, by formula and class by class."""
    chance = random.Random("matchings")
    for _ in range(count(60, 1_000)):
        edges = pairs_of(chance, 12, 25)
        found = matchings(edges, 5)
        assert found[:4] == by_formula(edges, 3)
        for many in range(6):
            several = combinations([tuple(one) for one in edges], many)
            assert found[many] == sum(len({card for pair in one for card in pair}) == 2 * many for one in several)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bad_beats_of_several_players_are_counted_as_brute_force_counts_them(players):
    """Eight cards, strengths and fitness out of a hat: the best hand of all has to fit, and a weaker one, too."""
    chance = random.Random(f"beats of {players}")
    pairs = list(combinations(range(8), 2))
    edges = np.array(pairs)
    for _ in range(count(3, 60)):
        worth = np.array([chance.randint(1, 5) for _ in pairs])
        fit = np.array([chance.random() < 0.6 and one >= 2 for one in worth])
        hits = deals = 0
        for dealt in permutations(range(len(pairs)), players):
            if len({card for one in dealt for card in pairs[one]}) == 2 * players:
                deals += 1
                best = max(worth[one] for one in dealt)
                hits += len({worth[one] == best for one in dealt if fit[one]}) == 2
        assert deals == count_deals(players, 8)
        assert lab.beaten(edges, worth, fit, players, 8) == hits


def test_what_has_too_little_in_common_is_bounded_and_says_so(monkeypatch):
    """A graph that is given up: the bounds hold the exact number, and the command says that they are bounds."""
    chance = random.Random("bounds")
    edges = pairs_of(chance, 20, 60)
    exact = lab.held(edges, 5, 20)
    assert exact[0] == exact[1]
    monkeypatch.setattr(pairings, "MOST_STATES", 1)
    pairings.counted.cache_clear()
    least, most = lab.held(edges, 5, 20)
    assert least < exact[0] < most
    given = parameters(event("flush", hand="flush"), deck=SHORT)
    monkeypatch.setattr(lab, "boards", lambda size: tuple(part[::200] for part in lab_boards(size)))
    (bounded,) = lab.chances(given, 5)
    assert bounded.hit is None
    assert bounded.least < bounded.most
    pairings.counted.cache_clear()


@pytest.mark.parametrize("name", EVENTS)
def test_deals_at_random_lie_around_what_the_claims_judge_says(name):
    """Some deals judged one by one as a claim is, and many dealt at random at once: their intervals meet."""
    given, chance = parameters(EVENTS[name], deck=SHORT), random.Random(f"deals of {name}")
    judge, cards, one = judge_for(given), deck(SHORT).cards, given.events[0]
    how = {"both_cards": one.both_cards is True, "beaten": one.kind == "bad-beat"}
    dealt = sampled(judge.scale, lab.allowed(judge, one), 3, **how, deals=100_000)
    hits, hands = 0, count(4_000, 40_000)
    for _ in range(hands):
        several = chance.sample(cards, 11)
        holdings = [several[at : at + 2] for at in (5, 7, 9)]
        hits += bool(
            qualified(judge, given.events[0], hand_of([tuple(one) for one in holdings], tuple(several[:5]))).players
        )
    judged = share(hits, hands, 0.9999)
    assert judged.low <= dealt.often.high
    assert dealt.often.low <= judged.high
    assert dealt.often.low < dealt.often.mean <= dealt.winners


def test_an_event_that_is_too_common_to_be_counted_is_dealt_at_random_and_says_so(monkeypatch, tmp_path):
    """The interval has the exact number in it, and the command says how wide it is and of how many deals."""
    given = parameters(event("flush", hand="flush"), deck=SHORT)
    (exact,) = lab.chances(given, 4)
    assert (exact.deals, exact.least, exact.most) == (0, exact.hit, exact.hit)
    monkeypatch.setattr(lab, "TOO_MUCH", 1)
    monkeypatch.setattr(lab, "DEALS", 100_000)
    (dealt,) = lab.chances(given, 4)
    assert dealt.hit is None
    assert dealt.deals == 100_000
    assert dealt.least < exact.hit < dealt.most
    assert dealt.most - dealt.least < exact.hit / 10
    assert abs(dealt.expected - exact.expected) < exact.expected / 10
    file = tmp_path / "jackpot.toml"
    file.write_text(write_parameters(given), encoding="utf-8")
    told = CliRunner().invoke(root, ["jackpot", str(file), "--players", "4"])
    assert told.exit_code == 0, told.output
    assert "100,000 deals at random, 99%" in told.output
    assert "wide" in told.output
    (row,) = json.loads(CliRunner().invoke(root, ["jackpot", str(file), "--players", "4", "--json"]).output)["events"]
    assert (row["exact"], row["deals"], row["width"]) == (False, 100_000, row["most"] - row["least"])


@pytest.mark.parametrize(("spent", "done", "gives_up"), [(60_000_000, 1, False), (60_000_001, 1, True)])
def test_counting_is_given_up_for_what_it_has_cost(spent, done, gives_up):
    assert lab.is_too_much(pairings.Effort(spent), done, 100) is gives_up


@pytest.mark.parametrize(("done", "spent", "gives_up"), [(63, 10**6, False), (64, 10**6, True), (64, 38_400, False)])
def test_counting_is_given_up_for_what_it_would_cost(done, spent, gives_up):
    """By the first 64 boards of a hundred thousand: 38,400 for them come to sixty million for all."""
    assert lab.is_too_much(pairings.Effort(spent), done, 100_000) is gives_up


def test_boards_stand_for_all_of_them():
    for size, kinds in ((SHORT, None), (36, None)):
        boards, weights = lab.boards(size)
        assert int(weights.sum()) == comb(size, 5)
        assert kinds is None or len(boards) == kinds


@pytest.mark.slow
def test_the_chance_of_one_player_is_the_known_one():
    """Of C(52,7) = 133,784,560 hands of seven cards 4,324 hold a royal flush and 224,848 are four of a kind."""
    given = parameters(event("royal", hand="royal flush"), event("quads", hand="four of a kind"))
    royal, quads = lab.chances(given, 4)
    assert royal.single == Fraction(4_324, 133_784_560)
    assert quads.single == Fraction(224_848, 133_784_560)
    assert quads.least == quads.hit == quads.most < 4 * quads.single
    assert quads.expected == 4 * quads.single


@pytest.mark.slow
def test_several_at_once_hit_once_and_too_few_hit_nothing():
    given = parameters(event("flush", hand="flush", dealt_in=3), deck=SHORT)
    (two,) = lab.chances(given, 2)
    assert two.hit == two.most == 0
    (three,) = lab.chances(given, 3)
    assert three.least == three.hit == three.most < three.expected


def test_bots_come_near_to_what_is_counted(tmp_path):
    """Callers stay to the end: their hits lie in the interval around the exact chance."""
    given = parameters(event("flush", hand="flush"), deck=SHORT)
    (exact,) = lab.chances(given, 4)
    match = Match(standard_sign("nsw-poker", "texas-holdem", deck=SHORT), ("caller",) * 4, 20_000, 7)
    (played,) = lab.play(given, match, count(400, 20_000), confidence=0.9999, progress=lambda _: None)
    assert played.often.low <= float(exact.hit) <= played.often.high


def test_the_command_prices_a_file_and_names_what_is_wrong(tmp_path):
    run = CliRunner()
    file = tmp_path / "jackpot.toml"
    file.write_text(write_parameters(parameters(event("flush", hand="flush"), deck=SHORT)), encoding="utf-8")
    chart = tmp_path / "chart.svg"
    told = run.invoke(
        root, ["jackpot", str(file), "--bots", "caller,caller", "--hands", "50", "--json", "--chart", str(chart)]
    )
    assert told.exit_code == 0, told.output
    assert json.loads(told.output)["events"][0]["hands_to_hit"] is not None
    assert chart.read_text(encoding="utf-8").startswith("<?xml")
    gaps = tmp_path / "gaps.toml"
    gaps.write_text('book = "nsw-poker"\n', encoding="utf-8")
    told = run.invoke(root, ["jackpot", str(gaps)], standalone_mode=False)
    assert "30.5.1" in told.output
    for words in (["nothing.toml"], [str(file), "--players", "1"], [str(file), "--chart", "x.gif"]):
        assert run.invoke(root, ["jackpot", *words], standalone_mode=False).exception is not None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--confidence", "2"), "is not 0.5 to 0.999999999"),
        (("--confidence", "nan"), "is not 0.5 to 0.999999999"),
        (("--pool", "-1"), "--pool -1 is no amount in cents"),
        (("--seed", "3"), "--seed is for hands that bots play: give --bots too"),
        (("--hands", "9"), "--hands is for hands that bots play: give --bots too"),
        (("--confidence", "0.9"), "--confidence is for hands that bots play: give --bots too"),
        (("--bots", "caller,caller", "--players", "2"), "--players has no use with --bots"),
    ],
)
def test_options_that_have_no_use_are_refused_and_not_ignored(tmp_path, options, said):
    file = tmp_path / "jackpot.toml"
    file.write_text(write_parameters(parameters(event("flush", hand="flush"), deck=SHORT)), encoding="utf-8")
    told = CliRunner().invoke(root, ["jackpot", str(file), *options], standalone_mode=False)
    assert said in str(told.exception)
