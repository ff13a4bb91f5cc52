"""The floor knows of every game what kind it is, from the game itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from openfelt.errors import InvariantBroken
from openfelt.floor.entries import family_of
from openfelt.games import GAMES

KINDS = {
    "draw-ante": {"draw"},
    "draw-blind": {"draw"},
    "five-card-stud": {"stud", "five-stud"},
    "seven-card-stud": {"stud", "seven-stud"},
    "seven-card-stud-low": {"stud", "seven-stud"},
    "seven-card-stud-split": {"stud", "seven-stud"},
    "seven-card-stud-8": {"stud", "seven-stud"},
    "razz": {"stud", "seven-stud"},
    "two-card-manila": {"manila"},
    "three-card-manila": {"manila"},
    "texas-holdem": {"flop"},
    "short-deck": {"flop"},
    "omaha": {"flop"},
    "omaha-8": {"flop"},
    "five-card-omaha": {"flop"},
    "courchevel": {"flop"},
    "greek-holdem": {"flop"},
    "royal-holdem": {"flop"},
    "rhode-island-holdem": {"flop"},
    "leduc-holdem": {"flop"},
    "kuhn-poker": {"one-card"},
    "pineapple": {"flop", "pineapple"},
    "crazy-pineapple": {"flop", "pineapple"},
    "deuce-to-seven-single": {"draw"},
    "deuce-to-seven-triple": {"draw"},
    "badugi": {"draw"},
    "badeucy": {"draw"},
    "badacey": {"draw"},
}


@pytest.mark.parametrize("key", GAMES, ids=" ".join)
def test_every_game_is_of_its_kind(key):
    assert family_of(GAMES[key]) == KINDS[key[1]]


def test_a_game_under_another_name_has_the_rulings_of_its_kind():
    game = replace(GAMES["nsw-poker", "crazy-pineapple"], key="lazy-pineapple")
    assert family_of(game) == {"flop", "pineapple"}


@pytest.mark.parametrize("key", ["texas-holdem", "seven-card-stud"])
def test_a_game_of_no_known_kind_is_refused(key):
    game = GAMES["nsw-poker", key]  # without its flop, or a stud of three cards
    with pytest.raises(InvariantBroken, match=key):
        family_of(replace(game, steps=game.steps[:2]))
