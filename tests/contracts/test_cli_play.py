"""`openfelt play`: a hand in the terminal, refusals with their clause, bad input without a traceback."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from openfelt.cli.play import command, read_answer
from openfelt.cli.table_options import known_game
from openfelt.cli.terminal import in_colour
from openfelt.errors import OpenfeltError
from openfelt.games import GAMES
from openfelt.pit.games import pit_game, pit_games
from openfelt.table import Bet, BringIn, Call, Check, RaiseTo, Turn
from openfelt.table.seen import SeatView


def run(*args, answers=""):
    return CliRunner().invoke(command, [*args], input=answers)


@pytest.mark.parametrize("key", sorted({key for _, key in GAMES}))
def test_a_hand_of_every_game_can_be_played_to_its_end(key):
    answers = "k\nc\ni\nb 2\nd\nshow\nn\nd 1\nf\n" * 60
    told = run(key, "--seed", "7", "--hands", "1", answers=answers)
    assert told.exit_code == 0, told.output[-2000:]
    assert "the round of play ends" in told.output


def test_a_refused_action_names_its_clause_and_the_hand_goes_on():
    told = run("texas-holdem", "--seed", "1", "--hands", "1", answers="r 2.50\nf\n")
    assert "below the minimum of $4 [nsw-poker 8.8.6]" in told.output
    assert told.exit_code == 0
    assert "stacks:" in told.output


def test_amounts_are_typed_and_told_in_dollars():
    told = run("holdem", "--seed", "1", "--hands", "1", "--stack", "$200", answers="r 4.50\nr 4\nf\nf\nf\n")
    assert "$4.50 is not a multiple" not in told.output
    assert "You raise $2.50 to $4.50" in told.output
    amounts = re.sub(r"\$[\d,]+(\.\d\d)?|\[.*?\]|\(\d+\)", "", told.output)
    assert not re.findall(r"\d{3,}", amounts)


def test_c_checks_where_that_is_free_and_calls_where_it_is_not():
    free = Turn(1, "betting", fold=True, check=True, opening=True, least=200, most=600)
    assert read_answer("c", free, SEEN) == Check(1)
    assert read_answer("c", Turn(1, "betting", fold=True, call=100), SEEN) == Call(1)
    assert read_answer("c", Turn(1, "betting", fold=True, free_call=True), SEEN) == Call(1)


def test_a_game_is_known_by_its_usual_name_too():
    told = run("holdem", "--seed", "1", "--hands", "1", answers="f\n")
    assert told.output.startswith("Texas Hold'em, by")


def test_the_player_is_told_in_the_second_person_with_suits():
    told = run("holdem", "--seed", "1", "--hands", "1", answers="f\n")
    assert "You fold" in told.output
    assert "YOU" not in told.output
    assert re.search(r"> [2-9TJQKA][♣♦♥♠] [2-9TJQKA][♣♦♥♠] \| pot \$", told.output)


@pytest.mark.parametrize("stack", ["abc", "$", "200.001", "-5", "$-5", "1e3"])
def test_a_stack_that_is_no_amount_is_refused(stack):
    told = run("omaha", f"--stack={stack}")
    assert isinstance(told.exception, OpenfeltError)
    assert "is no amount; allowed: 20000 (cents), $200, 200.00" in str(told.exception)


BAD = [
    (("nonsense",), "no game 'nonsense' [house 3.7]; allowed: act-holdem,"),
    (("omaha", "--bots", "genius"), "no bot 'genius'"),
    (("omaha", "--bots", ","), "no bot is named"),
    (("omaha", "--bots", ""), "no bot is named"),
    (("omaha", "--bots", "caller,,tight"), "place 2 names no bot; allowed: caller,"),
    (("omaha", "--bots", "caller,tight", "--seats", "2"), "1 seat is too few for the 2 bots caller, tight: tight"),
    (("omaha", "--bots", "tight,tight", "--seats", "2"), "1 seat is too few for the 2 bots tight, tight: tight would"),
    (("razz", "--rulebook", "nsw-poker"), "no game 'razz' in 'nsw-poker' [house 3.7]; allowed: us-stud, house"),
    (("omaha", "--seats", "12"), "12 seats; Omaha with 52 cards seats 2 to 11 [nsw-poker 6.1.1(v)"),
    (("omaha", "--seats", "1"), "1 seats; Omaha"),
    (
        ("omaha", "--stack", "3950"),
        "a stake of $39.50 is outside the limits on the sign [nsw-poker 8.4, nsw-poker 8.1]",
    ),
    (("omaha", "--stack", "3950"), "; allowed: $40 to $400"),
    (("omaha", "--stack", "40050"), "a stake of $400.50 is outside the limits"),
    (("omaha", "--stack", str(10**30)), "is outside the limits"),
    (("omaha", "--stack", "4001"), "a stake of $40.01 is not a whole number of $0.50 chips [nsw-poker 8.4"),
    (("act-holdem", "--rulebook", "us-stud"), "--rulebook is for games between players, not for act-holdem"),
    (("act-holdem", "--seats", "7"), "--seats is for games between players"),
    (("nz-big-raise", "--bots", "caller"), "--bots is for games between players"),
    (("nz-big-raise", "--stack", "0"), "a stack of $0 is not $10 to $10,000,000,000: the least ante is $10 [nz-big-ra"),
    (("nz-big-raise", "--stack", "999"), "a stack of $9.99 is not $10 to $10,000,000,000"),
    (("nz-big-raise", "--stack", str(10**12 + 1)), "is not $10 to $10,000,000,000"),
    (
        ("act-holdem", "--stack", "1"),
        "a stack of $0.01 is not $30 to $10,000,000,000: the least ante is $10, and $20 must",
    ),
    (("act-holdem", "--stack", "2999"), "a stack of $29.99 is not $30 to $10,000,000,000"),
]


@pytest.mark.parametrize(("args", "said"), BAD)
def test_bad_input_is_refused_before_anything_is_printed(args, said):
    told = run(*args)
    assert isinstance(told.exception, OpenfeltError)
    assert said in str(told.exception)
    assert told.output == ""


@pytest.mark.parametrize("stack", ["4000", "40000"])
def test_the_least_and_the_most_of_the_sign_may_be_brought(stack):
    assert run("omaha", "--stack", stack, "--hands", "1", "--seed", "1", answers="f\n" * 9).exit_code == 0


def test_a_negative_seed_is_refused_not_taken_for_a_positive_one():
    told = run("omaha", "--seed", "-1")
    assert told.exit_code == 2
    assert "-1 is not in the range x>=0" in told.output


def test_eleven_sit_where_ten_are_dealt_in():
    told = run("texas-holdem", "--seats", "11", "--hands", "1", "--seed", "1", answers="f\n" * 9)
    assert told.exit_code == 0, told.output
    assert "(11) $200" in told.output


def test_all_in_beyond_the_limit_is_refused_with_what_is_allowed():
    told = run("razz", "--seed", "4", "--hands", "1", "--seats", "3", answers="all\nf\n")
    refusal = "$199.50 is above the maximum of $2 [us-stud wagers(4)]; allowed: fold, call $1, raise to $2"
    assert f"refused: {refusal}" in told.output
    assert "You call" not in told.output
    assert told.exit_code == 0


SEEN = SeatView(seat=1, stack=500, bet=100, status="in", down=(), up=(), shown=False, words="")
ALL_IN = [
    (Turn(1, "betting", fold=True, call=500, call_all_in=True), Call(1)),
    (Turn(1, "betting", fold=True, call=400, call_all_in=True), Call(1)),  # act-stud 14.1: taps out in whole units
    (Turn(1, "betting", fold=True, call=400, least=600, most=600), RaiseTo(1, 600)),
    (Turn(1, "betting", fold=True, call=100, least=200, most=200), RaiseTo(1, 600)),  # which the table refuses
    (Turn(1, "betting", fold=True, call=499), RaiseTo(1, 600)),  # and this
    (Turn(1, "betting", check=True, opening=True, least=200, most=600), Bet(1, 600)),
    (Turn(1, "betting", check=True, least=200, most=600), RaiseTo(1, 600)),
    (Turn(1, "betting", opening=True, bring_in=500), BringIn(1)),
    (Turn(1, "betting", opening=True, bring_in=100, least=200, most=200), Bet(1, 600)),
]


@pytest.mark.parametrize(("turn", "order"), ALL_IN)
def test_all_is_the_whole_stack_and_nothing_else(turn, order):
    assert read_answer("all", turn, SEEN) == order


@pytest.mark.parametrize("answer", ["r " + "9" * 5000, "b " + "9" * 5000, "all 5", "f 20", "c 5", "r", ""])
def test_what_cannot_be_read_is_answered_with_the_help(answer):
    assert read_answer(answer, ALL_IN[2][0], SEEN) is None


@pytest.mark.parametrize("typed", ["1,50", "4.333", "-4", "1e2", "x", "99999999999999999999999"])
def test_an_amount_that_cannot_be_read_is_named(typed):
    told = run("holdem", "--seed", "1", "--hands", "1", answers=f"r {typed}\nq\n")
    assert re.search(rf"'{re.escape(typed[:20])}…?' is no amount; write b 4 or r 4\.50", told.output)
    assert "You raise" not in told.output


@pytest.mark.parametrize("answer", ["1 x", "1 " + "9" * 5000, "1 1000 5", "2", "\u00b2", "9"])
def test_an_answer_to_the_house_that_cannot_be_read_wagers_nothing(answer):
    told = run("nz-big-raise", "--seed", "5", "--hands", "1", answers=f"{answer}\nq\n")
    assert told.exit_code == 0, told.output
    assert "an amount in dollars follows where the offer has amounts" in told.output
    assert "You wager" not in told.output


def test_hidden_cards_of_bots_are_not_printed():
    told = run("texas-holdem", "--seed", "1", "--hands", "1", answers="f\n" * 4)
    dealt = [line for line in told.output.splitlines() if "hole cards" in line]
    assert dealt == ["  hole cards dealt  [nsw-poker 20.2]"]


@pytest.mark.parametrize("game", pit_games())
def test_a_round_against_the_house(game):
    told = run(game, "--seed", "5", "--hands", "1", answers="1\n1\n" + "2\n1\n" * 10)
    assert told.exit_code == 0, told.output
    assert f"[{pit_game(game).book.key} " in told.output
    assert "you have $" in told.output


@pytest.mark.parametrize("game", pit_games())
@pytest.mark.parametrize("choice", range(1, 5))
def test_the_house_refuses_nothing_that_is_offered(game, choice):
    """Each number in turn, with the least amount: what cannot be had is not among the offers."""
    answers = "".join(f"{number}\n" for number in range(choice, 0, -1)) * 40
    told = run(game, "--seed", "5", "--hands", "3", answers=f"{answers}q\n")
    assert told.exit_code == 0, told.output
    assert "You wager" in told.output
    assert "refused" not in told.output


@pytest.mark.parametrize("game", pit_games())
def test_betting_is_closed_only_when_there_is_an_ante(game):
    told = run(game, "--seed", "5", answers="1\nq\n").output
    before, after = told.split("You wager ")
    assert "no more bets" not in before
    assert "    1 wager ante on box 1 $" in before
    assert "    1 no more bets" in after


@pytest.mark.parametrize(
    ("game", "stack", "said"),
    [
        (
            "act-holdem",
            "3000",
            "You can make no ante with $25: the least ante is $10, and $20 must be left for its call.",
        ),
        ("nz-big-raise", "1500", "You can make no ante with $5: the least ante is $10."),
    ],
)
def test_the_game_ends_when_no_ante_can_be_made_any_more(game, stack, said):
    told = run(game, "--seed", "5", "--stack", stack, answers="1\n1\n1\n")  # ante, no more bets, fold
    assert told.exit_code == 0, told.output
    assert told.output.splitlines()[-1] == said


@pytest.mark.parametrize("game", ["texas-holdem", "act-holdem"])
def test_without_input_nothing_is_dealt(game):
    started = [sys.executable, "-m", "openfelt", "play", game, "--hands", "1"]
    done = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *started], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "openfelt: play asks for answers, but standard input is closed\n"


def test_an_input_that_cannot_be_read_is_one_line():
    started = [sys.executable, "-m", "openfelt", "play", "act-holdem", "--hands", "1"]
    done = subprocess.run(["sh", "-c", '"$@" 0>/dev/null', "sh", *started], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "openfelt: standard input: cannot be read\n")


@pytest.mark.parametrize("name", ["holdem", "Texas Hold'em", "plo", "Short deck", "manila", "2-7", "three card poker"])
def test_a_game_is_understood_by_what_players_call_it(name):
    assert known_game(name) in {*(key for _, key in GAMES), *pit_games()}


def test_every_game_is_understood_by_its_name_in_a_book():
    assert {known_game(game.name) for game in GAMES.values()} == {key for _, key in GAMES}


def test_suits_have_no_colour_where_nobody_wants_one(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert in_colour("Ah Td") == "A♥ T♦"
    monkeypatch.delenv("NO_COLOR")
    assert in_colour("Ah") != "A♥"
