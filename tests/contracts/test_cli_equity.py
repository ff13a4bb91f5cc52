"""`openfelt equity`: what it prints, its JSON, its refusals, and that a long count says so and can be stopped."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from fractions import Fraction
from functools import partial
from math import comb

import pytest

import openfelt
from openfelt.cli.equity import Meter, spoken
from openfelt.errors import NotationError, RuleViolation

COMMAND = [sys.executable, "-c", "from openfelt.cli import main; main()", "equity"]


@pytest.fixture
def run(command):
    return partial(command, "equity")


def test_the_text(run):
    code, out, err = run("AsKs", "QhQd")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "Texas Hold'em, 52 cards, 2-A, nsw-poker",
        "1,712,304 deals, every one counted",
        "",
        "hand         win       tie      share     wins        ties",
        "As Ks  46.0179 %  0.3932 %  46.2145 %  787,966  6,732 by 2",
        "Qh Qd  53.5890 %  0.3932 %  53.7855 %  917,606  6,732 by 2",
    ]


def test_the_text_of_a_split_pot_and_of_samples(run):
    _, out, _ = run("As2s3hKh", "QcQdJcJd", "--game", "omaha-8", "--board", "4c 5d Td", "--dead", "7h")
    assert "board 4c 5d Td" in out
    assert "dead 7h" in out
    assert "without a low" in out
    assert "scoops" in out
    _, out, _ = run("AsKs", "QQ+", "--samples", "1000", "--seed", "7")
    assert "1,000 deals, drawn at random from seed 7" in out
    assert "95 % interval" in out


def test_the_json(run):
    code, out, err = run("AsKs", "QhQd", "--json")
    assert (code, err) == (0, "")
    share = Fraction(2 * 787_966 + 6_732, 2 * 1_712_304)
    found = json.loads(out)
    assert list(found) == [
        "game", "rulebook", "deck", "board", "dead", "method", "deals", "seed", "no_low", "players", "cites"
    ]  # fmt: skip
    assert found["players"][0] == {
        "hand": "As Ks",
        "wins": 787_966,
        "ties": {"2": 6_732},
        "high": None,
        "low": None,
        "share": {"numerator": share.numerator, "denominator": share.denominator, "value": float(share)},
        "interval": None,
    }
    assert (found["game"], found["rulebook"], found["deck"], found["method"]) == (
        "texas-holdem",
        "nsw-poker",
        52,
        "exact",
    )
    assert (found["deals"], found["seed"], found["no_low"]) == (1_712_304, None, None)
    assert "nsw-poker 13.2" in found["cites"]


def test_the_json_of_a_split_pot_and_of_samples(run):
    _, out, _ = run("As2s3dKh5c6c", "KdQcQdJcJd9h", "--game", "seven-card-stud-8", "--json")
    found = json.loads(out)
    assert isinstance(found["no_low"], int)
    assert found["halves"] == ["high", "low"]
    # The second player can make no low, and that is told as an empty count, not as a missing one.
    assert found["players"][1]["low"] == {}
    assert sum(found["players"][0]["low"].values()) + found["no_low"] == found["deals"]
    _, out, _ = run("AsKs", "QQ+", "--samples", "1000", "--seed", "7", "--json")
    found = json.loads(out)
    assert (found["method"], found["deals"], found["seed"]) == ("samples", 1000, 7)
    low, high = found["players"][0]["interval"]
    assert 0 < low < found["players"][0]["share"]["value"] < high < 1


TWELVE_OMAHA = ["????????"] * 12
MISTAKES = [
    (["AsKs"], "1 hand given; odds need at least two"),
    (["AsKs", "AsQd"], "As is in hand 1 and in hand 2"),
    (["AsAs", "KsQd"], "As is twice in hand 1"),
    (["AsKs", "QhQd", "--board", "AsKd2c"], "As is in hand 1 and in the board"),
    (["AsKs", "QhQd", "--board", "2c", "--dead", "2c"], "2c is in the board and in the dead cards"),
    (["AsKs", "QhQd", "--board", "2c3c4c5c6c7c"], "board: 6 cards; Texas Hold'em has a board of at most 5 cards"),
    (["AsKs", "2hQd", "--deck", "32"], "hand 2: card 1, 2h, is not in a deck of 32 cards, 7-A"),
    (["AsKs", "QhQd", "--deck", "36", "--board", "5c"], "board: card 1, 5c, is not in a deck of 36 cards, 6-A"),
    (["AsKs", "66", "--deck", "32"], "hand 2: '66' is not a range of 32 cards, 7-A: no six in the deck"),
    (["AsKsQs", "QhQd"], "hand 1, 'AsKsQs': 3 cards; a hand of Texas Hold'em has 2"),
    (["AsKs", "Qh"], "hand 2, 'Qh': 1 card; a hand of Texas Hold'em has 2"),
    (["AsKsQs", "2c2d2h2s", "--game", "omaha"], "hand 1, 'AsKsQs': 3 cards; a hand of Omaha has 4"),
    (["AsKs", ""], "hand 2, '': 0 cards"),
    (["AsKs", ","], "hand 2: an empty range"),
    (["AsKs", "AKx"], "hand 2: 'AKx' is not a range"),
    (["AsKs", "QhXd"], "hand 2: 'QhXd' is not a range"),
    (["AsKs", "Jk2d"], "hand 2: odds are counted without a joker, Jk"),
    (["AsKs", "QhQd", "--dead", "Jk"], "dead: odds are counted without a joker, Jk"),
    (["AA", "AA", "AA"], "the ranges always collide"),
    ([*["22+"] * 8, "AKs, AKo, AA"] + ["AA"] * 3, "the ranges always collide"),
    (["AA, KK, QQ, JJ, TT"] * 11, "the ranges always collide"),
    (["AA", "AsKs", "--dead", "AhAd"], "hand 1, 'AA': every holding has a card that is elsewhere"),
    (["AsKs", "QhQd", "--dead", "??"], "dead: an unknown dead card changes no odds"),
    (["AsKs", "QhQd", "--game", "draw"], "hand 1, 'AsKs': 2 cards; a hand of Draw Poker"),
    (["AsKs2c3c4c", "QhQd5c6c7c", "--game", "draw", "--board", "2d"], "has no board"),
    (["AsKs", "QhQd", "--game", "whist"], "no game 'whist'"),
    (["AsKs", "QhQd", "--rulebook", "us-stud"], "us-stud does not play Texas Hold'em; allowed: nsw-poker, house"),
    (["AsKsQsJs", "2c2d3c3d", "--game", "omaha", "--deck", "36"], "Omaha in nsw-poker is not played with 36 cards"),
    (["AsKsQs", "9c9d8c", "--game", "stud-8", "--rulebook", "act-stud", "--deck", "36"], "is not played with 36 cards"),
    ([*TWELVE_OMAHA, "--game", "omaha"], "12 players of Omaha need 53 cards; 52 of 52 are left with 0 dead"),
    (["7s8s", *["????"] * 13, "--deck", "32"], "14 players of Texas Hold'em need 33 cards; 32 of 32 are left"),
    (["AsKs", "QhQd", "--seed", "4"], "--seed is for --samples"),
    (["AsKs", "QhQd", "--samples", "0"], "--samples"),
    (["AsKs", "QhQd", "--samples", "10", "--seed", str(2**64)], "seed 18446744073709551616; from 0 to 2**64 - 1"),
    (["AsKs", "QhQd", "--threads", "0"], "--threads"),
    (["AsKs", "QhQd", "--deck", "51"], "--deck"),
    (["AsKs", "QhQd", "--high-ace"], "a high ace is a choice for low hands, not for high hands [house 2.5]"),
    (["As", "Qd", "--game", "razz", "--ace-low-straights"], "ends no straight in a low hand [us-stud stud(12)(ii)]"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "says"), MISTAKES, ids=lambda value: value if isinstance(value, str) else "")
def test_a_mistake_is_one_line_and_exit_code_2(run, args, says):
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.strip().splitlines()) == 1


def test_seven_players_of_omaha_with_too_few_cards(run):
    """33 cards are needed; 20 dead ones leave 32, 19 leave 33."""
    seven = ["????????"] * 7
    dead = [rank + suit for suit in "cdhs" for rank in "23456"]
    code, _, err = run(*seven, "--game", "omaha", "--dead", " ".join(dead))
    assert code == 2
    assert "7 players of Omaha need 33 cards; 32 of 52 are left with 20 dead" in err
    assert openfelt.equity(*seven, game="omaha", dead=" ".join(dead[:19]), samples=100).deals == 100


def test_python_refuses_as_the_command_does():
    with pytest.raises(NotationError, match="As is in hand 1 and in hand 2"):
        openfelt.equity("AsKs", "AsQd")
    with pytest.raises(RuleViolation) as refused:
        openfelt.equity("AsKsQsJs", "2c2d3c3d", game="omaha", deck=32)
    assert "nsw-poker 6.1.1(v)" in refused.value.cites


@pytest.mark.usefixtures("heeds_interrupts")
def test_a_long_count_says_so_first_and_stops_on_interrupt():
    """Four random hands would take months: one notice, then Ctrl-C ends it with exit code 130 and no traceback."""
    with subprocess.Popen(
        [*COMMAND, *["random"] * 4], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as count:
        notice = count.stderr.readline()
        count.send_signal(signal.SIGINT)
        try:
            out, err = count.communicate(timeout=120)
        finally:
            count.kill()
    assert notice.startswith("Counting every deal takes about ")
    assert "--samples" in notice
    assert (count.returncode, out) == (130, "")
    assert "Traceback" not in err


def test_a_count_is_called_long_from_a_minute_on(capsys):
    for whole, said in ((59.0, False), (60.0, False), (61.0, True)):
        with Meter(None) as meter:
            meter.tell(0.1, 0.4)  # too early to judge
            assert meter.bar is None
            meter.tell(0.6 / whole, 0.6)
            assert meter.bar is not None
            meter.tell(0.7 / whole, 0.7)
        assert ("Counting every deal" in capsys.readouterr().err) is said
    assert spoken(61) == "1.0 minutes"


def test_interrupting_the_library_stops_its_threads():
    def give_up(fraction: float, seconds: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        openfelt.equity("random", "random", "random", progress=give_up)


@pytest.mark.parametrize(
    ("game", "hands", "seconds"),
    [
        ("texas-holdem", ["random"] * 5, 3600 * 24 * 365),
        ("texas-holdem", ["random"] * 23, 3600 * 24 * 365 * 10**9),
        ("seven-card-stud", ["As", "Ks"], 3600 * 24),
        ("razz", ["As", "2s", "3d"], 3600 * 24 * 365),
    ],
)
def test_the_first_estimate_of_a_hopeless_count_is_not_short(game, hands, seconds):
    """1.6e17, 1e58, 1e14 and 3e20 deals: after a second it must be clear that nobody will wait for the end."""
    told: list[tuple[float, float]] = []

    def listen(fraction: float, now: float) -> None:
        told.append((fraction, now))
        if fraction and now > 0.5:
            raise KeyboardInterrupt
        assert now < 120, "no share of the work is told"

    with pytest.raises(KeyboardInterrupt):
        openfelt.equity(*hands, game=game, progress=listen)
    fraction, now = told[-1]
    assert now / fraction > seconds


@pytest.mark.parametrize(
    ("game", "hands"),
    [("seven-card-stud", ["As2s3s4h5d", "4c5h6h7d9c", "2d3d9hTcTd6s"]), ("texas-holdem", ["AsKs", "QhQd", "random"])],
)
def test_the_share_of_the_work_done_rises_in_small_steps(game, hands, monkeypatch):
    """Asked without a pause: some 600 different shares are told, a few even where the machine does other things too."""
    monkeypatch.setattr("openfelt.lab.equity._TICK_SECONDS", 0.0)
    shares: list[float] = []
    openfelt.equity(*hands, game=game, threads=1, progress=lambda fraction, _: shares.append(fraction))
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)
    assert len(set(shares)) > 10, "a bar that stands still"


def test_an_option_that_is_given_twice_is_refused(run):
    """Nobody knows which of the two was meant; before, the last one won and the odds were those of another question."""
    for option, values in (("--dead", ("Qc", "Qs")), ("--board", ("2c", "3c")), ("--samples", ("5", "6"))):
        code, out, err = run("AsKs", "QhQd", option, values[0], option, values[1])
        assert (code, out) == (2, "")
        assert f"{option} is given 2 times; allowed: once" in err
    assert run("AsKs", "QhQd", "--json", "--json")[0] == 0


STUD = ("--game", "seven-card-stud", "--rulebook", "act-stud")


def test_a_joker_of_act_stud_is_counted(run):
    """act-stud 2.3, 3.7: 47 cards are left, of which each player gets four: C(47,4) C(43,4) deals."""
    code, out, _ = run(*STUD, "AsKsJk", "QhQdQc", "--json")
    told = json.loads(out)
    assert (code, told["joker"], told["deck"]) == (0, True, 52)
    assert told["deals"] == comb(47, 4) * comb(43, 4)


def test_a_joker_that_no_hand_names_is_in_the_deck_if_asked_for(run):
    without, named = (json.loads(run(*STUD, "AsKsQs", "QhQdQc", "--json", *more)[1]) for more in ((), ("--joker",)))
    assert (without["deals"], named["deals"]) == (comb(46, 4) * comb(42, 4), comb(47, 4) * comb(43, 4))
    assert "joker" not in without


@pytest.mark.parametrize("options", [(), ("--joker",)])
def test_other_rulebooks_have_no_joker(run, options):
    code, out, err = run("--game", "seven-card-stud", *options, "AsKsJk" if not options else "AsKsQs", "QhQdQc")
    assert (code, out) == (2, "")
    assert ("nsw-poker is played without a joker [nsw-poker 4.1" if options else "without a joker, Jk") in err


def test_jacks_with_kings_are_a_range_and_no_joker():
    swapped, usual = (openfelt.equity("AsAh", text, board="2c3c4c") for text in ("JK", "KJ"))
    assert swapped.counts == usual.counts
    with pytest.raises(NotationError, match="without a joker"):
        openfelt.equity("AsAh", "Jk", board="2c3c4c")
