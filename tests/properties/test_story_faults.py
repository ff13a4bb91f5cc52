"""Whatever is wrong with a story, it is answered: bent lines of our own stories are told, refused or called unreadable.

Nothing else is raised. The seed is in the test's name.
"""

import random

import pytest

from openfelt.stories import report, stories_of
from openfelt.stories.files import NotAStory
from tests.conftest import count
from tests.stories.runner import ALL, files

ODD = ("0", "-1", "99", "999999999999", "²", "x", "=", "", "->", "refused", "[", "]", "[1]", ";", "+", ":", "9" * 40)
MARKS = "0123456789abcx,:+-=#[];~{}|"


class Bender:
    """Bends a line of a text: a word dropped, moved, doubled, replaced or misspelt, or another story's line."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.texts = [(path, path.read_text(encoding="utf-8")) for path in files(*ALL)]

    def line(self) -> str:
        _, text = self.dice.choice(self.texts)
        return self.dice.choice(text.split("\n"))

    def bent(self, text: str) -> str:
        lines = text.split("\n")
        at = self.dice.randrange(len(lines))
        words = lines[at].split(" ")
        place, other = self.dice.randrange(len(words)), self.dice.randrange(len(words))
        match self.dice.randrange(8):
            case 0:
                del words[place]
            case 1:
                words[place] = self.dice.choice(self.line().split(" "))
            case 2:
                words.insert(place, self.dice.choice(self.line().split(" ")))
            case 3:
                words = words[:place]
            case 4:
                words[place], words[other] = words[other], words[place]
            case 5:
                words[place] = self.dice.choice(ODD)
            case 6:
                lines.insert(at, self.line())
            case _:
                cut = self.dice.randrange(len(words[place]) + 1)
                words[place] = words[place][:cut] + self.dice.choice(MARKS) + words[place][cut + 1 :]
        lines[at] = " ".join(words)
        return "\n".join(lines)


@pytest.mark.parametrize("seed", range(count(4, 40)))
def test_a_bent_story_is_answered(seed):
    bender = Bender(seed)
    for _ in range(count(150, 1000)):
        path, whole = bender.dice.choice(bender.texts)
        text = "# " + bender.dice.choice(whole.split("\n---"))
        for _ in range(bender.dice.choice((1, 1, 2, 3))):
            text = bender.bent(text)
        try:
            made = stories_of(text, path.suffix.removeprefix("."), path=path)
        except NotAStory:
            continue
        for told in map(report, made[:2]):
            assert told.came_true or told.error or any(line.error for line in told.lines)


EVENT = "proves house 20.1\nhouse freeze-out\nentered ann, bob\nthe house starts\n"
TABLE = "proves house 30.7\nhouse texas-holdem no-limit  blinds 100/200  places 6\n"
BENT = {
    "a draw of somebody who has not entered": ("tournament", f"{EVENT}drawn ann, cat\nthe session begins"),
    "a draw of one player twice": ("tournament", f"{EVENT}drawn ann, ann\nthe session begins"),
    "a table that is not there": ("tournament", f"{EVENT}the session begins\ntable 20 is not held"),
    "terms that are not drafted": (
        "promotion",
        'proves house 24.1\nhouse cash\nthe casino operator amends award.where = "outside"',
    ),
    "a setting that the house has not": ("room", f"{TABLE}olga, casino operator, sets casino to 0"),
}


@pytest.mark.parametrize("what", BENT)
def test_what_a_story_names_has_to_be_there(what):
    kind, text = BENT[what]
    (story,) = stories_of(f"# {what}\n{text}\n", kind)
    told, last = report(story), text.rsplit("\n", 1)[1]
    assert [line.text for line in told.lines if line.error] == [last] or last in told.error, (told.error, told.lines)
