"""A hand with rulings, restored from the text that its file carries, and compared with the rest of the file."""

from __future__ import annotations

from openfelt.errors import NotationError
from openfelt.formats.phh import MOST_ACTIONS, History
from openfelt.formats.setting import extended_start
from openfelt.formats.writing import Scribe
from openfelt.table.events import Event, HandStarted
from openfelt.table.text import read_hand

TEXT = "_openfelt_text"


def has_text(history: History) -> bool:
    """Whether the file carries a hand with rulings as text."""
    return history.extended and TEXT in history.fields


def restore(history: History) -> list[Event]:
    """The hand's events: every action is played again, the rulings recorded as they stand."""
    lines = history.fields[TEXT]
    if not isinstance(lines, list) or not {str}.issuperset(map(type, lines)):
        raise NotationError(f"the field {TEXT!r} is no list of lines")
    if len(lines) > MOST_ACTIONS:
        raise NotationError(f"{len(lines)} lines in the field {TEXT!r}; at most {MOST_ACTIONS} are read")
    events = read_hand("\n".join(lines))
    if not events or events[0] != extended_start(history):
        raise NotationError(f"the field {TEXT!r} begins another hand than the other fields")
    _require_same_actions(history, events)
    return events


def _require_same_actions(history: History, events: list[Event]) -> None:
    first = events[0]
    assert isinstance(first, HandStarted)
    scribe = Scribe(first)
    for event in events[1:]:
        scribe.write(event)
    said = list(history.actions)
    if scribe.lines == said:
        return
    number = next(
        (at for at, (ours, theirs) in enumerate(zip(scribe.lines, said, strict=False), start=1) if ours != theirs),
        min(len(said), len(scribe.lines)) + 1,
    )
    there = said[number - 1] if number <= len(said) else "nothing"
    here = scribe.lines[number - 1] if number <= len(scribe.lines) else "nothing"
    raise NotationError(f"action {number} is {there!r}, but the field {TEXT!r} tells {here!r}")
