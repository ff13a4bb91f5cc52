"""What staff do and what everyone is bound to at a table, as lists by the moment: steps that move no chip.

Each step cites its clause; `due` gives the lists of the present moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from openfelt.rulebooks import Cites
from openfelt.rulebooks.chapters import Chapter
from openfelt.table.hand import BETTING, OVER, SHOWING, Hand

Moment = Literal["conduct", "opening", "shuffle", "play", "showdown", "result", "void"]


class Step(NamedTuple):
    """One thing to do or to keep to, by whom, and the clause that asks for it."""

    text: str
    by: str
    cites: Cites


def steps(cite: Callable[..., Cites], *rows: tuple[str, str, str]) -> tuple[Step, ...]:
    """Steps from rows of clauses, who, and what; several clauses are separated by a comma."""
    return tuple(Step(text, by, cite(*clauses.split(", "))) for clauses, by, text in rows)


@dataclass(frozen=True, slots=True)
class Checklists:
    """One rulebook's lists by the moment they belong to, and by which clause the winner of each game is announced."""

    lists: Mapping[Moment, tuple[Step, ...]]
    announce: Mapping[str, Cites] = field(default_factory=dict)


CHECKLIST: Final = Chapter("checklist", Checklists)


def due(hand: Hand | None, rulebook: str = "") -> tuple[Step, ...]:
    """The steps that are due now; without a hand, those of opening a table.

    >>> [step.cites[0] for step in due(None, "nsw-poker")][:2]
    ['nsw-poker 2.2', 'nsw-poker Diagram A']
    """
    book = CHECKLIST.of(rulebook if hand is None else hand.rules.policy.rulebook)
    moments: tuple[Moment, ...] = ("opening", "shuffle", "conduct")
    if hand is not None:
        moments = ("result", "shuffle") if hand.phase == OVER else ("play", "conduct")
        if hand.outcome in {"misdeal", "void"}:
            moments = ("void", "shuffle")
        if hand.phase == SHOWING or (hand.phase != BETTING and hand.show_order):
            moments = ("showdown", *moments)
    made = tuple(step for moment in moments for step in book.lists.get(moment, ()))
    if hand is not None and hand.phase == OVER and "result" in moments and hand.rules.game.key in book.announce:
        return (announcement(book, hand.rules.game.key), *made)
    return made


def announcement(book: Checklists, game: str) -> Step:
    """The step of telling who won, by the clause of its game."""
    return Step(f"{game}: announce the winner, with the hand if it was shown", "dealer", book.announce[game])
