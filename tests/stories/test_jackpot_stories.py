"""Every story of a jackpot comes out as it says, and proves the clauses it names."""

import pytest

from openfelt.stories import Story, StoryFailed, assertions
from openfelt.stories.lines import Source
from tests.stories.runner import JACKPOTS, stories, tell

FIRST = """proves nsw-poker 30.12
nsw-poker texas-holdem
event quads: kind = "hand", hand = "four of a kind", prize = { kind = "all" }
table t1: ann, bob
"""
HIT = "hand t1: ann AsAd, bob 7c3s; board AcAhKhKd2s  [30.12]\n"


@pytest.mark.parametrize("story", stories(JACKPOTS), ids=lambda story: story.name.removesuffix(".jackpot"))
def test_story(story):
    assert story.title, "the first line says what the story proves"
    assert tell(story).proves, "a story names at least one clause"


@pytest.mark.parametrize(
    "line",
    [
        "pool 1",
        "held 1",
        "ann has 5",
        "hit 1 is paid",
        "hit 1 is shared bob 5",
        "ann claims at t1 refused claimed",
        "bob claims at t1",
        "bob claims at t1 refused folded",
        "bob claims at t1 refused not-shown [30.9]",
        "bob claims at t1 refused not-shown saying otherwise",
        "ann claims at t1 [30.13]",
        "ann claims at t1 [not 30.8]",
        "the gaming supervisor verifies hit 1",
        "the dealer reads 5 off the display [30.14]",
        "lacks title by 30.3",
    ],
)
def test_a_story_that_does_not_come_out_fails(line):
    with pytest.raises(StoryFailed):
        tell(Story("wrong", "jackpot", f"{FIRST}{HIT}{line}\n"))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "the text names no template"),
        ("us-stud texas-holdem", "is no rulebook with jackpots and a game"),
        ("nsw-poker nothing\nann claims at t1", "no game 'nothing'"),
        (f"{FIRST}ann dances", "cannot be read"),
        (f"{FIRST}nothing = 5", "no such answer"),
        (f"{FIRST}base_cents = much", "is no answer"),
        (f"{FIRST}silent nothing.at.all", "there is no item"),
        (f"{FIRST}hand t9: ann AsAd, bob folds", "there is no table 't9'"),
        (f"{FIRST}hand t1: ann AsAx", "is no hand"),
        (f"{FIRST}ann claims at t1 [99.9]", "99.9"),
    ],
)
def test_what_is_no_story_is_answered_with_what_is_wrong(text, wrong):
    with pytest.raises(StoryFailed, match=wrong):
        tell(Story("wrong", "jackpot", text))


def test_a_clause_is_asserted_by_the_order_that_gave_it():
    told = assertions(Story("a", "jackpot", f"{FIRST}{HIT}"))
    assert told == {"nsw-poker 30.12": {(Source("jackpot NoteHand"),)}}
