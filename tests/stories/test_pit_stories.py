"""Every story of the house-banked games comes out as it says, and proves the clauses it names."""

import pytest

from tests.stories.pit_runner import StoryFailed, run, stories

STORIES = stories()


@pytest.mark.parametrize("path", STORIES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_story(path):
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# "), "the first line says what the story proves"
    assert run(path), "a story names at least one clause"


def test_a_story_that_names_a_clause_nobody_emits_fails(tmp_path):
    folder = tmp_path / "act-holdem"
    folder.mkdir()
    path = folder / "wrong.round"
    path.write_text("# Nothing emits 13.2 here.\nproves act-holdem 13.2\nAnn wagers 1000 on ante of box 1\n")
    with pytest.raises(StoryFailed, match=r"never emitted act-holdem 13\.2"):
        run(path)


@pytest.mark.parametrize("line", ["check Ann has 5", "no more bets", "box 1 calls 5 => refused [13.2]", "check bank 9"])
def test_a_story_that_does_not_come_out_fails(tmp_path, line):
    folder = tmp_path / "act-holdem"
    folder.mkdir()
    path = folder / "wrong.round"
    path.write_text(f"# Wrong.\nproves act-holdem 4.1\n{line}\n")
    with pytest.raises(StoryFailed):
        run(path)
