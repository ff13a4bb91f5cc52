"""Whatever is tried in a tournament: chips and money are conserved, a refusal has a clause and changes nothing.

Each evening wanders through the orders of an event (`wandering`). What it wrote down is told again as a story: replay
equals play, to the last cent, chip and seat.
"""

import pytest

from openfelt.stories import Story
from openfelt.tournaments.rules import TOURNAMENTS
from tests.conftest import count
from tests.properties.wandering import story
from tests.stories.runner import tell

EVENTS = [(book, template) for book in TOURNAMENTS.books() for template in TOURNAMENTS.of(book).templates]


@pytest.mark.parametrize(("book", "template"), EVENTS)
def test_an_evening_comes_out_as_it_was_played(book, template):
    for seed in range(count(2, 60)):
        text = story(book, template, seed, lines=150)
        tell(Story(f"{book} {template} {seed}", "tournament", text))


def test_an_evening_goes_far_and_is_refused_much():
    text = "".join(story("house", template, 1, lines=150) for template in ("freeze-out", "re-buy"))
    assert text.count(" refused ") > 50
    assert {"eliminated", "re-buy"} & set(text.split()) or "is out in place" in text
    assert "the session begins  [" in text
