"""Stories: situations as text that name the clauses they prove, told line by line by the engine. Pure but for reading
the file; may use all of the house below the service.

`.hand` is one hand, with what goes wrong in it; `.room` a table from hand to hand and its cash desk; `.round` a table
of a house-banked game, `.tournament` an event from its entries to its prizes, but for its tables. How to write one is
in `docs/how-to/write-a-story.md`.

>>> from openfelt.stories import Story, report
>>> text = '''proves nsw-poker 20.3.1
... nsw-poker texas-holdem no-limit  blinds 100/200  seats 1 10000 button, 2 10000, 3 10000
... pre-flop  opens 1  [20.3.1]
... pot 301'''
>>> told = report(Story("a.hand", "hand", text))
>>> [(line.number, line.held, line.error) for line in told.lines if not line.held]
[(4, False, 'the pot is 300, not 301')]
"""

from openfelt.stories.files import KINDS, Story, read_stories, stories_of
from openfelt.stories.starters import starter
from openfelt.stories.telling import Line, Report, Source, StoryFailed, assertions, events_of, report, tell

__all__ = [
    "KINDS",
    "Line",
    "Report",
    "Source",
    "Story",
    "StoryFailed",
    "assertions",
    "events_of",
    "read_stories",
    "report",
    "starter",
    "stories_of",
    "tell",
]
