"""What staff do and what everyone is bound to at a table, as lists a dealer's screen shows: steps that move no chip.

Each step cites its clause; `due` gives the lists of the present moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from openfelt.games.policy import NSW
from openfelt.rulebooks import Cites, Rulebook
from openfelt.table.hand import BETTING, OVER, SHOWING, Hand

Moment = Literal["conduct", "opening", "shuffle", "play", "showdown", "result"]


class Step(NamedTuple):
    """One thing to do or to keep to, by whom, and the clause that asks for it."""

    text: str
    by: str
    cites: Cites


def steps(book: Rulebook, *rows: tuple[str, str, str]) -> tuple[Step, ...]:
    """Steps from rows of clauses, who, and what; several clauses are separated by a comma."""
    return tuple(Step(text, by, book.cite(*clauses.split(", "))) for clauses, by, text in rows)


CHECKLISTS: Final[Mapping[str, Mapping[Moment, tuple[Step, ...]]]] = {
    "nsw-poker": {
        "conduct": steps(
            NSW,
            ("4.6", "player", "keep the cards on or over the playing area and do not take them away"),
            ("8.6", "player", "neither lend nor borrow chips or money during a round of play"),
            ("10.5", "player", "guard live cards face down, with a hand on them"),
            ("3.8", "player", "commission checks are used at poker tables only"),
        ),
        "opening": steps(
            NSW,
            ("2.2", "supervisor", "the layout matches diagram A, B, C, D or E and bears the casino's name or logo"),
            ("2.3, 2.3.1", "dealer", "a shoe that holds one deck is at the table"),
            ("2.3, 2.3.3", "dealer", "a float tray is at the table, unless it is a tournament or promotional table"),
            ("4.2", "dealer", "the cards were checked by a dealer, a supervisor or a checking device"),
            ("4.3", "supervisor", "cards checked beforehand were kept secure until now"),
            ("3.7", "supervisor", "commission checks bear their mark, and each colour has one value"),
            ("3.9", "supervisor", "commission checks are redeemed here while the table is open"),
        ),
        "shuffle": steps(
            NSW,
            ("5.2, 5.2.1", "dealer", "with a shuffling machine, one deck is in it while the other is in play"),
            ("5.2, 5.2.2", "dealer", "the backs of the two decks differ in colour"),
            ("5.2, 5.2.3", "dealer", "shuffle by hand before loading the machine if you wish"),
            ("5.3", "dealer", "cut, set the deck on a cutting card, put all cards in the shoe"),
            ("5.4", "dealer", "nobody else cuts"),
            ("4.5", "dealer", "deal from the shoe only"),
        ),
        "play": steps(
            NSW,
            ("7.4.1, 11.6", "dealer", "take a knock or a spoken check as a check, and announce it"),
            ("10.6", "dealer", "move wagers to the centre; spread, count and discard each folded hand"),
        ),
        "showdown": steps(NSW, ("24.6", "dealer", "declare the best value of the cards shown")),
        "result": steps(NSW, ("24.3.4", "dealer", "gather and count the cards into the discard pile")),
    },
}

# Announcing the winner has a clause of its own in each game.
ANNOUNCE: Final = {
    "draw-ante": "14.6bis",
    "draw-blind": "15.7",
    "five-card-stud": "16.7",
    "seven-card-stud": "17.7",
    "two-card-manila": "18.7",
    "three-card-manila": "19.7",
    "texas-holdem": "20.8",
    "omaha": "21.8",
    "pineapple": "22.8",
    "crazy-pineapple": "23.8",
}


def due(hand: Hand | None, rulebook: str = "nsw-poker") -> tuple[Step, ...]:
    """The steps a dealer's screen shows now; without a hand, those of opening a table.

    >>> [step.cites[0] for step in due(None)][:2]
    ['nsw-poker 2.2', 'nsw-poker 2.3']
    """
    lists = CHECKLISTS.get(rulebook if hand is None else hand.rules.policy.rulebook, {})
    moments: tuple[Moment, ...] = ("opening", "shuffle", "conduct")
    if hand is not None:
        moments = ("result", "shuffle") if hand.phase == OVER else ("play", "conduct")
        if hand.phase == SHOWING or (hand.phase != BETTING and hand.show_order):
            moments = ("showdown", *moments)
    made = tuple(step for moment in moments for step in lists.get(moment, ()))
    if hand is not None and hand.phase == OVER and lists:
        told = NSW.cite(ANNOUNCE[hand.rules.game.key])
        return (Step("announce the winner, with the hand if it was shown", "dealer", told), *made)
    return made
