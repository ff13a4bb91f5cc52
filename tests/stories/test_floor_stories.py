"""Every story of the floor comes true and proves the clauses it names."""

import pytest

from tests.stories.runner import FLOOR, stories, tell


@pytest.mark.parametrize("story", stories(FLOOR), ids=lambda story: f"{story.path.parent.parent.name} {story.name}")
def test_story(story):
    assert tell(story).proves, "a story names the clause it proves"
