"""Every story of the house-banked games comes out as it says, and proves the clauses it names."""

import pytest

from openfelt.stories import Story, StoryFailed, assertions
from tests.stories.runner import ROUNDS, stories, tell


@pytest.mark.parametrize("story", stories(ROUNDS), ids=lambda story: story.name.removesuffix(".round"))
def test_story(story):
    assert story.title, "the first line says what the story proves"
    assert tell(story).proves, "a story names at least one clause"


def test_a_story_that_names_a_clause_nobody_emits_fails():
    text = "# Nothing emits 13.2 here.\nproves act-holdem 13.2\nAnn wagers 1000 on ante of box 1\n"
    with pytest.raises(StoryFailed, match=r"never gave act-holdem 13\.2"):
        tell(Story("wrong", "round", text))


@pytest.mark.parametrize(
    "line",
    [
        "check Ann has 5",
        "no more bets",
        "box 1 calls 5 => refused [13.2]",
        "check bank 9",
        "check said round 1 [4.1, 13.2]",
        "check said round 2 [4.1]",
        "check not said round 2 [4.1]",
    ],
)
def test_a_story_that_does_not_come_out_fails(line):
    with pytest.raises(StoryFailed):
        tell(Story("wrong", "round", f"# Wrong.\nproves act-holdem 4.1\n{line}\n"))


def test_what_an_event_says_asserts_the_clauses_it_gives():
    text = "# Words.\nproves act-holdem 4.1, 2.1\ncheck said round 1 [{}]\n"
    assert set(assertions(Story("some", "round", text.format("4.1")))) == {"act-holdem 4.1"}
    assert set(assertions(Story("both", "round", text.format("4.1, 2.1")))) == {"act-holdem 4.1", "act-holdem 2.1"}
    whole = "act-holdem 4.1, act-holdem 2.1, act-holdem 5.1"
    assert set(assertions(Story("whole", "round", text.format(whole)))) == {"act-holdem 4.1", "act-holdem 2.1"}
