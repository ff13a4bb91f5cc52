"""A hand with rulings, restored from the text that its file carries; what a file of our own says twice must agree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from openfelt.errors import NotationError
from openfelt.formats.amounts import shown
from openfelt.formats.phh import MOST_ACTIONS, History
from openfelt.formats.setting import extended_start
from openfelt.formats.writing import Scribe, standard_fields
from openfelt.table.events import Event, HandStarted
from openfelt.table.play import replay
from openfelt.table.text import read_hand

TEXT: Final = "_openfelt_text"
_LONG_NUMBER: Final = re.compile(r"[0-9]{1000}")
# How the hand was set up, for readers who know no sign of ours.
SETTING: Final = (
    "variant", "ante_trimming_status", "antes", "blinds_or_straddles", "bring_in", "min_bet", "small_bet", "big_bet",
)  # fmt: skip
# openfelt's own fields that follow from the sign and the play; some may be left out.
OWN: Final = (
    "_openfelt_rulebook", "_openfelt_game", "_openfelt_blinds", "_openfelt_late", "_openfelt_burns",
    "_openfelt_undealt", "_openfelt_brought",
)  # fmt: skip


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
    for number, line in enumerate(lines, start=1):
        if _LONG_NUMBER.search(line):
            raise NotationError(f"line {number} of the field {TEXT!r} holds a number of 1000 digits or more")
    events = read_hand("\n".join(lines))
    if not events or events[0] != extended_start(history):
        raise NotationError(f"the field {TEXT!r} begins another hand than the other fields")
    scribe = _written(events)
    _require_same_actions(history, scribe)
    _require_same_setting(history, scribe, replay(events).stacks)
    return events


def require_same_setting(history: History, events: Sequence[Event], stacks: Sequence[int]) -> None:
    """Refuse a file whose other fields are not what we write for its sign: other readers would play another hand."""
    _require_same_setting(history, _written(events), stacks)


def _written(events: Sequence[Event]) -> Scribe:
    first = events[0]
    assert isinstance(first, HandStarted)
    scribe = Scribe(first)
    for event in events[1:]:
        scribe.write(event)
    return scribe


def _require_same_setting(history: History, scribe: Scribe, stacks: Sequence[int]) -> None:
    said = history.fields
    ours, _ = standard_fields(scribe, stacks)
    ours |= scribe.own_fields()
    for key in (*SETTING, *(key for key in OWN if key in said)):
        if key not in said and key in ours:
            raise NotationError(f"the field {key!r} is missing; by the sign of the hand it is {shown(ours[key])}")
        if key in said and key not in ours:
            raise NotationError(f"the field {key!r} is {shown(said[key])}, but by the sign of the hand there is none")
        if key in said and said[key] != ours[key]:
            raise NotationError(
                f"the field {key!r} is {shown(said[key])}, but by the sign of the hand it is {shown(ours[key])}"
            )


def _require_same_actions(history: History, scribe: Scribe) -> None:
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
