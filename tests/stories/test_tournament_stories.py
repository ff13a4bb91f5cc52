"""Every story of a tournament comes out as it says, and proves the clauses it names."""

from typing import get_args

import pytest

from openfelt.errors import RuleViolation
from openfelt.stories import Story, StoryFailed, assertions
from openfelt.stories.lines import Source
from openfelt.stories.tournament_stage import TournamentStage
from openfelt.tournaments.orders import TournamentOrder
from tests.stories.doors import doors
from tests.stories.runner import TOURNAMENTS, stories, tell

FIRST = "proves nsw-poker 28.3.5\nnsw-poker freeze-out\n"


@pytest.mark.parametrize("story", stories(TOURNAMENTS), ids=lambda story: story.name.removesuffix(".tournament"))
def test_story(story):
    assert story.title, "the first line says what the story proves"
    assert tell(story).proves, "a story names at least one clause"


@pytest.mark.parametrize(
    "line",
    [
        "ann has 5",
        "pool 1",
        "revenue 1",
        "ann is playing",
        "told ann",
        "the event is started",
        "ann applies refused full",
        "ann applies without the form",
        "ann applies without the form refused form [28.3.2]",
        "ann applies without the form refused entered",
        "ann applies without the form refused form saying otherwise",
        "ann applies [28.3.2]",
        "ann applies [not 28.1.1/tournament]",
        "the casino operator cancels [28.3.4]",
    ],
)
def test_a_story_that_does_not_come_out_fails(line):
    with pytest.raises(StoryFailed):
        tell(Story("wrong", "tournament", f"{FIRST}{line}\nthe casino operator cancels  [28.3.5]\n"))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "the text names no template"),
        ("nsw-poker nothing", "is no rulebook with a template"),
        (f"{FIRST}ann dances", "cannot be read"),
        (f"{FIRST}entry.nothing = 5", "no such answer"),
        (f"{FIRST}entry.refusal = reserved", "is no answer"),
        (f"{FIRST}sessions.7.name = 5", "there is no item"),
        (f"{FIRST}time 2026-13-04 18:30", "is no date and time"),
        (f"{FIRST}ann applies\nann accepts version 2", "there was no version 2"),
        (f"{FIRST}ann applies [99.9]", "99.9"),
    ],
)
def test_what_is_no_story_is_answered_with_what_is_wrong(text, wrong):
    with pytest.raises(StoryFailed, match=wrong):
        tell(Story("wrong", "tournament", text))


def test_a_clause_is_asserted_by_an_order_that_the_directors_desk_has_a_form_for():
    (ways,) = assertions(Story("a", "tournament", f"{FIRST}the casino operator cancels  [28.3.5]\n")).values()
    assert ways == {(Source("tournament Cancel"),)}
    assert doors().missing(ways) == []
    assert doors().missing({(Source("Cancel"),)}) == ["Cancel"], "an order of a table by that name is another"


def kinds(order):
    """The kinds of order of a union, also those inside another."""
    for one in get_args(order):
        yield from kinds(one) if get_args(one) else (one,)


def test_every_order_of_staff_is_given_by_its_office_and_refused_to_another(monkeypatch):
    given, refused, give = set(), set(), TournamentStage.give

    def noting(stage, order):
        try:
            give(stage, order)
        except RuleViolation as refusal:
            refused.update([type(order)] if refusal.code == "not-your-office" else [])
            raise
        given.update([type(order)] if getattr(order, "by", None) else [])

    monkeypatch.setattr(TournamentStage, "give", noting)
    for story in stories(TOURNAMENTS):
        tell(story)
    staffs = {kind for kind in kinds(TournamentOrder) if "by" in kind.__struct_fields__}
    assert len(staffs) > 40
    assert {one.__name__ for one in staffs - given} == set()
    assert {one.__name__ for one in staffs - refused} == set()
