"""The stories of this folder: hands, floors, rooms, rounds, tournaments and promotions, with the clauses they prove.

How to write one is in `docs/how-to/write-a-story.md`; `openfelt.stories` tells them.
"""

from pathlib import Path

from openfelt.errors import OpenfeltError
from openfelt.stories import Report, Story, read_stories, tell

FOLDER = Path(__file__).parent
HANDS = "*/*.hand"
FLOOR = "*/floor/*.hand"
ROOMS = "*/*.room"
ROUNDS = "*/*.round"
TOURNAMENTS = "*/*.tournament"
PROMOTIONS = "*/*.promotion"
JACKPOTS = "*/*.jackpot"
ALL = (HANDS, ROOMS, ROUNDS, FLOOR, TOURNAMENTS, JACKPOTS, PROMOTIONS)

__all__ = [
    "ALL",
    "FLOOR",
    "FOLDER",
    "HANDS",
    "JACKPOTS",
    "PROMOTIONS",
    "ROOMS",
    "ROUNDS",
    "TOURNAMENTS",
    "Report",
    "Story",
    "broken",
    "files",
    "stories",
    "tell",
]


def files(*kinds: str) -> list[Path]:
    """The files of stories of these kinds, in order."""
    return [path for kind in kinds for path in sorted(FOLDER.glob(kind))]


def stories(*kinds: str | Path) -> list[Story]:
    """The stories of these kinds, or of a file, in order."""
    paths = [path for kind in kinds for path in ([kind] if isinstance(kind, Path) else files(kind))]
    return [story for path in paths for story in read_stories(path)]


def broken(file: str) -> list[str]:
    """The names of the stories of a file that do not come true."""
    found = []
    for story in stories(FOLDER / file):
        try:
            tell(story)
        except (OpenfeltError, AssertionError):
            found.append(story.name)
    return found
