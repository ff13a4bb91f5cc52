"""Telling a story: every line is given to the engine, and the report says what held, what did not, and by which clause.

What the lines of each kind mean is in `hands`, `rooms`, `rounds`, `tournaments`, `jackpots` and `promotions`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from openfelt.errors import NotationError, OpenfeltError
from openfelt.rulebooks.catalogue import UnknownClause
from openfelt.stories.files import NotAStory, Story
from openfelt.stories.hands import HandTelling
from openfelt.stories.jackpots import JackpotTelling
from openfelt.stories.lines import Failed, Source, Sources, Step, Telling
from openfelt.stories.promotions import PromotionTelling
from openfelt.stories.rooms import RoomTelling
from openfelt.stories.rounds import RoundTelling
from openfelt.stories.tournaments import TournamentTelling

TELLINGS: Final[Mapping[str, Callable[[Story], Telling]]] = {
    "hand": HandTelling,
    "room": RoomTelling,
    "round": RoundTelling,
    "tournament": TournamentTelling,
    "promotion": PromotionTelling,
    "jackpot": JackpotTelling,
}
UNREADABLE: Final = (NotationError, UnknownClause)
PROVES: Final = re.compile(r"^[^\S\n]*proves\b", re.MULTILINE)


class StoryFailed(OpenfeltError):
    """A story that does not come true."""

    code = "story"


class Line(msgspec.Struct, frozen=True):
    """One line of a story: whether it held (None if it was not reached), and the clauses it gave."""

    number: int
    text: str
    held: bool | None
    cites: tuple[str, ...] = ()
    error: str = ""


class Report(msgspec.Struct, frozen=True):
    """What became of a story: its lines, the clauses it proves and all that were given while it was told.

    `error` says why the text is no story; `error_line` where, 0 if that is not known.
    """

    name: str
    title: str = ""
    proves: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    error: str = ""
    error_line: int = 0

    @property
    def readable(self) -> bool:
        """Whether the text is a story."""
        return not self.error

    @property
    def came_true(self) -> bool:
        """Whether every line held and every clause was given."""
        return self.readable and all(line.held for line in self.lines)

    def require(self) -> Report:
        """The report itself, if the story came true; StoryFailed with the line that did not hold, and why."""
        if self.error:
            where = f"line {self.error_line}: " if self.error_line else ""
            raise StoryFailed(f"{self.name}: {where}{self.error}")
        for line in self.lines:
            if line.held is False:
                raise StoryFailed(f"{self.name}: line {line.number}: {line.text}: {line.error}")
        return self


def tell(story: Story) -> Report:
    """Tell a story; StoryFailed at a line that does not hold, or if a clause that it proves was never given."""
    return report(story).require()


def report(story: Story) -> Report:
    """Tell a story and say what held. Faults of the text are in the report; only our own are raised."""
    return _told(story)[0]


def events_of(story: Story) -> tuple[object, ...]:
    """Every event that a story makes, in order; StoryFailed if it does not come true."""
    made, telling = _told(story)
    made.require()
    return tuple(telling.events) if telling is not None else ()


def assertions(story: Story) -> dict[str, set[Sources]]:
    """The clauses that a story proves and that a line of it asserts, each with the orders that gave it there.

    StoryFailed if the story does not come true. A clause that is only given somewhere is not asserted.
    """
    made, telling = _told(story)
    made.require()
    asserted = telling.asserted if telling is not None else {}
    return {cite: asserted[cite] for cite in made.proves if cite in asserted}


def _told(story: Story) -> tuple[Report, Telling | None]:
    """Tell a story: the report, and what was told, if it can be read."""
    lines: list[Line] = []
    try:
        telling = TELLINGS[story.kind](story)
        told = _tell_lines(telling, lines)
    except UNREADABLE as fault:
        wrong = NotAStory.of(fault)
        return Report(story.name, story.title, lines=tuple(lines), error=str(wrong), error_line=wrong.line), None
    if told:
        lines.append(_proof(telling, story))
    return Report(story.name, story.title, telling.proves, tuple(sorted(telling.cites)), tuple(lines)), telling


def _tell_lines(telling: Telling, lines: list[Line]) -> bool:
    """Tell line after line until one does not hold; whether all did."""
    steps = list(telling.steps)
    for at, step in enumerate(steps):
        try:
            cites = telling.take(step)
        except UNREADABLE as fault:
            raise NotAStory.of(fault, step.line) from None
        except OpenfeltError as fault:
            error = _without_place(fault, step)
            lines.append(Line(step.line, step.text, held=False, cites=fault.cites, error=error))
            lines += [Line(one.line, one.text, held=None) for one in steps[at + 1 :]]
            return False
        lines.append(Line(step.line, step.text, held=True, cites=tuple(sorted(cites))))
    return True


def _without_place(fault: OpenfeltError, step: Step) -> str:
    """What is wrong, without the line and its words where the engine has put them before it."""
    said = str(fault)
    return re.sub(rf"^line {step.line}: (?:{re.escape(step.said or step.text)}: )?", "", said)


def _proof(telling: Telling, story: Story) -> Line:
    """The last word: whether every clause that the story proves was given."""
    first = PROVES.search(story.text)
    number = story.text.count("\n", 0, first.start()) + 1 if first else 0
    text = f"proves {', '.join(telling.proves)}" if telling.proves else "proves nothing"
    missing = [cite for cite in telling.proves if cite not in telling.cites]
    if missing:
        return Line(number, text, held=False, error=f"the engine never gave {', '.join(missing)}")
    return Line(number, text, held=True, cites=telling.proves)


__all__ = ["Failed", "Line", "Report", "Source", "StoryFailed", "assertions", "events_of", "report", "tell"]
