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
from openfelt.jackpots.matching import judge_for, qualified
from openfelt.lab import jackpots as lab
from openfelt.lab.matches import Match
from openfelt.room.events import SeatResult
from openfelt.room.jackpot_link import PlayedHand
from tests.conftest import count
from tests.jackpot_kit import event, parameters

SHORT = 32
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


@pytest.mark.parametrize("name", EVENTS)
def test_two_players_are_counted_as_brute_force_counts_them(name):
    given = parameters(EVENTS[name], deck=SHORT)
    judge, chance = judge_for(given), random.Random(f"boards of {name}")
    for _ in range(count(1, 40)):
        board = tuple(chance.sample(deck(SHORT).cards, 5))
        hits, deals = brute(given, board, 2)
        assert deals == comb(27, 2) * comb(25, 2)
        ((_, _, strengths, hole),) = lab.strengths_of(judge, np.array([board], dtype=np.uint8), np.array([1]))
        fit = np.flatnonzero(lab.allowed(judge, EVENTS[name])[strengths])
        made = lab.count_board(
            judge, EVENTS[name], np.array(board, dtype=np.uint8), (hole[fit], strengths[fit]), of_three=True
        )
        one = made.one * comb(25, 2)
        assert hits == (made.two if EVENTS[name].kind == "bad-beat" else 2 * one - made.two)


def test_three_players_are_counted_as_brute_force_counts_them():
    """Over pairs of a small graph: every ordered choice of three that share no card."""
    chance = random.Random("three")
    for _ in range(count(30, 500)):
        edges = np.array(sorted({tuple(sorted(chance.sample(range(12), 2))) for _ in range(chance.randint(1, 25))}))
        made = lab.matchings(edges, of_three=True)
        for players, found in ((2, made.two), (3, made.three)):
            apart = [
                several
                for several in permutations([tuple(one) for one in edges], players)
                if len({card for pair in several for card in pair}) == 2 * players
            ]
            assert found == len(apart)


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
    assert quads.hit is None
    assert quads.least < quads.most == 4 * quads.single
    assert quads.expected == 4 * quads.single


def test_more_players_are_bounded_and_too_few_hit_nothing():
    given = parameters(event("flush", hand="flush", dealt_in=3), deck=SHORT)
    (two,) = lab.chances(given, 2)
    assert two.hit == two.most == 0
    (three,) = lab.chances(given, 3)
    assert three.least <= three.hit <= three.most
    assert three.hit < three.expected


def test_bots_come_near_to_what_is_counted(tmp_path):
    """Callers stay to the end: their hits lie in the interval around the exact chance."""
    given = parameters(event("flush", hand="flush"), deck=SHORT)
    (exact,) = lab.chances(given, 2)
    match = Match(standard_sign("nsw-poker", "texas-holdem", deck=SHORT), ("caller", "caller"), 20_000, 7)
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
