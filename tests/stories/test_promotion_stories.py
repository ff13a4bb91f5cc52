"""Every story of a promotion comes out as it says, and proves the clauses it names; a wrong one does not."""

from __future__ import annotations

import pytest

from openfelt.stories import Source, Story, StoryFailed, assertions
from tests.stories.runner import PROMOTIONS, stories, tell

FIRST = "proves nsw-poker 29.12\nnsw-poker cash\n"


@pytest.mark.parametrize("story", stories(PROMOTIONS), ids=lambda story: story.name.removesuffix(".promotion"))
def test_story(story):
    tell(story)


@pytest.mark.parametrize(
    "line",
    [
        "the casino operator starts",
        "the casino operator drafts refused not-your-office [29.1]",
        "the casino operator drafts [not 29.1]",
        "running\nann has 2 entries",
        "running\nprizes 1",
    ],
)
def test_a_line_that_does_not_hold_fails(line):
    with pytest.raises(StoryFailed):
        tell(Story("wrong", "promotion", f"{FIRST}{line}\nthe casino operator cancels  [29.12]\n"))


@pytest.mark.parametrize(
    ("text", "line"),
    [("nsw-poker boat\nrunning\n", 1), ("nsw-poker cash\nann dances\n", 2), ("act-stud cash\nrunning\n", 1)],
)
def test_what_cannot_be_read_names_its_line(text, line):
    with pytest.raises(StoryFailed, match=f"line {line}"):
        tell(Story("wrong", "promotion", text))


def test_an_assertion_names_the_order_that_a_door_must_make():
    text = f"{FIRST}running\nthe casino operator cancels  [29.12]\n"
    (ways,) = assertions(Story("a", "promotion", text)).values()
    assert ways == {(Source("promotion Cancel", ("notified",)),)}
