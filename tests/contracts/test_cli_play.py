"""`openfelt play`: a hand in the terminal, refusals with their clause, bad input without a traceback."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from openfelt.cli.play import command
from openfelt.errors import OpenfeltError
from openfelt.games import GAMES


def run(*args, answers=""):
    return CliRunner().invoke(command, [*args], input=answers)


@pytest.mark.parametrize("key", sorted({key for _, key in GAMES}))
def test_a_hand_of_every_game_can_be_played_to_its_end(key):
    answers = "k\nc\ni\nb 200\nd\nshow\nn\nd 1\nf\n" * 60
    told = run(key, "--seed", "7", "--hands", "1", "--seats", "3", answers=answers)
    assert told.exit_code == 0, told.output[-2000:]
    assert "the round of play ends" in told.output


def test_a_refused_action_names_its_clause_and_the_hand_goes_on():
    told = run("texas-holdem", "--seed", "1", "--hands", "1", answers="r 201\nf\n")
    assert "below the minimum of 400 [nsw-poker 8.8.6]" in told.output
    assert told.exit_code == 0
    assert "stacks:" in told.output


@pytest.mark.parametrize("args", [("nonsense",), ("omaha", "--bots", "genius"), ("omaha", "--bots", ",")])
def test_bad_input_is_refused(args):
    told = run(*args)
    assert isinstance(told.exception, OpenfeltError)


def test_hidden_cards_of_bots_are_not_printed():
    told = run("texas-holdem", "--seed", "1", "--hands", "1", answers="f\n" * 4)
    dealt = [line for line in told.output.splitlines() if "hole cards" in line]
    assert dealt == ["  hole cards dealt  [nsw-poker 20.2]"]


@pytest.mark.parametrize("game", ["act-holdem", "nz-big-raise"])
def test_a_round_against_the_house(game):
    told = run(game, "--seed", "5", "--hands", "1", answers="2\n1\n" + "2\n1\n" * 10)
    assert told.exit_code == 0, told.output
    assert f"[{game} " in told.output
    assert "chips:" in told.output
