"""Every story comes true and proves the clauses it names."""

import pytest

from openfelt.stories import Story, StoryFailed
from openfelt.stories.files import rows
from tests.stories.runner import HANDS, stories, tell


@pytest.mark.parametrize("story", stories(HANDS), ids=lambda story: story.name)
def test_story(story):
    assert tell(story).proves, "a story names the clause it proves"


SHORT_ALL_IN = """
proves nsw-poker 12.4
nsw-poker texas-holdem no-limit  blinds 100/200   seats 1 10000 button, 2 10000, 3 10000, 4 750
pre-flop  4 folds
"""


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", "never gave nsw-poker 12.4"),
        ("1 may fold, call 200, raise to 400-9999", "seat 1 may fold, call 200, raise to 400-10000"),
        ("1 may fold, call", "seat 1 may"),
        ("2 may fold, call, raise", "it is seat 1's turn"),
        ("1 raises to 399", "below the minimum"),
        ("1 may not raise to 400", "is not refused"),
        ("1 raises to 399 refused off-unit", "refused as below-minimum, not off-unit"),
        ("1 raises to 399 refused below-minimum [8.8.7]", "not nsw-poker 8.8.7"),
        ("1 calls 199", "the amount is 200, not 199"),
        ("1 calls [12.1]", "not nsw-poker 12.1"),
        ("1 calls all-in", "seat 1 is not all-in"),
        ("flop 1 calls", "the hand is in pre-flop, not in flop"),
        ("flop 2c3c4c", "that was not dealt"),
        ("pot 301", "the pot is 300, not 301"),
        ("stacks 1 9999", "seat 1's stack is 10000"),
        ("opens 3", "the opener is 4"),
        ("wins 1 300", "winnings is 0"),
        ("ended showdown", "has not happened"),
        ("1 jumps", "no action 'jumps'"),
        ("1 calls [12.44]", "no clause '12.44'"),
        ("glory", "no statement begins with 'glory'"),
    ],
)
def test_a_story_that_is_not_true_fails_and_says_why(line, fault):
    with pytest.raises(StoryFailed) as raised:
        tell(Story("a story", "hand", f"{SHORT_ALL_IN}{line}"))
    assert fault in str(raised.value)


@pytest.mark.parametrize("claim", ["sign refused", "start refused too-many-players"])
def test_a_good_sign_or_start_is_not_refused(claim):
    sign = "nsw-poker texas-holdem no-limit  blinds 100/200  seats 1 10000 button, 2 10000"
    with pytest.raises(StoryFailed, match="is not refused"):
        tell(Story("a story", "hand", f"{sign}\n{claim}"))


def test_a_false_story_fails_at_its_line():
    with pytest.raises(StoryFailed, match=r"^a story: line 5: pot 1: "):
        tell(Story("a story", "hand", f"{SHORT_ALL_IN}pot 1"))


def test_a_table_makes_a_story_of_each_row():
    text = "with rule game | 20 texas-holdem\n     | 21 omaha\nproves nsw-poker {rule}.1\nnsw-poker {game} no-limit"
    assert [name for name, _ in rows(text)] == ["20 texas-holdem", "21 omaha"]
    assert rows(text)[1][1].splitlines()[-2:] == ["proves nsw-poker 21.1", "nsw-poker omaha no-limit"]
