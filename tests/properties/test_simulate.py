"""Simulations play the real engine: the same whoever plays, within their intervals, and no outcome nobody listed."""

import json
import math
import os
import random
import signal
import subprocess
import sys
import time
from itertools import product
from math import comb
from pathlib import Path

import pytest
from distributed import LocalCluster
from hypothesis import given
from hypothesis import strategies as st

from openfelt.books.act_holdem.pit import HoldemSign
from openfelt.books.nz_big_raise.pit import BigRaiseSign
from openfelt.cards import FULL_DECK
from openfelt.cli import main
from openfelt.errors import InvariantBroken, NotationError
from openfelt.lab import simulate
from openfelt.lab.banked import banked, banked_games
from openfelt.lab.deals import locate, pairs, threes
from openfelt.lab.price import Outcome, Price
from openfelt.lab.session import play_session, ruin
from openfelt.lab.workers import Team, team
from openfelt.pit import Open, Round, Seat, Viewer, sign_for, view
from tests.conftest import count

SIGNS = {key: sign_for(key) for key in banked_games()}


def task(key, strategy="optimal", seed=5, bonus=500, sign=None):
    return simulate.Task(sign or SIGNS[key], strategy, 1000, bonus, seed)


# --- the same whoever plays -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone():
    return simulate.simulate(task("nz-big-raise"), 2500)


def test_processes_play_the_same_rounds(alone):
    with team(jobs=2) as by:
        assert simulate.simulate(task("nz-big-raise"), 2500, by) == alone


def test_a_cluster_plays_the_same_rounds(alone):
    with (
        LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=None
        ) as cluster,
        team(cluster=cluster.scheduler_address) as by,
    ):
        assert by.workers == 2
        assert simulate.simulate(task("nz-big-raise"), 2500, by) == alone


def test_another_seed_plays_other_rounds(alone):
    assert simulate.simulate(task("nz-big-raise", seed=6), 2500) != alone


def test_chunks_cover_every_round_once():
    chunks = simulate.chunks_of(task("act-holdem"), 2 * simulate.CHUNK + 1)
    assert [(chunk.number, chunk.rounds) for chunk in chunks] == [(0, simulate.CHUNK), (1, simulate.CHUNK), (2, 1)]


def test_each_chunk_has_a_seed_of_its_own():
    own = task("nz-big-raise")
    assert simulate.play_chunk(simulate.Chunk(own, 0, 200)) != simulate.play_chunk(simulate.Chunk(own, 1, 200))


def test_results_come_in_the_order_of_the_chunks():
    with team(jobs=2) as by:
        assert list(by.each(abs, [-3, 1, -2])) == [3, 1, 2]
    assert list(Team().each(abs, [-3, 1, -2])) == [3, 1, 2]


def test_teams_are_bounded_and_not_mixed():
    for wrong in ({"jobs": 0}, {"jobs": 10_000}, {"jobs": 2, "cluster": "tcp://127.0.0.1:1"}):
        with pytest.raises(NotationError), team(**wrong):
            pass


# --- beside the exact figures -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "player"), list(product(banked_games(), ("optimal", "rule-of-thumb", "naive"))))
def test_intervals_contain_the_exact_figures(key, player):
    """Five standard deviations: a right engine fails this once in a million runs, and the seed is fixed anyhow."""
    found = simulate.simulate(task(key, player, seed=2007), count(1000, 20_000))
    sheet = banked(key).sheet(strategy=player)
    simulate.require_possible(found, sheet.main)
    for one in simulate.estimates(found, sheet, 500, confidence=1 - 6e-7):
        assert one.holds, one


READINGS = [HoldemSign(unqualified_call="paid"), HoldemSign(unqualified_tie="void"), HoldemSign(folded_bonus="lost"),
            HoldemSign(unqualified_lower="void"),
            HoldemSign(auto_declare=True), BigRaiseSign(ante_pays="raise-table"), BigRaiseSign(sevens="lose"),
            BigRaiseSign(standoff_ante="paid"), BigRaiseSign(max_raise_payout=3000)]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("at", range(len(READINGS)))
def test_the_engine_pays_what_the_outcome_table_says(at):
    """Under each reading the engine and the price read the same sign."""
    sign = READINGS[at]
    found = simulate.simulate(task(sign.rulebook, sign=sign, seed=at), count(500, 10_000))
    sheet = banked(sign.rulebook).sheet(sign, bonus=500)
    assert set(found.nets) <= set(sheet.main.distribution)
    bonus = {net // 2 for net in sheet.sides[0].distribution}  # priced for 1000 cents, staked 500
    assert set(found.bonus) <= bonus
    for one in simulate.estimates(found, sheet, 500, confidence=1 - 6e-7):
        assert one.holds, one


def test_a_simulation_stands_beside_the_price_at_the_same_stakes(capsys):
    """act-holdem 7.3: with a bonus to forfeit the best player folds less, as `edge --bonus` says."""
    sign = HoldemSign(folded_bonus="lost")
    sheet = banked("act-holdem").sheet(sign, bonus=500)
    stakes = ["act-holdem", "--set", "folded_bonus=lost", "--bonus", "500", "--rounds", "10", "--json"]
    with pytest.raises(SystemExit):
        main(["simulate", *stakes])
    found = {one["name"]: one["exact"] for one in json.loads(capsys.readouterr().out)["estimates"]}
    assert found["player folds"] == "6829/38675" == str(sheet.main.frequency(decision="fold"))
    assert found["expected value"] == str(sheet.main.expected)
    assert found["Super Aces Bonus: expected value"] == "-5809/92820"


def test_the_best_player_does_not_fold_a_bonus_it_would_forfeit():
    """The same cards bring the same bonus, whether folding would forfeit it or not: what wins is never folded."""
    kept, forfeited = (
        simulate.simulate(task("act-holdem", sign=HoldemSign(folded_bonus=reading)), 2000)
        for reading in ("declared-paid", "lost")
    )
    assert forfeited.bonus == kept.bonus
    assert forfeited.decisions["fold"] < kept.decisions["fold"]


def test_a_result_nobody_listed_is_our_fault():
    tally = simulate.Tally(nets=simulate.Counter({7: 1}))
    with pytest.raises(InvariantBroken, match="7"):
        simulate.require_possible(tally, Price("p", 1, (Outcome("d", "r", "h", 1, 1, 1),)))


def test_a_player_does_not_decide_on_cards_it_cannot_see():
    table = Round(shoe=FULL_DECK.cards)
    simulate.play(table, Open(SIGNS["nz-big-raise"], (Seat(1, "player", 100_000),)))
    simulate.play(table, simulate.Wager("player", 1, simulate.Spot.ANTE, 1000))
    simulate.play(table, simulate.NoMoreBets())
    choose = simulate.player_for(SIGNS["nz-big-raise"], "optimal", 1000)
    assert choose(view(table, Viewer("player", "player")))
    with pytest.raises(InvariantBroken):
        choose(view(table, Viewer("rail")))


@given(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True))
def test_cards_are_found_in_the_arrays(five):
    """Renaming suits keeps ranks, and which cards share a suit."""
    row, column = locate(five[:3], five[3:])
    found = [*threes()[row].tolist(), *pairs()[row, column].tolist()]
    assert sorted(card >> 2 for card in five[:3]) == sorted(card >> 2 for card in found[:3])
    assert sorted(card >> 2 for card in five[3:]) == sorted(card >> 2 for card in found[3:])

    def sharing(cards):
        return sorted(sorted(card >> 2 for card in cards if card & 3 == suit) for suit in range(4))

    assert sharing(five) == sharing(found)


# --- intervals and sessions -------------------------------------------------------------------------------------------


def test_intervals_cover_as_often_as_they_say():
    """A thousand samples of a known coin: 95 % intervals hold about 950 times (seed 3)."""
    generator = random.Random(3)
    held = 0
    for _ in range(1000):
        heads = sum(generator.random() < 0.25 for _ in range(200))
        held += simulate.share_of("heads", heads, 200, simulate.Fraction(1, 4), 1.959964).holds
    assert 925 <= held <= 975


def test_one_round_says_little_and_its_interval_shows_it():
    """The spread is the exact one of a round, so that one round gives no interval of nothing, nor 100 equal ones."""
    sheet = banked("nz-big-raise").sheet()
    for rounds in (1, 100):
        found = simulate.mean_of("expected value", {-1000: rounds}, 1000, sheet.main, 1.959964)
        half = 1.959964 * math.sqrt(sheet.main.variance / rounds)
        assert (found.mean, found.low, found.high) == pytest.approx((-1, -1 - half, -1 + half))
    halved = simulate.mean_of("expected value", {-500: 1}, 500, sheet.main, 1.959964)
    assert halved.mean == -1.0, "in stakes, whatever was staked"


def test_a_session_is_the_exact_convolution():
    price = banked("nz-big-raise").sheet().main
    exact = {0: 1}
    for _ in range(3):
        grown: dict[int, int] = {}
        for sofar, ways in exact.items():
            for net, deals in price.distribution.items():
                grown[sofar + net] = grown.get(sofar + net, 0) + ways * deals
        exact = grown
    played = play_session(price, 3)
    found = {round(result * price.stake): chance for result, chance in zip(played.results, played.chances, strict=True)}
    for net, ways in exact.items():
        assert found.get(net, 0.0) == pytest.approx(ways / price.deals**3, rel=1e-12, abs=1e-16)
    assert played.lost < 1e-12


def test_a_session_of_too_many_different_results_is_refused():
    price = banked("nz-big-raise").sheet(BigRaiseSign(unit=1, max_raise_payout=99_999)).main
    with pytest.raises(NotationError, match="too fine for a session"):
        play_session(price, 10)


def test_ruin_of_a_fair_coin():
    """Four tosses, 16 ways. By reflection, P(ever at -2) = P(end at -2 or below) + P(end below -2) = 5/16 + 1/16."""
    coin = Price("coin", 1, (Outcome("", "heads", "", 1, 1, 1), Outcome("", "tails", "", 1, 1, -1)))
    assert ruin(coin, 4, 2) == (comb(4, 1) + 1 + 1) / 16
    assert ruin(coin, 1, 2) == 0


# --- the command ------------------------------------------------------------------------------------------------------


def test_json_does_not_depend_on_jobs(command):
    args = ("simulate", "nz-big-raise", "--rounds", "1200", "--seed", "8", "--json")
    first = command(*args)
    assert first[0] == 0
    assert first == command(*args, "--jobs", "2")
    found = json.loads(first[1])
    assert list(found) == ["game", "player", "rounds", "seed", "ante", "bonus", "confidence", "staked", "decisions",
                           "nets", "bonus_nets", "estimates"]  # fmt: skip
    assert sum(found["nets"].values()) == sum(found["decisions"].values()) == found["rounds"] == 1200
    assert list(found["estimates"][0]) == ["name", "mean", "low", "high", "exact", "holds"]


BAD = [
    (["roulette"], "no game 'roulette' to simulate; allowed: act-holdem, nz-big-raise"),
    (["nz-big-raise", "--rounds", "0"], "0 rounds are not 1 to 1000000000"),
    (["nz-big-raise", "--jobs", "0"], "0 jobs are not 1 to 512"),
    (["nz-big-raise", "--ante", "7"], "ante of $0.07 is not $10 to $500, in multiples of $5"),
    (["nz-big-raise", "--bonus", "7"], "bonus of $0.07 is not $5 to $100, in multiples of $5"),
    (["nz-big-raise", "--player", "nobody"], "no strategy 'nobody' for nz-big-raise, nor a file"),
    (["nz-big-raise", "--player", "blind-2"], "blind-2 is priced, not played"),
    (["nz-big-raise", "--confidence", "1"], "a confidence of 1.0 is not 0.5 to 0.999999999"),
    (["nz-big-raise", "--confidence", "0.9999999999999999"], "is not 0.5 to 0.999999999"),
    (["nz-big-raise", "--confidence", "0.49"], "is not 0.5 to 0.999999999"),
    (["nz-big-raise", "--seed", "-1"], "-1 is not in the range x>=0"),
    (["nz-big-raise", "--jobs", "2", "--cluster", "tcp://127.0.0.1:1"], "a cluster has its own workers"),
]


@pytest.mark.parametrize(("args", "said"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_a_mistake_is_one_line(command, args, said):
    code, out, err = command("simulate", *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_scheduler_that_does_not_answer_is_named(command, monkeypatch):
    monkeypatch.setattr("openfelt.lab.workers.CONNECT_SECONDS", 0.2)
    code, out, err = command("simulate", "nz-big-raise", "--cluster", "tcp://127.0.0.1:1")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "no scheduler answers at 'tcp://127.0.0.1:1'" in err


def children(of: int) -> list[str]:
    """The processes that a process has started."""
    return Path(f"/proc/{of}/task/{of}/children").read_text(encoding="ascii").split()


@pytest.mark.slow
@pytest.mark.usefixtures("heeds_interrupts")
@pytest.mark.parametrize("later", [0.1, 2.0])
def test_an_interrupt_ends_a_team_with_one_word(later):
    """As Ctrl-C does: the signal reaches the workers too, while they start and while they play."""
    command = [sys.executable, "-m", "openfelt", "simulate", "nz-big-raise", "--rounds", "100000000", "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as one:
        while len(children(one.pid)) < 3:  # two workers, and one that tidies up after them
            time.sleep(0.01)
        time.sleep(later)
        os.killpg(one.pid, signal.SIGINT)
        try:
            out, err = one.communicate(timeout=60)
        finally:
            if one.poll() is None:
                os.killpg(one.pid, signal.SIGKILL)
    assert (one.returncode, out, err.decode().strip()) == (130, b"", "interrupted")
