"""Every story of the floor comes true and proves the clauses it names."""

import pytest

from tests.stories.floor_runner import files, tell
from tests.stories.runner import stories

STORIES = [story for path in files() for story in stories(path)]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: f"{story.path.parent.parent.name} {story.name}")
def test_story(story):
    assert tell(story).proves, "a story names the clause it proves"
